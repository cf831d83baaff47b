"""The files from which a reader's browser compares any models."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
import orjson

from porism.site import address

if TYPE_CHECKING:
    from porism.report.scores import Scores
    from porism.site.source import Source


def score_files(source: Source) -> Iterator[tuple[str, bytes]]:
    """Yield the list of problems, and every model's means.

    They are scripts that call a function of ``compare.js`` with JSON: browsers read no other
    files from a folder that no server serves.
    """
    scores = source.scores
    if scores is None:
        return
    yield address.PROBLEM_LIST, call("takeProblems", listed(source, scores))
    means, asked = scores.tally.question_means, scores.tally.asked
    for row, model in enumerate(scores.models):
        columns = np.flatnonzero(asked[row])
        told = model, columns.tolist(), means[row, columns].tolist()
        yield address.scores_file(model), call("takeScores", *told)


def listed(source: Source, scores: Scores) -> list[dict[str, object]]:
    """Return the problems by benchmark, each with its file's name where that is another."""
    found: dict[str, list[tuple[str, str | None]]] = {name: [] for name in scores.benchmarks}
    for benchmark, problem in scores.problems:
        file = address.slug(problem)
        found[benchmark].append((problem, file if file != problem else None))
    return [
        {"id": name, "name": source.benchmarks[name].name, "problems": problems}
        for name, problems in found.items()
    ]


def call(function: str, *arguments: object) -> bytes:
    """Write a call, its arguments as JSON."""
    return f"{function}(".encode() + orjson.dumps(arguments)[1:-1] + b");\n"
