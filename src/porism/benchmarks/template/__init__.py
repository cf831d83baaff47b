"""What a new workspace begins with: one benchmark and one model to change."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

FOLDER = Path(__file__).parent
SUFFIXES = (".yaml", ".jsonl")


def workspace_template() -> Mapping[str, str]:
    """Return the example files of a workspace: path from its root, and text."""
    files = sorted(path for path in FOLDER.rglob("*") if path.suffix in SUFFIXES)
    return {path.relative_to(FOLDER).as_posix(): path.read_text("utf-8") for path in files}
