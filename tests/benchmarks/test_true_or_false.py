"""False statements beside the true ones behind them."""

from datetime import date
from pathlib import Path

import pytest

from porism.benchmarks.loading import load_problems
from porism.core import Benchmark
from porism.errors import DefinitionError
from porism.runner import Request, run
from tests.runner.conftest import Bench

DEFINITION = """
id: told-apart
name: Told apart
kind: multiple_choice
published: 2026-11-30
description: True or false?
prompt: true-or-false
attempts: 1
problems: {kind: true_or_false, statements: {kind: packaged, name: porism-sample-false}}
"""


def test_each_statement_is_asked_and_so_is_the_true_one_behind_it(tmp_path: Path):
    bench = Bench(tmp_path / "ws")
    folder = bench.root / "benchmarks" / "told-apart"
    folder.mkdir(parents=True)
    (folder / "benchmark.yaml").write_text(DEFINITION)
    bench.fake(skill=50)
    workspace = bench.open()
    benchmark = workspace.benchmarks.get("told-apart")
    problems = {p.id: p for p in workspace.problems(benchmark)}
    assert sorted(problems) == sorted(x for n in "12345" for x in (n, f"{n}-original"))
    false = {p.id: p for p in workspace.problems(workspace.benchmarks.get("porism-sample-false"))}
    for name, problem in false.items():
        assert problems[name].statement == problem.statement
        assert problems[name].reference.correct == "False"
        assert problems[f"{name}-original"].statement == problem.reference.original
        assert problems[f"{name}-original"].reference.correct == "True"
    run(workspace, Request(("told-apart",), ("m",)))
    lines = list(workspace.store.attempts())
    assert [line.score for line in lines] == [1] * 10
    [asked, _] = workspace.store.transcript(lines[0].id).messages
    assert "(A) " in asked.text
    assert "Prove it or disprove it" in asked.text
    workspace.close()


def test_only_a_benchmark_of_choices_can_have_that_form():
    facts = {"name": "b", "published": date(2026, 1, 1), "description": "", "prompt": "proof"}
    source = {
        "kind": "true_or_false",
        "statements": {"kind": "packaged", "name": "porism-sample-false"},
    }
    wrong = Benchmark(id="b", kind="final_answer", problems=source, **facts)
    with pytest.raises(DefinitionError, match="is for multiple_choice, but b is final_answer"):
        load_problems(wrong, Path())
