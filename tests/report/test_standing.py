"""What stands: the same in lists, which ask the database, and in figures."""

from random import Random

from porism.core import Attempt, Cell, Revision, Verdict
from porism.report import results
from porism.report.standing import standing_now
from porism.store import Store
from tests.report.test_results import NOW, PLAIN, Filled, benchmark

ENDINGS = ("failed", "answered", "truncated")


def a_cell(number: int) -> Cell:
    return Cell(
        benchmark="b", problem="1", model="m", revision=1, asks="a", prompt="q", number=number
    )


def an_attempt(n: int, cell: Cell, ending: str) -> Attempt:
    place = {"benchmark": "b", "problem": "1", "model": "m", "number": cell.number}
    facts = {"run": "r", "origin": "fake", "started_at": NOW, "duration_s": 1, "ending": ending}
    return Attempt.model_validate({"id": f"x{n}", "cell": cell.digest(), **place, **facts})


def a_verdict(rng: Random) -> Verdict:
    who = {"authority": rng.choice(["imported", "grader", "jury", "person"]), "grader": "g"}
    if rng.random() < 0.3:
        return Verdict(outcome="ungraded", reason="?", version=rng.randint(1, 3), **who)
    score = rng.randint(0, 4) / 4
    return Verdict(outcome="graded", score=score, reason="?", version=rng.randint(1, 3), **who)


def test_lists_and_figures_agree_on_what_stands(store: Store):
    rng = Random(7)
    Filled(store, PLAIN)
    cells = [a_cell(n) for n in range(1, 21)]
    store.add_cells(cells)
    for n in range(80):
        said = [a_verdict(rng) for _ in range(rng.randrange(4))]
        store.add_attempt(an_attempt(n, rng.choice(cells), rng.choice(ENDINGS)), None, *said)
    store.writer.run(lambda _: None).result()
    listed = {x.id: (x.outcome, x.score) for x in store.attempts()}
    attempts, _ = standing_now(store)
    columns = attempts.select("attempt", "outcome", "verdict_score").rows()
    assert {name: (outcome, score) for name, outcome, score in columns} == listed
    assert len(listed) == 19  # one cell was never drawn


def test_other_benchmarks_are_not_read(store: Store):
    filled = Filled(store, PLAIN)
    filled.add(1)
    filled.add("failed")
    store.record(benchmark("c"), PLAIN)
    assert standing_now(store, ["b"])[0].height == 2
    assert standing_now(store, ["c"])[0].is_empty()
    assert {p.benchmark for p in standing_now(store, ["c"])[1]} == {"c"}


def test_the_newest_settings_are_those_of_an_attempt_that_is_valid(store: Store):
    filled = Filled(store, PLAIN)
    filled.add(1, "1", asks="old")
    filled.add(0, "2", asks="new")
    made = {"number": 2, "effect": "substantive", "why": "the answer was wrong", "made": NOW.date()}
    corrected = PLAIN[1].model_copy(update={"revisions": (Revision.model_validate(made),)})
    store.record(benchmark(), [PLAIN[0], corrected])
    [row] = results(store)
    assert (row.attempts, row.accuracy, row.remarks.older) == (1, 1, 0)
