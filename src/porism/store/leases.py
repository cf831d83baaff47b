"""Leases: which runner is asking which cell, and until when."""

from __future__ import annotations

import os
import re
import socket
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Literal, NamedTuple

from sqlalchemy import Connection, bindparam, delete, func, insert, select, update

from porism.core import Cell
from porism.errors import StoreError
from porism.store.definitions import add_if_new
from porism.store.rows import cell_row
from porism.store.schema import EPOCH, attempts, cells, leases

HOLDER = re.compile(r".*@(?P<host>[^@:]+):(?P<pid>\d{1,10})")
SLICE = 500
"""Cells that one statement is about."""
Redo = Literal["nothing", "failed", "truncated", "all"]


class Reopen(NamedTuple):
    """Which finished cells are owed again: those whose newest attempt began before a time."""

    redo: Redo = "nothing"
    before: datetime = EPOCH


def runner_name(run: str) -> str:
    """Name this process as the holder of a run's leases, so that others can see it die."""
    return f"{run}@{socket.gethostname()}:{os.getpid()}"


def is_gone(runner: str) -> bool:
    """Tell whether a runner was a process of this machine that has ended."""
    match = HOLDER.fullmatch(runner)
    if match is None or match["host"] != socket.gethostname():
        return False
    try:
        os.kill(int(match["pid"]), 0)
    except ProcessLookupError:
        return True
    except OSError:
        return False
    return False


class Claim(NamedTuple):
    """What became of the cells that a runner wanted."""

    granted: frozenset[str]
    """Digests that are this runner's to ask."""
    finished: frozenset[str]
    """Digests that are answered already."""

    def taken(self, wanted: Sequence[Cell]) -> int:
        """Count the cells that another runner is asking."""
        return len(wanted) - len(self.granted) - len(self.finished)


def finished(
    connection: Connection, digests: Sequence[str], reopen: Reopen = Reopen()
) -> frozenset[str]:
    """Return which cells need no asking: those with an attempt, unless it is reopened."""
    newest = (
        select(func.max(attempts.c.seq))
        .where(attempts.c.cell.in_(digests))
        .group_by(attempts.c.cell)
    )
    found = select(attempts.c.cell).where(attempts.c.seq.in_(newest))
    if reopen.redo == "all":
        found = found.where(attempts.c.started_at >= reopen.before)
    elif reopen.redo != "nothing":
        other = attempts.c.ending != reopen.redo
        found = found.where(other | (attempts.c.started_at >= reopen.before))
    return frozenset(connection.execute(found).scalars())


def claim(  # noqa: PLR0913, PLR0917 - one statement's worth of facts
    connection: Connection,
    wanted: Sequence[Cell],
    runner: str,
    now: datetime,
    ttl: timedelta,
    reopen: Reopen = Reopen(),
) -> Claim:
    """Lease the cells that are owed and that no living runner holds.

    A lease ends when it expires, or at once when its holder was a process of this machine
    and is no more.

    Runs in a transaction that writes from its beginning, so that two runners cannot both
    be granted a cell.
    """
    by_digest = {cell.digest(): cell for cell in wanted}
    done = finished(connection, list(by_digest), reopen)
    owed = [digest for digest in by_digest if digest not in done]
    granted = take(connection, owed, runner, now, ttl)
    if granted:
        add_if_new(connection, cells, [cell_row(by_digest[digest]) for digest in granted])
    return Claim(frozenset(granted), done)


def take(
    connection: Connection, names: Sequence[str], runner: str, now: datetime, ttl: timedelta
) -> list[str]:
    """Lease what no living runner holds, whatever the names are names of."""
    foreign = connection.execute(
        select(leases.c.cell, leases.c.runner).where(
            leases.c.cell.in_(names), leases.c.expires_at > now, leases.c.runner != runner
        )
    ).all()
    gone = {holder for holder in {row.runner for row in foreign} if is_gone(holder)}
    held = frozenset(row.cell for row in foreign if row.runner not in gone)
    granted = [name for name in names if name not in held]
    if granted:
        connection.execute(delete(leases).where(leases.c.cell.in_(granted)))
        expires_at = now + ttl
        rows = [{"cell": name, "runner": runner, "expires_at": expires_at} for name in granted]
        connection.execute(insert(leases), rows)
    return granted


def renew(connection: Connection, runner: str, until: datetime) -> None:
    """Prolong all leases of a runner."""
    connection.execute(update(leases).where(leases.c.runner == runner).values(expires_at=until))


def release(connection: Connection, runner: str, digests: Sequence[str] | None = None) -> None:
    """Give leases back: the named ones, or all of a runner."""
    mine = delete(leases).where(leases.c.runner == runner)
    if digests is None:
        connection.execute(mine)
    elif digests:
        one = mine.where(leases.c.cell == bindparam("digest"))
        connection.execute(one, [{"digest": digest} for digest in digests])


def hand_over(
    connection: Connection, runner: str, digests: Sequence[str], to: str, until: datetime
) -> None:
    """Make leases of a runner another holder's.

    Raises:
        StoreError: the runner holds them no more.
    """
    for start in range(0, len(digests), SLICE):
        part = digests[start : start + SLICE]
        mine = (leases.c.runner == runner) & leases.c.cell.in_(part)
        moved = connection.execute(update(leases).where(mine).values(runner=to, expires_at=until))
        if moved.rowcount != len(part):
            raise StoreError("cells were claimed by another run meanwhile; nothing was sent")
