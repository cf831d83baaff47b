"""The event loop that a run has to itself."""

from __future__ import annotations

import asyncio
import gc
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from porism.runner.progress import Progress

SELDOM = 50_000
"""New objects after which the garbage collector looks at them."""


class Work(Protocol):
    """What can be carried out, and interrupted."""

    async def execute(self) -> Progress:
        """Do all of it."""
        ...

    def interrupt(self) -> None:
        """End in good order."""
        ...


def fastest_loop() -> asyncio.AbstractEventLoop:
    """Make an event loop: uvloop's where there is one."""
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()


@contextmanager
def sparing_collector() -> Iterator[None]:
    """Have the garbage collector look seldom, and at nothing that was there before.

    An attempt leaves next to nothing that only the collector can free.
    """
    usual = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(SELDOM, *usual[1:])
    try:
        yield
    finally:
        gc.set_threshold(*usual)
        gc.unfreeze()


def run_loop(execution: Work) -> Progress:
    """Run to the end in an event loop of our own; Ctrl-C ends in good order."""
    with sparing_collector(), asyncio.Runner(loop_factory=fastest_loop) as runner:
        loop = runner.get_loop()
        if threading.current_thread() is threading.main_thread():
            loop.add_signal_handler(signal.SIGINT, execution.interrupt)
        return runner.run(execution.execute())
