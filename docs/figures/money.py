"""Costs: recomputed, compared, predicted."""

from __future__ import annotations

import numpy as np

from docs.figures.matrices import Bill, bills, exam_costs
from docs.figures.section import Section, points
from docs.generate.markdown import table
from porism.report.charts import Priced, cost_chart, cost_fit_chart
from porism.stats.costs import fit_costs
from porism.stats.frontier import frontier

SAME = 1e-6
"""Relative difference of two totals that agree: that of rounding."""


def recomputed() -> Section:
    """Return the part on the published totals."""
    found = bills()
    agreeing = [bill for bill in found if off(bill) < SAME]
    others = [bill for bill in found if off(bill) >= SAME]
    told = "; ".join(
        f"{bill.model} is printed at ${bill.published_usd:.4f}, but its tokens at its listed "
        f"prices come to ${bill.recomputed_usd:.4f}"
        for bill in others
    )
    amounts = [bill.recomputed_usd / bill.runs for bill in found]
    best = frontier(amounts, [bill.score for bill in found])
    cheap, dear = found[best[0]], found[best[-1]]
    text = f"""
The cost of a run is its tokens times their prices. For {len(agreeing)} of the {len(found)} priced
models of MathArena's AIME 2025 I that gives the published total to within rounding. {told}: the
check finds the error of a table. {len(best)} models stand on the line that no other beats in both
price and score, from {cheap.model} ({points(cheap.score, 0)} % at ${amounts[best[0]]:.4f} a run) to
{dear.model} ({points(dear.score, 0)} % at ${amounts[best[-1]]:.3f}).

{totals(found)}"""
    models = [
        Priced(bill.model, amount, bill.score) for bill, amount in zip(found, amounts, strict=True)
    ]
    chart = cost_chart(models, title="MathArena, AIME 2025 I")
    return Section("Costs recomputed", text, {"figures-costs": chart})


def fit_of_the_model() -> Section:
    """Return the part on the log-additive cost model."""
    models, exams, cost = exam_costs()
    fitted = fit_costs(cost)
    error = missed(cost)
    text = f"""
What would a model cost on a benchmark that it never ran? The log-additive model says: its own level
times the benchmark's. On {len(models)} models and {len(exams)} exams it explains
{points(fitted.explained, 2)} % of the variance of the log costs, and is typically off by a factor
of {np.exp(fitted.spread):.2f}. Left out one at a time, cells are predicted within a factor of
{np.exp(np.median(error)):.2f} in the median and {np.exp(np.quantile(error, 0.95)):.2f} in 95 % of
the cases, though costs span a factor of {np.nanmax(cost) / np.nanmin(cost):,.0f}. Expected costs on
the leaderboard use it for the cells that a model was not run on, and say what share those are."""
    chart = cost_fit_chart(cost, fitted, names=(models, exams), unit="US dollars a question")
    return Section("Costs predicted", text, {"figures-cost-fit": chart})


def off(bill: Bill) -> float:
    """Return the relative difference of the two totals."""
    return abs(bill.recomputed_usd / bill.published_usd - 1)


def missed(cost: np.ndarray[tuple[int, int], np.dtype[np.float64]]) -> list[float]:
    """Return by how much each cell is missed when the model is fitted without it, in log units."""
    found = []
    for place in np.ndindex(cost.shape):
        without = cost.copy()
        without[place] = np.nan
        found.append(abs(float(np.log(fit_costs(without).predicted()[place] / cost[place]))))
    return found


def totals(found: list[Bill]) -> str:
    """Return a row a model."""
    rows = [
        [bill.model, f"{bill.runs}", f"{bill.published_usd:.4f}", f"{bill.recomputed_usd:.4f}",
         "yes" if off(bill) < SAME else "no"]
        for bill in found
    ]  # fmt: skip
    return table(["model", "runs", "published, USD", "recomputed, USD", "agree"], rows)
