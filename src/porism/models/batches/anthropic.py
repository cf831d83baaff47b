"""Anthropic's message batches: requests go up in one document, results come as lines.

A batch carries no name of ours; its requests do. Which of several batches is one whose
handle was lost therefore shows in the first line of its results, once it has ended.

Source: Anthropic's API reference, page on message batches, read in November 2026.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from datetime import timedelta
from typing import Any

import orjson

from porism.errors import EndpointError, PermanentError, TransientError
from porism.models import failures
from porism.models.batches.http import (
    Http,
    dictionaries,
    dictionary,
    line_object,
    moment,
    name_in,
    natural,
    seconds_between,
)
from porism.models.batches.service import NOT_RUN, Found, Item, Limits, Seen, Sought, Undecided

MOST_PAGES = 100
"""Lists of batches are followed so far and no further."""
BEFORE = timedelta(hours=1)
"""Clocks may differ by so much: batches that are older than that are not ours."""
STATUSES = {
    "invalid_request_error": 400,
    "authentication_error": 401,
    "billing_error": 402,
    "permission_error": 403,
    "not_found_error": 404,
    "request_too_large": 413,
    "rate_limit_error": 429,
    "timeout_error": 504,
    "overloaded_error": 529,
}
"""What a direct request would have been answered with; 500 for all other errors."""


class AnthropicBatches:
    """The batches of one model.

    Args:
        http: a way to the API.
        address: where batches are.
    """

    limits = Limits(requests=100_000, bytes=256_000_000)

    def __init__(self, http: Http, address: str) -> None:
        self._http, self.address = http, address

    def size(self, item: Item) -> int:
        """Return the bytes that an item adds to the document."""
        return len(item.custom_id) + len(item.body) + len('{"custom_id":"","params":},')

    async def submit(
        self,
        batch: str,
        items: Sequence[Item],
        on_file: Callable[[str], Awaitable[None]],
        file: str = "",
    ) -> Seen:
        """Begin a batch; there is no file. See :class:`BatchService`."""
        data = b'{"requests":[%s]}' % b",".join(map(_request, items))
        headers = {"Content-Type": "application/json", "Idempotency-Key": f"porism-{batch}"}
        return seen(await self._http.call("POST", "messages/batches", data=data, headers=headers))

    async def find(self, sought: Sought) -> Seen | None:
        """Compare first lines of what has ended since; see :class:`BatchService`."""
        candidates = [seen(one) async for one in self._candidates(sought)]
        for one in candidates:
            if one.ended and await self._is(one, sought):
                return one
        under_way = [one.handle for one in candidates if not one.ended]
        if under_way:
            raise Undecided(
                f"it may be {' or '.join(under_way[:3])}; that shows when the batch has ended"
            )
        return None

    async def look(self, handle: str) -> Seen:
        """Return how far a batch is; see :class:`BatchService`."""
        return seen(await self._http.call("GET", f"messages/batches/{handle}"))

    async def results(self, seen: Seen) -> AsyncIterator[list[Found]]:
        """Yield the results as they arrive; see :class:`BatchService`."""
        async for lines in self._http.lines(f"messages/batches/{seen.handle}/results"):
            yield [line for line in map(found, lines) if line is not None]

    async def cancel(self, handle: str) -> None:
        """Have the provider stop; see :class:`BatchService`."""
        await self._http.call("POST", f"messages/batches/{handle}/cancel")

    async def forget(self, file: str) -> None:
        """There is no file."""

    async def close(self) -> None:
        """Close the sockets."""
        await self._http.close()

    async def _candidates(self, sought: Sought) -> AsyncIterator[Mapping[str, Any]]:
        """Yield the batches that are as large and as new as the one that is looked for."""
        query = {"limit": "100"}
        for _ in range(MOST_PAGES):
            page = await self._http.call("GET", "messages/batches", query=query)
            listed = dictionaries(page.get("data"))
            for one in listed:
                if _is_before(one, sought):
                    return
                if one.get("id") not in sought.known and _total(one) == sought.items:
                    yield one
            if not listed or not page.get("has_more"):
                return
            query["after_id"] = name_in(listed[-1])

    async def _is(self, candidate: Seen, sought: Sought) -> bool:
        try:
            async for lines in self.results(candidate):
                return bool(lines) and lines[0].custom_id.rpartition("-")[0] == sought.id
        except PermanentError as error:
            if error.status not in {403, 404}:
                raise
        return False


def seen(value: Mapping[str, Any]) -> Seen:
    """Read a batch object.

    Raises:
        TransientError: it is none.
    """
    counts, word = dictionary(value.get("request_counts")), str(value.get("processing_status"))
    return Seen(
        handle=name_in(value),
        word=word,
        ended=word == "ended",
        done=_total(value) - natural(counts.get("processing")),
        duration_s=seconds_between(value.get("created_at"), value.get("ended_at")),
    )


def found(line: bytes) -> Found | None:
    """Read a line of results; ``None`` for one that belongs to no request."""
    value = line_object(line)
    custom_id, result = value.get("custom_id"), dictionary(value.get("result"))
    if not isinstance(custom_id, str):
        return None
    match result.get("type"):
        case "succeeded":
            return Found(custom_id, line, orjson.dumps(result.get("message")))
        case "errored":
            failure, status = _error(result.get("error"))
            return Found(custom_id, line, status=status, failure=failure)
        case kind:
            why = f"{NOT_RUN} ({kind})"
            return Found(custom_id, line, failure=TransientError(failures.shorten(why)))


def _error(value: object) -> tuple[EndpointError, int]:
    kind = dictionary(dictionary(value).get("error")).get("type")
    status = STATUSES.get(kind, 500) if isinstance(kind, str) else 500
    return failures.from_response(status, {}, orjson.dumps(value)), status


def _request(item: Item) -> bytes:
    return b'{"custom_id":"%s","params":%s}' % (item.custom_id.encode(), item.body)


def _is_before(value: Mapping[str, Any], sought: Sought) -> bool:
    made = moment(value.get("created_at"))
    return made is not None and made < sought.made_at - BEFORE


def _total(value: Mapping[str, Any]) -> int:
    return sum(map(natural, dictionary(value.get("request_counts")).values()))
