"""What the commands of the forge have in common."""

from __future__ import annotations

import re
from typing import Annotated

import typer


def month(text: str) -> str:
    """Read a month."""
    if not re.fullmatch(r"(19|20)\d\d-(0[1-9]|1[0-2])", text):
        raise typer.BadParameter(f"{text!r} is no month, as in 2026-03")
    return text


Month = Annotated[
    str,
    typer.Option(parser=month, metavar="YYYY-MM", help="The month of the papers' first versions."),
]
MonthOrLast = Annotated[
    str | None,
    typer.Option(
        "--month",
        parser=month,
        metavar="YYYY-MM",
        help="The month of the papers' first versions; that of the last harvest without it.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
