"""``porism desk`` and its commands."""

from __future__ import annotations

import json
from pathlib import Path
from socket import socket
from typing import ClassVar

import pytest
from typer.testing import CliRunner

from porism.cli import app
from porism.desk.serve import is_own, listener, names_of
from porism.desk.settings import Settings
from porism.errors import ConfigurationError
from porism.store import Store
from porism.store.decisions import Policy
from porism.workspace import make_workspace

RUN = CliRunner()


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    make_workspace(tmp_path / "ws").close()
    monkeypatch.chdir(tmp_path / "ws")
    return tmp_path / "ws"


def said(*words: str) -> str:
    result = RUN.invoke(app, ["desk", *words], catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.output


def test_people_come_and_go(here: Path):
    told = json.loads(said("invite", "Emmy", "--queues", "proofs,flagged", "--json"))
    token = told["link"].removeprefix("http://127.0.0.1:8001/sign-in#")
    assert len(token) > 40
    assert "once, within 12h" in said("invite", "Max", "--senior", "--expires", "12h")
    listed = said("people")
    for wanted in ("proofs, flagged", "senior", "invited"):
        assert wanted in listed
    assert "can no longer sign in" in said("revoke", "Max")
    assert "revoked" in said("people")
    assert {p["reviewer"]["name"] for p in json.loads(said("people", "--json"))} == {"Emmy", "Max"}


def test_what_cannot_be_is_told(here: Path):
    for words in (
        ["invite", "Emmy", "--expires", "soon"],
        ["invite", "Emmy", "--expires", "0d"],
        ["invite", "a\nb"],
    ):
        result = RUN.invoke(app, ["desk", *words])
        assert result.exit_code == 2, words
    for words in (["invite", "Emmy", "--queues", "prof"], ["revoke", "Nobody"]):
        result = RUN.invoke(app, ["desk", *words])
        assert result.exit_code == 1, words
        assert "called" in str(result.exception)


def test_decisions_go_out_and_come_in(here: Path):
    assert "0 decisions written to d.csv" in said("export", "d.csv")
    assert "0 decisions new, 0 known" in said("import", "d.csv")


class Closed:
    """A server that is closed at once, and tells what it was opened with."""

    opened: ClassVar[list[Settings]] = []

    def __init__(self, _store: Store, settings: Settings) -> None:
        self.opened.append(settings)

    def run(self, sockets: list[socket]) -> None:
        for one in sockets:
            one.close()


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ([], (True, Policy(2, 0.3))),
        (["--named", "--reviews", "1", "--apart", "0"], (False, Policy(1, 0))),
    ],
)
def test_settings_of_the_workspace_hold_where_no_option_says_otherwise(
    here: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], expected: tuple[bool, Policy]
):
    monkeypatch.setattr("porism.desk.serve.server_of", Closed)
    (here / "porism.toml").write_text("[desk]\nblind = true\nreviews = 2\napart = 0.3\n")
    said("--port", "0", *words)
    settings = Closed.opened.pop()
    assert (settings.blind, settings.policy) == expected


def test_names_by_which_a_desk_is_known():
    own = names_of("127.0.0.1", 8001, ())
    assert set(own) == {"127.0.0.1:8001", "localhost:8001", "[::1]:8001"}
    more = names_of("0.0.0.0", 80, ("Desk.example.org",))
    assert {"desk.example.org", "desk.example.org:80"} <= set(more)
    with pytest.raises(ConfigurationError, match="--name"):
        names_of("0.0.0.0", 80, ())
    assert [is_own(h) for h in ("127.0.0.1", "::1", "localhost", "0.0.0.0", "x.org")] == [
        True, True, True, False, False,
    ]  # fmt: skip


def test_a_port_that_is_taken_is_told():
    with (
        listener("127.0.0.1", 0) as taken,
        pytest.raises(ConfigurationError, match="cannot be used"),
    ):
        listener("127.0.0.1", taken.getsockname()[1])
