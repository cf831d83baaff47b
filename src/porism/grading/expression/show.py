"""Expressions as readable LaTeX, for verdicts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flint import fmpq

from porism.grading.expression.shapes import (
    Builder,
    Chain,
    Clock,
    Collection,
    Either,
    Every,
    Expression,
    Interval,
    Matrix,
    NumberSet,
    Piecewise,
    Progression,
    Ratio,
    SetOperation,
    Tuple,
)
from porism.grading.expression.terms import (
    MINUS_ONE,
    Applied,
    Big,
    Call,
    Constant,
    Dotted,
    Number,
    PlusMinus,
    Power,
    Product,
    Quantity,
    Quotient,
    Sum,
    Symbol,
)

_LONGEST = 400
_MOST_DIGITS_BITS = 2_000
_MOST_PARTS = 40
_CONSTANTS = {"pi": r"\pi", "e": "e", "i": "i", "infinity": r"\infty"}
_OPERATORS = {"=": "=", "!=": r"\ne", "<": "<", "<=": r"\le", ">": ">", ">=": r"\ge", "in": r"\in",
              "not in": r"\notin", "approx": r"\approx", "equiv": r"\equiv",
              "to": r"\mapsto", "tends": r"\to"}  # fmt: skip
_JOINS = {"union": r" \cup ", "intersection": r" \cap ", "difference": r" \setminus "}
_FENCES = {"abs": ("|", "|"), "floor": (r"\lfloor ", r" \rfloor"),
           "ceil": (r"\lceil ", r" \rceil")}  # fmt: skip
_NAMED = frozenset((
    "sin", "cos", "tan", "cot", "sec", "csc", "sinh", "cosh", "tanh", "coth", "ln", "exp", "det",
    "gcd", "max", "min", "arg",
))  # fmt: skip
_CURRENCIES = {"$": r"\$", "€": "€", "£": "£", "¥": "¥"}
_BIG = {"sum": r"\sum", "product": r"\prod", "integral": r"\int"}


def show(expression: Expression) -> str:
    """Return an expression as LaTeX, shortened where it is very long."""
    text = _show(expression)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 2] + r" \ldots"


def _show(node: Expression) -> str:
    return _RULES[type(node)](node)


def _list(items: tuple[Expression, ...], joint: str = ", ") -> str:
    shown = [_show(item) for item in items[:_MOST_PARTS]]
    return joint.join(shown + ([r"\ldots"] if len(items) > _MOST_PARTS else []))


def _number(node: Number) -> str:
    value, places = node.value, node.places
    if max(value.p.bit_length(), value.q.bit_length()) > _MOST_DIGITS_BITS:
        return r"\text{a number of " + f"{int(value.p.bit_length() * 0.30103) + 1}" + " digits}"
    if value.q == 1 and not places:
        return str(value.p)
    if places is not None:
        return _decimal(value, places)
    sign = "-" if value < 0 else ""
    return rf"{sign}\frac{{{abs(value.p)}}}{{{value.q}}}"


def _decimal(value: fmpq, places: int) -> str:
    digits = str(abs(value) * fmpq(10) ** places).zfill(places + 1)
    sign = "-" if value < 0 else ""
    return f"{sign}{digits[:-places]}.{digits[-places:]}" if places else f"{sign}{digits}"


def _symbol(node: Symbol) -> str:
    stem, _, index = node.name.partition("_")
    if stem.startswith("vec "):
        return rf"\mathbf{{{stem[4:]}}}"
    shown = stem if len(stem) == 1 else rf"\{stem}" if stem in _GREEK else rf"\text{{{stem}}}"
    return f"{shown}_{{{index}}}" if index else shown


_GREEK = frozenset((
    "alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta", "iota", "kappa",
    "lambda", "mu", "nu", "xi", "rho", "sigma", "tau", "upsilon", "phi", "chi", "psi", "omega",
    "Gamma", "Delta", "Theta", "Lambda", "Xi", "Pi", "Sigma", "Phi", "Psi", "Omega", "ell",
))  # fmt: skip


def _sum(node: Sum) -> str:
    text = _list(node.terms, " + ")
    return text.replace("+ -", "- ")


def _product(node: Product) -> str:
    factors = node.factors
    if factors[0] == MINUS_ONE and len(factors) > 1:
        return (
            "-" + _product(Product(factors[1:])) if len(factors) > 2 else "-" + _tight(factors[1])
        )
    parts = [_tight(factor) for factor in factors[:_MOST_PARTS]]
    text = parts[0]
    for part in parts[1:]:
        mixed = text[-1].isdigit() and part.startswith(r"\frac")
        text += (r" \cdot " if mixed or part[0].isdigit() or part[0] == "-" else " ") + part
    return text


def _tight(node: Expression) -> str:
    """Show a factor or a base, in brackets where it needs them."""
    text = _show(node)
    loose = isinstance(node, Sum | Chain | PlusMinus) or (
        isinstance(node, Number) and node.value < 0
    )
    return rf"\left({text}\right)" if loose else text


def _power(node: Power) -> str:
    base = _tight(node.base)
    atomic = isinstance(node.base, Symbol | Constant) or (
        isinstance(node.base, Number) and node.base.value.q == 1
    )
    simple = atomic or base != _show(node.base)
    shown = base if simple else rf"\left({base}\right)"
    return f"{shown}^{{{_show(node.exponent)}}}"


def _call(node: Call) -> str:
    name, arguments = node.name, node.arguments
    if name == "sqrt":
        return rf"\sqrt{{{_show(arguments[0])}}}"
    if name in _SPECIAL:
        return _SPECIAL[name](*(_tight(argument) for argument in arguments))
    if name in _FENCES:
        opening, closing = _FENCES[name]
        return opening + _list(arguments) + closing
    shown = rf"\{name}" if name in _NAMED else rf"\operatorname{{{name}}}"
    return rf"{shown}\left({_list(arguments)}\right)"


_SPECIAL: dict[str, Callable[..., str]] = {
    "root": lambda n, x: rf"\sqrt[{n}]{{{x}}}",
    "binomial": lambda n, k: rf"\binom{{{n}}}{{{k}}}",
    "factorial": lambda n: f"{n}!",
    "double_factorial": lambda n: f"{n}!!",
    "degrees": lambda x: rf"{x}^\circ",
    "log": lambda b, x: rf"\log_{{{b}}} {x}",
    "residue": lambda r, m: rf"{r} \pmod{{{m}}}",
    "modulo": lambda a, m: rf"{a} \bmod {m}",
    "conj": lambda x: rf"\overline{{{x}}}",
}


def _applied(node: Applied) -> str:
    return rf"{node.name}\left({_list(node.arguments)}\right)"


def _big(node: Big) -> str:
    start = f"{node.variable} = " if node.kind != "integral" else ""
    end = rf"\, d{node.variable}" if node.kind == "integral" else ""
    ends = f"_{{{start}{_show(node.low)}}}^{{{_show(node.high)}}}"
    return f"{_BIG[node.kind]}{ends} {_tight(node.body)}{end}"


def _dotted(node: Dotted) -> str:
    joint = " + " if node.kind == "sum" else r" \cdot "
    parts = [_list(node.first, joint), r"\cdots", _list(node.last, joint)]
    return joint.join(part for part in parts if part)


def _tuple(node: Tuple) -> str:
    opening, closing = node.brackets[0], node.brackets[1]
    return rf"\left{opening}{_list(node.items)}\right{closing}"


def _interval(node: Interval) -> str:
    opening, closing = "[" if node.low_closed else "(", "]" if node.high_closed else ")"
    return rf"\left{opening}{_show(node.low)}, {_show(node.high)}\right{closing}"


def _chain(node: Chain) -> str:
    text = _show(node.sides[0])
    for operator, side in zip(node.operators, node.sides[1:], strict=True):
        text += f" {_OPERATORS.get(operator, operator)} {_show(side)}"
    return text


def _matrix(node: Matrix) -> str:
    rows = r" \\ ".join(_list(row, " & ") for row in node.rows[:_MOST_PARTS])
    return rf"\begin{{pmatrix}} {rows} \end{{pmatrix}}"


def _piecewise(node: Piecewise) -> str:
    otherwise = r"\text{otherwise}"
    rows = [
        f"{_show(value)} & {otherwise if condition is None else _show(condition)}"
        for value, condition in node.cases
    ]
    body = r" \\ ".join(rows)
    return rf"\begin{{cases}} {body} \end{{cases}}"


def _quantity(node: Quantity) -> str:
    if node.unit.name in _CURRENCIES:
        return _CURRENCIES[node.unit.name] + _tight(node.value)
    return rf"{_tight(node.value)}\text{{ {node.unit.name}}}"


def _progression(node: Progression) -> str:
    parts = [_list(node.first), r"\ldots", _list(node.last)]
    text = ", ".join(part for part in parts if part)
    return rf"\left({text}\right)" if node.ordered else text


def _clock(node: Clock) -> str:
    half = rf"\text{{ {node.half}}}" if node.half else ""
    return f"{node.minutes // 60}{{:}}{node.minutes % 60:02d}{half}"


# Each rule takes its own kind of node.
_RULES: dict[type, Callable[[Any], str]] = {
    Number: _number,
    Symbol: _symbol,
    Constant: lambda node: _CONSTANTS[node.name],
    Sum: _sum,
    Product: _product,
    Quotient: lambda node: rf"\frac{{{_show(node.over)}}}{{{_show(node.under)}}}",
    Power: _power,
    Call: _call,
    Applied: _applied,
    Big: _big,
    PlusMinus: lambda node: (r"\mp " if node.lower else r"\pm ") + _tight(node.body),
    Dotted: _dotted,
    Quantity: _quantity,
    Collection: lambda node: rf"\left\{{{_list(node.items)}\right\}}",
    Progression: _progression,
    Tuple: _tuple,
    Interval: _interval,
    NumberSet: lambda node: rf"\mathbb{{{node.name}}}",
    SetOperation: lambda node: _list(node.operands, _JOINS[node.kind]),
    Builder: lambda node: rf"\left\{{{_show(node.element)} : {_show(node.condition)}\right\}}",
    Chain: _chain,
    Every: lambda node: _list(node.parts, r" \text{ and } "),
    Either: lambda node: _list(node.parts, r" \text{ or } "),
    Matrix: _matrix,
    Ratio: lambda node: _list(node.parts, " : ") + (r" : \ldots" if node.open else ""),
    Clock: _clock,
    Piecewise: _piecewise,
}
