"""Nouns to rows and back."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import datetime
from decimal import Decimal
from typing import Any, NamedTuple

from sqlalchemy import RowMapping

from porism.core import (
    Attempt,
    Authority,
    Cell,
    Conclusion,
    Flag,
    Judging,
    Opinion,
    Outcome,
    Usage,
    Verdict,
)

AUTHORITIES: tuple[Authority, ...] = ("imported", "grader", "jury", "person")
TOKENS = {
    "input": "input_tokens",
    "cached_input": "cached_input_tokens",
    "cache_write": "cache_write_tokens",
    "output": "output_tokens",
    "reasoning": "reasoning_tokens",
}
ELSEWHERE = frozenset(["usage", "benchmark", "problem", "model", "variant", "number"])
"""What an attempt knows and its row has in other columns, or in the row of its cell."""


class Line(NamedTuple):
    """An attempt as lists show it, with its standing verdict."""

    seq: int
    id: str
    run: str
    benchmark: str
    problem: str
    model: str
    asks: str
    prompt: str
    variant: str
    number: int
    origin: str
    outcome: Outcome
    score: float | None
    extracted: str | None
    flags: tuple[Flag, ...]
    grader: str | None
    choices: str
    input_tokens: int | None
    output_tokens: int | None
    cost_usd: Decimal | None
    requests: int
    retries: int
    started_at: datetime
    duration_s: float
    error: str
    revision: int
    """Of the text that was asked."""


def clean(text: str) -> str:
    """Replace the one character that PostgreSQL cannot hold."""
    return text.replace("\x00", "\ufffd")


def cell_row(cell: Cell) -> dict[str, Any]:
    """Return the row of a cell."""
    return {"digest": cell.digest(), **cell.model_dump()}


def attempt_row(attempt: Attempt) -> dict[str, Any]:
    """Return the row of an attempt; what its cell says is not said again."""
    row = {name: value for name, value in attempt if name not in ELSEWHERE}
    row["error"] = clean(attempt.error)
    row["finish_reason"] = clean(attempt.finish_reason)
    usage = attempt.usage
    return row | {column: getattr(usage, name) for name, column in TOKENS.items()}


def attempt_of(row: RowMapping) -> Attempt:
    """Return the attempt in a row of ``attempts`` joined with its cell."""
    fields: dict[str, Any] = {name: row[name] for name in Attempt.model_fields if name in row}
    return Attempt(**fields, usage=Usage(**{name: row[c] for name, c in TOKENS.items()}))


def verdict_row(attempt: str, verdict: Verdict, made_at: datetime) -> dict[str, Any]:
    """Return the row of a verdict on an attempt."""
    return {
        "attempt": attempt,
        "outcome": verdict.outcome,
        "score": verdict.score,
        "extracted": None if verdict.extracted is None else clean(verdict.extracted),
        "reading": clean(verdict.reading),
        "reference_reading": clean(verdict.reference_reading),
        "rule": verdict.rule,
        "reason": clean(verdict.reason),
        "flags": json.dumps(verdict.flags),
        "authority": AUTHORITIES.index(verdict.authority),
        "grader": verdict.grader,
        "version": verdict.version,
        "made_at": made_at,
    }


def verdict_of(row: Mapping[str, Any]) -> Verdict:
    """Return the verdict in a row."""
    fields = {name: row[name] for name in Verdict.model_fields}
    fields["flags"] = tuple(json.loads(row["flags"]))
    fields["authority"] = AUTHORITIES[row["authority"]]
    return Verdict(**fields)


def opinion_facts(
    opinion: Opinion, judging: Judging, conclusion: Conclusion | None
) -> dict[str, Any]:
    """Return what lists show of an opinion, of its judging and of what came of that."""
    came = conclusion.points if conclusion else None
    return {
        "attempt": opinion.attempt,
        "judging": judging.id,
        "task": judging.task,
        "jury": judging.jury,
        "jury_version": judging.jury_version,
        "judge": opinion.judge,
        "round": opinion.round,
        "points": None if opinion.points is None else float(opinion.points),
        "of": float(judging.points),
        "failure": opinion.failure,
        "reason": opinion.reason,
        "parts": f"[{','.join(part.to_json() for part in opinion.parts)}]",
        "concluded": conclusion is not None,
        "came_to": None if came is None else float(came),
    }
