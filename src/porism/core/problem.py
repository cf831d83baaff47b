"""One question: statement, reference, provenance."""

from __future__ import annotations

import hashlib
import re
from datetime import date
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import Field

from porism.core.noun import JsonObject, Noun, Tagged

Kind = Literal["final_answer", "multiple_choice", "proof", "broken_statement", "formal_proof"]
_HIDDEN = re.compile(r"hidden1:[0-9a-f]{32}:[0-9a-f]{64}")
MediaType = Literal["image/png", "image/jpeg", "image/webp", "image/gif"]


class Image(Noun):
    """A picture that belongs to a statement."""

    media_type: MediaType
    data: bytes
    """The file as it is, undecoded."""

    @property
    def sha256(self) -> str:
        """Hexadecimal digest of the bytes: the picture's name wherever bytes are kept apart."""
        return hashlib.sha256(self.data).hexdigest()


class FinalAnswer(Tagged):
    """A reference that is an answer."""

    tag = "kind"
    kind: Literal["final_answer"] = "final_answer"
    answer: str
    """LaTeX or plain text, as a person would write it; or a hash in its place."""

    @property
    def hidden(self) -> bool:
        """Whether a hash stands in the answer's place, as ``porism grade hide`` makes it."""
        return _HIDDEN.fullmatch(self.answer.strip()) is not None


class MultipleChoice(Tagged):
    """A reference that is one choice among several.

    Either the texts are known (``correct`` and ``distractors``; they are shuffled and
    labelled when asked) or the labels are fixed in the statement or picture (``label``
    among ``labels``).
    """

    tag = "kind"
    kind: Literal["multiple_choice"] = "multiple_choice"
    correct: str = ""
    distractors: tuple[str, ...] = ()
    label: str = ""
    labels: str = "ABCDE"


class ProofScheme(Tagged):
    """What a proof is held against."""

    tag = "kind"
    kind: Literal["proof"] = "proof"
    points: Decimal = Decimal(7)
    """Highest mark."""
    rubric: str = ""
    solutions: tuple[str, ...] = ()


class TrueStatement(Tagged):
    """The true statement behind a false one."""

    tag = "kind"
    kind: Literal["broken_statement"] = "broken_statement"
    original: str
    """The statement as it was before it was made false."""
    why_false: str = ""


class FormalStatement(Tagged):
    """A statement in Lean."""

    tag = "kind"
    kind: Literal["formal_proof"] = "formal_proof"
    statement: str
    """Lean source whose ``sorry`` the model has to replace."""
    toolchain: str = ""


Reference = Annotated[
    FinalAnswer | MultipleChoice | ProofScheme | TrueStatement | FormalStatement,
    Field(discriminator="kind"),
]


class Provenance(Noun):
    """Where a problem comes from."""

    source: str = ""
    url: str = ""
    licence: str = ""
    published: date | None = None
    """First day on which anyone could read it: v1 of a paper, the day of a contest."""
    paper: str = ""
    """arXiv identifier with version."""
    theorem: str = ""
    details: JsonObject = JsonObject()
    """What another project's file said and Porism has no field for."""


class Revision(Noun):
    """A correction of a problem's text or reference."""

    number: int = Field(ge=2)
    effect: Literal["cosmetic", "substantive"]
    """Cosmetic: earlier attempts stand. Substantive: they are owed again."""
    why: str
    made: date


class Problem(Noun):
    """One question of a benchmark."""

    id: str = Field(min_length=1)
    """Unique within its benchmark; never changes, also when others are withdrawn."""
    statement: str = ""
    images: tuple[Image, ...] = ()
    reference: Reference
    sketch: str | None = None
    """A hint for the variants that give one."""
    types: tuple[str, ...] = ()
    """Categories: topics of a contest, logical forms of a theorem; the main one first."""
    subset: str = ""
    """A part of the benchmark with results of its own, e.g. ``substitution_resistant``."""
    revisions: tuple[Revision, ...] = ()
    withdrawn: str | None = None
    """Why the problem no longer counts."""
    provenance: Provenance = Provenance()

    @property
    def revision(self) -> int:
        """Number of the current text: 1 until it is corrected."""
        return self.revisions[-1].number if self.revisions else 1

    @property
    def owed_since_revision(self) -> int:
        """The oldest revision whose attempts still stand."""
        substantive = [r.number for r in self.revisions if r.effect == "substantive"]
        return substantive[-1] if substantive else 1
