"""Charts for pages, papers and terminals: one function each, all in one look.

Their arguments are plain values and the figures of :mod:`porism.stats`; names are hostile
text and may be anything.
"""

from porism.report.charts.calibration import calibration_chart
from porism.report.charts.chart import Chart, form_of
from porism.report.charts.ranks import rank_chart
from porism.report.charts.scatter import Priced, Released, cost_chart, release_chart

__all__ = [
    "Chart", "Priced", "Released", "calibration_chart", "cost_chart", "form_of", "rank_chart",
    "release_chart",
]  # fmt: skip
