"""Which of a paper's statements are its main results."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass

from porism.forge.theorems.paper import Paper
from porism.forge.theorems.quoted import without_addresses
from porism.forge.theorems.references import labels_in
from porism.forge.theorems.statement import Statement

_NAMES = (
    (re.compile(r"main|principal|haupt", re.IGNORECASE), 7.0, "called the main one"),
    (re.compile(r"theor|th[ée]or|satz|теорем|^thm", re.IGNORECASE), 4.0, "a theorem"),
    (re.compile(r"corol|korol|propos|следстви|предлож", re.IGNORECASE), 2.0, "a proposition"),
    (re.compile(r"conject|vermutung|гипотез", re.IGNORECASE), 0.0, "a conjecture"),
    (re.compile(r"lemm|claim|fact|лемм|behaupt", re.IGNORECASE), -1.0, "a lemma"),
)
_ANNOUNCED = re.compile(
    r"\b(?:main|principal|central)\s+(?:result|theorem)s?\b|hauptergebnis|r[ée]sultat principal"
    r"|\bour (?:\w+ )?(?:result|theorem)\b|\bwe (?:shall |will )?(?:prove|show|establish|obtain)\b",
    re.IGNORECASE,
)
_MAIN = re.compile(r"\bmain\b", re.IGNORECASE)
_LAST_WORDS = 300


@dataclass(frozen=True, slots=True)
class Ranked:
    """A statement with its weight."""

    statement: Statement
    score: float
    reasons: tuple[str, ...]


def rank(paper: Paper) -> list[Ranked]:
    """Return the paper's own statements, the likeliest main result first.

    Definitions, remarks, proofs, restated copies and quoted statements are left out.
    """
    mentioned = Counter(labels_in(paper.text[:2_000_000]))
    proofs = [s.proof.title for s in paper.statements if s.proof and s.proof.title]
    headings = [heading.title for heading in paper.headings]
    announced = set(labels_in(" ".join([paper.abstract, *proofs, *headings])))
    ranked = [
        _weigh(statement, mentioned, announced)
        for statement in paper.statements
        if statement.kind == "statement" and not statement.repeats and not statement.quoted
    ]
    return sorted(ranked, key=lambda one: (-one.score, one.statement.index))


def _weigh(statement: Statement, mentioned: Counter[str], announced: set[str]) -> Ranked:
    name = f"{statement.name} {statement.environment}"
    score, reasons = next(
        ((weight, [why]) for pattern, weight, why in _NAMES if pattern.search(name)), (0.0, [])
    )
    signs = (
        (statement.in_introduction, 4.0, "in the introduction"),
        (
            _ANNOUNCED.search(statement.before[-_LAST_WORDS:]) is not None,
            3.0,
            "announced as a result",
        ),
        (
            bool(announced & set(statement.labels)),
            3.0,
            "named in a heading or by a proof elsewhere",
        ),
        (bool(statement.number) and str(statement.number)[:1].isalpha(), 2.0, "lettered"),
        (_MAIN.search(without_addresses(statement.title or "")) is not None, 4.0, "main by title"),
        (statement.proof is None and not statement.in_introduction, -1.0, "without a proof"),
        (len(statement.body) < 60, -2.0, "very short"),
    )
    for holds, weight, why in signs:
        if holds:
            score += weight
            reasons.append(why)
    times = sum(mentioned[label] for label in statement.labels)
    return Ranked(statement, score + min(times, 6) * 0.25, tuple(reasons))
