"""The server as a process: an endpoint under load, with faults on demand.

It speaks every protocol that :mod:`tests.loopback.dialects` knows; OpenAI's chat is the fast one.
It prints its base_url on the first line and serves until it is told to stop. With --log it
appends one JSON line when a request arrives and one when its answer has been written.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import time
from collections.abc import Sequence
from pathlib import Path

import orjson

from tests.loopback import dialects
from tests.loopback.say import Say
from tests.loopback.server import Loopback, Seen

FAULTS = {
    "429": lambda a: Say(
        status=429, error="slow down", headers={"Retry-After": str(a.retry_after)}
    ),
    "500": lambda a: Say(status=500, error="internal error"),
    "503": lambda a: Say(status=503, error="overloaded"),
    "cut": lambda a: Say(cut_after=10, delay_s=a.latency),
    "close": lambda a: Say(cut_after=-1),
    "hang": lambda a: Say(hang=True),
    "slow": lambda a: Say(text=a.text, delay_s=a.latency + a.slow),
}


def main(arguments: Sequence[str] | None = None) -> None:
    parsed = _parser().parse_args(arguments)
    parsed.text = _text(parsed.answer_bytes)
    try:
        import uvloop
    except ImportError:
        asyncio.run(_serve(parsed))
    else:
        uvloop.run(_serve(parsed))


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.loopback", description=__doc__)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--log", type=Path)
    parser.add_argument("--latency", type=float, default=0, help="seconds")
    parser.add_argument("--error-rate", type=float, default=0)
    parser.add_argument("--faults", default="429,500,hang,slow", help=f"of {', '.join(FAULTS)}")
    parser.add_argument("--retry-after", type=float, default=0.5, help="seconds, sent with 429")
    parser.add_argument("--slow", type=float, default=1, help="further seconds of a slow answer")
    parser.add_argument("--answer-bytes", type=int, default=2048)
    parser.add_argument("--seed", type=int, default=0)
    return parser


def _text(size: int) -> str:
    ending = " The answer is \\boxed{42}."
    return ("We compute, step by step. " * (size // 26 + 1))[: size - len(ending)] + ending


async def _serve(parsed: argparse.Namespace) -> None:
    log = _Log(parsed.log) if parsed.log else None
    server = Loopback(
        answerer=_Answerer(parsed),
        on_seen=log.asked if log else None,
        on_sent=log.answered if log else None,
        keep=False,
    )
    await server.start(parsed.port)
    print(server.base_url, flush=True)
    stop = asyncio.Event()
    for told in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(told, stop.set)
    await stop.wait()
    await server.stop()


class _Answerer:
    """Numbers its answers: the id of a completion is that of the request in the log."""

    def __init__(self, parsed: argparse.Namespace) -> None:
        self._random = random.Random(parsed.seed)
        self._rate = parsed.error_rate
        self._faults = [FAULTS[name](parsed) for name in parsed.faults.split(",") if name]
        self._other = Say(text=parsed.text, delay_s=parsed.latency)
        good = json.dumps(dialects.chat(Say(text=parsed.text))).encode()
        self._before, self._after = good.split(b"chatcmpl-1", 1)
        self._latency_s = parsed.latency

    def __call__(self, seen: Seen) -> Say:
        if self._rate and self._random.random() < self._rate:
            return self._random.choice(self._faults)
        if not seen.path.endswith("/chat/completions"):
            return self._other
        body = b"%schatcmpl-%d%s" % (self._before, seen.number, self._after)
        return Say(body=body, delay_s=self._latency_s)


class _Log:
    """Append-only; every line is with the operating system when its call returns."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)

    def asked(self, seen: Seen) -> None:
        self._write({"event": "asked", "n": seen.number, "at": seen.at, "prompt": _prompt(seen)})

    def answered(self, seen: Seen, status: int) -> None:
        self._write({"event": "answered", "n": seen.number, "at": time.time(), "status": status})

    def _write(self, entry: dict[str, object]) -> None:
        os.write(self._file, orjson.dumps(entry) + b"\n")


def _prompt(seen: Seen) -> str:
    """Return the words of the last message of a chat request; the whole body of others."""
    messages = orjson.loads(seen.body).get("messages")
    if not messages:
        return seen.body.decode()
    content = messages[-1]["content"]
    if isinstance(content, list):
        return "".join(part.get("text", "") for part in content)
    return content


if __name__ == "__main__":
    main()
