"""What was asked of whom: benchmarks, models, problems, prompts as they were."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from typing import Any, TypeVar

from sqlalchemy import ColumnElement, Connection, Insert, Table, func, insert, select
from sqlalchemy.dialects import sqlite

from porism.core import Benchmark, Image, Model, Noun, Problem
from porism.errors import StoreError
from porism.store.schema import benchmarks, images, models, problems, prompts

N = TypeVar("N", bound=Noun)


def add_if_new(connection: Connection, table: Table, rows: Sequence[dict[str, Any]]) -> None:
    """Append rows, leaving out those that are there already."""
    adding: Insert = sqlite.insert(table).on_conflict_do_nothing()
    if connection.dialect.name == "postgresql":
        from sqlalchemy.dialects import postgresql

        adding = postgresql.insert(table).on_conflict_do_nothing()
    if rows:
        connection.execute(adding, rows)


def add_if_changed(
    connection: Connection,
    table: Table,
    rows: Sequence[dict[str, Any]],
    among: ColumnElement[bool] | None = None,
) -> None:
    """Append definitions that differ from the last ones of the same id."""
    last = select(func.max(table.c.seq)).group_by(table.c.id)
    if among is not None:
        last = last.where(among)
    found = connection.execute(select(table.c.id, table.c.digest).where(table.c.seq.in_(last)))
    known = {row.id: row.digest for row in found}
    changed = [row for row in rows if known.get(row["id"]) != row["digest"]]
    if changed:
        connection.execute(insert(table), changed)


def record_benchmark(
    connection: Connection, benchmark: Benchmark, asked: Sequence[Problem], now: datetime
) -> None:
    """Keep a benchmark's definition and its problems as they are now.

    Raises:
        StoreError: a problem's question has changed but its revision has not.
    """
    refuse_silent_change(connection, benchmark.id, asked)
    row = {"id": benchmark.id, "digest": benchmark.digest(), "body": benchmark.to_json()}
    add_if_changed(connection, benchmarks, [{**row, "seen_at": now}])
    record_images(connection, (i for p in asked for i in p.images))
    rows = [problem_row(benchmark.id, n, p, now) for n, p in enumerate(asked, start=1)]
    add_if_changed(connection, problems, rows, problems.c.benchmark == benchmark.id)


def record_images(connection: Connection, pictures: Iterable[Image]) -> None:
    """Keep pictures, each once."""
    rows = {i.sha256: {"media_type": i.media_type, "data": i.data} for i in pictures}
    add_if_new(connection, images, [{"sha256": name, **row} for name, row in rows.items()])


def record_model(connection: Connection, model: Model, now: datetime) -> None:
    """Keep a model's definition as it is now."""
    row = {"id": model.id, "digest": model.digest(), "asks": model.asks, "body": model.to_json()}
    add_if_changed(connection, models, [{**row, "seen_at": now}])


def record_prompt(connection: Connection, name: str, digest: str, text: str) -> None:
    """Keep a prompt's text."""
    add_if_new(connection, prompts, [{"id": name, "digest": digest, "text": text}])


def question(problem: Problem) -> str:
    """Return the digest of what a model is shown: statement, pictures, choices."""
    reference = problem.reference
    shown = (
        (reference.correct, *reference.distractors) if (reference.kind == "multiple_choice") else ()
    )
    return Shown(
        statement=problem.statement,
        images=tuple(image.sha256 for image in problem.images),
        choices=shown,
    ).digest()


class Shown(Noun):
    """The part of a problem that a model is shown."""

    statement: str
    images: tuple[str, ...]
    choices: tuple[str, ...]


def problem_row(benchmark: str, place: int, problem: Problem, now: datetime) -> dict[str, Any]:
    """Return the row of a problem; its pictures are kept apart."""
    lean = problem.model_copy(update={"images": ()})
    names = [image.sha256 for image in problem.images]
    body = Kept(problem=lean, images=tuple(names))
    return {
        "benchmark": benchmark,
        "id": problem.id,
        "place": place,
        "revision": problem.revision,
        "question": question(problem),
        "digest": problem.digest(),
        "body": body.to_json(),
        "seen_at": now,
    }


class Kept(Noun):
    """A problem as the store keeps it: pictures by name."""

    problem: Problem
    images: tuple[str, ...] = ()


def refuse_silent_change(connection: Connection, benchmark: str, asked: Sequence[Problem]) -> None:
    """Refuse to go on where a question changed under the same revision number."""
    known = {
        (row.id, row.revision): row.question
        for row in connection.execute(
            select(problems.c.id, problems.c.revision, problems.c.question).where(
                problems.c.benchmark == benchmark
            )
        )
    }
    for problem in asked:
        before = known.get((problem.id, problem.revision))
        if before is not None and before != question(problem):
            raise StoreError(
                f"problem {problem.id} of {benchmark} reads otherwise than when it was asked, "
                f"but its revision is still {problem.revision}; add an entry to its revisions "
                "(cosmetic: old attempts stand; substantive: they are owed again)"
            )


def newest_problems(connection: Connection, benchmark: str) -> tuple[Problem, ...]:
    """Return a benchmark's problems as last seen, in their places, pictures included."""
    newest = (
        select(func.max(problems.c.seq))
        .where(problems.c.benchmark == benchmark)
        .group_by(problems.c.id)
    )
    rows = connection.execute(
        select(problems.c.body).where(problems.c.seq.in_(newest)).order_by(problems.c.place)
    )
    kept = [Kept.from_json(row.body) for row in rows]
    pictures = read_images(connection, {name for k in kept for name in k.images})
    return tuple(
        k.problem.model_copy(update={"images": tuple(pictures[n] for n in k.images)}) for k in kept
    )


def read_images(connection: Connection, names: Iterable[str]) -> dict[str, Image]:
    """Return pictures by digest."""
    rows = connection.execute(select(images).where(images.c.sha256.in_(set(names))))
    return {row.sha256: Image(media_type=row.media_type, data=row.data) for row in rows}


def newest(connection: Connection, table: Table, read: Callable[[str], N]) -> dict[str, N]:
    """Return the definitions in a table as last seen, by id."""
    last = select(func.max(table.c.seq)).group_by(table.c.id)
    rows = connection.execute(select(table.c.id, table.c.body).where(table.c.seq.in_(last)))
    return {row.id: read(row.body) for row in rows}
