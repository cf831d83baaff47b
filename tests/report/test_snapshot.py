"""Snapshots: the same bytes, the store of a day, nothing that is withheld, no damage unseen."""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from porism.core import FinalAnswer, JsonObject, Problem, Provenance, Revision, Verdict
from porism.errors import ConfigurationError, DefinitionError, StoreError
from porism.report import results
from porism.report.snapshot import read_snapshot, take_snapshot
from porism.store import Store
from tests.report.test_results import NOW, PLAIN, Filled


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = datetime(2026, 11, 30, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def store(tmp_path: Path, clock: Clock):
    with Store(tmp_path / "store.db", clock=clock) as opened:
        yield opened


@pytest.fixture
def freeze(store: Store, tmp_path: Path) -> Callable:
    def take(as_of: datetime | None = None, name: str = "snapshot"):
        take_snapshot(store, tmp_path / name, as_of)
        return read_snapshot(tmp_path / name)

    return take


def bytes_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_the_same_store_gives_the_same_bytes(store: Store, freeze, tmp_path: Path):
    filled = Filled(store, PLAIN)
    for n in range(40):
        filled.add(n % 2, str(1 + n % 2), model="mn"[n % 3 > 0])
    freeze(name="a")
    freeze(name="b")
    assert bytes_of(tmp_path / "a") == bytes_of(tmp_path / "b")
    freeze(name="a")  # once more over itself is no fault
    filled.add(1)
    with pytest.raises(ConfigurationError, match="is there already"):
        freeze(name="a")
    assert not list(tmp_path.glob(".snapshot-*"))


def test_a_later_day_changes_nothing_of_an_earlier_one(store: Store, freeze, clock, tmp_path):
    filled = Filled(store, PLAIN)
    filled.add(0)
    filled.add("truncated")
    day = NOW + timedelta(hours=1)
    before = freeze(day, "before")
    clock.now += timedelta(days=1)
    person = Verdict(outcome="graded", score=1, reason="!", authority="person", grader="ann")
    store.add_verdict("x1", person).result()
    filled.add(1, started_at=NOW + timedelta(days=1))
    filled.add(1, started_at=NOW, duration_s=7200)
    store.record(
        store.benchmarks()["b"].model_copy(update={"name": "renamed"}),
        [PLAIN[0].model_copy(update={"withdrawn": "ambiguous"}), PLAIN[1]],
    )
    store.add_mark("m", "unstable", "fails", "runner").result()
    freeze(day, "again")
    assert bytes_of(tmp_path / "before") == bytes_of(tmp_path / "again")
    assert before.attempts["attempt"].to_list() == ["x1", "x2"]
    assert before.attempts["authority"].to_list() == ["grader", None]
    after = freeze(name="after")
    assert after.attempts.height == 4
    assert after.attempts.row(0, named=True)["authority"] == "person"
    assert (after.benchmarks["b"].name, before.benchmarks["b"].name) == ("renamed", "b")
    assert (after.unstable, before.unstable) == ({"m": "fails"}, {})
    assert (after.attempts["stands"].sum(), before.attempts["stands"].sum()) == (0, 2)


def test_before_anything_was_imported_there_is_nothing(store: Store, freeze):
    Filled(store, PLAIN).add(1, started_at=NOW - timedelta(days=300))
    empty = freeze(NOW - timedelta(days=1))
    assert (empty.attempts.height, empty.models) == (0, {})


def test_an_empty_store_is_told(freeze):
    with pytest.raises(StoreError, match="nothing has been asked"):
        freeze()


def test_scores_follow_the_policy_and_standings_those_of_the_table_of_results(store: Store, freeze):
    filled = Filled(store, PLAIN, scoring={"refused": "missing"})
    for outcome in (1, 0.5, "truncated", "refused", "empty", "unparsed", "failed", "ungraded"):
        filled.add(outcome)
    filled.add(0, asks="older", started_at=NOW)
    filled.add(1, asks="newer", started_at=NOW)
    rows = freeze().attempts.rows_by_key("outcome", named=True, include_key=True)
    score = {name: found[0]["score"] for name, found in rows.items()}
    assert [row["score"] for row in rows["graded"]] == [1, 0.5, 0, 1]
    wrong, missing = ("truncated", "empty", "unparsed"), ("refused", "failed", "ungraded")
    assert score == {"graded": 1} | dict.fromkeys(wrong, 0) | dict.fromkeys(missing)
    [result] = results(store)
    standing = [row for found in rows.values() for row in found if row["stands"]]
    assert [row["asks"] for row in standing] == ["newer"]
    assert len(standing) == result.attempts


def test_attempts_at_a_text_that_was_corrected_since_do_not_stand(store: Store, freeze):
    made = NOW.date()
    corrected = [
        Revision(number=2, effect="substantive", why="the answer was wrong", made=made),
        Revision(number=3, effect="cosmetic", why="a comma", made=made),
    ]
    filled = Filled(store, [PLAIN[0].model_copy(update={"revisions": tuple(corrected)})])
    for revision in (1, 2, 3):
        filled.add(1, revision=revision)
    snapshot = freeze()
    assert snapshot.attempts.select("revision", "stands").rows() == [
        (1, False),
        (2, True),
        (3, True),
    ]
    assert snapshot.problems.row(0, named=True)["owed_since_revision"] == 2


@pytest.mark.parametrize("withheld", [True, False])
def test_what_gives_away_a_withheld_reference_is_left_out(store: Store, freeze, tmp_path, withheld):
    secret = Problem(
        id="1",
        statement="What is it?",
        reference=FinalAnswer(answer="SECRET-1"),
        sketch="SECRET-2",
        provenance=Provenance(details=JsonObject({"gold": "SECRET-3"})),
        revisions=(Revision(number=2, effect="cosmetic", why="SECRET-4", made=NOW.date()),),
    )
    filled = Filled(store, [secret], withheld=withheld)
    filled.add("ungraded")
    reading = {"extracted": "SECRET-5", "reading": "SECRET-6", "reference_reading": "SECRET-7"}
    verdict = Verdict(
        outcome="graded", score=1, reason="SECRET-8", grader="r", version=2, **reading
    )
    store.add_verdict("x1", verdict).result()
    snapshot = freeze()
    text = json.dumps(
        [table.to_dicts() for table in (snapshot.problems, snapshot.attempts)], default=str
    )
    shown = {n for n in range(1, 9) if f"SECRET-{n}" in text}
    assert shown == (set() if withheld else {1, 2, 3, 4, 5})
    assert "What is it?" in text
    assert snapshot.manifest.withheld == (("b",) if withheld else ())


def damage(folder: Path, what: str) -> None:
    manifest, table = folder / "manifest.json", folder / "attempts.parquet"
    value = json.loads(manifest.read_text())
    match what:
        case "older":
            manifest.write_text(json.dumps(value | {"schema_version": 0}))
        case "other":
            manifest.write_text(json.dumps({"format": "zip"}))
        case "torn":
            manifest.write_text(manifest.read_text()[:50])
        case "list":
            manifest.write_text("[]")
        case "key":
            manifest.write_text(json.dumps(value | {"as_of": "soon"}))
        case "byte":
            data = bytearray(table.read_bytes())
            data[len(data) // 2] ^= 1
            table.write_bytes(data)
        case "missing":
            table.unlink()
        case "unlisted":
            value["files"].pop("attempts")
            manifest.write_text(json.dumps(value))
        case "none":
            manifest.unlink()


@pytest.mark.parametrize(
    ("what", "complaint"),
    [
        ("older", "schema version 0, but this Porism reads 1"),
        ("other", "not the manifest of a snapshot"),
        ("torn", "not JSON"),
        ("list", "not a JSON object"),
        ("key", "as_of"),
        ("byte", "attempts.parquet: damaged or changed"),
        ("missing", "attempts.parquet: the snapshot is incomplete"),
        ("unlisted", "attempts.parquet: the snapshot is incomplete"),
        ("none", "no snapshot: it has no manifest.json"),
    ],
)
def test_damage_is_seen_and_told(store: Store, freeze, tmp_path, what, complaint):
    Filled(store, PLAIN).add(1)
    freeze()
    damage(tmp_path / "snapshot", what)
    with pytest.raises(DefinitionError, match=complaint):
        read_snapshot(tmp_path / "snapshot")


def test_a_place_that_cannot_be_written_is_told(store: Store, tmp_path):
    Filled(store, PLAIN).add(1)
    (tmp_path / "file").write_text("")
    with pytest.raises(ConfigurationError, match="file"):
        take_snapshot(store, tmp_path / "file" / "snapshot")
    with pytest.raises(ConfigurationError, match="is there already"):
        take_snapshot(store, tmp_path / "file")


def test_postgresql_gives_the_same_tables(postgres: str, store: Store, freeze, tmp_path, clock):
    with Store(postgres, clock=clock) as other:
        for one in (store, other):
            filled = Filled(one, PLAIN)
            filled.add(0, cost_usd="0.1")
            filled.add("failed", model="n")
        take_snapshot(other, tmp_path / "other")
    ours, theirs = freeze(), read_snapshot(tmp_path / "other")
    assert ours.attempts.equals(theirs.attempts)
    assert ours.manifest == theirs.manifest
