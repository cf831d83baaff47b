"""Batch APIs on 127.0.0.1, OpenAI's and Anthropic's, with faults on demand.

In a test::

    async with Batches(right) as batches:
        ...  # point a model at batches.base_url; then look at batches.made and batches.run

As a process of its own, with a log that survives whatever happens to the client::

    python -m tests.loopback.batches --log FILE --create-delay 5
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self
from urllib.parse import parse_qs, urlsplit

from tests.loopback import dialects
from tests.loopback.say import Say
from tests.loopback.server import Loopback, Seen

Fields = dict[str, Any]
PAGE = 2
"""Batches that a page of a list holds."""
CHAT, MESSAGES = "/v1/chat/completions", "/v1/messages"


def right(request: Fields) -> Say:
    """Answer "What is $n+n$?"; ask back where something else was asked."""
    asked = re.search(r"What is \$(\d+)\+", json.dumps(request))
    return Say(text=f"Doubling: \\boxed{{{2 * int(asked[1])}}}" if asked else "What?")


@dataclass
class Batch:
    """A batch as the server knows it."""

    id: str
    owner: str
    file: str
    endpoint: str
    requests: list[Fields]
    made_at: int
    metadata: Fields | None = None
    looks: int = 0
    lines: list[bytes] = field(default_factory=list)
    """The results."""
    word: str = ""
    """The state in which it has ended."""
    errors: list[Fields] = field(default_factory=list)


@dataclass
class Batches:
    """The server.

    Args:
        answer: what each request is answered with; a status other than 200 is an error of it.
        looks: how often a batch is looked at before it has ended.
        runs: how many of a batch's requests are run before it expires; all without it.
        dropped: places in a batch that get no line in the results.
        invalid: the code of an error for which whole batches are turned away, one each.
        create: in place of the answer to the first creations, which happen all the same.
        read: in place of the answer to the first readings of results; an empty body is filled in.
        lost: whether results are there no more.
        garble: whether bodies in ``create`` are sent as they are.
        noise: puts lines among the results that belong to nobody, or twice to somebody.
        refusal: the answer to every request.
        echo: whether batches carry the metadata that they were given.
        seed: shuffles the results.
    """

    answer: Callable[[Fields], Say] = right
    looks: int = 1
    runs: int | None = None
    dropped: frozenset[int] = frozenset()
    invalid: list[str] = field(default_factory=list)
    create: list[Say] = field(default_factory=list)
    read: list[Say] = field(default_factory=list)
    lost: bool = False
    garble: bool = False
    echo: bool = True
    noise: bool = False
    refusal: Say | None = None
    seed: int = 1
    on_event: Callable[[str, int], None] = lambda _kind, _count: None

    def __post_init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.made: dict[str, Batch] = {}
        self.run: list[Fields] = []
        """The requests that were run: what has to be paid for."""
        self._random = random.Random(self.seed)
        self.server = Loopback(answerer=self._answer)

    async def __aenter__(self) -> Self:
        await self.server.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.server.stop()

    @property
    def base_url(self) -> str:
        """Address in the form that OpenAI's clients want."""
        return self.server.base_url

    # -- answering -------------------------------------------------------------------------

    def _answer(self, seen: Seen) -> Say:
        path, query = urlsplit(seen.path).path, parse_qs(urlsplit(seen.path).query)
        owner = seen.headers.get("x-api-key") or seen.headers.get("authorization", "")
        native = path.startswith(f"{MESSAGES}/batches")
        parts = path.removeprefix(MESSAGES if native else "/v1").strip("/").split("/")
        if self.refusal is not None:
            return self.refusal
        match seen.method, parts:
            case "POST", ["files"]:
                say = self._upload(seen.body)
            case "POST", ["batches"]:
                say = self._create(seen.json, owner, native)
            case "GET", ["batches"]:
                say = self._list(query, owner, native)
            case "GET", ["files", name, "content"]:
                say = self._results(self.files.get(name))
            case "GET", ["batches", name, "results"]:
                batch = self._owned(name, owner)
                say = self._results(b"".join(batch.lines) if batch and batch.lines else None)
            case "GET", ["batches", name]:
                say = self._look(name, owner, native)
            case "POST", ["batches", name, "cancel"]:
                say = self._cancel(name, owner, native)
            case _:
                say = Say(status=404, error=f"no such path: {path}")
        return say

    def _owned(self, name: str, owner: str) -> Batch | None:
        batch = self.made.get(name)
        return batch if batch and batch.owner == owner else None

    def _upload(self, body: bytes) -> Say:
        name = f"file-{len(self.files) + 1}"
        start = body.index(b"\r\n\r\n", body.index(b'name="file"')) + 4
        boundary = body[: body.index(b"\r\n")]
        self.files[name] = body[start : body.index(b"\r\n" + boundary, start)]
        return _json({"id": name, "object": "file", "purpose": "batch"})

    def _create(self, asked: Fields, owner: str, native: bool) -> Say:
        if native:
            requests = [(one["custom_id"], one["params"]) for one in asked["requests"]]
        else:
            lines = [json.loads(x) for x in self.files[asked["input_file_id"]].splitlines()]
            assert all(x["url"] == asked["endpoint"] for x in lines)
            requests = [(one["custom_id"], one["body"]) for one in lines]
        batch = Batch(
            id=f"batch_{len(self.made) + 1}",
            owner=owner,
            file=asked.get("input_file_id", ""),
            endpoint=MESSAGES if native else asked["endpoint"],
            requests=[{"id": name, "body": body} for name, body in requests],
            made_at=int(time.time()),
            metadata=asked.get("metadata") if self.echo else None,
        )
        self.made[batch.id] = batch
        if self.invalid:
            batch.word, code = "failed", self.invalid.pop(0)
            batch.errors = [{"code": code, "message": f"turned away: {code}", "line": None}]
        else:
            self.on_event("created", len(requests))
        answer = _json(_shown(batch, native))
        if not self.create:
            return answer
        other = self.create.pop(0)
        return other if self.garble else replace(other, body=answer.body)

    def _list(self, query: dict[str, list[str]], owner: str, native: bool) -> Say:
        mine = [batch for batch in reversed(self.made.values()) if batch.owner == owner]
        after = query.get("after_id" if native else "after", [""])[0]
        start = next((n + 1 for n, batch in enumerate(mine) if batch.id == after), 0)
        page = mine[start : start + PAGE]
        for batch in page:
            self._see(batch, native)
        more = start + PAGE < len(mine)
        return _json({"data": [_shown(b, native) for b in page], "has_more": more})

    def _look(self, name: str, owner: str, native: bool) -> Say:
        batch = self._owned(name, owner)
        if batch is None:
            return Say(
                status=404, error=f"No batch found with id '{name}'.", code="not_found_error"
            )
        self._see(batch, native)
        self.on_event("looked", batch.looks)
        return _json(_shown(batch, native))

    def _see(self, batch: Batch, native: bool) -> None:
        """Let a batch end when it has been seen often enough."""
        batch.looks += 1
        if batch.looks > self.looks and not batch.word:
            whole = self.runs is None or self.runs >= len(batch.requests)
            self._end(batch, native, "completed" if whole else "expired")

    def _cancel(self, name: str, owner: str, native: bool) -> Say:
        batch = self._owned(name, owner)
        if batch is None:
            return _unknown(name)
        if not batch.word:
            self.runs = 0
            self._end(batch, native, "cancelled")
        return _json(_shown(batch, native))

    def _end(self, batch: Batch, native: bool, word: str) -> None:
        """Run the requests and write the results, in an order of its own."""
        batch.word = word
        lines = []
        for place, request in enumerate(batch.requests):
            if place in self.dropped:
                continue
            if self.runs is not None and place >= self.runs:
                lines.append(_unrun(request["id"], native, word))
                continue
            self.run.append(request["body"])
            say = self.answer(request["body"])
            body = json.loads(dialects.body(batch.endpoint, b"", say)) if say.body is None else None
            lines.append(_line(request["id"], native, say, body))
        if self.noise:
            lines += [*lines, b'{"custom_id": "other-0", "response": 1}\n', b"{not JSON\n", b"\n"]
        self._random.shuffle(lines)
        batch.lines = lines
        self.files[f"{batch.id}-good"] = b"".join(x for x in lines if b'"error": null' in x)
        self.files[f"{batch.id}-bad"] = b"".join(x for x in lines if b'"error": null' not in x)

    def _results(self, content: bytes | None) -> Say:
        if content is None or self.lost:
            return Say(status=404, error="No such File object.", code="not_found_error")
        self.on_event("read", len(content))
        answer = Say(body=content)
        return replace(self.read.pop(0), body=content) if self.read else answer


