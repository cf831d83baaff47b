"""One line that tells how far a long command has come."""

from __future__ import annotations

import time
from types import TracebackType
from typing import TYPE_CHECKING, Self

from porism.cli.printable import printable

if TYPE_CHECKING:
    from rich.console import Console

EVERY_S = 30


class ProgressLine:
    """Rewritten in a terminal; elsewhere printed now and then.

    Args:
        console: where to.
    """

    def __init__(self, console: Console) -> None:
        self._console = console
        self._status = console.status("") if console.is_terminal else None
        self._printed_s = 0.0

    def __enter__(self) -> Self:
        if self._status:
            self._status.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._status:
            self._status.stop()

    def show(self, text: str) -> None:
        """Show where things stand."""
        from rich.text import Text

        if self._status:
            self._status.update(Text(printable(text)))
        elif time.monotonic() - self._printed_s >= EVERY_S:
            self._printed_s = time.monotonic()
            self.note(text)

    def note(self, text: str) -> None:
        """Print a line that stays."""
        from rich.text import Text

        self._console.print(Text(printable(text)), soft_wrap=True)
