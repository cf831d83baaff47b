"""The page of errors."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

from docs.generate.docstrings import markdown
from docs.generate.markdown import block, code
from porism import errors

INTRODUCTION = """\
# Errors

Whatever Porism raises on purpose is one of these. On the command line a `UserError` is
shown as one line that says what, where and how to mend it; the exit code is 2.
"""


def page() -> str:
    """Return the page."""
    tree = block("\n".join(branches(errors.PorismError)))
    told = (
        f"\n## {error.__name__}\n\n{base(error)}{markdown(inspect.getdoc(error) or '')}"
        for error in family(errors.PorismError)
    )
    return f"{INTRODUCTION}\n{tree}{''.join(told)}"


def base(error: type[Exception]) -> str:
    """Say what an error is a kind of."""
    parent = error.__bases__[0].__name__
    return "" if parent == "Exception" else f"A kind of {code(parent)}. "


def kinds(error: type[Exception]) -> list[type[Exception]]:
    """Return the kinds of an error that people meet, whatever else is loaded."""
    return [kind for kind in error.__subclasses__() if kind.__module__ == errors.__name__]


def family(error: type[Exception]) -> Iterator[type[Exception]]:
    """Yield an error and all kinds of it, those told of first coming first."""
    yield error
    for kind in kinds(error):
        yield from family(kind)


def branches(error: type[Exception], depth: int = 0) -> Iterator[str]:
    """Yield the lines of the tree."""
    yield "    " * depth + error.__name__
    for kind in kinds(error):
        yield from branches(kind, depth + 1)
