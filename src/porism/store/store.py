"""The store: the only memory there is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from sqlalchemy import Connection, select

from porism.core import Attempt, Benchmark, Cell, Model, Noun, Problem, Transcript, Verdict
from porism.errors import UnknownName
from porism.store import definitions, leases
from porism.store.desk_schema import withdrawals
from porism.store.engine import open_engine, store_errors
from porism.store.lines import Filter, Spent, count_lines, lines, spent
from porism.store.rows import Line, attempt_of, attempt_row, cell_row, verdict_of, verdict_row
from porism.store.schema import (
    attempts,
    benchmarks,
    cells,
    marks,
    models,
    run_ends,
    runs,
    transcripts,
    verdicts,
)
from porism.store.steps import Step, add_step, forget_steps, steps_of
from porism.store.transcripts import encode, read_transcript
from porism.store.writer import Writer

NAMED = 5
"""Attempts that are named where another is looked for."""


def utc_now() -> datetime:
    """Return the time by this machine's clock."""
    return datetime.now(UTC)


class Store:
    """Attempts, transcripts, verdicts and definitions, in SQLite or PostgreSQL.

    Reads see what is committed; writes are promises (futures) that are kept once they are
    on disk. Safe for many threads and for several processes on one file.

    Args:
        address: a file's path, or a database URL such as ``postgresql+psycopg://host/name``.
        clock: tells the time.
        patience_s: how long to wait for space when the disk is full.

    Raises:
        StoreError: the file is not a store, is damaged, or was made by a newer Porism.
    """

    def __init__(
        self,
        address: str | Path,
        *,
        clock: Callable[[], datetime] = utc_now,
        patience_s: float = 60,
    ) -> None:
        self.engine = open_engine(address)
        self.name = (
            str(address) if isinstance(address, Path) else self.engine.url.render_as_string()
        )
        self.clock = clock
        self.writer = Writer(self.engine, self.name, patience_s=patience_s)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Commit what is under way and let go of the database."""
        self.writer.close()
        self.engine.dispose()

    def read(self, work: Callable[[Connection], Any]) -> Any:  # noqa: ANN401 - what work returns
        """Run a read-only query."""
        with store_errors(self.name), self.engine.connect() as connection, connection.begin():
            return work(connection)

    # -- writing ---------------------------------------------------------------------------

    def add_attempt(
        self,
        attempt: Attempt,
        transcript: Transcript | None,
        *said: Verdict,
        had_steps: bool = False,
    ) -> Future[None]:
        """Append an attempt with its transcript and, if there are any yet, its verdicts.

        Args:
            attempt: how it ended.
            transcript: what was said; ``None`` where only the result is known.
            said: the verdicts.
            had_steps: also forget, in the same transaction, the steps of its cell.
        """
        rows = [(attempts, attempt_row(attempt))]
        if transcript is not None:
            rows.append((transcripts, {"attempt": attempt.id, "body": encode(transcript)}))
        rows += [(verdicts, verdict_row(attempt.id, v, self.clock())) for v in said]
        forget = (lambda c: forget_steps(c, attempt.cell)) if had_steps else None
        return self.writer.append(*rows, then=forget)

    def add_step(self, cell: str, step: Step) -> Future[None]:
        """Keep what an attempt under way has received."""
        return self.writer.run(lambda c: add_step(c, cell, step))

    def add_verdict(self, attempt: str, verdict: Verdict) -> Future[None]:
        """Append a verdict; which one stands is a matter of reading."""
        return self.writer.append((verdicts, verdict_row(attempt, verdict, self.clock())))

    def add_verdicts(self, said: Iterable[tuple[str, Verdict]]) -> Future[None]:
        """Append verdicts on attempts together: all of them or none."""
        now = self.clock()
        rows = [(verdicts, verdict_row(attempt, verdict, now)) for attempt, verdict in said]
        return self.writer.append(*rows)

    def add_mark(self, model: str, mark: str, reason: str, by: str) -> Future[None]:
        """Mark a model's endpoint ``unstable``, or ``cleared`` again."""
        row = {"model": model, "mark": mark, "reason": reason, "by": by, "made_at": self.clock()}
        return self.writer.append((marks, row))

    def add_cells(self, wanted: Sequence[Cell]) -> None:
        """Keep the cells of attempts that were made elsewhere."""
        rows = [cell_row(cell) for cell in wanted]
        self.writer.run(lambda c: definitions.add_if_new(c, cells, rows)).result()

    def start_run(self, run: str, manifest: Noun) -> None:
        """Keep what a run was started with."""
        row = {"id": run, "started_at": self.clock(), "manifest": manifest.to_json()}
        self.writer.append((runs, row)).result()

    def has_run(self, run: str) -> bool:
        """Tell whether a run of that name was started."""
        return bool(
            self.read(lambda c: c.execute(select(runs.c.id).where(runs.c.id == run)).first())
        )

    def end_run(self, run: str, why: str) -> None:
        """Keep when and why a run ended."""
        row = {"run": run, "ended_at": self.clock(), "why": why}
        self.writer.append((run_ends, row)).result()

    def record(self, benchmark: Benchmark, asked: Sequence[Problem]) -> None:
        """Keep a benchmark and its problems as they are now.

        Raises:
            StoreError: a question changed under the same revision number.
        """
        now = self.clock()
        self.writer.run(lambda c: definitions.record_benchmark(c, benchmark, asked, now)).result()

    def record_model(self, model: Model) -> None:
        """Keep a model's definition as it is now."""
        now = self.clock()
        self.writer.run(lambda c: definitions.record_model(c, model, now)).result()

    def record_prompt(self, name: str, digest: str, text: str) -> None:
        """Keep a prompt's text."""
        self.writer.run(lambda c: definitions.record_prompt(c, name, digest, text)).result()

    # -- leases ----------------------------------------------------------------------------

    def claim(
        self,
        wanted: Sequence[Cell],
        runner: str,
        ttl: timedelta,
        reopen: leases.Reopen = leases.Reopen(),
    ) -> Future[leases.Claim]:
        """Lease the cells that are owed and that no living runner holds."""
        now = self.clock()
        return self.writer.run(lambda c: leases.claim(c, wanted, runner, now, ttl, reopen))

    def renew(self, runner: str, ttl: timedelta) -> Future[None]:
        """Prolong all leases of a runner."""
        until = self.clock() + ttl
        return self.writer.run(lambda c: leases.renew(c, runner, until))

    def release(self, runner: str, digests: Sequence[str] | None = None) -> Future[None]:
        """Give leases back: the named ones, or all of a runner."""
        return self.writer.run(lambda c: leases.release(c, runner, digests))

    def finished(
        self, wanted: Sequence[Cell], reopen: leases.Reopen = leases.Reopen()
    ) -> frozenset[str]:
        """Return the digests of the cells that need no asking."""
        digests = [cell.digest() for cell in wanted]
        found: frozenset[str] = self.read(lambda c: leases.finished(c, digests, reopen))
        return found

    # -- reading ---------------------------------------------------------------------------

    def attempts(self, only: Filter = Filter()) -> Iterator[Line]:
        """Yield attempts with their standing verdicts, the oldest first."""
        return lines(self.engine, self.name, only)

    def count(self, only: Filter = Filter()) -> int:
        """Count the attempts that :meth:`attempts` would yield, limits aside."""
        return count_lines(self.engine, self.name, only)

    def attempt(self, name: str) -> Attempt:
        """Return one attempt by its id or an unambiguous beginning of it.

        Raises:
            UnknownName: no attempt is called so, or several are.
        """
        columns = [c for c in cells.c if c.name != "revision"]
        found = self.read(
            lambda c: (
                c.execute(
                    select(attempts, *columns)
                    .join(cells, cells.c.digest == attempts.c.cell)
                    .where(attempts.c.id.startswith(name, autoescape=True))
                    .order_by(attempts.c.id)
                    .limit(2)
                )
                .mappings()
                .all()
            )
        )
        exact = [row for row in found if row["id"] == name]
        if len(found) != 1 and not exact:
            some = select(attempts.c.id).order_by(attempts.c.seq).limit(NAMED)
            known = [row["id"] for row in found] or self.read(
                lambda c: c.execute(some).scalars().all()
            )
            raise UnknownName("attempt", name, known)
        return attempt_of((exact or found)[0])

    def transcript(self, attempt: str) -> Transcript | None:
        """Return what was said in an attempt; ``None`` where only its result is known."""
        found: Transcript | None = self.read(lambda c: read_transcript(c, transcripts, attempt))
        return found

    def steps(self, cell: str) -> Sequence[Step]:
        """Return what attempts at a cell received that never came to an end."""
        found: Sequence[Step] = self.read(lambda c: steps_of(c, cell))
        return found

    def verdicts(self, attempt: str) -> tuple[Verdict, ...]:
        """Return all that was said of an attempt and not taken back; what stands comes first."""
        v = verdicts.c
        rows = self.read(
            lambda c: (
                c.execute(
                    select(verdicts)
                    .where(v.attempt == attempt, v.seq.not_in(select(withdrawals.c.verdict)))
                    .order_by(v.authority.desc(), v.version.desc(), v.seq.desc())
                )
                .mappings()
                .all()
            )
        )
        return tuple(verdict_of(row) for row in rows)

    def problems(self, benchmark: str) -> tuple[Problem, ...]:
        """Return a benchmark's problems as last seen."""
        found: tuple[Problem, ...] = self.read(lambda c: definitions.newest_problems(c, benchmark))
        return found

    def benchmarks(self) -> dict[str, Benchmark]:
        """Return the benchmarks that were ever run or imported, as last seen, by id."""
        found: dict[str, Benchmark] = self.read(
            lambda c: definitions.newest(c, benchmarks, Benchmark.from_json)
        )
        return found

    def models(self) -> dict[str, Model]:
        """Return the models that were ever asked or imported, as last seen, by id."""
        found: dict[str, Model] = self.read(
            lambda c: definitions.newest(c, models, Model.from_json)
        )
        return found

    def unstable(self) -> dict[str, str]:
        """Return the models whose results are kept out of standings, with the reason."""
        rows = self.read(lambda c: c.execute(select(marks).order_by(marks.c.seq)).all())
        last = {row.model: row for row in rows}
        return {name: row.reason for name, row in last.items() if row.mark == "unstable"}

    def spent(self, benchmark: str, model: str | None = None) -> Spent:
        """Return what attempts on a benchmark took so far, by one model or by all."""
        return spent(self.engine, self.name, benchmark, model)
