"""The desk in a real browser: by keyboard alone, without scripts, under attack."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, Route, expect

from porism.core import FinalAnswer, Reviewer, Verdict
from porism.store import Filter
from porism.store.decisions import Decisions
from porism.store.people import People
from tests.desk.conftest import DAY, Place, open_desk
from tests.desk.world import MODELS, World, benchmark, problem
from tests.markup.hostile import ATTACKS

WATCH = """
window.ran = () => { window.ran.count++; }; window.ran.count = 0; window.refused = [];
document.addEventListener("securitypolicyviolation",
  (event) => window.refused.push(event.violatedDirective + " " + event.blockedURI));
"""


def enter(browser: Browser, desk: Place, name: str = "Emmy", **settings: object) -> Page:
    """A person's browser, signed in by the link that they were sent."""
    context = browser.new_context(**{"viewport": {"width": 1280, "height": 900}, **settings})
    page = context.new_page()
    page.add_init_script(WATCH)
    token = People(desk.store).invite(Reviewer(name=name), DAY)
    page.goto(f"{desk.base}/sign-in#{token}")
    if settings.get("java_script_enabled") is False:
        page.get_by_label("Invitation").fill(token)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("What waits for you")
    assert token not in page.url
    return page


def violations(page: Page) -> list[tuple[str, str]]:
    page.evaluate("document.querySelectorAll('details').forEach((d) => { d.open = true; })")
    theirs = {"exclude": [[".turn .prose"]]}  # whose headings and tables are as models wrote them
    options = {"resultTypes": ["violations"], "preload": False}
    found = Axe().run(page, context=theirs, options=options)
    return [(v["id"], v["nodes"][0]["html"][:200]) for v in found.response["violations"]]


def posts(route: Route) -> bool:
    return route.request.method == "POST"


def test_a_review_by_keyboard_alone(chromium: Browser, world: World, desk: Place):
    one, two, *_ = world.sums(2)
    page = enter(chromium, desk)
    press = page.keyboard.press
    press("?")
    expect(page.get_by_role("dialog")).to_contain_text("Start with the first queue")
    press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()
    press("1")
    expect(page.get_by_role("heading", level=1)).to_contain_text("4 waiting")
    press("j")
    press("j")
    press("Enter")
    expect(page.get_by_text("Attempt 1 of brass-model")).to_be_visible()
    press("k")
    expect(page.get_by_text("Attempt 1 of glass-model")).to_be_visible()
    press("1")
    press("n")
    page.keyboard.type("Equal, after simplifying; 0 is $0$. j k s u")
    press("Control+Enter")
    expect(page.locator(".saved")).to_contain_text("Saved: right")
    expect(page.get_by_text("Attempt 1 of brass-model")).to_be_visible()
    press("e")
    page.keyboard.type("0.5")
    press("Escape")
    press("s")
    expect(page.locator(".saved")).to_contain_text("Saved: 50 %")
    expect(page.get_by_role("heading", level=1)).to_contain_text("Problem 2")
    press("u")
    expect(page.locator(".history .withdrawn")).to_contain_text("50 %")
    first, second, taken = (made.decision for made in Decisions(world.store).all())
    assert (first.subject, first.score) == (one, 1.0)
    assert first.why == "Equal, after simplifying; 0 is $0$. j k s u"
    assert (second.subject, second.score, taken.undoes) == (two, 0.5, second.id)
    assert page.evaluate("window.refused") == []


def test_ways_within_a_page_leave_it_as_it_is(chromium: Browser, world: World, desk: Place):
    one, *_ = world.proofs(1)
    page = enter(chromium, desk, viewport={"width": 390, "height": 800}, reduced_motion="reduce")
    page.goto(f"{desk.base}/queue/proofs/item?subject={one}")
    page.get_by_label("Note").fill("Half a thought")
    page.get_by_role("link", name="Decide").click()
    page.wait_for_load_state("networkidle")
    expect(page.get_by_role("button", name="Save")).to_be_in_viewport()
    expect(page.get_by_label("Note")).to_have_value("Half a thought")


def test_two_browsers_meet(chromium: Browser, world: World, desk: Place):
    one, *_ = world.sums(1)
    emmy, max_ = enter(chromium, desk), enter(chromium, desk, "Max")
    for page in (emmy, max_):
        page.goto(f"{desk.base}/queue/flagged/item?subject={one}")
    emmy.keyboard.press("1")
    emmy.keyboard.press("s")
    expect(emmy.locator(".saved")).to_be_visible()
    max_.keyboard.press("0")
    max_.get_by_label("Note").fill("I disagree.")
    max_.keyboard.press("Control+Enter")
    expect(max_.get_by_role("alert")).to_contain_text("changed since you opened it")
    expect(max_.get_by_label("Note")).to_have_value("I disagree.")
    expect(max_.locator(".history")).to_contain_text("right")
    max_.keyboard.press("s")
    expect(max_.locator(".saved")).to_contain_text("Saved: wrong")


