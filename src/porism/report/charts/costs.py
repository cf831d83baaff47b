"""How well the log-additive cost model fits."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike

from porism.report.charts.chart import Chart
from porism.report.charts.look import (
    PALETTE,
    PLAIN,
    SHAPES,
    Row,
    diagonal,
    drawn,
    labels,
    logarithmic,
)
from porism.stats.costs import CostFit
from porism.stats.tally import FloatArray

SIDE = 400


def cost_fit_chart(
    amounts: ArrayLike,
    fitted: CostFit,
    *,
    names: tuple[Sequence[str], Sequence[str]],
    unit: str = "US dollars a run",
) -> Chart:
    """Draw a point an observed cell: what was predicted, and what was paid.

    Args:
        amounts: (models, benchmarks) that were fitted, NaN where not observed.
        fitted: their fit.
        names: of the models, and of the benchmarks.
        unit: of the amounts.

    Raises:
        UserError: there is no amount.
    """
    import altair as alt

    rows = _cells(np.asarray(amounts, np.float64), fitted, names)
    data = drawn(rows)
    seen = [row[side] for row in rows for side in ("observed", "predicted")]
    low, high = min(map(float, seen)) / 1.3, max(map(float, seen)) * 1.3
    scale, axis = logarithmic(low, high)
    x = alt.X("predicted:Q", scale=scale, axis=axis, title=f"predicted, {unit}")
    y = alt.Y("observed:Q", scale=scale, axis=axis, title=f"observed, {unit}")
    said = ["model:N", "benchmark:N", alt.Tooltip("predicted:Q", format=".3~r"),
            alt.Tooltip("observed:Q", format=".3~r")]  # fmt: skip
    points = alt.Chart(data).mark_point(filled=True, size=55, opacity=0.85, color=PLAIN)
    points = points.encode(x=x, y=y, tooltip=said)
    benchmarks = list(dict.fromkeys(row["benchmark"] for row in rows))
    if len(benchmarks) <= len(PALETTE):
        colour, shape = (
            alt.Scale(domain=benchmarks, range=list(kinds)) for kinds in (PALETTE, SHAPES)
        )
        points = points.encode(
            color=alt.Color("benchmark:N", scale=colour, title=None),
            shape=alt.Shape("benchmark:N", scale=shape, title=None),
        )
    told = f"{len(rows):,} cells; typically off by a factor of {np.exp(fitted.spread):.2f}"
    title = alt.Title("Predicted and observed amounts", subtitle=told)
    drawing = alt.layer(diagonal((low, high), x, y), points).properties(
        width=SIDE, height=SIDE, title=title
    )
    return Chart.of(drawing, f"Predicted and observed amounts of {told}.")


def _cells(
    table: FloatArray, fitted: CostFit, names: tuple[Sequence[str], Sequence[str]]
) -> list[Row]:
    """Return a row an observed cell."""
    models, benchmarks = map(labels, names)
    predicted = fitted.predicted()
    return [
        {
            "model": models[m],
            "benchmark": benchmarks[b],
            "observed": float(table[m, b]),
            "predicted": float(predicted[m, b]),
        }
        for m, b in np.argwhere(~np.isnan(table))
    ]
