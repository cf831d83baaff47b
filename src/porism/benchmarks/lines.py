"""Porism's own problem files: one problem a line."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from pydantic import Field, Strict

from porism.benchmarks.images import read_picture
from porism.benchmarks.references import reference_from
from porism.core import Image, Kind, Noun, Problem, Provenance, Reference, Revision
from porism.records import Place, read_jsonl

Text = Annotated[str, Strict()]
Whole = Annotated[int, Strict()]


class ProblemLine(Noun):
    """A problem as people write it: :class:`Problem`, with short forms.

    ``problem`` may stand for ``statement``, ``answer`` for ``reference``, ``source`` for
    ``provenance.source``, and a picture's path beside the file for the picture.
    """

    id: Annotated[Text, Field(min_length=1)] | Whole
    statement: str = ""
    problem: str = ""
    images: tuple[Image | str, ...] = ()
    reference: Reference | None = None
    answer: Text | Whole | None = None
    """The answer, or the right choice's letter; numbers with a point in quotes."""
    sketch: str | None = None
    types: tuple[str, ...] = ()
    subset: str = ""
    revisions: tuple[Revision, ...] = ()
    withdrawn: str | None = None
    provenance: Provenance | None = None
    source: str = ""


def read_lines(path: Path, kind: Kind) -> Iterator[tuple[Place, Problem]]:
    """Yield each problem of a file with its place.

    Raises:
        DefinitionError: a line is no problem, or an image is missing.
    """
    for number, line in read_jsonl(path, ProblemLine):
        place = Place(path, number)
        yield place, _problem(line, kind, place)


def _problem(line: ProblemLine, kind: Kind, place: Place) -> Problem:
    if line.statement and line.problem:
        raise place.fault("says the same as statement; keep one of them", ("problem",))
    if line.source and line.provenance:
        raise place.fault("belongs into provenance", ("source",))
    return Problem(
        id=str(line.id),
        statement=line.statement or line.problem,
        images=tuple(_image(image, place) for image in line.images),
        reference=_reference(line, kind, place),
        sketch=line.sketch,
        types=line.types,
        subset=line.subset,
        revisions=line.revisions,
        withdrawn=line.withdrawn,
        provenance=line.provenance or Provenance(source=line.source),
    )


def _image(image: Image | str, place: Place) -> Image:
    return image if isinstance(image, Image) else read_picture(place.file.parent, image, place)


def _reference(line: ProblemLine, kind: Kind, place: Place) -> Reference:
    if (line.reference is None) == (line.answer is None):
        raise place.fault("give either answer or reference", ("answer",))
    return line.reference or reference_from(kind, str(line.answer))
