"""Which ranks the data allow."""

from __future__ import annotations

import numpy as np

from docs.figures.matrices import Matrix, gsm8k, matharena, minif2f, mmlu_pro
from docs.figures.section import Section
from docs.generate.markdown import table
from porism.report.charts import rank_chart
from porism.stats.ranks import Ranking, rank_models

SEED = 4


def section() -> Section:
    """Return the part on ranks."""
    matrices = [matharena(), minif2f(), gsm8k(), mmlu_pro()]
    found = [ranking(matrix) for matrix in matrices]
    (first, *_), (ours, *_) = matrices, found
    leader = int(np.argmin(ours.rank))
    text = f"""
A rank is known as well as differences between models are. Every two models are compared on the
questions that both ran, with the runs of a question kept together (a paired sign-flip test, exact
where scores are right or wrong), and Holm's correction makes all rank intervals hold at once at
95 %. On {first.name}, {len(first.questions)} questions tell {apart(ours)} of {pairs(ours)} pairs of
models apart: {first.models[leader]} leads, may be ranked {ours.low[leader]} to
{ours.high[leader]}, and is statistically tied with {len(ours.tied_with(leader))} of the other
{len(first.models) - 1}. Questions buy ranks: with {len(matrices[-1].questions):,} of them
{apart(found[-1])} of {pairs(found[-1])} pairs are told apart.

{summary(matrices, found)}"""
    charts = {
        name: rank_chart(matrix.models, one, title=matrix.name)
        for name, matrix, one in (
            ("figures-ranks", first, ours),
            ("figures-ranks-mmlu-pro", matrices[-1], found[-1]),
        )
    }
    return Section("Which ranks the data allow", text, charts)


def ranking(matrix: Matrix) -> Ranking:
    """Rank the models."""
    return rank_models(matrix.tally, rng=np.random.default_rng(SEED))


def apart(found: Ranking) -> int:
    """Count the pairs of models that are told apart."""
    return int(found.better.sum())


def pairs(found: Ranking) -> int:
    """Count the pairs of models."""
    return found.rank.size * (found.rank.size - 1) // 2


def summary(matrices: list[Matrix], found: list[Ranking]) -> str:
    """Return a row a table of results."""
    rows = [
        [
            matrix.name, f"{len(matrix.models)}", f"{len(matrix.questions):,}",
            f"{matrix.tally.runs.max():.0f}", f"{apart(one)} of {pairs(one)}",
            f"{np.median(one.high - one.low + 1):.0f}",
        ]
        for matrix, one in zip(matrices, found, strict=True)
    ]  # fmt: skip
    columns = ["results", "models", "questions", "runs", "pairs told apart",
               "ranks that a typical model may have"]  # fmt: skip
    return table(columns, rows)
