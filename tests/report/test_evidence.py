"""What stands behind the figures: verdicts in order, transcripts, pictures; nothing withheld."""

import json
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import pytest

from porism.core import (
    Conclusion,
    Consultation,
    Effort,
    FinalAnswer,
    Image,
    Judging,
    Opinion,
    PartMark,
    Problem,
    Sworn,
    Transcript,
    Verdict,
    assistant,
    user,
)
from porism.errors import StoreError
from porism.report.snapshot import (
    Evidence,
    evidence_tables,
    read_transcript,
    take_snapshot,
    transcript_text,
)
from porism.store import Judgements, Store
from tests.report.test_results import Filled

PICTURE = Image(media_type="image/png", data=b"\x89PNG a picture")


@pytest.fixture
def store(tmp_path: Path):
    with Store(tmp_path / "store.db", clock=lambda: datetime(2026, 11, 30, tzinfo=UTC)) as opened:
        yield opened


def said(text: str) -> Transcript:
    return Transcript(origin="fake", messages=(user("What?", PICTURE), assistant(text)))


def fill(store: Store, count: int = 3, **changes: object) -> None:
    problem = Problem(id="1", images=(PICTURE,), reference=FinalAnswer(answer="SECRET"))
    filled = Filled(store, [problem], **changes)
    for n in range(count):
        filled.add(0, transcript=said(f"the answer is SECRET {n}"))
    person = Verdict(
        outcome="graded", score=1, extracted="SECRET", reading="SECRET", authority="person",
        reference_reading="SECRET", reason="it is SECRET", grader="ann",
    )  # fmt: skip
    store.add_verdict("x1", person).result()


def test_verdicts_come_in_the_order_in_which_they_were_said(store: Store, tmp_path: Path):
    fill(store)
    take_snapshot(store, tmp_path / "s")
    table = Evidence.of(tmp_path / "s").table("verdicts")
    assert table.filter(attempt="x1").select("authority", "grader", "score").rows() == [
        ("grader", "rules", 0),
        ("person", "ann", 1),
    ]


@pytest.mark.parametrize("shard", [1, 10**9])
def test_transcripts_come_back_whatever_file_they_are_in(store, tmp_path, monkeypatch, shard):
    monkeypatch.setattr(evidence_tables, "SHARD_BYTES", shard)
    fill(store)
    manifest = take_snapshot(store, tmp_path / "s")
    assert sum(name.startswith("transcripts-") for name in manifest.files) == (
        3 if shard == 1 else 1
    )
    evidence = Evidence.of(tmp_path / "s")
    blobs = evidence.transcripts(["x2", "x3", "nothing-such"])
    assert sorted(blobs) == ["x2", "x3"]
    found = read_transcript(transcript_text(blobs["x2"]), evidence.pictures)
    assert (found.answer, found.messages[0].parts[1].image) == ("the answer is SECRET 1", PICTURE)
    lost = read_transcript(transcript_text(blobs["x3"]), {})
    assert lost.messages[0].parts[1].image.data == b""
    damaged = transcript_text(blobs["x2"][:-9])
    with pytest.raises(StoreError, match="cannot be read"):
        read_transcript(damaged, {})


def test_a_withheld_reference_is_in_no_file(store: Store, tmp_path: Path):
    fill(store, withheld=True)
    judge(store)
    rewrite(store, "SECRET, as $1=1$.")
    manifest = take_snapshot(store, tmp_path / "s")
    assert manifest.files["transcripts"].rows == manifest.files["rewritings"].rows == 0
    assert manifest.files["opinions"].rows == 4
    evidence = Evidence.of(tmp_path / "s")
    for name in manifest.files:
        rows = evidence.table(name).rows()
        assert "SECRET" not in repr(rows), name


def judge(store: Store, attempt: str = "x1") -> None:
    sworn = (Sworn(model="strict", asks="a"), Sworn(model="kind", asks="b"))
    judging = Judging(
        id="j", attempt=attempt, task="proof", jury="two", jury_version=1, judges=sworn, points=7
    )
    took = Effort(run="r", origin="fake", started_at=store.clock(), duration_s=1)
    kept = Judgements(store)
    kept.jury_version("two", Sworn(model="any", asks="noun"))
    kept.add_judging(judging).result()
    for n, (name, points) in enumerate([("strict", 3), ("kind", None)]):
        mark = PartMark(part="a", points=3, reason="as SECRET shows")
        opinion = Opinion(
            id=f"o{n}", judging="j", attempt=attempt, judge=name, round=0, points=points,
            parts=(mark,), reason="SECRET is shown", took=took,
            failure="" if points else "no points in SECRET",
        )  # fmt: skip
        kept.add_opinion(opinion, said("3")).result()
    kept.conclude(attempt, Conclusion(judging="j", points="5/2")).result()


