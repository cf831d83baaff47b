"""Models compared in a reader's browser: the figures that Python has."""

from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from porism.look.figures import ends, percent, signed
from porism.report.publication import published
from porism.site.pages.compare import Shared, p_text
from porism.site.source import Source
from porism.stats import Tally
from porism.stats.comparison import compare
from tests.site.visits import Visitor

ALL = "All shared problems"


@pytest.fixture
def page(chromium: Browser, told_site: Path):
    with Visitor(chromium, told_site) as visitor:
        yield visitor.open("compare/index.html")
        assert not visitor.faults


def cases() -> list[tuple[np.ndarray, np.ndarray]]:
    """Means of two models on 1 to 400 problems, with runs of one, four, or differing numbers."""
    draw = np.random.default_rng(1)
    found = []
    for count in (1, 2, 3, 7, 30, 31, 400):
        found.append(draw.integers(0, 2, (2, count)).astype(float))
        found.append(draw.integers(0, 5, (2, count)) / 4)
        found.append(draw.integers(0, 4, (2, count)) / draw.choice([3, 4, 7], (2, count)))
    return [(first, second) for first, second in found if (first != second).any()]


def test_the_paired_test_is_that_of_python(page: Page):
    for first, second in cases():
        found = page.evaluate("(d) => pairedTest(d)", (first - second).tolist())
        tally = Tally.of_counts(np.array([first, second]), 1)
        want = compare(tally, (0, 1), rng=np.random.default_rng(0))
        assert found["exact"] == want.exact
        interval = want.interval.estimate, want.interval.low, want.interval.high
        figures = [*map(float, interval), want.p_value]
        got = [found[name] for name in ("difference", "low", "high", "p")]
        assert got == pytest.approx(figures, abs=1e-12)
        assert found["problems"] == want.questions


def test_where_signs_are_drawn_p_is_near(page: Page):
    differences = np.random.default_rng(2).normal(0.1, 0.4, (1, 20)).clip(-1, 1)
    found = page.evaluate("(d) => pairedTest(d)", differences[0].tolist())
    tally = Tally.of_counts(np.vstack([differences.clip(0), (-differences).clip(0)]), 1)
    want = compare(tally, (0, 1), rng=np.random.default_rng(0))
    assert not found["exact"]
    assert not want.exact
    assert found["p"] == pytest.approx(want.p_value, abs=0.01)


def test_figures_are_rounded_as_in_python(page: Page):
    values = [*(n / 16 for n in range(60)), *np.random.default_rng(3).uniform(0, 100, 200)]
    for digits in (0, 1, 3):
        found = page.evaluate("([v, d]) => v.map((x) => fixed(x, d))", [values, digits])
        assert found == [f"{value:.{digits}f}" for value in values]


def wanted(snapshot: Path, first: str, second: str) -> list[str]:
    """What the row of all shared problems says of two models."""
    with published(snapshot) as shown:
        source = Source.open(shown)
        scores = source.scores
        found = Shared.of(scores, (first, second)).test("", "", scores.benchmark >= 0)
    difference = f"{signed(found.difference)}\n{ends(*found.interval)}"
    p, problems = p_text(found.p_value), str(found.problems)
    return [percent(found.first), percent(found.second), difference, p, problems]


def choose(page: Page, *models: str) -> None:
    for label, model in zip(("First", "Second", "Third"), models, strict=False):
        page.get_by_label(f"{label} model").select_option(model)


def test_three_models_are_compared_and_the_choice_is_in_the_address(
    page: Page, told_snapshot: Path
):
    choose(page, "alpha", "beta")
    tests = page.locator("[data-table=tests] tbody tr")
    expect(tests).to_have_count(3)
    choose(page, "alpha", "beta", "gamma")
    expect(tests).to_have_count(9)
    address = page.url
    assert "models=alpha+beta+gamma" in address
    page.goto("about:blank")
    page.goto(address)
    for first, second in (("alpha", "beta"), ("alpha", "gamma"), ("beta", "gamma")):
        both = f"{first.title()} and {second.title()}"
        row = tests.filter(has_text=ALL).filter(has_text=both)
        assert row.locator("td").all_inner_texts() == wanted(told_snapshot, first, second)


def test_problems_on_which_they_differ_lead_to_what_was_said(page: Page):
    choose(page, "alpha", "gamma")
    rows = page.locator("[data-table=differences] tbody tr")
    gaps = [float(text) for text in rows.locator("td:last-child").all_inner_texts()]
    assert gaps == sorted(gaps, reverse=True)
    page.locator("details.side summary").first.click()
    frames = page.locator("details.side[open] iframe").all()
    assert len(frames) == 2
    for frame in frames:
        expect(frame.content_frame.locator("article.attempt").first).to_be_visible()
    rows.first.locator("td a").first.click()
    expect(page.locator("article.attempt")).to_have_count(2)


def test_models_without_a_common_problem_are_told(chromium: Browser, imported_site: Path):
    with Visitor(chromium, imported_site) as visitor:
        page = visitor.open(
            "compare/index.html?models=o1-medium+qwen2.5-math-instruct-size-not-stated+nobody"
        )
        expect(page.get_by_label("Third model")).to_have_value("")
        expect(page.locator("#compared")).to_have_text("They have no problem in common.")
        choose(page, "o1-medium", "o3-mini-high")
        expect(page.locator("[data-table=tests] tbody tr")).to_have_count(1)
        assert not visitor.faults
