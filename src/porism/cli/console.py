"""How the command line speaks: tables and notes to people, JSON to scripts."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields, is_dataclass
from datetime import date
from decimal import Decimal
from math import isfinite
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rich.console import Console, JustifyMethod
    from rich.table import Table


WIDE = 160
"""Characters a line in files and pipes."""
NARROWEST = 10
"""Characters that a column keeps that gives way to others."""


def out() -> Console:
    """Return the console of standard output; wide where nobody's terminal bounds it."""
    from rich.console import Console

    bounded = sys.stdout.isatty() or "COLUMNS" in os.environ
    return Console(highlight=False, width=None if bounded else WIDE)


def err() -> Console:
    """Return the console of standard error."""
    from rich.console import Console

    return Console(stderr=True, highlight=False)


def shallow(value: Any) -> object:  # noqa: ANN401 - nouns, rows, figures
    """Turn a value into what JSON knows; what is inside of it may still have to be turned.

    Figures that are not defined become nothing: JSON has no word for them.
    """
    if isinstance(value, float) and not isfinite(value):
        return None
    if hasattr(value, "model_dump"):
        value = value.model_dump(mode="json", exclude_defaults=True)
    elif is_dataclass(value):
        value = {f.name: getattr(value, f.name) for f in fields(value)}
    elif hasattr(value, "_asdict"):
        value = value._asdict()
    elif isinstance(value, Decimal):
        value = float(value)
    elif isinstance(value, date):
        value = value.isoformat()
    elif isinstance(value, Mapping):
        value = {str(key): item for key, item in value.items()}
    elif isinstance(value, Iterable) and not isinstance(value, str):
        value = list(value)
    return value


def plain(value: object) -> object:
    """Turn a value and all that is inside of it into what JSON knows."""
    value = shallow(value)
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, list) else value


def print_json(value: object) -> None:
    """Print one JSON document."""
    sys.stdout.write(json.dumps(plain(value), ensure_ascii=False, indent=2) + "\n")


def print_json_lines(values: Iterable[object]) -> None:
    """Print one JSON document a line; there may be very many."""
    import orjson

    for value in values:
        sys.stdout.write(orjson.dumps(value, default=shallow).decode() + "\n")


def table(
    *columns: str, right: Sequence[str] = (), wrap: Sequence[str] = (), title: str | None = None
) -> Table:
    """Return an empty table.

    Args:
        columns: their heads.
        right: those that hold figures.
        wrap: those that give way where the terminal is narrow.
        title: stands above.
    """
    from rich import box
    from rich.table import Table

    made = Table(
        box=box.SIMPLE_HEAD,
        padding=(0, 1, 0, 0),
        title=title,
        title_justify="left",
        title_style="bold",
        pad_edge=False,
    )
    for column in columns:
        justify: JustifyMethod = "right" if column in right else "left"
        wraps = column in wrap
        width = NARROWEST if wraps else None
        made.add_column(
            column, justify=justify, no_wrap=not wraps, min_width=width, overflow="fold"
        )
    return made


def usd(value: Decimal | float | None) -> str:
    """Write an amount of US dollars that may not be known."""
    from porism.look.figures import dollars

    return "?" if value is None else dollars(float(value))


@contextmanager
def one_line_errors() -> Iterator[None]:
    """Show what a person can mend as one line and exit with 2."""
    from porism.errors import UserError

    try:
        yield
    except UserError as error:
        from rich.text import Text

        said = Text("error: ", style="bold red").append(str(error), style="not bold default")
        err().print(said, soft_wrap=True)
        raise SystemExit(2) from None
    except BrokenPipeError:
        sys.stderr.close()
        raise SystemExit(0) from None
