"""Figures that a reader's browser counts otherwise, against those of Python."""

from datetime import date
from pathlib import Path

import polars as pl
import pytest
from playwright.sync_api import Browser, Page, expect

from porism.core import ScoringPolicy
from porism.look.figures import percent
from porism.report.board import boards
from porism.report.snapshot import read_snapshot
from porism.site.pages.benchmark import recount
from tests.site import told
from tests.site.visits import Visitor

PUBLISHED = {one.id: one.published for one in (told.EXAM, told.PAPERS)}
CUT = "Leave out attempts that were cut off"
AFTER = "Only benchmarks published after"
UNSEEN = "Only those that came out no earlier than the model"


@pytest.fixture
def page(chromium: Browser, told_site: Path):
    with Visitor(chromium, told_site) as visitor:
        yield visitor.open("index.html")
        assert not visitor.faults


def expected(
    site: Path, *, cut: bool = False, after: date = date.min, unseen: bool = False
) -> dict[str, list[str]]:
    """The scores of each model, and the mean of those that count, from its attempts."""
    attempts = read_snapshot(site / "data").attempts.filter("stands")
    if cut:
        attempts = attempts.filter(pl.col("outcome") != "truncated")
    found = {}
    for model in attempts["model"].unique():
        means, scores = [], []
        for name, published in PUBLISHED.items():
            score = attempts.filter(benchmark=name, model=model)["score"].mean()
            scores.append(percent(score))
            if published > after and not (unseen and published < told.RELEASED[model]):
                means.append(score)
        mean = percent(sum(means) / len(means)) if means else "–"
        found[model.title()] = [f"{mean}\nof {len(means)}", *scores]
    return found


def shown(page: Page) -> dict[str, list[str]]:
    rows = page.locator("[data-table=scores] tbody tr")
    read = """(rows) => rows.map((row) => [...row.cells].map((cell) => {
        const copy = cell.cloneNode(true);
        copy.querySelectorAll(".cited").forEach((one) => one.remove());
        return [copy.firstChild.textContent, ...[...copy.querySelectorAll("small")]
            .map((one) => one.textContent)].join("\\n");
    }))"""
    return {name: scores for name, *scores in rows.evaluate_all(read)}


def test_as_they_come_figures_are_those_of_the_snapshot(page: Page, told_site: Path):
    assert shown(page) == expected(told_site)


@pytest.mark.parametrize(
    ("cut", "after", "unseen"),
    [(True, None, False), (False, date(2025, 1, 10), False), (True, date(2025, 1, 9), True)],
)
def test_figures_are_counted_otherwise_and_say_so(
    page: Page, told_site: Path, cut: bool, after: date | None, unseen: bool
):
    table = page.locator("[data-table=scores]")
    before = shown(page)
    table.get_by_label(CUT).set_checked(cut)
    table.get_by_label(AFTER).fill(f"{after or ''}")
    table.get_by_label(UNSEEN).set_checked(unseen)
    want = expected(told_site, cut=cut, after=after or date.min, unseen=unseen)
    assert shown(page) == want != before
    expect(table.get_by_role("status")).to_contain_text("Scored again in your browser")
    page.goto(page.url)
    assert shown(page) == want
    table.get_by_label(CUT).uncheck()
    table.get_by_label(AFTER).fill("")
    table.get_by_label(UNSEEN).uncheck()
    assert shown(page) == before
    expect(table.get_by_role("status")).to_be_hidden()
    assert "?" not in page.url


def test_what_has_no_known_day_counts_for_none(page: Page):
    scores = page.locator("[data-table=scores]")
    before = shown(page)
    scores.locator("[data-published]").first.evaluate("(head) => { head.dataset.published = ''; }")
    scores.get_by_label(AFTER).fill("1900-01-01")
    assert {name: mean for name, (mean, *_) in shown(page).items()} == {
        name: f"{papers}\nof 1" for name, (_, _, papers) in before.items()
    }


def test_standings_are_counted_otherwise(chromium: Browser, told_site: Path):
    with Visitor(chromium, told_site) as visitor:
        page = visitor.open("benchmarks/exam/index.html?cut=1")
        for model, (_, score, _) in expected(told_site, cut=True).items():
            row = page.locator(f"#standing-{model.lower()}")
            expect(row.locator("td.rescored a").first).to_have_text(score)
            expect(row.locator("td").first).to_have_css("visibility", "hidden")
        assert not visitor.faults


def test_what_counts_as_missing_anyway_is_not_taken_out_twice(told_site: Path):
    [board] = boards(read_snapshot(told_site / "data"), ["exam"])
    [row, *_] = [row for row in board.rows if "truncated" in row.outcomes]
    assert recount(told.EXAM, row) == {"scored": 24, "cut": row.outcomes["truncated"]}
    lenient = ScoringPolicy(truncated="missing")
    assert recount(told.EXAM.model_copy(update={"scoring": lenient}), row) == {}
