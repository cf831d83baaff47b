"""Answers in Markdown with formulas, as models write them and no two alike."""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple

FOLDER = Path(__file__).parents[3] / "shared/data/responses"
FILES = ("math_qwen25math_100x8.jsonl", "imo2025_8x6.jsonl", "theoremqa_4x120.jsonl")
LENGTH = 2_000
DIGITS = re.compile(r"\d+")
CHANGED = 0.5
"""Share of the numbers that are made others. With it about as many formulas are new to a process
that builds a site as in the real answers themselves, one after the other: half of them."""


class Solution(NamedTuple):
    """A real one, and its problem."""

    problem: str
    response: str
    starts: tuple[int, ...]
    """Where its paragraphs begin."""


@cache
def solutions() -> list[Solution]:
    """Return real solutions of 100 characters and more."""
    lines = (line for name in FILES for line in (FOLDER / name).read_text("utf-8").splitlines())
    found = ((r["problem"], r["response"]) for r in map(json.loads, lines))
    return [
        Solution(problem, said, (0, *(m.end() for m in re.finditer(r"\n\n", said[:-100]))))
        for problem, said in found
        if len(said) >= 100
    ]


def statement(number: int) -> str:
    """Return a problem."""
    problems = list(dict.fromkeys(one.problem for one in solutions()))
    return f"{problems[number % len(problems)]}\n\n(Problem {number + 1}.)"


def answer(rng: Random, *, right: bool) -> str:
    """Return 2 KB of solutions with other numbers in them, and a box at the end."""
    parts, length = [], 0
    while length < LENGTH:
        _, said, starts = rng.choice(solutions())
        start = rng.choice(starts)
        parts.append(DIGITS.sub(lambda found: other(rng, found[0]), said[start : start + LENGTH]))
        length += len(parts[-1])
    boxed = 42 if right else rng.randint(43, 99)
    return "\n\n".join(parts)[:LENGTH] + f"\n\nTherefore the answer is $\\boxed{{{boxed}}}$."


def other(rng: Random, number: str) -> str:
    """Return a number of as many digits, or the same."""
    if rng.random() > CHANGED:
        return number
    return str(rng.randrange(10 ** (len(number) - 1), 10 ** len(number)))
