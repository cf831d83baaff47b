"""Results from a store filled by hand, against figures computed by hand."""

from datetime import UTC, datetime
from decimal import Decimal

import pytest

from porism.core import (
    Attempt,
    Benchmark,
    Cell,
    Endpoint,
    FinalAnswer,
    Folder,
    Model,
    MultipleChoice,
    Problem,
    Revision,
    Transcript,
    Usage,
    Verdict,
)
from porism.errors import UnknownName
from porism.report import results, retry_effect
from porism.store import Store

NOW = datetime(2026, 11, 30, tzinfo=UTC)


def benchmark(name: str = "b", **changes: object) -> Benchmark:
    facts = {"kind": "final_answer", "published": NOW.date(), "description": "d", "prompt": "p"}
    return Benchmark.model_validate(
        {"id": name, "name": name, **facts, "problems": Folder(), **changes}
    )


class Filled:
    """A store with a benchmark and a few models."""

    def __init__(self, store: Store, problems: list[Problem], **changes: object) -> None:
        self.store = store
        self._count = 0
        store.record(benchmark(**changes), problems)
        for name in ("m", "n"):
            endpoint = Endpoint(protocol="fake", model=name)
            store.record_model(Model(id=name, name=name, endpoint=endpoint))
        store.start_run("r", benchmark())

    def add(
        self,
        outcome: float | str,
        problem: str = "1",
        transcript: Transcript | None = None,
        **facts: object,
    ) -> None:
        self._count += 1
        place = {k: facts.pop(k) for k in ("asks", "prompt", "variant", "model") if k in facts}
        cell = Cell.model_validate(
            {"benchmark": "b", "problem": problem, "revision": 1, "model": "m", "asks": "a"}
            | {"prompt": "q", "number": self._count, **place}
        )
        ending = outcome if outcome in ("failed", "truncated", "refused", "empty") else "answered"
        attempt = Attempt.model_validate(
            {"id": f"x{self._count}", "cell": cell.digest(), "run": "r", "benchmark": "b"}
            | {"problem": problem, "model": cell.model, "number": cell.number, "origin": "fake"}
            | {"ending": ending, "started_at": NOW, "duration_s": 1, **facts}
        )
        self.store.add_cells([cell])
        self.store.add_attempt(attempt, transcript, *verdicts(outcome)).result()


def verdicts(outcome: float | str) -> list[Verdict]:
    if isinstance(outcome, str):
        graded = outcome in ("unparsed", "ungraded")
        return [Verdict(outcome=outcome, reason="?", grader="rules")] if graded else []
    return [Verdict(outcome="graded", score=outcome, reason="?", grader="rules")]


PLAIN = [Problem(id=name, reference=FinalAnswer(answer="1")) for name in ("1", "2")]


def test_what_is_no_verdict_is_counted_apart_and_scored_by_the_policy(store: Store):
    filled = Filled(store, PLAIN)
    for outcome in (1, 1, 0, "truncated", "refused", "empty", "unparsed", "failed", "ungraded"):
        filled.add(outcome)
    [row] = results(store)
    assert (row.attempts, row.scored) == (9, 7)
    assert row.accuracy == pytest.approx(2 / 7)
    assert row.outcomes == {"graded": 3} | dict.fromkeys(
        ("truncated", "refused", "empty", "unparsed", "failed", "ungraded"), 1
    )
    half = 1.959964 * (2 / 7 * 5 / 7 / 7) ** 0.5
    assert (row.low, row.high) == pytest.approx((max(0, 2 / 7 - half), 2 / 7 + half), abs=1e-6)


def test_the_policy_is_the_benchmarks(store: Store):
    scoring = {"truncated": "missing", "failed": "wrong"}
    filled = Filled(store, PLAIN, scoring=scoring)
    for outcome in (1, "truncated", "failed"):
        filled.add(outcome)
    [row] = results(store)
    assert (row.scored, row.accuracy) == (2, 0.5)


def test_attempts_under_other_settings_or_prompts_do_not_count_and_are_told(store: Store):
    filled = Filled(store, PLAIN)
    for asks, score in (("old", 0), ("old", 0), ("new", 1)):
        filled.add(score, asks=asks)
    [row] = results(store)
    assert (row.attempts, row.accuracy, row.remarks.older) == (1, 1, 2)


def test_variants_are_rows_of_their_own(store: Store):
    filled = Filled(store, PLAIN)
    filled.add(0)
    filled.add(1, variant="sketch")
    assert {row.group.variant: row.accuracy for row in results(store)} == {"": 0, "sketch": 1}


