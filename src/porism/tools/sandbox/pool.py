"""A pool: one fork server in a sandbox, from which sessions are had in milliseconds."""

from __future__ import annotations

import asyncio
import os
import socket
import subprocess
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from typing import IO

from pydantic import ValidationError

from porism.errors import SandboxError
from porism.tools.sandbox.inside import frames
from porism.tools.sandbox.inside.limits import Limits
from porism.tools.sandbox.session import Report, Session

READY_WITHIN_S = 180
"""The libraries take seconds to load, on a busy machine many."""
REPORT_WITHIN_S = 20
LONGEST_REPORT = 4096
LONGEST_WORDS = 500


class Pool:
    """Sessions from one fork server; begun when first needed, and again should it die.

    Args:
        command: starts the fork server in its sandbox.
        limits: what each session may use.
    """

    def __init__(self, command: Sequence[str], limits: Limits) -> None:
        self._command, self._limits = list(command), limits
        self._server: _Server | None = None
        self._starting = asyncio.Lock()

    @property
    def process(self) -> int | None:
        """The sandbox's first process, while there is one."""
        return self._server.process if self._server else None

    async def start(self) -> None:
        """Start the fork server, if none is running.

        Raises:
            SandboxError: it does not start.
        """
        await self._running()

    async def open(self) -> Session:
        """Begin a session.

        Raises:
            SandboxError: the sandbox does not work.
        """
        server = await self._running()
        ours, theirs = socket.socketpair()
        told, tells = os.pipe()
        try:
            await server.order(theirs.fileno(), tells)
            reader, writer = await asyncio.open_unix_connection(sock=ours, limit=2 * frames.LONGEST)
        except BaseException:
            ours.close()
            os.close(told)
            raise
        finally:
            theirs.close()
            os.close(tells)
        session = Session(reader, writer, self._limits, _Reports(told).read)
        if not await session.begin():
            raise SandboxError(f"a session does not start: {server.last_words}")
        return session

    async def close(self) -> None:
        """End all sessions and the fork server."""
        if self._server is not None:
            server, self._server = self._server, None
            await server.stop()

    async def _running(self) -> _Server:
        async with self._starting:
            if self._server is not None and self._server.alive:
                return self._server
            await self.close()
            self._server = _Server(self._command)
            try:
                await self._server.wait()
            except BaseException:
                await self.close()
                raise
            return self._server


class _Server:
    """A fork server's process."""

    def __init__(self, command: Sequence[str]) -> None:
        self._orders, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._orders.setblocking(False)
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - closed by stop()
        try:
            self._process = subprocess.Popen(  # noqa: S603 - our own command
                command,
                stdin=theirs.fileno(),
                stdout=subprocess.DEVNULL,
                stderr=self._errors,
                start_new_session=True,  # Ctrl-C is for us: answers may still be under way
            )
        finally:
            theirs.close()

    @property
    def process(self) -> int:
        return self._process.pid

    @property
    def alive(self) -> bool:
        return self._process.poll() is None

    @property
    def last_words(self) -> str:
        """The last line that it wrote to standard error; sessions cannot write there."""
        errors = self._errors.fileno()  # its position is the server's, too: it stays where it is
        words = os.pread(errors, LONGEST_WORDS, max(0, os.fstat(errors).st_size - LONGEST_WORDS))
        lines = words.decode("utf-8", "replace").strip().splitlines()
        return lines[-1] if lines else "it does not say why"

    async def wait(self) -> None:
        """Wait until the libraries are loaded.

        Raises:
            SandboxError: they are not, within a long time.
        """
        said = b""
        with suppress(TimeoutError, OSError):
            async with asyncio.timeout(READY_WITHIN_S):
                said = await asyncio.get_running_loop().sock_recv(self._orders, 16)
        if not said:
            raise SandboxError(f"the sandbox does not start: {self.last_words}")

    async def order(self, channel: int, report: int) -> None:
        """Have a session begun on two descriptors.

        Raises:
            SandboxError: the server is gone.
        """
        while True:
            try:
                socket.send_fds(self._orders, [b"s"], [channel, report])
            except BlockingIOError:
                await asyncio.sleep(0.01)
            except OSError as error:
                raise SandboxError(f"the sandbox is gone: {error.strerror}") from error
            else:
                return

    async def stop(self) -> None:
        """Let it end, by itself or by force."""
        self._orders.close()
        try:
            await asyncio.to_thread(self._process.wait, REPORT_WITHIN_S)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._errors.close()


class _Reports:
    """The pipe on which the fork server tells how a session ended."""

    def __init__(self, descriptor: int) -> None:
        self._descriptor, self._read = descriptor, False
        self._report: Report | None = None

    async def read(self) -> Report | None:
        """Wait for the end; ``None`` where the server died before it could tell."""
        if not self._read:
            self._read = True
            data = await self._wait()
            with suppress(ValidationError):
                self._report = Report.model_validate_json(data)
        return self._report

    async def _wait(self) -> bytes:
        loop, ended = asyncio.get_running_loop(), asyncio.Event()
        loop.add_reader(self._descriptor, ended.set)
        try:
            async with asyncio.timeout(REPORT_WITHIN_S):
                await ended.wait()
            return os.read(self._descriptor, LONGEST_REPORT)
        except TimeoutError:
            return b""
        finally:
            loop.remove_reader(self._descriptor)
            os.close(self._descriptor)
