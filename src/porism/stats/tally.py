"""What the runs of every question add up to: all that an interval needs to know of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

FloatArray = NDArray[np.float64]


@dataclass(frozen=True, slots=True, eq=False)
class Tally:
    """Sums over the runs of each question, for one data set or for many at once.

    Attributes:
        runs: (..., questions) how many runs have a score; 0 where a question was not asked.
        total: (..., questions) sum of their scores, each score in [0, 1].
        squares: (..., questions) sum of their squared scores.
    """

    runs: FloatArray
    total: FloatArray
    squares: FloatArray

    @classmethod
    def of_scores(cls, scores: ArrayLike) -> Self:
        """Add up scores.

        Args:
            scores: (..., questions, runs) in [0, 1], NaN for a run that has no score; a
                plain (questions,) is one run a question.

        Raises:
            ValueError: a score outside [0, 1], or a data set without any score.
        """
        values = np.asarray(scores, dtype=np.float64)
        if values.ndim == 1:
            values = values[:, None]
        if values.ndim == 0:
            raise ValueError("expected scores of shape (..., questions, runs), not one number")
        known = ~np.isnan(values)
        filled = np.where(known, values, 0.0)
        if np.any((filled < 0) | (filled > 1)):
            raise ValueError(f"scores must lie in [0, 1], found {_first_outside(filled)}")
        return cls._checked(known.sum(-1), filled.sum(-1), (filled**2).sum(-1))

    @classmethod
    def of_counts(cls, correct: ArrayLike, runs: ArrayLike) -> Self:
        """Take how many runs were right, out of how many.

        Args:
            correct: (..., questions), each between 0 and the number of runs; it need not be
                whole, but each run is taken as right or wrong.
            runs: number of runs, broadcastable to ``correct``.

        Raises:
            ValueError: a count outside [0, runs] or NaN, or a data set without any run.
        """
        total = np.asarray(correct, dtype=np.float64)
        total, count = np.broadcast_arrays(total, np.asarray(runs, dtype=np.float64))
        if total.ndim == 0:
            raise ValueError("expected counts of shape (..., questions), not one number")
        if not (np.isfinite(count).all() and np.all((total >= 0) & (total <= count))):
            raise ValueError("every count must lie between 0 and the number of runs")
        return cls._checked(count, total, total)

    @classmethod
    def of_attempts(cls, question: ArrayLike, score: ArrayLike) -> Self:
        """Add up a list of attempts of one data set, in any order.

        Args:
            question: (attempts,) whole number from 0 that says which question.
            score: (attempts,) in [0, 1]; NaN for an attempt that has no score.

        Raises:
            ValueError: shapes that differ, a score outside [0, 1], or no score at all.
        """
        code, value = np.asarray(question, dtype=np.intp), np.asarray(score, dtype=np.float64)
        if code.shape != value.shape or code.ndim != 1:
            raise ValueError(f"expected one score an attempt, got {code.shape} and {value.shape}")
        code, value = code[~np.isnan(value)], value[~np.isnan(value)]
        if np.any((value < 0) | (value > 1)):
            raise ValueError(f"scores must lie in [0, 1], found {_first_outside(value)}")
        sums = (np.bincount(code, weight) for weight in (np.ones_like(value), value, value**2))
        return cls._checked(*sums)

    @classmethod
    def _checked(cls, runs: ArrayLike, total: ArrayLike, squares: ArrayLike) -> Self:
        runs, total, squares = (np.asarray(sums, np.float64) for sums in (runs, total, squares))
        if runs.size == 0 or not np.all(runs.any(axis=-1)):
            raise ValueError("a data set has no score at all")
        return cls(runs, total, squares)

    def where(self, keep: ArrayLike) -> Tally:
        """Return the tally with the runs of some questions left out.

        Args:
            keep: broadcastable to (..., questions); false where the runs are to be forgotten.

        Raises:
            ValueError: a data set is left without any score.
        """
        kept = np.broadcast_to(np.asarray(keep, dtype=np.bool_), self.runs.shape)
        return self._checked(self.runs * kept, self.total * kept, self.squares * kept)

    def questions(self, chosen: ArrayLike) -> Tally:
        """Return the tally of some questions alone.

        Args:
            chosen: (questions,) of truth values, or the numbers of the questions.

        Raises:
            ValueError: a data set is left without any score.
        """
        index = np.asarray(chosen)
        return self._checked(
            self.runs[..., index], self.total[..., index], self.squares[..., index]
        )

    def grouped(self, group: ArrayLike) -> Tally:
        """Return the tally in which all questions of a group count as one.

        Args:
            group: (questions,) whole number from 0 that says which group.

        Raises:
            ValueError: not one number a question.
        """
        code = np.asarray(group)
        if code.shape != self.runs.shape[-1:]:
            raise ValueError(f"expected one group a question, got shape {code.shape}")
        member = np.eye(code.max() + 1)[code]
        return self._checked(self.runs @ member, self.total @ member, self.squares @ member)

    @property
    def asked(self) -> NDArray[np.bool_]:
        """(..., questions) whether a question has any run."""
        return self.runs > 0

    @property
    def question_count(self) -> FloatArray:
        """(...) how many questions have a run."""
        return np.asarray(self.asked.sum(-1), dtype=np.float64)

    @property
    def run_count(self) -> FloatArray:
        """(...) how many runs there are."""
        return np.asarray(self.runs.sum(-1))

    @property
    def question_means(self) -> FloatArray:
        """(..., questions) mean score of each question; 0 where it has no run."""
        return self.total / np.maximum(self.runs, 1)

    @property
    def pooled_mean(self) -> FloatArray:
        """(...) mean over runs: a question counts as often as it was asked."""
        return np.asarray(self.total.sum(-1) / self.runs.sum(-1))

    @property
    def mean_of_questions(self) -> FloatArray:
        """(...) mean over questions: each counts once, however often it was asked."""
        return np.asarray(self.question_means.sum(-1) / self.question_count)


def _first_outside(values: FloatArray) -> float:
    return float(values[(values < 0) | (values > 1)].flat[0])
