import base64
import contextlib
import itertools
import os
import socket
import sqlite3
import subprocess
import sys
import threading
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy import inspect, text

from porism.core import (
    Attempt,
    Benchmark,
    Cell,
    Endpoint,
    Exchange,
    FinalAnswer,
    Folder,
    Image,
    Model,
    Price,
    Problem,
    Retry,
    Revision,
    Transcript,
    Usage,
    Verdict,
    assistant,
    user,
)
from porism.errors import ConfigurationError, StoreError, UnknownName
from porism.store import Filter, Reopen, Step, Store
from porism.store.engine import HEAD, open_engine
from porism.store.schema import metadata
from porism.store.transcripts import decode, encode, images_of

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
TTL = timedelta(minutes=2)
PICTURE = Image(media_type="image/png", data=bytes(range(256)) * 40)
RIGHT = Verdict(outcome="graded", score=1, extracted="2", reason="equal", grader="rules")


def cell(number: int = 1, **changes: object) -> Cell:
    facts = {"benchmark": "b", "problem": "p", "revision": 1, "model": "m"}
    return Cell.model_validate({**facts, "asks": "a", "prompt": "q", "number": number, **changes})


def attempt(of: Cell, name: str = "x1", **changes: object) -> Attempt:
    facts = {"run": "r", "origin": "live", "ending": "answered", "duration_s": 1.5}
    place = {k: getattr(of, k) for k in ("benchmark", "problem", "model", "variant", "number")}
    return Attempt.model_validate(
        {"id": name, "cell": of.digest(), **facts, "started_at": NOW, **place, **changes}
    )


def begin(store: Store, *cells: Cell) -> None:
    store.start_run("r", RIGHT)
    store.claim(cells, "runner", TTL).result()


def test_what_is_written_comes_back(any_store: Store):
    begin(any_store, cell())
    usage = Usage(input=10, cached_input=4, output=2000, reasoning=1500)
    written = attempt(
        cell(), usage=usage, cost_usd=Decimal("0.000000000001"), retries=3, requests=4
    )
    transcript = Transcript(origin="live", messages=(user("q"), assistant("2")))
    any_store.add_attempt(written, transcript, RIGHT).result()
    assert any_store.attempt("x1") == written
    assert any_store.transcript("x1") == transcript
    assert any_store.verdicts("x1") == (RIGHT,)
    [line] = any_store.attempts()
    assert (line.outcome, line.score, line.cost_usd) == ("graded", 1, Decimal("1E-12"))
    assert (line.started_at, line.output_tokens, line.retries) == (NOW, 2000, 3)


def test_steps_are_kept_once_and_end_with_their_attempt(any_store: Store):
    begin(any_store, cell(1), cell(2))
    step = Step("w" * 32, 0, NOW, 1.5, b'{"said": "\\u0000"}')
    for number in (1, 2):
        any_store.add_step(cell(number).digest(), step).result()
    any_store.add_step(cell().digest(), step._replace(body=b"other")).result()
    any_store.add_step(cell().digest(), step._replace(occurrence=1)).result()
    assert sorted(any_store.steps(cell().digest())) == [step, step._replace(occurrence=1)]
    any_store.add_attempt(attempt(cell()), None, had_steps=True).result()
    assert any_store.steps(cell(1).digest()) == []
    assert any_store.steps(cell(2).digest()) == [step]


def test_a_person_stands_over_a_jury_over_a_newer_grader(any_store: Store):
    begin(any_store, cell())
    said = [
        RIGHT.model_copy(update={"authority": a, "version": v, "score": s})
        for a, v, s in [
            ("person", 1, 0.9),
            ("jury", 1, 0.5),
            ("grader", 2, 0.2),
            ("grader", 10, 0.3),
            ("imported", 1, 0.0),
        ]
    ]
    for order in itertools.islice(itertools.permutations(said), 0, 120, 17):
        name = f"x{order[0].score}{order[1].score}{order[2].score}{order[3].score}"
        any_store.add_attempt(attempt(cell(), name), None, *order).result()
        assert any_store.verdicts(name)[0].authority == "person"
        assert [v.score for v in any_store.verdicts(name)] == [0.9, 0.5, 0.3, 0.2, 0.0]
    assert {line.score for line in any_store.attempts(Filter(superseded=True))} == {0.9}


def test_the_newest_attempt_that_did_not_fail_stands_whatever_the_clock_says(any_store: Store):
    begin(any_store, cell())
    yesterday = NOW - timedelta(days=1)
    for name, ending, when in [
        ("x1", "truncated", NOW),
        ("x2", "answered", yesterday),
        ("x3", "failed", NOW),
    ]:
        made = attempt(cell(), name, ending=ending, started_at=when)
        any_store.add_attempt(made, None).result()
    assert [line.id for line in any_store.attempts()] == ["x2"]
    assert any_store.count(Filter(superseded=True)) == 3
    assert [x.outcome for x in any_store.attempts()] == ["ungraded"]


