"""Every function of the statistics stands in the methods, with its source in its docstring."""

import ast
import re
from pathlib import Path

import pytest

import porism.stats
from tests.docs.pages import DOCS

TEXT = (DOCS / "explanation/methods.md").read_text(encoding="utf-8")
ROOT = Path(porism.stats.__file__).parent


def functions() -> dict[str, ast.FunctionDef]:
    """Return public functions by their names below porism.stats."""
    found = {}
    for path in sorted(ROOT.rglob("*.py")):
        module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and not node.name.startswith("_"):
                found[f"{module}.{node.name}"] = node
    return found


FUNCTIONS = functions()
PLAIN = {
    "breakdown.by_group", "intervals.as_tally", "intervals.checked_level", "intervals.cut",
    "intervals.normal_quantile", "irt.ablation.held_out_cells", "irt.design.require_connected",
    "passk.check_runs", "ranks.paired_differences",
}  # fmt: skip
"""Functions that add up, check or select: they implement no method of anybody's."""


@pytest.mark.parametrize("name", FUNCTIONS)
def test_every_public_function_is_named(name):
    assert f"`{name}`" in TEXT


def test_nothing_else_is_named():
    named = set(re.findall(r"`((?:\w+\.)+[a-z_]\w*)`", TEXT)) - {"porism.stats"}
    assert named - {"Fit.expected_rates"} <= set(FUNCTIONS)


@pytest.mark.parametrize("name", sorted(FUNCTIONS.keys() - PLAIN))
def test_every_method_states_its_source(name):
    module = (ROOT / f"{name.rpartition('.')[0].replace('.', '/')}.py").read_text(encoding="utf-8")
    stated = (ast.get_docstring(FUNCTIONS[name]), ast.get_docstring(ast.parse(module)))
    assert any("Source:" in (docstring or "") for docstring in stated)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_docstrings_say_what_types_cannot(name):
    node = FUNCTIONS[name]
    docstring = ast.get_docstring(node) or ""
    if len(node.args.args + node.args.kwonlyargs) > 2:
        assert "Args:" in docstring
    if any(isinstance(inside, ast.Raise) for inside in ast.walk(node)):
        assert "Raises:" in docstring
