"""What changed between two days, from stores filled by hand."""

import json
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path

import pytest

from porism.cli.console import plain
from porism.core import Endpoint, Model, Revision, Usage, Verdict
from porism.errors import ConfigurationError
from porism.report.change import Changes, changes
from porism.report.snapshot import snapshot_of
from porism.store import Store
from tests.report.test_results import PLAIN, Filled, benchmark
from tests.report.test_snapshot import Clock

DAY = datetime(2026, 11, 30, 12, tzinfo=UTC)
LATER = DAY + timedelta(days=2)
MANY = [PLAIN[0].model_copy(update={"id": str(n)}) for n in range(1, 13)]


class Month(Filled):
    """A store in which something happens before a day and something after it."""

    def __init__(self, path: Path, **facts: object) -> None:
        self.clock = Clock()
        self.opened = Store(path, clock=self.clock)
        super().__init__(self.opened, MANY, **facts)

    def later(self) -> None:
        self.clock.now = LATER

    def score(self, model: str, right: int, **facts: object) -> None:
        """Have a model answer all problems, the first ones rightly."""
        for n, problem in enumerate(MANY):
            self.add(float(n < right), problem.id, model=model, started_at=self.clock.now, **facts)

    def changed(self, contents: str = "evidence") -> Changes:
        after = snapshot_of(self.opened, contents=contents)
        found = changes(snapshot_of(self.opened, DAY), after)
        json.dumps(plain(found), allow_nan=False)
        return found


@pytest.fixture
def month(tmp_path: Path):
    made = Month(tmp_path / "store.db")
    yield made
    made.opened.close()


def model(name: str, **facts: object) -> Model:
    endpoint = Endpoint(protocol="fake", model=name)
    return Model.model_validate({"id": name, "name": name.upper(), "endpoint": endpoint, **facts})


def test_new_models_and_benchmarks_and_a_new_leader_beyond_chance(month: Month):
    month.score("m", 2)
    month.score("n", 1)
    month.later()
    month.opened.record_model(model("o", developer="D"))
    month.opened.record(benchmark("c"), MANY)
    month.score("o", 12)
    found = month.changed()
    [new] = found.new_models
    assert (new.model, new.developer) == ("o", "D")
    assert [(p.benchmark, p.rank, p.score) for p in new.placements] == [("b", 1, 1)]
    [lead] = found.leaders
    assert (lead.leader, lead.former, lead.score) == ("o", "m", 1)
    assert lead.former_score == pytest.approx(2 / 12)
    assert lead.p_value == pytest.approx(2 / 2**10)  # ten problems differ, all one way
    assert lead.significant
    low, high = lead.difference
    assert low < 10 / 12 < high
    assert found.new_benchmarks == ()  # nobody was put to it yet
    assert (found.moves, found.names["o"]) == ((), "O")


def test_a_lead_by_one_problem_may_be_chance(month: Month):
    month.score("m", 5)
    month.later()
    month.opened.record_model(model("o"))
    month.score("o", 6)
    [lead] = month.changed().leaders
    assert (lead.p_value, lead.significant) == (1, False)


def test_scores_move_with_an_interval_when_people_overrule_and_problems_are_corrected(month: Month):
    month.score("m", 6)
    month.score("n", 6)
    month.later()
    person = Verdict(
        outcome="graded", score=1, reason="It is <b>right</b>.", authority="person", grader="ann"
    )
    month.opened.add_verdict("x12", person).result()
    made = {"number": 2, "effect": "substantive", "why": "the sign", "made": DAY.date()}
    corrected = MANY[0].model_copy(update={"revisions": (Revision.model_validate(made),)})
    gone = MANY[1].model_copy(update={"withdrawn": "ambiguous"})
    month.opened.record(benchmark(), [corrected, gone, *MANY[2:]])
    found = month.changed()
    [overruled] = found.corrections.overruled
    assert (overruled.attempt, overruled.before, overruled.after) == ("x12", 0, 1)
    assert (overruled.by, overruled.why) == ("ann", "It is <b>right</b>.")
    assert [(r.problem, r.effect, r.why) for r in found.corrections.revised] == [
        ("1", "substantive", "the sign")
    ]
    assert [(w.problem, w.why) for w in found.corrections.withdrawn] == [("2", "ambiguous")]
    moved = {one.model: one for one in found.moves}
    assert set(moved) == {"n"}  # what m lost and what it was given balance
    assert moved["n"].after == pytest.approx(0.4)
    low, high = moved["n"].interval
    assert low <= moved["n"].change <= high
    assert month.changed("figures").corrections.overruled == ()


def test_a_newer_grader_is_counted(month: Month):
    month.score("m", 6)
    month.later()
    newer = Verdict(outcome="graded", score=1, reason="?", grader="rules", version=2)
    month.opened.add_verdict("x12", newer).result()
    month.opened.add_verdict("x1", newer).result()  # says the same as before
    found = month.changed()
    assert (found.corrections.regraded, found.corrections.overruled) == (1, ())
    [move] = found.moves
    assert (move.before, move.after) == (0.5, pytest.approx(7 / 12))
    assert move.change == pytest.approx(1 / 12)


def test_costs_are_those_of_the_period(month: Month):
    month.score("m", 6, cost_usd=Decimal(5))
    month.later()
    month.score("m", 6, cost_usd=Decimal("0.5"), usage=Usage(output=10))
    month.add(1, model="n", started_at=LATER)
    dear, unknown = month.changed().spent
    assert (dear.model, dear.attempts, dear.cost_usd, dear.output_tokens) == ("m", 12, 6, 120)
    assert (unknown.model, unknown.unpriced, unknown.cost_usd) == ("n", 1, 0)


def test_saturated_and_deprecated_benchmarks_are_told(month: Month):
    month.opened.record_model(model("o"))
    for name in "mo":
        month.score(name, 9)
    month.later()
    for _ in range(20):
        for name in "mo":
            month.score(name, 12)
    month.opened.record_model(model("n", status="deprecated"))
    found = month.changed()
    [room] = found.room
    assert (room.benchmark, room.advice, room.formerly) == ("b", "deprecate", "watch")
    assert found.deprecated == ("n",)
    assert {move.model for move in found.moves} == {"m", "o"}


def nothing_before(month: Month) -> None:
    month.later()
    month.score("m", 3)


def one_question(month: Month) -> None:
    month.add(1)
    month.later()
    month.add(0, model="n", started_at=LATER)


def all_right_and_all_wrong(month: Month) -> None:
    month.score("m", 12)
    month.later()
    month.score("n", 0)


def disconnected(month: Month) -> None:
    month.add(0, "1", model="m")
    month.later()
    month.add(1, "2", model="n", started_at=LATER)


def nothing_scored(month: Month) -> None:
    month.add("failed")
    month.later()
    month.add("failed", model="n", started_at=LATER)


def all_withdrawn(month: Month) -> None:
    month.score("m", 3)
    month.later()
    month.opened.record(benchmark(), [p.model_copy(update={"withdrawn": "?"}) for p in MANY])


@pytest.mark.parametrize(
    ("fill", "new", "leads"),
    [
        (nothing_before, 1, 0),
        (one_question, 1, 0),
        (all_right_and_all_wrong, 1, 0),
        (disconnected, 1, 1),
        (nothing_scored, 0, 0),
        (all_withdrawn, 0, 0),
    ],
)
def test_small_and_odd_stores_have_finite_changes(month: Month, fill, new, leads):
    fill(month)
    found = month.changed()
    assert (len(found.new_models), len(found.leaders)) == (new, leads)
    assert all(lead.p_value is None for lead in found.leaders)  # they share no problem


def test_two_times_the_same_moment_are_refused(month: Month):
    month.score("m", 3)
    one = snapshot_of(month.opened, DAY)
    with pytest.raises(ConfigurationError, match="nothing lies between"):
        changes(one, one)
