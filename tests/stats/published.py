"""Public result tables, read from the shared data beside the repository."""

import csv
from pathlib import Path

import numpy as np

from porism.stats import Tally

MATRICES = Path(__file__).resolve().parents[3] / "shared" / "data" / "matrices"


def rows(name):
    with (MATRICES / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def matharena_2025():
    """16 models, 15 questions, 4 runs."""
    table = rows("matharena_aime2025I_feb2025_runs.csv")
    models = list(dict.fromkeys(row["model"] for row in table))
    correct = np.array([float(row["correct"]) for row in table]).reshape(len(models), -1)
    return models, Tally.of_counts(correct, 4)


def wide(name, first):
    """(models, questions) of 0, 1 and NaN; the columns before ``first`` are no models."""
    with (MATRICES / name).open(encoding="utf-8", newline="") as file:
        body = list(csv.reader(file))[1:]
    return np.array([[float(cell or "nan") for cell in row[first:]] for row in body]).T
