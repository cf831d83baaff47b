"""What the next request may cost."""

from decimal import Decimal

import pytest

from porism.runner.budget import CostGuess


@pytest.mark.parametrize(
    ("seen", "guess"),
    [
        ([], 5),
        ([1] * 9, 5),
        ([1] * 9 + [9], Decimal("6.859644256")),
        ([1, 9], 9),
        ([1] * 10, 1),
        ([0] * 10 + [4] * 10, 5),
        ([0] * 10 + [8] * 10, 8),
    ],
)
def test_the_worst_case_is_feared_until_enough_was_seen_and_grows_with_it(seen, guess):
    costs = CostGuess(Decimal(5))
    for cost in seen:
        costs.see(Decimal(cost))
    assert costs.usd == pytest.approx(guess)
