"""Pages as people read them: with and without scripts, on wide and narrow screens."""

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from tests.site.visits import Visitor

KINDS = (
    "index.html",
    "benchmarks/*/index.html",
    "benchmarks/*/problems/*.html",
    "benchmarks/*/attempts/*/*.html",
    "models/*.html",
    "compare/index.html",
    "compare/*~*.html",
    "methods.html",
    "corrections.html",
    "data/index.html",
    "about.html",
)


def one_of_each(root: Path) -> list[str]:
    """A page of every kind that the site has."""
    found = (sorted(root.glob(kind)) for kind in KINDS)
    return [str(pages[len(pages) // 2].relative_to(root)) for pages in found if pages]


@pytest.fixture
def visitor(chromium: Browser, site: Path):
    with Visitor(chromium, site) as opened:
        yield opened
        assert not opened.faults


@pytest.fixture
def at_samples(chromium: Browser, run_site: Path):
    with Visitor(chromium, run_site) as opened:
        yield opened
        assert not opened.faults


def violations(page) -> list[tuple[str, str, str]]:
    page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
    found = Axe().run(
        page, options={"resultTypes": ["violations"], "iframes": False, "preload": False}
    )
    return [
        (v["id"], v["nodes"][0]["html"][:200], v["nodes"][0]["failureSummary"])
        for v in found.response["violations"]
    ]


def test_axe_finds_nothing(at_samples: Visitor):
    for path in one_of_each(at_samples.root):
        assert not violations(at_samples.open(path)), path


def test_axe_finds_nothing_in_the_dark(chromium: Browser, imported_site: Path):
    with Visitor(chromium, imported_site, color_scheme="dark") as visitor:
        for path in one_of_each(imported_site)[:7]:
            assert not violations(visitor.open(path)), path


def test_axe_finds_nothing_in_what_scripts_add(chromium: Browser, told_site: Path):
    with Visitor(chromium, told_site) as visitor:
        page = visitor.open("index.html?cut=1&unseen=1")
        page.locator(".chart").first.hover()
        expect(page.get_by_role("button", name="Zoom in")).to_be_visible()
        assert not violations(page)
        page = visitor.open("compare/index.html?models=alpha+beta+gamma")
        expect(page.locator("[data-table=tests] tbody tr")).to_have_count(9)
        assert not violations(page)
        assert not violations(visitor.open("benchmarks/exam/index.html"))
        assert not visitor.faults


@pytest.mark.parametrize("width", [390, 1280])
def test_no_page_is_wider_than_the_screen(chromium: Browser, site: Path, width):
    with Visitor(chromium, site, viewport={"width": width, "height": 800}) as visitor:
        for path in one_of_each(site):
            page = visitor.open(path)
            assert page.evaluate("document.documentElement.scrollWidth") <= width, path


def test_pages_ask_for_nothing_from_elsewhere_and_break_no_rule(visitor: Visitor):
    for path in one_of_each(visitor.root):
        page = visitor.open(path)
        assert page.evaluate("window.refused") == [], path
        assert page.evaluate("window.ran.count") == 0


def names(page, table="overall"):
    rows = page.locator(f"[data-table={table}] tbody tr:visible th")
    return [text.split("\n")[0] for text in rows.all_inner_texts()]


def test_sorting_finding_and_columns_are_in_the_address(chromium: Browser, imported_site: Path):
    with Visitor(chromium, imported_site) as visitor:
        page = visitor.open("index.html")
        before = names(page)
        table = page.locator("[data-table=overall]")
        button = table.get_by_role("button", name="Model")
        button.click()
        assert names(page) == sorted(before, key=str.lower)
        expect(table.locator("th[data-key=model]")).to_have_attribute("aria-sort", "ascending")
        button.click()
        assert names(page) == sorted(before, key=str.lower, reverse=True)
        table.get_by_role("searchbox").fill("deepseek distill")
        table.get_by_text("Columns", exact=True).click()
        table.get_by_label("Ranks the data allow").uncheck()
        shown = names(page)
        assert len(shown) == 4
        address = page.url
        assert "overall.sort=-model" in address
        page.goto("about:blank")
        page.goto(address)
        assert names(page) == shown
        expect(table.get_by_role("searchbox")).to_have_value("deepseek distill")
        expect(table.locator("th[data-key=ranks]")).to_be_hidden()
        button.click()  # the third click: as the page came
        table.get_by_role("searchbox").fill("")
        assert names(page) == before
        assert "sort" not in page.url


def test_from_a_figure_to_what_was_said(at_samples: Visitor):
    page = at_samples.open("index.html")
    page.locator("#model-fake-strong td a").first.click()
    expect(page.locator("h1")).to_contain_text("strong", ignore_case=True)
    page.locator("#on-porism-sample td a").first.click()
    expect(page.locator(":target")).to_have_attribute("id", "grid-fake-strong")
    page.locator(":target td a").first.click()
    expect(page.locator("article.attempt")).to_have_count(4)
    page.locator("nav.chips a.chip").last.click()
    expect(page.locator("article:target .turn.assistant")).to_be_visible()
    expect(page.locator("article:target .verdicts .stands")).to_have_count(1)


def test_from_a_problem_to_its_attempts(at_samples: Visitor):
    page = at_samples.open("benchmarks/porism-sample-choice/index.html")
    page.locator("[data-table=problems] tbody th a").first.click()
    expect(page.locator(".choices .correct")).to_have_count(1)
    page.locator("a.chip").first.click()
    expect(page.locator("article:target")).to_be_visible()


def test_models_are_compared_side_by_side(at_samples: Visitor):
    page = at_samples.open("compare/index.html")
    page.locator("summary").first.click()
    page.locator("details[open] a").first.click()
    expect(page.locator("[data-table=tests] tbody tr").first).to_be_visible()
    page.locator("details.side summary").first.click()
    first, second = page.locator("details[open] iframe").all()
    expect(first.content_frame.locator("article.attempt").first).to_be_visible()
    expect(second.content_frame.locator("article.attempt").first).to_be_visible()


def test_everything_is_there_without_scripts(chromium: Browser, run_site: Path):
    with Visitor(chromium, run_site, java_script_enabled=False) as visitor:
        page = visitor.open("benchmarks/porism-sample/index.html")
        expect(page.locator(".tools")).to_have_count(0)
        expect(page.locator("[data-table=standings] tbody tr")).to_have_count(3)
        figure = page.locator(".grid td a").first
        sizes = [figure.evaluate("(a) => getComputedStyle(a).fontSize")]
        page.get_by_label("Show numbers").check()
        sizes.append(figure.evaluate("(a) => getComputedStyle(a).fontSize"))
        assert sizes[0] == "0px" != sizes[1]
        figure.click()
        expect(page.locator("article.attempt").first).to_be_visible()
        page.locator("summary", has_text="What was asked").first.click()
        expect(page.locator("details[open] .prose").first).to_be_visible()


def test_tables_keep_their_head_and_first_column_in_view(chromium: Browser, imported_site: Path):
    with Visitor(chromium, imported_site, viewport={"width": 390, "height": 500}) as visitor:
        page = visitor.open("index.html")
        scroll = page.locator("[data-table=overall] .scroll")
        scroll.scroll_into_view_if_needed()
        scroll.evaluate("(s) => { s.scrollTop = 300; s.scrollLeft = 200; }")
        box = scroll.bounding_box()
        head = scroll.locator("thead th[data-key=model]").bounding_box()
        assert abs(head["y"] - box["y"]) < 3
        assert abs(head["x"] - box["x"]) < 3


def test_grids_keep_their_names_and_problems_in_view(chromium: Browser, imported_site: Path):
    with Visitor(chromium, imported_site, viewport={"width": 390, "height": 500}) as visitor:
        page = visitor.open("benchmarks/matharena-aime2025i-feb2025-runs/index.html")
        scroll = page.locator(".grid .scroll")
        scroll.scroll_into_view_if_needed()
        scroll.evaluate("(s) => { s.scrollTop = 200; s.scrollLeft = 150; }")
        box = scroll.bounding_box()
        name = scroll.locator("tbody th").last.bounding_box()
        assert abs(name["x"] - box["x"]) < 3
        problem = scroll.locator("thead th").last.bounding_box()
        assert abs(problem["y"] - box["y"]) < 3


def test_places_of_a_grid_stand_below_their_problems(chromium: Browser, imported_site: Path):
    with Visitor(chromium, imported_site) as visitor:
        page = visitor.open("benchmarks/matharena-aime2025i-feb2025-runs/index.html")
        heads = [head.bounding_box() for head in page.locator(".grid thead th").all()[1:]]
        row = page.locator(".grid tbody tr").first
        row.scroll_into_view_if_needed()
        places = [place.bounding_box() for place in row.locator("td a").all()]
        assert [(p["x"], p["width"]) for p in places] == [(h["x"], h["width"]) for h in heads]
        for role, count in (("rowheader", 1), ("cell", len(heads))):
            expect(row.get_by_role(role)).to_have_count(count)


def test_long_names_stand_whole_in_heads_and_rows_on_whole_pixels(visitor: Visitor):
    page = visitor.open("index.html")
    head = page.locator("[data-table=scores] thead th").last
    name = head.locator("button")
    name.evaluate("(it) => { it.textContent = 'a_name_of_no_space_' + 'x'.repeat(60); }")
    assert head.evaluate("(it) => it.scrollWidth <= it.clientWidth")
    rows = page.locator("[data-table=scores] tbody tr")
    heights = rows.evaluate_all("(all) => all.map((it) => it.getBoundingClientRect().height)")
    assert heights == [round(height) for height in heights]
