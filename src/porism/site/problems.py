"""A problem as pages show it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any, NamedTuple

from pydantic import TypeAdapter

from porism.core import FormalStatement, Provenance, Reference, Revision
from porism.look import references
from porism.look.references import Choice

REFERENCE: TypeAdapter[Reference] = TypeAdapter(Reference)
REVISIONS = TypeAdapter(list[dict[str, Any]])


class Correction(NamedTuple):
    """A revision of a problem, with as much of it as may be told."""

    number: int
    effect: str
    why: str
    made: date


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
        """Return the choices as :func:`porism.look.references.choices` does."""
        return references.choices(self.id, self.reference, permutation)

    def answer(self, permutation: str = "") -> str:
        """Return the reference as a short answer; empty where there is none to show."""
        return references.answer(self.id, self.reference, permutation)

    def texts(self) -> list[tuple[str, str]]:
        """Return what else the reference says, each with its heading."""
        return references.texts(self.reference)

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
