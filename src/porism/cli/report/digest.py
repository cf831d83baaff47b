"""What changed, section by section."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from porism.cli.console import usd
from porism.cli.sheet import Column, Sheet, Value
from porism.look.figures import count, plural

if TYPE_CHECKING:
    from porism.report.change import Changes, Lead
    from porism.report.charts import Chart

R = TypeVar("R")
Columns = Mapping[Column, Callable[[R], Value]]
MOST = 20
"""Rows of a table of which there may be very many."""
ADVICE = {
    "keep": "tells the best models apart",
    "watch": "hardly tells the best models apart",
    "deprecate": "saturated: the best models reach the ceiling; better deprecate it",
}


class Section(NamedTuple):
    """A table with its title, what is said of it, and a chart."""

    sheet: Sheet
    chart: Chart | None = None


@dataclass(frozen=True, slots=True)
class Digest:
    """A report that can be written in any form."""

    title: str
    summary: tuple[str, ...]
    sections: tuple[Section, ...]


def digest(found: Changes) -> Digest:
    """Tell what changed."""
    since, until = f"{found.since:%-d %B %Y}", f"{found.until:%-d %B %Y}"
    summary = [f"{', '.join(counts(found))}."]
    if found.sample:
        summary.append("Sample data: no measurement of anything.")
    told = tuple(section for section in sections(found) if section.sheet.rows)
    return Digest(f"What changed from {since} to {until}", tuple(summary), told)


def counts(found: Changes) -> Iterator[str]:
    """Yield how much there is of everything."""
    beyond = sum(lead.significant for lead in found.leaders)
    made = found.corrections
    yield plural(len(found.new_models), "new model")
    yield plural(len(found.new_benchmarks), "new benchmark")
    yield f"{plural(len(found.leaders), 'new leader')} ({beyond} beyond chance)"
    yield f"{plural(len(found.moves), 'score')} moved"
    yield plural(len(made.revised) + len(made.withdrawn), "corrected or withdrawn problem")
    yield plural(len(made.overruled), "overruled verdict")
    yield f"{usd(sum(one.cost_usd for one in found.spent))} spent"


def sections(found: Changes) -> Iterator[Section]:
    """Yield all sections, those without a row included."""
    yield standings(found)
    yield leaders(found)
    yield new_models(found)
    yield new_benchmarks(found)
    yield moves(found)
    yield room(found)
    yield deprecated(found)
    yield from corrections(found)
    yield costs(found)


def sheet(title: str, rows: Sequence[R], columns: Columns[R], *notes: str) -> Sheet:
    """Fill a table, leaving out columns in which nothing is known."""
    cells = tuple(tuple(cell(row) for cell in columns.values()) for row in rows)
    return Sheet(title, tuple(columns), cells, tuple(filter(None, notes))).without_empty()


def shortened(number: int) -> str:
    """Say that a table is cut."""
    return f"The first {MOST} of {count(number)}." if number > MOST else ""


def standings(found: Changes) -> Section:
    """Tell the overall leaderboard, and what it was."""
    from porism.report.charts import Change, change_chart

    was = {row.model: row for row in found.former_standings}
    columns = {
        Column("rank", "count"): lambda r: r.rank,
        Column("ranks 95 %", "range"): lambda r: r.rank_interval,
        Column("model"): lambda r: r.name,
        Column("expected %", "percent"): lambda r: r.performance,
        Column("95 % interval", "percent range"): lambda r: r.interval,
        Column("rank before", "count"): lambda r: was[r.model].rank if r.model in was else None,
        Column("expected before %", "percent"): lambda r: (
            was[r.model].performance if r.model in was else None
        ),
    }  # fmt: skip
    said = "Expected performance on all live problems, by item response theory."
    moved = [
        Change(row.name, was[row.model].performance, row.performance)
        for row in found.standings
        if row.model in was and row.performance != was[row.model].performance
    ]
    title = "Expected performance, then and now"
    chart = change_chart(moved[:MOST], title=title, times=days(found)) if moved else None
    shown = found.standings[:MOST]
    return Section(sheet("Standings", shown, columns, said, shortened(len(found.standings))), chart)


def days(found: Changes) -> tuple[str, str]:
    """Return the two days."""
    return f"{found.since:%Y-%m-%d}", f"{found.until:%Y-%m-%d}"


def leaders(found: Changes) -> Section:
    """Tell the benchmarks that another model leads."""
    names = found.names
    columns = {
        Column("benchmark"): lambda r: names[r.benchmark],
        Column("leader"): lambda r: names[r.leader],
        Column("score %", "percent"): lambda r: r.score,
        Column("before it"): lambda r: names[r.former],
        Column("its score %", "percent"): lambda r: r.former_score,
        Column("difference 95 %", "percent range"): lambda r: r.difference,
        Column("p", "number"): lambda r: r.p_value,
        Column("lead"): judged,
    }
    said = "Tested by paired sign flips; p is adjusted for all new leaders (Holm)."
    return Section(sheet("New leaders", found.leaders, columns, said))


def judged(lead: Lead) -> str:
    """Say whether a lead is more than chance."""
    if lead.p_value is None:
        return "not comparable: no problem in common"
    return "beyond chance" if lead.significant else "may be chance"


def new_models(found: Changes) -> Section:
    """Tell the models that are new, a row a benchmark."""
    names = found.names
    rows = [(new, placement) for new in found.new_models for placement in new.placements]
    columns = {
        Column("model"): lambda r: names[r[0].model],
        Column("developer"): lambda r: r[0].developer,
        Column("released"): lambda r: r[0].released.isoformat() if r[0].released else None,
        Column("benchmark"): lambda r: names[r[1].benchmark],
        Column("rank", "count"): lambda r: r[1].rank,
        Column("score %", "percent"): lambda r: r[1].score,
        Column("these problems", "percent range"): lambda r: r[1].these_problems,
    }
    return Section(sheet("New models", rows[: 5 * MOST], columns))


def new_benchmarks(found: Changes) -> Section:
    """Tell the benchmarks that are new."""
    names = found.names
    columns = {
        Column("benchmark"): lambda r: names[r.benchmark],
        Column("problems", "count"): lambda r: r.problems,
        Column("models", "count"): lambda r: r.models,
        Column("leader"): lambda r: names[r.leader] if r.leader else None,
    }
    return Section(sheet("New benchmarks", found.new_benchmarks, columns))


def moves(found: Changes) -> Section:
    """Tell the scores that moved most."""
    from porism.report.charts import Change, change_chart

    names, shown = found.names, found.moves[:MOST]
    columns = {
        Column("benchmark"): lambda r: names[r.benchmark],
        Column("model"): lambda r: names[r.model],
        Column("before %", "percent"): lambda r: r.before,
        Column("now %", "percent"): lambda r: r.after,
        Column("change, points", "percent"): lambda r: r.change,
        Column("its 95 %", "percent range"): lambda r: r.interval,
    }
    said = "The change is that on the problems that were run both then and now, paired by problem."
    drawn = [Change(f"{names[m.model]}, {names[m.benchmark]}", m.before, m.after) for m in shown]
    chart = change_chart(drawn, title="Scores that moved", times=days(found)) if drawn else None
    return Section(sheet("Movers", shown, columns, said, shortened(len(found.moves))), chart)


def room(found: Changes) -> Section:
    """Tell which benchmarks have no room left."""
    columns = {
        Column("benchmark"): lambda r: found.names[r.benchmark],
        Column("now", "words"): lambda r: ADVICE[r.advice],
        Column("before", "words"): lambda r: ADVICE[r.formerly] if r.formerly else None,
    }
    return Section(sheet("Room at the top", found.room, columns))


def deprecated(found: Changes) -> Section:
    """Tell what is not active any more."""
    columns = {Column("benchmark or model"): lambda name: found.names[name]}
    return Section(sheet("Deprecated", found.deprecated, columns))


def corrections(found: Changes) -> Iterator[Section]:
    """Tell what was corrected."""
    names, made = found.names, found.corrections
    place = {
        Column("benchmark"): lambda r: names[r.benchmark],
        Column("problem"): lambda r: r.problem,
    }
    yield Section(
        sheet(
            "Corrected problems",
            made.revised,
            place
            | {
                Column("day"): lambda r: r.made.isoformat(),
                Column("effect"): lambda r: r.effect,
                Column("why", "words"): lambda r: r.why or "withheld",
            },
            "After a substantive correction earlier attempts do not count; after a cosmetic one "
            "they do.",
        )
    )
    why = {Column("why", "words"): lambda r: r.why or "withheld"}
    yield Section(sheet("Withdrawn problems", made.withdrawn, place | why))
    overruled = {
        Column("model"): lambda r: names[r.model],
        Column("attempt"): lambda r: r.attempt,
        Column("score before", "number"): lambda r: r.before,
        Column("score now", "number"): lambda r: r.after,
        Column("by"): lambda r: f"{r.by} ({r.authority})",
    }
    shown = made.overruled[: 5 * MOST]
    yield Section(sheet("Overruled verdicts", shown, place | overruled | why))


def costs(found: Changes) -> Section:
    """Tell what was spent."""
    columns = {
        Column("model"): lambda r: found.names[r.model],
        Column("attempts", "count"): lambda r: r.attempts,
        Column("tokens", "count"): lambda r: r.output_tokens,
        Column("cost", "usd"): lambda r: r.cost_usd,
        Column("without a known price", "count"): lambda r: r.unpriced or None,
    }
    total = sum(one.cost_usd for one in found.spent)
    attempts = plural(sum(one.attempts for one in found.spent), "attempt")
    graded = found.corrections.regraded
    again = f"{plural(graded, 'attempt')} have another score by a newer grader." if graded else ""
    return Section(sheet("Costs", found.spent[:MOST], columns, f"{attempts}, {usd(total)}.", again))
