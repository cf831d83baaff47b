"""Charts that come alive when a reader points at them."""

import gzip
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from porism.report.charts.chart import libraries
from tests.site.visits import Visitor


@pytest.fixture
def page(chromium: Browser, told_site: Path):
    with Visitor(chromium, told_site) as visitor:
        page = visitor.open("index.html")
        yield page
        assert page.evaluate("window.refused") == []
        assert not visitor.faults


def scripts(page: Page) -> list[str]:
    return page.evaluate("[...document.scripts].map((one) => one.src.split('/').pop())")


def test_a_chart_that_is_pointed_at_says_what_it_shows(page: Page):
    assert "vega.js" not in scripts(page)
    chart = page.locator(".chart").first
    chart.hover()
    figure = page.locator("figure").first
    expect(figure.get_by_role("button")).to_have_count(3)
    chart.locator(".mark-symbol path").first.hover()
    expect(figure.locator(".tip")).to_contain_text("score")
    expect(figure.locator(".tip")).to_contain_text("%")


def test_charts_are_zoomed_by_keyboard(page: Page):
    page.locator(".chart").last.focus()
    figure = page.locator("figure").last
    expect(figure.get_by_role("button")).to_have_count(3)
    labels = figure.locator(".role-axis-label").last
    expect(labels).to_contain_text("10%")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(labels).not_to_contain_text("10%")
    figure.get_by_role("button", name="Whole chart").press("Enter")
    expect(labels).to_contain_text("10%")


def test_the_libraries_are_one_file_and_the_home_page_is_small(told_site: Path):
    assert (told_site / "static/vega.js").read_text() == libraries()
    assert len(gzip.compress((told_site / "index.html").read_bytes())) < 100_000


def test_sites_without_charts_have_no_libraries(run_site: Path):
    assert "data-specification" not in (run_site / "index.html").read_text()
    assert not (run_site / "static/vega.js").exists()
