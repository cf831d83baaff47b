"""The outcome of a comparison, and by which rule."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Decision:
    """Equal, different, or not decided.

    ``rule`` names what decided; for ``None`` it says why nothing did.
    """

    equal: bool | None
    rule: str

    def __bool__(self) -> bool:
        return self.equal is True


def all_of(decisions: list[Decision], rule: str) -> Decision:
    """Return equal if all are, different if one is, else undecided."""
    for decision in decisions:
        if decision.equal is False:
            return decision
    for decision in decisions:
        if decision.equal is None:
            return decision
    return Decision(equal=True, rule=decisions[0].rule if len(decisions) == 1 else rule)


DIFFERENT_KIND = Decision(equal=False, rule="different-kind")
