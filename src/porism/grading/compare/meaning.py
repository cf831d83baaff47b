r"""What an expression stands for once labels, spellings and signs are taken apart.

``x = 5`` stands for 5 under the label x, ``f(x) = x^2`` for a rule, ``x = 1, y = 2`` for
values of letters, ``1 \pm 2`` for two numbers.
"""

from __future__ import annotations

from dataclasses import dataclass

from porism.grading.compare.signs import spread
from porism.grading.expression.shapes import (
    Chain,
    Collection,
    Either,
    Every,
    Expression,
    Ratio,
    Tuple,
)
from porism.grading.expression.terms import Applied, Call, Product, Quotient, Symbol
from porism.grading.expression.walk import nodes, symbols


@dataclass(frozen=True, slots=True)
class Rule:
    """A function given by what it does to its parameters."""

    name: str
    parameters: tuple[str, ...]
    body: Expression


@dataclass(frozen=True, slots=True)
class Labelled:
    r"""Values of a letter: ``x = 5``, ``x \in S``."""

    label: str
    body: Expression


@dataclass(frozen=True, slots=True)
class Assignments:
    """A value for each of several letters."""

    letters: tuple[str, ...]
    values: tuple[Expression, ...]


Meaning = Expression | Rule | Labelled | Assignments


def meaning(expression: Expression) -> Meaning:
    """Take an expression apart into a label and what it labels, where it has one."""
    if isinstance(expression, Chain):
        return _of_chain(expression)
    if isinstance(expression, Either | Every):
        return _of_statements(expression)
    return spread(expression)


def body(part: Meaning) -> Expression:
    """Return what is left without the label; several values as a point, by their letters."""
    if isinstance(part, Assignments):
        return Tuple(part.values)
    return part.body if isinstance(part, Rule | Labelled) else part


# Chains


def _of_chain(chain: Chain) -> Meaning:
    chain = _without_approximations(_identity(chain))
    if not chain.operators:
        return spread(chain.sides[0])
    match chain:
        case Chain((Symbol(name), image), ("to",)):
            return Rule("", (name,), spread(image))
        case Chain((Ratio((Symbol(function), Symbol(name))), image), ("to",)):
            return Rule(function, (name,), spread(image))
        case Chain((Applied() as function, Collection(items)), ("in",)):
            return Collection(tuple(Chain((function, item), ("=",)) for item in items))
        case Chain((Symbol() | Tuple() as label, values), ("in" | "equiv",)):
            return _labelled(label, spread(values))
    return _of_equation(chain) if set(chain.operators) == {"="} else chain


def _identity(chain: Chain) -> Chain:
    r"""Read ``f \equiv 0`` as ``f = 0``, where no modulus makes it a congruence."""
    if "equiv" not in chain.operators or any(is_residue(side) for side in chain.sides):
        return chain
    return Chain(chain.sides, tuple("=" if o == "equiv" else o for o in chain.operators))


def is_residue(side: Expression) -> bool:
    """Return whether this is a number and the modulus to which it is meant."""
    return isinstance(side, Call) and side.name == "residue"


def _without_approximations(chain: Chain) -> Chain:
    r"""Drop what follows an approximate equality: ``\frac13 \approx 0.333``."""
    if "approx" not in chain.operators:
        return chain
    cut = chain.operators.index("approx")
    if cut == 0 and isinstance(chain.sides[0], Symbol | Applied):
        return Chain(chain.sides, tuple("=" if o == "approx" else o for o in chain.operators))
    return Chain(chain.sides[: cut + 1], chain.operators[:cut])


def _of_equation(chain: Chain) -> Meaning:
    first, last = chain.sides[0], chain.sides[-1]
    if isinstance(first, Applied):
        return _of_definition(first, chain)
    if _is_label(first) and not symbols(first) & symbols(last):
        return _labelled(first, spread(last))
    if isinstance(last, Symbol) and len(chain.sides) == 2 and not symbols(first):
        return Labelled(last.name, spread(first))
    if not symbols(chain) or len(chain.sides) > 2 or _is_derivative(first):
        return spread(last)
    match first:
        case Product((Applied("∘"), Symbol(name))):
            return Rule("∘", (name,), spread(last))
    return chain


def _is_label(side: Expression) -> bool:
    return isinstance(side, Symbol) or (
        isinstance(side, Tuple) and all(isinstance(item, Symbol) for item in side.items)
    )


