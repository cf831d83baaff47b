"""How much the standings depend on choices: the form, the prior, the data."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from porism.errors import FitError
from porism.stats.agreement import Agreement, agreement
from porism.stats.irt.design import parts
from porism.stats.irt.fit import ONE_PARAMETER, TWO_PARAMETER, fit
from porism.stats.irt.parameters import Prior
from porism.stats.tally import FloatArray, Tally


@dataclass(frozen=True, slots=True, eq=False)
class Variant:
    """One way of fitting.

    Attributes:
        name: what is different.
        prior: penalties, and with them the form.
        questions: (questions,) which take part.
        cells: (models, questions) which cells are used; default: all.
        benchmark: (questions,) if each benchmark is to be fitted as if it were one question.
    """

    name: str
    prior: Prior
    questions: NDArray[np.bool_]
    cells: NDArray[np.bool_] | None = None
    benchmark: NDArray[np.intp] | None = None

    def rates(self, tally: Tally) -> FloatArray:
        """(models, questions) expected probabilities; NaN for questions that take no part."""
        data = tally if self.cells is None else tally.where(self.cells)
        found = np.full(tally.runs.shape, np.nan)
        data = data.questions(self.questions)
        if self.benchmark is None:
            found[:, self.questions] = fit(data, self.prior).expected_rates()
        else:
            codes = self.benchmark[self.questions]
            found[:, self.questions] = fit(data.grouped(codes), self.prior).expected_rates()[
                :, codes
            ]
        return found


@dataclass(frozen=True, slots=True)
class Ablation:
    """What a variant does to the standings, and how well it predicts.

    Attributes:
        name: of the variant.
        standings: agreement of its expected performances with those of the reference.
        largest_change: of any model's expected performance, in score units.
        log_loss: mean of minus the log-likelihood of a held-out run, in nats.
        error: root mean square error of held-out cells' mean scores, in score units.
    """

    name: str
    standings: Agreement
    largest_change: float
    log_loss: float
    error: float


@dataclass(frozen=True, slots=True)
class AblationStudy:
    """All variants, the reference first.

    Attributes:
        variants: those that could be fitted.
        failed: name and reason of those that could not.
        held_out: cells that the predictions were tested on.
        baseline_log_loss: of predicting each question's mean over the models seen on it.
        baseline_error: likewise, in score units.
    """

    variants: tuple[Ablation, ...]
    failed: tuple[tuple[str, str], ...]
    held_out: int
    baseline_log_loss: float
    baseline_error: float


def ablate(
    tally: Tally,
    *,
    rng: np.random.Generator,
    benchmark: ArrayLike | None = None,
    share: float = 0.1,
) -> AblationStudy:
    """Vary form, priors and data, and compare standings and held-out prediction.

    Args:
        tally: (models, questions).
        rng: source of all randomness.
        benchmark: (questions,) which benchmark; with it whole model-benchmark blocks are held
            out, as real gaps are, and each benchmark is dropped in turn, numbered in sorted
            order. Without it single cells are held out.
        share: of the blocks or cells to hold out.

    Raises:
        FitError: the reference cannot be fitted, or nothing can be held out.
    Source: "Beyond Benchmarks", App. C.2, for the purpose; the benchmark-level form is that of
        the Epoch Capabilities Index.
    """
    code = None if benchmark is None else np.unique(benchmark, return_inverse=True)[1]
    hidden = held_out_cells(tally, share, rng=rng, block=code)
    third = held_out_cells(tally.where(~hidden), 1 / 3, rng=rng)
    reference, *others = _variants(third, code)
    expected = reference.rates(tally).mean(1)
    done = [_study(reference, tally, hidden, expected)]
    failed = []
    for variant in others:
        try:
            done.append(_study(variant, tally, hidden, expected))
        except (FitError, ValueError) as why:
            failed.append((variant.name, str(why)))
    seen = tally.where(~hidden)
    mean = (seen.total.sum(0) + 0.5) / (seen.runs.sum(0) + 1)
    baseline = _prediction(np.broadcast_to(mean, hidden.shape), tally, hidden)
    return AblationStudy(tuple(done), tuple(failed), int(hidden.sum()), *baseline)


def held_out_cells(
    tally: Tally,
    share: float,
    *,
    rng: np.random.Generator,
    block: NDArray[np.intp] | None = None,
) -> NDArray[np.bool_]:
    """Choose cells to hide such that what is left stays connected.

    Args:
        tally: (models, questions).
        share: of the cells, or of the model-block pairs, to hide.
        rng: source of all randomness.
        block: (questions,) cells of one model and block are hidden together.

    Returns:
        (models, questions) whether a cell is hidden; only cells with runs are.

    Raises:
        FitError: no such choice was found.
        ValueError: a share outside (0, 1).
    """
    if not 0 < share < 1:
        raise ValueError(f"the share to hold out must lie between 0 and 1, got {share}")
    models, questions = tally.runs.shape
    code = np.arange(questions) if block is None else block
    for _ in range(50):
        hidden = (rng.random((models, code.max() + 1)) < share)[:, code] & tally.asked
        hidden[:, (tally.asked & ~hidden).sum(0) == 0] = False
        left = tally.asked & ~hidden
        if hidden.any() and left.any(1).all() and not parts(tally.where(left))[0].any():
            return hidden
    raise FitError("the design is too thin to hold cells out; give fewer gaps or a smaller share")


def _variants(third: NDArray[np.bool_], benchmark: NDArray[np.intp] | None) -> Iterator[Variant]:
    everything = np.ones(third.shape[-1], dtype=np.bool_)
    base = Variant("two-parameter", TWO_PARAMETER, everything)
    yield base
    yield replace(base, name="one-parameter", prior=ONE_PARAMETER)
    for name, factor in (("half", 0.5), ("double", 2.0)):
        for field in ("ability_sd", "log_discrimination_sd", "intercept_sd"):
            prior = replace(TWO_PARAMETER, **{field: factor * getattr(TWO_PARAMETER, field)})
            label = field.removesuffix("_sd").replace("_", " ")
            yield replace(base, name=f"{name} the prior spread of {label}", prior=prior)
    yield replace(base, name="without a third of the cells", cells=~third)
    if benchmark is not None:
        yield replace(base, name="benchmark level", benchmark=benchmark)
        for code in np.unique(benchmark):
            yield replace(base, name=f"without benchmark {code}", questions=benchmark != code)


def _study(
    variant: Variant, tally: Tally, hidden: NDArray[np.bool_], expected: FloatArray
) -> Ablation:
    ours = np.nanmean(variant.rates(tally), axis=1)
    predicted = variant.rates(tally.where(~hidden))
    return Ablation(
        variant.name,
        agreement(ours, expected),
        float(np.abs(ours - expected).max()),
        *_prediction(predicted, tally, hidden & variant.questions),
    )


def _prediction(rates: FloatArray, tally: Tally, cells: NDArray[np.bool_]) -> tuple[float, float]:
    """Log loss a run and root mean square error a cell of predicted success rates."""
    rate = np.clip(rates[cells], 1e-12, 1 - 1e-12)
    runs, total = tally.runs[cells], tally.total[cells]
    loss = -(total * np.log(rate) + (runs - total) * np.log1p(-rate)).sum() / runs.sum()
    return float(loss), float(np.sqrt(np.mean((rate - total / runs) ** 2)))
