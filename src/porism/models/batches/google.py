"""Google's batch mode: a file of requests goes up, a long-running operation answers it.

A batch carries our name for it as its display name; by that it is found again. Requests go
up as a file and not within the request that begins the batch, although that is possible up
to 20 MB: what comes back to those has been seen out of order and without its keys
(googleapis/python-genai, issues 1909 and 2008). Small batches may still be answered within
the operation; both kinds are read, and matched by key.

Source: the Gemini API's reference, pages on batches and files, its discovery document, and
the source of google-genai, read in November 2026.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping, Sequence
from typing import Any

import aiohttp
import orjson

from porism.errors import TransientError
from porism.models import failures
from porism.models.batches.http import (
    Http,
    dictionaries,
    dictionary,
    line_object,
    name_in,
    natural,
    seconds_between,
)
from porism.models.batches.service import NOT_RUN, Found, Item, Limits, Seen, Sought

MOST_PAGES = 100
"""Lists of batches are followed so far and no further."""
STATUSES = {
    1: 503,
    3: 400,
    4: 504,
    5: 404,
    6: 409,
    7: 403,
    8: 429,
    9: 400,
    10: 409,
    11: 400,
    12: 501,
    14: 503,
    16: 401,
}
"""What a direct request would have been answered with, by ``google.rpc.Code``; 500 for all
others. 1 is "cancelled", which within a batch says that a request was not run to its end."""
_ENDED = frozenset({"succeeded", "partially_succeeded", "failed", "cancelled", "expired"})
_EXHAUSTED = 8


class GoogleBatches:
    """The batches of one model.

    Args:
        http: a way to the API.
        address: where batches are.
        model: the provider's name for the model.
    """

    limits = Limits(requests=50_000, bytes=200_000_000)
    """A file may hold 2 GB; no more is sent than fits well into memory."""

    def __init__(self, http: Http, address: str, model: str) -> None:
        self._http, self.address = http, address
        self._model = model if "/" in model else f"models/{model}"

    def size(self, item: Item) -> int:
        """Return the length of an item's line."""
        return len(item.custom_id) + len(item.body) + len('{"key":"","request":}\n')

    async def submit(
        self,
        batch: str,
        items: Sequence[Item],
        on_file: Callable[[str], Awaitable[None]],
        file: str = "",
    ) -> Seen:
        """Upload a file and begin a batch; see :class:`BatchService`."""
        if not file:
            file = await self._upload(display_name(batch), b"".join(map(_line, items)))
            await on_file(file)
        wanted = {"displayName": display_name(batch), "inputConfig": {"fileName": f"files/{file}"}}
        path, data = f"v1beta/{self._model}:batchGenerateContent", orjson.dumps({"batch": wanted})
        headers = {"Content-Type": "application/json"}
        return seen(await self._http.call("POST", path, data=data, headers=headers))

    async def find(self, sought: Sought) -> Seen | None:
        """Look through the account's batches, which come in no known order."""
        query = {"pageSize": "100"}
        for _ in range(MOST_PAGES):
            page = await self._http.call("GET", "v1beta/batches", query=query)
            for one in dictionaries(page.get("operations")):
                if dictionary(one.get("metadata")).get("displayName") == display_name(sought.id):
                    return seen(one)
            token = page.get("nextPageToken")
            if not token:
                break
            query["pageToken"] = str(token)
        return None

    async def look(self, handle: str) -> Seen:
        """Return how far a batch is; see :class:`BatchService`."""
        return seen(await self._http.call("GET", f"v1beta/batches/{handle}"))

    async def results(self, seen: Seen) -> AsyncIterator[list[Found]]:
        """Yield the lines of the file, or what the operation itself holds."""
        if not seen.files:
            operation = await self._http.call("GET", f"v1beta/batches/{seen.handle}")
            yield [line for line in map(found, inlined(operation)) if line is not None]
        for file in seen.files:
            path = f"download/v1beta/files/{file}:download"
            async for lines in self._http.lines(path, query={"alt": "media"}):
                yield [line for line in map(found, lines) if line is not None]

    async def cancel(self, handle: str) -> None:
        """Have the provider stop; see :class:`BatchService`."""
        await self._http.call("POST", f"v1beta/batches/{handle}:cancel")

    async def forget(self, file: str) -> None:
        """Delete a file; see :class:`BatchService`."""
        await self._http.call("DELETE", f"v1beta/files/{file}")

    async def close(self) -> None:
        """Close the sockets."""
        await self._http.close()

    async def _upload(self, name: str, lines: bytes) -> str:
        """Upload a file in one request; return the name that it is given."""
        about = {"file": {"displayName": name, "mimeType": "application/jsonl"}}
        form = aiohttp.FormData()
        form.add_field("metadata", orjson.dumps(about).decode(), content_type="application/json")
        form.add_field("file", lines, filename=f"{name}.jsonl", content_type="application/jsonl")
        headers = {"X-Goog-Upload-Protocol": "multipart"}
        made = await self._http.call("POST", "upload/v1beta/files", data=form, headers=headers)
        return _last(dictionary(made.get("file")).get("name"))


