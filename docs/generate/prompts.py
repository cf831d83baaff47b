"""The page of prompts."""

from __future__ import annotations

from docs.generate.markdown import block, code
from porism.benchmarks import Benchmarks
from porism.prompts import load, names

INTRODUCTION = """\
# Prompts

What is said around a problem, word for word. A file of the same name in the folder `prompts/`
of a workspace comes before the one shown here, and every attempt keeps the digest of what was
sent, so that answers to different prompts are never mixed. Placeholders and sections are
explained in [Add a benchmark](../how-to/add-a-benchmark.md#the-prompt).
"""


def page() -> str:
    """Return the page."""
    return INTRODUCTION + "".join(map(section, names()))


def section(name: str) -> str:
    """Return the section of one prompt."""
    users = ", ".join(map(code, used_by(name)))
    by = f"Used by {users}." if users else "Used by no benchmark of the package."
    return f"\n## {name}\n\n{by}\n\n{block(load(name).text, 'text')}"


def used_by(prompt: str) -> list[str]:
    """Return the benchmarks that ask with a prompt, in one of their variants perhaps."""
    return [
        benchmark.id
        for benchmark in Benchmarks()
        if prompt in {benchmark.prompt, *(variant.prompt for variant in benchmark.variants)}
    ]
