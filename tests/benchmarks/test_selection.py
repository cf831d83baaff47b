import pytest

from porism.benchmarks import select
from porism.core import FinalAnswer, Problem
from porism.errors import UnknownName

PROBLEMS = tuple(
    Problem(id=name, statement="s", reference=FinalAnswer(answer="1"), withdrawn=withdrawn)
    for name, withdrawn in (("a", None), ("b", "typo"), ("c", None), ("10", None), ("e-f", None))
)


@pytest.mark.parametrize(
    ("wanted", "expected"),
    [
        (None, ["a", "c", "10", "e-f"]),
        ("1", ["a"]),
        ("3", ["c"]),
        ("10", ["10"]),
        ("1-3", ["a", "c"]),
        ("3, 1,c,1-1", ["a", "c"]),
        ("e-f", ["e-f"]),
        ("2", []),
        ("5,a", ["a", "e-f"]),
    ],
)
def test_problems_are_chosen_by_identifier_or_place(wanted: str | None, expected: list[str]):
    assert [problem.id for problem in select(PROBLEMS, wanted)] == expected


@pytest.mark.parametrize(
    "wanted", ["", "0", "6", "3-1", "4-9", "x", "1,,2", "-1", "1-", "9" * 99, "²"]
)
def test_what_names_no_problem_is_refused(wanted: str):
    with pytest.raises(UnknownName, match="no problem is called"):
        select(PROBLEMS, wanted)