def test_lists_filter_and_page(any_store: Store):
    wanted = [cell(n) for n in range(1, 13)]
    begin(any_store, *wanted)
    flagged = RIGHT.model_copy(update={"flags": ("near-miss", "guessed"), "score": 0.0})
    for n, one in enumerate(wanted):
        verdict = flagged if n % 3 == 0 else RIGHT
        any_store.add_attempt(attempt(one, f"x{n}"), None, verdict).result()
    assert [x.id for x in any_store.attempts(Filter(flag="near-miss"))] == ["x0", "x3", "x6", "x9"]
    assert [x.id for x in any_store.attempts(Filter(limit=2))] == ["x0", "x1"]
    assert any_store.count(Filter(outcome="graded", model="m", benchmark="b")) == 12
    assert any_store.count(Filter(model="other")) == 0
    assert any_store.spent("b").attempts == 12


def test_an_attempt_is_found_by_the_beginning_of_its_id(store: Store):
    begin(store, cell())
    for name in ("abc1", "abc2", "abc"):
        store.add_attempt(attempt(cell(), name), None).result()
    assert store.attempt("abc1").id == "abc1"
    assert store.attempt("abc").id == "abc"
    assert store.attempt("abc2").id == "abc2"
    with pytest.raises(UnknownName, match="abc1"):
        store.attempt("ab")
    with pytest.raises(UnknownName):
        store.attempt("%")


