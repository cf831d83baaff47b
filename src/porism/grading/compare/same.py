"""Whether an answer says what a reference says, whatever kind of thing that is."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from porism.core import DecimalPolicy
from porism.grading.budget import Budget, OverBudget
from porism.grading.compare.arrays import is_array, same_arrays
from porism.grading.compare.collections import same_elements
from porism.grading.compare.curves import same_curve
from porism.grading.compare.decimals import near_enough
from porism.grading.compare.decision import DIFFERENT_KIND, Decision, all_of
from porism.grading.compare.inequalities import as_residue, same_residue
from porism.grading.compare.meaning import (
    Assignments,
    Labelled,
    Meaning,
    Rule,
    body,
    is_residue,
    meaning,
)
from porism.grading.compare.named import named_value
from porism.grading.compare.piecewise import same_piecewise
from porism.grading.compare.sequences import listed, same_progression, same_ratio, same_time
from porism.grading.compare.sets import is_interval, is_set, same_sets
from porism.grading.compare.signs import all_signs, sign_count
from porism.grading.compare.values import same_value
from porism.grading.evaluate.outcome import Undefined
from porism.grading.expression.shapes import (
    Chain,
    Clock,
    Collection,
    Expression,
    Piecewise,
    Progression,
    Ratio,
)
from porism.grading.expression.terms import Quotient, Symbol, Term
from porism.grading.expression.walk import Changes, rebuilt, symbols

EXACT = DecimalPolicy()
_STEPS = 3
"""What a comparison costs besides the evaluation of what is compared."""
_VALUES_OF_FUNCTIONS = frozenset(("y", "w", "z"))
"""Letters that may stand for a function's value: ``y = x^2`` for ``f(x) = x^2``."""
_DIFFERENT_LETTERS = Decision(equal=False, rule="different-letters")


