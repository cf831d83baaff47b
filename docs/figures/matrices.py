"""Published results as arrays."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from porism.stats import Tally

FOLDER = Path(__file__).parents[2].parent / "shared" / "data" / "matrices"


@dataclass(frozen=True, eq=False)
class Matrix:
    """Models by questions.

    Attributes:
        name: what people call it.
        models: names of the rows.
        questions: names of the columns.
        tally: (models, questions) sums of the scores.
        group: (questions,) the part of the benchmark that each belongs to, where there are any.
        groups: names of the parts.
    """

    name: str
    models: tuple[str, ...]
    questions: tuple[str, ...]
    tally: Tally
    group: NDArray[np.intp] | None = None
    groups: tuple[str, ...] = ()


@dataclass(frozen=True)
class Bill:
    """What a model was billed for its runs.

    Attributes:
        model: its name.
        runs: how many.
        score: mean over them, in [0, 1].
        published_usd: the total that was published.
        recomputed_usd: the total of its tokens at its prices.
    """

    model: str
    runs: int
    score: float
    published_usd: float
    recomputed_usd: float


def matharena() -> Matrix:
    """AIME 2025 I on MathArena, February 2025: 16 models, 15 questions, 4 runs."""
    table = rows("matharena_aime2025I_feb2025_runs.csv")
    models, questions = distinct(table, "model"), distinct(table, "question")
    right = np.array([float(row["correct"]) for row in table]).reshape(len(models), -1)
    return Matrix("MathArena, AIME 2025 I", models, questions, Tally.of_counts(right, 4))


def minif2f() -> Matrix:
    """MiniF2F: 3 Lean provers, 244 problems, 24 runs."""
    table = rows("minif2f_3provers_24runs.csv")
    models, questions = distinct(table, "prover"), distinct(table, "problem")
    right = np.zeros((len(models), len(questions)))
    for row in table:
        right[models.index(row["prover"]), questions.index(row["problem"])] += int(row["proved"])
    short = tuple(model.rpartition("/")[2] for model in models)
    return Matrix("miniF2F", short, questions, Tally.of_counts(right, 24))


def gsm8k() -> Matrix:
    """GSM8K: 1,319 questions, one run."""
    return wide("GSM8K", "gsm8k_test_correct_wide.csv")


def mmlu_pro() -> Matrix:
    """The mathematics of MMLU-Pro: 29 models, 1,351 questions, one run, some cells missing."""
    found = wide("MMLU-Pro, mathematics", "mmlupro_math_correct_wide.csv")
    source = {row["question_id"]: row["src"] for row in rows("mmlupro_math_items.csv")}
    names, group = np.unique([source[name] for name in found.questions], return_inverse=True)
    return replace(found, group=group, groups=tuple(names.tolist()))


def bills() -> list[Bill]:
    """The models of :func:`matharena` whose tokens and prices were published."""
    return [
        Bill(
            row["model"],
            int(row["runs_total"]),
            float(row["correct_total"]) / float(row["runs_total"]),
            float(row["cost_usd_total"]),
            int(row["runs_total"]) / 1e6 * sum(
                float(row[f"mean_{side}_tokens_per_run"]) * float(row[f"usd_per_1M_{side}"])
                for side in ("input", "output")
            ),
        )
        for row in rows("matharena_aime2025I_feb2025_models.csv")
        if row["usd_per_1M_input"]
    ]  # fmt: skip


def exam_costs() -> tuple[tuple[str, ...], tuple[str, ...], NDArray[np.float64]]:
    """What 9 models cost a question on 11 exams, by model and exam, in US dollars."""
    table = [
        r for r in rows("selfreflection_runs_tokens_cost.csv") if r["agent_name"] == "baseline"
    ]
    models, exams = distinct(table, "model_name"), distinct(table, "exam_name")
    cost = np.full((len(models), len(exams)), np.nan)
    for row in table:
        place = models.index(row["model_name"]), exams.index(row["exam_name"])
        cost[place] = float(row["total_cost"]) / float(row["questions"])
    return models, exams, cost


def wide(name: str, file: str) -> Matrix:
    """Read a file with a row a question and a column a model: right, wrong, or empty."""
    table = rows(file)
    first, *models = table[0]
    right = np.array([[float(row[model] or "nan") for row in table] for model in models])
    return Matrix(
        name, tuple(models), tuple(row[first] for row in table), Tally.of_scores(right[..., None])
    )


def rows(file: str) -> list[dict[str, str]]:
    """Read a table."""
    with (FOLDER / file).open(encoding="utf-8", newline="") as opened:
        return list(csv.DictReader(opened))


def distinct(table: Sequence[dict[str, str]], column: str) -> tuple[str, ...]:
    """Return what occurs in a column, in the order of the table."""
    return tuple(dict.fromkeys(row[column] for row in table))
