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
    Chart,
    Priced,
    Released,
    calibration_chart,
    cost_chart,
    form_of,
    rank_chart,
    release_chart,
)
from porism.report.charts.look import LONGEST, labels, shown
from porism.stats.calibration import METHODS, calibrate, synthetic_rates
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


def ranks(names) -> Chart:
    scores = np.random.default_rng(0).binomial(1, SCORES[:, None], (len(names), 20))
    ranking = rank_models(scores[..., None], rng=np.random.default_rng(0))
    return rank_chart(names, ranking, title=names[0])


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


DRAWINGS: list[Callable[..., Chart]] = [calibrations, ranks, costs, releases]


@pytest.mark.parametrize("draw", DRAWINGS)
def test_hostile_names_are_text_in_every_form(draw):
    chart = draw(HOSTILE)
    svg = chart.svg()
    tags = {e.tag.rpartition("}")[2] for e in ET.fromstring(svg).iter()}
    assert tags <= {"svg", "g", "path", "text", "line", "rect", "tspan", "title"}
    assert "http" not in re.sub(r'xmlns(:\w+)?="[^"]*"', "", svg)
    assert "</script" not in chart.specification
    assert all(c.isprintable() for c in json.loads(chart.specification)["description"])
    assert chart.png(scale=0.5).startswith(b"\x89PNG")


@pytest.mark.parametrize("draw", DRAWINGS)
def test_equal_charts_have_equal_bytes(draw):
    one, other = draw(HOSTILE), draw(HOSTILE)
    assert one == other
    assert one.svg() == other.svg()
    assert one.spec()["$schema"].startswith("https://vega.github.io/schema/vega-lite/")


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


@pytest.mark.parametrize("draw", [cost_chart, release_chart])
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
