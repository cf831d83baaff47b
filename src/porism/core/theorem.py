"""A theorem-like statement with all that is needed to read it without its paper."""

from __future__ import annotations

from typing import Literal

from pydantic import Field

from porism.core.noun import Noun
from porism.core.preprint import PreprintId

StatementKind = Literal["statement", "definition", "remark", "proof", "other"]


class Piece(Noun):
    """Something that a statement points to: an equation, a definition, another theorem."""

    label: str
    name: str
    """What a reader calls it: ``Theorem 1.2``, ``(3)``."""
    text: str


class Theorem(Noun):
    """One statement of a paper."""

    place: int = Field(ge=0)
    """Among the statements of its paper, from 0."""
    kind: StatementKind
    name: str
    """What is printed: ``Theorem``, ``Hauptsatz``."""
    number: str = ""
    environment: str
    """What the author wrote behind begin."""
    title: str = ""
    label: str = ""
    body: str
    """What it says, macros expanded."""
    statement: str
    """The same with references replaced by what they print."""
    pieces: tuple[Piece, ...] = ()
    """What it points to, directly or through other pieces."""
    unresolved: tuple[str, ...] = ()
    """Labels that name nothing in the paper, or too much."""
    citations: tuple[str, ...] = ()
    start: int = Field(ge=0)
    end: int = Field(ge=0)
    """Where the body stands in the paper's text, in characters."""
    section: str = ""
    in_introduction: bool = False
    before: str = ""
    after: str = ""
    """The text of its section before and after it."""
    proof: str | None = None
    quoted: str = ""
    """Why it is not the authors' own; empty where nothing says so."""
    repeats: bool = False
    """A restated copy of another one."""
    weight: float | None = None
    """How much speaks for its being a main result; ``None`` where it cannot be one."""
    found_by: str = "rules"
    """``rules``, or the model that pointed to it."""

    @property
    def reference(self) -> str:
        """How a person refers to it: ``Theorem 1.2``."""
        return f"{self.name} {self.number}" if self.number else self.name


class Reading(Noun):
    """What was read in one version of a paper."""

    paper: PreprintId
    version: int = Field(ge=1)
    sha256: str
    """Of the source that was read."""
    reader: str
    """The version of the reading rules, and the model that helped."""
    reason: str = ""
    """Why there are no theorems; empty where there are."""
    title: str = ""
    main_file: str = ""
    files: tuple[str, ...] = ()
    """All files that were read, the main one first."""
    faults: tuple[str, ...] = ()
    theorems: tuple[Theorem, ...] = ()

    @property
    def name(self) -> str:
        """Identifier and version."""
        return f"{self.paper}v{self.version}"
