"""The examples in docs/grading.md are true, and the flags it lists are those there are."""

import re
from pathlib import Path
from typing import get_args

import pytest

from porism.core import Flag
from porism.grading import grade

TEXT = (Path(__file__).parents[2] / "docs" / "grading.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```grading\n(.*?)```", TEXT, re.DOTALL)
LINE = re.compile(r"(.*?) (answers|does not answer) (.*)")
EXAMPLES = [LINE.fullmatch(line).groups() for block in BLOCKS for line in block.splitlines()]


@pytest.mark.parametrize(("answer", "relation", "gold"), EXAMPLES)
def test_examples(answer, relation, gold):
    verdict = grade(rf"\boxed{{{answer}}}", gold)
    assert verdict.correct is (relation == "answers"), verdict.reason


def test_every_listed_flag_exists():
    listed = {
        f
        for row in re.findall(r"^\| (`.*?) \|", TEXT, re.MULTILINE)
        for f in re.findall(r"`([^`]+)`", row)
    }
    assert listed
    assert listed <= set(get_args(Flag))
