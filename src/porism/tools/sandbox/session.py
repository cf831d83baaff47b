"""A session: an interpreter behind walls, which keeps its names from call to call."""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Awaitable, Callable
from typing import Literal

from pydantic import Field, ValidationError

from porism.core import Noun
from porism.errors import SandboxError
from porism.tools.sandbox.excerpt import Excerpt, legible
from porism.tools.sandbox.inside import frames
from porism.tools.sandbox.inside.limits import Limits


class Answer(Noun):
    """What the interpreter says of a call; foreign code may have forged it."""

    result: str
    raised: bool
    cpu_s: float = Field(ge=0, allow_inf_nan=False)


class Report(Noun):
    """How a session ended, by the word of the fork server."""

    code: int
    """Exit code; negative is the signal that ended it."""
    cpu_s: float = 0
    peak_bytes: int = 0


class Executed(Noun):
    """What came of running some code."""

    stdout: str
    stderr: str
    """Where the code raised something, the traceback is here."""
    result: str
    """How Python writes the value of the last expression; empty where there is none."""
    ended: Literal["finished", "raised", "stopped"]
    """``stopped``: the session is over, and its names are gone."""
    why: str = ""
    """Why the session was stopped."""
    duration_s: float
    cpu_s: float


class Stopped(Exception):  # noqa: N818 - not an error: the code's doing, told to whoever wrote it
    """The session is over."""


class Session:
    """A running interpreter.

    Args:
        reader: what comes out of it.
        writer: what goes in.
        limits: what it may use.
        report: waits for its end and says how it came; ``None`` where nobody can say.
    """

    def __init__(
        self,
        reader: asyncio.StreamReader,
        writer: asyncio.StreamWriter,
        limits: Limits,
        report: Callable[[], Awaitable[Report | None]],
    ) -> None:
        self._reader, self._writer, self._limits, self._report = reader, writer, limits, report
        self.over = False
        """No further code can be run."""
        self._cpu_s = 0.0
        """What calls have taken so far."""

    async def begin(self) -> bool:
        """Wait until all walls stand, and tell whether they do."""
        try:
            kind, _ = await self._frame()
        except (Stopped, asyncio.IncompleteReadError, OSError):
            kind = b""
        except BaseException:
            await self.close()
            raise
        if kind != frames.READY:
            await self.close()
        return not self.over

    async def run(self, code: str) -> Executed:
        """Run some code; what it does wrong is a result like any other.

        Raises:
            SandboxError: the sandbox itself failed.
        """
        data, began_s = code.encode("utf-8", "replace"), time.monotonic()
        if len(data) > self._limits.code_bytes:
            return self._too_long(len(data))
        out, err = Excerpt(self._limits.kept_bytes), Excerpt(self._limits.kept_bytes)
        answer, why, gone = None, "", False
        try:
            async with asyncio.timeout(self._limits.wall_s):
                await self._send(data)
                answer = await self._collect(out, err)
        except TimeoutError:
            why = f"it ran longer than {self._limits.wall_s:g} s"
        except Stopped as stop:
            why = str(stop)
        except (asyncio.IncompleteReadError, OSError):
            gone = True
        if answer is None:
            await self.close()
            report = await self._report()
            why = self._cause(report) if gone else why
            cpu_s = max(0.0, report.cpu_s - self._cpu_s) if report else 0.0
        else:
            cpu_s = answer.cpu_s
        self._cpu_s += cpu_s
        return Executed(
            stdout=out.text,
            stderr=err.text,
            result=legible(answer.result) if answer else "",
            ended="stopped" if answer is None else "raised" if answer.raised else "finished",
            why=why,
            duration_s=time.monotonic() - began_s,
            cpu_s=cpu_s,
        )

    async def close(self) -> None:
        """End the interpreter and wait until it is gone."""
        if not self.over:
            self.over = True
            if not self._writer.transport.is_closing():
                self._writer.transport.abort()
            await self._report()

    def _too_long(self, size: int) -> Executed:
        error = f"the code has {size:,} bytes; it may have {self._limits.code_bytes:,}"
        return Executed(
            stdout="", stderr=error, result="", ended="raised", duration_s=0, cpu_s=0
        )  # fmt: skip

    async def _send(self, code: bytes) -> None:
        self._writer.write(frames.HEAD.pack(frames.CODE, len(code)) + code)
        await self._writer.drain()

    async def _collect(self, out: Excerpt, err: Excerpt) -> Answer:
        """Read output up to the answer."""
        while True:
            kind, data = await self._frame()
            if kind == frames.ANSWER:
                return _read_answer(data)
            excerpt = {frames.STDOUT: out, frames.STDERR: err}.get(kind)
            if excerpt is None:
                raise Stopped("it disturbed the interpreter")
            excerpt.add(data)
            if out.size + err.size > self._limits.flood_bytes:
                raise Stopped(f"it printed more than {self._limits.flood_bytes:,} bytes")

    async def _frame(self) -> tuple[bytes, bytes]:
        head = await self._reader.readexactly(frames.HEAD.size)
        kind, length = frames.HEAD.unpack(head)
        if length > frames.LONGEST:
            raise Stopped("it disturbed the interpreter")
        return kind, await self._reader.readexactly(length)

    def _cause(self, report: Report | None) -> str:
        if report is None:
            raise SandboxError("the sandbox broke down while code was running")
        if report.code >= 0:
            return f"it ended the interpreter (exit code {report.code})"
        if report.code == -signal.SIGKILL and round(report.cpu_s) >= self._limits.cpu_s:
            return f"all calls together took {self._limits.cpu_s} s of CPU, the most they may"
        return f"the interpreter was ended by {signal.Signals(-report.code).name}"


def _read_answer(data: bytes) -> Answer:
    try:
        return Answer.model_validate_json(data)
    except ValidationError:
        raise Stopped("it disturbed the interpreter") from None
