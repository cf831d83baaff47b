"""The event loop that a run has to itself."""

from __future__ import annotations

import asyncio
import gc
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from porism.runner.execute import Execution
from porism.runner.progress import Progress


def fastest_loop() -> asyncio.AbstractEventLoop:
    """Make an event loop: uvloop's where there is one."""
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop()
    return uvloop.new_event_loop()


@contextmanager
def frozen_past() -> Iterator[None]:
    """Spare the garbage collector what was there before: modules, problems, half of its time."""
    gc.freeze()
    try:
        yield
    finally:
        gc.unfreeze()


def run_loop(execution: Execution) -> Progress:
    """Run to the end in an event loop of our own; Ctrl-C ends in good order."""
    with frozen_past(), asyncio.Runner(loop_factory=fastest_loop) as runner:
        loop = runner.get_loop()
        if threading.current_thread() is threading.main_thread():
            loop.add_signal_handler(signal.SIGINT, execution.interrupt)
        return runner.run(execution.execute())
