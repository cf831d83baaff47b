"""Porism: a live, faithful evaluation platform for mathematics with language models.

The names below are all that the package promises to keep. Each is imported when it is
first used, so that ``import porism`` costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from porism.api import init, open, results, run  # noqa: A004 - read as porism.open
    from porism.core import (
        Attempt,
        Benchmark,
        Flag,
        Message,
        Model,
        Outcome,
        Problem,
        Transcript,
        Usage,
        Verdict,
    )
    from porism.errors import (
        ConfigurationError,
        DefinitionError,
        EndpointError,
        PorismError,
        StoreError,
        UnknownName,
        UserError,
    )
    from porism.grading import grade
    from porism.report import Result
    from porism.store import Filter, Line, Store
    from porism.workspace import Workspace

__all__ = [
    "Attempt",
    "Benchmark",
    "ConfigurationError",
    "DefinitionError",
    "EndpointError",
    "Filter",
    "Flag",
    "Line",
    "Message",
    "Model",
    "Outcome",
    "PorismError",
    "Problem",
    "Result",
    "Store",
    "StoreError",
    "Transcript",
    "UnknownName",
    "Usage",
    "UserError",
    "Verdict",
    "Workspace",
    "grade",
    "init",
    "open",
    "results",
    "run",
]

_HOMES = {
    "api": ("init", "open", "results", "run"),
    "core": (
        "Attempt", "Benchmark", "Flag", "Message", "Model", "Outcome", "Problem", "Transcript",
        "Usage", "Verdict",
    ),
    "errors": (
        "ConfigurationError", "DefinitionError", "EndpointError", "PorismError", "StoreError",
        "UnknownName", "UserError",
    ),
    "grading": ("grade",),
    "report": ("Result",),
    "store": ("Filter", "Line", "Store"),
    "workspace": ("Workspace",),
}  # fmt: skip
_HOME = {name: home for home, names in _HOMES.items() for name in names}

if not TYPE_CHECKING:  # type checkers read the imports above

    def __getattr__(name: str) -> object:
        """Import a public name when it is first used."""
        if name not in _HOME:
            raise AttributeError(f"module 'porism' has no attribute {name!r}")
        value = globals()[name] = getattr(import_module(f"porism.{_HOME[name]}"), name)
        return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
