"""The reference pages, made from the code: ``python -m docs.generate`` writes them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from docs.generate import commands, errors, files, library, prompts, python, solvers

FOLDER = Path(__file__).parents[1] / "reference"
PAGES: Mapping[str, Callable[[], str]] = {
    "commands.md": commands.page,
    "model-files.md": files.models,
    "benchmark-files.md": files.benchmarks,
    "problem-files.md": files.problems,
    "juries.md": files.juries,
    "claims.md": files.claims,
    "recorded-files.md": files.recorded,
    "settings.md": files.settings,
    "benchmarks.md": library.benchmarks,
    "models.md": library.models,
    "prompts.md": prompts.page,
    "solvers.md": solvers.page,
    "errors.md": errors.page,
    "python.md": python.page,
}
NOTICE = "<!-- Made by `make docs` from the code: change it there. -->\n\n"


def page(name: str) -> str:
    """Return the text of a page."""
    return NOTICE + PAGES[name]().rstrip() + "\n"
