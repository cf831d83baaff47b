"""Single things as the desk shows them: attempts, problems as asked, pictures, what was said."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import Connection, select

from porism.core import Attempt, Image, Problem, Transcript
from porism.store.definitions import Kept, read_images
from porism.store.desk_schema import withdrawals
from porism.store.rows import AUTHORITIES, attempt_of
from porism.store.schema import attempts, cells, problems, verdicts
from porism.store.store import Store
from porism.store.transcripts import images_of


def attempt_named(store: Store, name: str) -> Attempt | None:
    """Return an attempt by its whole id, however many there are."""
    columns = [c for c in cells.c if c.name != "revision"]
    chosen = select(attempts, *columns).join(cells, cells.c.digest == attempts.c.cell)
    row = store.read(lambda c: c.execute(chosen.where(attempts.c.id == name)).mappings().first())
    return None if row is None else attempt_of(row)


def asked(
    store: Store, benchmark: str, problem: str, revision: int | None = None
) -> Problem | None:
    """Return a problem as last seen, with its pictures.

    Args:
        store: where it is.
        benchmark: which it is of.
        problem: its identifier.
        revision: of the text; the newest without it, and where there is no such one.
    """
    p = problems.c
    chosen = select(p.body).where(p.benchmark == benchmark, p.id == problem)
    newest = chosen.order_by(p.seq.desc()).limit(1)

    def work(connection: Connection) -> Problem | None:
        body = None
        if revision is not None:
            body = connection.execute(newest.where(p.revision == revision)).scalar()
        body = body or connection.execute(newest).scalar()
        return None if body is None else with_pictures(connection, body)

    found: Problem | None = store.read(work)
    return found


def with_pictures(connection: Connection, body: str) -> Problem:
    """Read a problem and its pictures."""
    kept = Kept.from_json(body)
    pictures = read_images(connection, kept.images)
    return kept.problem.model_copy(update={"images": tuple(pictures[n] for n in kept.images)})


def picture(store: Store, sha256: str) -> Image | None:
    """Return a picture by its digest."""
    found: dict[str, Image] = store.read(lambda c: read_images(c, [sha256]))
    return found.get(sha256)


def pictures_of(transcript: Transcript) -> frozenset[str]:
    """Return the digests of the pictures in a transcript."""
    return frozenset(images_of(transcript))


def spoken(store: Store, attempt: str) -> Sequence[Mapping[str, Any]]:
    """Return the verdicts on an attempt that stand or stood, the oldest first.

    Rows as snapshots have them: the authority by name, ``grader_version``, ``made_at``.
    """
    v = verdicts.c
    chosen = select(verdicts).where(
        v.attempt == attempt, v.seq.not_in(select(withdrawals.c.verdict))
    )
    rows = store.read(lambda c: c.execute(chosen.order_by(v.seq)).mappings().all())
    return [
        {**row, "authority": AUTHORITIES[row["authority"]], "grader_version": row["version"]}
        for row in rows
    ]
