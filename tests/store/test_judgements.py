"""Rubrics, juries and opinions in the store, on both databases."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal
from fractions import Fraction

import pytest

from porism.core import (
    Attempt,
    Cell,
    Conclusion,
    Consultation,
    Effort,
    Exchange,
    Judging,
    Noun,
    Opinion,
    PartMark,
    Rubric,
    RubricPart,
    RubricPath,
    Sworn,
    Transcript,
    Usage,
    Verdict,
    assistant,
    user,
)
from porism.errors import StoreError, UnknownName
from porism.store import Judgements, Store

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
CELL = Cell(benchmark="b", problem="p", revision=1, model="m", asks="a", prompt="q", number=1)
EFFORT = Effort(
    run="r", origin="live", usage=Usage(input=5, output=7), cost_usd=Decimal("0.012"),
    started_at=NOW, duration_s=1.5,
)  # fmt: skip
SAID = Transcript(
    origin="live",
    messages=(user("Mark it."), assistant("Five. \0")),
    exchanges=(
        Exchange(
            url="u", request=b"\xff", response=b"\0", status=200, started_at=NOW, duration_s=1
        ),
    ),
)


class AnyJury(Noun):
    """Stands for a definition."""

    judges: tuple[str, ...]


def rubric(text: str = "Shows it.", **changes: object) -> Rubric:
    part = RubricPart(id="a", text=text, points=Decimal(7))
    facts = {"benchmark": "b", "problem": "p", "points": Decimal(7), "author": "Ann"}
    return Rubric.model_validate(
        {**facts, "paths": (RubricPath(id="1", parts=(part,)),), **changes}
    )


def judging(version: int, name: str = "j1", **changes: object) -> Judging:
    judges = (Sworn(model="x", asks="0"), Sworn(model="y", asks="1"))
    facts = {"task": "proof", "jury": "usual", "points": Decimal(7), "judges": judges}
    return Judging.model_validate(
        {"id": name, "attempt": "t", "jury_version": version, **facts, **changes}
    )


def opinion(judge: str, points: str | None, number: int = 0, **changes: object) -> Opinion:
    given = None if points is None else Decimal(points)
    facts = {"judging": "j1", "attempt": "t", "judge": judge, "round": number, "points": given}
    name = f"{judge}{number}{points}"
    return Opinion.model_validate({"id": name, **facts, "took": EFFORT, **changes})


@pytest.fixture
def judgements(any_store: Store) -> Judgements:
    any_store.start_run("r", CELL)
    any_store.add_cells([CELL])
    attempt = Attempt(
        id="t", cell=CELL.digest(), run="r", benchmark="b", problem="p", model="m", number=1,
        origin="live", ending="answered", started_at=NOW, duration_s=1,
    )  # fmt: skip
    any_store.add_attempt(attempt, SAID).result()
    return Judgements(any_store)


def test_a_rubric_has_versions_that_its_text_makes(judgements: Judgements):
    assert judgements.rubric("b", "p") is None
    first = judgements.add_rubric(rubric(version=9))
    assert first.version == 1
    assert judgements.add_rubric(rubric(author="Bo")).version == 1
    second = judgements.add_rubric(rubric("Shows it well."))
    assert second.version == 2
    assert judgements.rubric("b", "p") == second
    assert [one.author for one in judgements.rubric_versions("b", "p")] == ["Bo", "Ann"]
    assert judgements.add_rubric(rubric(problem="q")).version == 1
    assert judgements.rubrics("b") == {"p": second, "q": rubric(problem="q")}
    assert judgements.rubrics("c") == {}


def test_only_what_a_person_approved_is_approved(judgements: Judgements):
    judgements.add_rubric(rubric())
    assert judgements.rubric("b", "p", approved=True) is None
    approved = judgements.approve_rubric("b", "p", 1, "Cy")
    assert (approved.state, approved.version, approved.author) == ("approved", 1, "Ann")
    judgements.add_rubric(rubric("Shows more."))
    assert judgements.rubric("b", "p", approved=True) == approved
    judgements.add_rubric(rubric())  # the old text again is a new version, and a draft
    assert [one.state for one in judgements.rubric_versions("b", "p")] == [
        "approved", "draft", "draft",
    ]  # fmt: skip
    with pytest.raises(UnknownName, match="no version of the rubric of p is called '7'"):
        judgements.approve_rubric("b", "p", 7, "Cy")
    with pytest.raises(StoreError, match="at version 3 by now, not 2"):
        judgements.approve_rubric("b", "p", 2, "Cy")


def test_two_who_edit_a_rubric_at_once_do_not_overwrite_each_other(judgements: Judgements):
    judgements.add_rubric(rubric(), after=0)
    judgements.add_rubric(rubric("One."), after=1)
    with pytest.raises(StoreError, match="make your changes again"):
        judgements.add_rubric(rubric("Two."), after=1)
    assert judgements.rubric("b", "p") == rubric("One.", version=2)


def test_a_changed_jury_has_another_version(judgements: Judgements):
    usual, changed = AnyJury(judges=("x", "y")), AnyJury(judges=("x", "z"))
    assert judgements.jury_version("usual", usual) == 1
    assert judgements.jury_version("usual", usual) == 1
    assert judgements.jury_version("usual", changed) == 2
    assert judgements.jury_version("usual", usual) == 1
    assert judgements.juries("usual") == {1: usual.to_json(), 2: changed.to_json()}


def test_opinions_come_back_by_judging_with_what_was_said(judgements: Judgements):
    version = judgements.jury_version("usual", AnyJury(judges=("x", "y")))
    for _ in range(2):
        judgements.add_judging(judging(version)).result()
    marks = (PartMark(part="a", points=Decimal("2.5"), reason="half"),)
    given = [
        opinion("x", "2.5", parts=marks, reason="\0"),
        opinion("y", None, failure="no block"),
        opinion("x", "3", 1),
    ]
    for one in given:
        judgements.add_opinion(one, SAID).result()
    [under_way] = judgements.judged("t")
    assert under_way == (judging(version), tuple(given), None)
    assert judgements.opinion_transcript(opinion("x", "2.5")) == SAID
    assert judgements.opinion_transcript(opinion("z", "7")) is None
    again = opinion("y", "7")
    judgements.add_opinion(again, SAID).result()
    assert judgements.opinions("t") == (given[0], again, given[2])
    assert judgements.judged_of("b") == judgements.judged("t")
    assert judgements.judged_of("c") == ()


def test_what_was_asked_is_found_again_in_another_judging(judgements: Judgements):
    version = judgements.jury_version("usual", AnyJury(judges=("x", "y")))
    for name in ("j1", "j2"):
        judgements.add_judging(judging(version, name)).result()
    unread = opinion("x", None, asked="q", failure="no block")
    said = opinion("x", "3", asked="q", took=EFFORT)
    for one in (unread, said, opinion("y", "4", asked="q")):
        judgements.add_opinion(one, SAID).result()
    assert judgements.same_opinion("t", "x", "q") == said
    assert judgements.same_opinion("t", "x", "other") is None
    assert judgements.same_opinion("other", "x", "q") is None
    again = said.model_copy(update={"id": "again", "judging": "j2", "repeats": said.id})
    judgements.add_opinion(again, None).result()
    assert judgements.same_opinion("t", "x", "q") == said
    assert judgements.opinion_transcript(again) == SAID


def test_a_conclusion_comes_with_its_verdict_or_not_at_all(
    judgements: Judgements, any_store: Store
):
    version = judgements.jury_version("usual", AnyJury(judges=("x",)))
    judgements.add_judging(judging(version)).result()
    said = Verdict(
        outcome="graded", score=0.5, reason="r", authority="jury", grader="usual", version=version
    )
    ended = Conclusion(judging="j1", points=Fraction(7, 2), rounds=2)
    judgements.conclude("t", ended, said).result()
    assert judgements.judged("t")[0].conclusion == ended
    assert any_store.verdicts("t") == (said,)
    with pytest.raises(StoreError):
        judgements.conclude("t", Conclusion(judging="unknown", points=None), said).result()
    assert any_store.verdicts("t") == (said,)


def test_the_newest_judging_comes_first(any_store: Store, judgements: Judgements):
    version = judgements.jury_version("usual", AnyJury(judges=("x",)))
    moments = iter(NOW + timedelta(seconds=n) for n in range(4))
    any_store.clock = lambda: next(moments)
    for name in ("j2", "j1", "j3"):
        judgements.add_judging(judging(version, name)).result()
    assert [one.judging.id for one in judgements.judged("t")] == ["j3", "j1", "j2"]


def test_two_runners_do_not_hold_one_judging(any_store: Store, judgements: Judgements):
    ttl = timedelta(minutes=2)
    assert judgements.take(["j1", "j2"], "one", ttl).result() == ["j1", "j2"]
    assert judgements.take(["j2", "j3"], "two", ttl).result() == ["j3"]
    any_store.release("one", ["j2"]).result()
    assert judgements.take(["j1", "j2"], "two", ttl).result() == ["j2"]
    any_store.clock = lambda: NOW + timedelta(days=9999)
    assert judgements.take(["j1"], "two", ttl).result() == ["j1"]


@pytest.mark.parametrize("attempt", ["t", ""])
def test_a_consultation_comes_back(judgements: Judgements, attempt: str):
    made = Consultation(
        id="c", purpose="rewriting", benchmark="b", problem="p", attempt=attempt, model="m",
        asks="0", text="Proof.", took=EFFORT,
    )  # fmt: skip
    assert judgements.consultation("c") is None
    judgements.add_consultation(made, SAID).result()
    assert judgements.consultation("c") == made
    assert judgements.consultations("b") == {"c": made}
    assert judgements.consultations("c") == {}
    assert judgements.consultation_transcript("c") == SAID


def test_names_stand_once_in_a_rubric():
    part = RubricPart(id="a", text="t", points=Decimal(7))
    paths = (RubricPath(id="1", parts=(part,)), RubricPath(id="2", parts=(part,)))
    with pytest.raises(ValueError, match="the id 'a' is there twice"):
        rubric(paths=paths)
