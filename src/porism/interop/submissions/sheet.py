"""The grading sheet: a line a proof, blank for the jury, and read again once it is filled in."""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

from porism.core import Noun
from porism.core.reviewer import LONGEST_NAME
from porism.errors import UserError
from porism.interop.submissions.key import Handed, Key
from porism.markup.characters import plain
from porism.records import read_csv

COLUMNS = ("code", "problem", "max", "points", "grader", "remark")
NEEDED = ("code", "problem", "points")
"""Columns without which a sheet says nothing."""
LONGEST_REMARK = 20_000
"""Characters; a remark becomes the reason of a verdict."""
MOST_FAULTS = 30
"""That are told at once."""
_PLAIN = re.compile(r"[0-9]{1,5}(?:[.,][0-9]{1,4})?")


class Row(Noun):
    """A line of the sheet as it was filled in."""

    code: str = ""
    problem: str = ""
    max: str = ""
    points: str = ""
    grader: str = ""
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Grade:
    """Points that a person gave to a proof."""

    attempt: str
    handed: Handed
    points: Decimal
    grader: str
    remark: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """What a sheet says."""

    grades: tuple[Grade, ...]
    blank: int
    """Lines without points."""


class _Fault(Exception):  # noqa: N818 - a fault of the sheet, not of the program
    """What is wrong with a line, and how to mend it."""


def blank_sheet(key: Key) -> str:
    """Return a CSV for the jury to fill in; several graders copy lines and sign their own."""
    file = io.StringIO()
    writer = csv.writer(file)
    writer.writerow(COLUMNS)
    for submission in key.submissions:
        for handed in submission.handed:
            remark = "" if handed.attempt else "no solution was submitted"
            writer.writerow((submission.code, handed.problem, handed.points, "", "", remark))
    return file.getvalue()


def read_sheet(path: Path, key: Key, grader: str = "") -> Sheet:
    """Read a sheet that was filled in, all of it or nothing.

    Args:
        path: a CSV with the columns of the blank sheet.
        key: of the submissions that were graded.
        grader: who signs lines that name nobody.

    Raises:
        DefinitionError: the file is not such a table.
        UserError: lines are wrong; each is named.
    """
    handed = {(s.code, h.problem): h for s in key.submissions for h in s.handed}
    grades: dict[tuple[str, str], Grade] = {}
    blank, faults = 0, []
    for line, row in read_csv(path, Row, NEEDED):
        try:
            grade = _grade(row, handed, grader)
            if grade is None:
                blank += 1
            else:
                _keep(grade, grades)
        except _Fault as fault:
            faults.append(f"{path}:{line}: {row.code} {row.problem}: {fault}")
    if faults:
        raise UserError(_told(faults))
    return Sheet(tuple(grades.values()), blank)


def _keep(grade: Grade, grades: dict[tuple[str, str], Grade]) -> None:
    if grades.setdefault((grade.attempt, grade.grader), grade) != grade:
        raise _Fault(f"{grade.grader} gave other points to it above; keep one of the lines")


def _told(faults: list[str]) -> str:
    more = len(faults) - MOST_FAULTS
    rest = [f"... and {more} more"] if more > 0 else []
    head = f"nothing was taken, because {len(faults)} line{'s' * (len(faults) > 1)} cannot be:"
    return "\n".join([head, *faults[:MOST_FAULTS], *rest])


def _grade(row: Row, known: dict[tuple[str, str], Handed], grader: str) -> Grade | None:
    """Return what a line says; nothing if it has no points."""
    handed = known.get((row.code.strip(), row.problem.strip()))
    if handed is None:
        raise _unknown(row, known)
    if row.max and _number(row.max, "max") != handed.points:
        raise _Fault(f"the highest mark is {handed.points}, not {row.max}; put it back")
    if not row.points:
        return None
    points = _number(row.points, "points")
    if points > handed.points:
        raise _Fault(f"{points} points, where {handed.points} is the highest mark")
    if handed.attempt is None:
        if points:
            raise _Fault("no solution was submitted; leave its points empty")
        return None
    name = plain(row.grader.strip() or grader.strip())
    if not name:
        raise _Fault("points without a grader; fill in the column grader, or say --grader NAME")
    if not name.isprintable() or len(name) > LONGEST_NAME:
        raise _Fault(f"the grader is no name of one line and at most {LONGEST_NAME} characters")
    if len(row.remark) > LONGEST_REMARK:
        raise _Fault(f"a remark of more than {LONGEST_REMARK:,} characters; shorten it")
    return Grade(handed.attempt, handed, points, name, plain(row.remark.strip()))


def _unknown(row: Row, known: dict[tuple[str, str], Handed]) -> _Fault:
    codes = sorted({code for code, _ in known})
    if row.code.strip() not in codes:
        return _Fault(f"no submission has this code; the key has {', '.join(codes)}")
    problems = ", ".join(problem for code, problem in known if code == row.code.strip())
    return _Fault(f"no problem is called so; the key has {problems}")


def _number(text: str, column: str) -> Decimal:
    """Read a plain number, with a point or a comma."""
    if not _PLAIN.fullmatch(text.strip()):
        raise _Fault(f"{column} is {text.strip()[:40]!r}; write a number such as 6 or 6.5")
    return Decimal(text.strip().replace(",", "."))