def _unknown(name: str) -> Say:
    return Say(status=404, error=f"No batch found with id '{name}'.", code="not_found_error")


def _json(fields: Fields) -> Say:
    return Say(body=json.dumps(fields).encode())


def _shown(batch: Batch, native: bool) -> Fields:
    """Return a batch object."""
    total, ended = len(batch.requests), bool(batch.word)
    bad = sum(b'"error": null' not in line and b"succeeded" not in line for line in batch.lines)
    if native:
        made = datetime.fromtimestamp(batch.made_at, UTC).isoformat().replace("+00:00", "Z")
        kinds = ("processing", "succeeded", "errored", "canceled", "expired")
        counts = dict.fromkeys(kinds, 0)
        counts |= {"succeeded": total - bad, "errored": bad} if ended else {"processing": total}
        return {
            "id": batch.id,
            "type": "message_batch",
            "processing_status": "ended" if ended else "in_progress",
            "request_counts": counts,
            "created_at": made,
            "ended_at": made if ended else None,
            "results_url": f"https://elsewhere.example/{batch.id}" if ended else None,
        }
    counts = {"total": total, "completed": total - bad, "failed": bad}
    return {
        "id": batch.id,
        "object": "batch",
        "status": batch.word or "in_progress",
        "endpoint": batch.endpoint,
        "input_file_id": batch.file,
        "output_file_id": f"{batch.id}-good" if ended and not batch.errors else None,
        "error_file_id": f"{batch.id}-bad" if ended and bad else None,
        "errors": {"object": "list", "data": batch.errors} if batch.errors else None,
        "created_at": batch.made_at,
        "completed_at": batch.made_at + 90 if ended else None,
        "request_counts": counts if ended else {**counts, "completed": 0, "failed": 0},
        "metadata": batch.metadata,
    }


