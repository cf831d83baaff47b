"""A module imports only what stands below it: never beside, no circles."""

import ast
from pathlib import Path

import pytest

import porism

FLOORS = (  # from the ground up; see docs/decisions/0001-floors.md
    {"errors"},
    {"core"},
    {"records"},
    {"models", "prompts", "store", "stats", "markup"},
    {"benchmarks", "grading", "tools", "lean"},
    {"workspace", "solvers", "judging", "look"},
    {"runner", "forge", "report"},
    {"site", "desk", "interop"},
    {"api", "cli"},
)
LEVEL = {noun: level for level, floor in enumerate(FLOORS) for noun in floor}
ROOT = Path(porism.__file__).parent
MODULES = sorted(p for p in ROOT.rglob("*.py") if p.parent != ROOT or p.stem in LEVEL)


def noun_of(path: Path) -> str:
    return path.relative_to(ROOT).with_suffix("").parts[0]


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            base = node.module or ""
            names = {f"porism.{alias.name}" for alias in node.names}
            found |= names if base == "porism" else {base}
    return {name.split(".")[1] for name in found if name.startswith("porism.")}


@pytest.mark.parametrize("path", MODULES, ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_point_down(path: Path):
    noun = noun_of(path)
    assert noun in LEVEL, f"{noun} stands on no floor"
    for other in imports(path) - {noun}:
        assert LEVEL[other] < LEVEL[noun], f"{noun} imports {other}"
