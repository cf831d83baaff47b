"""Requests about batches: small JSON documents, and results line by line."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Mapping
from datetime import datetime
from types import MappingProxyType
from typing import Any

import aiohttp
import orjson
from yarl import URL

from porism.errors import PermanentError, TransientError
from porism.models import failures
from porism.models.keys import Key
from porism.models.wire import LARGEST_RESPONSE, USER_AGENT, open_session, read_body

SILENCE_S = 120.0
"""How long a server may say nothing, in seconds; results of any size may take what they take."""
NO_QUERY: Mapping[str, str] = MappingProxyType({})
NAME = re.compile(r"[\w:-][\w.:-]{0,199}", re.ASCII)


class Http:
    """A way to one provider's API about batches.

    Args:
        base: the address before every path.
        headers: sent with every request.
        key: blotted out of whatever comes back.
        timeout_s: bounds the silence further, in seconds.
        proxy: through which to go, if any.
        query: part of every address.
    """

    def __init__(  # noqa: PLR0913, PLR0917 - a way to a server is that many facts
        self,
        base: URL,
        headers: Mapping[str, str],
        key: Key,
        timeout_s: float,
        proxy: URL | None,
        query: Mapping[str, str] = NO_QUERY,
    ) -> None:
        self._base, self._key, self._proxy, self._query = base, key, proxy, query
        self._headers = {"Accept-Encoding": "identity", "User-Agent": USER_AGENT, **headers}
        silence_s = min(timeout_s, SILENCE_S)
        self._timeout = aiohttp.ClientTimeout(sock_connect=silence_s, sock_read=silence_s)
        self._session: aiohttp.ClientSession | None = None

    async def call(
        self,
        method: str,
        path: str,
        *,
        query: Mapping[str, str] = NO_QUERY,
        data: bytes | aiohttp.FormData | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> dict[str, Any]:
        """Make one request and return the JSON object that comes back.

        Raises:
            TransientError: worth asking again.
            PermanentError: asking again cannot help.
        """
        try:
            async with self._open().request(
                method,
                self._url(path, query),
                data=data,
                headers=headers,
                allow_redirects=False,
                timeout=self._timeout,
            ) as response:
                raw = self._key.redact(await read_body(response))
        except (aiohttp.ClientError, OSError) as error:
            raise failures.from_exception(error) from error
        if not 200 <= response.status < 300:
            raise failures.from_response(response.status, response.headers, raw)
        return json_object(raw)

    async def lines(
        self, path: str, query: Mapping[str, str] = NO_QUERY
    ) -> AsyncIterator[list[bytes]]:
        """Yield the lines of a document as they arrive.

        Raises:
            TransientError: it broke off; the lines before may come again another time.
            PermanentError: it cannot be had, or a line is longer than any response may be.
        """
        splitter = Splitter()
        try:
            async with self._open().get(
                self._url(path, query), allow_redirects=False, timeout=self._timeout
            ) as response:
                if response.status != 200:
                    raw = self._key.redact(await read_body(response))
                    raise failures.from_response(response.status, response.headers, raw)
                while chunk := await response.content.readany():
                    if lines := splitter.whole(chunk):
                        yield [self._key.redact(line) for line in lines]
        except (aiohttp.ClientError, OSError) as error:
            raise failures.from_exception(error) from error
        if rest := splitter.rest():
            yield [self._key.redact(rest)]

    async def close(self) -> None:
        """Close the sockets."""
        if self._session is not None:
            await self._session.close()

    def _url(self, path: str, query: Mapping[str, str]) -> URL:
        return (self._base / path).with_query({**self._query, **query})

    def _open(self) -> aiohttp.ClientSession:
        if self._session is None:
            self._session = open_session(SILENCE_S, self._proxy, self._headers)
        return self._session


class Splitter:
    """Cuts what arrives into lines; a long line costs no more than its length."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []
        self._size = 0

    def whole(self, chunk: bytes) -> list[bytes]:
        """Return the lines that end in a chunk, empty ones left out.

        Raises:
            PermanentError: a line is longer than any response may be.
        """
        self._parts.append(chunk)
        self._size += len(chunk)
        if self._size > LARGEST_RESPONSE + len(chunk):
            raise PermanentError(f"a line of the results passed {LARGEST_RESPONSE} bytes")
        if b"\n" not in chunk:
            return []
        *lines, rest = b"".join(self._parts).split(b"\n")
        self._parts, self._size = [rest], len(rest)
        return [line for line in lines if line.strip()]

    def rest(self) -> bytes:
        """Return the last line, which nothing ended."""
        return b"".join(self._parts).strip()


def json_object(raw: bytes) -> dict[str, Any]:
    """Read a JSON object.

    Raises:
        TransientError: it is none.
    """
    try:
        value = orjson.loads(raw)
    except orjson.JSONDecodeError:
        value = None
    if not isinstance(value, dict):
        start = failures.shorten(raw[:200].decode("utf-8", "replace"))
        raise TransientError(f"the endpoint sent no JSON object: {start!r}", status=200)
    return value


def name_in(value: Mapping[str, object], key: str = "id") -> str:
    """Return a provider's name for something, checked before it becomes part of an address.

    Raises:
        TransientError: there is none, or it cannot be one.
    """
    name = value.get(key)
    if not isinstance(name, str) or not NAME.fullmatch(name):
        raise TransientError(f"the endpoint sent an object without a usable {key}", status=200)
    return name


def line_object(line: bytes) -> Mapping[str, Any]:
    """Read a line of results; what cannot be read is an empty object.

    Bytes that are not UTF-8 become replacement characters: what was paid for is kept.
    """
    try:
        return dictionary(orjson.loads(line))
    except orjson.JSONDecodeError:
        pass
    try:
        return dictionary(orjson.loads(line.decode("utf-8", "replace")))
    except orjson.JSONDecodeError:
        return {}


def natural(value: object) -> int:
    """Return a count as it is and anything else as 0."""
    return value if isinstance(value, int) and not isinstance(value, bool) and value > 0 else 0


def moment(value: object) -> datetime | None:
    """Return a time as it is written in JSON, and ``None`` for anything else."""
    try:
        read = datetime.fromisoformat(value) if isinstance(value, str) else None
    except ValueError:
        return None
    return read if read and read.tzinfo else None


def seconds_between(begun: object, ended: object) -> float:
    """Return how long something took, from two times as they are written; 0 if one is missing."""
    first, last = moment(begun), moment(ended)
    return max(0.0, (last - first).total_seconds()) if first and last else 0


def dictionaries(value: object) -> list[Mapping[str, Any]]:
    """Return the objects in a list, and none where there is no list."""
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def dictionary(value: object) -> Mapping[str, Any]:
    """Return an object as it is and anything else as an empty one."""
    return value if isinstance(value, dict) else {}
