"""The pictures of porism-sample-images show what was drawn, and the right option is right."""

import io
import itertools
import math
from collections.abc import Callable
from statistics import mean, median

import pytest
from PIL import Image, ImageChops, ImageStat

from porism.benchmarks import sample
from porism.benchmarks.sample import draw
from porism.core import MultipleChoice, Problem

PROBLEMS = sample.load("porism-sample-images")
Cell = tuple[int, int]


def shown(data: bytes) -> Image.Image:
    return Image.open(io.BytesIO(data)).convert("RGB")


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda p: p.id)
def test_the_picture_is_what_the_code_draws(problem: Problem):
    shipped = shown(problem.images[0].data)
    drawn = shown(draw.PICTURES[problem.id]().png())
    assert shipped.size == drawn.size == (draw.WIDTH, draw.HEIGHT)
    difference = ImageStat.Stat(ImageChops.difference(shipped, drawn)).mean
    assert max(difference) < 1  # of 255, for other versions of the font renderer
    assert len(problem.images[0].data) < 20_000


def test_drawing_twice_gives_the_same_bytes():
    assert draw.bar_chart().png() == draw.bar_chart().png()


@pytest.mark.parametrize("problem", PROBLEMS, ids=lambda p: p.id)
def test_the_right_option_is_right(problem: Problem):
    reference = problem.reference
    assert isinstance(reference, MultipleChoice)
    options = OPTIONS[problem.id]
    assert len(set(options)) == len(reference.labels) == 5
    assert options["ABCDE".index(reference.label)] == ANSWERS[problem.id]()


def cannot_be_folded() -> str:
    (letter,) = [letter for letter, cells in draw.NETS.items() if len(faces(cells)) < 6]
    return letter


def faces(cells: tuple[Cell, ...]) -> set[str]:
    """Roll a cube over the cells and return the faces that touch them."""
    start = ("bottom", "north", "east", "south", "west", "top")
    rolled: dict[Cell, tuple[str, ...]] = {cells[0]: start}
    open_ends = [cells[0]]
    while open_ends:
        x, y = open_ends.pop()
        bottom, north, east, south, west, top = rolled[x, y]
        turns = {
            (x + 1, y): (east, north, top, south, bottom, west),
            (x - 1, y): (west, north, bottom, south, top, east),
            (x, y - 1): (north, top, east, bottom, west, south),
            (x, y + 1): (south, bottom, east, top, west, north),
        }
        for cell, cube in turns.items():
            if cell in cells and cell not in rolled:
                rolled[cell] = cube
                open_ends.append(cell)
    assert len(rolled) == len(cells) == 6
    return {cube[0] for cube in rolled.values()}


def shaded_area() -> str:
    corners = (*draw.OUTLINE, draw.OUTLINE[0])
    twice = sum(a * d - b * c for (a, b), (c, d) in itertools.pairwise(corners))
    return f"{abs(twice) / 2:g}"


def shortest_way() -> str:
    length = dict.fromkeys(draw.TOWNS, math.inf) | {"S": 0}
    for _ in draw.TOWNS:
        for (a, b), road in draw.ROADS.items():
            length[a] = min(length[a], length[b] + road)
            length[b] = min(length[b], length[a] + road)
    return str(length["T"])


def marked_angle() -> str:
    (bx, by), (cx, cy), (fx, fy) = (draw.CORNERS[name] for name in "BCF")
    turn = math.atan2(fy - cy, fx - cx) - math.atan2(by - cy, bx - cx)
    ring = ["A", "B", "C", "D", "E", "A"]
    sides = [math.dist(draw.CORNERS[p], draw.CORNERS[q]) for p, q in itertools.pairwise(ring)]
    sides += [math.dist(draw.CORNERS[p], draw.CORNERS["F"]) for p in "AB"]
    assert all(math.isclose(side, 1) for side in sides)
    degrees = math.degrees(turn)
    assert math.isclose(degrees, round(degrees))
    return f"{round(degrees)}°"


def mean_above_median() -> str:
    counts = draw.BOOKS.values()
    return str(mean(counts) - median(counts))


ANSWERS: dict[str, Callable[[], str]] = {
    "1": cannot_be_folded,
    "2": shaded_area,
    "3": shortest_way,
    "4": marked_angle,
    "5": mean_above_median,
}
OPTIONS = {
    "1": tuple(draw.NETS),
    "2": draw.AREAS,
    "3": draw.LENGTHS,
    "4": draw.ANGLES,
    "5": draw.DIFFERENCES,
}