def display_name(batch: str) -> str:
    """Return the name by which a batch of ours is known."""
    return f"porism-{batch}"


def seen(value: Mapping[str, Any]) -> Seen:
    """Read a long-running operation.

    Raises:
        TransientError: it is none.
    """
    about = dictionary(value.get("metadata"))
    counts = dictionary(about.get("batchStats"))
    word = str(about.get("state") or "").rpartition("_STATE_")[2].lower()
    error = dictionary(value.get("error")) if word == "failed" else {}
    said = str(error.get("message") or "no reason is given")
    file = _output(value).get("responsesFile")
    return Seen(
        handle=_last(value.get("name")),
        word=word,
        ended=word in _ENDED or value.get("done") is True,
        done=sum(_count(counts.get(f"{kind}RequestCount")) for kind in ("successful", "failed")),
        files=(_last(file),) if file else (),
        failure=failures.shorten(said) if word == "failed" else "",
        full=error.get("code") == _EXHAUSTED,
        duration_s=seconds_between(about.get("createTime"), about.get("endTime")),
    )


def found(line: bytes) -> Found | None:
    """Read a line of results; ``None`` for one that belongs to no request."""
    value = line_object(line)
    key = value.get("key") or dictionary(value.get("metadata")).get("key")
    if not isinstance(key, str):
        return None
    response, error = value.get("response"), dictionary(value.get("error"))
    if isinstance(response, dict):
        return Found(key, line, orjson.dumps(response))
    if not error:
        return Found(key, line, failure=TransientError(NOT_RUN))
    status = STATUSES.get(natural(error.get("code")), 500)
    failure = failures.from_response(status, {}, orjson.dumps({"error": error}))
    return Found(key, line, status=status, failure=failure)


def inlined(operation: Mapping[str, Any]) -> Iterator[bytes]:
    """Return the answers that an operation itself holds, as lines."""
    answers = dictionary(_output(operation).get("inlinedResponses"))
    return map(orjson.dumps, dictionaries(answers.get("inlinedResponses")))


def _output(operation: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return where the answers are; a cancelled operation has no response."""
    about = dictionary(operation.get("metadata"))
    return dictionary(operation.get("response")) or dictionary(about.get("output"))


def _line(item: Item) -> bytes:
    return b'{"key":"%s","request":%s}\n' % (item.custom_id.encode(), item.body)


def _last(name: object) -> str:
    """Return a name without the collection that it is in: ``batches/``, ``files/``."""
    return name_in({"name": str(name or "").rpartition("/")[2]}, "name")


def _count(value: object) -> int:
    """Return a count; Google writes large integers as strings."""
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 16:
        return int(value)
    return natural(value)
