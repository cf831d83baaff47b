import json
from datetime import date
from pathlib import Path

import pytest

from porism.benchmarks import load_problems
from porism.core import (
    Benchmark,
    FinalAnswer,
    FormalStatement,
    Image,
    Kind,
    MultipleChoice,
    Problem,
    ProofScheme,
    TrueStatement,
)
from porism.core.benchmark import Folder
from porism.errors import ConfigurationError, DefinitionError

PNG = b"\x89PNG\r\n\x1a\n rest"
GIF = b"GIF89a rest"


def benchmark(kind: Kind = "final_answer", **more: object) -> Benchmark:
    return Benchmark.model_validate(
        {
            "id": "mine",
            "name": "Mine",
            "kind": kind,
            "published": date(2026, 1, 1),
            "description": "d",
            "prompt": "final-answer",
            "problems": Folder(),
            **more,
        }
    )


def load(folder: Path, *lines: object, of: Benchmark | None = None) -> tuple[Problem, ...]:
    text = "\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines)
    (folder / "problems.jsonl").write_text(text, encoding="utf-8")
    return load_problems(of or benchmark(), folder)


def fault(folder: Path, *lines: object, of: Benchmark | None = None) -> DefinitionError:
    with pytest.raises(DefinitionError) as caught:
        load(folder, *lines, of=of)
    return caught.value


def test_the_short_form_is_read(tmp_path: Path):
    first, second = load(
        tmp_path,
        {"id": 1, "problem": "Was ist $1+1$?", "answer": 2, "source": "home"},
        {
            "id": "two",
            "statement": "s",
            "answer": "\\frac12",
            "types": ["Algebra"],
            "withdrawn": "x",
        },
    )
    assert (first.id, first.statement) == ("1", "Was ist $1+1$?")
    assert first.reference == FinalAnswer(answer="2")
    assert first.provenance.source == "home"
    assert (second.types, second.withdrawn) == (("Algebra",), "x")


def test_the_long_form_is_the_noun_itself(tmp_path: Path):
    problem = Problem(
        id="p",
        statement="s",
        images=(Image(media_type="image/png", data=PNG),),
        reference=MultipleChoice(correct="a", distractors=("b", "c")),
        sketch="first",
    )
    assert load(tmp_path, problem.to_json(), of=benchmark("multiple_choice")) == (problem,)


@pytest.mark.parametrize(
    ("kind", "reference"),
    [
        ("final_answer", FinalAnswer(answer="b")),
        ("multiple_choice", MultipleChoice(label="B")),
        ("proof", ProofScheme(rubric="b")),
        ("broken_statement", TrueStatement(original="b")),
        ("formal_proof", FormalStatement(statement="b")),
    ],
)
def test_an_answer_becomes_the_reference_of_the_kind(tmp_path: Path, kind: Kind, reference: object):
    (problem,) = load(tmp_path, {"id": "p", "statement": "s", "answer": "b"}, of=benchmark(kind))
    assert problem.reference == reference


def test_pictures_lie_beside_the_file_and_say_themselves_what_they_are(tmp_path: Path):
    (tmp_path / "img").mkdir()
    (tmp_path / "img/a.png").write_bytes(PNG)
    (tmp_path / "b.jpg").write_bytes(GIF)
    (problem,) = load(tmp_path, {"id": "p", "images": ["img/a.png", "b.jpg"], "answer": "1"})
    assert [image.media_type for image in problem.images] == ["image/png", "image/gif"]
    assert problem.images[0].data == PNG


FINE = {"id": "p", "statement": "s", "answer": "1"}
WRONG_BYTES = Image(media_type="image/jpeg", data=PNG).model_dump(mode="json")


