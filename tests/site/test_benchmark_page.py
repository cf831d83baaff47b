"""What stands on the pages of benchmarks and problems besides standings."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from pydantic import ValidationError

from porism.core import Benchmark
from porism.core.benchmark import HumanScores
from porism.site import address
from porism.site.pages.contamination import dates, jump_words
from porism.stats.contamination import Jump
from tests.site import told
from tests.site.visits import Visitor


@pytest.fixture
def at_told(chromium: Browser, told_site: Path):
    with Visitor(chromium, told_site, java_script_enabled=False) as visitor:
        yield visitor
        assert not visitor.faults


def column(page: Page, table: str, title: str) -> list[str]:
    """The texts in a column of a table."""
    heads = page.locator(f"[data-table={table}] thead th").all_inner_texts()
    place = heads.index(title) + 1
    return page.locator(f"[data-table={table}] tbody tr > :nth-child({place})").all_inner_texts()


def test_models_stand_among_people(at_told: Visitor):
    page = at_told.open("benchmarks/exam/index.html")
    said = page.get_by_text("100 people sat this exam (pupils)")
    expect(said).to_contain_text("the median 33.3 %, the best tenth from 75.0 %")
    expect(said.get_by_role("link")).to_have_attribute("href", told.PEOPLE["source"])
    # Half of the problems are 6 points: 50 scored less, 30 the same.
    assert column(page, "standings", "Among people, %")[0] == "65.0"
    page = at_told.open("benchmarks/papers/index.html")
    assert "people" not in page.locator("main").inner_text()


@pytest.mark.parametrize(
    "wrong",
    [
        {"people": [1]},
        {"scores": [2, 2, 6, 9, 12]},
        {"points": 11},
        {"people": [0, 0, 0, 0, 0]},
        {"people": [1, -1, 0, 0, 0]},
        {"scores": [2, 4, 6, 9, float("inf")]},
    ],
)
def test_what_people_scored_must_make_sense(wrong):
    assert HumanScores.model_validate(told.PEOPLE)
    with pytest.raises(ValidationError):
        HumanScores.model_validate(told.PEOPLE | wrong)


def test_what_models_may_have_seen_is_told_with_its_evidence(at_told: Visitor):
    page = at_told.open("benchmarks/exam/index.html")
    assert "Of 3 models whose release is known, 2 came out later" in page.inner_text("main")
    assert column(page, "exposed", "Days after the problems") == ["50", "172"]
    page = at_told.open("benchmarks/papers/problems/p1.html")
    expect(page.locator("dl.facts")).to_contain_text("2025-05-11, before 1 model here came out")
    gamma = page.locator("[data-table=results] th", has_text="Gamma")
    expect(gamma).to_contain_text("came out 2025-07-01")


@pytest.mark.parametrize(
    ("p", "said"), [(0.01, "later do better here"), (0.4, "later do no better here")]
)
def test_a_jump_is_said_in_words(p, said):
    words = jump_words(Jump(jump=0.5, p_value=p, before=3, after=4))
    assert said in words
    assert f"+0.50 logits, one-sided p = {p:.3f}" in words


def test_what_has_no_known_day_is_not_called_unseen():
    facts = told.EXAM.model_dump()
    facts |= {"published": None, "problems": {"kind": "elsewhere", "how": "imported"}}
    said = dates(Benchmark.model_validate(facts), dated=4, later=0)
    assert said == "Since when the problems can be read is not known."


def test_problems_from_papers_say_which(at_told: Visitor):
    page = at_told.open("benchmarks/papers/index.html")
    said = "8 problems made from 8 papers, first read from 2025-05-11 to 2025-05-18."
    expect(page.get_by_text(said)).to_be_visible()
    assert column(page, "origins", "Theorem") == [f"Theorem {n}.1" for n in range(1, 9)]
    link = page.get_by_role("link", name="2505.00003v2")
    expect(link).to_have_attribute("href", "https://arxiv.org/abs/2505.00003v2")
    page = at_told.open("benchmarks/exam/index.html")
    expect(page.locator("[data-table=origins]")).to_have_count(0)


@pytest.mark.parametrize(
    ("paper", "known"),
    [
        ("2505.00001", True),
        ("2505.00001v12", True),
        ("math/0309136", True),
        ("math.AG/0309136v1", True),
        ("2505.00001v2/../x", False),
        ("javascript:alert(1)", False),
        ("", False),
    ],
)
def test_only_papers_of_arxiv_lead_there(paper, known):
    assert bool(address.arxiv(paper)) is known


def test_guessing_is_drawn_beside_scores(chromium: Browser, run_site: Path):
    with Visitor(chromium, run_site) as visitor:
        page = visitor.open("benchmarks/porism-sample-choice/index.html")
        expect(page.get_by_text("Guessing would score")).to_be_visible()
        expect(page.locator("[data-table=standings] .whisker .chance")).to_have_count(2)
        expect(page.get_by_role("heading", name="By place of the right answer")).to_be_visible()
        page = visitor.open("benchmarks/porism-sample/index.html")
        expect(page.locator(".whisker .chance")).to_have_count(0)
        assert not visitor.faults
