"""A problem as pages show it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from pydantic import TypeAdapter

from porism.benchmarks.choices import present
from porism.core import (
    FinalAnswer,
    FormalStatement,
    MultipleChoice,
    Problem,
    ProofScheme,
    Provenance,
    Reference,
    Revision,
    TrueStatement,
)
from porism.errors import ConfigurationError

REFERENCE: TypeAdapter[Reference] = TypeAdapter(Reference)
REVISIONS = TypeAdapter(list[dict[str, Any]])


class Correction(NamedTuple):
    """A revision of a problem, with as much of it as may be told."""

    number: int
    effect: str
    why: str
    made: date


class Choice(NamedTuple):
    """A choice as it was shown."""

    label: str
    text: str
    correct: bool


@dataclass(frozen=True, slots=True)
class Asked:
    """A problem of a snapshot.

    Attributes:
        reference: nothing where it is withheld.
        images: digests of its pictures.
        chance: what guessing scores.
    """

    benchmark: str
    id: str
    place: int
    statement: str
    reference: Reference | None
    images: tuple[str, ...]
    types: tuple[str, ...]
    subset: str
    month: str
    published: date | None
    chance: float
    sketch: str | None
    withdrawn: str | None
    revision: int
    corrections: tuple[Correction, ...]
    provenance: Provenance

    def choices(self, permutation: str = "") -> tuple[Choice, ...]:
        """Return the choices in an attempt's order, or in the usual one.

        Empty where there are none, where the statement shows them itself, or where they are
        withheld.
        """
        if not isinstance(self.reference, MultipleChoice):
            return ()
        problem = Problem(id=self.id, reference=self.reference)
        try:
            shown = present(problem, permutation)
        except ConfigurationError:
            return ()
        if shown is None:
            return ()
        right = shown.reference.label
        return tuple(Choice(label, text, label == right) for label, text in shown.shown)

    def answer(self, permutation: str = "") -> str:
        """Return the reference as a short answer; empty where there is none to show."""
        match self.reference:
            case FinalAnswer():
                return self.reference.answer
            case MultipleChoice():
                right = [c.label for c in self.choices(permutation) if c.correct]
                return right[0] if right else self.reference.label
            case _:
                return ""

    def texts(self) -> list[tuple[str, str]]:
        """Return what else the reference says, each with its heading."""
        match self.reference:
            case ProofScheme():
                rubric = [("Rubric", self.reference.rubric)]
                found = [*rubric, *(("Solution", s) for s in self.reference.solutions)]
            case TrueStatement():
                found = [
                    ("The true statement", self.reference.original),
                    ("Why the one above is false", self.reference.why_false),
                ]
            case _:
                found = []
        return [(head, text) for head, text in found if text]

    @property
    def formal(self) -> str:
        """The statement in Lean, where there is one."""
        return self.reference.statement if isinstance(self.reference, FormalStatement) else ""


def asked_of(row: Mapping[str, Any]) -> Asked:
    """Read a row of the table of problems."""
    reference = row["reference"]
    return Asked(
        benchmark=row["benchmark"],
        id=row["problem"],
        place=row["place"],
        statement=row["statement"],
        reference=REFERENCE.validate_json(reference) if reference else None,
        images=tuple(row["images"] or ()),
        types=tuple(row["types"] or ()),
        subset=row["subset"],
        month=row["month"],
        published=row["published"],
        chance=row["chance"],
        sketch=row["sketch"],
        withdrawn=row["withdrawn"],
        revision=row["revision"],
        corrections=tuple(map(correction, REVISIONS.validate_json(row["revisions"]))),
        provenance=Provenance.from_json(row["provenance"]),
    )


def correction(told: Mapping[str, Any]) -> Correction:
    """Read a revision; the reason of one of a withheld reference is not told."""
    made = Revision.model_validate({"why": "", **told})
    return Correction(made.number, made.effect, made.why, made.made)
