"""Attempts that wait for people: flagged ones, proofs, those that two people disagree on."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    and_,
    case,
    distinct,
    func,
    literal_column,
    or_,
    select,
    tuple_,
)

from porism.core import Flag, Noun
from porism.store.decisions import PERSON, Policy, heard_of, spoken_on, withdrawn
from porism.store.desk_schema import BY_PERSON, FLAGGED
from porism.store.lines import flags_of, standing_attempts
from porism.store.schema import attempts, cells, verdicts
from porism.store.store import Store

Order = Literal["oldest", "newest", "problem"]


class Wanted(Noun):
    """Which attempts to list, and how; ``None`` is any."""

    benchmark: str | None = None
    flag: Flag | None = None
    model: str | None = None
    text: str | None = None
    """In the problem's name, the attempt's, the answer or the reason."""
    order: Order = "oldest"


class Waiting(NamedTuple):
    """An attempt that waits, with the verdict that no person gave."""

    seq: int
    id: str
    benchmark: str
    problem: str
    model: str
    number: int
    flags: tuple[Flag, ...]
    outcome: str
    score: float | None
    extracted: str | None
    reason: str | None
    grader: str | None


class Beyond(NamedTuple):
    """A place in an order: after an attempt, or before it."""

    attempt: str
    back: bool = False


class Counts(NamedTuple):
    """How many attempts wait."""

    total: int
    by_flag: Mapping[str, int]
    """Under the filters, that by flag left out."""
    by_benchmark: Mapping[str, int]
    """Likewise."""


@dataclass(frozen=True)
class Waits:
    """Attempts of one kind that wait for one person.

    Attributes:
        store: where they are.
        kind: ``flagged``; ``proofs``, all answers on the benchmarks of which people judge;
            ``split``, those that two people disagree on.
        name: the person, for whom nothing waits that they have judged.
        senior: whether the person settles disagreements of which they were part.
        policy: how many people judge an attempt.
        benchmarks: of which proofs are listed.
    """

    store: Store
    kind: Literal["flagged", "proofs", "split"]
    name: str
    senior: bool = False
    policy: Policy = Policy()
    benchmarks: tuple[str, ...] = ()

    def page(
        self, wanted: Wanted, *, start: int, count: int, beyond: Beyond | None = None
    ) -> tuple[Waiting, ...]:
        """Return some of the attempts.

        Args:
            wanted: the filters and the order.
            start: how many are passed over, which takes the longer the more there are.
            count: how many are returned, if there are as many.
            beyond: where they stand instead, which takes no longer anywhere.
        """
        order = self._order(wanted.order)

        def work(connection: Connection) -> tuple[Waiting, ...]:
            if beyond is not None:
                return self._next_to(connection, wanted, beyond, count)
            chosen = self._filtered(connection, wanted, reach=start + count)
            return self._lines(connection, chosen.order_by(*order).offset(start).limit(count))

        found: tuple[Waiting, ...] = self.store.read(work)
        return found

    def beside(self, wanted: Wanted, attempt: str, *, back: bool = False) -> str | None:
        """Return the attempt that waits after another one, or before it."""

        def work(connection: Connection) -> tuple[Waiting, ...]:
            return self._next_to(connection, wanted, Beyond(attempt, back), 1)

        found: tuple[Waiting, ...] = self.store.read(work)
        return found[0].id if found else None

    def holds(self, attempt: str) -> bool:
        """Tell whether an attempt is of this kind, waiting or settled."""
        chosen = self._of_kind().where(ATTEMPT.id == attempt).limit(1)
        return self.store.read(lambda c: c.execute(chosen).first()) is not None

    def counts(self, wanted: Wanted = Wanted()) -> Counts:
        """Count the attempts."""
        bare = wanted.model_copy(update={"benchmark": None, "flag": None})
        groups = (cells.c.benchmark, verdicts.c.flags)

        def work(connection: Connection) -> Sequence[Any]:
            chosen = self._filtered(connection, bare).with_only_columns(*groups, func.count())
            return connection.execute(chosen.group_by(*groups)).all()

        return added(self.store.read(work), wanted)

    # -- the query -------------------------------------------------------------------------

    def _places(self, *, by_problem: bool = False) -> Select[Any]:
        """Select attempts with their cells and the verdicts that no person gave.

        Args:
            by_problem: let the database go from cells, in the order of problems, to attempts
                and verdicts: it cannot look up by names to which something is added.
        """
        chosen = select(*COLUMNS)
        names: tuple[ColumnElement[str], ...] = (cells.c.digest, ATTEMPT.id)
        cell, name = (one.concat("") if by_problem else one for one in names)
        if self.kind == "flagged":
            found = chosen.select_from(verdicts).join(standing_attempts, name == verdicts.c.attempt)
            return found.join(cells, cell == ATTEMPT.cell)
        return (
            chosen.select_from(standing_attempts)
            .join(cells, cell == ATTEMPT.cell)
            .outerjoin(verdicts, verdicts.c.seq == last_unwitnessed())
        )

    def _of_kind(self, *, by_problem: bool = False, in_turn: bool = False) -> Select[Any]:
        places = self._places(by_problem=by_problem)
        match self.kind:
            case "flagged":
                impersonal = verdicts.c.authority < literal_column(str(PERSON))
                return places.where(FLAGGED, impersonal, ~overruled())
            case "proofs":
                asked = benchmark_of(in_turn=in_turn).in_(self.benchmarks)
                return places.where(asked, ATTEMPT.ending == "answered")
            case "split":
                several = (
                    select(verdicts.c.attempt)
                    .where(BY_PERSON)
                    .group_by(verdicts.c.attempt)
                    .having(func.count(distinct(verdicts.c.grader)) > 1)
                )
                return places.where(ATTEMPT.id.in_(several))

    def _filtered(
        self, connection: Connection, wanted: Wanted, *, reach: int | None = None
    ) -> Select[Any]:
        """Select what waits under some filters.

        Args:
            connection: to the store.
            wanted: the filters.
            reach: how many of the first, in the order that is wanted, will be read; all without it.
        """
        walked = reach is not None and self._is_walked(connection, wanted, reach)
        by_problem = walked and wanted.order == "problem"
        in_turn = walked and not by_problem
        chosen = self._of_kind(by_problem=by_problem, in_turn=in_turn).where(self._open(connection))
        for column, value in (
            (benchmark_of(in_turn=in_turn), wanted.benchmark),
            (cells.c.model, wanted.model),
        ):
            if value is not None:
                chosen = chosen.where(column == value)
        chosen = chosen.where(*flag_is(wanted.flag))
        return chosen.where(mentions(wanted.text)) if wanted.text else chosen

    def _is_walked(self, connection: Connection, wanted: Wanted, reach: int) -> bool:
        """Tell whether walking through all attempts is quicker than sorting all that waits.

        A walk goes from problem to problem, or from the first attempt to the last. It passes
        attempts that do not wait: as many for each that does as there are in all, and a step of
        it costs about what two rows to be sorted do. Indexes hold flagged attempts in the order of
        writing, so that these are never walked, and proofs in that of problems: they always are.
        """
        if self.kind == "split" or wanted.text or wanted.model:
            return False
        if (self.kind == "proofs") == (wanted.order == "problem"):
            return self.kind == "proofs"
        waiting: int = connection.execute(self._candidates(wanted)).scalar_one()
        every: int = connection.execute(select(func.max(attempts.c.seq))).scalar() or 0
        return 2 * reach * every < waiting**2

    def _candidates(self, wanted: Wanted) -> Select[Any]:
        """Count roughly, from an index alone, what waits or has waited."""
        count = select(func.count())
        if self.kind == "flagged":
            return count.select_from(verdicts).where(FLAGGED, *flag_is(wanted.flag))
        named = [wanted.benchmark] if wanted.benchmark else self.benchmarks
        return count.select_from(cells).where(cells.c.benchmark.in_(named))

    def _open(self, connection: Connection) -> Any:  # noqa: ANN401 - a condition
        """Tell whether an attempt waits for the person."""
        if self.kind == "split":
            ids = connection.execute(self._of_kind().with_only_columns(ATTEMPT.id)).scalars()
            heard = {one: heard_of(spoken_on(connection, one)) for one in ids}
            senior, name = self.senior, self.name
            may = (a for a, h in heard.items() if self.policy.may_settle(h, name, senior=senior))
            return ATTEMPT.id.in_(list(may))
        people = verdicts.alias("people")
        of_people = and_(
            people.c.attempt == ATTEMPT.id,
            people.c.authority == literal_column(str(PERSON)),
            ~withdrawn(people.c.seq),
        )
        if self.policy.reviews == 1:
            return ~select(people.c.seq).where(of_people).exists()
        number = select(func.count(distinct(people.c.grader))).where(of_people).scalar_subquery()
        mine = select(people.c.seq).where(of_people, people.c.grader == self.name).exists()
        return and_(number < self.policy.reviews, ~mine)

    def _next_to(
        self, connection: Connection, wanted: Wanted, beyond: Beyond, count: int
    ) -> tuple[Waiting, ...]:
        """Return what stands beyond an attempt, the nearest ones, in the order that is wanted."""
        key = self._key(wanted.order)
        place = self._places().with_only_columns(*key).where(ATTEMPT.id == beyond.attempt)
        here = connection.execute(place).first()
        chosen = self._filtered(connection, wanted, reach=count)
        down = beyond.back != (wanted.order == "newest")
        if here is not None:
            there, point = tuple_(*key), tuple_(*here)
            chosen = chosen.where(there < point if down else there > point)
            if wanted.order == "problem":  # an index knows these two, but not all three
                there, point = tuple_(*key[:2]), tuple_(*here[:2])
                chosen = chosen.where(there <= point if down else there >= point)
        order = [part.desc() if down else part.asc() for part in key]
        lines = self._lines(connection, chosen.order_by(*order).limit(count))
        return lines[::-1] if beyond.back else lines

    def _key(self, order: Order) -> tuple[Any, ...]:
        seq = verdicts.c.seq if self.kind == "flagged" else ATTEMPT.seq
        return (cells.c.benchmark, cells.c.problem, seq) if order == "problem" else (seq,)

    def _order(self, order: Order) -> list[Any]:
        return [k.desc() if order == "newest" else k.asc() for k in self._key(order)]

    def _lines(self, connection: Connection, chosen: Select[Any]) -> tuple[Waiting, ...]:
        rows = (list(row) for row in connection.execute(chosen))
        return tuple(Waiting._make([*row[:6], flags_of(row[6]), *row[7:]]) for row in rows)


ATTEMPT = standing_attempts.c
OUTCOME = case(
    (ATTEMPT.ending != "answered", ATTEMPT.ending),
    else_=func.coalesce(verdicts.c.outcome, "ungraded"),
)
COLUMNS = (
    ATTEMPT.seq, ATTEMPT.id, cells.c.benchmark, cells.c.problem, cells.c.model, cells.c.number,
    verdicts.c.flags, OUTCOME.label("outcome"), verdicts.c.score, verdicts.c.extracted,
    verdicts.c.reason, verdicts.c.grader,
)  # fmt: skip


def benchmark_of(*, in_turn: bool) -> ColumnElement[str]:
    """Return the name of an attempt's benchmark.

    Args:
        in_turn: let the database go through attempts in the order of writing: it cannot look up
            by a name to which something is added.
    """
    return cells.c.benchmark.concat("") if in_turn else cells.c.benchmark


def flag_is(flag: Flag | None) -> Iterator[ColumnElement[bool]]:
    """Yield the condition that a verdict has a flag; nothing for any."""
    if flag is not None:
        yield verdicts.c.flags.contains(json.dumps(flag))


def last_unwitnessed() -> Any:  # noqa: ANN401 - a subquery
    """Select the number of the verdict that would stand without people."""
    other = verdicts.alias("other")
    order = (other.c.authority.desc(), other.c.version.desc(), other.c.seq.desc())
    mine = (other.c.attempt == ATTEMPT.id, other.c.authority < literal_column(str(PERSON)))
    return select(other.c.seq).where(*mine).order_by(*order).limit(1).scalar_subquery()


def overruled() -> Any:  # noqa: ANN401 - a condition
    """Tell whether a later verdict that no person gave stands before this one."""
    other = verdicts.alias("other")
    rank = (verdicts.c.authority, verdicts.c.version, verdicts.c.seq)
    theirs = (other.c.authority, other.c.version, other.c.seq)
    return (
        select(other.c.seq)
        .where(
            other.c.attempt == verdicts.c.attempt,
            other.c.authority < literal_column(str(PERSON)),
            tuple_(*theirs) > tuple_(*rank),
        )
        .exists()
    )


def mentions(text: str) -> Any:  # noqa: ANN401 - a condition
    """Tell whether an attempt has to do with a text."""
    v = verdicts.c
    return or_(
        cells.c.problem == text,
        ATTEMPT.id.startswith(text, autoescape=True),
        *(column.icontains(text, autoescape=True) for column in (v.extracted, v.reason)),
    )


def added(rows: Sequence[Any], wanted: Wanted) -> Counts:
    """Add up counts by benchmark and flags."""
    total = 0
    by_flag: Counter[str] = Counter()
    by_benchmark: Counter[str] = Counter()
    for benchmark, text, number in rows:
        flags = flags_of(text)
        here = wanted.benchmark in {None, benchmark}
        flagged = wanted.flag is None or wanted.flag in flags
        total += number if here and flagged else 0
        by_flag.update(dict.fromkeys(flags, number) if here else {})
        by_benchmark.update({benchmark: number} if flagged else {})
    return Counts(total, by_flag, by_benchmark)
