"""Decisions of people, and the verdicts that they make stand or withdraw."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, NamedTuple, get_args

from sqlalchemy import Connection, RowMapping, Select, insert, select

from porism.core import Choice, Decision, Verdict
from porism.errors import StoreError
from porism.store.desk_schema import decisions, withdrawals
from porism.store.rows import AUTHORITIES, clean, verdict_row
from porism.store.schema import attempts, verdicts
from porism.store.store import Store

PERSON = AUTHORITIES.index("person")
JUDGING = frozenset(["graded", "unparsed", "ungraded"])
"""Choices that are verdicts on an attempt."""
Also = Callable[[Connection, Decision], None]
"""Writes what belongs to a decision, in the same transaction."""


class Made(NamedTuple):
    """A decision as the store has it."""

    decision: Decision
    seq: int
    verdict: int | None
    """Number of the verdict that was written with it."""
    withdrawn: bool


class Heard(NamedTuple):
    """A verdict of a person that counts: the newest of each person that was not withdrawn."""

    person: str
    outcome: str
    score: float | None
    adjudicates: bool


@dataclass(frozen=True, slots=True)
class Policy:
    """How many people judge an attempt, and when a third one does.

    Attributes:
        reviews: how many judge it without seeing each other's decisions.
        apart: how far their scores may differ, as a share of the points.
    """

    reviews: int = 1
    apart: float = 0.15

    def split(self, heard: Sequence[Heard]) -> bool:
        """Tell whether people disagree and nobody has settled it."""
        if self.reviews < 2 or len(heard) < 2 or any(h.adjudicates for h in heard):
            return False
        if len({h.outcome for h in heard}) > 1:
            return True
        scores = sorted(h.score for h in heard if h.score is not None)
        return bool(scores) and scores[-1] - scores[0] > self.apart + 1e-9

    def may_settle(self, heard: Sequence[Heard], name: str, *, senior: bool) -> bool:
        """Tell whether a person's decision settles what others disagree on."""
        return self.split(heard) and (senior or all(h.person != name for h in heard))

    def shows_all(self, heard: Sequence[Heard], name: str) -> bool:
        """Tell whether a person may see what others decided: not before deciding alone."""
        alone = self.reviews == 1
        return alone or len(heard) >= self.reviews or any(h.person == name for h in heard)


class Seen(NamedTuple):
    """What a person saw of a subject: the newest decision and the newest verdict."""

    decision: str = ""
    verdict: int = 0


class State(NamedTuple):
    """What is known of a subject, as far as one person may see it."""

    made: tuple[Made, ...]
    """In the order of writing."""
    heard: tuple[Heard, ...]
    """Of everybody, seen or not."""
    hidden: bool
    """Whether decisions of others are kept from the person."""
    seen: Seen
    settles: bool
    """Whether the person's decision would settle a disagreement."""


class Answer(NamedTuple):
    """What became of a decision: it is on disk, or something else came first."""

    saved: Decision | None
    again: bool = False
    """Whether it had been saved before, by the same form."""


