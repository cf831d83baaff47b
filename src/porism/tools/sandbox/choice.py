"""Which sandbox a workspace uses; light, for settings are read by every command."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Literal, NamedTuple

SandboxKind = Literal["bubblewrap", "docker"]


def default_folder() -> Path:
    """Return where the interpreter is unless the workspace says otherwise."""
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "porism" / "sandbox"


class SandboxChoice(NamedTuple):
    """Which sandbox, by the settings of a workspace."""

    kind: SandboxKind
    folder: Path
    """Where the interpreter for bubblewrap is."""
    image: str
    """Docker's image."""


def usual_choice() -> SandboxChoice:
    """Return what is used where no settings say otherwise."""
    return SandboxChoice("bubblewrap", default_folder(), "porism-sandbox")
