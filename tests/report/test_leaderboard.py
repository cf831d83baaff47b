"""Leaderboards: the published figures, marks, and an answer for every small or odd store."""

import json
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path

import pytest

from porism.cli.console import plain
from porism.core import Endpoint, Model, MultipleChoice, Problem, Usage
from porism.errors import UnknownName
from porism.interop.imported import Source
from porism.interop.tallies import import_results
from porism.report.board import boards
from porism.report.overall import overall
from porism.report.snapshot import snapshot_of
from porism.store import Store
from tests.conftest import SHARED
from tests.report.test_results import PLAIN, Filled, benchmark

RUNS = SHARED / "data/matrices/matharena_aime2025I_feb2025_runs.csv"
MANY = [PLAIN[0].model_copy(update={"id": str(n)}) for n in range(1, 13)]


def imported(store: Store, path: Path) -> None:
    import_results(store, path, Source(file=path.name, when=datetime(2025, 2, 10, tzinfo=UTC)))


def rename(store: Store, name: str, **facts: object) -> None:
    model = {"id": name, "name": name, "endpoint": Endpoint(protocol="fake", model=name)}
    store.record_model(Model.model_validate(model | facts))


def test_the_published_table_of_runs_gives_the_published_scores(store: Store):
    imported(store, RUNS)
    snapshot = snapshot_of(store)
    [board] = boards(snapshot)
    assert (len(board.rows), board.problems) == (16, 15)
    assert sum(row.attempts for row in board.rows) == 960
    assert sum(round(row.score * row.scored) for row in board.rows) == 431
    first, second = board.rows[:2]
    assert (first.model, first.rank, first.score) == ("o3-mini-high", 1, pytest.approx(0.8))
    assert (second.model, second.score) == ("o1-medium", pytest.approx(47 / 60))
    low, high = first.these_problems
    assert high - low == pytest.approx(2 * 1.959964 * (0.8 * 0.2 / 60) ** 0.5)
    wide = first.problems_like_these
    assert wide[0] < low < first.score < high
    assert (first.rank_interval, len(first.tied_with)) == ((1, 15), 14)
    assert "claude-3.5-sonnet" not in first.tied_with
    for row in board.rows:
        assert row.rank_interval[0] <= row.rank <= row.rank_interval[1]
    standings = overall(snapshot)
    assert len(standings.rows) == 16
    assert standings.notes == ()
    scores = {row.model: row.score for row in board.rows}
    for row in standings.rows:  # every model ran every problem: the fit may not be far away
        assert row.performance == pytest.approx(scores[row.model], abs=0.06)
        assert row.interval[0] < row.performance < row.interval[1]
        assert row.rank_interval[0] <= row.rank <= row.rank_interval[1]
        assert (row.observed, row.imputed, row.cost) == (15, 0, None)


def test_figures_beside_the_score(store: Store):
    choice = MultipleChoice(label="A", labels="ABCD")
    asked = [Problem(id=name, reference=choice) for name in ("1", "2")]
    filled = Filled(store, asked, published=date(2026, 1, 1))
    rename(store, "m", released=date(2026, 6, 1))
    rename(store, "n", released=date(2025, 6, 1), sample=True)
    filled.add(1, cost_usd=Decimal("0.1"), usage=Usage(output=10))
    filled.add("truncated", "2", cost_usd=Decimal("0.3"), usage=Usage(output=30))
    filled.add("failed", "2")
    filled.add(1, model="n")
    store.add_mark("n", "unstable", "fails", "runner").result()
    [board] = boards(snapshot_of(store))
    assert (board.chance, board.problems) == (0.25, 2)
    m, n = sorted(board.rows, key=lambda row: row.model)
    assert (m.score, m.attempts, m.scored, m.rank) == (0.5, 3, 2, 1)
    assert (m.rank_interval, m.tied_with) == ((1, 1), ())
    assert (n.rank, n.rank_interval, n.tied_with) == (None, None, ())
    assert m.outcomes == {"graded": 1, "truncated": 1, "failed": 1}
    assert (m.cost_usd, m.output_tokens, m.exposed) == (pytest.approx(0.2), 20, 1)
    assert (n.score, n.rank, n.unstable, n.sample, n.exposed) == (1, None, "fails", True, 0)
    assert n.these_problems[0] < 0.5 < n.these_problems[1]  # Wilson's: one run says little
    assert "n is kept out: fails" in overall(snapshot_of(store)).notes


