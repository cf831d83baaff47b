import hashlib
from pathlib import Path

import pytest

from porism import prompts
from porism.errors import DefinitionError, UnknownName
from porism.prompts import Prompt, load, names, parse

SHIPPED = (
    "false-statement",
    "final-answer",
    "lean-proof",
    "multiple-choice",
    "multiple-choice-image",
    "multiple-choice-sketch",
    "project-euler",
    "proof",
    "true-or-false",
)


def read(text: str) -> Prompt:
    return parse(text, name="p", file="p.txt")


def test_the_public_face_is_what_is_visible():
    visible = {n for n in vars(prompts) if not n.startswith("_")}
    assert visible - {"prompt"} == set(prompts.__all__)


def test_every_shipped_prompt_loads():
    assert names() == SHIPPED
    for name in SHIPPED:
        assert load(name).id == name


@pytest.mark.parametrize("name", ["final-answer", "multiple-choice", "project-euler"])
def test_prompts_for_graded_answers_ask_for_one_box(name: str):
    assert r"inside \boxed{}" in load(name).text


def test_the_prompt_for_false_statements_does_not_hint_that_they_are():
    words = load("false-statement").text.lower()
    for hint in ("false", "disprove", "counterexample", "true", "wrong", "if it", "whether"):
        assert hint not in words


def test_a_workspace_adds_prompts_and_overrides(tmp_path: Path):
    (tmp_path / "short.txt").write_text("{statement}", encoding="utf-8")
    (tmp_path / "proof.txt").write_text("Prove: {statement}", encoding="utf-8")
    assert names(tmp_path) == tuple(sorted((*SHIPPED, "short")))
    assert load("proof", tmp_path).text == "Prove: {statement}"
    assert load("proof", tmp_path).digest != load("proof").digest
    assert load("final-answer", tmp_path) == load("final-answer")


@pytest.mark.parametrize("name", ["prof", "../texts/proof", "/etc/passwd", "", "proof.txt"])
def test_an_unknown_prompt_is_refused_whatever_it_is_called(name: str, tmp_path: Path):
    with pytest.raises(UnknownName, match="no prompt is called"):
        load(name, tmp_path)


def test_a_misspelt_prompt_gets_a_suggestion():
    with pytest.raises(UnknownName, match="did you mean proof"):
        load("prof")


def test_the_digest_is_of_the_text_alone():
    text = "Solve: {statement}"
    one, other = (parse(text, name=name, file="f") for name in ("one", "other"))
    assert one.digest == other.digest == hashlib.sha256(text.encode()).hexdigest()[:32]


def test_sections_are_told_apart():
    sections = read("[system]\nBe brief.\n[user]\nQ: {statement}\n[sketch]\nH: {sketch}\n").sections
    assert sections.system == "Be brief."
    assert sections.user == "Q: {statement}"
    assert sections.sketch == "H: {sketch}"


def test_braces_of_latex_are_no_placeholders():
    assert read(r"\boxed{answer} \frac{a}{b} x_{n} {statement} {A}").placeholders == {"statement"}


@pytest.mark.parametrize(
    ("text", "line", "complaint"),
    [
        ("{statement}\n{solution}", 2, r"\{solution\} is no placeholder of the user section"),
        ("[user]\n{statement}\n[system]\nNo {statement}", 4, "of the system section"),
        ("{statement} {sketch}", 1, r"\{sketch\} is no placeholder of the user section"),
        ("[user]\n{statement}\n[sketch]\n{choices}", 4, "of the sketch section"),
        ("Solve it.", None, r"has no \{statement\}"),
        ("", None, r"has no \{statement\}"),
        ("[system]\nHello", None, r"no \[user\] section"),
        ("[usr]\n{statement}", None, r"no section is called \[usr\] \(known: user, system, sketch"),
        ("Hi\n[user]\n{statement}", None, "text before the first section"),
        ("[user]\n{statement}\n[user]\n{statement}", None, "twice"),
    ],
)
def test_a_file_that_is_no_prompt_is_refused(text: str, line: int | None, complaint: str):
    with pytest.raises(DefinitionError, match=complaint) as refusal:
        read(text)
    assert refusal.value.line == line
    assert refusal.value.file == "p.txt"


def test_a_prompt_that_is_not_utf8_is_refused(tmp_path: Path):
    (tmp_path / "bad.txt").write_bytes(b"{statement} \xff")
    with pytest.raises(DefinitionError, match=r"bad\.txt:1: not UTF-8"):
        load("bad", tmp_path)


def test_line_ends_of_another_system_change_nothing(tmp_path: Path):
    (tmp_path / "windows.txt").write_bytes(b"[system]\r\nS\r\n[user]\r\n{statement}\r\n")
    (tmp_path / "unix.txt").write_bytes(b"[system]\nS\n[user]\n{statement}\n")
    assert load("windows", tmp_path).digest == load("unix", tmp_path).digest
