"""Charts for pages, papers and terminals: one function each, all in one look.

Their arguments are plain values and the figures of :mod:`porism.stats`; names are hostile
text and may be anything.
"""

from porism.report.charts.ablation import ablation_chart
from porism.report.charts.bias import bias_chart
from porism.report.charts.calibration import calibration_chart
from porism.report.charts.changes import Change, change_chart
from porism.report.charts.chart import Chart, Form, form_of
from porism.report.charts.costs import cost_fit_chart
from porism.report.charts.irt import ability_chart, problem_chart
from porism.report.charts.ranks import rank_chart
from porism.report.charts.review import review_chart
from porism.report.charts.scatter import Priced, Released, cost_chart, release_chart

__all__ = [
    "Change", "Chart", "Form", "Priced", "Released", "ability_chart", "ablation_chart",
    "bias_chart", "calibration_chart", "change_chart", "cost_chart", "cost_fit_chart", "form_of",
    "problem_chart", "rank_chart", "release_chart", "review_chart",
]  # fmt: skip
