"""OpenAI's batch API: a file of requests goes up, files of results come down.

Spoken by OpenAI, by Azure and by gateways and servers that are compatible with it. A batch
carries our name for it in its metadata, and names its file; by either it is found again.

Source: OpenAI's and Azure's API references, pages on batches and files, read in November 2026.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from typing import Any

import aiohttp
import orjson

from porism.errors import EndpointError, TransientError
from porism.models import failures
from porism.models.batches.http import Http, dictionaries, dictionary, line_object, name_in, natural
from porism.models.batches.service import NOT_RUN, Found, Item, Limits, Seen, Sought

METADATA_KEY = "porism"
MOST_PAGES = 100
"""Lists of batches are followed so far and no further."""
BEFORE_S = 86_400
"""Clocks may differ by so much: batches that are older than that are not ours."""

_BEING_READ = frozenset({"pending", "running"})
"""States of a file of which no batch can be made yet; Azure's go through them."""
_MOST_LOOKS = 60
_ENDED = frozenset({"completed", "failed", "expired", "cancelled"})
_ENDS = ("completed_at", "failed_at", "expired_at", "cancelled_at")
_FULL = "token_limit_exceeded"


class OpenAIBatches:
    """The batches of one model.

    Args:
        http: a way to the API.
        address: where batches are.
        endpoint: the path that each request is for, as the API wants it.
    """

    limits = Limits(requests=50_000, bytes=200_000_000)
    pause_s = 2.0
    """Between two looks at a file that is still being read, in seconds."""

    def __init__(self, http: Http, address: str, endpoint: str) -> None:
        self._http, self.address = http, address
        self._endpoint = endpoint
        self._between = b'","method":"POST","url":"%s","body":' % endpoint.encode()

    def size(self, item: Item) -> int:
        """Return the length of an item's line."""
        return len(item.custom_id) + len(self._between) + len(item.body) + len('{"custom_id":"}\n')

    async def submit(
        self,
        batch: str,
        items: Sequence[Item],
        on_file: Callable[[str], Awaitable[None]],
        file: str = "",
    ) -> Seen:
        """Upload a file and begin a batch; see :class:`BatchService`."""
        if file:
            made = await self._http.call("GET", f"files/{file}")
        else:
            made = await self._upload(batch, items)
            file = name_in(made)
            await on_file(file)
        await self._read(file, made)
        wanted = {
            "input_file_id": file,
            "endpoint": self._endpoint,
            "completion_window": "24h",
            "metadata": {METADATA_KEY: batch},
        }
        headers = {"Content-Type": "application/json", "Idempotency-Key": f"porism-{batch}"}
        data = orjson.dumps(wanted)
        return seen(await self._http.call("POST", "batches", data=data, headers=headers))

    async def find(self, sought: Sought) -> Seen | None:
        """Look through the account's batches, the newest first; see :class:`BatchService`."""
        query = {"limit": "100"}
        for _ in range(MOST_PAGES):
            page = await self._http.call("GET", "batches", query=query)
            listed = dictionaries(page.get("data"))
            for one in listed:
                if is_sought(one, sought):
                    return seen(one)
            if not listed or not page.get("has_more") or is_before(listed[-1], sought):
                break
            query["after"] = name_in(listed[-1])
        return None

    async def look(self, handle: str) -> Seen:
        """Return how far a batch is; see :class:`BatchService`."""
        return seen(await self._http.call("GET", f"batches/{handle}"))

    async def results(self, seen: Seen) -> AsyncIterator[list[Found]]:
        """Yield the lines of both files; see :class:`BatchService`."""
        for file in seen.files:
            async for lines in self._http.lines(f"files/{file}/content"):
                yield [line for line in map(found, lines) if line is not None]

    async def cancel(self, handle: str) -> None:
        """Have the provider stop; see :class:`BatchService`."""
        await self._http.call("POST", f"batches/{handle}/cancel")

    async def forget(self, file: str) -> None:
        """Delete a file; see :class:`BatchService`."""
        await self._http.call("DELETE", f"files/{file}")

    async def close(self) -> None:
        """Close the sockets."""
        await self._http.close()

    async def _upload(self, batch: str, items: Sequence[Item]) -> dict[str, Any]:
        """Upload a file; return what is said of it."""
        form = aiohttp.FormData()
        form.add_field("purpose", "batch")
        form.add_field(
            "file",
            b"".join(map(self._line, items)),
            filename=f"porism-{batch}.jsonl",
            content_type="application/jsonl",
        )
        return await self._http.call("POST", "files", data=form)

    async def _read(self, file: str, made: Mapping[str, Any]) -> None:
        """Wait until the provider has read a file."""
        for _ in range(_MOST_LOOKS):
            if made.get("status") not in _BEING_READ:
                return
            await asyncio.sleep(self.pause_s)
            made = await self._http.call("GET", f"files/{file}")

    def _line(self, item: Item) -> bytes:
        return b'{"custom_id":"%s%s%s}\n' % (item.custom_id.encode(), self._between, item.body)


def seen(value: Mapping[str, Any]) -> Seen:
    """Read a batch object.

    Raises:
        TransientError: it is none.
    """
    counts, word = dictionary(value.get("request_counts")), str(value.get("status") or "")
    complaints = dictionaries(dictionary(value.get("errors")).get("data"))
    errors = complaints[:20] if word == "failed" else []
    said = "; ".join(str(one.get("message") or one.get("code")) for one in errors)
    files = (value.get("output_file_id"), value.get("error_file_id"))
    return Seen(
        handle=name_in(value),
        word=word,
        ended=word in _ENDED,
        done=natural(counts.get("completed")) + natural(counts.get("failed")),
        files=tuple(name_in({"id": file}) for file in files if file),
        failure=failures.shorten(said or "no reason is given") if word == "failed" else "",
        full=any(one.get("code") == _FULL for one in errors),
        duration_s=_duration_s(value),
    )


def found(line: bytes) -> Found | None:
    """Read a line of results; ``None`` for one that belongs to no request."""
    value = line_object(line)
    custom_id = value.get("custom_id")
    if not isinstance(custom_id, str):
        return None
    response, error = value.get("response"), dictionary(value.get("error"))
    if not isinstance(response, dict):
        why = str(error.get("message") or error.get("code") or NOT_RUN)
        return Found(custom_id, line, failure=TransientError(failures.shorten(why)))
    body = orjson.dumps(response.get("body"))
    status = natural(response.get("status_code")) or 500
    failure: EndpointError | None = None
    if status != 200:
        failure = failures.from_response(status, {}, body)
    request_id = str(response.get("request_id") or "")
    return Found(custom_id, line, body, status, request_id, failure)


def is_sought(value: Mapping[str, Any], sought: Sought) -> bool:
    """Tell whether a batch object is the one that is looked for."""
    named = dictionary(value.get("metadata")).get(METADATA_KEY) == sought.id
    return named or bool(sought.file and value.get("input_file_id") == sought.file)


def is_before(value: Mapping[str, Any], sought: Sought) -> bool:
    """Tell whether a batch object is too old to be the one that is looked for."""
    made = value.get("created_at")
    return isinstance(made, int) and made < sought.made_at.timestamp() - BEFORE_S


def _duration_s(value: Mapping[str, Any]) -> float:
    ends = [natural(value.get(name)) for name in _ENDS]
    return max(0, max(ends) - natural(value.get("created_at"))) if any(ends) else 0