def test_what_each_judge_said_is_kept_with_what_came_of_it(store: Store, tmp_path: Path):
    fill(store)
    judge(store)
    take_snapshot(store, tmp_path / "s")
    table = Evidence.of(tmp_path / "s").table("opinions")
    columns = ("attempt", "jury", "judge", "round", "points", "of", "came_to", "failure")
    assert table.select(*columns).rows() == [
        ("x1", "two", "strict", 0, 3, 7, 2.5, ""),
        ("x1", "two", "kind", 0, None, 7, 2.5, "no points in SECRET"),
    ]
    assert PartMark(**json.loads(table["parts"][0])[0]).reason == "as SECRET shows"


def test_that_a_jury_came_to_no_mark_may_be_the_last_word_of_a_store(tmp_path: Path):
    seconds = count()
    start = datetime(2026, 12, 1, tzinfo=UTC)
    with Store(tmp_path / "store.db", clock=lambda: start + timedelta(seconds=next(seconds))) as at:
        fill(at)
        judge(at)
        take_snapshot(at, tmp_path / "s")
    assert set(Evidence.of(tmp_path / "s").table("opinions")["concluded"]) == {True}


def rewrite(store: Store, text: str, failure: str = "") -> None:
    """The same attempt before a jury for which it was rewritten, and a check of that."""
    kept = Judgements(store)
    [judged] = kept.judged("x1")
    took = judged.opinions[0].took
    made = Consultation(
        id="made", purpose="rewriting", benchmark="b", problem="1", attempt="x1", model="scribe",
        asks="a", text=text, failure=failure, took=took,
    )  # fmt: skip
    kept.add_consultation(made, said(text)).result()
    for task, seen in (("content", {"rewriting": "made"}), ("proof", {"declined": "made"})):
        facts = {"id": task, "task": task, **seen}
        kept.add_judging(judged.judging.model_copy(update=facts)).result()
        facts = {"id": f"o-{task}", "judging": task, "judge": f"the-{task}-judge"}
        kept.add_opinion(judged.opinions[0].model_copy(update=facts), said("3")).result()


def test_a_rewritten_proof_is_kept_with_what_its_checks_found(store: Store, tmp_path: Path):
    fill(store)
    judge(store)
    rewrite(store, "The answer is SECRET, as $1=1$.")
    take_snapshot(store, tmp_path / "s")
    evidence = Evidence.of(tmp_path / "s")
    tasks = evidence.table("opinions").select("judging", "task").unique().sort("judging")
    assert tasks.rows() == [("content", "content"), ("j", "proof"), ("proof", "proof")]
    [row] = evidence.table("rewritings").rows(named=True)
    assert json.loads(row.pop("found")) == [
        {"said": "1 of 1 numbers are lost: 0", "reason": ""},
        {"said": "1 of 1 formulas are new: 1=1", "reason": ""},
        {"said": "1 of 1 numbers are new: 1", "reason": ""},
        {"said": "the-content-judge says that it is the same.", "reason": "SECRET is shown"},
    ]
    assert row == {
        "attempt": "x1", "judging": "proof", "by": "scribe", "judged": False,
        "text": "The answer is SECRET, as $1=1$.",
    }  # fmt: skip


def test_a_proof_that_could_not_be_rewritten_says_why(store: Store, tmp_path: Path):
    fill(store)
    judge(store)
    rewrite(store, "", "the text is empty")
    take_snapshot(store, tmp_path / "s")
    [found] = Evidence.of(tmp_path / "s").table("rewritings")["found"]
    assert json.loads(found)[0]["said"] == "Nothing came of it: the text is empty."


@pytest.mark.parametrize(("contents", "tables"), [("figures", 4), ("evidence", 10)])
def test_what_is_not_wanted_is_left_out(store: Store, tmp_path: Path, contents, tables):
    fill(store)
    manifest = take_snapshot(store, tmp_path / "s", contents=contents)
    assert len(manifest.files) == tables
    evidence = Evidence.of(tmp_path / "s")
    assert evidence.transcripts(["x1"]) == {}
    assert len(evidence.pictures) == (contents == "evidence")