def _is_derivative(side: Expression) -> bool:
    r"""Return whether this names a derivative: ``dy/dx``, ``d/dx f(x)``."""
    match side:
        case Quotient(Product((Symbol("d"), Symbol())), Product((Symbol("d"), Symbol()))):
            return True
        case Product((Quotient(Symbol("d"), Product((Symbol("d"), Symbol()))), *_)):
            return True
    return False


def _labelled(label: Expression, value: Expression) -> Labelled | Assignments:
    if isinstance(label, Tuple) and isinstance(value, Tuple):
        names = tuple(item.name for item in label.items if isinstance(item, Symbol))
        if len(names) == len(label.items) == len(value.items):
            return Assignments(names, value.items)
    return Labelled(_name(label), value)


def _name(label: Expression) -> str:
    if isinstance(label, Tuple):
        return ",".join(_name(item) for item in label.items)
    return label.name if isinstance(label, Symbol) else "?"


def _of_definition(function: Applied, chain: Chain) -> Meaning:
    last = chain.sides[-1]
    if any(isinstance(node, Applied) and node.name == function.name for node in nodes(last)):
        return chain
    parameters = tuple(a.name for a in function.arguments if isinstance(a, Symbol))
    if len(parameters) == len(function.arguments):
        return Rule(function.name, parameters, spread(last))
    return Labelled(f"{function.name}{function.arguments}", spread(last))


# Statements


def _of_statements(joined: Either | Every) -> Meaning:
    """Read alternatives or equations of one letter as its values, of several as theirs."""
    parts = [meaning(part) for part in joined.parts]
    if isinstance(joined, Every) and (rule := _rule_with_domain(joined, parts)):
        return rule
    if not any(_is_condition(part) for part in joined.parts):
        values = _values_of_one_letter(joined, parts) or _values_of_letters(joined, parts)
        if values is not None:
            return values
        if isinstance(joined, Either) or _all_rules(parts):
            return Collection(joined.parts)
    return joined


def _rule_with_domain(joined: Every, parts: list[Meaning]) -> Rule | None:
    r"""Read ``f(x) = x^2, x \in \mathbb{R}`` as the rule; the domain is a remark."""
    rules = [part for part in parts if isinstance(part, Rule)]
    others = [p for p, m in zip(joined.parts, parts, strict=True) if not isinstance(m, Rule)]
    if len(rules) != 1 or not others:
        return None
    domains = all(
        symbols(part) <= set(rules[0].parameters)
        and isinstance(part, Chain)
        and "=" not in part.operators
        for part in others
    )
    return rules[0] if domains else None


def _is_condition(part: Expression) -> bool:
    return isinstance(part, Chain) and not set(part.operators) <= {"=", "in", "approx", "equiv"}


def _values_of_one_letter(joined: Either | Every, parts: list[Meaning]) -> Labelled | None:
    labels = {_stem(part.label) for part in parts if isinstance(part, Labelled)}
    points = [part for part in parts if isinstance(part, Assignments)]
    if isinstance(joined, Either) and points and not labels:
        labels = {",".join(point.letters) for point in points}
    if len(labels) != 1 or (isinstance(joined, Every) and "," in "".join(labels)):
        return None
    if isinstance(joined, Every) and not all(isinstance(part, Labelled) for part in parts):
        return None
    items: list[Expression] = []
    for part in parts:
        value = body(part)
        items += value.items if isinstance(value, Collection) else [value]
    return Labelled(labels.pop(), Collection(tuple(items)))


def _values_of_letters(joined: Either | Every, parts: list[Meaning]) -> Assignments | None:
    labelled = [part for part in parts if isinstance(part, Labelled)]
    letters = {part.label for part in labelled}
    if isinstance(joined, Either) or not len(letters) == len(labelled) == len(parts):
        return None
    ordered = sorted(labelled, key=lambda part: part.label)
    return Assignments(tuple(p.label for p in ordered), tuple(p.body for p in ordered))


def _all_rules(parts: list[Meaning]) -> bool:
    return len({part.name for part in parts if isinstance(part, Rule)}) == 1 and all(
        isinstance(part, Rule) for part in parts
    )


def _stem(label: str) -> str:
    """Return the letter of a numbered root: x for ``x_1``."""
    stem, _, index = label.partition("_")
    return stem if index.isdigit() else label