class Comparison:
    """Compares within one budget and under one policy for decimals."""

    def __init__(self, budget: Budget, decimals: DecimalPolicy = EXACT) -> None:
        self.budget = budget
        self.decimals = decimals

    def same(self, reference: Expression, answer: Expression) -> Decision:
        """Decide whether two expressions mean the same, in the reference's terms."""
        self.budget.spend(_STEPS)
        if reference == answer:
            return Decision(equal=True, rule="same-form")
        try:
            decision = self._meanings(reference, answer)
            if decision.equal is False:
                return self._with_all_signs(reference, answer) or decision
        except (Undefined, OverBudget) as reason:
            return Decision(equal=None, rule=str(reason))
        except ArithmeticError:  # the number library, where a number leaves its range
            return Decision(equal=None, rule="a number is out of range")
        return decision

    def _with_all_signs(self, reference: Expression, answer: Expression) -> Decision | None:
        """Choose several plus-minus signs each for itself, where together they do not fit."""
        if max(sign_count(reference), sign_count(answer)) < 2:
            return None
        decision = same_elements(_each(reference), _each(answer), self.same, self.budget)
        return decision if decision.equal else None

    # Labels

    def _meanings(self, reference: Expression, answer: Expression) -> Decision:
        p, q = meaning(reference), meaning(answer)
        if isinstance(p, Rule) or isinstance(q, Rule):
            return self._rules(p, q)
        if isinstance(p, Labelled) and isinstance(q, Labelled) and p.label == q.label:
            return self.same(p.body, q.body)
        if isinstance(p, Assignments) and isinstance(q, Assignments):
            return self._assignments(p, q)
        equations = _equation(reference, p), _equation(answer, q)
        if equations[0] is not None and equations[1] is not None:
            return same_curve(equations[0], equations[1], self.budget)
        if isinstance(p, Labelled) and isinstance(q, Labelled):
            return _DIFFERENT_LETTERS
        value = named_value(answer) if isinstance(p, Term) and not symbols(p) else None
        return self._shapes(body(p), body(q) if value is None else value)

    def _rules(self, p: Meaning, q: Meaning) -> Decision:
        """Compare functions: by name, and by what they do to their parameters."""
        if not isinstance(p, Rule) or not isinstance(q, Rule):
            label = p if isinstance(p, Labelled) else q
            known = _VALUES_OF_FUNCTIONS | _names(p, q)
            if isinstance(label, Labelled) and label.label.rstrip("'") not in known:
                return _DIFFERENT_LETTERS
            return self._shapes(*_with_one_parameter(p, q))
        if len(p.parameters) != len(q.parameters) or (p.name and q.name and p.name != q.name):
            return _DIFFERENT_LETTERS
        renamed: Changes = {
            Symbol(b): Symbol(a) for a, b in zip(p.parameters, q.parameters, strict=True)
        }
        return self.same(p.body, rebuilt(q.body, renamed))

    def _assignments(self, p: Assignments, q: Assignments) -> Decision:
        if set(p.letters) != set(q.letters):
            return _DIFFERENT_LETTERS
        given = dict(zip(q.letters, q.values, strict=True))
        return all_of(
            [self.same(v, given[n]) for n, v in zip(p.letters, p.values, strict=True)],
            "same-assignments",
        )

    # Shapes

    def _shapes(self, a: Expression, b: Expression) -> Decision:
        for applies, rule in self._SHAPES:
            if applies(a) or applies(b):
                return rule(self, a, b)
        return self._terms(a, b)

    def _terms(self, a: Expression, b: Expression) -> Decision:
        if not isinstance(a, Term) or not isinstance(b, Term):
            return DIFFERENT_KIND
        decision = same_value(a, b, self.budget)
        if decision.equal is False and self.decimals.rule != "exact":
            return near_enough(a, b, self.decimals, self.budget) or decision
        return decision

    def _collections(self, a: Expression, b: Expression) -> Decision:
        return same_elements(_items(a), _items(b), self._elements, self.budget)

    def _elements(self, p: Expression, q: Expression) -> Decision:
        """Compare elements: inside a collection, a set of one thing is not that thing."""
        if isinstance(p, Collection) != isinstance(q, Collection):
            return DIFFERENT_KIND
        return self.same(p, q)

    def _progressions(self, a: Expression, b: Expression) -> Decision:
        if isinstance(a, Progression) and isinstance(b, Progression):
            return same_progression(a, b, self.same, self.budget)
        values = [listed(e, self.budget) if isinstance(e, Progression) else e for e in (a, b)]
        if values[0] is None or values[1] is None:
            return DIFFERENT_KIND
        return self.same(values[0], values[1])

    def _ratios(self, a: Expression, b: Expression) -> Decision:
        if isinstance(a, Ratio) and isinstance(b, Ratio):
            return same_ratio(a, b, self.same, self.budget)
        values = [Quotient(*e.parts) if _is_pair(e) else e for e in (a, b)]  # type: ignore[union-attr]
        if isinstance(values[0], Term) and isinstance(values[1], Term):
            return self.same(values[0], values[1])
        return DIFFERENT_KIND

    def _clocks(self, a: Expression, b: Expression) -> Decision:
        return same_time(a, b)

    def _sets(self, a: Expression, b: Expression) -> Decision:
        return same_sets(a, b, self.same, self.budget)

    def _arrays(self, a: Expression, b: Expression) -> Decision:
        return same_arrays(a, b, self.same, self.budget, lambda t: is_interval(t, self.budget))

    def _piecewise(self, a: Expression, b: Expression) -> Decision:
        return same_piecewise(a, b, self.same, self.budget)

    def _residues(self, a: Expression, b: Expression) -> Decision:
        return same_residue(as_residue(a, self.budget), as_residue(b, self.budget), self.budget)

    # The first that applies to either side decides.
    _SHAPES: ClassVar[
        tuple[
            tuple[
                Callable[[Expression], bool],
                Callable[[Comparison, Expression, Expression], Decision],
            ],
            ...,
        ]
    ] = (
        (lambda e: isinstance(e, Progression), _progressions),
        (lambda e: isinstance(e, Clock), _clocks),
        (lambda e: isinstance(e, Ratio), _ratios),
        (is_set, _sets),
        (lambda e: isinstance(e, Collection), _collections),
        (is_array, _arrays),
        (lambda e: isinstance(e, Piecewise), _piecewise),
        (is_residue, _residues),
    )


def _names(*meanings: Meaning) -> frozenset[str]:
    return frozenset(m.name for m in meanings if isinstance(m, Rule))


def _with_one_parameter(p: Meaning, q: Meaning) -> tuple[Expression, Expression]:
    """Take rules for their bodies; an answer's parameter may be called as it likes."""
    a, b = body(p), body(q)
    letters = symbols(a)
    if not isinstance(q, Rule) or len(q.parameters) != 1 or len(letters) != 1:
        return a, b
    return a, rebuilt(b, {Symbol(q.parameters[0]): Symbol(next(iter(letters)))})


def _equation(expression: Expression, meant: Meaning) -> Chain | None:
    """Return an equation that is no more than that; naming a derivative is no equation."""
    if not isinstance(meant, Chain | Labelled | Assignments):
        return None
    if isinstance(expression, Chain) and expression.operators == ("=",) and symbols(expression):
        return expression
    return None


def _is_pair(expression: Expression) -> bool:
    return isinstance(expression, Ratio) and len(expression.parts) == 2


def _items(expression: Expression) -> tuple[Expression, ...]:
    return expression.items if isinstance(expression, Collection) else (expression,)


def _each(expression: Expression) -> tuple[Expression, ...]:
    values = body(meaning(expression)) if sign_count(expression) < 2 else expression
    return tuple(v for item in _items(values) for v in all_signs(item))