@pytest.mark.parametrize(
    ("line", "key", "words"),
    [
        (FINE, "id", "'p' is the id of two problems: see line 1"),
        ({**FINE, "id": "q", "images": ["no.png"]}, None, "there is no file"),
        ({**FINE, "id": "q", "images": [5]}, "images[0]", "not 5"),
        ({**FINE, "id": "q", "images": ["../a.png"]}, None, "leads outside"),
        ({**FINE, "id": "q", "images": ["..\\a.png"]}, None, "leads outside"),
        ({**FINE, "id": "q", "images": ["/etc/passwd"]}, None, "leads outside"),
        ({**FINE, "id": "q", "images": ["C:\\a.png"]}, None, "leads outside"),
        ({**FINE, "id": "q", "images": ["link.png"]}, None, "is a link that leads outside"),
        ({**FINE, "id": "q", "images": ["text.png"]}, None, "not a PNG, JPEG, WebP or GIF"),
        (
            {**FINE, "id": "q", "images": [WRONG_BYTES]},
            "images",
            "image/jpeg, its bytes that it is",
        ),
        ({"id": "q", "answer": "1"}, "statement", "neither a statement nor an image"),
        ({"id": "q", "statement": " ", "answer": "1"}, "statement", "neither a statement"),
        ({**FINE, "id": "q", "answer": ""}, "answer", "is empty"),
        ({"id": "q", "statement": "s"}, "answer", "give either answer or reference"),
        ({**FINE, "id": "q", "problem": "t"}, "problem", "the same as statement"),
        ({**FINE, "id": "q", "answer": 0.5}, "answer", "put it in quotes"),
        ({**FINE, "id": "q", "source": "a", "provenance": {}}, None, "belongs into provenance"),
        ({**FINE, "id": "q", "anwser": "1"}, "anwser", "did you mean 'answer'?"),
        ({**FINE, "id": "q\x1b[31m"}, "id", "cannot be printed"),
        ({**FINE, "id": ""}, "id", "at least 1 character"),
        (
            {"id": "q", "statement": "s", "reference": {"kind": "proof"}},
            "reference",
            "is for proof, but mine is final_answer",
        ),
        ('{"id": "q",', None, "not JSON"),
    ],
)
def test_a_wrong_line_is_told_with_its_number(
    tmp_path: Path, line: object, key: str | None, words: str
):
    folder = tmp_path / "b"
    folder.mkdir()
    (folder / "text.png").write_text("not a picture")
    (tmp_path / "outside.png").write_bytes(PNG)
    (folder / "link.png").symlink_to(tmp_path / "outside.png")
    error = fault(folder, FINE, line)
    assert error.line == 2
    assert words in error.problem
    assert key is None or error.key == key


@pytest.mark.parametrize(
    ("reference", "words"),
    [
        ({"label": "F"}, "'F' is not one of the letters ABCDE"),
        ({"label": "AB"}, "not one of the letters"),
        ({"label": "A", "correct": "x"}, "both a label and the text"),
        ({}, "needs the letter of the right choice"),
        ({"correct": "x"}, "needs the letter"),
        ({"correct": "x", "distractors": ["x"]}, "each different"),
        ({"correct": "x", "distractors": ["a", "b", "c"], "labels": "ABC"}, "fit the letters ABC"),
    ],
)
def test_choices_must_be_answerable(tmp_path: Path, reference: dict[str, object], words: str):
    line = {"id": "p", "statement": "s", "reference": {"kind": "multiple_choice", **reference}}
    assert words in fault(tmp_path, line, of=benchmark("multiple_choice")).problem


def test_a_formal_problem_needs_its_statement(tmp_path: Path):
    line = {"id": "p", "statement": "s", "answer": ""}
    assert "Lean" in fault(tmp_path, line, of=benchmark("formal_proof")).problem


def test_references_may_be_kept_back(tmp_path: Path):
    line = {"id": "p", "statement": "s", "answer": ""}
    assert len(load(tmp_path, line, of=benchmark(withheld=True))) == 1


def test_missing_problems_are_noticed_unless_the_benchmark_is_a_draft(tmp_path: Path):
    stated = benchmark(problem_count=2)
    assert "1 problems, but mine states 2" in fault(tmp_path, FINE, of=stated).problem
    assert len(load(tmp_path, FINE, of=benchmark(problem_count=2, status="draft"))) == 1
    assert "there are no problems" in fault(tmp_path, "").problem


def test_a_file_that_is_not_there_says_where_it_comes_from(tmp_path: Path):
    with pytest.raises(ConfigurationError, match=r"no .*problems\.jsonl; they come from https://x"):
        load_problems(benchmark(source="https://x"), tmp_path)


def test_a_large_picture_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("porism.benchmarks.images.LARGEST", 10)
    (tmp_path / "a.png").write_bytes(PNG)
    assert "larger than 10 bytes" in fault(tmp_path, {**FINE, "images": ["a.png"]}).problem
