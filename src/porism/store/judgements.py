"""Judgements: rubrics and their versions, juries, what judges said and what came of it."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import Future
from datetime import timedelta
from typing import Any, NamedTuple

from sqlalchemy import Connection, Select, insert, select

from porism.core import (
    Conclusion,
    Consultation,
    Judging,
    Noun,
    Opinion,
    Rubric,
    Transcript,
    Verdict,
)
from porism.errors import StoreError, UnknownName
from porism.store import leases
from porism.store.definitions import add_if_new
from porism.store.rows import verdict_row
from porism.store.schema import (
    attempts,
    cells,
    conclusions,
    consultation_transcripts,
    consultations,
    judgings,
    juries,
    opinion_transcripts,
    opinions,
    rubrics,
    verdicts,
)
from porism.store.steps import forget_steps
from porism.store.store import Store
from porism.store.transcripts import encode, read_transcript


class Judged(NamedTuple):
    """A judging with all that was said in it."""

    judging: Judging
    opinions: tuple[Opinion, ...]
    """The newest of each judge and round, in the order of rounds."""
    conclusion: Conclusion | None
    """What came of it; ``None`` while it is under way."""


class Judgements:
    """What a store holds of judging.

    Args:
        store: what holds it.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    # -- rubrics ---------------------------------------------------------------------------

    def add_rubric(self, rubric: Rubric, *, after: int | None = None) -> Rubric:
        """Keep a rubric; its version is given here, and is a new one if its text is.

        Args:
            rubric: what to keep; approved if somebody has approved it.
            after: the version that it was made from, 0 for none: refused if there is a newer
                one by now. Not checked without it.

        Returns:
            The rubric with its version.

        Raises:
            StoreError: somebody else has changed the rubric meanwhile.
        """
        now = self._store.clock()

        def work(connection: Connection) -> Rubric:
            last = connection.execute(
                rubric_rows(rubric.benchmark, rubric.problem).limit(1)
            ).first()
            newest = last.version if last else 0
            if after is not None and after != newest:
                raise StoreError(
                    f"the rubric of {rubric.problem} in {rubric.benchmark} is at version "
                    f"{newest} by now, not {after}: look at it and make your changes again"
                )
            same = last is not None and last.content == rubric.content
            kept = rubric.model_copy(update={"version": newest if same else newest + 1})
            connection.execute(insert(rubrics), [{**rubric_row(kept), "made_at": now}])
            return kept

        kept: Rubric = self._store.writer.run(work).result()
        return kept

    def approve_rubric(self, benchmark: str, problem: str, version: int, by: str) -> Rubric:
        """Let a version of a rubric be used from now on.

        Raises:
            UnknownName: there is no such version.
            StoreError: there is a newer one.
        """
        kept = {rubric.version: rubric for rubric in self.rubric_versions(benchmark, problem)}
        if version not in kept:
            known = map(str, kept)
            raise UnknownName(f"version of the rubric of {problem}", str(version), known)
        approved = kept[version].model_copy(update={"approved_by": by})
        return self.add_rubric(approved, after=version)

    def rubric(self, benchmark: str, problem: str, *, approved: bool = False) -> Rubric | None:
        """Return the newest rubric of a problem, or the newest that is approved."""
        found = self.rubric_versions(benchmark, problem)
        fit = [rubric for rubric in found if rubric.approved_by or not approved]
        return fit[-1] if fit else None

    def rubric_versions(self, benchmark: str, problem: str) -> tuple[Rubric, ...]:
        """Return the versions of a rubric, each as last seen, the newest last."""
        bodies = self._bodies(rubric_rows(benchmark, problem))
        found = [Rubric.from_json(body) for body in reversed(bodies)]
        return tuple({rubric.version: rubric for rubric in found}.values())

    def rubrics(self, benchmark: str) -> dict[str, Rubric]:
        """Return the newest rubric of every problem that has one, by problem."""
        chosen = select(rubrics.c.body).where(rubrics.c.benchmark == benchmark)
        found = map(Rubric.from_json, self._bodies(chosen.order_by(rubrics.c.seq)))
        return {rubric.problem: rubric for rubric in found}

    # -- judging ---------------------------------------------------------------------------

    def jury_version(self, name: str, jury: Noun) -> int:
        """Return the number of a jury as it is now; a changed one gets a new number.

        Numbers ascend over all juries, so that the verdict of the newer jury stands.
        """
        digest = jury.digest()
        row = {"name": name, "digest": digest, "body": jury.to_json()}
        known = select(juries.c.version).where(juries.c.digest == digest)
        now = self._store.clock()

        def work(connection: Connection) -> int:
            if connection.execute(known).first() is None:
                connection.execute(insert(juries), [{**row, "seen_at": now}])
            return int(connection.execute(known).scalar_one())

        version: int = self._store.writer.run(work).result()
        return version

    def juries(self, name: str) -> dict[int, str]:
        """Return the versions of a jury as JSON, the oldest first."""
        chosen = select(juries.c.version, juries.c.body).where(juries.c.name == name)
        rows = self._store.read(lambda c: c.execute(chosen.order_by(juries.c.version)).all())
        return {row.version: row.body for row in rows}

    def add_judging(self, judging: Judging) -> Future[None]:
        """Keep that an attempt is before a jury; nothing if it is known."""
        row = {
            "id": judging.id,
            "attempt": judging.attempt,
            "task": judging.task,
            "jury": judging.jury,
            "jury_version": judging.jury_version,
            "body": judging.to_json(),
            "started_at": self._store.clock(),
        }
        return self._store.writer.run(lambda c: add_if_new(c, judgings, [row]))

    def take(self, names: Sequence[str], runner: str, ttl: timedelta) -> Future[list[str]]:
        """Lease the judgings that no living runner holds; return those that were granted."""
        now = self._store.clock()
        return self._store.writer.run(lambda c: leases.take(c, names, runner, now, ttl))

    def add_opinion(
        self, opinion: Opinion, transcript: Transcript | None, steps: str = ""
    ) -> Future[None]:
        """Append an opinion with all that was said for it.

        Args:
            opinion: what was said.
            transcript: how; nothing for one that repeats another.
            steps: the name under which its steps were kept, which are forgotten with that.
        """
        row = {
            "id": opinion.id,
            "judging": opinion.judging,
            "judge": opinion.judge,
            "round": opinion.round,
            "run": opinion.took.run,
            "cost_usd": opinion.took.cost_usd,
            "body": opinion.to_json(),
            "made_at": self._store.clock(),
        }
        forget = (lambda c: forget_steps(c, steps)) if steps else None
        if transcript is None:
            return self._store.writer.append((opinions, row), then=forget)
        said = {"opinion": opinion.id, "body": encode(transcript)}
        return self._store.writer.append((opinions, row), (opinion_transcripts, said), then=forget)

    def conclude(self, attempt: str, conclusion: Conclusion, *said: Verdict) -> Future[None]:
        """Append what came of a judging, and with it the verdict if it is one."""
        now = self._store.clock()
        row = {"judging": conclusion.judging, "body": conclusion.to_json(), "made_at": now}
        spoken = ((verdicts, verdict_row(attempt, verdict, now)) for verdict in said)
        return self._store.writer.append((conclusions, row), *spoken)

    def judged(self, attempt: str) -> tuple[Judged, ...]:
        """Return the judgings of an attempt, the newest first."""
        return self._judged(select(judgings.c.id).where(judgings.c.attempt == attempt))

    def judged_of(self, benchmark: str) -> tuple[Judged, ...]:
        """Return the judgings of all attempts at a benchmark, the newest first."""
        chosen = (
            select(judgings.c.id)
            .join(attempts, attempts.c.id == judgings.c.attempt)
            .join(cells, cells.c.digest == attempts.c.cell)
            .where(cells.c.benchmark == benchmark)
        )
        return self._judged(chosen)

    def opinions(self, attempt: str) -> tuple[Opinion, ...]:
        """Return what judges said of an attempt, the newest judging first."""
        return tuple(opinion for judged in self.judged(attempt) for opinion in judged.opinions)

    def same_opinion(self, attempt: str, judge: str, asked: str) -> Opinion | None:
        """Return what a judge said of an attempt when it was asked the same, if it could be read.

        Args:
            attempt: of which.
            judge: by whom.
            asked: the digest that the opinion has.
        """
        chosen = select(opinions.c.body).join(judgings, judgings.c.id == opinions.c.judging)
        mine = chosen.where(judgings.c.attempt == attempt, opinions.c.judge == judge)
        said = map(Opinion.from_json, self._bodies(mine.order_by(opinions.c.seq)))
        return next((o for o in said if o.asked == asked and o.points is not None), None)

    def opinion_transcript(self, opinion: Opinion) -> Transcript | None:
        """Return what was said for an opinion, or for the one that it repeats."""
        name = opinion.repeats or opinion.id
        found: Transcript | None = self._store.read(
            lambda c: read_transcript(c, opinion_transcripts, name)
        )
        return found

    def _judged(self, among: Select[Any]) -> tuple[Judged, ...]:
        newest = select(judgings.c.body).where(judgings.c.id.in_(among))
        ordered = newest.order_by(judgings.c.started_at.desc(), judgings.c.id)
        spoken = select(opinions.c.body).where(opinions.c.judging.in_(among))
        ended = select(conclusions.c.body).where(conclusions.c.judging.in_(among))
        said: dict[str, dict[tuple[int, str], Opinion]] = {}
        for opinion in map(Opinion.from_json, self._bodies(spoken.order_by(opinions.c.seq))):
            said.setdefault(opinion.judging, {})[opinion.round, opinion.judge] = opinion
        bodies = self._bodies(ended.order_by(conclusions.c.seq))
        came = {one.judging: one for one in map(Conclusion.from_json, bodies)}
        return tuple(
            Judged(
                judging,
                tuple(sorted(said.get(judging.id, {}).values(), key=lambda one: one.round)),
                came.get(judging.id),
            )
            for judging in map(Judging.from_json, self._bodies(ordered))
        )

    # -- consultations ---------------------------------------------------------------------

    def add_consultation(
        self, made: Consultation, transcript: Transcript, steps: str = ""
    ) -> Future[None]:
        """Append a consultation with all that was said for it; nothing if it is there already.

        Args:
            made: what came of it.
            transcript: what was said.
            steps: the name under which its steps were kept, which are forgotten with that.
        """
        row = {
            "id": made.id,
            "purpose": made.purpose,
            "benchmark": made.benchmark,
            "problem": made.problem,
            "attempt": made.attempt or None,
            "run": made.took.run,
            "cost_usd": made.took.cost_usd,
            "body": made.to_json(),
            "made_at": self._store.clock(),
        }
        said = {"consultation": made.id, "body": encode(transcript)}

        def work(connection: Connection) -> None:
            add_if_new(connection, consultations, [row])
            add_if_new(connection, consultation_transcripts, [said])
            forget_steps(connection, steps)

        return self._store.writer.run(work)

    def consultation(self, name: str) -> Consultation | None:
        """Return a consultation by its id; ``None`` if it was not made yet."""
        bodies = self._bodies(select(consultations.c.body).where(consultations.c.id == name))
        return Consultation.from_json(bodies[0]) if bodies else None

    def consultations(self, benchmark: str) -> dict[str, Consultation]:
        """Return all consultations about a benchmark, by id."""
        mine = select(consultations.c.body).where(consultations.c.benchmark == benchmark)
        found = map(Consultation.from_json, self._bodies(mine.order_by(consultations.c.seq)))
        return {one.id: one for one in found}

    def consultation_transcript(self, name: str) -> Transcript | None:
        """Return what was said in a consultation."""
        found: Transcript | None = self._store.read(
            lambda c: read_transcript(c, consultation_transcripts, name)
        )
        return found

    def _bodies(self, chosen: Select[Any]) -> Sequence[Any]:
        found: Sequence[Any] = self._store.read(lambda c: c.execute(chosen).scalars().all())
        return found


def rubric_rows(benchmark: str, problem: str) -> Select[Any]:
    """Select the rows of a problem's rubric, the newest first."""
    r = rubrics.c
    mine = (r.benchmark == benchmark, r.problem == problem)
    return select(r.body, r.version, r.content, r.made_at).where(*mine).order_by(r.seq.desc())


def rubric_row(rubric: Rubric) -> dict[str, Any]:
    """Return the row of a rubric, its time left out."""
    return {
        "benchmark": rubric.benchmark,
        "problem": rubric.problem,
        "version": rubric.version,
        "content": rubric.content,
        "author": rubric.author,
        "approved_by": rubric.approved_by,
        "body": rubric.to_json(),
    }
