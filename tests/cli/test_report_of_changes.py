"""``porism report``: what changed, as Markdown, HTML and JSON, with hostile names."""

import json
from html.parser import HTMLParser
from pathlib import Path

import pytest

from porism.core import Revision, Verdict
from tests.cli.test_commands import fails, run
from tests.report.test_change import DAY, MANY, Month, model
from tests.report.test_results import benchmark

HOSTILE = "<script>alert(1)</script>\" onload='x' & \x1b[2J\u202e|`x`[a](b)"
SINCE = ("report", "--since", "2026-11-30")
SEEN_AS = HOSTILE.replace("\x1b", "<U+001B>").replace("\u202e", "<U+202E>")


class Page(HTMLParser):
    """The elements and attributes of a page, and its text."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.elements: set[str] = set()
        self.attributes: set[str] = set()
        self.words = ""
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.add(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_data(self, data: str) -> None:
        self.words += data


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    assert run("init").exit_code == 0
    return tmp_path


@pytest.fixture
def busy(workspace: Path) -> Path:
    """A store in which all kinds of things happened after a day."""
    month = Month(workspace / "porism.db")
    month.opened.record_model(model("m").model_copy(update={"name": HOSTILE}))
    for name, right in (("m", 4), ("n", 6)):
        month.score(name, right)
    month.later()
    month.opened.record_model(model("o", status="active"))
    month.score("o", 12)
    said = {"outcome": "graded", "reason": HOSTILE, "authority": "person", "grader": HOSTILE}
    month.opened.add_verdict("x12", Verdict(score=1, **said)).result()
    made = {"number": 2, "effect": "substantive", "why": HOSTILE, "made": DAY.date()}
    corrected = MANY[0].model_copy(update={"revisions": (Revision.model_validate(made),)})
    gone = MANY[1].model_copy(update={"withdrawn": HOSTILE})
    named = benchmark().model_copy(update={"name": HOSTILE})
    month.opened.record(named, [corrected, gone, *MANY[2:]])
    month.opened.close()
    return workspace


def test_html_shows_hostile_names_as_text_and_runs_and_loads_nothing(busy: Path):
    assert run(*SINCE, "-o", "r.html").exit_code == 0
    page = Page((busy / "r.html").read_text())
    assert page.elements == {
        "html", "head", "meta", "title", "style", "body", "h1", "h2", "p", "img", "div", "table",
        "thead", "tbody", "tr", "th", "td",
    }  # fmt: skip
    assert page.attributes == {
        "lang",
        "charset",
        "name",
        "content",
        "http-equiv",
        "class",
        "alt",
        "src",
    }
    assert SEEN_AS in page.words
    text = (busy / "r.html").read_text()
    assert "default-src 'none'" in text
    assert text.count('src="data:image/svg+xml;base64,') == text.count("<img ") >= 2
    assert not {"\x1b", "\u202e"} & set(text)
    for title in ("Standings", "New leaders", "New models", "Movers", "Corrected problems",
                  "Withdrawn problems", "Overruled verdicts", "Costs"):  # fmt: skip
        assert f"<h2>{title}</h2>" in text


def test_markdown_has_its_charts_beside_it(busy: Path):
    assert run(*SINCE, "-o", "r.md").exit_code == 0
    text = (busy / "r.md").read_text()
    charts = sorted(path.name for path in busy.glob("r-*.svg"))
    assert charts
    assert all(f"](<{name}>)" in text for name in charts)
    assert r"\<script\>alert(1)\</script\>" in text
    assert "<script" not in text.replace(r"\<", "")
    printed = run(*SINCE).output
    assert "## Movers" in printed
    assert ".svg" not in printed


def test_json_has_the_figures(busy: Path):
    found = json.loads(run(*SINCE, "--json").output)
    assert [new["model"] for new in found["new_models"]] == ["o"]
    assert found["leaders"][0]["former"] == "n"
    assert found["corrections"]["overruled"][0]["why"] == HOSTILE
    assert len(found["corrections"]["withdrawn"]) == 1


def test_everything_is_new_after_a_day_before_everything(busy: Path):
    found = json.loads(run("report", "--since", "2020-01-01", "--json").output)
    assert len(found["new_models"]) == 3
    assert (found["leaders"], found["moves"]) == ([], [])
    assert "3 new models, 1 new benchmark" in run("report", "--since", "2020-01-01").output


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["--since", "2026-12-31"], "nothing lies between"),
        (["--since", "2026-11-30", "--as-of", "2026-11-29"], "nothing lies between"),
        (["--since", "2026-11-30", "-o", "r.pdf"], "r.pdf: a report's file ends in .md or .html"),
        (["--since", "2026-11-30", "-o", "no/r.md"], "no/r.md: No such file or directory"),
    ],
)
def test_mistakes_end_in_one_line_and_code_2(busy, capsys, monkeypatch, words, complaint):
    assert complaint in fails(capsys, monkeypatch, "report", *words)


def test_an_empty_store_and_no_day_are_told(workspace, capsys, monkeypatch):
    assert "nothing has been asked or imported" in fails(capsys, monkeypatch, *SINCE)
    assert run("report").exit_code == 2
    assert run("report", "--since", "yesterday").exit_code == 2
