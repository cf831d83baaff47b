"""How often intervals cover the truth, beside what they promise."""

from __future__ import annotations

from math import floor

from porism.report.charts.chart import Chart
from porism.report.charts.look import PALETTE, SHAPES, Row, diagonal, drawn, labels
from porism.stats.calibration import Calibration

SIDE = 400


def calibration_chart(found: Calibration) -> Chart:
    """Draw a line a method: coverage by nominal level, which should be on the diagonal."""
    import altair as alt

    methods = labels(found.methods)
    rows: list[Row] = [
        {"method": name, "level": float(level), "coverage": float(covered)}
        for name, coverage in zip(methods, found.coverage, strict=True)
        for level, covered in zip(found.levels, coverage, strict=True)
    ]
    low = floor(10 * min(found.levels.min(), found.coverage.min())) / 10
    ends = alt.Scale(domain=[low, 1], nice=False, zero=False)
    axis = alt.Axis(format=".0%", values=[n / 10 for n in range(11)])
    colour, shape = (
        alt.Scale(domain=methods, range=[kinds[n % len(kinds)] for n in range(len(rows))])
        for kinds in (PALETTE, SHAPES)
    )
    x = alt.X("level:Q", scale=ends, title="promised", axis=axis)
    y = alt.Y("coverage:Q", scale=ends, title="covered", axis=axis)
    lines = (
        alt.Chart(drawn(rows))
        .mark_line(point={"size": 45, "filled": True}, strokeWidth=2)
        .encode(
            x=x,
            y=y,
            color=alt.Color("method:N", scale=colour, title=None),
            shape=alt.Shape("method:N", scale=shape, title=None),
            tooltip=[
                "method:N",
                *(alt.Tooltip(f, format=".1%") for f in ("level:Q", "coverage:Q")),
            ],
        )
    )
    pairs = found.coverage_by_pair.shape[-1]
    said = f"{pairs:,} pairs of a model and a benchmark, {found.simulations:,} simulations each"
    title = alt.Title("Do intervals cover what they promise?", subtitle=said)
    drawing = alt.layer(diagonal((low, 1), x, y), lines).properties(
        width=SIDE, height=SIDE, title=title
    )
    return Chart.of(drawing, f"Coverage by nominal level of {', '.join(methods)}; {said}.")