def test_two_runners_are_never_granted_the_same_cell(any_store: Store):
    wanted = [cell(n) for n in range(1, 201)]
    begin(any_store)
    granted: list[frozenset[str]] = []

    def take(runner: str) -> None:
        slices = [wanted[i : i + 10] for i in range(0, 200, 10)]
        granted.extend(any_store.claim(some, runner, TTL).result().granted for some in slices)

    threads = [threading.Thread(target=take, args=(f"runner{n}",)) for n in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    everything = [digest for claim in granted for digest in claim]
    assert len(everything) == len(set(everything)) == 200


def test_a_lease_ends_when_it_expires_is_given_back_or_its_cell_is_finished(any_store: Store):
    now = [NOW]
    any_store.clock = lambda: now[0]
    one, two = cell(1), cell(2)
    begin(any_store, one, two)
    assert not any_store.claim([one, two], "other", TTL).result().granted
    any_store.renew("runner", TTL * 3).result()
    now[0] += TTL * 2
    assert any_store.claim([one, two], "other", TTL).result().taken([one, two]) == 2
    any_store.release("runner", [one.digest()]).result()
    assert any_store.claim([one, two], "other", TTL).result().granted == {one.digest()}
    now[0] += TTL * 9
    any_store.add_attempt(attempt(two), None).result()
    claim = any_store.claim([one, two], "third", TTL).result()
    assert (claim.granted, claim.finished) == ({one.digest()}, {two.digest()})


def test_the_leases_of_a_process_that_died_here_are_void_at_once(any_store: Store):
    with subprocess.Popen([sys.executable, "-c", ""]) as dead:
        dead.wait()
    here = socket.gethostname()
    for holder, granted in [
        (f"run@{here}:{dead.pid}", True),
        (f"run@{here}:{os.getpid()}", False),
        (f"run@elsewhere:{dead.pid}", False),
        ("run", False),
    ]:
        one = cell(hash(holder) % 10**6 + 1)
        any_store.claim([one], holder, TTL).result()
        assert bool(any_store.claim([one], "another", TTL).result().granted) is granted


def test_redo_reopens_only_what_ended_that_way_before(any_store: Store):
    cells = {e: cell(n) for n, e in enumerate(("answered", "failed", "truncated"), start=1)}
    begin(any_store, *cells.values())
    for ending, one in cells.items():
        any_store.add_attempt(attempt(one, ending, ending=ending), None).result()

    def owed(redo: str, before: datetime = NOW + TTL) -> set[str]:
        done = any_store.finished(list(cells.values()), Reopen(redo, before))
        return {ending for ending, one in cells.items() if one.digest() not in done}

    assert owed("nothing") == set()
    assert owed("failed") == {"failed"}
    assert owed("truncated") == {"truncated"}
    assert owed("all") == set(cells)
    assert owed("all", before=NOW) == set()


def test_one_job_that_cannot_be_written_sinks_no_other(store: Store):
    begin(store, cell())
    promises = [store.add_attempt(attempt(cell(), f"x{n % 7}"), None) for n in range(14)]
    failed = [p for p in promises if p.exception() is not None]
    assert len(failed) == 7
    assert all(isinstance(p.exception(), StoreError) for p in failed)
    assert store.count(Filter(superseded=True)) == 7


def test_a_promise_that_nobody_waits_for_any_more_is_kept(store: Store):
    begin(store, cell(1), cell(2))
    promise = store.add_attempt(attempt(cell(1)), None)
    assert not promise.cancel()
    store.add_attempt(attempt(cell(2), "x2"), None).result()
    assert store.count() == 2


def test_a_fault_in_a_job_is_its_callers_and_the_writer_lives_on(store: Store):
    with pytest.raises(ZeroDivisionError):
        store.writer.run(lambda _: 1 / 0).result()
    store.add_mark("m", "unstable", "x", "y").result()
    assert store.unstable()


def test_nothing_is_written_after_closing(tmp_path: Path):
    store = Store(tmp_path / "store.db")
    store.close()
    with pytest.raises(StoreError, match="closed"):
        store.add_attempt(attempt(cell()), None)


def test_definitions_keep_their_history_and_come_back_with_pictures(any_store: Store):
    benchmark = Benchmark(
        id="b",
        name="B",
        kind="final_answer",
        published=NOW.date(),
        description="d",
        prompt="p",
        problems=Folder(),
    )
    first = Problem(id="1", statement="$x$", images=(PICTURE,), reference=FinalAnswer(answer="1"))
    second = Problem(id="2", statement="$y$", images=(PICTURE,), reference=FinalAnswer(answer="2"))
    any_store.record(benchmark, [first, second])
    corrected = first.model_copy(update={"reference": FinalAnswer(answer="11")})
    any_store.record(benchmark, [corrected, second])
    assert any_store.problems("b") == (corrected, second)
    any_store.record(benchmark, [first, second])
    assert any_store.problems("b") == (first, second)
    model = Model(id="m", name="M", endpoint=Endpoint(protocol="fake", model="m"))
    any_store.record_model(model)
    priced = model.model_copy(update={"price": Price(input=Decimal(1), output=Decimal(2))})
    any_store.record_model(priced)
    assert any_store.models() == {"m": priced}
    assert any_store.benchmarks() == {"b": benchmark}


def test_a_question_cannot_change_silently(store: Store):
    benchmark = Benchmark(
        id="b",
        name="B",
        kind="final_answer",
        published=NOW.date(),
        description="d",
        prompt="p",
        problems=Folder(),
    )
    problem = Problem(id="1", statement="$x$", reference=FinalAnswer(answer="1"))
    store.record(benchmark, [problem])
    changed = problem.model_copy(update={"statement": "$x+1$"})
    with pytest.raises(StoreError, match="problem 1 of b reads otherwise"):
        store.record(benchmark, [changed])
    revision = Revision(number=2, effect="substantive", why="typo", made=NOW.date())
    store.record(benchmark, [changed.model_copy(update={"revisions": (revision,)})])
    assert store.problems("b")[0].revision == 2


def test_marks_keep_a_model_out_until_someone_clears_it(store: Store):
    store.add_mark("m", "unstable", "31 % of 60 requests failed", "runner").result()
    assert store.unstable() == {"m": "31 % of 60 requests failed"}
    store.add_mark("m", "cleared", "outage over", "Ada").result()
    assert store.unstable() == {}


@given(st.binary(max_size=300), st.binary(max_size=300), st.text(max_size=100), st.booleans())
def test_transcripts_come_back_to_the_byte(request: bytes, response: bytes, said: str, seen: bool):
    images = (PICTURE,) if seen else ()
    if seen:
        request += b"data:image/png;base64," + base64.b64encode(PICTURE.data) + request
    exchange = Exchange(
        url="u", request=request, response=response, status=200, started_at=NOW, duration_s=0.25
    )
    written = Transcript(
        origin="live",
        messages=(user("q", *images), assistant(said, thinking=said)),
        exchanges=(exchange,),
        retries=(Retry(at=NOW, status=429, message="slow down", waited_s=2),),
    )
    blob = encode(written)
    assert decode(blob, images_of(written)) == written
    if seen:
        assert len(blob) < 3_000


def test_a_damaged_transcript_is_an_error_not_a_guess():
    blob = encode(Transcript(origin="live", messages=(user("q"),)))
    for broken in (blob[:-3], b"", b"\x00" * 40, blob[:9] + b"\xff" + blob[10:]):
        with pytest.raises(StoreError, match="cannot be read"):
            decode(broken, {})


def test_migrations_make_the_tables_that_the_code_expects(any_store: Store):
    from alembic.autogenerate import compare_metadata
    from alembic.config import Config
    from alembic.migration import MigrationContext
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", "porism.store:migrations")
    assert ScriptDirectory.from_config(config).get_heads() == [HEAD]
    with any_store.engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), metadata) == []
        assert set(inspect(connection).get_view_names()) == {
            "standing_attempts",
            "standing_verdicts",
        }


