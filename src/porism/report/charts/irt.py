"""Abilities of models and difficulties of problems, by item response theory."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from porism.report.charts.chart import Chart
from porism.report.charts.look import PLAIN, WIDTH, Row, drawn, labels, logarithmic
from porism.report.charts.rows import dots, row_chart, spans
from porism.stats.intervals import normal_quantile
from porism.stats.irt import Fit

HEIGHT = 360


def ability_chart(models: Sequence[str], fitted: Fit) -> Chart:
    """Draw a row a model, the best first: its ability with the 95 % interval.

    Args:
        models: names, in the order of the fit.
        fitted: abilities with their errors.
    """
    import altair as alt

    order = np.argsort(-fitted.ability, kind="stable")
    names = labels(models[n] for n in order)
    half = float(normal_quantile(0.95)) * fitted.ability_error
    rows: list[Row] = [
        {
            "name": name,
            "ability": float(fitted.ability[n]),
            "low": float(fitted.ability[n] - half[n]),
            "high": float(fitted.ability[n] + half[n]),
        }
        for name, n in zip(names, order, strict=True)
    ]
    scale = alt.Scale(zero=False)
    low = alt.X("low:Q", scale=scale, title="ability, logits of a typical problem")
    said = [alt.Tooltip(f"{f}:Q", format=".2f") for f in ("ability", "low", "high")]
    base = row_chart(rows).encode(tooltip=["name:N", *said])
    line = spans(base, low, "high:Q")
    points = dots(base, alt.X("ability:Q", scale=scale))
    title = alt.Title("Abilities", subtitle="lines: 95 % intervals; 0 is the average model")
    drawing = alt.layer(line, points).properties(title=title)
    return Chart.of(drawing, f"Abilities of {len(rows)} models in logits; highest: {names[0]}.")


def problem_chart(problems: Sequence[str], fitted: Fit) -> Chart:
    """Draw a point a problem: its difficulty, and how well it tells models apart.

    Args:
        problems: names, in the order of the fit.
        fitted: difficulties and discriminations.
    """
    import altair as alt

    names = labels(problems)
    figures = zip(names, fitted.difficulty, fitted.discrimination, strict=True)
    rows: list[Row] = [
        {"problem": name, "difficulty": float(hard), "discrimination": float(apart)}
        for name, hard, apart in figures
    ]
    size, opacity = (60, 0.85) if len(rows) <= 100 else (25, 0.45)
    sharp = fitted.discrimination
    scale, axis = logarithmic(float(sharp.min()) / 1.3, float(sharp.max()) * 1.3)
    points = (
        alt.Chart(drawn(rows))
        .mark_point(color=PLAIN, filled=True, size=size, opacity=opacity)
        .encode(
            x=alt.X("difficulty:Q", title="difficulty, logits", scale=alt.Scale(zero=False)),
            y=alt.Y("discrimination:Q", title="discrimination, 1/logit", axis=axis,
                    scale=scale),
            tooltip=["problem:N", alt.Tooltip("difficulty:Q", format=".2f"),
                     alt.Tooltip("discrimination:Q", format=".2f")],
        )
    )  # fmt: skip
    title = alt.Title("Problems", subtitle="to the right the harder ones; above, those that tell "
                      "models apart")  # fmt: skip
    drawing = points.properties(width=WIDTH, height=HEIGHT, title=title)
    hardest = names[int(np.argmax(fitted.difficulty))]
    return Chart.of(
        drawing, f"Difficulty and discrimination of {len(rows)} problems; hardest: {hardest}."
    )
