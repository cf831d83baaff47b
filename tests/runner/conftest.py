"""A workspace with a benchmark and a model that asks a loopback server."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from porism.workspace import Workspace, make_workspace

BENCHMARK = """
id: tiny
name: Tiny
kind: final_answer
published: 2026-01-01
description: Problems for tests.
prompt: final-answer
attempts: {attempts}
problems: {{kind: jsonl}}
"""
MODEL = """
id: {name}
name: {name}
endpoint: {{protocol: openai-compatible, model: served, base_url: "{base_url}"}}
limits: {{concurrency: {concurrency}}}
price: {{input: 1, output: 2}}
settings: {{max_tokens: {max_tokens}, timeout_s: {timeout_s}}}
"""


class Bench:
    """Builds workspaces."""

    def __init__(self, root: Path) -> None:
        self.root = root
        make_workspace(root)

    def benchmark(self, problems: int = 3, attempts: int = 4, name: str = "tiny") -> None:
        folder = self.root / "benchmarks" / name
        folder.mkdir(parents=True, exist_ok=True)
        text = BENCHMARK.format(attempts=attempts).replace("id: tiny", f"id: {name}")
        (folder / "benchmark.yaml").write_text(text)
        lines = [
            {"id": f"p{n}", "problem": f"What is ${n}+{n}$?", "answer": str(2 * n)}
            for n in range(1, problems + 1)
        ]
        (folder / "problems.jsonl").write_text("".join(json.dumps(x) + "\n" for x in lines))

    def model(self, base_url: str, name: str = "m", **settings: object) -> None:
        facts = {"concurrency": 8, "max_tokens": 1000, "timeout_s": 120, **settings}
        text = MODEL.format(base_url=base_url, name=name, **facts)
        (self.root / "models" / f"{name}.yaml").write_text(text)

    def fake(self, name: str = "m", **options: object) -> None:
        text = (
            f"id: {name}\nname: {name}\nsample: true\n"
            f"endpoint: {{protocol: fake, model: {name}, options: {json.dumps(options)}}}\n"
        )
        (self.root / "models" / f"{name}.yaml").write_text(text)

    def open(self) -> Workspace:
        return Workspace(self.root)


@pytest.fixture
def bench(tmp_path: Path) -> Callable[[], Bench]:
    return Bench(tmp_path / "ws")
