"""Every chart: drawn without a network, the same again, whatever the names are."""

import json
import re
from collections.abc import Callable
from datetime import date
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from porism.errors import ConfigurationError, UserError
from porism.report.charts import (
    Change,
    Chart,
    Priced,
    Released,
    ability_chart,
    ablation_chart,
    calibration_chart,
    change_chart,
    cost_chart,
    cost_fit_chart,
    form_of,
    problem_chart,
    rank_chart,
    release_chart,
)
from porism.report.charts.look import LONGEST, labels, shown
from porism.stats import Tally
from porism.stats.calibration import METHODS, calibrate, synthetic_rates
from porism.stats.costs import fit_costs
from porism.stats.irt import fit
from porism.stats.irt.ablation import ablate
from porism.stats.ranks import rank_models

HOSTILE = (
    "</script><script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "\x1b[2J\x00\x07 control",
    "\u202eright to left\u2066",
    "x" * 10_000,
    "&amp; ]]> <!--",
    "datum.model + '{{7*7}}'",
    "",
    "\ud800 half a pair",
    "twice",
    "twice",
)
SCORES = np.linspace(0.2, 0.9, len(HOSTILE))


def calibrations(_names) -> Chart:
    rng = np.random.default_rng(0)
    rates = synthetic_rates(rng, spread=2.0, pairs=2, questions=5)
    methods = dict(zip(HOSTILE, METHODS.values(), strict=False))
    return calibration_chart(calibrate(rates, rng=rng, simulations=5, methods=methods))


def tally() -> Tally:
    right = np.random.default_rng(0).binomial(4, SCORES[:, None], (len(HOSTILE), 20))
    return Tally.of_counts(right, 4)


def ranks(names) -> Chart:
    return rank_chart(names, rank_models(tally(), rng=np.random.default_rng(0)), title=names[0])


def abilities(names) -> Chart:
    return ability_chart(names, fit(tally()))


def problems(names) -> Chart:
    return problem_chart(names, fit(tally().questions(range(len(names)))))


def ablations(names) -> Chart:
    study = ablate(tally(), rng=np.random.default_rng(0))
    own = [variant.name for variant in study.variants]
    return ablation_chart(study, dict(zip(own, names, strict=False)))


def cost_fits(names) -> Chart:
    amounts = np.random.default_rng(0).lognormal(size=(len(names), 6))
    amounts[0, 1] = np.nan
    return cost_fit_chart(amounts, fit_costs(amounts), names=(names, names[:6]))


def changes(names) -> Chart:
    shifted = [Change(name, float(s), float(s**2)) for name, s in zip(names, SCORES, strict=True)]
    return change_chart(shifted, title=names[0], measure=names[1], times=(names[2], names[3]))


def costs(names) -> Chart:
    models = [
        Priced(name, 10.0 ** (n - 4), float(score), (float(score) - 0.1, float(score) + 0.1))
        for n, (name, score) in enumerate(zip(names, SCORES, strict=True))
    ]
    return cost_chart(models, title=names[0])


def releases(names) -> Chart:
    models = [
        Released(name, date(2025, 1, 1 + n), float(score))
        for n, (name, score) in enumerate(zip(names, SCORES, strict=True))
    ]
    return release_chart(models, title=names[0])


DRAWINGS: list[Callable[..., Chart]] = [
    calibrations, ranks, costs, releases, abilities, problems, ablations, cost_fits, changes,
]  # fmt: skip


@pytest.mark.parametrize("draw", DRAWINGS)
def test_hostile_names_are_text_in_every_form(draw):
    chart = draw(HOSTILE)
    svg = chart.svg()
    tags = {e.tag.rpartition("}")[2] for e in ET.fromstring(svg).iter()}
    assert tags <= {"svg", "g", "path", "text", "line", "rect", "tspan", "title"}
    assert "http" not in re.sub(r'xmlns(:\w+)?="[^"]*"', "", svg)
    assert "</script" not in chart.specification
    assert all(c.isprintable() for c in json.loads(chart.specification)["description"])


@pytest.mark.parametrize("draw", DRAWINGS)
def test_equal_charts_have_equal_bytes(draw):
    one, other = draw(HOSTILE), draw(HOSTILE)
    assert one == other
    assert one.spec()["$schema"].startswith("https://vega.github.io/schema/vega-lite/")


def test_a_picture_is_the_same_again():
    chart = costs(HOSTILE)
    assert chart.svg() == chart.svg()
    assert chart.png() == chart.png()


def test_a_page_carries_everything_it_needs():
    page = costs(HOSTILE).html()
    assert page.count("</script>") == page.count("<script>") == 2
    assert "default-src 'none'" in page
    assert not re.findall(r"<(?:script|link|img)[^>]+(?:src|href)=", page[: page.index("<script")])


@pytest.mark.parametrize("form", ["svg", "png", "html", "json"])
def test_a_file_is_what_its_name_says(tmp_path, form):
    path = tmp_path / f"chart.{form.upper()}"
    releases(HOSTILE).save(path)
    head = {"svg": b"<svg", "png": b"\x89PNG", "html": b"<!doctype html>", "json": b"{"}[form]
    assert path.read_bytes().startswith(head)


def test_other_files_are_refused(tmp_path):
    with pytest.raises(ConfigurationError, match=r"ends in \.svg, \.png, \.html, \.json"):
        form_of(tmp_path / "chart.jpeg")
    with pytest.raises(ConfigurationError, match="No such file"):
        releases(HOSTILE).save(tmp_path / "missing" / "chart.json")


@pytest.mark.parametrize("draw", [cost_chart, release_chart, change_chart])
def test_nothing_to_draw_is_told(draw):
    with pytest.raises(UserError, match="nothing to draw"):
        draw([], title="empty")


def test_models_without_a_price_are_counted():
    models = [Priced("free", 0, 0.5), Priced("priced", 1, 0.4), Priced("dear", 2, 0.3)]
    chart = cost_chart(models, title="scores")
    assert "1 not shown" in chart.alt
    assert chart.alt.endswith(": priced.")


def test_labels_are_short_distinct_and_visible():
    found = labels(HOSTILE)
    assert len(set(found)) == len(HOSTILE)
    assert all(label.isprintable() and 0 < len(label) <= LONGEST + 4 for label in found)
    assert found[-2:] == ["twice", "twice (2)"]
    assert labels(["a", "a (2)", "a"]) == ["a", "a (2)", "a (3)"]
    assert shown("a\n\tb") == "a b"
