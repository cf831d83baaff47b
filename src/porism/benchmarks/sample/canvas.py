"""A sheet to draw on: smooth lines, filled shapes and labels. Needs Pillow."""

from __future__ import annotations

import io
from collections.abc import Sequence
from functools import cache

from PIL import Image, ImageDraw, ImageFont

Point = tuple[float, float]
"""Pixels from the left and from the top of the sheet."""

INK, FAINT, ACCENT, PAPER = "#1f2937", "#9ca3af", "#bfdbfe", "#ffffff"
FINE = 4
"""Everything is drawn this many times larger and then scaled down, which smooths edges."""


class Canvas:
    """A sheet of ``width`` by ``height`` pixels."""

    def __init__(self, width: int, height: int) -> None:
        self._size = (width, height)
        self._sheet = Image.new("RGB", (width * FINE, height * FINE), PAPER)
        self._pen = ImageDraw.Draw(self._sheet)

    def line(self, *points: Point, colour: str = INK, width: float = 2.5) -> None:
        """Draw through the points, with round ends and corners."""
        path = _fine(points)
        self._pen.line(path, fill=colour, width=round(width * FINE), joint="curve")
        for x, y in (path[0], path[-1]):
            self._dot(x, y, width * FINE / 2, colour)

    def polygon(self, points: Sequence[Point], *, fill: str = ACCENT, width: float = 2.5) -> None:
        """Fill a polygon and draw round it."""
        self._pen.polygon(_fine(points), fill=fill)
        self.line(*points, points[0], width=width)

    def disc(self, centre: Point, radius: float, *, fill: str = PAPER, width: float = 2.5) -> None:
        """Fill a circle and draw round it."""
        ((x, y),) = _fine([centre])
        self._dot(x, y, (radius + width / 2) * FINE, INK)
        self._dot(x, y, (radius - width / 2) * FINE, fill)

    def arc(self, centre: Point, radius: float, start: float, end: float) -> None:
        """Draw part of a circle, clockwise from ``start`` to ``end`` degrees; 0 is to the right."""
        (low, high) = _fine([(c - radius, d - radius) for c, d in [centre]] * 2)
        box = (*low, high[0] + 2 * radius * FINE, high[1] + 2 * radius * FINE)
        self._pen.arc(box, start, end, fill=INK, width=2 * FINE)

    def text(self, centre: Point, words: str, *, size: float = 20, colour: str = INK) -> None:
        """Write words with their middle at ``centre``."""
        ((x, y),) = _fine([centre])
        self._pen.text((x, y), words, fill=colour, font=_font(size * FINE), anchor="mm")

    def png(self) -> bytes:
        """Return the sheet as a PNG file of few colours, the same bytes for the same drawing."""
        small = self._sheet.resize(self._size, Image.Resampling.LANCZOS).quantize(64)
        out = io.BytesIO()
        small.save(out, "PNG", optimize=True)
        return out.getvalue()

    def _dot(self, x: float, y: float, radius: float, colour: str) -> None:
        self._pen.ellipse((x - radius, y - radius, x + radius, y + radius), fill=colour)


def _fine(points: Sequence[Point]) -> list[Point]:
    return [(x * FINE, y * FINE) for x, y in points]


@cache
def _font(size: float) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)
