"""Do intervals cover what they promise?"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from docs.figures.matrices import Matrix, gsm8k, matharena, minif2f, mmlu_pro
from docs.figures.section import Section, points
from docs.generate.markdown import table
from porism.report.charts import calibration_chart
from porism.stats.calibration import METHODS, Calibration, calibrate, synthetic_rates
from porism.stats.irt import fit

PAPER = ("95.99", "98.83", "87.75", "98.54", "96.80", "–")
"""What "Beyond Benchmarks" reports at 95 %, on data that are not public."""
SIMULATIONS = 1000
EVALUATIONS = 3000
"""Over all pairs of one of the large tables, which have many questions."""
SEED = 20250210
NAME = "figures-calibration"


def section() -> Section:
    """Return the part on calibration."""
    small, large = mixes(), tables()
    studies = {**small, **large}
    own = small["MathArena"]
    at = own.levels.tolist().index(0.95)
    best = own.methods.index("Wilson, effective runs")
    covered = {name: study.coverage[:, at] for name, study in studies.items()}
    narrower = [study.width[best, at] / study.width[0, at] for study in studies.values()]
    real = [points(covered[name][0]) for name in ("MathArena", *large)]
    text = f"""
An interval at 95 % should hold the truth in 95 of 100 repetitions. To find out, take the fitted
chance of every model on every question as the truth, evaluate each pair of a model and a benchmark
again and again with four runs a question, and count. None of the five intervals of the literature
keeps its promise everywhere: the pooled normal one covers {spread(covered, 0)} %, the plug-in of
each question's variance {spread(covered, 2)} %. Wilson's interval on the effective number of runs
covers {spread(covered, best)} %, and is {points(1 - max(narrower), 0)} to
{points(1 - min(narrower), 0)} % narrower than the pooled normal one.

{at_95(studies, at)}

The first column is what "Beyond Benchmarks" reports of its own data. *Mixes* are simulated: 60
pairs with 30 questions, whose logits have a standard deviation of 1, 2 or 3 within a benchmark. The
pooled normal interval stays the default, as it is the one that published tables use; on the real
results here it covers {min(real)} to {max(real)} %.

On MathArena's {own.coverage_by_pair.shape[-1]} pairs, at every level:

{all_levels(own)}"""
    return Section("Do intervals cover what they promise?", text, {NAME: calibration_chart(own)})


def mixes() -> dict[str, Calibration]:
    """Study MathArena's table and the simulated mixes."""
    found = {"MathArena": study(fitted(matharena()), SIMULATIONS)}
    for spread in (1, 2, 3):
        rng = np.random.default_rng(SEED + spread)
        found[f"mix, sd {spread}"] = study(synthetic_rates(rng, spread=spread), SIMULATIONS)
    return found


def tables() -> dict[str, Calibration]:
    """Study the large tables."""
    matrices = {"miniF2F": minif2f(), "GSM8K": gsm8k(), "MMLU-Pro": mmlu_pro()}
    return {
        name: study(fitted(matrix), EVALUATIONS // len(matrix.models))
        for name, matrix in matrices.items()
    }


def fitted(matrix: Matrix) -> Sequence[NDArray[np.float64]]:
    """Return each model's chances, as a two-parameter model fits them."""
    return list(fit(matrix.tally).rates())


def study(rates: Sequence[NDArray[np.float64]], simulations: int) -> Calibration:
    """Evaluate again and again, four runs a question."""
    return calibrate(rates, rng=np.random.default_rng(SEED), simulations=simulations)


def spread(covered: Mapping[str, NDArray[np.float64]], method: int) -> str:
    """Write the range of a method's coverage over all studies."""
    found = [study[method] for study in covered.values()]
    return f"{points(min(found))} to {points(max(found))}"


def at_95(studies: Mapping[str, Calibration], level: int) -> str:
    """Return the coverage of each method in each study at 95 %."""
    rows = [
        [name, PAPER[n], *(points(study.coverage[n, level]) for study in studies.values())]
        for n, name in enumerate(METHODS)
    ]
    return table(["covers, of 95 %", "the paper", *studies], rows)


def all_levels(found: Calibration) -> str:
    """Return the coverage of each method at each level."""
    levels = [points(level, 0) for level in found.levels]
    rows = [
        [name, *map(points, coverage), points(width)]
        for name, coverage, width in zip(
            found.methods, found.coverage, found.width[:, -2], strict=True
        )
    ]
    return table(["covers, of", *(f"{level} %" for level in levels), "width at 95 %"], rows)
