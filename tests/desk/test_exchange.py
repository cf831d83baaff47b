"""Decisions as files."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from porism.core import Decision
from porism.desk.exchange import read_decisions, write_decisions
from porism.errors import ConfigurationError, DefinitionError, StoreError
from porism.store.decisions import Decisions
from tests.desk.world import World

NOW = datetime(2026, 11, 30, 1, 2, 3, 456789, tzinfo=UTC)
NOTES = [
    "",
    "plain",
    "=1+1",
    "'quoted",
    "+x",
    "@a",
    '"q", c\nnext line',
    "$\\frac12$ é",
    "-",
    "\ttab",
    "  ",
    " \r lone\x85\u2028\x1e ends ",
]


def decision(number: int, subject: str, why: str = "", **facts: object) -> Decision:
    return Decision.model_validate(
        {"id": f"decision{number}", "queue": "flagged", "subject": subject, "reviewer": "=Emmy"}
        | {"choice": "graded", "score": number / 11, "why": why, "made_at": NOW, **facts}
    )


@pytest.fixture
def several(world: World) -> list[Decision]:
    one, *_ = world.sums(1)
    made = [decision(n, one, why) for n, why in enumerate(NOTES)]
    undo = {"choice": "withdraw", "score": None, "undoes": made[0].id}
    made.append(decision(99, one, "no", **undo))
    assert Decisions(world.store).take_in(made) == len(made)
    return made


@pytest.mark.parametrize("name", ["d.csv", "d.json"])
def test_what_is_written_is_read_again(world: World, several, tmp_path: Path, name):
    path = tmp_path / name
    assert write_decisions(world.store, path) == len(several)
    assert list(read_decisions(path)) == several
    assert Decisions(world.store).take_in(read_decisions(path)) == 0
    assert [p.name for p in tmp_path.glob("*d.*")] == [name]


def test_no_cell_is_a_formula(world: World, several, tmp_path: Path):
    write_decisions(world.store, tmp_path / "d.csv")
    lines = (tmp_path / "d.csv").read_text().splitlines()
    assert not any(f',"{sign}' in line for line in lines for sign in "=+@")


def test_every_bad_row_is_named(world: World, several, tmp_path: Path):
    path = tmp_path / "d.csv"
    write_decisions(world.store, path)
    text = (
        path.read_text()
        .replace('graded","0.0"', 'graded","2"')
        .replace('graded","0.09', 'odd","0.09')
    )
    path.write_text(text)
    with pytest.raises(DefinitionError) as told:
        read_decisions(path)
    for wanted in ("2 rows are no decisions", "d.csv:2: score", "d.csv:3: choice"):
        assert wanted in str(told.value)


@pytest.mark.parametrize("name", ["d.csv", "d.json"])
def test_what_no_desk_could_have_decided_is_refused(world: World, several, tmp_path: Path, name):
    write_decisions(world.store, tmp_path / name)
    text = (tmp_path / name).read_text()
    for right, wrong, said in (
        ("flagged", "nosuch", "no queue is called 'nosuch'"),
        ("flagged", "candidates", "'graded', which nobody decides in candidates"),
    ):
        (tmp_path / name).write_text(text.replace(right, wrong, 1))
        with pytest.raises(DefinitionError, match=f"1 rows? .*no decisions?:\n.*{said}"):
            read_decisions(tmp_path / name)


def test_nothing_else_is_taken_back_than_is_said(world: World, several):
    made = several[1].model_copy(update={"id": "another-one", "subject": world.sums(2)[0]})
    undo = {"choice": "withdraw", "score": None, "undoes": several[2].id, "id": "undoes-it"}
    for wrong in (made.model_copy(update=undo), several[-1].model_copy(
        update={"id": "undoes-it", "undoes": several[-1].id}
    )):  # fmt: skip
        with pytest.raises(StoreError, match="there is no decision"):
            Decisions(world.store).take_in([wrong])


@pytest.mark.parametrize("name", ["d.txt", "d"])
def test_other_files_are_refused(world: World, tmp_path: Path, name):
    with pytest.raises(ConfigurationError, match=r"ends in \.csv or \.json"):
        write_decisions(world.store, tmp_path / name)


def test_a_folder_that_is_not_there_is_told(world: World, tmp_path: Path):
    with pytest.raises(ConfigurationError, match="No such file"):
        write_decisions(world.store, tmp_path / "no" / "d.csv")
