"""The command line as a person meets it."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from porism.cli import app, main
from tests.conftest import SHARED
from tests.runner.conftest import Bench


@pytest.fixture
def workspace(tmp_path: Path, monkeypatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "120")
    assert run("init").exit_code == 0
    return tmp_path


def run(*words: str):
    return CliRunner().invoke(app, list(words), catch_exceptions=False)


def fails(capsys, monkeypatch, *words: str) -> str:
    """Run a command that must end in one line and exit code 2."""
    monkeypatch.setattr(sys, "argv", ["porism", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 2
    said = capsys.readouterr().err
    assert said.startswith("error: ")
    return " ".join(said.split())


def test_help_names_every_command_and_needs_no_heavy_library():
    code = "import sys; import porism.cli; print(sorted(sys.modules))"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    for heavy in ("pydantic", "sqlalchemy", "numpy", "polars", "aiohttp", "rich", "flint"):
        assert f"'{heavy}'" not in loaded.stdout
    listed = run("--help").output
    commands = [command.name or command.callback.__name__ for command in app.registered_commands]
    groups = [group.name for group in app.registered_groups]
    assert len(commands) + len(groups) >= 12
    assert all(f"\n  {name} " in listed for name in commands + groups)
    for name in commands:
        assert "porism " + name in run(name, "--help").output, f"{name} --help shows no example"


def test_the_demo_runs_offline_and_says_that_it_is_sample_data(tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "120")
    said = run("demo", str(tmp_path / "demo")).output
    assert "Sample data" in said
    assert said.count("– sample data") == 3
    for name in ("fake-strong", "fake-weak", "sample-careful-student", "What to try next"):
        assert name in said


def test_a_first_run_then_results_attempts_and_one_of_them(workspace):
    assert run("run", "porism-sample", "-m", "fake-weak", "--attempts", "2").exit_code == 0
    rows = json.loads(run("results", "--json").output)
    assert rows[0]["attempts"] == 60
    assert rows[0]["group"]["model"] == "fake-weak"
    table = run("results").output
    assert "fake-weak" in table
    assert "truncated" in table
    listed = [json.loads(x) for x in run("attempts", "--json", "--limit", "0").output.splitlines()]
    assert len(listed) == 60
    graded = next(x for x in listed if x["outcome"] == "graded")
    shown = run("show", graded["id"][:8], "--wire").output
    assert "boxed" in shown
    assert "rules v" in shown
    assert json.loads(run("show", graded["id"], "--json").output)["attempt"]["id"] == graded["id"]


def test_a_dry_run_says_what_it_would_take_and_asks_nothing(workspace):
    run("run", "porism-sample", "-m", "fake-strong", "--problems", "1-3", "--attempts", "1")
    [guess] = json.loads(
        run(
            "run", "porism-sample", "-m", "fake-strong", "-m", "gpt-5", "--dry-run", "--json"
        ).output
    )[1:]
    assert (guess["owed"], guess["basis"]) == (120, "other models")
    tokens, cost = guess["output_tokens"], guess["cost_usd"]
    assert tokens["low"] < tokens["expected"] < tokens["high"]
    assert 0 < cost["low"] < cost["expected"]
    assert "117" in run("run", "porism-sample", "-m", "fake-strong", "--dry-run").output
    assert len(json.loads(run("results", "--json").output)) == 1


def test_a_dry_run_of_a_scaffold_multiplies_what_other_models_took(workspace):
    def tokens(model: str) -> float:
        line = ("run", "porism-sample", "-m", model, "--dry-run", "--json")
        return json.loads(run(*line).output)[0]["output_tokens"]["expected"]

    run("run", "porism-sample", "-m", "fake-strong", "--problems", "1-3", "--attempts", "1")
    for name, further in {
        "plain": "",
        "votes": "solver: majority\nsolver_options: {votes: 7}\n",
    }.items():
        endpoint = f"endpoint: {{protocol: fake, model: {name}}}\n"
        Path(f"models/{name}.yaml").write_text(f"id: {name}\nname: N\n{endpoint}{further}")
    assert tokens("votes") == pytest.approx(7 * tokens("plain"))


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("-m", "fake-weak", "--batch"), "fake has no batch API"),
        (("-m", "fake-weak", "--max-cost", "1"), "no price is known for fake-weak"),
    ],
)
def test_what_a_run_would_refuse_a_dry_run_refuses(
    workspace, capsys, monkeypatch, words, complaint
):
    for option in ((), ("--dry-run",)):
        assert complaint in fails(capsys, monkeypatch, "run", "porism-sample", *words, *option)


def test_a_dry_run_says_which_limits_a_provider_cannot_be_told(tmp_path, monkeypatch):
    bench = Bench(tmp_path / "ws")
    bench.benchmark()
    definition = bench.root / "benchmarks" / "tiny" / "benchmark.yaml"
    definition.write_text(definition.read_text() + "tools: [web_search]\n")
    monkeypatch.chdir(bench.root)
    done = run("run", "tiny", "-m", "gemini-3-pro", "--dry-run", "--json")
    assert "google cannot be told" in done.stderr
    assert json.loads(done.stdout)[0]["owed"] == 12


def test_importing_and_showing_real_responses(workspace):
    path = str(SHARED / "data/responses/sat_aqua_9x50.jsonl")
    assert "270 attempts of 9 models" in run("import", "responses", path).output
    assert "270 were there already" in run("import", "responses", path).output
    table = run("results", "aqua-rat-100").output
    assert "claude-3-opus-20240229" in table
    assert "chance %" in table


def test_regrading_changes_nothing_under_the_same_grader(workspace):
    run("run", "porism-sample-choice", "-m", "fake-weak", "--attempts", "1")
    assert "0 attempts graded again" in run("regrade").output
    found = json.loads(run("regrade", "--since", "99", "--workers", "1", "--json").output)
    assert found["judged"] >= 8
    assert found["changes"] == []


def test_lists_and_schemas(workspace):
    assert "aime-2026" in run("benchmarks").output
    assert "Kangaroo" in run("benchmarks", "kangaroo-2025-1-2").output
    assert {"id": "aime-2026"}.items() <= json.loads(run("benchmarks", "--json").output)[0].items()
    assert "fake-strong" in run("models").output
    schema = json.loads(run("schema", "model").output)
    assert "endpoint" in schema["properties"]


def test_checking_a_stand_in(workspace):
    said = run("models", "check", "fake-strong").output
    assert "fake-strong" in said


def test_references_are_checked_before_they_judge(workspace):
    path = workspace / "benchmarks" / "mine"
    path.mkdir()
    text = "id: mine\nname: Mine\nkind: final_answer\npublished: 2026-01-01\ndescription: d\n"
    (path / "benchmark.yaml").write_text(text + "prompt: final-answer\nproblems: {kind: jsonl}\n")
    problems = [{"id": "good", "problem": "x", "answer": "2"}]
    lines = path / "problems.jsonl"
    lines.write_text(json.dumps(problems[0]) + "\n")
    assert "0 references to look at" in run("grade", "lint", "mine").output
    problems.append({"id": "bad", "problem": "y", "answer": r"\frac{1}{"})
    lines.write_text("".join(json.dumps(p) + "\n" for p in problems))
    done = run("grade", "lint", "mine", "--json")
    assert done.exit_code == 1
    [found] = json.loads(done.output)
    assert (found["problem"], found["level"]) == ("bad", "error")


def test_grading_from_the_command_line(workspace, tmp_path):
    assert run("grade", "--gold", "1/2", r"So \boxed{0.5}").output.startswith("correct")
    assert run("grade", "--gold", "1/2", r"So \boxed{0.4}").output.startswith("wrong")
    path = tmp_path / "answers.jsonl"
    path.write_text('{"response": "\\\\boxed{2}", "gold": "2", "id": 7}\n')
    [line] = map(json.loads, run("grade", "--jsonl", str(path)).output.splitlines())
    assert (line["id"], line["verdict"]["score"]) == (7, 1)


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (["results", "nothing-such"], "no benchmark is called 'nothing-such'"),
        (["run", "aime-2027", "-m", "fake-weak"], "did you mean aime-2026"),
        (["run", "porism-sample", "-m", "fake-wek"], "did you mean fake-weak"),
        (["run", "porism-sample", "-m", "claude-opus-4-6"], "ANTHROPIC_API_KEY"),
        (["show", "abc"], "no attempt is called 'abc'"),
        (["attempts", "--flag", "colour"], "--flag colour"),
        (["import", "responses", "missing.jsonl"], "missing.jsonl: no such file"),
        (["grade", "2"], "give an answer and --gold"),
        (["models", "clear", "fake-weak", "--why", "x"], "no unstable model"),
        (["models", "check", "nobody"], "no model is called 'nobody'"),
    ],
)
def test_mistakes_end_in_one_line_and_code_2(workspace, capsys, monkeypatch, words, complaint):
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    assert complaint in fails(capsys, monkeypatch, *words)


def test_outside_of_a_workspace_it_says_how_to_make_one(tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "porism init" in fails(capsys, monkeypatch, "results")


def test_a_workspace_is_found_from_below_and_its_settings_are_checked(
    workspace, capsys, monkeypatch
):
    (workspace / "benchmarks").mkdir(exist_ok=True)
    monkeypatch.chdir(workspace / "benchmarks")
    assert run("results").exit_code == 0
    (workspace / "porism.toml").write_text("graze_s = 5\n")
    assert "graze_s" in fails(capsys, monkeypatch, "results")
    (workspace / "porism.toml").write_text("grace_s = = 5\n")
    assert "porism.toml: not TOML" in fails(capsys, monkeypatch, "results")


def test_terminal_tricks_in_answers_are_shown_not_played(workspace):
    tricky = "\x1b]0;owned\x07\x1b[2J\u202e \\\\boxed{2}"
    path = workspace / "tricky.jsonl"
    record = {"problem_id": "1", "model": "m", "response": tricky, "gold": "2"}
    path.write_text(json.dumps(record) + "\n")
    run("import", "responses", str(path))
    [line] = run("attempts", "--json").output.splitlines()
    shown = run("show", json.loads(line)["id"], "--wire").output
    assert "<U+001B>" in shown
    assert "<U+202E>" in shown
    assert not {"\x1b", "\x07", "\u202e"} & set(shown)


def test_ctrl_c_keeps_what_came_and_says_how_to_go_on(tmp_path):
    bench = Bench(tmp_path / "ws")
    bench.benchmark(problems=100, attempts=4)
    bench.fake(latency_s=0.2)
    (bench.root / "porism.toml").write_text("grace_s = 5\n")
    command = [sys.executable, "-m", "porism", "run", "tiny", "-m", "m", "--concurrency", "4"]
    runner = subprocess.Popen(
        command, cwd=bench.root, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    give_up = time.monotonic() + 120
    while not started(bench.root):
        assert time.monotonic() < give_up
        time.sleep(0.05)
    runner.send_signal(signal.SIGINT)
    out, err = runner.communicate(timeout=120)
    assert "Ended early: interrupted" in err
    assert "go on with the same command" in err
    assert "tiny" in out
    assert runner.returncode == 130


def started(root: Path) -> bool:
    import sqlite3

    connection = sqlite3.connect(f"file:{root / 'porism.db'}?mode=ro", uri=True)
    try:
        return connection.execute("SELECT count(*) FROM attempts").fetchone()[0] > 0
    finally:
        connection.close()


def test_a_closed_pipe_is_no_error(workspace):
    command = f"{sys.executable} -m porism schema problem | head -c 1"
    done = subprocess.run(
        ["sh", "-c", command], capture_output=True, text=True, check=True, env=dict(os.environ)
    )
    assert done.stdout == "{"
    assert "Traceback" not in done.stderr
