"""The shared papers with their truth, and how an extractor is measured against it."""

import importlib.util
import json
from functools import cache
from pathlib import Path
from types import ModuleType

SHARED = Path(__file__).resolve().parents[2] / ".." / "shared"
LATEX = SHARED / "latex"
PAPERS = LATEX / "corpus"
ARCHIVES = SHARED / "data" / "arxiv" / "eprint"


@cache
def truth() -> dict[str, dict]:
    return json.loads((LATEX / "truth.json").read_text(encoding="utf-8"))["papers"]


@cache
def measure() -> ModuleType:
    """The shared measuring program, as a module."""
    spec = importlib.util.spec_from_file_location("measure", LATEX / "measure.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    import sys

    sys.path.insert(0, str(LATEX))
    try:
        spec.loader.exec_module(module)
    finally:
        sys.path.remove(str(LATEX))
    return module


def main_file(paper: str) -> Path:
    return PAPERS / paper / truth()[paper]["main_file"]