class Decisions:
    """What people decided.

    Args:
        store: what holds it.
        policy: how many judge an attempt.
    """

    def __init__(self, store: Store, policy: Policy = Policy()) -> None:
        self._store, self._policy = store, policy

    def state(self, subject: str, name: str, *, senior: bool = False) -> State:
        """Return what a person may see of a subject."""
        found: State = self._store.read(lambda c: self._state(c, subject, name, senior=senior))
        return found

    def decide(
        self,
        decision: Decision,
        seen: Seen,
        *,
        senior: bool = False,
        also: Also | None = None,
    ) -> Future[Answer]:
        """Write a decision, and with it the verdict that it is, unless something came first.

        Args:
            decision: what to write; what stood before is filled in here.
            seen: what its author had seen.
            senior: whether the author may settle a disagreement of which they were part.
            also: writes what belongs to the decision, in the same transaction.

        Returns:
            A promise; the answer tells nothing saved where the subject has changed since.
        """

        def work(connection: Connection) -> Answer:
            one_at_a_time(connection)
            known = decision_of(connection, decision.id)
            if known is not None:
                mine = known.decision.reviewer == decision.reviewer
                same = mine and known.decision.subject == decision.subject
                return Answer(known.decision if same else None, again=same)
            state = self._state(connection, decision.subject, decision.reviewer, senior=senior)
            if state.seen != seen:
                return Answer(None)
            facts = {
                "adjudicates": state.settles and decision.choice in JUDGING,
                "before": seen.decision,
                "stood": standing_seq(connection, decision.subject),
            }
            full = decision.model_copy(update=facts)
            write(connection, full)
            if also is not None:
                also(connection, full)
            return Answer(full)

        return self._store.writer.run(work)

    def withdraw(
        self,
        decision: Decision,
        *,
        senior: bool = False,
        also: Also | None = None,
    ) -> Future[Answer]:
        """Take a decision back: its author may, and whoever is senior.

        Args:
            decision: names the other one as what it undoes.
            senior: whether it may be somebody else's.
            also: takes back what was written with it, in the same transaction.

        Returns:
            A promise; the answer tells nothing saved where there is nothing to take back.
        """

        def work(connection: Connection) -> Answer:
            one_at_a_time(connection)
            known = decision_of(connection, decision.id)
            if known is not None:
                mine = known.decision.reviewer == decision.reviewer
                same = mine and known.decision.undoes == decision.undoes
                return Answer(known.decision if same else None, again=same)
            target = decision_of(connection, decision.undoes)
            if target is None or target.withdrawn or target.decision.choice == "withdraw":
                return Answer(None)
            if not senior and target.decision.reviewer != decision.reviewer:
                return Answer(None)
            write(connection, decision)
            if also is not None:
                also(connection, decision)
            return Answer(decision)

        return self._store.writer.run(work)

    def take_in(self, made: Sequence[Decision]) -> int:
        """Write decisions that were made elsewhere, all or none; those that are here are left out.

        Returns:
            How many are new.

        Raises:
            StoreError: one contradicts what is here, or decides on an unknown attempt.
        """

        def work(connection: Connection) -> int:
            new = 0
            for number, decision in enumerate(made, start=1):
                known = decision_of(connection, decision.id)
                if known is None:
                    refuse_orphan(connection, decision, number)
                    write(connection, decision)
                    new += 1
                elif known.decision != decision:
                    raise StoreError(
                        f"decision {number}, {decision.id}, is another than the one of that id here"
                    )
            return new

        count: int = self._store.writer.run(work).result()
        return count

    def all(self, *, reviewer: str | None = None, newest: int | None = None) -> tuple[Made, ...]:
        """Return decisions in the order of writing.

        Args:
            reviewer: whose; everybody's without it.
            newest: how many, the newest first; all without it.
        """
        seq = decisions.c.seq
        chosen = made_rows().order_by(seq if newest is None else seq.desc()).limit(newest)
        if reviewer is not None:
            chosen = chosen.where(decisions.c.reviewer == reviewer)
        rows = self._store.read(lambda c: c.execute(chosen).mappings().all())
        return tuple(map(made_of, rows))

    def revisions(self, queue: str, *choices: Choice) -> dict[str, int]:
        """Return the newest revision of each subject on which a decision stands.

        Args:
            queue: of which subjects.
            choices: what decisions; all of them without it.
        """
        rows = self._store.read(
            lambda c: c.execute(made_rows().where(decisions.c.queue == queue)).mappings().all()
        )
        wanted = choices or get_args(Choice)
        standing = [m.decision for m in map(made_of, rows) if not m.withdrawn]
        found: dict[str, int] = {}
        for one in standing:
            if one.choice in wanted and one.choice != "withdraw":
                found[one.subject] = max(one.revision, found.get(one.subject, 0))
        return found

    def one(self, name: str) -> Made | None:
        """Return a decision by its id."""
        found: Made | None = self._store.read(lambda c: decision_of(c, name))
        return found

    def _state(self, connection: Connection, subject: str, name: str, *, senior: bool) -> State:
        chosen = made_rows().where(decisions.c.subject == subject).order_by(decisions.c.seq)
        made = tuple(map(made_of, connection.execute(chosen).mappings()))
        spoken = spoken_on(connection, subject)
        heard = heard_of(spoken) or decided(made)
        hidden = not self._policy.shows_all(heard, name)
        if hidden:
            made = tuple(m for m in made if m.decision.reviewer == name)
            spoken = [v for v in spoken if v["authority"] != PERSON or v["grader"] == name]
        last = made[-1].decision.id if made else ""
        seen = Seen(last, max((v["seq"] for v in spoken), default=0))
        settles = self._policy.may_settle(heard, name, senior=senior)
        return State(made, heard, hidden, seen, settles)


def one_at_a_time(connection: Connection) -> None:
    """Let no other process decide until this transaction ends; SQLite has one writer anyway."""
    if connection.dialect.name == "postgresql":
        connection.exec_driver_sql("LOCK TABLE decisions IN EXCLUSIVE MODE")


def spoken_on(connection: Connection, attempt: str) -> Sequence[RowMapping]:
    """Return the verdicts on an attempt that were not withdrawn, the oldest first."""
    v = verdicts.c
    chosen = select(v.seq, v.authority, v.grader, v.outcome, v.score, v.version)
    chosen = chosen.where(v.attempt == attempt, ~withdrawn(v.seq)).order_by(v.seq)
    return connection.execute(chosen).mappings().all()


