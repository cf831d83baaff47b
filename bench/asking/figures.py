"""Figures, and how they are shown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

COLUMNS = {
    "porism": "Porism",
    "aiohttp": "bare aiohttp",
    "openai-aiohttp": "openai over aiohttp",
    "openai": "openai",
}
"""Clients by the titles of their columns."""


class Figure(NamedTuple):
    """One thing that was measured."""

    what: str
    values: Mapping[str, str]
    """By client."""
    promised: str = ""


def alone(what: str, value: str, promised: str = "") -> Figure:
    """Return a figure that only Porism has."""
    return Figure(what, {"porism": value}, promised)


def show(figures: Iterable[Figure]) -> None:
    """Print a Markdown table, a line as soon as it is known."""
    print("| |", " | ".join(COLUMNS.values()), "| promised |")
    print("|---|" + "---|" * len(COLUMNS) + "---|", flush=True)
    for figure in figures:
        cells = (figure.values.get(client, "") for client in COLUMNS)
        print("|", figure.what, "|", " | ".join(cells), "|", figure.promised, "|", flush=True)
