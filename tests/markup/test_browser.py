"""A browser that is forbidden nothing shows every fragment of every attack, and nothing happens."""

from functools import cache

import pytest
from playwright.sync_api import Browser, Page, Route

from porism.markup import FONT, font, prose, stylesheet
from tests.markup.hostile import FAMILIES, fragments

ADDRESS = "https://page.example/attempts/1.html"
PATIENCE_MS = 300_000
"""A busy machine is not a fault."""
LURES = """() => {
    const kinds = ["mouseover", "focus", "load", "error", "toggle", "begin", "animationstart"];
    for (const element of document.querySelectorAll("section *")) {
        for (const kind of kinds) element.dispatchEvent(new Event(kind, {bubbles: true}));
        if (element.tagName !== "A") element.dispatchEvent(new MouseEvent("click"));
    }
    return new Promise(done => setTimeout(done, 200));
}"""
STATE = """() => ({
    ran: window.ran.count,
    title: document.title,
    address: String(location),
    sections: [...document.body.children].map(child => child.localName + child.dataset.number),
    foreign: document.querySelectorAll(
        "section :is(script, style, iframe, object, embed, img, svg, form, input, link, base, " +
        "meta, section, [style], [id], [name], [src], [srcset], [action])").length,
    schemes: [...new Set([...document.links].map(link => link.protocol))].sort(),
})"""


class Visit:
    """A page that is served a document, and what it asked for besides."""

    def __init__(self, page: Page, body: str) -> None:
        self.asked: list[str] = []
        self.faults: list[str] = []
        self._html = (
            "<!doctype html><title>harmless</title>"
            "<script>window.ran = () => window.ran.count++; window.ran.count = 0</script>"
            f"<style>{stylesheet()}</style><body>{body}"
        )
        page.route("**/*", self._answer)
        page.on("dialog", lambda dialog: self.faults.append(f"dialog: {dialog.message}"))
        page.on("popup", lambda popup: self.faults.append(f"popup: {popup.url}"))
        page.on("download", lambda download: self.faults.append(f"download: {download.url}"))
        page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        page.goto(ADDRESS)

    def _answer(self, route: Route) -> None:
        if route.request.url == ADDRESS:
            route.fulfill(body=self._html, content_type="text/html; charset=utf-8")
        elif route.request.url == ADDRESS.replace("1.html", FONT):
            route.fulfill(body=font(), content_type="font/woff2")
        else:
            self.asked.append(route.request.url)
            route.abort()


@pytest.fixture
def page(chromium: Browser):
    with chromium.new_context() as context:
        context.set_default_timeout(PATIENCE_MS)
        yield context.new_page()


@cache
def sections(family: str) -> list[str]:
    shown = (str(html) for attack in FAMILIES[family] for html in fragments(attack))
    return [
        f'<section data-number="{number}">{html}</section>' for number, html in enumerate(shown)
    ]


@pytest.mark.parametrize("family", FAMILIES)
def test_nothing_runs_and_nothing_is_asked_for(page, family):
    bodies = sections(family)
    visit = Visit(page, "".join(bodies))
    page.evaluate(LURES)
    state = page.evaluate(STATE)
    assert visit.asked == []
    assert visit.faults == []
    assert state == {
        "ran": 0,
        "title": "harmless",
        "address": ADDRESS,
        "sections": [f"section{number}" for number in range(len(bodies))],
        "foreign": 0,
        "schemes": ["https:", "mailto:"] if family == "links" else ["https:"],
    }


@pytest.mark.parametrize("family", ["mutations", "latex"])
def test_written_into_a_page_by_a_script_nothing_runs_either(page, family):
    visit = Visit(page, "<section></section>")
    for body in sections(family)[::3]:
        page.evaluate("html => { document.querySelector('section').innerHTML = html }", body)
    page.evaluate(LURES)
    assert visit.asked == []
    assert visit.faults == []
    assert page.evaluate("window.ran.count") == 0


@pytest.mark.parametrize(
    "attack",
    [
        "<script>ran()</script>",
        "<img src=x onerror=ran()>",
        "<svg onload=ran()></svg>",
        "<p onmouseover=ran()>x</p>",
        "<link rel=stylesheet href=https://attacker.example/a.css>",
        "<p style='background:url(https://attacker.example/b)'>x</p>",
    ],
)
def test_the_page_notices_what_runs(page, attack):
    visit = Visit(page, f"<section>{attack}</section>")
    page.evaluate(LURES)
    assert visit.asked or page.evaluate("window.ran.count")


def test_formulas_stay_where_they_stand(page):
    moved = "$\\hspace{-900em}a$ $\\raisebox{900em}{b}$ $\\kern-900em c$ $\\hspace{900em}d$"
    Visit(page, f"<section style='width: 600px'>{prose(moved)}</section>")
    boxes = page.evaluate(
        "[...document.querySelectorAll('math')].map(m => m.getBoundingClientRect().toJSON())"
    )
    assert all(box["x"] >= 0 and box["x"] + box["width"] < 700 for box in boxes), boxes
    assert all(box["height"] < 60 for box in boxes)


def test_fences_grow_with_what_they_hold(page):
    fraction = prose(r"$$\left(\frac{\frac12}{\frac34}\right)$$")
    Visit(page, f"<section>{fraction}</section>")
    page.evaluate("document.fonts.ready")
    height = "name => document.querySelector(name).getBoundingClientRect().height"
    assert page.evaluate(height, "mo") >= page.evaluate(height, "mfrac")
