"""Models by name."""

from __future__ import annotations

from pathlib import Path

from porism.core import Model
from porism.records import Registry

LIBRARY = Path(__file__).parent / "library"


class Models(Registry[Model]):
    """The models that the package ships and those of a workspace, which win.

    Args:
        folder: the workspace's ``models/``; only the package's without it.
    """

    def __init__(self, folder: Path | None = None) -> None:
        super().__init__(Model, LIBRARY, *([folder] if folder else []))
