"""The kinds of sandbox: bubblewrap, or Docker where somebody chose it."""

from __future__ import annotations

from typing import Protocol

from porism.tools.sandbox import bubblewrap, docker
from porism.tools.sandbox.choice import SandboxChoice
from porism.tools.sandbox.environment import find_environment
from porism.tools.sandbox.inside.limits import Limits
from porism.tools.sandbox.pool import Pool
from porism.tools.sandbox.session import Session


class Sandbox(Protocol):
    """Where sessions are had."""

    async def start(self) -> None:
        """Make ready.

        Raises:
            SandboxError: it does not work.
        """
        ...

    async def open(self) -> Session:
        """Begin a session.

        Raises:
            SandboxError: it does not work.
        """
        ...

    async def close(self) -> None:
        """End everything."""
        ...


def open_sandbox(choice: SandboxChoice, limits: Limits) -> Sandbox:
    """Return a sandbox, not yet started.

    Raises:
        ConfigurationError: something is missing; the message says what and how to get it.
    """
    if choice.kind == "docker":
        return docker.Docker(docker.find_docker(), choice.image, limits)
    environment = find_environment(choice.folder)
    return Pool(bubblewrap.command(environment, limits), limits)
