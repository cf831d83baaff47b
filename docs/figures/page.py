"""The page as a whole."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from docs.figures import ablations, coverage, money, standings
from docs.figures.section import Section, wrapped
from docs.generate.markdown import table

DOCS = Path(__file__).parents[1]
PAGE = DOCS / "explanation" / "what-the-figures-mean.md"
SECTIONS: tuple[Callable[[], Section], ...] = (
    coverage.section,
    standings.section,
    ablations.small,
    ablations.large,
    money.recomputed,
    money.fit_of_the_model,
)
NOTICE = "<!-- Made by `make figures` from published results: change it in docs/figures. -->"
HEAD = """
How far can scores, ranks, expected performances and costs be trusted? Every number and picture on
this page is computed by Porism's own statistics from results that others published, by one command
(`make figures`), with fixed seeds. The formulas stand in [Methods](methods.md)."""
GITHUB = "https://github.com"
RESULTS = (
    ("MathArena, AIME 2025 I", "16 models, 15 questions, 4 runs; tokens, prices, costs",
     "[MathArena](https://matharena.ai)"),
    ("miniF2F", "3 Lean provers, 244 problems, 24 runs",
     f"[non-overlapping-failures]({GITHUB}/script-jpg/non-overlapping-failures)"),
    ("GSM8K", "6 models, 1,319 questions, 1 run",
     f"[OpenAI]({GITHUB}/openai/grade-school-math), [ToRA]({GITHUB}/microsoft/ToRA)"),
    ("MMLU-Pro, mathematics", "29 models, 1,351 questions, 1 run",
     f"[TIGER-AI-Lab]({GITHUB}/TIGER-AI-Lab/MMLU-Pro)"),
    ("exams", "costs of 9 models on 11 exams",
     f"[self-reflection]({GITHUB}/matthewrenze/self-reflection)"),
)  # fmt: skip


def head() -> str:
    """Return what stands above the parts."""
    sources = table(["results", "what", "published by"], RESULTS)
    return f"{NOTICE}\n\n# What the figures mean\n\n{wrapped(HEAD)}\n\n{sources}"


def write() -> None:
    """Write the page and its pictures."""
    sections = [make() for make in SECTIONS]
    for section in sections:
        for name, chart in section.charts.items():
            chart.save(DOCS / "images" / f"{name}.svg")
    PAGE.write_text("\n".join([head(), *(s.markdown() for s in sections)]), encoding="utf-8")
