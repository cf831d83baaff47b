"""Batch APIs on 127.0.0.1, OpenAI's, Azure's, Anthropic's and Google's, with faults on demand.

In a test::

    async with Batches(right) as batches:
        ...  # point a model at batches.base_url; then look at batches.made and batches.run

As a process of its own::

    python -m tests.loopback.batches --looks 5
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import re
import signal
import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Self
from urllib.parse import parse_qs, urlsplit

from tests.loopback import dialects
from tests.loopback.batch_apis import APIS, Action, Api, Batch, Fields, Google
from tests.loopback.say import Say
from tests.loopback.server import Loopback, Seen

PAGE = 2
"""Batches that a page of a list holds."""
KEY_HEADERS = ("x-api-key", "api-key", "x-goog-api-key", "authorization")
UNKNOWN = Say(status=404, error="No such thing was found.", code="not_found_error")


def right(request: Fields) -> Say:
    """Answer "What is $n+n$?"; ask back where something else was asked."""
    asked = re.search(r"What is \$(\d+)\+", json.dumps(request))
    return Say(text=f"Doubling: \\boxed{{{2 * int(asked[1])}}}" if asked else "What?")


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
        refused: the answers to the first creations, which do not happen.
        read: in place of the answer to the first readings of results; an empty body is filled in.
        lost: whether results are there no more.
        garble: whether bodies in ``create`` are sent as they are.
        noise: puts lines among the results that belong to nobody, or twice to somebody.
        refusal: the answer to every request.
        echo: whether batches carry the name that they were given.
        inline: whether Google answers within the batch itself.
        unread: how often a file is looked at before it has been read.
        seed: shuffles the results.
    """

    answer: Callable[[Fields], Say] = right
    looks: int = 1
    runs: int | None = None
    dropped: frozenset[int] = frozenset()
    invalid: list[str] = field(default_factory=list)
    create: list[Say] = field(default_factory=list)
    refused: list[Say] = field(default_factory=list)
    read: list[Say] = field(default_factory=list)
    lost: bool = False
    garble: bool = False
    echo: bool = True
    noise: bool = False
    refusal: Say | None = None
    inline: bool = False
    unread: int = 0
    seed: int = 1

    def __post_init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.uploads = 0
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
        if self.refusal is not None:
            return self.refusal
        path, query = urlsplit(seen.path).path, parse_qs(urlsplit(seen.path).query)
        api, action, name = route(f"{seen.method} {path}")
        owner = next((key for h in KEY_HEADERS if (key := seen.headers.get(h))), "")
        batch = self.made.get(name)
        owned = batch if batch and batch.owner == owner else None
        match action:
            case "upload" | "file" | "delete" | "content":
                say = self._about_file(action, name, seen, api)
            case "create" if self.refused:
                say = self.refused.pop(0)
            case "create":
                say = self._create(seen, api, owner)
            case "list":
                say = self._list(query.get(api.cursor, [""])[0], api, owner)
            case "results" if owned:
                say = self._results(b"".join(owned.lines) or None)
            case "look" if owned:
                self._see(owned)
                say = _json(api.shown(owned))
            case "cancel" if owned:
                say = self._cancel(owned)
            case _:
                say = UNKNOWN
        return say

    def _about_file(self, action: Action, name: str, seen: Seen, api: Api) -> Say:
        match action:
            case "upload":
                return self._upload(seen, api)
            case "delete":
                return _json({"deleted": self.files.pop(name, None) is not None})
            case "content":
                return self._results(self.files.get(name))
            case _:
                return self._file(name, api)

    def _upload(self, seen: Seen, api: Api) -> Say:
        assert not isinstance(api, Google) or seen.headers["x-goog-upload-protocol"] == "multipart"
        self.uploads += 1
        name, body = f"file-{self.uploads}", seen.body
        start = body.index(b"\r\n\r\n", body.index(b'name="file"')) + 4
        boundary = body[: body.index(b"\r\n")]
        self.files[name] = body[start : body.index(b"\r\n" + boundary, start)]
        return self._file(name, api)

    def _file(self, name: str, api: Api) -> Say:
        self.unread -= 1
        return _json(api.file(name, "pending" if self.unread >= 0 else "processed"))

    def _create(self, seen: Seen, api: Api, owner: str) -> Say:
        asked = api.batch(seen.json, urlsplit(seen.path).path, self.files)
        batch = Batch(
            id=f"batch_{len(self.made) + 1}",
            owner=owner,
            api=api,
            made_at=int(time.time()),
            inline=self.inline,
            **asked,
        )
        if not self.echo:
            batch.name = None
        self.made[batch.id] = batch
        if self.invalid:
            batch.word, batch.error = "failed", self.invalid.pop(0)
        answer = _json(api.shown(batch))
        if not self.create:
            return answer
        other = self.create.pop(0)
        return other if self.garble else replace(other, body=answer.body)

    def _list(self, after: str, api: Api, owner: str) -> Say:
        mine = [batch for batch in reversed(self.made.values()) if batch.owner == owner]
        start = next((n + 1 for n, batch in enumerate(mine) if batch.id == after), 0)
        page = mine[start : start + PAGE]
        for batch in page:
            self._see(batch)
        return _json(api.page(page, start + PAGE < len(mine)))

    def _see(self, batch: Batch) -> None:
        """Let a batch end when it has been seen often enough."""
        batch.looks += 1
        if batch.looks > self.looks and not batch.word:
            whole = self.runs is None or self.runs >= len(batch.requests)
            self._end(batch, "completed" if whole else "expired")

    def _cancel(self, batch: Batch) -> Say:
        if not batch.word:
            self.runs = 0
            self._end(batch, "cancelled")
        return _json({} if isinstance(batch.api, Google) else batch.api.shown(batch))

    def _end(self, batch: Batch, word: str) -> None:
        """Run the requests and write the results, in an order of its own."""
        batch.word = word
        good, bad = [], []
        for place, (name, request) in enumerate(batch.requests):
            if place in self.dropped:
                continue
            if self.runs is not None and place >= self.runs:
                bad.append(batch.api.unrun(name, word))
                continue
            self.run.append(request)
            say = self.answer(request)
            (good if say.status == 200 else bad).append(self._line(batch, name, say))
        batch.bad = len(bad)
        if self.noise:
            good += [*good, b'{"custom_id": "other-0", "response": 1}\n', b"{not JSON\n", b"\n"]
        batch.lines = [*good, *bad]
        for lines in (batch.lines, good, bad):
            self._random.shuffle(lines)
        for kind, lines in {"all": batch.lines, "good": good, "bad": bad}.items():
            self.files[f"{batch.id}-{kind}"] = b"".join(lines)

    @staticmethod
    def _line(batch: Batch, name: str, say: Say) -> bytes:
        if say.body is not None:
            return batch.api.line(name, say, None).replace(b"null", say.body, 1)
        body = json.loads(dialects.body(batch.endpoint, b"", say))
        return batch.api.line(name, say, body)

    def _results(self, content: bytes | None) -> Say:
        if content is None or self.lost:
            return UNKNOWN
        answer = Say(body=content)
        return replace(self.read.pop(0), body=content) if self.read else answer


def route(request: str) -> tuple[Api, Action | None, str]:
    """Return whose words a request is in, what it is about, and which batch or file it names."""
    for api in APIS:
        for pattern, action in api.routes.items():
            if found := re.fullmatch(pattern, request):
                return api, action, "".join(found.groups())
    return APIS[-1], None, ""


def _json(fields: Fields) -> Say:
    return Say(body=json.dumps(fields).encode())


# -- as a process --------------------------------------------------------------------------


async def _serve(looks: int) -> None:
    async with Batches(looks=looks) as batches:
        print(batches.base_url, flush=True)
        stop = asyncio.Event()
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stop.set)
        await stop.wait()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.loopback.batches", description=__doc__)
    parser.add_argument("--looks", type=int, default=1)
    asyncio.run(_serve(parser.parse_args().looks))
