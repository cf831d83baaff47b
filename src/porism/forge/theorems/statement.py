"""What is found in a paper: theorem-like statements and their proofs."""

from __future__ import annotations

import re

from pydantic import Field

from porism.core import Noun, StatementKind

_KINDS: tuple[tuple[StatementKind, re.Pattern[str]], ...] = (
    ("proof", re.compile(r"proof|beweis|d[ée]monstration|preuve|dimostrazione|demostraci|доказ")),
    (
        "statement",
        re.compile(
            r"theorem|th[ée]or[èe]me?|teorem|теорем|^th(m|eo)|\bsatz|haupt?satz|lemm|\blem\b|лемм"
            r"|propos|\bprop\b|corol|korol|\bcor\b|folgerung|следстви|conject|\bconj\b|vermutung"
            r"|гипотез|claim|behauptung|утвержд|\bfact\b|observation|criterion|scholi|propri[ée]t"
            r"|\bpropert|предложени|porism|principle\b|heuristic|congettura|beobachtung"
        ),
    ),
    (
        "definition",
        re.compile(
            r"defin|d[ée]fin|определ|notation|обозначен|convention|assumption|annahme|hypothes"
            r"|axiom|construction|setting|voraussetzung|bezeichnung|setup|condition"
        ),
    ),
    (
        "remark",
        re.compile(r"remark|remarque|bemerkung|замечан|example|exemple|beispiel|пример|note\b"),
    ),
)


def kind_of(name: str) -> StatementKind:
    """Return what an environment with this display name holds, in any of six languages."""
    plain = name.lower()
    return next((kind for kind, pattern in _KINDS if pattern.search(plain)), "other")


class Place(Noun):
    """Where a text stands: characters of a file, as decoded."""

    file: str
    start: int = Field(ge=0)
    end: int = Field(ge=0)
    line: int = Field(ge=1)


class Proof(Noun):
    """A proof and where it stands."""

    text: str
    title: str = ""
    """What its heading says where it says more than that it is one."""
    place: Place


class Statement(Noun):
    """One theorem-like statement."""

    index: int
    """Its place among the paper's statements, from 0."""
    kind: StatementKind
    name: str
    """What is printed: ``Theorem``, ``Hauptsatz``."""
    environment: str
    """What the author wrote behind begin."""
    number: str | None = None
    """What is printed behind the name, where it can be computed."""
    title: str | None = None
    label: str | None = None
    """The first of its labels."""
    labels: tuple[str, ...] = ()
    body: str
    """What the statement says: dead branches and marks that print nothing are left out."""
    written: str
    """The same as it stands in the source."""
    expanded: str = ""
    """The body with the author's macros expanded, for standard LaTeX."""
    place: Place
    offset: int = Field(0, ge=0)
    """Where its body begins in the paper's text."""
    end: int = Field(0, ge=0)
    """Where its body ends there."""
    section: str = ""
    in_introduction: bool = False
    before: str = ""
    after: str = ""
    proof: Proof | None = None
    quoted: str = ""
    """Why it is not the authors' own; empty where nothing says so."""
    repeats: bool = False
    """A restated copy of another one, or in a file that is input twice."""

    @property
    def reference(self) -> str:
        """How a person refers to it: ``Theorem 1.2``."""
        return f"{self.name} {self.number}" if self.number else self.name
