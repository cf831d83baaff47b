"""Proofs in uniform form: what a model is asked, and whether the mathematics came through."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from porism.core import Problem, user
from porism.judging.jury import Rewriting
from porism.judging.questions import Question, written
from porism.judging.said import Unread
from porism.judging.sealing import seal, sealed_block
from porism.markup.spans import spans

_NUMBER = re.compile(r"(?<![\w.])\d+(?:\.\d+)?")
_LAYOUT = re.compile(
    r"\\(?:left|right|big|Big|bigg|Bigg|displaystyle|quad|qquad|[,;:!]|\s)(?![A-Za-z])|[\s{}]|&|\\\\"
)
_FENCE = re.compile(r"\A```[a-z]*\n(.*)\n```\Z", re.DOTALL)


def rewriting_question(problem: Problem, proof: str) -> Question[str]:
    """Return what a model is asked to bring a proof into uniform form."""
    word = seal(problem.statement, proof)
    asked = written("rewrite", statement=problem.statement, answer=proof, seal=word)
    unchanged = {Decimal(1): f"<text-{word}>\n{proof}\n</text-{word}>"}
    return Question(
        (user(asked, *problem.images),), lambda reply: read_text(reply, word), unchanged
    )


def read_text(reply: str, word: str) -> str:
    """Read a rewritten proof.

    Raises:
        Unread: there is none.
    """
    text = sealed_block(reply, "text", word)
    if fenced := _FENCE.match(text):
        text = fenced[1].strip()
    if not text:
        raise Unread("the text is empty")
    return text


def losses(rules: Rewriting, statement: str, proof: str, rewritten: str) -> tuple[str, ...]:
    """Say what was lost or added when a proof was rewritten; nothing if all came through.

    What stands in the statement may be left out, as the problem need not be restated.

    Args:
        rules: how much must come through.
        statement: the problem's.
        proof: as the model wrote it.
        rewritten: as it is now.
    """
    found = []
    ratio = len(rewritten.split()) / max(1, len(proof.split()))
    if not rules.shortest <= ratio <= rules.longest:
        found.append(f"{ratio:.0%} of the words are left")
    for verb, here, there in (("lost", proof, rewritten), ("new", rewritten, proof)):
        symbols, figures = bare(there), set(numbers(there))
        own = set(formulas(here)) - set(formulas(statement))
        found += _missed(f"formulas are {verb}", own, {f for f in own if f in symbols}, rules.kept)
        own = set(numbers(here)) - set(numbers(statement))
        found += _missed(f"numbers are {verb}", own, own & figures, rules.kept)
    return tuple(found)


def _missed(what: str, own: set[str], kept: set[str], least: float) -> list[str]:
    """Say which of some formulas or numbers are missing; nothing if enough are there."""
    if not own or len(kept) / len(own) >= least:
        return []
    shown = ", ".join(sorted(own - kept, key=lambda one: (len(one), one))[:3])
    return [f"{len(own - kept)} of {len(own)} {what}: {shown[:200]}"]


def formulas(text: str) -> Iterator[str]:
    """Yield the formulas of a text without what is only layout."""
    for span in spans(text):
        if span.kind in {"inline", "display"}:
            formula = bare(span.content)
            if formula:
                yield formula


def numbers(text: str) -> Iterator[str]:
    """Yield the numbers of a text, in formulas and outside."""
    yield from _NUMBER.findall(text)


def bare(formula: str) -> str:
    """Return a formula without spaces, braces and sizes, so that spellings of one are equal."""
    return _LAYOUT.sub("", formula).rstrip(".,;:")
