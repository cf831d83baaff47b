"""A rubric: what a solution of one problem has to contain, and what each part is worth."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from porism.core.benchmark import Slug
from porism.core.noun import Noun

PartId = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9._-]*$", max_length=40)]
Points = Annotated[Decimal, Field(ge=0, max_digits=9, decimal_places=4)]


class RubricPart(Noun):
    """Something that earns points."""

    id: PartId
    """Names the same part in every version of the rubric."""
    text: str
    """What has to be shown."""
    points: Points


class RubricPath(Noun):
    """One way to a complete solution; its parts add up to all points."""

    id: PartId
    title: str = ""
    parts: tuple[RubricPart, ...]


class Deduction(Noun):
    """A fault that costs points."""

    id: PartId
    text: str
    points: Points


class Rubric(Noun):
    """How solutions of one problem are marked."""

    benchmark: Slug
    problem: str = Field(min_length=1)
    version: int = Field(1, ge=1)
    """Given by the store: another text is another version."""
    points: Points
    """Highest mark."""
    paths: tuple[RubricPath, ...]
    """Alternatives: a solution is marked along the one that serves it best."""
    deductions: tuple[Deduction, ...] = ()
    zero_credit: tuple[str, ...] = ()
    """Errors after which a solution earns nothing."""
    author: str = ""
    """A person's name, or the model that drafted it."""
    approved_by: str = ""
    """The person who let it be used; empty while it is a draft."""

    @property
    def state(self) -> Literal["draft", "approved"]:
        """Whether a person has let it be used."""
        return "approved" if self.approved_by else "draft"

    @property
    def parts(self) -> tuple[RubricPart, ...]:
        """The parts of all paths."""
        return tuple(part for path in self.paths for part in path.parts)

    @property
    def content(self) -> str:
        """Digest of what is marked by: not of its number, its author or its state."""
        bare = {"version": 1, "author": "", "approved_by": ""}
        return self.model_copy(update=bare).digest()

    @model_validator(mode="after")
    def _each_name_once(self) -> Self:
        places = (self.paths, self.parts, self.deductions)
        for names in ([place.id for place in several] for several in places):
            if twice := sorted({name for name in names if names.count(name) > 1}):
                raise ValueError(f"the id {twice[0]!r} is there twice")
        return self
