from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from porism.core import Noun, Retry, Usage
from porism.errors import DefinitionError
from porism.records import lines, read_json, read_jsonl, text


class Pair(Noun):
    left: str
    right: int = 0


def write(folder: Path, raw: str | bytes) -> Path:
    path = folder / "file.jsonl"
    path.write_bytes(raw if isinstance(raw, bytes) else raw.encode())
    return path


def test_lines_are_counted_from_one_and_blank_ones_skipped(tmp_path: Path):
    path = write(tmp_path, '\ufeff{"left": "a"}\r\n\n{"left": "\u2028", "right": 2}')
    assert list(read_jsonl(path, Pair)) == [(1, Pair(left="a")), (3, Pair(left="\u2028", right=2))]


def test_what_stood_before_a_fault_has_been_read(tmp_path: Path):
    reader = read_jsonl(write(tmp_path, '{"left": "a"}\n{"left": '), Pair)
    assert next(reader) == (1, Pair(left="a"))
    with pytest.raises(DefinitionError, match=r"file\.jsonl:2: not JSON: .* \(column"):
        next(reader)


@pytest.mark.parametrize(
    ("line", "key", "words"),
    [
        (b"nonsense", None, "not JSON"),
        (b'{"left": "a"} {"left": "b"}', None, "not JSON"),
        (b"[" * 100_000, None, "not JSON"),
        (b'{"left": "\\ud800"}', None, "not JSON"),
        (b'{"left": "\xff"}', None, "not UTF-8"),
        (b"[]", None, "expected keys and values, not a list"),
        (b'{"left": 1}', "left", "put it in quotes"),
        (b'{"left": "a", "right": "b"}', "right", "expected a whole number, not 'b'"),
        (b'{"lefd": "a"}', "lefd", "did you mean 'left'? known: left, right (and 1 more)"),
        (b'{"right": 1}', "left", "is missing"),
    ],
)
def test_a_fault_is_told_with_line_and_key(
    tmp_path: Path, line: bytes, key: str | None, words: str
):
    path = write(tmp_path, b'{"left": "fine"}\n' + line + b"\n")
    with pytest.raises(DefinitionError) as caught:
        list(read_jsonl(path, Pair))
    assert (caught.value.line, caught.value.key) == (2, key)
    assert words in caught.value.problem


def test_an_endless_line_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(text, "LONGEST_LINE", 20)
    path = write(tmp_path, '{"left": "a"}\n{"left": "aaaaaaaaaaaaaaaa"}\n')
    with pytest.raises(DefinitionError, match="2: a line longer than 20 bytes"):
        list(read_jsonl(path, Pair))


def test_long_values_are_shown_shortened(tmp_path: Path):
    path = write(tmp_path, '{"left": "a", "right": "' + "9" * 9000 + '"}')
    with pytest.raises(DefinitionError) as caught:
        list(read_jsonl(path, Pair))
    assert len(str(caught.value)) < 300


def test_an_array_is_read_whole(tmp_path: Path):
    path = write(tmp_path, '[\n {"left": "a"},\n {"left": "b", "right": 1}\n]')
    assert read_json(path, Pair) == (Pair(left="a"), Pair(left="b", right=1))


@pytest.mark.parametrize(
    ("raw", "line", "key", "words"),
    [
        ('[\n{"left": "a"},\n{"left": }]', 3, None, "not JSON"),
        ('[{"left": "a"}, {"left": "b", "rihgt": 1}]', None, "[1].rihgt", "did you mean 'right'"),
        ('{"left": "a"}', None, None, "expected a list, not keys and values"),
    ],
)
def test_a_fault_in_an_array_is_told(
    tmp_path: Path, raw: str, line: int | None, key: str | None, words: str
):
    with pytest.raises(DefinitionError) as caught:
        read_json(write(tmp_path, raw), Pair)
    assert (caught.value.line, caught.value.key) == (line, key)
    assert words in caught.value.problem


def test_too_long_an_array_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(lines, "LARGEST_ARRAY", 10)
    with pytest.raises(DefinitionError, match="longer than 10 bytes"):
        read_json(write(tmp_path, '[{"left": "a"}]'), Pair)


@given(st.sampled_from([Usage, Retry, Pair]), st.binary(max_size=100))
def test_any_line_is_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, noun: type[Noun], raw: bytes
):
    path = tmp_path_factory.getbasetemp() / "any.jsonl"
    path.write_bytes(b'{"a": ' + raw)
    with pytest.raises(DefinitionError):
        list(read_jsonl(path, noun))
