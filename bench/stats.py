"""Speed and accuracy of the statistics, each beside the figure that was promised.

python bench/stats.py                   the promised figures
python bench/stats.py --py-irt PYTHON   also py-irt, run by an interpreter that has it
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from scipy.special import expit

from porism.stats import Tally
from porism.stats.calibration import PAPER_METHODS, calibrate, synthetic_rates
from porism.stats.irt import fit
from porism.stats.irt.performance import expected_performance
from porism.stats.permutation import sampled_p, sign_flip_p
from porism.stats.ranks import rank_models

REPEATS = 3


def main() -> None:
    """Print one line a figure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--py-irt", metavar="PYTHON", help="interpreter that has py-irt")
    chosen = parser.parse_args()
    fitting()
    permuting()
    ranking()
    calibrating()
    if chosen.py_irt:
        beside_py_irt(chosen.py_irt)


def fitting() -> None:
    """2PL on 200 models x 5,000 questions at 30 % density, 4 runs a cell."""
    ability, rates, runs = simulated(200, 5000, density=0.3, runs=4)
    tally = Tally.of_counts(np.random.default_rng(1).binomial(runs, rates), runs)
    before = peak_megabytes()
    fitted = fit(tally)
    peak = peak_megabytes()
    spent = shortest(lambda: fit(tally))
    figures = expected_performance(fitted, tally)
    missed = np.abs(figures.interval.estimate - rates.mean(1))
    say("2PL 200 x 5,000 at 30 %", f"{spent}", "at most 2 s")
    say("  peak memory", f"{peak:.0f} MB ({before:.0f} MB before)", "at most 500 MB")
    say("  gradient norm, steps", f"{fitted.gradient_norm:.1e}, {fitted.steps}")
    say("  ability, correlation with the truth", f"{correlation(fitted.ability, ability):.4f}")
    say("  expected performance, mean error", f"{100 * missed.mean():.2f} points")
    covered = figures.interval.contains(rates.mean(1)).mean()
    say("  expected performance, 95 % intervals cover", f"{100 * covered:.1f} %")


def permuting() -> None:
    """Resamples a second, for one test and for many; exact tests of all pairs."""
    rng = np.random.default_rng(2)
    for tests, questions, resamples in ((1, 30, 2_000_000), (1, 168, 500_000), (500, 30, 10_000)):
        table = rng.normal(size=(tests, questions))
        spent = shortest(lambda t=table, n=resamples: sampled_p(t, rng=rng, resamples=n))
        rate, alone = (tests * resamples / seconds / 1e6 for seconds in spent)
        say(
            f"sign flips, {tests} tests of {questions} questions",
            f"{rate:.0f} million a second ({alone:.0f} of CPU)",
            "at least 10 million a second",
        )
    table = rng.integers(-4, 5, (4950, 30)) / 4
    spent = shortest(lambda: sign_flip_p(table, rng=rng))
    say("exact tests of all pairs of 100 models, 30 questions", f"{spent}")


def ranking() -> None:
    """Rank intervals of 100 models on 1,000 problems, from tests of all 4,950 pairs."""
    rng = np.random.default_rng(5)
    _, rates, runs = simulated(100, 1000, density=1.0, runs=4)
    unequal = np.where(rng.random(rates.shape) < 0.1, 3, runs)
    noisy = rates[..., None] + 0.1 * rng.normal(size=(*rates.shape, 4))
    kinds = {
        "right or wrong, 4 runs": Tally.of_counts(rng.binomial(runs, rates), runs),
        "right or wrong, 3 or 4 runs": Tally.of_counts(rng.binomial(unequal, rates), unequal),
        "shares of points": Tally.of_scores(np.clip(noisy, 0, 1)),
    }
    for name, tally in kinds.items():
        found = rank_models(tally, rng=rng)
        spent = shortest(lambda t=tally: rank_models(t, rng=rng))
        apart = f"{int(found.better.sum())} pairs told apart"
        say(f"ranks of 100 models on 1,000 problems, {name}", f"{spent}, {apart}")


