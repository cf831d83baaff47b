"""Problems in MathArena's public columns, as its data sets on the Hugging Face hub have them.

The columns differ between data sets: identifiers are numbers or text, sources are text or,
by accident, numbers, marking schemes are one text or a list of parts whose descriptions
are called ``desc`` or ``description``. All are read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path
from typing import Annotated

from pydantic import ConfigDict, Field

from porism.benchmarks.images import picture
from porism.benchmarks.references import reference_from
from porism.core import (
    Image,
    JsonObject,
    Kind,
    Noun,
    Problem,
    ProofScheme,
    Provenance,
    Reference,
)
from porism.records import Place, read_parquet

_ARXIV = re.compile(r"\d{4}\.\d{4,5}(v\d+)?")


class Part(Noun):
    """One part of a marking scheme."""

    model_config = ConfigDict(extra="allow")

    title: str = ""
    desc: str = ""
    description: str = ""
    points: Decimal | None = None

    @property
    def text(self) -> str:
        """The part in one line."""
        points = "" if self.points is None else f" ({self.points:f} points)"
        return f"{self.title}{points}: {self.desc or self.description}"


class EmbeddedImage(Noun):
    """A picture as the ``datasets`` library stores it."""

    data: bytes | None = Field(None, alias="bytes")
    path: str | None = None


class MathArenaRow(Noun):
    """One row; columns without a field here are kept as details of the provenance."""

    model_config = ConfigDict(extra="allow")

    problem_idx: int | Annotated[str, Field(min_length=1)]
    problem: str = ""
    answer: str | int | float = ""
    image: EmbeddedImage | None = None
    problem_type: tuple[str, ...] | str = ()
    source: str | float = ""
    points: Decimal | None = None
    grading_scheme: tuple[Part, ...] | str = ""
    sample_solution: str = ""
    formal_statement: str = ""
    original: str = ""
    """The true statement behind a false one; only the folder form has it."""
    competition: str = ""
    """Part of a data set that combines several, each with identifiers of its own."""


def read_rows(path: Path, kind: Kind) -> Iterator[tuple[Place, Problem]]:
    """Yield the problem in each row of a Parquet file with its place, by identifier.

    Raises:
        DefinitionError: the file is not Parquet, or a row is no problem.
    """
    rows = sorted(read_parquet(path, MathArenaRow), key=lambda found: order(found[1].problem_idx))
    for number, row in rows:
        place = Place(path, within=f"row {number}")
        yield place, problem_in(row, kind, place)


def order(name: int | str) -> tuple[int, str]:
    """Return a sorting key that puts 2 before 10, and numbers before words."""
    text = str(name)
    return (int(text), "") if text.isascii() and text.isdigit() else (2**63, text)


def problem_in(row: MathArenaRow, kind: Kind, place: Place) -> Problem:
    """Return the problem that a row describes.

    Raises:
        DefinitionError: its image is missing or no picture.
    """
    name = str(row.problem_idx)
    return Problem(
        id=f"{row.competition}/{name}" if row.competition else name,
        statement=row.problem.strip(),
        images=_images(row, place),
        reference=_reference(row, kind),
        types=_types(row.problem_type),
        provenance=_provenance(row),
    )


def _images(row: MathArenaRow, place: Place) -> tuple[Image, ...]:
    if row.image is None:
        return ()
    if row.image.data is None:
        raise place.fault(f"the image {row.image.path} is not in the file", ("image",))
    return (picture(row.image.data, place),)


def _reference(row: MathArenaRow, kind: Kind) -> Reference:
    match kind:
        case "proof":
            return ProofScheme(
                points=Decimal(7) if row.points is None else row.points,
                rubric=_rubric(row.grading_scheme),
                solutions=(row.sample_solution,) if row.sample_solution else (),
            )
        case "broken_statement":
            return reference_from(kind, row.original)
        case "formal_proof":
            return reference_from(kind, row.formal_statement or str(row.answer))
        case _:
            return reference_from(kind, _text(row.answer))


def _text(answer: str | float) -> str:
    """Return an answer as text; whole numbers become floats where a column has gaps."""
    whole = isinstance(answer, float) and answer.is_integer()
    return str(int(answer)) if whole else str(answer)


def _rubric(scheme: tuple[Part, ...] | str) -> str:
    return scheme if isinstance(scheme, str) else "\n".join(part.text for part in scheme)


def _types(kinds: tuple[str, ...] | str) -> tuple[str, ...]:
    """Return categories; as text they look like ``["Algebra", "Geometry"]``."""
    names = re.sub(r'[\[\]"]', "", kinds).split(",") if isinstance(kinds, str) else kinds
    return tuple(name.strip() for name in names if name.strip())


def _provenance(row: MathArenaRow) -> Provenance:
    source = _source(row.source)
    paper = source if _ARXIV.fullmatch(source) else ""
    further = {
        key: value
        for key, value in (row.model_extra or {}).items()
        if isinstance(value, str | int | float | bool)
    }
    return Provenance(
        source=source,
        url=f"https://arxiv.org/abs/{paper}" if paper else "",
        paper=paper,
        details=JsonObject(further),
    )


def _source(source: str | float) -> str:
    """Return the source as text; an arXiv identifier that was read as a number ends in 0."""
    return source if isinstance(source, str) else f"{source:010.5f}"
