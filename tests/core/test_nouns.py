from datetime import UTC, datetime
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from porism import core
from porism.core import (
    Attempt,
    Benchmark,
    Cell,
    Endpoint,
    Exchange,
    FinalAnswer,
    Folder,
    Image,
    JsonObject,
    Model,
    Noun,
    Price,
    Problem,
    Revision,
    Settings,
    Transcript,
    Usage,
    Verdict,
    assistant,
    user,
)

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
PICTURE = Image(media_type="image/png", data=b"\x89PNG\xff\x00")
CELL = Cell(benchmark="b", problem="p", revision=1, model="m", asks="a", prompt="q", number=1)
EXAMPLES: tuple[Noun, ...] = (
    CELL,
    PICTURE,
    Problem(
        id="1", statement="Was ist $1+1$?", images=(PICTURE,), reference=FinalAnswer(answer="2")
    ),
    Benchmark(
        id="b",
        name="B",
        kind="final_answer",
        published=NOW.date(),
        description="d",
        prompt="boxed",
        problems=Folder(),
    ),
    Model(
        id="m",
        name="M",
        endpoint=Endpoint(
            protocol="fake", model="m", options=JsonObject({"skill": [1, {"a": None}]})
        ),
        price=Price(input=Decimal("0.10"), output=Decimal("2.5")),
    ),
    Transcript(
        origin="live",
        messages=(user("q", PICTURE), assistant("a", thinking="t")),
        exchanges=(
            Exchange(
                url="http://x",
                request=b"\xff{}",
                response=b"\x00",
                status=200,
                started_at=NOW,
                duration_s=1,
            ),
        ),
    ),
    Attempt(
        id="x",
        cell=CELL.digest(),
        run="r",
        benchmark="b",
        problem="p",
        model="m",
        number=1,
        origin="live",
        ending="answered",
        cost_usd=Decimal("0.000001"),
        started_at=NOW,
        duration_s=1.5,
    ),
    Verdict(outcome="graded", score=1, reason="equal", grader="rules", flags=("near-miss",)),
)


@pytest.mark.parametrize("noun", EXAMPLES, ids=lambda n: type(n).__name__)
def test_nouns_are_hashable_frozen_and_round_trip(noun: Noun):
    again = type(noun).from_json(noun.to_json())
    assert again == noun
    assert hash(again) == hash(noun)
    assert again.digest() == noun.digest()
    with pytest.raises(ValidationError, match="frozen"):
        setattr(noun, next(iter(type(noun).model_fields)), None)
    with pytest.raises(ValidationError, match="Extra inputs"):
        type(noun).model_validate({**noun.model_dump(), "colour": "red"})


def test_the_public_face_is_what_is_visible():
    visible = {n for n in vars(core) if not n.startswith("_")}
    modules = {
        "attempt", "batch", "benchmark", "claim", "decision", "harvest", "judging", "message",
        "model", "noun", "preprint", "problem", "reviewer", "rubric", "theorem", "verdict",
    }  # fmt: skip
    assert visible - modules == set(core.__all__)


def test_digests_do_not_depend_on_spelling_out_defaults_or_key_order():
    short = Settings(temperature=0.5)
    long = Settings.model_validate({"extra_body": {}, "top_p": None, "temperature": 0.5})
    assert short.digest() == long.digest()
    one = Settings(extra_body=JsonObject({"a": 1, "b": 2}))
    other = Settings(extra_body=JsonObject({"b": 2, "a": 1}))
    assert one == other
    assert one.digest() == other.digest() != short.digest()


def test_a_json_object_cannot_be_changed_from_outside():
    inner = {"list": [1]}
    value = JsonObject(inner)
    inner["list"].append(2)
    value["list"].append(3)
    assert value == {"list": [1]}


@given(st.tuples(*[st.none() | st.integers(0, 10**9)] * 2), st.none() | st.integers(0, 10**9))
def test_usage_adds_without_inventing(inputs: tuple[int | None, int | None], output: int | None):
    a, b = inputs
    total = Usage(input=a, output=output) + Usage(input=b)
    assert total.input == (None if a is None and b is None else (a or 0) + (b or 0))
    assert total.output == output
    assert total.reasoning is None


def test_what_an_attempt_is_owed_for_depends_on_substantive_revisions_only():
    def revised(*effects: str) -> Problem:
        revisions = tuple(
            Revision.model_validate({"number": n, "effect": e, "why": "typo", "made": NOW.date()})
            for n, e in enumerate(effects, start=2)
        )
        return Problem(id="p", reference=FinalAnswer(answer="1"), revisions=revisions)

    assert revised().owed_since_revision == 1
    assert revised("cosmetic").owed_since_revision == 1
    assert revised("substantive", "cosmetic").owed_since_revision == 2
    assert revised("substantive", "cosmetic").revision == 3


def test_what_a_model_is_asked_ignores_names_prices_and_time_outs():
    base = EXAMPLES[4]
    assert isinstance(base, Model)
    renamed = base.model_copy(
        update={"name": "N", "price": None, "settings": Settings(timeout_s=1)}
    )
    assert renamed.asks == base.asks
    warmer = base.model_copy(update={"settings": Settings(temperature=1)})
    assert warmer.asks != base.asks


def test_a_verdict_without_a_score_says_why():
    with pytest.raises(ValidationError, match="graded verdict has a score"):
        Verdict(outcome="graded", reason="?", grader="rules")
    with pytest.raises(ValidationError, match="graded verdict has a score"):
        Verdict(outcome="unparsed", score=0, reason="?", grader="rules")
    assert Verdict(outcome="graded", score=0.5, reason="half", grader="rules").correct is False


def test_the_answer_is_the_last_assistant_turn_without_its_reasoning():
    said = (user("q"), assistant("first"), user("box it"), assistant("second", thinking="hm"))
    assert Transcript(origin="fake", messages=said).answer == "second"
    assert said[-1].thinking == "hm"
    assert Transcript(origin="fake", messages=(user("q"),)).answer == ""


def test_only_benchmarks_from_elsewhere_may_have_no_known_day():
    [dated] = [one for one in EXAMPLES if isinstance(one, Benchmark)]
    facts = dated.model_dump(exclude={"published"})
    with pytest.raises(ValueError, match="published: missing"):
        Benchmark.model_validate(facts)
    elsewhere = {"kind": "elsewhere", "how": "imported"}
    assert Benchmark.model_validate(facts | {"problems": elsewhere}).published is None