def _line(name: str, native: bool, say: Say, body: Fields | None) -> bytes:
    """Return a line of results."""
    if native:
        good = {"type": "succeeded", "message": body}
        value: Fields = {
            "result": good if say.status == 200 else {"type": "errored", "error": body}
        }
    else:
        response = {"status_code": say.status, "request_id": f"req_{name}", "body": body}
        value = {"id": f"batch_req_{name}", "response": response, "error": None}
        if say.status != 200:
            del value["error"]
    text = json.dumps({"custom_id": name, **value}, ensure_ascii=False).encode()
    if say.body is not None:
        text = text.replace(b"null", say.body, 1)
    return text + b"\n"


def _unrun(name: str, native: bool, word: str) -> bytes:
    """Return the line of a request that was not run."""
    if native:
        kind = "canceled" if word == "cancelled" else "expired"
        return json.dumps({"custom_id": name, "result": {"type": kind}}).encode() + b"\n"
    error = {"code": f"batch_{word}", "message": "This request could not be executed in time."}
    return json.dumps({"custom_id": name, "response": None, "error": error}).encode() + b"\n"


# -- as a process --------------------------------------------------------------------------


async def _serve(parsed: argparse.Namespace) -> None:
    log = os.open(parsed.log, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o644)
    batches = Batches(
        looks=parsed.looks,
        create=[Say(delay_s=parsed.create_delay)] if parsed.create_delay else [],
        read=[Say(pause_after=parsed.pause_after, pause_s=60)] if parsed.pause_after else [],
        on_event=lambda kind, count: _log(log, {"event": kind, "count": count}),
    )
    async with batches:
        print(batches.base_url, flush=True)
        stop = asyncio.Event()
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
        await stop.wait()


def _log(file: int, entry: Fields) -> None:
    os.write(file, json.dumps(entry).encode() + b"\n")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.loopback.batches", description=__doc__)
    parser.add_argument("--log", type=Path, required=True)
    parser.add_argument("--looks", type=int, default=1)
    parser.add_argument("--create-delay", type=float, default=0, help="of the first, in seconds")
    parser.add_argument("--pause-after", type=int, default=0, help="bytes of the first results")
    asyncio.run(_serve(parser.parse_args()))