def calibrating() -> None:
    """The calibration study over 100 pairs x 1,000 simulations x 5 methods x 10 levels."""
    rng = np.random.default_rng(3)
    rates = synthetic_rates(rng, spread=2.0, pairs=100)
    levels = np.linspace(0.5, 0.95, 10)
    paper = shortest(lambda: calibrate(rates, rng=rng, levels=levels, methods=PAPER_METHODS))
    say("calibration study, the five of the paper", f"{paper}", "at most 5 s")
    every = shortest(lambda: calibrate(rates, rng=rng, levels=levels))
    say("calibration study, with effective runs", f"{every}")


def beside_py_irt(python: str) -> None:
    """The same single-run data through py-irt, in its own interpreter."""
    ability, rates, runs = simulated(100, 1000, density=0.3, runs=1)
    right = np.random.default_rng(4).binomial(runs, rates)
    start = time.perf_counter()
    fitted = fit(Tally.of_counts(right, runs))
    ours = time.perf_counter() - start
    start = time.perf_counter()
    theirs, their_rates = fitted_by_py_irt(python, right, runs)
    elapsed = time.perf_counter() - start
    for name, seconds, found, probability in (
        ("Porism", ours, fitted.ability, fitted.expected_rates()),
        ("py-irt", elapsed, theirs, their_rates),
    ):
        error = np.sqrt(np.mean((probability - rates) ** 2))
        say(
            f"2PL 100 x 1,000 at 30 %, one run, {name}",
            f"{seconds:.2f} s, ability r {correlation(found, ability):.4f}, "
            f"probabilities off by {error:.4f}",
        )


def fitted_by_py_irt(
    python: str, right: NDArray[np.int64], runs: NDArray[np.int64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return abilities and probabilities that py-irt finds."""
    with tempfile.TemporaryDirectory() as folder:
        data, result = Path(folder) / "responses.jsonl", Path(folder) / "parameters.json"
        lines = (
            {
                "subject_id": str(model),
                "responses": {f"q{q}": int(row[q]) for q in np.flatnonzero(asked)},
            }
            for model, (row, asked) in enumerate(zip(right, runs, strict=True))
        )
        data.write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
        script = Path(__file__).with_name("fit_with_py_irt.py")
        subprocess.run([python, str(script), str(data), str(result)], check=True)
        found = json.loads(result.read_text(encoding="utf-8"))
    ability = np.array([found["ability"][str(model)] for model in range(len(right))])
    items = [f"q{question}" for question in range(right.shape[1])]
    slope = np.array([found["discrimination"][item] for item in items])
    difficulty = np.array([found["difficulty"][item] for item in items])
    return ability, expit(slope * (ability[:, None] - difficulty))


def simulated(
    models: int, questions: int, *, density: float, runs: int
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.int64]]:
    """Draw abilities, success probabilities, and which cells are run how often."""
    rng = np.random.default_rng(0)
    ability = rng.normal(0, 1.5, models)
    slope = np.exp(0.4 * rng.standard_normal(questions))
    rates = expit(slope * (ability[:, None] - rng.normal(0, 1.5, questions)))
    return ability, rates, np.where(rng.random(rates.shape) < density, runs, 0)


class Spent(NamedTuple):
    """What the quickest of some repeats took: on a busy machine far more than its own time."""

    wall_s: float
    cpu_s: float

    def __str__(self) -> str:
        """Write both."""
        return f"{self.wall_s:.2f} s ({self.cpu_s:.2f} s CPU)"


def shortest(run: Callable[[], object]) -> Spent:
    """Return the least wall and processor time of some repeats, in seconds."""
    times = []
    for _ in range(REPEATS):
        wall, cpu = time.perf_counter(), time.process_time()
        run()
        times.append((time.perf_counter() - wall, time.process_time() - cpu))
    return Spent(*map(min, zip(*times, strict=True)))


def correlation(one: NDArray[np.float64], other: NDArray[np.float64]) -> float:
    """Return Pearson's correlation."""
    return float(np.corrcoef(one, other)[0, 1])


def peak_megabytes() -> float:
    """Return the most memory that this process has held."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def say(what: str, found: str, promised: str = "") -> None:
    """Print a figure, and what was promised."""
    print(f"{what:66} {found}" + (f"   (promised: {promised})" if promised else ""), flush=True)


if __name__ == "__main__":
    main()