def heard_of(spoken: Iterable[RowMapping]) -> tuple[Heard, ...]:
    """Return the newest verdict of each person."""
    newest = {
        v["grader"]: Heard(v["grader"], v["outcome"], v["score"], v["version"] > 1)
        for v in spoken
        if v["authority"] == PERSON
    }
    return tuple(newest.values())


def decided(made: Iterable[Made]) -> tuple[Heard, ...]:
    """Return the newest decision of each person on what has no verdicts."""
    standing = (m.decision for m in made if not m.withdrawn and m.decision.choice != "withdraw")
    newest = {d.reviewer: Heard(d.reviewer, d.choice, d.score, d.adjudicates) for d in standing}
    return tuple(newest.values())


def withdrawn(seq: Any) -> Any:  # noqa: ANN401 - a column, a condition
    """Tell whether a verdict was taken back."""
    return select(withdrawals.c.verdict).where(withdrawals.c.verdict == seq).exists()


def standing_seq(connection: Connection, attempt: str) -> int | None:
    """Return the number of the verdict that stands."""
    v = verdicts.c
    order = (v.authority.desc(), v.version.desc(), v.seq.desc())
    chosen = select(v.seq).where(v.attempt == attempt, ~withdrawn(v.seq)).order_by(*order)
    return connection.execute(chosen.limit(1)).scalar()


def made_rows() -> Select[Any]:
    """Select decisions, each with whether it was withdrawn."""
    later = decisions.alias("later")
    undone = select(later.c.seq).where(later.c.undoes == decisions.c.id).exists()
    return select(decisions, undone.label("withdrawn"))


def made_of(row: RowMapping) -> Made:
    """Return the decision in a row."""
    facts = {name: row[name] for name in Decision.model_fields} | {"undoes": row["undoes"] or ""}
    return Made(Decision(**facts), row["seq"], row["verdict"], bool(row["withdrawn"]))


def decision_of(connection: Connection, name: str) -> Made | None:
    """Return a decision by its id."""
    row = connection.execute(made_rows().where(decisions.c.id == name)).mappings().first()
    return None if row is None else made_of(row)


def write(connection: Connection, decision: Decision) -> None:
    """Append a decision, with the verdict that it is or the withdrawal of one."""
    row = {**dict(decision), "why": clean(decision.why), "undoes": decision.undoes or None}
    row["verdict"] = written_verdict(connection, decision) if decision.choice in JUDGING else None
    connection.execute(insert(decisions), [row])
    target = decision_of(connection, decision.undoes) if decision.undoes else None
    if target is not None and target.verdict is not None:
        taken = {"verdict": target.verdict, "decision": decision.id, "made_at": decision.made_at}
        connection.execute(insert(withdrawals), [taken])


def written_verdict(connection: Connection, decision: Decision) -> int:
    """Append the verdict that a decision is; what was extracted is what stood extracted."""
    v = verdicts.c
    chosen = select(v.extracted, v.reading, v.reference_reading)
    seq = standing_seq(connection, decision.subject)
    read = connection.execute(chosen.where(v.seq == seq)).mappings().first()
    verdict = Verdict.model_validate(
        {
            **dict(read or {}),
            "outcome": decision.choice,
            "score": decision.score,
            "rule": "desk",
            "reason": decision.why,
            "authority": "person",
            "grader": decision.reviewer,
            "version": 2 if decision.adjudicates else 1,
        }
    )
    row = verdict_row(decision.subject, verdict, decision.made_at)
    key = connection.execute(insert(verdicts).values(row)).inserted_primary_key
    assert key is not None  # noqa: S101 - the database numbers every row
    return int(key[0])


def refuse_orphan(connection: Connection, decision: Decision, number: int) -> None:
    """Refuse a decision on something that is not here."""
    if decision.choice in JUDGING:
        known = select(attempts.c.id).where(attempts.c.id == decision.subject)
        if connection.execute(known).first() is None:
            raise StoreError(f"decision {number}: no attempt is called {decision.subject!r}")
    if decision.undoes:
        target = decision_of(connection, decision.undoes)
        if target is None or target.withdrawn or not is_of(target.decision, decision.subject):
            raise StoreError(
                f"decision {number}: there is no decision {decision.undoes!r} on "
                f"{decision.subject!r} to withdraw"
            )


def is_of(decision: Decision, subject: str) -> bool:
    """Tell whether something is decided on a subject, and not taken back."""
    return decision.subject == subject and decision.choice != "withdraw"
