"""``porism sandbox``: what people are told, and what scripts can rely on."""

import json

import pytest
from typer.testing import CliRunner

from porism.cli import app
from porism.tools.sandbox import environment
from porism.workspace import make_workspace


@pytest.fixture
def here(tmp_path, monkeypatch):
    make_workspace(tmp_path)
    config = tmp_path / "porism.toml"
    config.write_text(config.read_text() + 'sandbox_folder = "interpreter"\n')
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*words: str):
    return CliRunner().invoke(app, ["sandbox", *words])


def test_a_check_that_fails_says_why_and_exits_with_1(here):
    told = run("check", "--json")
    assert told.exit_code == 1
    report = json.loads(told.output)
    assert not report["isolated"]
    [finding] = report["findings"]
    assert not finding["good"]
    assert finding["detail"].endswith("build it with: porism sandbox setup")
    assert "Not isolated: no model runs code here." in run("check").output


def test_setup_builds_where_the_settings_say_and_the_check_then_passes(here, monkeypatch):
    monkeypatch.setattr(environment, "pinned", list)
    told = run("setup")
    assert told.exit_code == 0
    assert f"Ready in {here / 'interpreter'}" in told.output.replace("\n", "")
    told = run("check")
    assert told.exit_code == 0, told.output
    assert "Isolated: models may run code here." in told.output
    assert "signal a process" in told.output
