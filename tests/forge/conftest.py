"""A workspace that harvests from an archive on this machine."""

from __future__ import annotations

from pathlib import Path

import pytest

from porism.store import Papers
from porism.workspace import Workspace, make_workspace
from tests.loopback.arxiv import Arxiv


class Forge:
    """A workspace and what is in it."""

    def __init__(self, root: Path, arxiv: Arxiv, spacing_s: float = 0) -> None:
        self.root = root
        make_workspace(root)
        (root / "porism.toml").write_text(
            f'arxiv_lists = "{arxiv.lists}"\narxiv_sources = "{arxiv.sources}"\n'
            f"arxiv_spacing_s = {spacing_s}\n"
        )
        self.workspace = Workspace(root)

    @property
    def papers(self) -> Papers:
        return Papers(self.workspace.store)

    def files(self, folder: str) -> dict[str, bytes]:
        """Return all files below a folder of the workspace's papers."""
        top = self.workspace.papers / folder
        return {
            path.relative_to(top).as_posix(): path.read_bytes()
            for path in sorted(top.rglob("*"))
            if path.is_file()
        }

    def close(self) -> None:
        self.workspace.close()


@pytest.fixture
def arxiv():
    with Arxiv() as server:
        yield server


@pytest.fixture
def forge(tmp_path: Path, arxiv: Arxiv):
    made = Forge(tmp_path / "forge", arxiv)
    yield made
    made.close()
