"""``porism stats runs|problems|room|jumps|alike``: what there is to know of benchmarks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from porism.cli.leaderboard import AsJson, From, frozen
from porism.cli.sheet import Column, Sheet, Value, show
from porism.cli.snapshot import AsOf
from porism.cli.study_sheets import records

if TYPE_CHECKING:
    from datetime import datetime
    from pathlib import Path

    from porism.report.benchmark_studies import ProblemStudy
    from porism.report.several_runs import SeveralRuns
    from porism.report.snapshot import Snapshot

One = Annotated[str, typer.Argument(help="A benchmark.")]
Seed = Annotated[int, typer.Option(min=0, help="Of all randomness: the same figures again.")]


def runs(
    benchmark: One,
    k: Annotated[int, typer.Option("-k", min=1, max=1000, help="Runs that are drawn.")] = 4,
    as_of: AsOf = None,
    snapshot: From = None,
    as_json: AsJson = False,
) -> None:
    """Say what several runs make of a model: once right, always right, the most frequent answer.

        porism stats runs aime-2026

    pass@k, all of k, mG-pass@k (right in more than half) and majority@k, all without bias, with
    95 % intervals for problems like these.
    """
    from porism.cli.console import print_json
    from porism.report.several_runs import several_runs

    found, left_out = several_runs(asked(snapshot, as_of, benchmark), benchmark, k)
    if as_json:
        print_json({"k": k, "models": found, "notes": left_out})
    else:
        show(runs_sheet(found, benchmark, k, left_out), "table")


def problems(
    benchmark: One, as_of: AsOf = None, snapshot: From = None, as_json: AsJson = False
) -> None:
    """Find problems that tell nothing or the wrong thing, and answer keys to look at again.

        porism stats problems aime-2026

    A problem that weak models get right and strong ones do not, or on which strong models agree
    on another answer than the key, is a reason for a person to look.
    """
    from porism.report.benchmark_studies import problems as study

    found = study(asked(snapshot, as_of, benchmark), benchmark)
    printed([problem_sheet(found, benchmark), key_sheet(found)], as_json)


def room(
    as_of: AsOf = None, snapshot: From = None, seed: Seed = 0, as_json: AsJson = False
) -> None:
    """Say which live benchmarks still tell the best models apart, and which to deprecate.

    porism stats room
    """
    from numpy.random import default_rng

    from porism.report import benchmark_studies

    rows: list[tuple[Value, ...]] = []
    for name, scores, found in benchmark_studies.room(frozen(snapshot, as_of), default_rng(seed)):
        best = found.interval
        ends = float(best.low[0]), float(best.high[0])
        leader = scores.models[int(found.top[0])]
        reach = f"{int(found.at_ceiling.sum())} of {len(found.top)}"
        apart = "yes" if found.told_apart else "no"
        rows.append((name, leader, float(best.estimate[0]), ends, reach, apart, found.advice))
    columns = (
        Column("benchmark"), Column("best model"), Column("score %", "percent"),
        Column("95 % interval", "percent range"), Column("best models at the ceiling"),
        Column("told apart"), Column("advice"),
    )  # fmt: skip
    printed([Sheet("room at the top", columns, tuple(rows))], as_json)


def jumps(
    as_of: AsOf = None, snapshot: From = None, seed: Seed = 0, as_json: AsJson = False
) -> None:
    """Test whether models that came out after a benchmark do better on it than elsewhere.

    porism stats jumps

    A jump is a reason to suspect that problems were in the training data; ability is that on all
    other live benchmarks.
    """
    from numpy.random import default_rng

    from porism.report import benchmark_studies

    found, failed = benchmark_studies.jumps(frozen(snapshot, as_of), default_rng(seed))
    columns = (
        Column("benchmark"), Column("jump, logits", "number"), Column("p", "number"),
        Column("models before", "count"), Column("models after", "count"),
    )  # fmt: skip
    rows = tuple((n, one.jump, one.p_value, one.before, one.after) for n, one in found.items())
    notes = tuple(f"{name} cannot be tested: {why}" for name, why in failed.items())
    printed([Sheet("jumps", columns, rows, notes)], as_json)


def alike(as_of: AsOf = None, snapshot: From = None, as_json: AsJson = False) -> None:
    """Correlate the rankings of live benchmarks.

    porism stats alike
    """
    from porism.report import benchmark_studies

    found = benchmark_studies.alike(frozen(snapshot, as_of))
    columns = (
        Column("benchmark"), Column("and"), Column("models", "count"),
        Column("Spearman", "coefficient"), Column("Kendall", "coefficient"),
    )  # fmt: skip
    rows = tuple((*pair, one.count, one.spearman, one.kendall) for pair, one in found.items())
    printed([Sheet("rankings that agree", columns, rows)], as_json)


def asked(snapshot: Path | None, as_of: datetime | None, benchmark: str) -> Snapshot:
    """Return the results, once it is clear that they know the benchmark."""
    from porism.errors import UnknownName

    read = frozen(snapshot, as_of)
    if benchmark not in read.benchmarks:
        raise UnknownName("benchmark", benchmark, read.benchmarks)
    return read


def printed(sheets: Sequence[Sheet], as_json: bool) -> None:
    """Print tables, or all of them as one JSON document."""
    from porism.cli.console import print_json

    if as_json:
        print_json({sheet.title: records(sheet) for sheet in sheets})
        return
    for sheet in sheets:
        show(sheet, "table")


def runs_sheet(
    found: Sequence[SeveralRuns], benchmark: str, k: int, left_out: tuple[str, ...]
) -> Sheet:
    """Return a row a model, the best first."""
    columns = (
        Column("model"), Column("problems", "count"), Column("one run %", "percent"),
        Column("95 % interval", "percent range"), Column(f"any of {k}", "percent"),
        Column(f"all of {k}", "percent"), Column(f"mG-pass@{k}", "percent"),
        Column(f"majority of {k}", "percent"),
    )  # fmt: skip
    rows = tuple(
        (one.model, one.problems, one.once.value, (one.once.low, one.once.high),
         one.any_of_k.value, one.all_of_k.value, one.stable.value, one.majority.value)
        for one in found
    )  # fmt: skip
    return Sheet(f"{benchmark}: several runs", columns, rows, left_out)


def problem_sheet(study: ProblemStudy, benchmark: str) -> Sheet:
    """Return a row a problem, those that tell the wrong thing first."""
    found = study.found
    order = sorted(
        range(len(study.problems)), key=lambda n: (found.negative_p[n], found.correlation[n])
    )
    rows = tuple(
        (
            study.problems[n],
            int(found.models[n]),
            float(found.mean[n]),
            float(found.correlation[n]) if found.defined[n] else None,
            float(found.negative_p[n]) if found.defined[n] else None,
            "everyone" if found.everyone[n] else "no one" if found.no_one[n] else "",
        )
        for n in order
    )
    columns = (
        Column("problem"), Column("models", "count"), Column("mean score %", "percent"),
        Column("correlation with the rest", "coefficient"), Column("p, negative", "number"),
        Column("solved by"),
    )  # fmt: skip
    return Sheet(f"{benchmark}: problems", columns, rows)


def key_sheet(study: ProblemStudy) -> Sheet:
    """Return a row a doubtful key."""
    rows = tuple(
        (problem, answer, key.share, key.key_share, key.models)
        for problem, answer, key in study.doubtful
    )
    columns = (
        Column("problem"), Column("strong models say", "words"),
        Column("of their runs %", "percent"), Column("say the key %", "percent"),
        Column("models", "count"),
    )  # fmt: skip
    note = () if rows else ("Strong models agree on no other answer than the key.",)
    return Sheet("answer keys to look at again", columns, rows, note)
