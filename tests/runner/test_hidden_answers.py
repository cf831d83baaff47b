"""A benchmark whose answers are hidden: run with tries, exported in every way, told nowhere."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

from porism.cli import app
from porism.errors import DefinitionError
from porism.interop.hiding import hide_answers
from tests.loopback import Loopback, Say
from tests.runner.conftest import Bench
from tests.runner.test_execute import carry_out
from tests.runner.test_tools import call

ANSWER = "8675309421"
WAYS = {ANSWER, "8,675,309,421", "8675309420"}


@pytest.fixture
def euler(bench: Bench) -> Bench:
    bench.benchmark(problems=2, attempts=1)
    folder = bench.root / "benchmarks" / "tiny"
    private = bench.root.parent / "private.csv"
    private.write_text(f"id,answer\np1,{ANSWER}\np2,{ANSWER}\n")
    hide_answers(private, folder / "answers.csv")
    private.unlink()
    definition = folder / "benchmark.yaml"
    definition.write_text(
        definition.read_text() + "withheld: true\nanswers: answers.csv\n"
        "tools: [submit_answer]\ntool_limits: {calls: 2}\n"
    )
    problems = [
        {"id": f"p{n}", "problem": f"Find number {n}.", "reference": {"kind": "final_answer",
         "answer": ""}}
        for n in (1, 2)
    ]  # fmt: skip
    lines = "".join(json.dumps(problem) + "\n" for problem in problems)
    (folder / "problems.jsonl").write_text(lines)
    return bench


def submit(answer: object) -> Say:
    return call({"answer": answer}, name="submit_answer")


def solve(seen) -> Say:
    """Solve the first problem at the second try; use up the tries on the second problem."""
    turns = seen.json["messages"]
    tries = sum(turn["role"] == "tool" for turn in turns)
    if "number 1." in turns[0]["content"]:
        return [submit("8675309420"), submit(int(ANSWER)), Say(text=f"\\boxed{{{ANSWER}}}")][tries]
    return submit(tries) if tries < 4 else Say(text="\\boxed{0}")


async def test_tries_are_limited_and_the_plain_answer_is_in_nothing_that_leaves(
    euler: Bench, monkeypatch, tmp_path
):
    async with Loopback(answerer=solve) as server:
        euler.model(server.base_url)
        workspace = euler.open()
        progress = await carry_out(workspace)
    first, second = sorted(workspace.store.attempts(), key=lambda line: line.problem)
    assert (first.score, first.requests) == (1, 3)
    said = [p.text for m in workspace.store.transcript(first.id).messages for p in m.parts
            if p.type == "tool_result"]  # fmt: skip
    assert said == ["The answer is wrong.", "The answer is right."]
    assert (second.outcome, second.requests) == ("truncated", 4)
    assert not any(way in "".join(progress.notes) for way in WAYS)
    workspace.close()
    monkeypatch.chdir(euler.root)
    out = tmp_path / "out"
    commands = [
        ["snapshot", "-o", str(out / "snapshot")],
        ["site", "build", str(out / "snapshot"), "-o", str(out / "site")],
        ["leaderboard", "--json"],
        ["results", "tiny"],
        ["attempts"],
        ["attempts", "--json"],
        ["show", first.id],
        ["show", first.id, "--json"],
        ["show", first.id, "--wire", "--inner"],
        ["benchmarks", "tiny", "--json"],
        ["grade", "lint", "tiny"],
        ["regrade"],
        ["status"],
        ["run", "tiny", "-m", "m", "--dry-run"],
        ["results", "tiny", "--json"],
        ["report", "--since", "2020-01-01"],
        ["desk", "export", str(out / "decisions.csv")],
        ["stats", "problems", "tiny"],
    ]
    for command in commands:
        done = CliRunner().invoke(app, command)
        assert not isinstance(done.exception, AssertionError)
        assert done.exit_code in {0, 1, 2}, (command, done.output)
        assert not any(way in done.output for way in WAYS), command
    assert (out / "snapshot" / "manifest.json").exists()
    assert (out / "site" / "index.html").exists()
    for path in (*out.rglob("*"), *(euler.root / "benchmarks").rglob("*")):
        if path.is_file():
            assert not any(way in words_in(path) for way in WAYS), path
    revealed = CliRunner().invoke(app, ["show", first.id, "--reveal"])
    assert ANSWER in revealed.output


async def test_answers_that_are_withheld_though_not_hidden_are_told_to_who_asks_for_them(
    euler: Bench, monkeypatch
):
    answers = euler.root / "benchmarks" / "tiny" / "answers.csv"
    answers.write_text(f"id,answer\np1,{ANSWER}\np2,{ANSWER}\n")
    async with Loopback(answerer=solve) as server:
        euler.model(server.base_url)
        workspace = euler.open()
        await carry_out(workspace)
    [right] = [line.id for line in workspace.store.attempts() if line.score == 1]
    workspace.close()
    monkeypatch.chdir(euler.root)
    for command in (
        ["attempts"],
        ["attempts", "--json"],
        ["show", right],
        ["show", right, "--json"],
    ):
        assert not any(way in CliRunner().invoke(app, command).output for way in WAYS), command
        assert ANSWER in CliRunner().invoke(app, [*command, "--reveal"]).output, command


def words_in(path: Path) -> str:
    """Return all texts in a file, compressed tables and transcripts unpacked."""
    if path.suffix == ".parquet":
        import polars as pl

        return str(pl.read_parquet(path).rows())
    raw = path.read_bytes()
    if raw[:4] == b"\x28\xb5\x2f\xfd":
        import zstandard

        raw = zstandard.ZstdDecompressor().stream_reader(raw).read()
    return raw.decode("utf-8", "replace")


def test_hidden_answers_want_a_benchmark_that_withholds(euler: Bench):
    definition = euler.root / "benchmarks" / "tiny" / "benchmark.yaml"
    definition.write_text(definition.read_text().replace("withheld: true", "withheld: false"))
    workspace = euler.open()
    with pytest.raises(DefinitionError, match="withheld: true"):
        workspace.problems(workspace.benchmarks.get("tiny"))
