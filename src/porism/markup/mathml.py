"""MathML without styles: what math-core puts into ``style`` becomes classes of ``markup.css``.

A page can then forbid inline styles altogether, and no formula can move or cover anything that
stands beside it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import lru_cache

_TAG = re.compile(r'<([a-z]+)((?: [a-z-]+="[^"]*")+) ?(/?)>')
_ATTRIBUTE = re.compile(r' ([a-z-]+)="([^"]*)"')
LOW_LINE = "\u0332"
"""What math-core draws a line over a formula with; it is replaced by one that stretches."""
_LOW_LINE, _OVERLINE = (f'<mo stretchy="true">{line}</mo>' for line in (LOW_LINE, "\u203e"))
# Over a single letter a combining line stands beside it.
_LENGTH = re.compile(r"(-?\d{1,3}(?:\.\d{0,8})?)(em|rem|ex|px|pt|mu|%)?")
_COLOUR = re.compile(r"#[0-9A-Fa-f]{6}")

_CLASSES: Mapping[str, str] = {
    "text-align:left": "m-left",
    "text-align:right": "m-right",
    "padding-left:0": "m-pl0",
    "padding-right:0": "m-pr0",
    "padding-left:1em": "m-pl",
    "padding-top:0": "m-py0",
    "padding-top:0.1667em": "m-strut",
    "border-left:0.05em solid currentcolor": "m-bl",
    "border-right:0.05em solid currentcolor": "m-br",
    "border-top:0.05em solid currentcolor": "m-bt",
    "border-left:0.05em dashed currentcolor": "m-bl m-dashed",
    "border-right:0.05em dashed currentcolor": "m-br m-dashed",
    "border-top:0.05em dashed currentcolor": "m-bt m-dashed",
    "width:100%": "m-wide",
    "width:50%": "m-half",
    "width:7.5%": "m-margin",
    "margin-left:-0.16666667em": "m-back3",
    "margin-left:-0.22222222em": "m-back4",
    "margin-left:-0.2777778em": "m-back5",
    "font-variant-caps:small-caps": "m-caps",
    "font-size:50%": "m-small",
    "font-size:60%": "m-small",
    "font-size:70%": "m-small",
    "font-size:80%": "m-small",
    "font-size:120%": "m-large",
    "font-size:140%": "m-large",
    "font-size:170%": "m-large",
    "font-size:200%": "m-large",
    "font-size:250%": "m-large",
}
_NOTATIONS = {
    notation: f"m-{notation}"
    for notation in ("box", "actuarial", "phasorangle", "updiagonalstrike", "downdiagonalstrike")
}
CLASSES = frozenset(
    name for names in (*_CLASSES.values(), *_NOTATIONS.values()) for name in names.split()
)
"""The classes that can stand in a formula."""

_VALUES: Mapping[str, re.Pattern[str]] = {
    "display": re.compile("block|inline"),
    "mathvariant": re.compile("normal"),
    "form": re.compile("prefix|infix|postfix"),
    **dict.fromkeys(
        (
            "accent",
            "accentunder",
            "displaystyle",
            "largeop",
            "movablelimits",
            "stretchy",
            "symmetric",
        ),
        re.compile("true|false"),
    ),
    "scriptlevel": re.compile(r"[0-3]"),
}
_LENGTHS: Mapping[str, tuple[float, float]] = {
    "lspace": (0, 5),
    "rspace": (0, 5),
    "minsize": (0, 10),
    "maxsize": (0, 10),
    "width": (0, 10),
    "height": (0, 5),
    "depth": (0, 5),
    "voffset": (-1, 1),
    "linethickness": (0, 0.5),
}
"""Least and most of a length, in em; what lies beyond is left out."""

ATTRIBUTES = frozenset({"class", "mathcolor", *_VALUES, *_LENGTHS})
"""The attributes that can stand in a formula."""


def _surely_within(most: float) -> str:
    """Return a pattern of lengths from nothing to a bound, which not all of them match."""
    whole = f"[0-{int(most) - 1}]" if 1 <= most <= 10 else "0"
    part = r"\.\d{1,8}" if most >= 1 else r"\.[0-4]\d{0,7}"
    return rf"{whole}(?:{part})?(?:em)?"


HARMLESS = " (?:{})".format(
    "|".join(
        (
            f'class="(?:(?:{"|".join(sorted(CLASSES, reverse=True))}) ?)++"',
            f'mathcolor="{_COLOUR.pattern}"',
            *(f'{name}="(?:{value.pattern})"' for name, value in _VALUES.items()),
            *(f'{name}="{_surely_within(most)}"' for name, (_, most) in _LENGTHS.items()),
        )
    )
)
"""A pattern of attributes as they may stay."""
_EMS = {"em": 1.0, "rem": 1.0, "ex": 0.5, "px": 0.0625, "pt": 0.1, "mu": 1 / 18, None: 1.0}


def without_styles(mathml: str) -> str:
    """Turn styles into classes and leave out attributes and lengths that no formula needs.

    Args:
        mathml: what math-core wrote, so that every ``<`` and ``"`` of a text is escaped or
            stands outside tags.
    """
    mathml = mathml.replace(_LOW_LINE, _OVERLINE)
    return _TAG.sub(lambda tag: f"<{tag[1]}{_attributes(tag[2])}{tag[3]}>", mathml)


@lru_cache(maxsize=1024)
def _attributes(written: str) -> str:
    classes: list[str] = []
    kept: dict[str, str] = {}
    for name, value in _ATTRIBUTE.findall(written):
        if name == "style":
            for property_, setting in _declarations(value):
                if property_ == "color" and _COLOUR.fullmatch(setting):
                    kept["mathcolor"] = setting
                classes += _CLASSES.get(f"{property_}:{setting}", "").split()
        elif name == "notation":
            classes += [
                _NOTATIONS[notation] for notation in value.split() if notation in _NOTATIONS
            ]
        elif _is_harmless(name, value):
            kept[name] = value
    if classes:
        kept["class"] = " ".join(dict.fromkeys(classes))
    return "".join(f' {name}="{value}"' for name, value in kept.items())


def _declarations(style: str) -> Iterator[tuple[str, str]]:
    for declaration in style.split(";"):
        name, _, value = declaration.partition(":")
        yield name.strip(), value.strip()


def _is_harmless(name: str, value: str) -> bool:
    if name in _VALUES:
        return _VALUES[name].fullmatch(value) is not None
    length = _LENGTH.fullmatch(value) if name in _LENGTHS else None
    if length is None or length[2] not in _EMS:
        return False
    least, most = _LENGTHS[name]
    return least <= float(length[1]) * _EMS[length[2]] <= most
