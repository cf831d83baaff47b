"""What people made of the scores that judges gave."""

from __future__ import annotations

from collections.abc import Iterable

from porism.report.charts.changes import Change, change_chart
from porism.report.charts.chart import Chart
from porism.report.marks import Mark, reviewed


def review_chart(marks: Iterable[Mark]) -> Chart:
    """Draw every model's mean score by a judge, and by people.

    Args:
        marks: of judges and people on the same answers.

    Raises:
        UserError: there are none.
    """
    found = reviewed(marks)
    several = len({one.judge for one in found}) > 1
    changes = [
        Change(
            f"{one.model} – {one.judge}" if several else one.model or one.judge,
            one.before,
            one.after,
        )
        for one in found
    ]
    title = "Scores before and after review"
    return change_chart(changes, title=title, measure="mean score", times=("judge", "people"))
