"""Figures as people read them."""

from __future__ import annotations

from datetime import date, datetime
from math import floor, isnan, log10

NOTHING = "–"


def percent(value: float | None, digits: int = 1) -> str:
    """Write a share in [0, 1] as a percentage without its sign."""
    return NOTHING if value is None else f"{100 * value:.{digits}f}"


def points(share: float, most: float) -> str:
    """Write a share of some points as people give it: ``3 of 7``."""
    return f"{share * most:.4g} of {most:g}"


def interval(ends: tuple[float, float] | None) -> str:
    """Write the ends of an interval of shares, in percent."""
    return NOTHING if ends is None else f"{percent(ends[0])} – {percent(ends[1])}"


def signed(share: float) -> str:
    """Write a difference of shares in percentage points."""
    return f"{100 * share:+.1f}".replace("-", "−")


def ends(low: float, high: float) -> str:
    """Write the interval of a difference of shares."""
    return f"{signed(low)} to {signed(high)}"


def coefficient(value: float | None) -> str:
    """Write a coefficient of agreement; nothing where there is none."""
    return NOTHING if value is None or isnan(value) else f"{value:z.2f}".replace("-", "−")


def dollars(value: float | None) -> str:
    """Write US dollars with three significant digits, and cents where there are many."""
    if value is None:
        return NOTHING
    if value == 0:
        return "$0"
    decimals = max(2, 2 - floor(log10(abs(value))))
    return f"${value:,.{decimals}f}"


def count(value: float | None) -> str:
    """Write a number of things."""
    return NOTHING if value is None else f"{value:,.0f}"


def about(value: float | None) -> str:
    """Write a large number in thousands or millions."""
    if value is None or value < 10_000:
        return count(value)
    return f"{value / 1e3:,.1f}k" if value < 1e6 else f"{value / 1e6:,.1f}M"


def seconds(value: float | None) -> str:
    """Write how long something took."""
    if value is None:
        return NOTHING
    if value < 60:
        return f"{value:.1f} s"
    minutes, rest = divmod(round(value), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min {rest:02} s"


def day(value: date | None) -> str:
    """Write a day."""
    return NOTHING if value is None else value.isoformat()[:10]


def known_day(value: date | None) -> str:
    """Write a day that is a fact of its own, known or not."""
    return "not known" if value is None else day(value)


def moment(value: datetime | None) -> str:
    """Write an instant to the minute."""
    return NOTHING if value is None else f"{value.isoformat(' ', 'minutes')[:16]} UTC"


def plural(number: int, noun: str) -> str:
    """Write a number of things with their name."""
    if number == 1:
        return f"1 {noun}"
    return f"{number:,} {noun[:-1]}ies" if noun.endswith("y") else f"{number:,} {noun}s"
