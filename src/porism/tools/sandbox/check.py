"""Proof of the isolation on this machine: everything that must not be possible is tried."""

from __future__ import annotations

import asyncio
import socket
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import NamedTuple

from porism.core import Noun
from porism.errors import ConfigurationError, SandboxError
from porism.tools.sandbox.choice import SandboxChoice
from porism.tools.sandbox.inside.limits import Limits
from porism.tools.sandbox.kinds import Sandbox, open_sandbox
from porism.tools.sandbox.probes import PROBES, Probe
from porism.tools.sandbox.session import Executed

QUICK = Limits(wall_s=20, cpu_s=2, memory_bytes=1 << 29)
SECRET = "a file that nobody in the sandbox may read"  # noqa: S105 - it is none


class Finding(Noun):
    """What was found out about one thing."""

    name: str
    """What must not be possible, or what has to work."""
    good: bool
    detail: str
    """What came of trying it."""


class SandboxReport(Noun):
    """Whether model-written code is run here, and why not."""

    isolated: bool
    """All that must not be possible is not."""
    findings: tuple[Finding, ...]


class Outside(NamedTuple):
    """What the probes reach for."""

    port: int
    file: str
    process: int


def run_check(choice: SandboxChoice) -> SandboxReport:
    """Do as :func:`check` does, outside of an event loop."""
    return asyncio.run(check(choice))


async def check(choice: SandboxChoice) -> SandboxReport:
    """Start the sandbox and try to break out of it.

    Args:
        choice: which sandbox.
    """
    findings = [f async for f in _findings(choice)]
    return SandboxReport(isolated=all(f.good for f in findings), findings=tuple(findings))


async def _findings(choice: SandboxChoice) -> AsyncIterator[Finding]:
    try:
        sandbox = open_sandbox(choice, QUICK)
        await sandbox.start()
    except (ConfigurationError, SandboxError) as error:
        yield Finding(name="start the sandbox", good=False, detail=str(error))
        return
    try:
        yield Finding(name="start the sandbox", good=True, detail=choice.kind)
        with outside() as reached_for:
            for probe in PROBES:
                yield await tried(sandbox, probe, reached_for)
    finally:
        await sandbox.close()


@contextmanager
def outside() -> Iterator[Outside]:
    """Provide a listener, a file and a process; and see to it afterwards that nothing happened.

    Raises:
        SandboxError: something did.
    """
    waiting = [sys.executable, "-c", "import sys; sys.stdin.read()"]
    with (
        socket.create_server(("127.0.0.1", 0)) as listener,
        tempfile.NamedTemporaryFile("w", prefix="porism-") as file,
        subprocess.Popen(waiting, stdin=subprocess.PIPE) as process,  # noqa: S603 - our own command
    ):
        file.write(SECRET)
        file.flush()
        yield Outside(listener.getsockname()[1], file.name, process.pid)
        listener.setblocking(False)
        with suppress(BlockingIOError):
            listener.accept()
            raise SandboxError("a session reached a socket of this machine")
        if process.poll() is not None or Path(file.name).read_text(encoding="utf-8") != SECRET:
            raise SandboxError("a session reached a process or a file of this machine")


async def tried(sandbox: Sandbox, probe: Probe, reached_for: Outside) -> Finding:
    """Try one thing in a session of its own."""
    session = await sandbox.open()
    try:
        done = await session.run(probe.code.format(**reached_for._asdict()))
    finally:
        await session.close()
    last = said(done)
    good, detail = last.startswith(probe.refusal), last or f"it worked: {done.result}"
    return Finding(name=probe.name, good=good, detail=detail)


def said(done: Executed) -> str:
    """Return why it did not work; empty if it did."""
    if done.ended == "stopped":
        return done.why
    lines = done.stderr.strip().splitlines()
    return lines[-1] if lines else ""
