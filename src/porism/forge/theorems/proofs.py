"""Which proof belongs to which statement."""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass

from porism.forge.latex.flat import Document, RawStatement
from porism.forge.theorems.marks import end_of_group
from porism.forge.theorems.statement import kind_of

PROOFS = re.compile(r"(?i)^(?:proof|prf|pf|beweis|preuve|d[ée]mo\w*|dimostrazione|bew)\w*\*?$")
MAX_GAP = 3_000
"""Characters between a statement and a proof that names no statement."""
MAX_BY_HAND = 30_000
_TITLE = re.compile(r"\s*\[")
_REFERENCE = re.compile(r"\\(?:[cC]|auto|name|eq|v|th)?ref\*?\s*\{([^{}]{1,200})\}")
_NAMED = re.compile(
    r"(?:of|de|von|des|du|доказательство)\s+(?:the\s+)?\{?(\w[\w-]*)[~\s]+"
    r"([A-Z]?\d[\d.]*|[A-Z])\b"
)
_BY_HAND = re.compile(
    r"(?:\s|\\noindent|\\par|\\(?:med|small|big)skip|\\vskip\s*\S+)*"
    r"(?:\{\s*\\(?:bf|it|sc|em)\s*|\\(?:textbf|textit|textsc|emph|underline)\s*\{\s*)"
    r"(?:Proof|Beweis|Preuve|D[ée]monstration|Доказательство)\b[^{}]{0,80}\}"
)
_BOX = re.compile(r"\\(?:qed|QED|qedhere|square|Box|blacksquare|hfill\s*\$\\(?:square|Box)\$)\b")


@dataclass(frozen=True, slots=True)
class FoundProof:
    """A proof in the flat text."""

    start: int
    end: int
    title: str
    text: str


def find_proofs(document: Document, statements: list[RawStatement]) -> dict[int, FoundProof]:
    """Return the proofs of statements, by the statements' places in the list.

    A proof belongs to the statement that its heading names, otherwise to the one right
    before it. Proofs in environments come first, those that are set by hand fill gaps.
    """
    found: dict[int, FoundProof] = {}
    owners = _Owners(statements)
    for proof in sorted(_in_environments(document, statements), key=lambda p: p.start):
        owner = owners.of(proof)
        if owner is not None:
            found.setdefault(owner, proof)
    for index, statement in enumerate(statements):
        if index not in found and kind_of(statement.display) == "statement":
            following = statements[index + 1].start if index + 1 < len(statements) else None
            proof_by_hand = _by_hand(document.text, statement.end, following)
            if proof_by_hand is not None:
                found[index] = proof_by_hand
    return found


def _in_environments(document: Document, statements: list[RawStatement]) -> list[FoundProof]:
    text = document.text
    proofs = [
        _read(text, environment.start, environment.body, environment.body_end, environment.end)
        for environment in document.environments
        if environment.end >= 0 and PROOFS.match(environment.name)
    ]
    proofs += [
        FoundProof(s.start, s.end, s.title or "", text[s.body : s.body_end].strip())
        for s in statements
        if kind_of(s.display or s.called) == "proof"
    ]
    return proofs


def _read(text: str, start: int, body: int, body_end: int, end: int) -> FoundProof:
    """Split a heading in brackets from the proof."""
    title = ""
    opening = _TITLE.match(text, body, body_end)
    if opening is not None:
        close = _end_of_brackets(text, opening.end(), body_end)
        if close >= 0:
            title, body = text[opening.end() : close].strip(), close + 1
    return FoundProof(start, end, title, text[body:body_end].strip())


def _end_of_brackets(text: str, position: int, limit: int) -> int:
    limit = min(limit, position + 1_000)
    while position < limit:
        if text[position] == "]":
            return position
        if text[position] == "{":
            position = end_of_group(text, position)
            if position < 0:
                return -1
        else:
            position += 1
    return -1


class _Owners:
    """Finds the statement that a proof is for."""

    def __init__(self, statements: list[RawStatement]) -> None:
        self.statements = statements
        self.by_label = {name: i for i, s in enumerate(statements) for name in s.labels}
        self.by_name = {
            (s.display.lower(), s.number): i for i, s in enumerate(statements) if s.number
        }
        self.provable = [
            i
            for i, s in enumerate(statements)
            if kind_of(s.display or s.called) not in {"proof", "remark"} and not s.repeats
        ]
        self.ends = [statements[i].end for i in self.provable]

    def of(self, proof: FoundProof) -> int | None:
        """Return the statement's place, or ``None`` where there is none near enough."""
        for reference in _REFERENCE.finditer(proof.title):
            for name in reference[1].split(","):
                if name.strip() in self.by_label:
                    return self.by_label[name.strip()]
        named = _NAMED.search(proof.title)
        if named and (named[1].lower(), named[2].rstrip(".")) in self.by_name:
            return self.by_name[named[1].lower(), named[2].rstrip(".")]
        before = bisect_right(self.ends, proof.start) - 1
        if before >= 0 and proof.start - self.ends[before] <= MAX_GAP:
            return self.provable[before]
        return None


def _by_hand(text: str, start: int, following: int | None) -> FoundProof | None:
    """Return a proof that is set without an environment: from its heading to its box."""
    heading = _BY_HAND.match(text, start)
    if heading is None:
        return None
    limit = min(following or len(text), heading.end() + MAX_BY_HAND, len(text))
    box = _BOX.search(text, heading.end(), limit)
    end = box.start() if box else limit
    return FoundProof(heading.start(), end, "", text[heading.end() : end].strip())
