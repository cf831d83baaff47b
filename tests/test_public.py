"""The public face: what is visible, where it comes from and what it costs."""

import ast
import inspect
import subprocess
import sys
import typing
from pathlib import Path

import pytest

import porism

HEAVY = {"aiohttp", "numpy", "polars", "pydantic", "rich", "scipy", "sqlalchemy", "typer"}


def imported_for_checkers() -> dict[str, str]:
    """Names that type checkers see, with their modules."""
    tree = ast.parse(Path(porism.__file__).read_text(encoding="utf-8"))
    (block,) = (n for n in tree.body if isinstance(n, ast.If) and isinstance(n.test, ast.Name))
    return {
        alias.name: statement.module
        for statement in block.body
        if isinstance(statement, ast.ImportFrom)
        for alias in statement.names
    }


def test_all_is_what_is_visible():
    names = {name for name in dir(porism) if not name.startswith("_")}
    modules = {name for name in names if inspect.ismodule(getattr(porism, name))}
    scaffolding = {"TYPE_CHECKING", "annotations", "import_module"}
    assert sorted(names - modules - scaffolding) == sorted(porism.__all__)


@pytest.mark.parametrize("name", porism.__all__)
def test_names_come_from_where_type_checkers_see_them(name):
    module = sys.modules[imported_for_checkers()[name]]
    assert getattr(porism, name) is getattr(module, name)


def test_unknown_names_are_refused():
    with pytest.raises(AttributeError, match="no attribute 'ran'"):
        porism.ran  # noqa: B018


@pytest.mark.parametrize("name", ["grade", "init", "open", "results", "run"])
def test_functions_are_typed_and_told(name):
    function = getattr(porism, name)
    hints = typing.get_type_hints(function, vars(sys.modules[function.__module__]))
    assert set(hints) == {*inspect.signature(function).parameters, "return"}
    assert "Args:" in inspect.getdoc(function)


def test_importing_costs_next_to_nothing():
    code = f"import porism, sys; print(*({HEAVY!r} & set(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == []
