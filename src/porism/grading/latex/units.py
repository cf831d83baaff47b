"""Units of measure and money: how they are spelt, and how they convert.

Factors follow the SI brochure (9th edition, 2019) and the international yard and
pound agreement of 1959.
"""

from __future__ import annotations

import re
from functools import lru_cache

from flint import fmpq

from porism.grading.expression.terms import Unit

_SI_PREFIXES = {"k": 3, "M": 6, "G": 9, "T": 12, "h": 2, "d": -1, "c": -2, "m": -3, "u": -6,
                "n": -9, "p": -12}  # fmt: skip
_SI_WORDS = {"kilo": 3, "mega": 6, "giga": 9, "hecto": 2, "deci": -1, "centi": -2, "milli": -3,
             "micro": -6, "nano": -9}  # fmt: skip
_SYMBOLS = {
    "m": ("L", "1"), "s": ("T", "1"), "g": ("M", "1"), "L": ("L3", "1/1000"), "l": ("L3", "1/1000"),
    "N": ("M.L.T-2", "1000"), "J": ("M.L2.T-2", "1000"), "W": ("M.L2.T-3", "1000"),
    "Pa": ("M.L-1.T-2", "1000"), "Hz": ("T-1", "1"), "A": ("I", "1"), "V": ("V", "1"),
    "K": ("Θ", "1"), "mol": ("n", "1"), "B": ("bit", "8"), "eV": ("eV", "1"),
}  # fmt: skip
_WORDS = {
    "meter": ("L", "1"), "metre": ("L", "1"), "second": ("T", "1"), "gram": ("M", "1"),
    "gramme": ("M", "1"), "liter": ("L3", "1/1000"), "litre": ("L3", "1/1000"),
    "newton": ("M.L.T-2", "1000"), "joule": ("M.L2.T-2", "1000"), "watt": ("M.L2.T-3", "1000"),
    "byte": ("bit", "8"), "bit": ("bit", "1"),
}  # fmt: skip
_OTHERS = {
    "sec": ("T", "1"), "min": ("T", "60"), "minute": ("T", "60"), "h": ("T", "3600"),
    "hr": ("T", "3600"), "hour": ("T", "3600"), "day": ("T", "86400"), "week": ("T", "604800"),
    "month": ("month", "1"), "yr": ("month", "12"), "year": ("month", "12"),
    "decade": ("month", "120"), "century": ("month", "1200"),
    "in": ("L", "127/5000"), "inch": ("L", "127/5000"), "ft": ("L", "381/1250"),
    "foot": ("L", "381/1250"), "feet": ("L", "381/1250"), "yd": ("L", "1143/1250"),
    "yard": ("L", "1143/1250"), "mi": ("L", "201168/125"), "mile": ("L", "201168/125"),
    "lb": ("M", "45359237/100000"), "pound": ("M", "45359237/100000"),
    "oz": ("M", "45359237/1600000"), "ounce": ("M", "45359237/1600000"), "ton": ("ton", "1"),
    "tonne": ("M", "1000000"), "ha": ("L2", "10000"), "hectare": ("L2", "10000"),
    "acre": ("acre", "1"), "kph": ("L.T-1", "5/18"), "mph": ("L.T-1", "1397/3125"),
    "dollar": ("USD", "1"), "buck": ("USD", "1"), "usd": ("USD", "1"), "$": ("USD", "1"),
    "cent": ("USD", "1/100"), "penny": ("USD", "1/100"), "pennies": ("USD", "1/100"),
    "dime": ("USD", "1/10"), "nickel": ("USD", "1/20"), "euro": ("EUR", "1"), "eur": ("EUR", "1"),
    "€": ("EUR", "1"), "£": ("GBP", "1"), "gbp": ("GBP", "1"), "¥": ("JPY", "1"),
    "yuan": ("CNY", "1"), "rmb": ("CNY", "1"), "yen": ("JPY", "1"), "rupee": ("INR", "1"),
    "degree": ("angle", "1"), "deg": ("angle", "1"), "°": ("angle", "1"),
    "rad": ("radian", "1"), "radian": ("radian", "1"), "unit": ("", "1"),
    "percent": ("%", "1"), "pct": ("%", "1"),
    "厘米": ("L", "1/100"), "米": ("L", "1"), "元": ("CNY", "1"), "小时": ("T", "3600"),
    "分钟": ("T", "60"), "度": ("angle", "1"), "千克": ("M", "1000"), "克": ("M", "1"),
}  # fmt: skip
_SHORT = re.compile(r"(sq|square|cu|cubic)\.?[\s-]+(.+)|(.+?)[\s-]+(squared|cubed)")
_PART = re.compile(r"([^\W\d_]+|[$€£¥°])\s*\^?\s*\{?(-?\d)?\}?")
_NO_DIMENSION = ("", "1")


