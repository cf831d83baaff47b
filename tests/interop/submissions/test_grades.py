"""The jury's points on a sheet, and the verdicts that they become."""

import csv
from decimal import Decimal
from pathlib import Path

import pytest

from porism.core import Verdict
from porism.errors import DefinitionError, UserError
from porism.interop.submissions.grades import Taken, take_grades
from porism.interop.submissions.key import Handed, Key, Submission, digest, open_key, seal
from porism.interop.submissions.sheet import COLUMNS, blank_sheet, read_sheet
from porism.store import Filter, Store
from tests.interop.submissions.conftest import PROBLEMS, fill

FIRST, SECOND = PROBLEMS


@pytest.fixture
def filled(store: Store, tmp_path: Path) -> Store:
    fill(store, tmp_path)
    return store


@pytest.fixture
def key(filled: Store) -> Key:
    """Two submissions; the second handed in one proof."""
    ids = {
        (line.model, line.problem): line.id
        for line in filled.attempts(Filter(benchmark="contest-2026"))
        if line.outcome != "truncated"
    }
    codes = {"B2C3": "qwen3-8b-t-1-1", "D4F5": "mistral-nemo-instruct-t-0.5"}
    submissions = tuple(
        Submission(
            code=code,
            model=model,
            pdf="",
            handed=tuple(
                Handed(problem=p, points=Decimal(7), attempt=ids.get((model, p))) for p in PROBLEMS
            ),
        )
        for code, model in codes.items()
    )
    return Key(benchmark="contest-2026", salt="00", submissions=submissions)


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    return tmp_path / "sheet.csv"


def lines(path: Path, *rows: tuple[str, ...]) -> Path:
    with path.open("w", newline="", encoding="utf-8") as file:
        csv.writer(file).writerows([COLUMNS, *rows])
    return path


def person(store: Store, key: Key, code: str, problem: str) -> list[Verdict]:
    handed = {(s.code, h.problem): h for s in key.submissions for h in s.handed}
    said = store.verdicts(handed[code, problem].attempt or "")
    return [verdict for verdict in said if verdict.authority == "person"]


def test_points_become_verdicts_of_people_and_nothing_is_overwritten(
    filled: Store, key: Key, sheet: Path
):
    rows = (
        ("B2C3", FIRST, "7", "6.5", "Ada Noether", "=1+1 gap in case 2"),
        ("B2C3", FIRST, "7", "5", "Bo Weil", ""),
        ("D4F5", FIRST, "7", "0", "Ada Noether", ""),
        ("D4F5", SECOND, "7", "0", "", "no solution was submitted"),
        ("B2C3", SECOND, "7", "", "", ""),
    )
    read = read_sheet(lines(sheet, *rows), key)
    before = {line.id: filled.verdicts(line.id) for line in filled.attempts()}
    assert take_grades(filled, key, read) == Taken(added=3, present=0, blank=2)
    assert take_grades(filled, key, read) == Taken(added=0, present=3, blank=2)
    bo, ada = person(filled, key, "B2C3", FIRST)
    assert (ada.grader, ada.score, bo.grader, bo.score) == (
        "Ada Noether", 6.5 / 7, "Bo Weil", 5 / 7
    )  # fmt: skip
    assert ada.reason == "6.5 of 7 points, on revision 1 of the text: =1+1 gap in case 2"
    for name, said in before.items():
        assert set(said) <= set(filled.verdicts(name))
    standing = {line.id: line for line in filled.attempts()}
    assert standing[key.submissions[1].handed[0].attempt].score == 0


def test_a_changed_mark_is_one_more_verdict(filled: Store, key: Key, sheet: Path):
    for points in ("6", "4", "4"):
        rows = lines(sheet, ("B2C3", FIRST, "7", points, "Ada", ""))
        take_grades(filled, key, read_sheet(rows, key))
    assert [verdict.score for verdict in person(filled, key, "B2C3", FIRST)] == [4 / 7, 6 / 7]


