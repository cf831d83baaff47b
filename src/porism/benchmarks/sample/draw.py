"""The pictures of porism-sample-images, and the figures they show.

The pictures are shipped as they were drawn, so that asking never needs Pillow and never
depends on its version. To draw them again: ``python -m porism.benchmarks.sample.draw``.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from pathlib import Path

from porism.benchmarks.sample.canvas import ACCENT, FAINT, INK, PAPER, Canvas, Point

FOLDER = Path(__file__).parent / "porism-sample-images"
WIDTH, HEIGHT = 720, 420

NETS: dict[str, tuple[tuple[int, int], ...]] = {
    "A": ((1, 0), (0, 1), (1, 1), (2, 1), (3, 1), (1, 2)),
    "B": ((0, 0), (1, 0), (1, 1), (2, 1), (2, 2), (3, 2)),
    "C": ((2, 0), (3, 0), (0, 1), (1, 1), (2, 1), (1, 2)),
    "D": ((0, 0), (0, 1), (1, 1), (2, 1), (3, 1), (2, 0)),
    "E": ((0, 0), (1, 0), (2, 0), (2, 1), (3, 1), (4, 1)),
}
"""Squares of each shape: column and row."""

OUTLINE = ((1, 1), (4, 0), (5, 3), (7, 2), (8, 5), (4, 4), (2, 6))
"""Corners of the shaded figure on a grid of unit squares: column and row."""
AREAS = ("19", "20", "21", "22", "23")

ROADS = {
    "SP": 4, "SQ": 7, "SR": 3, "PQ": 2, "PU": 8, "QU": 5, "QV": 6, "RQ": 5, "RV": 9, "UV": 1,
    "UT": 6, "VT": 4,
}  # fmt: skip
"""Length of the road between two towns."""
TOWNS: dict[str, Point] = {
    "S": (90, 190), "P": (230, 75), "Q": (330, 190), "R": (230, 305), "U": (490, 75),
    "V": (490, 305), "T": (630, 190),
}  # fmt: skip
LENGTHS = ("14", "15", "16", "17", "18")

CORNERS: dict[str, Point] = {
    "A": (0, 0),
    "B": (1, 0),
    "C": (1 + math.cos(math.radians(72)), -math.sin(math.radians(72))),
    "D": (0.5, -math.sin(math.radians(72)) - math.sin(math.radians(36))),
    "E": (-math.cos(math.radians(72)), -math.sin(math.radians(72))),
    "F": (0.5, -math.sqrt(0.75)),
}
"""A regular pentagon of side 1 and the apex of the triangle; ``y`` grows downwards."""
ANGLES = ("60°", "63°", "66°", "69°", "72°")

BOOKS = {"Ana": 2, "Ben": 9, "Cleo": 5, "Dov": 13, "Eva": 6}
DIFFERENCES = ("0", "1", "2", "3", "4")


def nets() -> Canvas:
    """Five shapes of six squares, each with its letter."""
    sheet = Canvas(WIDTH, HEIGHT)
    side = 38
    places = {"A": (62, 80), "B": (294, 80), "C": (526, 80), "D": (170, 270), "E": (408, 270)}
    for letter, cells in NETS.items():
        left, top = places[letter]
        for column, row in cells:
            x, y = left + column * side, top + row * side
            sheet.polygon([(x, y), (x + side, y), (x + side, y + side), (x, y + side)])
        sheet.text((left - 26, top + side / 2), f"({letter})", size=22)
    return sheet


def shaded_figure() -> Canvas:
    """A polygon on squared paper."""
    sheet = Canvas(WIDTH, HEIGHT)
    side = 46
    left, top = (WIDTH - 9 * side) / 2, 24

    def at(column: float, row: float) -> Point:
        return left + column * side, top + row * side

    sheet.polygon([at(*corner) for corner in OUTLINE])
    for n in range(10):
        sheet.line(at(n, 0), at(n, 7), colour=FAINT, width=1)
    for n in range(8):
        sheet.line(at(0, n), at(9, n), colour=FAINT, width=1)
    sheet.line(*(at(*corner) for corner in (*OUTLINE, OUTLINE[0])))
    for corner in OUTLINE:
        sheet.disc(at(*corner), 4, fill=INK)
    _options(sheet, AREAS)
    return sheet


def road_map() -> Canvas:
    """Towns and the lengths of the roads between them."""
    sheet = Canvas(WIDTH, HEIGHT)
    for ends in ROADS:
        sheet.line(TOWNS[ends[0]], TOWNS[ends[1]], width=3)
    for ends, length in ROADS.items():
        (a, b), (c, d) = TOWNS[ends[0]], TOWNS[ends[1]]
        middle = (a + c) / 2, (b + d) / 2
        sheet.disc(middle, 14, width=0)
        sheet.text(middle, str(length))
    for name, place in TOWNS.items():
        sheet.disc(place, 22, fill=ACCENT)
        sheet.text(place, name, size=22)
    _options(sheet, LENGTHS)
    return sheet


def pentagon_and_triangle() -> Canvas:
    """A regular pentagon ABCDE with an equilateral triangle ABF inside, and the angle BCF."""
    sheet = Canvas(WIDTH, HEIGHT)
    places = {name: (266 + 188 * x, 326 + 188 * y) for name, (x, y) in CORNERS.items()}
    sheet.polygon([places[name] for name in "ABCDE"], fill=PAPER)
    sheet.polygon([places[name] for name in "ABF"])
    sheet.line(places["F"], places["C"])
    sheet.arc(places["C"], 34, 108, 174)
    x, y = places["C"]
    sheet.text((x - 42, y + 35), "x", size=22)
    middle = 360, 196
    for name, (x, y) in places.items():
        away = math.dist((x, y), middle)
        shift = (
            (-20, 6) if name == "F" else (22 * (x - middle[0]) / away, 22 * (y - middle[1]) / away)
        )
        sheet.text((x + shift[0], y + shift[1]), name, size=22)
    _options(sheet, ANGLES)
    return sheet


def bar_chart() -> Canvas:
    """How many books each of five friends has read."""
    sheet = Canvas(WIDTH, HEIGHT)
    left, bottom, unit = 122, 306, 19
    for n in range(0, 15, 2):
        y = bottom - n * unit
        sheet.line((left, y), (left + 480, y), colour=FAINT, width=1)
        sheet.text((left - 22, y), str(n), size=17)
    for index, (name, count) in enumerate(BOOKS.items()):
        x, y = left + 28 + 92 * index, bottom - count * unit
        sheet.polygon([(x, bottom), (x, y), (x + 56, y), (x + 56, bottom)])
        sheet.text((x + 28, bottom + 20), name, size=19)
    sheet.line((left, bottom - 14 * unit), (left, bottom), (left + 480, bottom))
    _options(sheet, DIFFERENCES)
    return sheet


def _options(sheet: Canvas, texts: Sequence[str]) -> None:
    """Write the five options along the lower edge."""
    for index, (letter, text) in enumerate(zip("ABCDE", texts, strict=True)):
        sheet.text((112 + 124 * index, HEIGHT - 34), f"({letter})  {text}", size=22)


PICTURES: dict[str, Callable[[], Canvas]] = {
    "1": nets,
    "2": shaded_figure,
    "3": road_map,
    "4": pentagon_and_triangle,
    "5": bar_chart,
}
"""What draws the picture of each problem."""

if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for problem, picture in PICTURES.items():
        (FOLDER / f"{problem}.png").write_bytes(picture().png())
