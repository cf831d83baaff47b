"""What stands behind the figures: verdicts in order, transcripts, pictures; nothing withheld."""

import json
from datetime import UTC, datetime
from pathlib import Path

import pytest

from porism.core import (
    Conclusion,
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
    manifest = take_snapshot(store, tmp_path / "s")
    assert manifest.files["transcripts"].rows == 0
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


@pytest.mark.parametrize(("contents", "tables"), [("figures", 4), ("evidence", 10)])
def test_what_is_not_wanted_is_left_out(store: Store, tmp_path: Path, contents, tables):
    fill(store)
    manifest = take_snapshot(store, tmp_path / "s", contents=contents)
    assert len(manifest.files) == tables
    evidence = Evidence.of(tmp_path / "s")
    assert evidence.transcripts(["x1"]) == {}
    assert len(evidence.pictures) == (contents == "evidence")