def is_unit(word: str) -> bool:
    """Return whether a word of two or more letters is a unit of measure or money."""
    return _simple(word) is not None


@lru_cache(maxsize=2048)
def unit(text: str) -> Unit | None:
    """Read a unit such as ``cm``, ``square metres``, ``km/h`` or ``m/s^2``."""
    text = text.strip(" .\n\t")
    if not text:
        return None
    short = _SHORT.fullmatch(text)
    if short:
        base, word = (short[2], short[1]) if short[2] else (short[3], short[4])
        inner = unit(base)
        return None if inner is None else _power(inner, 2 if word.startswith("sq") else 3)
    over, *unders = re.split(r"\s*/\s*|\s+per\s+", text)
    result = _product(over)
    for under in unders:
        part = _product(under)
        result = None if result is None or part is None else _times(result, _power(part, -1))
    return result


def noun(text: str) -> Unit:
    """Return the unit that a counted thing makes: ``apples``."""
    word = text.strip(" .").lower()
    return Unit(word, f"#{_singular(word)}", fmpq(1))


def _product(text: str) -> Unit | None:
    parts = text.replace("*", " ").replace("·", " ").split()
    if not parts or len(parts) > 4:
        return None
    result: Unit | None = None
    for part in parts:
        found = _PART.fullmatch(part)
        simple = _simple(found[1]) if found else None
        if found is None or simple is None:
            return None
        powered = _power(simple, int(found[2] or 1))
        result = powered if result is None else _times(result, powered)
    return result


def _simple(word: str) -> Unit | None:
    found = _SYMBOLS.get(word) or _lookup(word.lower())
    if found is not None:
        return Unit(word, found[0], _fraction(found[1]))
    if word[:1] in _SI_PREFIXES and word[1:] in _SYMBOLS:
        dimension, factor = _SYMBOLS[word[1:]]
        return Unit(word, dimension, _fraction(factor) * fmpq(10) ** _SI_PREFIXES[word[0]])
    for prefix, exponent in _SI_WORDS.items():
        if word.lower().startswith(prefix):
            base = _lookup(word.lower()[len(prefix) :])
            if base is not None:
                return Unit(word, base[0], _fraction(base[1]) * fmpq(10) ** exponent)
    return None


def _lookup(word: str) -> tuple[str, str] | None:
    return (
        _OTHERS.get(word)
        or _WORDS.get(word)
        or _OTHERS.get(_singular(word))
        or _WORDS.get(_singular(word))
    )


RADIANS = Unit("rad", "radian", fmpq(1))
_IRREGULAR = {"people": "person", "children": "child", "men": "man", "women": "woman",
              "mice": "mouse", "feet": "foot", "inches": "inch", "dice": "die"}  # fmt: skip


def _singular(word: str) -> str:
    if word in _IRREGULAR:
        return _IRREGULAR[word]
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "xes", "sses")):
        return word[:-2]
    return word[:-1] if word.endswith("s") and not word.endswith("ss") and len(word) > 2 else word


def _fraction(text: str) -> fmpq:
    over, _, under = text.partition("/")
    return fmpq(int(over), int(under or 1))


def _exponents(dimension: str) -> dict[str, int]:
    exponents: dict[str, int] = {}
    for part in dimension.split(".") if dimension not in _NO_DIMENSION else []:
        name = part.rstrip("-0123456789")
        exponents[name] = exponents.get(name, 0) + int(part[len(name) :] or 1)
    return exponents


def _dimension(exponents: dict[str, int]) -> str:
    named = sorted((n, e) for n, e in exponents.items() if e)
    return ".".join(n if e == 1 else f"{n}{e}" for n, e in named)


def _power(base: Unit, exponent: int) -> Unit:
    if exponent == 1:
        return base
    exponents = {n: e * exponent for n, e in _exponents(base.dimension).items()}
    return Unit(f"{base.name}^{exponent}", _dimension(exponents), base.factor**exponent)


def _times(a: Unit, b: Unit) -> Unit:
    exponents = _exponents(a.dimension)
    for name, exponent in _exponents(b.dimension).items():
        exponents[name] = exponents.get(name, 0) + exponent
    return Unit(f"{a.name} {b.name}", _dimension(exponents), a.factor * b.factor)
