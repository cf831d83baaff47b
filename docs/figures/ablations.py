"""How much standings depend on the way of fitting."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from docs.figures.matrices import Matrix, matharena, mmlu_pro
from docs.figures.section import Section, points
from docs.generate.markdown import table
from porism.cli.study_sheets import ablation_names
from porism.report.charts import ability_chart, ablation_chart
from porism.stats.irt import fit
from porism.stats.irt.ablation import Ablation, AblationStudy, ablate

SEED = 30


def small() -> Section:
    """Return the part on MathArena's table."""
    matrix = matharena()
    found = study(matrix)
    full, one = variant(found, "two-parameter"), variant(found, "one-parameter")
    thin = variant(found, "without a third of the cells")
    fitted = fit(matrix.tally)
    text = f"""
Expected performance rests on a fitted model: a question's chance of being solved is a logistic
function of the model's ability. How much hangs on the choices made? With another form, other priors
or fewer data the rank correlation with the standings of the reference (Spearman) stays at
{min(v.standings.spearman for v in found.variants[1:]):.3f} or more. One slope for all questions
moves no expected performance by more than {points(one.largest_change)} points; a third of the cells
left out moves one by {points(thin.largest_change)}. On held-out cells the reference loses
{full.log_loss:.3f} nats a run, where predicting each problem's mean loses
{found.baseline_log_loss:.3f}.

{comparison(found)}"""
    charts = {
        "figures-ablation": ablation_chart(found),
        "figures-abilities": ability_chart(matrix.models, fitted),
    }
    return Section(f"What the fit depends on: {matrix.name}", text, charts)


def large() -> Section:
    """Return the part on MMLU-Pro, whose questions come from several sources."""
    matrix = mmlu_pro()
    found = study(matrix)
    full, one = variant(found, "two-parameter"), variant(found, "one-parameter")
    pooled = variant(found, "benchmark level")
    without = [v for v in found.variants if v.name.startswith("without benchmark")]
    names = {**ablation_names(matrix.groups), "benchmark level": "source level"}
    text = f"""
{len(matrix.models)} models on {len(matrix.questions):,} questions of {len(matrix.groups)} sources,
one run each. Whole blocks of a model and a source are held out, as real gaps are. A slope for each
question loses {full.log_loss:.3f} nats a run, one common slope {one.log_loss:.3f}, one difficulty
and slope for each source, the form of benchmark-level indices, {pooled.log_loss:.3f}, and each
question's mean {found.baseline_log_loss:.3f}: what tells questions apart is worth modelling.
Leaving out a source changes the mix of questions and moves expected performances by up to
{points(max(v.largest_change for v in without))} points, but hardly their order: Spearman stays at
{min(v.standings.spearman for v in without):.3f} or more.

{comparison(found, names)}"""
    return Section(
        f"What the fit depends on: {matrix.name}",
        text,
        {"figures-ablation-mmlu-pro": ablation_chart(found, names)},
    )


def study(matrix: Matrix) -> AblationStudy:
    """Vary form, priors and data."""
    return ablate(matrix.tally, rng=np.random.default_rng(SEED), benchmark=matrix.group)


def variant(found: AblationStudy, name: str) -> Ablation:
    """Return one variant."""
    return next(one for one in found.variants if one.name == name)


def comparison(found: AblationStudy, names: Mapping[str, str] | None = None) -> str:
    """Return a row a variant."""
    called = names or {}
    rows = [
        [
            called.get(v.name, v.name), f"{v.standings.spearman:.3f}",
            f"{v.standings.kendall:.3f}", points(v.largest_change), f"{v.log_loss:.3f}",
            points(v.error),
        ]
        for v in found.variants
    ]  # fmt: skip
    columns = ["variant", "Spearman", "Kendall", "largest change, points", "log loss, nats a run",
               "error of a cell, points"]  # fmt: skip
    baseline = ["each problem's mean", "", "", "", f"{found.baseline_log_loss:.3f}",
                points(found.baseline_error)]  # fmt: skip
    return table(columns, [*rows, baseline])
