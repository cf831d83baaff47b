"""What people made of the scores that judges gave."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from porism.report.charts.changes import Change, change_chart
from porism.report.charts.chart import Chart
from porism.report.marks import Mark, reviewed

if TYPE_CHECKING:
    import numpy as np


def review_chart(marks: Iterable[Mark], rng: np.random.Generator) -> Chart:
    """Draw every model's mean score by a judge, and by people.

    Args:
        marks: of judges and people on the same answers.
        rng: draws problems for the intervals.

    Raises:
        UserError: there are none.
    """
    found = reviewed(marks, rng)
    several = len({one.judge for one in found}) > 1
    changes = [
        Change(
            f"{one.model} – {one.judge}" if several else one.model or one.judge,
            one.before,
            one.after,
            one.ends,
        )
        for one in found
    ]
    title = "Scores before and after review"
    return change_chart(changes, title=title, measure="mean score", times=("judge", "people"))