def test_withdrawn_problems_do_not_count(store: Store):
    withdrawn = PLAIN[1].model_copy(update={"withdrawn": "ambiguous"})
    filled = Filled(store, [PLAIN[0], withdrawn])
    filled.add(1, "1")
    filled.add(0, "2")
    [row] = results(store)
    assert (row.accuracy, row.problems) == (1, 1)


def test_attempts_at_a_text_that_was_corrected_since_do_not_count(store: Store):
    filled = Filled(store, PLAIN)
    filled.add(0, "1")
    filled.add(0, "2")
    made = {"made": NOW.date(), "why": "typo", "number": 2}
    revised = [
        p.model_copy(update={"revisions": (Revision.model_validate({**made, "effect": effect}),)})
        for p, effect in zip(PLAIN, ("substantive", "cosmetic"), strict=True)
    ]
    store.record(benchmark(), revised)
    [row] = results(store)
    assert (row.attempts, row.problems) == (1, 1)
    filled.add(1, "1", revision=2)
    [row] = results(store)
    assert (row.attempts, row.accuracy) == (2, 0.5)


def test_attempts_that_all_agree_do_not_look_certain(store: Store):
    filled = Filled(store, PLAIN)
    for _ in range(4):
        filled.add(1)
    [row] = results(store)
    assert (row.accuracy, row.high) == (1, 1)
    assert row.low == pytest.approx(1 / (1 + 1.959964**2 / 4))


def test_costs_add_up_exactly_and_are_unknown_if_one_is(store: Store):
    filled = Filled(store, PLAIN)
    for cost in ("0.1", "0.2"):
        filled.add(1, cost_usd=Decimal(cost), usage=Usage(output=10))
    [row] = results(store)
    assert (row.cost_usd, row.output_tokens) == (Decimal("0.3"), 10)
    filled.add(1)
    [row] = results(store)
    assert (row.cost_usd, row.output_tokens) == (None, 10)


def test_an_unstable_model_is_marked(store: Store):
    filled = Filled(store, PLAIN)
    filled.add(1)
    store.add_mark("m", "unstable", "half of 60 requests failed", "runner").result()
    [row] = results(store)
    assert row.remarks.unstable == "half of 60 requests failed"


def test_choices_have_a_chance_line_and_break_down_by_place_and_type(store: Store):
    reference = MultipleChoice(correct="yes", distractors=("no", "perhaps", "never"))
    problems = [
        Problem(id="1", reference=reference, types=("Existence", "Uniqueness")),
        Problem(id="2", reference=reference, types=("Existence",)),
    ]
    filled = Filled(store, problems, kind="multiple_choice")
    filled.add(1, "1", choices="1023")
    filled.add(0, "1", choices="0123")
    filled.add(0, "2", choices="1023")
    [row] = results(store)
    assert row.chance == 0.25
    by_place = {r.group.value: r.accuracy for r in results(store, by="position")}
    assert by_place == {"A": 0, "B": 0.5}
    by_type = {r.group.value: (r.attempts, r.accuracy) for r in results(store, by="type")}
    assert by_type == {"Existence": (3, pytest.approx(1 / 3)), "Uniqueness": (2, 0.5)}


def test_only_what_is_asked_for_and_no_unknown_names(store: Store):
    filled = Filled(store, PLAIN, family="family")
    filled.add(1)
    filled.add(0, model="n")
    assert [row.group.model for row in results(store, models=["n"])] == ["n"]
    assert [row.group.model for row in results(store, ["family"])] == ["m", "n"]
    with pytest.raises(UnknownName, match="no benchmark is called 'c'"):
        results(store, ["c"])
    with pytest.raises(UnknownName, match="no model is called 'o'"):
        results(store, models=["o"])


def test_attempts_that_needed_retries_are_compared_with_those_that_did_not(store: Store):
    problems = [Problem(id=str(n), reference=FinalAnswer(answer="1")) for n in range(12)]
    filled = Filled(store, problems)
    assert retry_effect(store, store.benchmarks()["b"]) is None
    for problem in problems:
        for retries in (0, 0, 3, 1):
            filled.add(0 if retries else 1, problem.id, retries=retries, requests=retries + 1)
    found = retry_effect(store, store.benchmarks()["b"])
    assert found.estimate == pytest.approx(-1)
    assert (found.marked, found.strata) == (24, 12)
    assert found.p_value < 0.001


def test_an_empty_store_has_no_results(store: Store):
    assert results(store) == []
