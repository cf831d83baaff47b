"""Each scaffold gains on fake models what the arithmetic of their error rates foretells."""

from __future__ import annotations

import math

import pytest

from porism.solvers import (
    BestOfN,
    Direct,
    Majority,
    ProofSearch,
    SelfCheck,
    Solver,
    VerifyAndRefine,
)
from porism.tools.toolbox import NO_TOOLS
from tests.solvers.fakes import QUESTION, Fake, is_near, share_right

GOOD, POOR, LENIENT = (0.9, 0.7), (0.6, 0.6), (0.95, 0.2)
"""Chances that a right solution is found right, and that a wrong one is found wrong."""


def said(rates: tuple[float, float]) -> dict[str, float]:
    return {"finds_right": rates[0], "finds_wrong": rates[1]}


@pytest.mark.parametrize(("votes", "chance"), [(3, 0.7), (9, 0.6), (5, 0.35)])
async def test_a_majority_wins_by_the_binomial_law(votes, chance):
    share = await share_right(Majority(votes=votes), chance)
    expected = sum(
        math.comb(votes, k) * chance**k * (1 - chance) ** (votes - k)
        for k in range(votes // 2 + 1, votes + 1)
    )
    assert is_near(share, expected)
    assert (share > chance) == (chance > 0.5)


def prefers_right(rates: tuple[float, float]) -> float:
    """The chance that the right one of a right and a wrong solution is found better."""
    right, wrong = rates
    return right * wrong + (right * (1 - wrong) + (1 - right) * wrong) / 2


@pytest.mark.parametrize(
    ("solutions", "chance", "rates"), [(6, 0.3, GOOD), (4, 0.4, LENIENT), (2, 0.7, POOR)]
)
async def test_a_tournament_gains_what_its_judge_is_worth(solutions, chance, rates):
    share = await share_right(BestOfN(solutions=solutions), chance, **said(rates))
    q = prefers_right(rates)

    def meet(p: float, r: float) -> float:
        return p * r + (p * (1 - r) + (1 - p) * r) * q

    left = [chance] * solutions
    while len(left) > 1:
        pairs = list(zip(left[::2], left[1::2], strict=False))
        left = [*(meet(*pair) for pair in pairs), *left[2 * len(pairs) :]]
    assert is_near(share, left[0])
    assert left[0] > chance


@pytest.mark.parametrize(("solutions", "scores", "rates"), [(3, 1, GOOD), (2, 3, POOR)])
async def test_scores_gain_what_their_judge_is_worth(solutions, scores, rates):
    chance = 0.4
    solver = BestOfN(solutions=solutions, by="score", scores=scores, judge="other")
    share = await share_right(solver, chance, judge=said(rates))
    assert is_near(share, expected_by_score(solutions, scores, chance, rates))


def expected_by_score(n: int, scores: int, chance: float, rates: tuple[float, float]) -> float:
    """Sum over who is right, of equals the first wins; all share each total of points."""

    def points(p: float) -> list[float]:
        return [math.comb(scores, k) * p**k * (1 - p) ** (scores - k) for k in range(scores + 1)]

    right, wrong = points(rates[0]), points(1 - rates[1])
    mixed = [chance * r + (1 - chance) * w for r, w in zip(right, wrong, strict=True)]
    total = 0.0
    for place in range(n):
        for score in range(scores + 1):
            below, up_to = sum(mixed[:score]), sum(mixed[: score + 1])
            total += chance * right[score] * below**place * up_to ** (n - 1 - place)
    return total


def follow(
    start: float, steps: int, accepts: int, rates: tuple[float, float], again: float
) -> float:
    """Follow the chances of (right, accepted in a row) through checks and corrections."""
    state = {(True, 0): start, (False, 0): 1 - start}
    done = 0.0
    for _ in range(steps):
        after: dict[tuple[bool, int], float] = {}
        for (right, row), share in state.items():
            accept = rates[0] if right else 1 - rates[1]
            moves = {
                (right, row + 1): accept,
                (True, 0): (1 - accept) * again,
                (False, 0): (1 - accept) * (1 - again),
            }
            for place, chance in moves.items():
                if place[1] < accepts:
                    after[place] = after.get(place, 0) + share * chance
                elif place[0]:
                    done += share * chance
        state = after
    return done + sum(share for (right, _), share in state.items() if right)


@pytest.mark.parametrize(
    ("solver", "rates"), [(SelfCheck(), GOOD), (SelfCheck(accepts=2, checks=8), LENIENT)]
)
async def test_self_checks_gain_what_they_are_worth(solver, rates):
    chance = 0.5
    share = await share_right(solver, chance, **said(rates))
    assert is_near(share, follow(chance, solver.checks, solver.accepts, rates, chance))


def verified(start: float, rounds: int, accepts: int, rates: tuple[float, float]) -> float:
    """The chance of a right solution after at most so many revisions, each drawn anew."""
    passes_right, passes_wrong = rates[0] ** accepts, (1 - rates[1]) ** accepts
    done, right = 0.0, start
    left = 1.0
    for _ in range(rounds):
        done += left * right * passes_right
        left *= right * (1 - passes_right) + (1 - right) * (1 - passes_wrong)
        right = start
    return done + left * right


@pytest.mark.parametrize(
    ("rounds", "accepts", "rates"), [(2, 1, GOOD), (3, 3, POOR), (4, 1, LENIENT)]
)
async def test_verification_gains_what_it_is_worth(rounds, accepts, rates):
    chance = 0.4
    solver = VerifyAndRefine(rounds=rounds, accepts=accepts)
    share = await share_right(solver, chance, **said(rates))
    assert is_near(share, verified(chance, rounds, accepts, rates))


async def test_a_search_without_rounds_keeps_the_proof_of_the_best_reviews():
    chance, rates = 0.4, POOR
    solver = ProofSearch(proofs=3, reviews=2, rounds=0)
    share = await share_right(solver, chance, **said(rates))
    assert is_near(share, expected_by_score(3, 2, chance, rates))


async def test_a_search_of_one_proof_goes_on_until_it_is_verified():
    chance, rates, reviews, rounds = 0.3, GOOD, 2, 3
    solver = ProofSearch(proofs=1, reviews=reviews, best=1, reports=1, rounds=rounds)
    share = await share_right(solver, chance, **said(rates))
    assert is_near(share, searched(chance, reviews, rounds + 1, rates))


def searched(chance: float, reviews: int, proofs: int, rates: tuple[float, float]) -> float:
    """The chance that the first of the highest scores is right; the search ends at full marks."""

    def points(p: float) -> list[float]:
        return [math.comb(reviews, k) * p**k * (1 - p) ** (reviews - k) for k in range(reviews + 1)]

    joint = {True: points(rates[0]), False: points(1 - rates[1])}
    best: dict[tuple[int, bool], float] = {(-1, False): 1.0}
    for _ in range(proofs):
        after: dict[tuple[int, bool], float] = {}
        for (score, right), share in best.items():
            if score == reviews:
                after[score, right] = after.get((score, right), 0) + share
                continue
            for is_right, chances in joint.items():
                for k, p in enumerate(chances):
                    place = (k, is_right) if k > score else (score, right)
                    weight = share * p * (chance if is_right else 1 - chance)
                    after[place] = after.get(place, 0) + weight
        best = after
    return sum(share for (_, right), share in best.items() if right)


async def test_a_search_gains_with_a_pool_and_nothing_with_a_blind_judge():
    pool = ProofSearch(proofs=3, reviews=2, best=1, reports=1, rounds=2)
    seeing = await share_right(pool, 0.3, trials=100, finds_right=0.9, finds_wrong=0.9)
    blind = await share_right(pool, 0.3, finds_right=0.5, finds_wrong=0.5)
    assert seeing > 0.55
    assert is_near(blind, 0.3)


@pytest.mark.parametrize(
    "solver",
    [
        Direct(),
        Majority(votes=5),
        SelfCheck(accepts=2, checks=3),
        SelfCheck(accepts=4, checks=3),
        VerifyAndRefine(rounds=3, accepts=1),
        VerifyAndRefine(rounds=1, accepts=2, improve=False),
        BestOfN(solutions=5),
        BestOfN(solutions=3, by="score", scores=2),
        ProofSearch(proofs=3, reviews=2, best=2, reports=1, rounds=2),
    ],
)
async def test_what_a_scaffold_takes_is_foretold(solver: Solver):
    perfect = Fake(1, 1 - 1e-12, finds_right=1, finds_wrong=1)
    hopeless = Fake(1, 1e-12, finds_right=1, finds_wrong=1)
    for fake in (perfect, hopeless):
        await solver.solve(QUESTION, fake, NO_TOOLS)
    least, most = solver.requests
    assert len(perfect.requests) == least
    assert least <= len(hopeless.requests) <= most
    if not isinstance(solver, VerifyAndRefine):  # nobody verifies its last revision
        assert len(hopeless.requests) == most
