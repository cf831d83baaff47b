"""What stands behind the figures: what was said, who judged it and why."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

from sqlalchemy import select

from porism.core import Conclusion, Consultation, Image, Judging, Opinion
from porism.store.definitions import read_images
from porism.store.extract import Extract, Rows, stream
from porism.store.lines import raw
from porism.store.rows import opinion_facts
from porism.store.schema import (
    attempts,
    conclusions,
    consultations,
    judgings,
    marks,
    opinions,
    prompts,
    transcripts,
    verdicts,
)

GROUP = 500
"""Names in one question to the database."""
PICTURES = 50
"""Pictures that are held at once."""


def circumstances(extract: Extract) -> Iterator[Rows]:
    """Yield of attempts: id, finish reason, error, cached tokens, served model, fingerprint."""
    a = attempts.c
    return stream(
        extract.connection,
        select(
            a.id, a.finish_reason, a.error, a.cached_input_tokens, a.cache_write_tokens,
            a.served_model, a.fingerprint,
        )
    )  # fmt: skip


def judgements(extract: Extract) -> Iterator[Rows]:
    """Yield verdicts with their reasons and readings; numbers as :meth:`Extract.verdicts`."""
    v = verdicts.c
    return stream(
        extract.connection,
        select(
            v.seq, v.attempt, v.outcome, v.score, v.authority, v.grader, v.version, v.rule,
            v.reason, v.extracted, v.reading, v.reference_reading, v.flags, raw(v.made_at),
        ).where(v.made_at <= extract.until, v.seq.not_in(extract.withdrawn()))
    )  # fmt: skip


def heard(extract: Extract) -> Iterator[dict[str, Any]]:
    """Yield what judges said, as :func:`porism.store.rows.opinion_facts`, with seq and instant."""
    o, j, c = opinions.c, judgings.c, conclusions.c
    ended = select(c.judging, c.body).where(c.made_at <= extract.until).order_by(c.seq)
    came = {row.judging: row.body for row in extract.connection.execute(ended)}
    chosen = select(o.seq, raw(o.made_at), o.body, j.id, j.body).join(judgings, j.id == o.judging)
    spoken = stream(extract.connection, chosen.where(o.made_at <= extract.until).order_by(o.seq))
    for seq, made_at, opinion, judging, about in (row for rows in spoken for row in rows):
        facts = opinion_facts(
            Opinion.from_json(opinion),
            Judging.from_json(about),
            Conclusion.from_json(came[judging]) if judging in came else None,
        )
        yield {"said": seq, **facts, "made_at": made_at}


def rewritings(extract: Extract) -> dict[str, Consultation]:
    """Return the proofs that were brought into uniform form, by identifier."""
    c = consultations.c
    chosen = select(c.body).where(c.purpose == "rewriting", c.made_at <= extract.until)
    bodies = extract.connection.execute(chosen).scalars()
    return {one.id: one for one in map(Consultation.from_json, bodies)}


def checked(extract: Extract) -> tuple[list[Judging], list[Opinion]]:
    """Return the judgings of proofs, the oldest first, and what was said of their content."""
    o, j = opinions.c, judgings.c
    proofs = select(j.body).where(j.task.in_(("proof", "content")), j.started_at <= extract.until)
    spoken = (
        select(o.body)
        .join(judgings, j.id == o.judging)
        .where(j.task == "content", o.made_at <= extract.until)
    )
    about = extract.connection.execute(proofs.order_by(j.started_at, j.id)).scalars()
    said = extract.connection.execute(spoken.order_by(o.seq)).scalars()
    return list(map(Judging.from_json, about)), list(map(Opinion.from_json, said))


def model_marks(extract: Extract) -> Iterator[Rows]:
    """Yield what was said of models' endpoints: seq, model, mark, reason, by, instant."""
    m = marks.c
    chosen = select(m.seq, m.model, m.mark, m.reason, m.by, raw(m.made_at))
    return stream(extract.connection, chosen.where(m.made_at <= extract.until))


def prompt_texts(extract: Extract) -> Iterator[Rows]:
    """Yield the prompts that were ever used: id, digest, text."""
    return stream(extract.connection, select(prompts.c.id, prompts.c.digest, prompts.c.text))


def pictures(extract: Extract, names: Sequence[str]) -> Iterator[tuple[str, Image]]:
    """Yield pictures by their digests, few at a time."""
    for group in groups(sorted(set(names)), PICTURES):
        yield from sorted(read_images(extract.connection, group).items())


def transcript_blobs(extract: Extract, wanted: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """Yield attempts with their compressed transcripts, in the order that is wanted.

    Attempts of which only the result is known are left out.
    """
    t = transcripts.c
    for group in groups(wanted, GROUP):
        rows = extract.connection.execute(
            select(t.attempt, t.body).where(t.attempt.in_(group))
        ).all()
        found = {row.attempt: row.body for row in rows}
        yield from ((name, found[name]) for name in group if name in found)


def groups(names: Sequence[str], size: int) -> Iterator[list[str]]:
    """Cut a list into lists."""
    rest = iter(names)
    while group := list(islice(rest, size)):
        yield group
