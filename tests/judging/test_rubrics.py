"""The linter of rubrics, their files and their drafts."""

from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from porism.core import Rubric, RubricPath
from porism.errors import ConfigurationError, DefinitionError
from porism.judging import Unread
from porism.judging.drafting import draft_question
from porism.judging.rubrics import faults_of, lint, read_rubric, to_yaml
from porism.records import parse_yaml
from tests.judging.cases import FINAL, PROOF, part, rubric

SEVEN = Decimal(7)
FILE = """\
benchmark: b
problem: p
points: 7
author: Ann
paths:
  - id: direct
    parts:
      - {id: a1, points: 2.5, text: Shows $a$.}
      - {id: a2, points: 4.5, text: "Shows: b"}
"""


def path(*parts: tuple[str, object, str]) -> RubricPath:
    return RubricPath(id="direct", parts=tuple(part(*one) for one in parts))


def problems(found: list) -> list[str]:
    return [fault.problem for fault in found]


def test_a_good_rubric_has_no_faults():
    assert lint(rubric(), SEVEN) == []
    assert lint(rubric(), None, rubric()) == []


def test_points_add_up_on_each_path():
    found = lint(rubric(path(("a", 3, ""), ("b", 3, ""))), SEVEN)
    assert problems(found) == ["the parts of path direct add up to 6 points, not 7"]
    assert found[0].key == ("paths", 0, "parts")
    tenths = path(*((f"p{n}", "0.7", "") for n in range(10)))
    assert lint(rubric(tenths), SEVEN) == []


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"points": Decimal(10)}, "the problem's highest mark is 7"),
        ({"paths": ()}, "there is no path to a solution"),
        (
            {
                "paths": (
                    path(
                        ("a", 7, " "),
                    ),
                )
            },
            "a says nothing",
        ),
        ({"paths": (path(("a", 7, ""), ("b", 0, "")),)}, "b is worth nothing"),
        ({"zero_credit": (" ",)}, "an empty text"),
        ({"deductions": ({"id": "d", "text": "x", "points": 8},)}, "deducts more than the 7"),
    ],
)
def test_what_would_mislead_is_found(changes: dict, said: str):
    assert any(said in one for one in problems(lint(rubric(**changes), SEVEN)))


def test_names_go_on_naming_the_same_parts():
    before = rubric(path(("a", 3, "The base case holds."), ("b", 4, "The step from n to n+1.")))
    swapped = rubric(path(("b", 3, "The base case holds."), ("a", 4, "The step from n to n+1.")))
    assert [said[:24] for said in problems(lint(swapped, SEVEN, before))] == [
        "this part was called a i", "this part was called b i",
    ]  # fmt: skip
    other = rubric(path(("a", 3, "Compares with an integral over x."), ("b", 4, "Q.E.D.")))
    assert all("take a new name" in said for said in problems(lint(other, SEVEN, before)))
    edited = rubric(path(("a", 2, "The base case holds, n = 1."), ("b", 5, "The step from n.")))
    assert lint(edited, SEVEN, before) == []


def test_a_file_says_where_it_is_wrong(tmp_path: Path):
    file = tmp_path / "p.yaml"
    file.write_text(FILE)
    found, place = read_rubric(file)
    assert [one.points for one in found.parts] == [Decimal("2.5"), Decimal("4.5")]
    assert lint(found, SEVEN) == []
    file.write_text(FILE.replace("4.5", "4"))
    found, place = read_rubric(file)
    assert faults_of(lint(found, SEVEN), place) == (
        f"{file}:7: paths[0].parts: the parts of path direct add up to 6.5 points, not 7"
    )
    file.write_text(FILE.replace("text: Shows $a$.", "txt: x"))
    with pytest.raises(DefinitionError, match=r"p.yaml:8: .*did you mean 'text'"):
        read_rubric(file)
    file.write_text(FILE.replace("a2", "a1"))
    with pytest.raises(DefinitionError, match="the id 'a1' is there twice"):
        read_rubric(file)


def drafted(*lines: str) -> str:
    question = draft_question("b", PROOF, "m")
    word = question.messages[0].text.rsplit("</scheme-", 1)[1].split(">")[0]
    body = "\n".join(lines)
    return f"Here it is.\n<scheme-{word}>\n{body}\n</scheme-{word}>"


def test_a_draft_is_read_and_linted():
    question = draft_question("b", PROOF, "m")
    assert PROOF.reference.solutions[0] in question.messages[0].text
    made = question.read(
        drafted(
            "paths:",
            "  - id: a",
            "    parts:",
            "      - id: a1",
            "        points: 7",
            "        text: |-",
            r"          That $\frac{n}{2}$: it is whole.",
        )
    )
    assert made.parts[0].text == r"That $\frac{n}{2}$: it is whole."
    assert (made.author, made.state, made.points) == ("m", "draft", SEVEN)


@pytest.mark.parametrize(
    ("lines", "why"),
    [
        (("paths: [{id: a, parts: [{id: a1, points: 6, text: t}]}]",), "add up to 6 points, not 7"),
        (("paths: []",), "no path"),
        (("paths: *x",), "not YAML"),
        (("paths: [{id: a, parts: [{id: a1, points: 7, text: ''}]}]",), "says nothing"),
        (("points: 7",), "no such key"),
        (("- " * 300,), "nested too deeply|not YAML|empty|expected"),
    ],
)
def test_a_draft_that_cannot_be_used_is_sent_back(lines: tuple[str, ...], why: str):
    with pytest.raises(Unread, match=why):
        draft_question("b", PROOF, "m").read(drafted(*lines))


def test_nothing_is_drafted_from_nothing():
    with pytest.raises(ConfigurationError, match="no reference solution"):
        draft_question("b", FINAL, "m")


texts = st.text(st.characters(codec="utf-8", exclude_categories=("Cs", "Cc")), min_size=1)
lines = st.lists(texts, min_size=1, max_size=3).map("\n".join)


@settings(max_examples=15)
@given(lines, st.integers(1, 99_999))
def test_a_rubric_comes_back_from_its_file(text: str, quarters: int):
    written = rubric(path(("a", str(Decimal(quarters) / 4), text)), zero_credit=(text,))
    found, _ = parse_yaml(to_yaml(written), Rubric, Path("p.yaml"))
    assert found == written
