from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from porism.core import Benchmark, Model, Noun
from porism.errors import DefinitionError
from porism.records import read_yaml

MODEL = """\
id: m-1
name: M
endpoint:
  protocol: openai
  model: m-1-2026
"""
BENCHMARK = """\
id: b
name: B
kind: final_answer
published: 2026-02-06
description: d
prompt: final-answer
problems:
"""


def write(folder: Path, text: str | bytes) -> Path:
    path = folder / "file.yaml"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def fault(folder: Path, text: str | bytes, noun: type[Noun] = Model) -> DefinitionError:
    path = write(folder, text)
    with pytest.raises(DefinitionError) as caught:
        read_yaml(path, noun)
    assert caught.value.file == str(path)
    return caught.value


def test_values_keep_what_was_written(tmp_path: Path):
    text = MODEL + "released: 2026-02-06\nprice: {input: 0.10, output: '2.50'}\nopen_weights: yes\n"
    model = read_yaml(write(tmp_path, text), Model)
    assert model.released == date(2026, 2, 6)
    assert model.price is not None
    assert (model.price.input, model.price.output) == (Decimal("0.1"), Decimal("2.50"))
    assert model.open_weights


def test_a_byte_order_mark_and_windows_line_ends_are_read(tmp_path: Path):
    raw = "\ufeff" + MODEL.replace("\n", "\r\n")
    assert read_yaml(write(tmp_path, raw), Model).id == "m-1"


@pytest.mark.parametrize(
    "word", ["no", "12:30", "017", "0x1f", "2026-02-06", "~x", "1e999", ".nan"]
)
def test_a_plain_word_stays_text(tmp_path: Path, word: str):
    assert read_yaml(write(tmp_path, MODEL.replace("name: M", f"name: {word}")), Model).name == word


@pytest.mark.parametrize(
    ("text", "line", "key", "words"),
    [
        (MODEL.replace("name: M\n", ""), 1, "name", "is missing"),
        (MODEL + "setings: {}\n", 6, "setings", "did you mean 'settings'?"),
        (MODEL + "  base_ulr: x\n", 6, "endpoint.base_ulr", "did you mean 'base_url'?"),
        (MODEL.replace("openai", "opnai"), 4, "endpoint.protocol", "did you mean 'openai'?"),
        (MODEL.replace("name: M", "name: 5"), 2, "name", "put it in quotes"),
        (MODEL.replace("name: M", "name:"), 2, "name", "expected text, not nothing"),
        (MODEL.replace("id: m-1", "id: M 1"), 1, "id", "small letters"),
        (MODEL + "released: soon\n", 6, "released", "a date such as 2026-02-06, not 'soon'"),
        (MODEL + "released: 2026-02-31\n", 6, "released", "a date such as"),
        (MODEL + "settings:\n  top_p: 1.5\n", 7, "settings.top_p", "less than or equal to 1"),
        (MODEL + "settings:\n  max_tokens: 2.5\n", 7, "settings.max_tokens", "a whole number"),
        (
            MODEL + "settings:\n  extra_body: 5\n",
            7,
            "settings.extra_body",
            "keys and values, not 5",
        ),
        (MODEL + "settings: []\n", 6, "settings", "expected keys and values, not a list"),
        (MODEL + "open_weights: [1]\n", 6, "open_weights", "true or false"),
        ("- a\n", 1, None, "expected keys and values, not a list"),
        ("id: a\nid: b\n", 2, None, "stands here twice; first on line 1"),
        ("id: &a b\nname: *a\n", 1, None, "aliases"),
        ("id: !!python/object/apply:os.getcwd []\n", 1, None, "tags are not read"),
        ("id: a\nname: !!binary aGk=\n", 2, None, "tags are not read"),
        ("id: a\n\tname: b\n", 2, None, "not YAML"),
        ("id: [a\n", 2, None, "not YAML"),
        ("id: a: b\n", 1, None, "mapping values"),
        ("id: a\n---\nid: b\n", 2, None, "another document"),
        ("? [a]\n: b\n", 1, None, "a key must be one word"),
        ("id: \x07\n", None, None, "not YAML"),
        ("id: " + "[" * 60 + "]" * 60 + "\n", 1, None, "nested too deeply"),
        ("id: " + "[" * 90_000 + "\n", 1, None, "not YAML"),
        ("", None, None, "empty"),
        ("# nothing\n", None, None, "empty"),
        (b"id: a\nname: caf\xe9\n", 2, None, "not UTF-8 (byte 0xe9)"),
        ("id: a\n".encode("utf-16"), 1, None, "not UTF-8"),
        ("#" * (1024 * 1024 + 1), None, None, "longer than"),
    ],
)
def test_a_fault_is_told_with_line_and_key(
    tmp_path: Path, text: str | bytes, line: int | None, key: str | None, words: str
):
    error = fault(tmp_path, text)
    assert (error.line, error.key) == (line, key)
    assert words in error.problem


@pytest.mark.parametrize(
    ("text", "line", "key", "words"),
    [
        (BENCHMARK + "  kind: jsonlines\n", 7, "problems", "did you mean 'jsonl'?"),
        (BENCHMARK + "  path: x.jsonl\n", 7, "problems", "needs the key 'kind'"),
        (BENCHMARK + "  kind: jsonl\n  paht: x\n", 9, "problems.paht", "did you mean 'path'?"),
        (BENCHMARK + "  kind: hub\n", 7, "problems.repo", "is missing"),
        (
            BENCHMARK + "  kind: jsonl\nvariants:\n- name: s\n  skecth: true\n",
            11,
            "variants[0].skecth",
            "did you mean 'sketch'?",
        ),
        (BENCHMARK.replace("_", "-"), 3, "kind", "did you mean 'final_answer'?"),
    ],
)
def test_a_fault_inside_a_choice_or_a_list_is_found(
    tmp_path: Path, text: str, line: int, key: str, words: str
):
    error = fault(tmp_path, text, Benchmark)
    assert (error.line, error.key) == (line, key)
    assert words in error.problem


def test_one_fault_is_told_and_the_others_counted(tmp_path: Path):
    one = fault(tmp_path, MODEL + "settings:\n  extra_body: 5\n")
    assert "more" not in one.problem
    three = fault(tmp_path, "id: a\nnam: b\n")
    assert three.key == "nam"
    assert three.problem.endswith("(and 2 more)")


def test_an_alias_bomb_is_refused_before_it_grows(tmp_path: Path):
    bomb = "a: &a [x, x]\n" + "".join(
        f"{chr(98 + n)}: &{chr(98 + n)} [*{chr(97 + n)}, *{chr(97 + n)}]\n" for n in range(20)
    )
    assert "aliases" in fault(tmp_path, bomb).problem


def test_what_is_not_a_readable_file_is_told(tmp_path: Path):
    with pytest.raises(DefinitionError, match=r"nowhere\.yaml: no such file"):
        read_yaml(tmp_path / "nowhere.yaml", Model)
    with pytest.raises(DefinitionError, match="not a file"):
        read_yaml(tmp_path, Model)


@given(st.text(max_size=200) | st.binary(max_size=200))
def test_any_file_is_read_or_refused(tmp_path_factory: pytest.TempPathFactory, raw: str | bytes):
    path = tmp_path_factory.getbasetemp() / "any.yaml"
    path.write_bytes(raw if isinstance(raw, bytes) else raw.encode("utf-8", "surrogatepass"))
    with pytest.raises(DefinitionError):
        read_yaml(path, Model)