def test_it_works_without_scripts(chromium: Browser, world: World, desk: Place):
    world.sums(1)
    page = enter(chromium, desk, java_script_enabled=False)
    page.get_by_role("link", name="Start with Flagged attempts").click()
    page.get_by_label("Wrong").check(force=True)
    page.get_by_role("button", name="Save").click()
    expect(page.locator(".saved")).to_contain_text("Saved: wrong")
    page.get_by_role("button", name="Undo").click()
    expect(page.locator(".history")).to_contain_text("taken back")


def test_when_the_desk_is_gone_nothing_written_is(chromium: Browser, world: World):
    one, *_ = world.sums(1)
    with open_desk(world.store) as place:
        page = enter(chromium, place)
        page.goto(f"{place.base}/queue/flagged/item?subject={one}")
    page.get_by_label("Note").fill("Long thoughts.")
    page.keyboard.press("Control+Enter")
    expect(page.get_by_role("status")).to_contain_text("The desk does not answer: this may not")
    expect(page.get_by_label("Note")).to_have_value("Long thoughts.")


def test_a_slow_save_is_told_until_it_ends(chromium: Browser, world: World, desk: Place):
    world.sums(1)
    page = enter(chromium, desk)
    page.get_by_role("link", name="Start with Flagged attempts").click()
    status, held = page.get_by_role("status"), []
    page.route("**/item?*", lambda it: held.append(it) if posts(it) else it.fallback())
    for model in ("glass-model", "brass-model"):
        expect(page.get_by_text(f"Attempt 1 of {model}")).to_be_visible()
        page.keyboard.press("1")
        page.keyboard.press("s")
        expect(status).to_have_text("Saving …")
        page.evaluate("document.getAnimations().forEach((one) => one.finish())")
        expect(status).to_be_visible()
        held.pop().continue_()
        expect(status).to_contain_text("Saved: right")
        page.evaluate("document.getAnimations().forEach((one) => one.finish())")
        expect(status).to_be_hidden()


def test_saved_is_not_called_lost_when_the_next_page_does_not_come(
    chromium: Browser, world: World, desk: Place
):
    one, *_ = world.sums(1)
    page = enter(chromium, desk)
    page.goto(f"{desk.base}/queue/flagged/item?subject={one}")
    page.route("**/item?*", lambda it: it.fallback() if posts(it) else it.abort(), times=2)
    page.keyboard.press("1")
    page.keyboard.press("s")
    expect(page.locator(".saved")).to_contain_text("Saved: right")


@pytest.mark.parametrize(("scheme", "width"), [("light", 1280), ("dark", 390)])
def test_axe_finds_nothing_and_no_page_is_too_wide(
    chromium: Browser, world: World, desk: Place, scheme, width
):
    one, *_ = world.all().store.attempts()
    proof = next(iter(world.store.attempts(Filter(benchmark="olympiad"))))
    world.uniform(proof.id, r"We *argue* that $\sum_{k=1}^{n} k = \frac{n(n+1)}{2}$.", same=True)
    emmy = desk.seat("Ada")
    assert emmy.decide("flagged", one.id, say="1", why="A *note*.").status_code == 303
    size = {"width": width, "height": 800}
    page = enter(chromium, desk, "Ada", viewport=size, color_scheme=scheme)
    places = [
        "/", "/queue/flagged", "/queue/proofs/next", "/queue/rubrics/next",
        f"/queue/flagged/item?subject={one.id}",
    ]  # fmt: skip
    if scheme == "light":
        places += ["/sign-in", "/queue/candidates/next", "/decisions", "/agreement", "/nowhere"]
    for place in places:
        page.goto(desk.base + place)
        assert not violations(page), place
        assert page.evaluate("document.documentElement.scrollWidth") <= width, place
        assert page.evaluate("window.refused") == [], place


def test_hostile_texts_do_nothing(chromium: Browser, world: World, desk: Place):
    attacks = "\n\n".join(attack for _, attack in ATTACKS if attack.isprintable())
    name = "<img src=x onerror=ran()>"
    asked = problem("<b>1</b>", attacks, FinalAnswer(answer="<script>ran()</script>"))
    world.store.record(benchmark("bad", "final_answer"), [asked])
    spoken = Verdict(
        outcome="graded", score=0, extracted=name, reason=attacks[:2000], flags=("near-miss",),
        grader="rules",
    )  # fmt: skip
    one = world.attempt("bad", "<b>1</b>", MODELS[0], 1, attacks, spoken)
    page = enter(chromium, desk, name)
    page.goto(f"{desk.base}/queue/flagged/item?subject={one}")
    page.get_by_label("Note").fill(attacks[:10_000])
    page.keyboard.press("Escape")
    page.keyboard.press("1")
    page.keyboard.press("s")
    expect(page.locator(".saved")).to_be_visible()
    for place in ("/", "/decisions", f"/queue/flagged/item?subject={one}", "/queue/flagged"):
        page.goto(desk.base + place)
        assert page.evaluate("window.ran.count") == 0, place
        assert page.evaluate("window.refused") == [], place
        expect(page.locator(".who")).to_contain_text(name)