def foreign(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE t (x)")
    connection.close()


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"PK\x03\x04 a zip archive" * 20, "not a Porism store"),
        (b"SQLite format 3\x00" + b"\x00" * 30, "damaged|not a Porism store|another program"),
        (foreign, "another program"),
    ],
)
def test_foreign_and_torn_files_are_refused_untouched(tmp_path: Path, content, complaint):
    path = tmp_path / "store.db"
    content(path) if callable(content) else path.write_bytes(content)
    before = path.read_bytes()
    with pytest.raises(StoreError, match=complaint):
        Store(path)
    assert path.read_bytes() == before


def test_a_store_that_was_cut_off_in_the_middle_is_refused_clearly(tmp_path: Path):
    path = tmp_path / "store.db"
    with Store(path) as store:
        begin(store, *(cell(n) for n in range(1, 300)))
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    with pytest.raises(StoreError, match=r"store\.db: the file is damaged; restore"):
        read_all(path)


def read_all(path: Path) -> None:
    with Store(path) as store:
        list(store.attempts())
        store.read(lambda c: c.execute(text("SELECT count(*) FROM cells NOT INDEXED")).all())


def test_a_newer_schema_is_refused_politely(tmp_path: Path):
    path = tmp_path / "store.db"
    with Store(path) as store, store.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StoreError, match="made by a newer Porism; upgrade Porism"):
        Store(path)


@pytest.mark.parametrize("address", ["/no/such/folder/store.db", "nonsense://x/y"])
def test_places_that_cannot_be(address: str):
    with pytest.raises((StoreError, ConfigurationError), match=r"no folder|cannot be used"):
        open_engine(address)


AS_NOBODY = """
import os, sys
sys.dont_write_bytecode = True
from porism.store import Store
from porism.store.store import Attempt
from porism.errors import StoreError
os.setgid(65534); os.setuid(65534)
try:
    store = Store(sys.argv[1])
    print(store.count())
    store.add_mark("m", "unstable", "x", "y").result()
except StoreError as error:
    print(error)
"""


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root to become somebody else")
def test_a_read_only_store_says_so(tmp_path: Path):
    for folder in [tmp_path, *tmp_path.parents[:3]]:
        if folder != Path("/tmp"):
            folder.chmod(0o755)
    path = tmp_path / "store.db"
    with Store(path):
        pass
    path.chmod(0o444)
    done = subprocess.run(
        [sys.executable, "-c", AS_NOBODY, str(path)], capture_output=True, text=True, check=True
    )
    assert "store is read-only" in done.stdout or "cannot be opened" in done.stdout, done


def fill(ballast: Path) -> None:
    with contextlib.suppress(OSError), ballast.open("wb", buffering=0) as file:
        while True:
            file.write(b"x" * 4096)


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root to mount a small disk")
def test_a_full_disk_is_waited_for_and_loses_nothing(tmp_path: Path):
    disk = tmp_path / "disk"
    disk.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", disk], check=True)
    try:
        with Store(disk / "store.db", patience_s=30) as store:
            begin(store, *(cell(n) for n in range(1, 4)))
            ballast = disk / "ballast"
            fill(ballast)
            held: list[int] = []

            def make_room(jobs: int) -> None:
                held.append(jobs)
                if len(held) == 2:
                    ballast.unlink()

            store.writer.on_full_disk = make_room
            said = "digits " + "".join(str(hash(str(n))) for n in range(3000))
            transcript = Transcript(origin="live", messages=(user("q"), assistant(said)))
            store.add_attempt(attempt(cell(1)), transcript).result()
            assert held
            assert store.transcript("x1") == transcript
            store.writer._patience_s = 0.5
            fill(ballast)
            with pytest.raises(StoreError, match="disk is full; free some space"):
                store.add_attempt(attempt(cell(2), "x2"), transcript).result()
            ballast.unlink()
            assert store.count() == 1
    finally:
        subprocess.run(["umount", disk], check=True)


def test_a_store_locked_by_another_program_says_so(tmp_path: Path, monkeypatch):
    monkeypatch.setattr("porism.store.engine.BUSY_TIMEOUT_MS", 50)
    path = tmp_path / "store.db"
    with Store(path) as store:
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match="another process has been writing"):
            store.add_mark("m", "unstable", "x", "y").result()
        other.execute("ROLLBACK")
        other.close()
        store.add_mark("m", "unstable", "x", "y").result()
