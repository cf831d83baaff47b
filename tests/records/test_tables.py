from pathlib import Path

import polars as pl
import pytest
from pydantic import ConfigDict

from porism.core import Noun
from porism.errors import DefinitionError
from porism.records import read_csv, read_parquet


class Row(Noun):
    id: int
    answer: str
    note: str = ""


class Wide(Row):
    model_config = ConfigDict(extra="allow")


def csv(folder: Path, raw: str | bytes) -> Path:
    path = folder / "file.csv"
    path.write_bytes(raw if isinstance(raw, bytes) else raw.encode())
    return path


def test_rows_carry_the_line_on_which_they_start(tmp_path: Path):
    path = csv(tmp_path, '\ufeffid, answer,note\r\n1,"a, ""b""\nc",\r\n\r\n2,d,n\r\n')
    assert list(read_csv(path, Row)) == [
        (2, Row(id=1, answer='a, "b"\nc')),
        (5, Row(id=2, answer="d", note="n")),
    ]


def test_further_columns_are_kept_where_the_noun_allows_them(tmp_path: Path):
    ((_, row),) = read_csv(csv(tmp_path, "id,answer,title\n1,a,T\n"), Wide)
    assert row.model_extra == {"title": "T"}


@pytest.mark.parametrize(
    ("raw", "line", "key", "words"),
    [
        ("", 1, None, "the columns answer, id are missing; the first line names none"),
        ("id answer\n1 2\n", 1, None, "the first line names id answer"),
        ("id,answer,id\n1,2,3\n", 1, None, "two columns are called 'id'"),
        ("id,answer\n1,a\n2\n", 3, None, "1 cells under 2 column names"),
        ("id,answer\n1,a,b\n", 2, None, "3 cells under 2 column names"),
        ("id,answer\nx,a\n", 2, "id", "expected a whole number, not 'x'"),
        ("id,answer\n1,\n", 2, "answer", "is missing"),
        ("id,answer,nota\n1,a,b\n", 2, "nota", "did you mean 'note'?"),
        ('id,answer\n1,"a\n', 2, None, "not CSV"),
        ('id,answer\n1,"a"b\n', 2, None, "not CSV"),
        (b"id,answer\n1,a\n2,\xe9\n", 3, None, "not UTF-8"),
    ],
)
def test_a_fault_in_csv_is_told(
    tmp_path: Path, raw: str | bytes, line: int, key: str | None, words: str
):
    with pytest.raises(DefinitionError) as caught:
        list(read_csv(csv(tmp_path, raw), Row))
    assert (caught.value.line, caught.value.key) == (line, key)
    assert words in caught.value.problem


def test_a_cell_may_be_longer_than_the_library_expects(tmp_path: Path):
    ((_, row),) = read_csv(csv(tmp_path, f"id,answer\n1,{'x' * 200_000}\n"), Row)
    assert len(row.answer) == 200_000


def test_parquet_rows_come_in_order_whatever_their_number(tmp_path: Path):
    path = tmp_path / "a.parquet"
    pl.DataFrame({"id": range(150), "answer": ["a"] * 150, "note": [None] * 150}).write_parquet(
        path
    )
    rows = list(read_parquet(path, Row))
    assert [n for n, _ in rows] == list(range(1, 151))
    assert [row.id for _, row in rows] == list(range(150))


def test_a_fault_in_parquet_is_told_with_its_row(tmp_path: Path):
    path = tmp_path / "a.parquet"
    pl.DataFrame({"id": [1, 2], "answer": ["a", None]}).write_parquet(path)
    with pytest.raises(DefinitionError) as caught:
        list(read_parquet(path, Row))
    assert (caught.value.key, caught.value.problem) == ("row 2, answer", "is missing")


@pytest.mark.parametrize("keep", [0, 3, 4, 50, -1])
def test_a_torn_parquet_file_is_told(tmp_path: Path, keep: int):
    path = tmp_path / "a.parquet"
    pl.DataFrame({"id": [1], "answer": ["a"]}).write_parquet(path)
    path.write_bytes(path.read_bytes()[:keep])
    with pytest.raises(DefinitionError, match=r"not a (readable )?Parquet file"):
        list(read_parquet(path, Row))


def test_a_name_with_brackets_is_one_file(tmp_path: Path):
    path = tmp_path / "a[1]*.parquet"
    pl.DataFrame({"id": [1], "answer": ["a"]}).write_parquet(path)
    assert len(list(read_parquet(path, Row))) == 1
