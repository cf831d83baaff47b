"""The thin abstraction that carries every endpoint, the offline ones included."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from porism.core import Message, Reply, Tool
from porism.models.fake_judge import Marking


@dataclass(frozen=True, slots=True)
class Asking:
    """What an offline endpoint needs in order to answer; nothing of it goes over a wire."""

    benchmark: str
    problem: str
    number: int
    """First, second, third ... attempt."""
    key: str = ""
    """The right answer as text; filled in for ``fake`` endpoints alone."""
    repeat: int = 0
    """How often the attempt has made the very same request before."""
    marking: Marking | None = None
    """What is to be judged, where a judge is asked; filled in for ``fake`` endpoints alone."""


class Connection(Protocol):
    """An open way to one model. Safe for many concurrent requests of one event loop."""

    async def ask(
        self, messages: Sequence[Message], asking: Asking, tools: Sequence[Tool] = ()
    ) -> Reply:
        """Make one request and return its reply; never retries.

        Raises:
            TransientError: worth asking again.
            PermanentError: asking again cannot help.
        """
        ...

    async def close(self) -> None:
        """Give back sockets and files."""
        ...
