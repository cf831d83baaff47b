"""The arithmetic of juries."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from porism.core import Judging, Sworn
from porism.judging import Decision, Jury, next_step, verdict_of
from porism.judging.rules import combine
from porism.judging.verdicts import written_points
from tests.judging.cases import opinion

USUAL = Jury(id="usual", judges=("x", "y", "z"))
SEVEN = Decimal(7)
marks = st.integers(0, 28).map(lambda quarters: Decimal(quarters) / 4)
jurors = st.lists(marks, min_size=1, max_size=7)


def said(*points: str | None, number: int = 0) -> list:
    judges = ("x", "y", "z")
    return [opinion(judge, p, number) for judge, p in zip(judges, points, strict=False)]


def judging(points: Decimal = SEVEN) -> Judging:
    judges = tuple(Sworn(model=name, asks="0") for name in USUAL.judges)
    return Judging(
        id="j", attempt="t", task="proof", jury="usual", jury_version=4, judges=judges,
        points=points,
    )  # fmt: skip


def jury_of(count: int, **changes: object) -> Jury:
    names = tuple(f"j{n}" for n in range(count))
    return Jury.model_validate({"id": "usual", "judges": names, **changes})


def test_nobody_was_heard_yet():
    assert next_step(USUAL, SEVEN, []) == 0
    assert next_step(USUAL, SEVEN, said("3", "4")) == 0


def test_the_minimum_counts_where_all_agree_within_one_point():
    assert next_step(USUAL, SEVEN, said("3", "4", "3.5")) == Decision(Fraction(3), 1)


def test_who_is_further_apart_is_heard_again():
    first = said("3", "4.25", "4")
    assert next_step(USUAL, SEVEN, first) == 1
    assert next_step(USUAL, SEVEN, first + said("4", number=1)) == 1
    agreed = first + said("4", "4.5", "5", number=1)
    assert next_step(USUAL, SEVEN, agreed) == Decision(Fraction(4), 2)
    apart = first + said("2", "7", "7", number=1)
    assert next_step(USUAL, SEVEN, apart) == Decision(Fraction(2), 2, split=True)


def test_rounds_are_a_setting():
    none = USUAL.model_copy(update={"rounds": 0})
    assert next_step(none, SEVEN, said("0", "7", "7")) == Decision(Fraction(0), 1, split=True)
    two = USUAL.model_copy(update={"rounds": 2})
    heard = said("0", "7", "7") + said("1", "6", "6", number=1)
    assert next_step(two, SEVEN, heard) == 2


def test_a_judge_that_cannot_be_read_leaves_no_smaller_jury():
    assert next_step(USUAL, SEVEN, said("3", None, "3")) == Decision(None, 1, unread=("y",))
    later = said("0", "7", "7") + said("3", "3", None, number=1)
    assert next_step(USUAL, SEVEN, later) == Decision(None, 2, unread=("z",))


@pytest.mark.parametrize(
    ("points", "apart", "agree"),
    [("7", "1", True), ("7", "1.01", False), ("10", "1.42", True), ("10", "1.43", False),
     ("2", "0.28", True), ("2", "1", False), ("1", "1", False), ("14", "2", True)],
)  # fmt: skip
def test_the_threshold_grows_with_the_scale(points: str, apart: str, agree: bool):
    step = next_step(USUAL, Decimal(points), said("0", apart, "0"))
    assert isinstance(step, Decision) is agree


@given(jurors)
def test_rules_are_exact_and_lie_among_the_opinions(points: list[Decimal]):
    exact = [Fraction(p) for p in points]
    low, middle, mean = (combine(rule, exact) for rule in ("minimum", "median", "mean"))
    assert low == min(exact)
    assert low <= middle <= max(exact)
    assert mean * len(exact) == sum(exact)
    assert sorted(exact)[(len(exact) - 1) // 2] <= middle <= sorted(exact)[len(exact) // 2]


@given(jurors, st.sampled_from(["minimum", "median", "mean"]), st.randoms(use_true_random=False))
def test_the_order_of_judges_does_not_matter(points, rule, random):
    shuffled = random.sample(points, len(points))
    assert combine(rule, [*map(Fraction, points)]) == combine(rule, [*map(Fraction, shuffled)])


@given(jurors, jurors, st.integers(0, 2))
def test_every_course_ends_in_a_decision(first, second, rounds):
    count = min(len(first), len(second))
    jury = jury_of(count, rounds=rounds)
    heard = []
    for number in range(rounds + 2):
        step = next_step(jury, SEVEN, heard)
        if isinstance(step, Decision):
            break
        assert step == number
        points = (first, second)[number % 2][:count]
        heard += [opinion(f"j{n}", str(p), number) for n, p in enumerate(points)]
    assert isinstance(step, Decision)
    assert step.points is not None
    assert step.rounds <= rounds + 1
    last = [Fraction(o.points) for o in heard if o.round == step.rounds - 1]
    assert step.points == min(last)
    assert step.split == (max(last) - min(last) > 1)


def test_thirds_have_no_float_traps():
    jury = USUAL.model_copy(update={"rule": "mean"})
    decision = next_step(jury, SEVEN, said("5", "6", "6"))
    assert decision == Decision(Fraction(17, 3), 1)
    verdict = verdict_of(jury, judging(), decision, said("5", "6", "6"))
    assert verdict.score == pytest.approx(17 / 21)
    assert "the mean counts: 17/3" in verdict.reason
    assert written_points(Fraction(5, 2)) == "2.5"


def test_a_verdict_says_who_gave_what():
    heard = said("3", "7", "7") + said("3", "4", "3.5", number=1)
    verdict = verdict_of(USUAL, judging(), next_step(USUAL, SEVEN, heard), heard)
    assert (verdict.outcome, verdict.score, verdict.authority) == ("graded", 3 / 7, "jury")
    assert (verdict.grader, verdict.version, verdict.flags) == ("usual", 4, ())
    assert verdict.rule == "minimum of 3"
    assert verdict.reason == (
        "Of 7 points: x 3 then 3, y 7 then 4, z 7 then 3.5; the minimum counts: 3."
    )


def test_a_verdict_that_waits_for_a_person():
    heard = said("3", None, "3")
    verdict = verdict_of(USUAL, judging(), next_step(USUAL, SEVEN, heard), heard, ["content-lost"])
    assert (verdict.outcome, verdict.score) == ("ungraded", None)
    assert verdict.flags == ("content-lost", "jury-incomplete")
    assert "y could not be read" in verdict.reason


def test_a_split_jury_is_flagged():
    heard = said("0", "7", "7") + said("0", "7", "7", number=1)
    verdict = verdict_of(USUAL, judging(), next_step(USUAL, SEVEN, heard), heard)
    assert verdict.flags == ("jury-split",)
    assert verdict.score == 0


@pytest.mark.parametrize(
    "wrong",
    [{"judges": ()}, {"judges": ("x", "x")}, {"rule": "maximum"}, {"threshold": -1},
     {"rounds": 9}, {"colour": "red"}, {"scale": 0}],
)  # fmt: skip
def test_a_jury_that_cannot_be_is_refused(wrong: dict):
    with pytest.raises(ValidationError):
        Jury.model_validate({"id": "j", "judges": ("x",), **wrong})
