"""What a model costs a problem, also on benchmarks that it was never run on.

The model is log-additive: log c_mb = mu_m + beta_b for model m on benchmark b, fitted by least
squares over the observed cells. It serves for any positive amount a problem - US dollars,
tokens, seconds - in its own unit.

Source: "Beyond Benchmarks: MathArena as an Evaluation Platform for Mathematics with LLMs",
App. A.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from porism.errors import FitError
from porism.stats.tally import FloatArray


@dataclass(frozen=True, slots=True, eq=False)
class CostFit:
    """A fitted log-additive model; the benchmarks' offsets have mean zero.

    Attributes:
        model_level: (models,) mu, the log of a model's amount on a typical benchmark.
        benchmark_offset: (benchmarks,) beta, in log units.
        spread: standard deviation of the residuals, in log units: a prediction is typically
            off by the factor exp(spread). 0 where the model fits every cell by construction.
        explained: share of the variance of the log amounts that the model explains.
        cells: observed cells.
    """

    model_level: FloatArray
    benchmark_offset: FloatArray
    spread: float
    explained: float
    cells: int

    def predicted(self) -> FloatArray:
        """(models, benchmarks) predicted amounts exp(mu + beta)."""
        return np.exp(np.add.outer(self.model_level, self.benchmark_offset))


@dataclass(frozen=True, slots=True, eq=False)
class ExpectedCost:
    """The amount a problem over the live benchmarks.

    Attributes:
        model: (priced,) rows of the models that have any observed amount.
        unpriced: (rest,) rows of those that have none, and get no figure.
        amount: (priced,) mean a problem, in the unit of the input.
        imputed: (priced,) share of the live problems whose amount is predicted. A figure with
            any is an imputed figure and has to be marked so.
        fit: the fitted model, over the priced models and the benchmarks that anyone ran.
    """

    model: NDArray[np.intp]
    unpriced: NDArray[np.intp]
    amount: FloatArray
    imputed: FloatArray
    fit: CostFit


def fit_costs(amounts: ArrayLike) -> CostFit:
    """Fit the log-additive model.

    Args:
        amounts: (models, benchmarks) positive amount a problem, NaN where not observed.

    Raises:
        ValueError: no table, or an amount that is zero, negative or infinite.
        FitError: a model or benchmark without any amount, or models that share no benchmark
            with the rest, whose levels cannot be told from the benchmarks'.
    Source: "Beyond Benchmarks", App. A.
    """
    logs = _log_table(amounts)
    model, benchmark = np.nonzero(~np.isnan(logs))
    models, benchmarks = logs.shape
    design = np.zeros((model.size + 1, models + benchmarks))
    design[np.arange(model.size), model] = 1
    design[np.arange(model.size), models + benchmark] = 1
    design[-1, models:] = 1  # the offsets sum to zero
    target = np.append(logs[model, benchmark], 0.0)
    solved, _, rank, _ = np.linalg.lstsq(design, target)
    if rank < models + benchmarks:
        raise FitError(
            "amounts do not connect all models and benchmarks: leave out models and benchmarks "
            "without any amount, and groups that share nothing with the rest"
        )
    residual = target - design @ solved
    free = model.size - (models + benchmarks - 1)
    spread = float(np.sqrt((residual**2).sum() / free)) if free else 0.0
    total = float(((target[:-1] - target[:-1].mean()) ** 2).sum())
    explained = 1 - float((residual**2).sum()) / total if total else 1.0
    return CostFit(solved[:models], solved[models:], spread, explained, model.size)


def expected_cost(
    amounts: ArrayLike, problems: ArrayLike, *, live: ArrayLike | None = None
) -> ExpectedCost:
    """Average the amount a problem over live benchmarks, each weighted by its problems.

    Observed amounts count as they are, missing ones as the fitted model predicts.

    Args:
        amounts: (models, benchmarks) positive amount a problem, NaN where not observed.
        problems: (benchmarks,) number of problems, positive.
        live: (benchmarks,) which to average over; default: all. The fit uses the others too.

    Raises:
        ValueError: as :func:`fit_costs`; problem counts that are not positive; nothing live.
        FitError: no amount at all, a live benchmark that nobody ran, or amounts that do not
            connect.
    Source: "Beyond Benchmarks", App. A.
    """
    logs = _log_table(amounts)
    weight = np.asarray(problems, dtype=np.float64)
    chosen = np.ones(weight.shape, np.bool_) if live is None else np.asarray(live, np.bool_)
    if weight.shape != logs.shape[1:] or chosen.shape != weight.shape or not np.all(weight > 0):
        raise ValueError("expected a positive number of problems, and a mark, a benchmark")
    if not chosen.any():
        raise ValueError("no benchmark is live")
    known = ~np.isnan(logs)
    priced, run = known.any(1), known.any(0)
    if not priced.any() or np.any(chosen & ~run):
        raise FitError(f"nobody has an amount on benchmarks {np.flatnonzero(chosen & ~run)}")
    cells = np.ix_(priced, run)
    fitted = fit_costs(np.exp(logs[cells]))
    share = (weight * chosen)[run] / weight[chosen].sum()
    filled = np.where(known[cells], np.exp(logs[cells]), fitted.predicted())
    return ExpectedCost(
        np.flatnonzero(priced),
        np.flatnonzero(~priced),
        filled @ share,
        ~known[cells] @ share,
        fitted,
    )


def _log_table(amounts: ArrayLike) -> FloatArray:
    table = np.asarray(amounts, dtype=np.float64)
    if table.ndim != 2 or table.size == 0:
        raise ValueError(f"expected amounts of shape (models, benchmarks), got {table.shape}")
    wrong = ~np.isnan(table) & ~((table > 0) & (table < np.inf))
    if wrong.any():
        model, benchmark = np.argwhere(wrong)[0]
        raise ValueError(
            f"an amount must be positive: model {model} on benchmark {benchmark} has "
            f"{table[model, benchmark]}; leave out what is free or unknown"
        )
    return np.log(table)
