"""Tables in which judges and people have marked the same answers, whatever their columns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import isfinite
from pathlib import Path

from pydantic import ConfigDict

from porism.core import Noun
from porism.errors import DefinitionError
from porism.records import read_csv, read_jsonl, read_parquet
from porism.report.marks import Mark


class Row(Noun):
    """A row with any columns."""

    model_config = ConfigDict(extra="allow")


@dataclass(frozen=True, slots=True)
class Columns:
    """Which columns hold what."""

    person: str
    """Points that a person gave."""
    judges: tuple[str, ...]
    """Points that judges gave, a column each; the columns' names are the judges'."""
    most: str | float
    """Highest mark: a column, or one number for all."""
    judge_most: float | None = None
    """Highest mark of judges, where it is another than that of people."""
    problem: str = "problem_id"
    """Answers to one problem err together; without it every row is a problem of its own."""
    model: str = "model"


@dataclass(frozen=True, slots=True)
class Cell:
    """One cell of a table, that can tell where it is."""

    value: object
    path: Path
    line: int
    column: str

    def text(self) -> str:
        """Return what it says."""
        return str(self.value)

    def number(self) -> float:
        """Return it as a finite number that is not negative.

        Raises:
            DefinitionError: it is none.
        """
        try:
            number = float(str(self.value))
        except ValueError:
            number = -1.0
        if isinstance(self.value, bool) or not isfinite(number) or number < 0:
            raise self.error(f"expected points, found {str(self.value)[:60]!r}")
        return number

    def error(self, problem: str) -> DefinitionError:
        """Return what is wrong with it, with its place."""
        return DefinitionError(problem, file=self.path, line=self.line, key=self.column)


def read_gradings(path: Path, columns: Columns) -> Iterator[Mark]:
    """Yield the marks in a CSV, JSON Lines or Parquet file.

    A row in which the person or a judge gave nothing says nothing of that judge. A judge may
    exceed the highest mark, which is a fault of the judge's and is kept; a person may not.

    Raises:
        DefinitionError: a column is missing everywhere, or a cell holds no points.
    """
    readers = {".csv": read_csv, ".parquet": read_parquet}
    seen: set[str] = set()
    for line, row in readers.get(path.suffix.lower(), read_jsonl)(path, Row):
        cells = {
            name: Cell(value, path, line, name)
            for name, value in (row.model_extra or {}).items()
            if value is not None
        }
        seen |= cells.keys()
        yield from _marks(cells, columns, f"line {line}")
    wanted = [columns.person, *columns.judges]
    wanted += [columns.most] if isinstance(columns.most, str) else []
    if missing := [name for name in wanted if name not in seen]:
        known = ", ".join(sorted(seen)) or "none"
        raise DefinitionError(f"no column {missing[0]!r} (there are: {known})", file=path)


def _marks(cells: dict[str, Cell], columns: Columns, row: str) -> Iterator[Mark]:
    person = cells.get(columns.person)
    most = columns.most if isinstance(columns.most, float) else cells.get(columns.most)
    if person is None or most is None:
        return
    points = most if isinstance(most, float) else most.number()
    right = person.number()
    if not right <= points or points == 0:
        raise person.error(f"{right:g} points, where {points:g} is the highest mark")
    problem, model = cells.get(columns.problem), cells.get(columns.model)
    for name in columns.judges:
        if judge := cells.get(name):
            yield Mark(
                judge=name,
                problem=problem.text() if problem else row,
                model=model.text() if model else "",
                given=judge.number() / (columns.judge_most or points),
                right=right / points,
                points=points,
            )
