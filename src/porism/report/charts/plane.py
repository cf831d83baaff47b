"""Named points on a plane: scores by an amount or a day, with the line of the best."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import ceil, floor, log
from typing import TYPE_CHECKING, NamedTuple

from porism.report.charts.look import BEST, PLAIN, WIDTH, Row, drawn, labels
from porism.report.charts.placement import GAP, PLACES, Box, Spot, placed
from porism.stats.frontier import frontier

if TYPE_CHECKING:
    import altair as alt
    from altair.typing import ChartType

HEIGHT = 380
MOST_NAMES = 100
"""Names that a place is looked for; more would find none."""


class Point(NamedTuple):
    """A model with its place on the plane."""

    name: str
    x: float
    score: float
    """In [0, 1]."""
    interval: tuple[float, float] | None

    @property
    def ends(self) -> tuple[float, float]:
        """Return the interval, or the score alone."""
        return self.interval or (self.score, self.score)


class Span(NamedTuple):
    """The horizontal axis: its ends, and how it is drawn."""

    low: float
    high: float
    axis: alt.X
    logarithmic: bool

    def pixel(self, value: float) -> float:
        """Return where a value is drawn."""
        if self.logarithmic:
            return WIDTH * log(value / self.low) / log(self.high / self.low)
        return WIDTH * (value - self.low) / (self.high - self.low)


@dataclass(frozen=True, slots=True)
class Plane:
    """What is drawn: less is better to the left, more is better above."""

    names: Sequence[str]
    points: Sequence[Point]
    best: Sequence[int]
    """Points that no other beats, from left to right."""
    span: Span
    bottom: float
    top: float

    @classmethod
    def of(cls, points: Sequence[Point], span: Span) -> Plane:
        """Find the best points and the range of scores."""
        best = frontier([p.x for p in points], [p.score for p in points])
        bottom = max(0.0, floor(10 * min(p.ends[0] for p in points) - 0.2) / 10)
        top = min(1.0, ceil(10 * max(p.ends[1] for p in points) + 0.2) / 10)
        return cls(labels(p.name for p in points), points, best.tolist(), span, bottom, top)

    def drawing(self) -> ChartType:
        """Draw everything."""
        import altair as alt

        layers = [self._line(), *self._marks(), *self._names()]
        drawing: ChartType = alt.layer(*layers).properties(width=WIDTH, height=HEIGHT)
        return drawing

    def _rows(self, chosen: Sequence[int]) -> list[Row]:
        return [
            {
                "model": self.names[n],
                "x": self.points[n].x,
                "score": self.points[n].score,
                "low": self.points[n].ends[0],
                "high": self.points[n].ends[1],
                "best": n in self.best,
            }
            for n in chosen
        ]

    def _base(self, chosen: Sequence[int], height: str = "score:Q") -> alt.Chart:
        import altair as alt

        scale = alt.Scale(domain=[self.bottom, self.top], nice=False)
        axis = alt.Axis(format=".0%", tickCount=6)
        y = alt.Y(height, scale=scale, title="score", axis=axis)
        base: alt.Chart = alt.Chart(drawn(self._rows(chosen))).encode(x=self.span.axis, y=y)
        return base

    def _line(self) -> alt.Chart:
        """Draw steps: up to the next of the best, a model can be had that scores this much."""
        base = self._base(self.best)
        line: alt.Chart = base.mark_line(
            color=BEST, interpolate="step-after", strokeWidth=1.5, opacity=0.7
        )
        return line

    def _marks(self) -> list[alt.Chart]:
        """Draw the intervals and the points."""
        import altair as alt

        everyone = range(len(self.points))
        colour = alt.condition("datum.best", alt.value(BEST), alt.value(PLAIN))
        x = alt.Tooltip(self.span.axis["shorthand"], title=self.span.axis["title"])
        said = ["model:N", x, alt.Tooltip("score:Q", format=".1%")]
        bars = self._base(everyone, "low:Q").mark_rule(strokeWidth=1.5, opacity=0.45)
        points = self._base(everyone).mark_point(filled=True, size=60, opacity=1)
        return [bars.encode(y2="high:Q", color=colour), points.encode(color=colour, tooltip=said)]

    def _names(self) -> list[alt.Chart]:
        """Write names, those of the best first, where there is room."""
        best = set(self.best)
        order = sorted(
            range(len(self.points)), key=lambda n: (n not in best, -self.points[n].score)
        )
        order = order[:MOST_NAMES]
        spots = [Spot(*self._pixels(n), self.names[n], needed=n in best) for n in order]
        places = placed(spots, self._obstacles(), Box(0, -GAP, WIDTH, HEIGHT))
        layers: list[alt.Chart] = []
        for place in PLACES:
            here = [n for n, chosen in zip(order, places, strict=True) if chosen == place]
            if here:
                text = self._base(here).mark_text(align=place.align, dx=place.dx, dy=place.dy)
                layers.append(text.encode(text="model:N"))
        return layers

    def _obstacles(self) -> list[Box]:
        """Return what names must not cover: the intervals, and the steps of the best."""
        found = []
        for point in self.points:
            x, (low, high) = self.span.pixel(point.x), map(self._height, point.ends)
            found.append(Box(x - 1, high, x + 1, low))
        for (x, y), (next_x, next_y) in pairwise(map(self._pixels, self.best)):
            found += [Box(x, y - 1, next_x, y + 1), Box(next_x - 1, next_y, next_x + 1, y)]
        return found

    def _pixels(self, n: int) -> tuple[float, float]:
        return self.span.pixel(self.points[n].x), self._height(self.points[n].score)

    def _height(self, score: float) -> float:
        return HEIGHT * (self.top - score) / (self.top - self.bottom)
