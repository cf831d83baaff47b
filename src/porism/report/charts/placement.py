"""Where the names of points go, so that they cover neither points nor each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from porism.report.charts.look import FONT_SIZE

LETTER = 0.56 * FONT_SIZE
"""Typical width of a letter."""
GAP = 7.0
"""From a point's middle to its name."""


class Place(NamedTuple):
    """A name's place beside its point."""

    align: Literal["left", "right", "center"]
    dx: float
    dy: float


PLACES = (
    Place("right", -GAP, -GAP),
    Place("left", GAP, -GAP),
    Place("left", GAP + 2, 1),
    Place("right", -GAP - 2, 1),
    Place("left", GAP, GAP + 4),
    Place("right", -GAP, GAP + 4),
)
"""Above and to the left comes first: there a frontier of the best leaves room."""


class Box(NamedTuple):
    """A rectangle in pixels, y downwards."""

    left: float
    top: float
    right: float
    bottom: float

    def meets(self, other: Box) -> bool:
        """Whether the two overlap."""
        return (
            self.left < other.right
            and other.left < self.right
            and self.top < other.bottom
            and other.top < self.bottom
        )


class Spot(NamedTuple):
    """A name, and the point in pixels that it is the name of."""

    x: float
    y: float
    name: str
    needed: bool = False
    """Rather covers an obstacle than is left out."""

    def box(self, place: Place) -> Box:
        """Return what the name covers in a place."""
        length = LETTER * len(self.name)
        left = self.x + place.dx - (length if place.align == "right" else 0)
        middle = self.y + place.dy
        return Box(left, middle - FONT_SIZE / 2, left + length, middle + FONT_SIZE / 2)


def placed(spots: Sequence[Spot], obstacles: Sequence[Box], area: Box) -> list[Place | None]:
    """Choose a place for each name, the first come first; none where there is no room.

    Args:
        spots: names with their points.
        obstacles: what else should stay uncovered.
        area: where names may be.
    """
    taken = [Box(s.x - 4, s.y - 4, s.x + 4, s.y + 4) for s in spots]
    chosen: list[Place | None] = []
    for spot in spots:
        open_places = [p for p in PLACES if _fits(spot.box(p), area, taken)]
        clear = [p for p in open_places if _fits(spot.box(p), area, obstacles)]
        place = next(iter(clear or (open_places if spot.needed else [])), None)
        chosen.append(place)
        if place is not None:
            taken.append(spot.box(place))
    return chosen


def _fits(box: Box, area: Box, taken: Sequence[Box]) -> bool:
    inside = area.left <= box.left and box.right <= area.right
    inside = inside and area.top <= box.top and box.bottom <= area.bottom
    return inside and not any(box.meets(other) for other in taken)