def test_every_wrong_line_is_named_and_nothing_is_taken(key: Key, sheet: Path):
    rows = (
        ("B2C3", FIRST, "7", "6", "Ada", ""),
        ("ZZZZ", FIRST, "7", "6", "Ada", ""),
        ("B2C3", "P9", "7", "6", "Ada", ""),
        ("B2C3", FIRST, "7", "8", "Ada", ""),
        ("B2C3", FIRST, "10", "8", "Ada", ""),
        ("B2C3", FIRST, "7", "six", "Ada", ""),
        ("B2C3", FIRST, "7", "1e-9", "Ada", ""),
        ("B2C3", FIRST, "7", "nan", "Ada", ""),
        ("B2C3", FIRST, "7", "-1", "Ada", ""),
        ("B2C3", SECOND, "7", "6", "", ""),
        ("D4F5", SECOND, "7", "6", "Ada", ""),
        ("B2C3", FIRST, "7", "5", "Ada", ""),
        ("B2C3", SECOND, "7", "5", "Ada", "x" * 20_001),
        ("B2C3", SECOND, "7", "6", "Ada\nBo", ""),
    )
    with pytest.raises(UserError) as caught:
        read_sheet(lines(sheet, *rows), key)
    head, *said = str(caught.value).splitlines()
    assert head == "nothing was taken, because 13 lines cannot be:"
    remedies = (
        "the key has B2C3, D4F5", f"the key has {FIRST}, {SECOND}", "7 is the highest mark",
        "put it back", "write a number", "write a number", "write a number",
        "write a number", "--grader NAME", "leave its points empty",
        "keep one of the lines", "shorten it", "no name of one line",
    )  # fmt: skip
    for number, (line, remedy) in enumerate(zip(said, remedies, strict=True), start=3):
        assert line.startswith(f"{sheet}:{number}: ")
        assert remedy in line


def test_a_sheet_that_is_none_is_told(key: Key, sheet: Path):
    sheet.write_text("code,problem,mark\nB2C3,x,6\n")
    with pytest.raises(DefinitionError, match="mark"):
        read_sheet(sheet, key)
    with pytest.raises(DefinitionError, match="no such file"):
        read_sheet(sheet.with_name("none.csv"), key)


def test_columns_that_are_missing_are_told(key: Key, sheet: Path):
    for text in ("", "code,problem,grader\nB2C3,x,Ada\n", "problem;points\nx;6\n"):
        sheet.write_text(text)
        with pytest.raises(DefinitionError, match=r"columns .* missing"):
            read_sheet(sheet, key)


def test_sheets_of_other_countries_are_read(key: Key, sheet: Path):
    rows = f"code;problem;max;points;grader;remark\nB2C3;{FIRST};7;6,5;Ada;a, b\n;;;;;\n"
    sheet.write_text(rows, encoding="utf-8-sig")
    [grade] = read_sheet(sheet, key).grades
    assert (grade.points, grade.grader, grade.remark) == (Decimal("6.5"), "Ada", "a, b")


def test_the_blank_sheet_reads_as_open(key: Key, sheet: Path):
    sheet.write_text(blank_sheet(key), encoding="utf-8", newline="")
    read = read_sheet(sheet, key)
    assert (read.grades, read.blank) == ((), 4)


def test_who_signs_for_all_is_named_once(key: Key, sheet: Path):
    read = read_sheet(lines(sheet, ("B2C3", FIRST, "", "6", "", "")), key, "The jury")
    assert [grade.grader for grade in read.grades] == ["The jury"]


def test_points_for_another_store_are_refused(key: Key, sheet: Path, tmp_path: Path, filled: Store):
    read = read_sheet(lines(sheet, ("B2C3", FIRST, "7", "6", "Ada", "")), key)
    with Store(tmp_path / "other.db") as other:
        with pytest.raises(UserError, match=r"has no attempt .* work in the workspace"):
            take_grades(other, key, read)
        assert other.count() == 0
    swapped = key.model_copy(update={"benchmark": "other"})
    with pytest.raises(UserError, match="has no attempt"):
        take_grades(filled, swapped, read)


def test_a_key_is_sealed_once_and_a_changed_one_has_another_digest(key: Key, tmp_path: Path):
    path = tmp_path / "key.json"
    told = seal(key, path)
    assert told == digest(path.read_bytes())
    with pytest.raises(FileExistsError):
        seal(key, path)
    path.write_text(path.read_text().replace("B2C3", "B2C4"))
    assert digest(path.read_bytes()) != told
    path.write_text("{}")
    with pytest.raises(DefinitionError, match="no key of submissions"):
        open_key(path)
