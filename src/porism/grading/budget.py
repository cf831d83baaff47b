"""Bounds on every stage, so that any input ends quickly with a reason."""

from __future__ import annotations

RESPONSE_CHARACTERS = 4_000_000
"""A longer response is read from its end only."""
ANSWER_CHARACTERS = 100_000
TOKENS = 42_000
"""Of one character each; longer ones count as several."""
LONG_TOKEN = 4
FACTORS = 5_200
"""Factors that are read; whole numbers between signs do not count."""
READ_AGAIN = 2_000
"""The most tokens of a text that is read in more than one way."""
DOTTED = 200
"""Terms written before and after dots."""
DEPTH = 40
"""Nested brackets, braces and commands; about ten Python frames each."""
DIGITS = 100_000
"""Of one numeral."""
BITS = 400_000
"""Of one exact number."""
PRECISIONS = (64, 256, 1024, 3400)
"""Bits of ball arithmetic, tried in turn; the last is a thousand decimal digits."""
PROOF_BITS = 200_000
"""The highest precision at which equality of algebraic numbers is proved."""
STEPS = 12_000
"""Elementary operations of one verdict."""
TERMS = 2_000
"""Of a sum or product that is added up term by term."""
ITEMS = 1_000
"""Of a collection that is matched element by element."""
ENTRIES = 400
"""Of a matrix."""


class OverBudget(Exception):  # noqa: N818 - reads as what it is
    """An input asks for more work than a verdict may cost; the message says of what."""


class Budget:
    """Steps that remain for one verdict."""

    __slots__ = ("remaining",)

    def __init__(self, steps: int = STEPS) -> None:
        self.remaining = steps

    def spend(self, steps: int = 1) -> None:
        """Take steps away.

        Raises:
            OverBudget: none are left.
        """
        self.remaining -= steps
        if self.remaining < 0:
            raise OverBudget("the comparison takes too many steps")
