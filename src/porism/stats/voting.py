"""Majority votes: maj@k without bias, ties broken by lot."""

from __future__ import annotations

from math import comb

import numpy as np
from numpy.typing import ArrayLike, NDArray

from porism.stats.passk import check_runs
from porism.stats.tally import FloatArray


def majority_at_k(answers: ArrayLike, scores: ArrayLike, k: int) -> FloatArray:
    """Expected score of the most frequent answer among k runs.

    Computed exactly over all draws of k from the n runs, without replacement, which makes it
    an unbiased estimate for k fresh runs. Among answers that are equally frequent each is
    taken with the same chance. Runs without an answer do not vote; if none votes, the score
    is 0.

    Args:
        answers: (..., questions, runs) whole numbers, equal for equal answers; negative for a
            run that gave none.
        scores: same shape, in [0, 1], NaN for a run that does not exist. Runs of one answer
            that were scored differently count with their mean.
        k: runs that are drawn.

    Returns:
        (..., questions) in [0, 1].

    Raises:
        ValueError: shapes that differ, a score outside [0, 1], or a question with fewer than k
            runs or more than a thousand.
    Source: Wang et al. (2023), "Self-consistency improves chain of thought reasoning", for the
        vote; the sum over draws is a product of generating functions, one an answer.
    """
    code, value = np.asarray(answers), np.asarray(scores, dtype=np.float64)
    if code.shape != value.shape or code.ndim < 2:
        raise ValueError(f"expected (..., questions, runs) twice, got {code.shape}, {value.shape}")
    known = ~np.isnan(value)
    if np.any((value[known] < 0) | (value[known] > 1)):
        raise ValueError("scores must lie in [0, 1]")
    check_runs(known.sum(-1), k)
    rows = zip(*(table.reshape(-1, code.shape[-1]) for table in (code, value, known)), strict=True)
    found = [_majority(answer[use], score[use], k) for answer, score, use in rows]
    return np.asarray(found).reshape(code.shape[:-1])


def _majority(answer: NDArray[np.int64], score: FloatArray, k: int) -> float:
    voting = answer >= 0
    _, group = np.unique(answer[voting], return_inverse=True)
    votes = np.bincount(group).tolist()
    worth = np.bincount(group, score[voting]) / np.maximum(votes, 1) if votes else []
    silent = int((~voting).sum())
    won = sum(
        float(worth[who]) * _winning_draws(votes[who], votes[:who] + votes[who + 1 :], silent, k)
        for who in range(len(votes))
        if worth[who] > 0
    )
    return won / comb(len(answer), k)


def _winning_draws(own: int, others: list[int], silent: int, k: int) -> float:
    """Draws of k that an answer wins, counting a draw it shares with r others as 1 / (r + 1)."""
    total = 0.0
    for votes in range(1, min(own, k) + 1):
        rest = _draws_below(others, votes, silent, k - votes)
        shares = 1 / np.arange(1, len(rest) + 1)
        total += comb(own, votes) * float(rest[:, k - votes] @ shares)
    return total


def _draws_below(others: list[int], votes: int, silent: int, size: int) -> FloatArray:
    """(rivals + 1, size + 1) draws of each size in which that many others have just ``votes``."""
    rivals = size // votes
    ways = np.zeros((rivals + 1, size + 1))
    ways[0] = _choices(silent, silent, size)
    for count in others:
        fewer = _choices(count, votes - 1, size)
        grown = np.stack([np.convolve(row, fewer)[: size + 1] for row in ways])
        if count >= votes and rivals:
            grown[1:, votes:] += comb(count, votes) * ways[:-1, : size + 1 - votes]
        ways = grown
    return ways


def _choices(count: int, most: int, size: int) -> FloatArray:
    """(size + 1,) ways to draw 0, 1, ... runs from ``count``, none for more than ``most``."""
    top = min(count, most, size)
    ways = [comb(count, drawn) for drawn in range(top + 1)]
    return np.array(ways + [0] * (size - top), dtype=np.float64)
