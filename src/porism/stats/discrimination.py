"""Questions that tell nothing, tell the wrong thing, or have a doubtful answer key."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from porism.stats.intervals import as_tally
from porism.stats.multiplicity import adjust
from porism.stats.tally import FloatArray, Tally


@dataclass(frozen=True, slots=True, eq=False)
class Discrimination:
    """How well each question tells strong models from weak ones.

    Attributes:
        models: (questions,) models that were run on it.
        mean: (questions,) mean of their scores; 0 where there are none.
        everyone: (questions,) whether every run of every model is right; false where none ran.
        no_one: (questions,) whether no run of any model scores anything; false likewise.
        correlation: (questions,) between the models' scores on the question and on all others;
            0 where it is not defined.
        defined: (questions,) whether it is: three models, and scores that differ.
        negative_p: (questions,) of the test for a negative correlation, adjusted after
            Benjamini and Hochberg; 1 where it is not defined.
    """

    models: NDArray[np.intp]
    mean: FloatArray
    everyone: NDArray[np.bool_]
    no_one: NDArray[np.bool_]
    correlation: FloatArray
    defined: NDArray[np.bool_]
    negative_p: FloatArray


@dataclass(frozen=True, slots=True)
class SuspiciousKey:
    """A question on which strong models agree, but not with the key.

    Attributes:
        question: its number.
        answer: code of the answer that they give.
        share: of the strong models' runs that give it.
        key_share: of the strong models' runs that give the key.
        models: strong models that give it more often than any other answer.
    """

    question: int
    answer: int
    share: float
    key_share: float
    models: int


def discriminate(scores: ArrayLike | Tally) -> Discrimination:
    """Correlate each question with the rest.

    A model's strength, seen from question q, is the mean over its other questions of its score
    less the question's mean score, so that models that were run on harder questions do not look
    weaker. The test takes the correlation over n models as t-distributed with n - 2 degrees of
    freedom.

    Args:
        scores: (models, questions, runs) or a tally (models, questions).

    Raises:
        ValueError: no table of models by questions, or a score outside [0, 1].
    Source: Guilford (1953), "The correlation of an item with a composite of the remaining
        items in a test".
    """
    from scipy.special import stdtr

    tally = as_tally(scores)
    if tally.runs.ndim != 2:
        raise ValueError(f"expected a table (models, questions), got shape {tally.runs.shape}")
    asked, models = tally.asked, tally.asked.sum(0)
    total, runs = tally.total.sum(0), tally.runs.sum(0)
    correlation = _correlation(tally.question_means, _strength_elsewhere(tally), asked)
    defined = (models >= 3) & np.isfinite(correlation)
    r = np.where(defined, np.clip(correlation, -1 + 1e-12, 1 - 1e-12), 0.0)
    free = np.maximum(models - 2, 1)
    negative_p = np.where(defined, stdtr(free, r * np.sqrt(free / (1 - r**2))), 1.0)
    negative_p[defined] = adjust(negative_p[defined], "benjamini-hochberg")
    mean = np.divide(total, runs, out=np.zeros_like(total), where=runs > 0)
    ran = runs > 0
    return Discrimination(
        models, mean, ran & (total == runs), ran & (total == 0), r, defined, negative_p
    )


def suspicious_keys(
    answers: ArrayLike,
    keys: ArrayLike,
    *,
    strong: int = 5,
    agreement: float = 0.6,
) -> list[SuspiciousKey]:
    """Find questions on which the strongest models agree on an answer that is not the key.

    Models are ranked by how often they give the key, apart from the question at hand. A
    question is listed if the strong models' runs give one other answer at least at the rate
    ``agreement``, and more than half of these models give it more often than any other. The
    key may still be right: it is a reason for a person to look.

    Args:
        answers: (models, questions, runs) whole numbers, equal for equal answers; negative for
            a run that gave none or does not exist.
        keys: (questions,) code of the key.
        strong: how many models count as strong; fewer if fewer were run on the question.
        agreement: least share of the strong models' answering runs.

    Returns:
        The least likely keys first.

    Raises:
        ValueError: shapes that do not fit, or settings that cannot be.
    Source: distractor analysis; Haladyna (2004), "Developing and validating multiple-choice
        test items".
    """
    code, key = np.asarray(answers), np.asarray(keys)
    if code.ndim != 3 or key.shape != code.shape[1:2] or strong < 2 or not 0.5 < agreement <= 1:
        raise ValueError(
            "expected answers (models, questions, runs), one key a question, at least two strong "
            "models and an agreement above one half"
        )
    given = code >= 0
    right = (given & (code == key[:, None])).sum(2)
    runs = given.sum(2)
    elsewhere = (right.sum(1, keepdims=True) - right) / np.maximum(
        runs.sum(1, keepdims=True) - runs, 1
    )
    found = []
    for question in range(code.shape[1]):
        ran = np.flatnonzero(runs[:, question])
        best = ran[np.argsort(-elsewhere[ran, question], kind="stable")][:strong]
        doubt = _doubt(code[best, question], int(key[question]), agreement)
        if doubt is not None:
            found.append(SuspiciousKey(question, *doubt))
    return sorted(found, key=lambda one: one.key_share - one.share)


def _doubt(
    answers: NDArray[np.int64], key: int, agreement: float
) -> tuple[int, float, float, int] | None:
    """Look at (strong models, runs) answers: the rival of the key, its share and the key's."""
    given = answers[answers >= 0]
    if len(answers) < 2:
        return None
    rival = _most_frequent(given)
    share, key_share = float((given == rival).mean()), float((given == key).mean())
    holders = sum(_most_frequent(row[row >= 0]) == rival for row in answers)
    if rival == key or share < agreement or 2 * holders <= len(answers):
        return None
    return rival, share, key_share, holders


def _most_frequent(answers: NDArray[np.int64]) -> int:
    values, count = np.unique(answers, return_counts=True)
    return int(values[count.argmax()])


def _strength_elsewhere(tally: Tally) -> FloatArray:
    """(models, questions) mean surplus over the questions' means, that question left out."""
    asked = tally.asked
    mean = (tally.question_means * asked).sum(0) / np.maximum(asked.sum(0), 1)
    surplus = (tally.question_means - mean) * asked
    others = np.maximum(asked.sum(1, keepdims=True) - asked, 1)
    return np.asarray((surplus.sum(1, keepdims=True) - surplus) / others)


def _correlation(first: FloatArray, second: FloatArray, use: NDArray[np.bool_]) -> FloatArray:
    """(columns,) Pearson correlation of the columns over the rows in use; NaN where undefined."""
    count = np.maximum(use.sum(0), 1)
    one = (first - (first * use).sum(0) / count) * use
    two = (second - (second * use).sum(0) / count) * use
    size = np.sqrt((one**2).sum(0) * (two**2).sum(0))
    nothing = np.full_like(size, np.nan)
    return np.asarray(np.divide((one * two).sum(0), size, out=nothing, where=size > 1e-12))