def test_deprecated_ones_are_hidden_unless_asked_for(store: Store):
    filled = Filled(store, PLAIN)
    rename(store, "n", status="deprecated")
    for name in "mn":
        filled.add(1, model=name)
    snapshot = snapshot_of(store)
    assert [row.model for row in boards(snapshot)[0].rows] == ["m"]
    assert len(boards(snapshot, deprecated=True)[0].rows) == 2
    store.record(benchmark(status="deprecated"), PLAIN)
    snapshot = snapshot_of(store)
    assert boards(snapshot) == []
    assert boards(snapshot, ["b"])[0].deprecated
    assert overall(snapshot).rows == ()
    assert len(overall(snapshot, minimum=1, deprecated=True).rows) == 2
    with pytest.raises(UnknownName, match="no benchmark is called 'c'"):
        boards(snapshot, ["c"])


def test_what_was_not_run_is_imputed_and_marked(store: Store):
    filled = Filled(store, MANY)
    rename(store, "o")
    for n, problem in enumerate(MANY):
        for name in ("m", "n", "o")[: 3 if n < 6 else 2]:
            score = (n + len(name) + ord(name)) % 3 > 0
            cost = Decimal("0.01") * (1 + "mno".index(name))
            filled.add(float(score), problem.id, model=name, cost_usd=cost)
    standings = overall(snapshot_of(store), minimum=6)
    by_model = {row.model: row for row in standings.rows}
    assert (by_model["o"].observed, by_model["o"].imputed) == (6, 0.5)
    assert by_model["m"].imputed == 0
    assert by_model["n"].cost.usd == pytest.approx(0.02)
    withheld = overall(snapshot_of(store), minimum=7)
    assert {row.model for row in withheld.rows} == {"m", "n"}
    assert "run on fewer than 7 live problems, so without a figure: o" in withheld.notes


def one_model(filled: Filled) -> None:
    filled.add(1)


def one_question_all_right(filled: Filled) -> None:
    for name in "mn":
        filled.add(1, model=name)


def all_right_and_all_wrong(filled: Filled) -> None:
    for problem in MANY:
        filled.add(1, problem.id, model="m")
        filled.add(0, problem.id, model="n", cost_usd=Decimal(0))


def disconnected(filled: Filled) -> None:
    filled.add(1, "1", model="m", cost_usd=Decimal("0.1"))
    filled.add(0, "2", model="n")


def nothing_scored(filled: Filled) -> None:
    for name in "mn":
        filled.add("failed", model=name)


def all_withdrawn(filled: Filled) -> None:
    filled.add(1)
    gone = [problem.model_copy(update={"withdrawn": "wrong"}) for problem in MANY]
    filled.store.record(benchmark(), gone)


@pytest.mark.parametrize(
    ("fill", "rows", "note"),
    [
        (one_model, 0, "only one model has scores"),
        (one_question_all_right, 2, ""),
        (all_right_and_all_wrong, 2, ""),
        (disconnected, 0, "share no problem with the others: n"),
        (nothing_scored, 0, "no live benchmark has a score yet"),
        (all_withdrawn, 0, "no live benchmark has a score yet"),
        (lambda _: None, 0, "no live benchmark has a score yet"),
    ],
)
def test_small_and_odd_stores_get_finite_figures_or_a_note(store: Store, fill, rows, note):
    fill(Filled(store, MANY))
    snapshot = snapshot_of(store)
    standings, every = overall(snapshot, minimum=1), boards(snapshot)
    assert len(standings.rows) == rows
    assert note in " ".join(standings.notes)
    assert json.dumps(plain([standings, every]), allow_nan=False)


def test_too_little_evidence_is_told(store: Store):
    one_question_all_right(Filled(store, MANY))
    [note] = overall(snapshot_of(store)).notes
    assert "no model was run on 10 live questions" in note
