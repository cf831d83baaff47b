"""Problems in MathArena's folder form.

    problems/N.tex           the statement, or
    problems/N.png           a picture of it, or
    problems/N.lean          a formal one, whose words are in original/N.tex
    answers.csv              id and answer
    grading_scheme.json      id, points and scheme of each proof
    original/N.tex           the true statement behind a false one
    solutions/N.tex          a model solution
    source.csv               id and source: a contest, a paper
    source_metadata.csv      id and anything else
    problem_types.csv        id and type

N is the problem's identifier. Source: the README files of
https://github.com/eth-sri/matharena.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal
from pathlib import Path

from pydantic import ConfigDict

from porism.benchmarks.images import read_picture
from porism.benchmarks.matharena_rows import EmbeddedImage, MathArenaRow, Part, order, problem_in
from porism.benchmarks.paths import beside
from porism.core import Kind, Noun, Problem
from porism.records import Place, read_csv, read_json, read_text

SUFFIXES = (".tex", ".png", ".lean")


class NamedRow(Noun):
    """A row of any of the tables."""

    model_config = ConfigDict(extra="allow")

    id: str
    answer: str = ""
    source: str = ""
    type: str = ""


class Scheme(Noun):
    """One entry of ``grading_scheme.json``."""

    model_config = ConfigDict(extra="allow")

    id: int | str
    points: Decimal | None = None
    scheme: tuple[Part, ...] | str = ""


def read_folder(folder: Path, kind: Kind) -> Iterator[tuple[Place, Problem]]:
    """Yield each problem of a folder with its place, by identifier.

    Raises:
        DefinitionError: a file is missing, wrong, or tells of a problem that is not there.
    """
    reader = _FolderReader(folder, kind)
    for name in sorted(reader.files, key=order):
        place = Place(reader.files[name])
        yield place, problem_in(reader.row(name, place), kind, place)


class _FolderReader:
    def __init__(self, folder: Path, kind: Kind) -> None:
        self._folder, self._kind = folder, kind
        found = sorted((folder / "problems").glob("*"))
        self.files = {path.stem: path for path in found if path.suffix in SUFFIXES}
        self._answers = self._table(
            "answers.csv", needed=kind in {"final_answer", "multiple_choice"}
        )
        self._sources = self._table("source.csv")
        self._further = self._table("source_metadata.csv")
        self._types = self._table("problem_types.csv")
        self._schemes = self._read_schemes()

    def row(self, name: str, place: Place) -> MathArenaRow:
        if self._answers and name not in self._answers:
            raise place.fault("has no answer in answers.csv")
        scheme = self._schemes.get(name, Scheme(id=name))
        formal = self._kind == "formal_proof"
        return MathArenaRow(
            problem_idx=name,
            problem=self._text("original" if formal else "problems", f"{name}.tex", place),
            formal_statement=self._text("problems", f"{name}.lean", place),
            original="" if formal else self._text("original", f"{name}.tex", place),
            image=self._image(name, place),
            answer=_of(self._answers, name).answer,
            problem_type=_of(self._types, name).type,
            source=_of(self._sources, name).source,
            points=scheme.points,
            grading_scheme=scheme.scheme,
            sample_solution=self._text("solutions", f"{name}.tex", place),
            **_details(_of(self._further, name)),
        )

    def _image(self, name: str, place: Place) -> EmbeddedImage | None:
        if not (self._folder / "problems" / f"{name}.png").exists():
            return None
        image = read_picture(self._folder, f"problems/{name}.png", place)
        return EmbeddedImage(bytes=image.data)

    def _text(self, folder: str, name: str, place: Place) -> str:
        if not (self._folder / folder / name).exists():
            return ""
        return read_text(beside(self._folder, f"{folder}/{name}", place))

    def _table(self, name: str, *, needed: bool = False) -> Mapping[str, NamedRow]:
        path = self._folder / name
        if not path.exists() and not needed:
            return {}
        rows: dict[str, NamedRow] = {}
        for line, row in read_csv(path, NamedRow):
            place = Place(path, line)
            self._check_known(row.id, rows, place)
            rows[row.id] = row
        return rows

    def _read_schemes(self) -> Mapping[str, Scheme]:
        path = self._folder / "grading_scheme.json"
        if not path.exists():
            return {}
        schemes: dict[str, Scheme] = {}
        for number, scheme in enumerate(read_json(path, Scheme), start=1):
            name = str(scheme.id)
            self._check_known(name, schemes, Place(path, within=f"entry {number}"))
            schemes[name] = scheme
        return schemes

    def _check_known(self, name: str, rows: Mapping[str, object], place: Place) -> None:
        if name in rows:
            raise place.fault(f"{name!r} stands here twice", ("id",))
        if name not in self.files:
            raise place.fault(
                f"there is no problem {name!r} in {self._folder / 'problems'}", ("id",)
            )


def _of(rows: Mapping[str, NamedRow], name: str) -> NamedRow:
    return rows.get(name, NamedRow(id=name))


def _details(row: NamedRow) -> dict[str, str]:
    further = row.model_extra or {}
    return {
        key: str(value) for key, value in further.items() if key not in MathArenaRow.model_fields
    }
