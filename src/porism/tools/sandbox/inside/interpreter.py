"""A Python interpreter at the end of a pipe: code comes in, output and values go out."""

from __future__ import annotations

import ast
import builtins
import io
import json
import linecache
import sys
import time
import traceback
from collections.abc import Iterator
from contextlib import redirect_stderr, redirect_stdout, suppress
from types import CodeType, ModuleType

from porism.tools.sandbox.inside import frames
from porism.tools.sandbox.inside.limits import Limits

_FRAMES_SHOWN = 20


def interpret(receive: int, send: int, limits: Limits) -> None:
    """Run what comes until nothing more comes.

    Args:
        receive: the file descriptor on which code arrives.
        send: the file descriptor on which output and answers leave.
        limits: how long results may be.
    """
    sys.set_int_max_str_digits(0)  # numbers of any length are what mathematics prints
    session = Interpreter(send, limits)
    for number, code in enumerate(_codes(receive), start=1):
        session.run(code, f"<call {number}>")


class Interpreter:
    """Runs code in one set of names, which persist from call to call."""

    def __init__(self, send: int, limits: Limits) -> None:
        self._send, self._limits = send, limits
        main = ModuleType("__main__")
        main.__dict__["__builtins__"] = builtins
        sys.modules["__main__"] = main
        self._names = main.__dict__

    def run(self, code: str, name: str) -> None:
        """Run one piece of code and send all that came of it, the answer last."""
        began_s = time.process_time()
        out, err = self._outlet(frames.STDOUT), self._outlet(frames.STDERR)
        with redirect_stdout(out), redirect_stderr(err):
            result, raised = self._evaluate(code, name)
            if raised:
                err.write(raised)
        for outlet in (out, err):
            _close(outlet)
        answer = {
            "result": result,
            "raised": bool(raised),
            "cpu_s": time.process_time() - began_s,
        }
        frames.write(self._send, frames.ANSWER, json.dumps(answer).encode())

    def _evaluate(self, code: str, name: str) -> tuple[str, str]:
        """Return how the value of the last expression is written, and what was raised."""
        try:
            linecache.cache[name] = (len(code), None, code.splitlines(keepends=True), name)
            statements, last = _compiled(code, name)
            exec(statements, self._names)  # noqa: S102 - that is what we are here for
            value = None if last is None else eval(last, self._names)  # noqa: S307 - as above
            return ("" if value is None else self._shortened(repr(value))), ""
        except SystemExit:
            return "", ""
        except BaseException as error:  # noqa: BLE001 - whatever is raised is told to the model
            return "", _explained(error)

    def _shortened(self, text: str) -> str:
        """Leave out the middle, so that the answer fits into a frame however JSON writes it."""
        half = self._limits.kept_bytes // 8
        if len(text) > 2 * half:
            text = f"{text[:half]}[... {len(text) - 2 * half} characters ...]{text[-half:]}"
        return text.encode("utf-8", "replace").decode()

    def _outlet(self, kind: bytes) -> io.TextIOWrapper:
        raw = io.BufferedWriter(_Outlet(self._send, kind), frames.LONGEST)
        return io.TextIOWrapper(raw, encoding="utf-8", errors="replace", line_buffering=True)


class _Outlet(io.RawIOBase):
    """Sends what is written to it as frames of one kind."""

    def __init__(self, send: int, kind: bytes) -> None:
        self._send, self._kind = send, kind

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        part = bytes(memoryview(data)[: frames.LONGEST])  # type: ignore[arg-type]
        frames.write(self._send, self._kind, part)
        return len(part)


def _compiled(code: str, name: str) -> tuple[CodeType, CodeType | None]:
    """Compile statements, and apart from them the last expression if they end with one."""
    tree = ast.parse(code, name)
    last = None
    if tree.body and isinstance(tree.body[-1], ast.Expr):
        last = compile(ast.Expression(tree.body.pop().value), name, "eval")  # type: ignore[attr-defined]
    return compile(tree, name, "exec"), last


def _explained(error: BaseException) -> str:
    """Return a traceback without our own frames."""
    own = error.__traceback__
    error.__traceback__ = own.tb_next if own else None
    try:
        return "".join(traceback.TracebackException.from_exception(
            error, limit=-_FRAMES_SHOWN, compact=True
        ).format())  # fmt: skip
    except BaseException:  # noqa: BLE001 - an exception can be written so as not to be shown
        return f"{type(error).__name__} (its message cannot be shown)\n"


def _close(outlet: io.TextIOWrapper) -> None:
    with suppress(OSError, ValueError):  # the code has closed or detached it
        outlet.close()


def _codes(receive: int) -> Iterator[str]:
    while head := frames.read_exactly(receive, frames.HEAD.size):
        _, length = frames.HEAD.unpack(head)
        yield frames.read_exactly(receive, length).decode("utf-8", "replace")
