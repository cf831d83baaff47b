"""How much standings and predictions depend on the way of fitting."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from porism.report.charts.chart import Chart
from porism.report.charts.look import BEST, Row, labels
from porism.report.charts.rows import dots, row_chart
from porism.stats.irt.ablation import AblationStudy

if TYPE_CHECKING:
    import altair as alt

PANEL = 250


def ablation_chart(study: AblationStudy, names: Mapping[str, str] | None = None) -> Chart:
    """Draw a row a variant: what it does to the standings, and how well it predicts.

    Args:
        study: the variants, the reference first.
        names: how variants are to be called; by their own name without it.
    """
    import altair as alt

    called = labels((names or {}).get(one.name, one.name) for one in study.variants)
    rows: list[Row] = [
        {"name": name, "change": one.largest_change, "loss": one.log_loss}
        for name, one in zip(called, study.variants, strict=True)
    ]
    change = _panel(rows, "change", "largest change of an expected performance", ".1~%")
    loss = _panel(rows, "loss", "log loss of a held-out run, nats", ".3~f")
    baseline = (
        alt.Chart(alt.InlineData(values=[{"loss": study.baseline_log_loss}]))
        .mark_rule(color=BEST, strokeWidth=1.5, strokeDash=[5, 3])
        .encode(x="loss:Q")
    )
    bare = loss.encode(y=alt.Y("name:N", sort=called, title=None, axis=None))
    said = f"{study.held_out:,} cells held out; dashed: predicting each problem's mean"
    drawing = alt.hconcat(change, alt.layer(baseline, bare), spacing=24).properties(
        title=alt.Title("What the fit depends on", subtitle=said, anchor="start")
    )
    return Chart.of(drawing, f"Standings and predictions of {len(rows)} ways of fitting; {said}.")


def _panel(rows: list[Row], field: str, title: str, form: str) -> alt.Chart:
    import altair as alt

    axis = alt.Axis(format=form, tickCount=5, labelOverlap="greedy")
    x = alt.X(f"{field}:Q", title=title, axis=axis, scale=alt.Scale(zero=field == "change"))
    said = [alt.Tooltip("name:N"), alt.Tooltip(f"{field}:Q", format=form)]
    return dots(row_chart(rows, PANEL).encode(tooltip=said), x)
