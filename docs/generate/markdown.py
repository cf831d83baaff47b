"""Pieces of Markdown."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_ROLE = re.compile(r":\w+:`~?(?:[\w.]+\.)?(\w+)`")


def prose(text: str) -> str:
    """Turn the marks of a docstring into those of Markdown, and lines into a line."""
    return " ".join(_ROLE.sub(r"`\1`", text).replace("``", "`").split())


def code(text: str) -> str:
    """Show a short text as code; nothing for an empty one."""
    return f"`{text}`" if text else ""


def block(text: str, language: str = "") -> str:
    """Show a longer text as code, whatever is in it."""
    longest = max((len(run) for run in re.findall(r"`{3,}", text)), default=2)
    fence = "`" * (longest + 1)
    return f"{fence}{language}\n{text.rstrip()}\n{fence}\n"


def table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Return a table; bars within cells are kept from ending them."""
    lines = [columns, ["---"] * len(columns), *rows]
    cells = [[cell.replace("|", r"\|") for cell in line] for line in lines]
    return "".join(f"| {' | '.join(line)} |\n" for line in cells)


def address(url: str) -> str:
    """Link to an address; nothing for an empty one."""
    return f"[source]({url})" if url else ""
