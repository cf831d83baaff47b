"""Where a command runs: the workspace around the current folder, if there is one."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from porism.benchmarks import Benchmarks
    from porism.models.registry import Models
    from porism.tools.sandbox.choice import SandboxChoice


def registries() -> tuple[Benchmarks, Models]:
    """Return the workspace's registries, or the package's own outside of a workspace."""
    from porism.benchmarks import Benchmarks
    from porism.errors import ConfigurationError
    from porism.models.registry import Models
    from porism.workspace import find_workspace

    try:
        workspace = find_workspace()
    except ConfigurationError:
        return Benchmarks(), Models()
    return workspace.benchmarks, workspace.models


def sandbox_choice() -> SandboxChoice:
    """Return the workspace's sandbox, or outside of a workspace the usual one."""
    from porism.errors import ConfigurationError
    from porism.tools.sandbox.choice import usual_choice
    from porism.workspace import find_workspace

    try:
        return find_workspace().sandbox
    except ConfigurationError:
        return usual_choice()
