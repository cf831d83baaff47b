"""Replies of judges, read strictly: only the last sealed block counts, and it has one form."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from decimal import Decimal

from porism.core import PartMark, Rubric
from porism.judging.said import Said, Unread
from porism.judging.sealing import sealed_block

LONGEST_REASON = 20_000
_LINE = re.compile(r"[\s>*`-]{0,8}(part +)?([A-Za-z0-9][A-Za-z0-9._-]{0,39})[*`]{0,3}\s{0,3}:(.*)")
_NUMBER = re.compile(r"[0-9]{1,5}(\.[0-9]{1,4})?")
_DECORATION = " \t*`"
BROKEN_POINTS = {"1": Decimal(2), "2": Decimal(2), "3": Decimal(1), "4": Decimal(0)}
"""What the first question answered with yes is worth, of 2."""


class _Block:
    """The lines of a block: marks of parts, other keys, and the reason that ends it."""

    def __init__(self, text: str) -> None:
        self.parts: dict[str, str] = {}
        self.keys: dict[str, str] = {}
        lines = text.splitlines()
        for number, line in enumerate(lines):
            found = _LINE.fullmatch(line)
            if found is None:
                if line.strip(_DECORATION):
                    raise Unread(f"the line {line.strip()[:60]!r} is not of the form")
                continue
            is_part, name, value = bool(found[1]), found[2], found[3].strip(_DECORATION)
            if not is_part and name.lower() == "reason":
                self.reason = "\n".join([value, *lines[number + 1 :]]).strip()[:LONGEST_REASON]
                return
            self._add(
                self.parts if is_part else self.keys, name if is_part else name.lower(), value
            )
        raise Unread("it gives no reason")

    @staticmethod
    def _add(values: dict[str, str], name: str, value: str) -> None:
        if name in values:
            raise Unread(f"{name!r} is there twice")
        values[name] = value

    def only(self, *names: str) -> Iterator[str]:
        """Yield the values of exactly these keys."""
        if unknown := self.keys.keys() - set(names):
            raise Unread(f"{min(unknown)!r} was not asked for")
        for name in names:
            if name not in self.keys:
                raise Unread(f"it has no line '{name}:'")
            yield self.keys[name]


def read_points(reply: str, word: str, most: Decimal, rubric: Rubric | None) -> Said:
    """Read marks of a proof.

    Args:
        reply: all that the judge said.
        word: the seal of the request.
        most: highest mark.
        rubric: what it was marked by; its parts have to be marked.

    Raises:
        Unread: there is no such block, or it says what cannot be.
    """
    block = _Block(sealed_block(reply, "marks", word))
    (written,) = block.only("points")
    points = _number(written, "points", most)
    parts = _part_marks(block.parts, rubric) if rubric and rubric.parts else ()
    earned = sum((mark.points for mark in parts), Decimal(0))
    if parts and points > earned:
        raise Unread(f"the parts add up to {earned}, but the points are {points}")
    if parts and rubric and points < earned and not _lowers(rubric, points):
        raise Unread(
            f"the parts add up to {earned}, the points are {points}, and the rubric deducts nothing"
        )
    return Said(points, block.reason, parts)


def read_broken(reply: str, word: str) -> Said:
    """Read how a response deals with a false statement: 0, 1 or 2 points.

    One point less where something proved directly contradicts the true statement.

    Raises:
        Unread: there is no such block, or it says what cannot be.
    """
    block = _Block(sealed_block(reply, "marks", word))
    question, contradicts = block.only("question", "contradicts")
    if question not in BROKEN_POINTS:
        raise Unread(f"the question is {question[:20]!r}, not a number from 1 to 4")
    points = BROKEN_POINTS[question]
    marks: tuple[PartMark, ...] = (PartMark(part=f"question-{question}", points=points),)
    if _yes(contradicts, "contradicts"):
        points = max(points - 1, Decimal(0))
        marks += (PartMark(part="contradicts", points=Decimal(0), reason="one point less"),)
    return Said(points, block.reason, marks)


def read_same(reply: str, word: str) -> Said:
    """Read whether two things are the same: 1 point or 0.

    Raises:
        Unread: there is no such block, or it says what cannot be.
    """
    block = _Block(sealed_block(reply, "marks", word))
    (same,) = block.only("same")
    return Said(Decimal(1 if _yes(same, "same") else 0), block.reason)


def _part_marks(written: Mapping[str, str], rubric: Rubric) -> tuple[PartMark, ...]:
    known = {part.id: part for part in rubric.parts}
    if not written:
        raise Unread("it marks no part of the rubric")
    if unknown := written.keys() - known.keys():
        raise Unread(f"the rubric has no part {min(unknown)!r} (it has: {', '.join(known)})")
    if not any(written.keys() <= {part.id for part in path.parts} for path in rubric.paths):
        raise Unread("it marks parts of different ways; choose one way")
    return tuple(
        PartMark(part=name, points=_number(value, f"part {name}", known[name].points))
        for name, value in written.items()
    )


def _lowers(rubric: Rubric, points: Decimal) -> bool:
    """Tell whether a rubric may lower the sum of the parts to these points."""
    return bool(rubric.deductions) or (not points and bool(rubric.zero_credit))


def _number(written: str, name: str, most: Decimal) -> Decimal:
    if not _NUMBER.fullmatch(written):
        raise Unread(f"{name} is {written[:20]!r}, not a plain number")
    number = Decimal(written)
    if number > most:
        raise Unread(f"{name} is {number}, more than the {most} that there are")
    return number


def _yes(written: str, name: str) -> bool:
    word = written.lower().rstrip(".")
    if word not in {"yes", "no"}:
        raise Unread(f"{name} is {written[:20]!r}, not yes or no")
    return word == "yes"
