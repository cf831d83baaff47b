"""A statement with all that it refers to, so that it can be read without the paper."""

from __future__ import annotations

import re
from collections import deque

from porism.core import Noun
from porism.forge.theorems.blocks import Block
from porism.forge.theorems.paper import Paper
from porism.forge.theorems.statement import Statement

_REFERENCE = re.compile(
    r"\\(?P<command>eqref|ref|cref|Cref|autoref|Autoref|vref|Vref|thref|nameref|labelcref|namecref"
    r"|crefrange|Crefrange|pageref|fullref)\*?\s*\{(?P<labels>[^{}]{1,600})\}"
)
_LINK = re.compile(r"\\hyperref\s*\[(?P<label>[^\]]{1,300})\]")
_CITE = re.compile(
    r"\\[a-zA-Z]*[cC]ite[a-zA-Z]*\*?\s*(?:\[[^\]]{0,200}\]\s*){0,2}\{(?P<keys>[^{}]{1,600})\}"
)
_NAMED_ALREADY = frozenset({"ref", "eqref", "labelcref", "pageref", "nameref"})
"""Commands in front of which the author writes what it is."""
QUOTED_KINDS = frozenset({"statement", "equation", "item"})
MAX_BLOCKS = 12
MAX_CHARACTERS = 16_000
MAX_DEPTH = 4


class SelfContained(Noun):
    """A statement and the pieces of its paper that it points to."""

    statement: str
    """The statement in standard LaTeX, references replaced by what they print."""
    pieces: tuple[Block, ...] = ()
    """What it refers to, directly or through other pieces, nearest first."""
    citations: tuple[str, ...] = ()
    """Keys that the statement cites."""
    unresolved: tuple[str, ...] = ()
    """Labels that name nothing in the paper, or did not fit."""

    @property
    def text(self) -> str:
        """All of it as one text: the pieces first, then the statement."""
        parts = [f"{piece.name}. {piece.text}" for piece in self.pieces]
        return "\n\n".join([*parts, self.statement])


def labels_in(text: str) -> list[str]:
    """Return the labels that a text refers to, each once, in order."""
    found: dict[str, None] = {}
    for match in _REFERENCE.finditer(text):
        found |= dict.fromkeys(_labels(match["labels"]))
    found |= {match["label"].strip(): None for match in _LINK.finditer(text)}
    return list(found)


def _labels(text: str) -> list[str]:
    return [label for part in text.split(",") if (label := part.strip())]


def self_contained(paper: Paper, statement: Statement) -> SelfContained:
    """Pull in what a statement points to: definitions, assumptions, equations, theorems.

    References are followed through what is pulled in, within :data:`MAX_DEPTH`,
    :data:`MAX_BLOCKS` and :data:`MAX_CHARACTERS`; sections and figures are named only.
    """
    blocks = {block.label: block for block in paper.blocks}
    own = set(statement.labels)
    text = statement.expanded or statement.body
    pieces: dict[tuple[str, str], Block] = {}
    unresolved: dict[str, None] = {}
    waiting = deque((label, 1) for label in labels_in(text))
    seen = set(own)
    room = MAX_CHARACTERS
    while waiting:
        label, depth = waiting.popleft()
        if label in seen:
            continue
        seen.add(label)
        block = blocks.get(label)
        if block is None:
            unresolved[label] = None
        elif block.kind in QUOTED_KINDS and not _is_inside(block, statement, text):
            if len(pieces) >= MAX_BLOCKS or len(block.text) > room:
                unresolved[label] = None
                continue
            if pieces.setdefault((block.name, block.text), block) is block:
                room -= len(block.text)
            if depth < MAX_DEPTH:
                waiting.extend((inner, depth + 1) for inner in labels_in(block.text))
    return SelfContained(
        statement=resolve(text, blocks),
        pieces=tuple(
            piece.model_copy(update={"text": resolve(piece.text, blocks)})
            for piece in pieces.values()
        ),
        citations=tuple(
            dict.fromkeys(key for m in _CITE.finditer(text) for key in _labels(m["keys"]))
        ),
        unresolved=tuple(unresolved),
    )


def _is_inside(block: Block, statement: Statement, text: str) -> bool:
    """Whether what a label names is a part of the statement itself."""
    return bool(block.text) and block.text in (text, statement.expanded)


def resolve(text: str, blocks: dict[str, Block]) -> str:
    """Replace references by what they print; those that name nothing stay as they are."""

    def printed(match: re.Match[str]) -> str:
        found = [blocks.get(label) for label in _labels(match["labels"])]
        if not found or any(block is None or not block.name for block in found):
            return match[0]
        command = match["command"]
        names = [_printed(block, command) for block in found if block is not None]
        return ", ".join(names[:-1]) + (" and " if names[1:] else "") + names[-1]

    return _LINK.sub("", _REFERENCE.sub(printed, text))


def _printed(block: Block, command: str) -> str:
    if command == "eqref":
        return f"({block.number})" if block.number else block.name
    if command in _NAMED_ALREADY and block.number:
        return block.number
    return block.name
