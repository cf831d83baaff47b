"""A workspace with as many questions as wanted and a model that asks the loopback server."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path

from bench.asking.work import ENVIRONMENT, ROOT, Work, answer, question
from porism.workspace import Workspace, make_workspace

PORISM_PROTOCOLS = {"porism": "openai-compatible", "porism-responses": "openai-responses"}
BENCHMARK = """
id: {name}
name: {name}
kind: final_answer
published: 2026-01-01
description: Questions for measuring the cost of asking.
prompt: final-answer
attempts: {attempts}
problems: {{kind: jsonl}}
"""
MODEL = """
id: served
name: Served
endpoint: {{protocol: {protocol}, model: served, base_url: "{base_url}", key_env: BENCH_KEY}}
limits: {{concurrency: {concurrency}}}
price: {{input: 1, output: 2}}
settings: {{max_tokens: 1000, timeout_s: {timeout_s}}}
"""


def make_place(root: Path, work: Work) -> Workspace:
    """Make the workspace: the benchmark ``questions``, and ``warm-up`` with a single one."""
    workspace = make_workspace(root)
    for name, problems, attempts in (
        ("warm-up", 1, 1),
        ("questions", work.problems, work.attempts),
    ):
        folder = root / "benchmarks" / name
        folder.mkdir()
        (folder / "benchmark.yaml").write_text(BENCHMARK.format(name=name, attempts=attempts))
        problems_file = folder / "problems.jsonl"
        problems_file.write_text("".join(line(n) for n in range(1, problems + 1)))
    model = MODEL.format(
        protocol=PORISM_PROTOCOLS[work.client],
        base_url=work.base_url,
        concurrency=work.connections,
        timeout_s=work.timeout_s,
    )
    (root / "models" / "served.yaml").write_text(model)
    return workspace


def line(number: int) -> str:
    """Return one line of ``problems.jsonl``."""
    fields = {"id": f"q{number}", "problem": question(number), "answer": str(answer(number))}
    return json.dumps(fields) + "\n"


def made_elsewhere(root: Path, work: Work) -> Workspace:
    """Open a workspace that another process has made, as one mostly does."""
    command = [sys.executable, "-m", "bench.asking.place", str(root), json.dumps(asdict(work))]
    subprocess.run(command, cwd=ROOT, env=ENVIRONMENT, check=True)
    os.environ["BENCH_KEY"] = "none"
    return Workspace(root)


if __name__ == "__main__":
    make_place(Path(sys.argv[1]), Work(**json.loads(sys.argv[2]))).close()
