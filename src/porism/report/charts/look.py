"""The one look of all charts: colours, fonts and sizes that are readable on light and on dark."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import count
from typing import TYPE_CHECKING, Any

from porism.errors import UserError

if TYPE_CHECKING:
    import altair as alt

Row = Mapping[str, str | float | bool]

INK = "#767676"
"""Text and axes: a contrast of 4.5 on white and of more than 4 on the dark of a page."""
PALETTE = ("#2f7fc4", "#d55e00", "#1f9a7a", "#cc79a7", "#9a2df5", "#7d5f3a")
"""Told apart with every common colour blindness, and from white and black alike."""
BEST, PLAIN = PALETTE[1], PALETTE[0]
SHAPES = ("circle", "square", "triangle-up", "diamond", "cross", "triangle-down")

FONT = "Liberation Sans, Arial, Helvetica, sans-serif"
"""The first is part of the converter, so that pictures are the same on every machine; where a
browser lacks it, the others are as wide."""
FONT_SIZE = 12
WIDTH = 560
ROW = 20
"""Height of a row of a chart that has a model or a variant a row."""
LONGEST = 48
"""Characters of a name that are shown."""
TICKS = [
    [float(f"{digit}e{power}") for power in range(-9, 13) for digit in digits]
    for digits in ((1, 2, 5), range(1, 10))
]
"""Of logarithmic axes: the coarse ones, and finer ones for short axes."""
LEAST_TICKS = 3

_PLAIN_TEXT = {"labelColor": INK, "titleColor": INK, "labelFontSize": 12, "titleFontSize": 12}
CONFIG: dict[str, Any] = {
    "font": FONT,
    "padding": 8,
    "view": {"stroke": None},
    "axis": {
        **_PLAIN_TEXT,
        "titleFontWeight": "normal",
        "titlePadding": 8,
        "labelLimit": 320,
        "domainColor": INK,
        "tickColor": INK,
        "gridColor": INK,
        "gridOpacity": 0.22,
    },
    "legend": {
        **_PLAIN_TEXT,
        "titleFontWeight": "normal",
        "labelLimit": 260,
        "symbolStrokeWidth": 2,
    },
    "title": {
        "anchor": "start",
        "frame": "group",
        "color": INK,
        "fontSize": 14,
        "fontWeight": "bold",
        "subtitleColor": INK,
        "subtitleFontSize": 12,
        "subtitlePadding": 5,
        "offset": 14,
        "limit": 820,
    },
    "text": {"color": INK, "fontSize": FONT_SIZE},
    "range": {"category": list(PALETTE)},
}


def shown(text: str, longest: int = 500) -> str:
    """Return one line that any renderer can draw in bounded time: nothing invisible, no control."""
    clean = "".join(c if c.isprintable() else " " for c in text[: 10 * longest])
    line = re.sub(r" {2,}", " ", clean)
    return line if len(line) <= longest else line[: longest - 1] + "…"


def labels(names: Iterable[str]) -> list[str]:
    """Return names to be shown: cut where they are long, and never twice the same."""
    found: dict[str, None] = {}
    for name in names:
        short = shown(name.strip(), LONGEST).strip() or "?"
        tries = (short if n == 1 else f"{short} ({n})" for n in count(1))
        found[next(label for label in tries if label not in found)] = None
    return list(found)


def drawn(rows: Sequence[Row]) -> alt.InlineData:
    """Return the data of a chart.

    Raises:
        UserError: there is nothing to draw.
    """
    import altair as alt

    if not rows:
        raise UserError("nothing to draw: no figure is known")
    return alt.InlineData(values=[dict(row) for row in rows])


def logarithmic(low: float, high: float) -> tuple[alt.Scale, alt.Axis]:
    """Return scale and axis from one positive value to another."""
    import altair as alt

    coarse, fine = ([tick for tick in ticks if low <= tick <= high] for ticks in TICKS)
    ticks = coarse if len(coarse) >= LEAST_TICKS else fine
    axis = alt.Axis(values=ticks, format=",~r", labelOverlap="greedy")
    return alt.Scale(type="log", domain=[low, high], nice=False), axis


def diagonal(ends: tuple[float, float], x: alt.X, y: alt.Y) -> alt.Chart:
    """Return the line on which both axes say the same.

    Args:
        ends: of both axes.
        x: axis whose field is drawn along the line.
        y: likewise.
    """
    import altair as alt

    across, up = (str(axis["shorthand"]).removesuffix(":Q") for axis in (x, y))
    corners = drawn([{across: end, up: end} for end in ends])
    made: alt.Chart = alt.Chart(corners).mark_line(color=INK, strokeWidth=1).encode(x=x, y=y)
    return made
