"""Asking an archive politely: one request at a time, not too often, waiting when told to."""

from __future__ import annotations

import asyncio
import fcntl
import hashlib
import os
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from types import TracebackType
from typing import NamedTuple, Self, TypeVar

import aiohttp
from yarl import URL

from porism.errors import ConfigurationError, PermanentError, TransientError
from porism.models import failures
from porism.models.wire import USER_AGENT, find_proxy, open_session
from porism.workspace import Workspace

PATIENCE = (1, 3, 10, 20, 40, 100)
"""How long to wait before each further try, in spacings."""
LONGEST_WAIT_S = 3600
"""An archive that asks for more is asked again another time."""
MOST_MOVES = 3
TIMEOUT_S = 300
LOOK_AGAIN_S = 0.02
MOVED = frozenset({301, 302, 303, 307, 308})

T = TypeVar("T")


class Moved(Exception):  # noqa: N818 - no error, but where to ask instead
    """The archive sends us elsewhere."""


class Download(NamedTuple):
    """A file that was fetched."""

    sha256: str
    size: int


class Turnstile:
    """Lets one request through at a time, and the next some seconds after it at the earliest.

    It is a file, so that all processes of a workspace share it, and so that one that was
    killed and begins again still waits for its turn.

    Args:
        path: the file.
        spacing_s: between two requests, in seconds.
    """

    def __init__(self, path: Path, spacing_s: float) -> None:
        self._path, self.spacing_s = path, spacing_s
        path.parent.mkdir(parents=True, exist_ok=True)

    @asynccontextmanager
    async def passing(self) -> AsyncIterator[Callable[[], None]]:
        """Wait for one's turn; call what is given as soon as the archive begins to answer.

        The next request is counted from then on, when it is certain that this one has
        arrived: however unequally long requests travel, the archive sees them apart.
        """
        with self._path.open("ab") as file:
            while not locked(file.fileno()):  # noqa: ASYNC110 - another process has it
                await asyncio.sleep(LOOK_AGAIN_S)
            since_s = time.time() - self._path.stat().st_mtime
            await asyncio.sleep(min(self.spacing_s, max(0.0, self.spacing_s - since_s)))
            self._stamp()
            try:
                yield self._stamp
            except Exception:
                self._stamp()
                raise

    def _stamp(self) -> None:
        now_ns = time.time_ns()
        os.utime(self._path, ns=(now_ns, now_ns))


def turnstile_of(workspace: Workspace) -> Turnstile:
    """Return the turnstile that all processes of a workspace share."""
    return Turnstile(workspace.papers / "last-request", workspace.config.arxiv_spacing_s)


def locked(descriptor: int) -> bool:
    """Take the lock on an open file unless another process has it."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


class Polite:
    """A client of one archive.

    Args:
        turnstile: when to ask.
        site: an address of the archive; through which proxy to go depends on it.
        environ: where proxies are looked up.
        on_wait: told why and how many seconds it waits before it asks again.
    """

    def __init__(
        self,
        turnstile: Turnstile,
        site: str,
        environ: Mapping[str, str] = os.environ,
        on_wait: Callable[[str, float], None] = lambda _why, _seconds: None,
    ) -> None:
        self._turnstile, self._site, self._on_wait = turnstile, URL(site), on_wait
        if self._site.scheme not in {"http", "https"} or not self._site.host:
            raise ConfigurationError(f"{site!r} is no address of an archive (http:// or https://)")
        self._proxy = find_proxy(self._site, environ)

    async def __aenter__(self) -> Self:
        headers = {"User-Agent": USER_AGENT, "Accept-Encoding": "identity"}
        self._session = open_session(TIMEOUT_S, self._proxy, headers)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._session.close()

    async def get(self, url: str, most_bytes: int) -> bytes:
        """Return what is at an address.

        Raises:
            TransientError: no answer after several tries.
            PermanentError: asking again cannot help.
        """

        async def take(response: aiohttp.ClientResponse) -> bytes:
            return b"".join([chunk async for chunk in chunks(response, most_bytes)])

        return await self._ask(url, take)

    async def download(self, url: str, path: Path, most_bytes: int) -> Download:
        """Write what is at an address into a file, which is there whole or not at all.

        Raises:
            TransientError: no answer after several tries.
            PermanentError: asking again cannot help.
            ConfigurationError: the file cannot be written.
        """
        part = path.with_name(f"{path.name}.part")
        with disk(part), part.open("wb") as file:

            async def take(response: aiohttp.ClientResponse) -> Download:
                file.seek(0)
                file.truncate()
                digest = hashlib.sha256()
                async for chunk in chunks(response, most_bytes):
                    file.write(chunk)
                    digest.update(chunk)
                return Download(digest.hexdigest(), file.tell())

            done = await self._ask(url, take)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
        return done

    async def _ask(self, url: str, take: Callable[[aiohttp.ClientResponse], Awaitable[T]]) -> T:
        """Ask, following moves within the site, and again after passing failures."""
        address, moves = URL(url, encoded=True), 0
        patience = iter(PATIENCE)
        while True:
            try:
                return await self._once(address, take)
            except Moved as moved:
                moves += 1
                address = self._checked(address.join(URL(str(moved))), moves)
            except TransientError as error:
                spacings, asked_s = next(patience, None), error.retry_after_s or 0
                if spacings is None or asked_s > LONGEST_WAIT_S:
                    raise
                wait_s = max(asked_s, spacings * self._turnstile.spacing_s)
                self._on_wait(str(error), wait_s)
                await asyncio.sleep(wait_s)

    async def _once(self, url: URL, take: Callable[[aiohttp.ClientResponse], Awaitable[T]]) -> T:
        async with self._turnstile.passing() as arrived:
            try:
                async with self._session.get(
                    url, allow_redirects=False, auto_decompress=False, middlewares=(once,)
                ) as response:
                    arrived()
                    if response.status in MOVED and "location" in response.headers:
                        raise Moved(response.headers["location"])
                    if response.status != 200:
                        body = await response.content.read(failures.LONGEST_BODY)
                        raise failures.from_response(response.status, response.headers, body)
                    return await take(response)
            except (aiohttp.ClientError, TimeoutError) as error:
                raise failures.from_exception(error) from error

    def _checked(self, url: URL, moves: int) -> URL:
        """Refuse to be led around, or away from the site."""
        if moves > MOST_MOVES:
            raise PermanentError(f"moved more than {MOST_MOVES} times, at last to {url}")
        if url.scheme not in {"http", "https"} or domain(url) != domain(self._site):
            raise PermanentError(f"moved to another site: {url}")
        return url


@contextmanager
def disk(path: Path) -> Iterator[None]:
    """Tell of a disk that is full, or a folder that must not be written to."""
    try:
        yield
    except OSError as error:
        raise ConfigurationError(f"{path}: {error.strerror or error}") from error


async def once(
    request: aiohttp.ClientRequest, handler: aiohttp.ClientHandlerType
) -> aiohttp.ClientResponse:
    """Keep aiohttp from sending a request again at once when its connection breaks."""
    try:
        return await handler(request)
    except (aiohttp.ClientError, TimeoutError) as error:
        raise failures.from_exception(error) from error


def domain(url: URL) -> str:
    """Return the part of a host's name that its owner has registered, and a lonely port."""
    host = url.host or ""
    numeric = host.replace(".", "").isdigit()
    return f"{host}:{url.port}" if numeric else ".".join(host.split(".")[-2:])


async def chunks(response: aiohttp.ClientResponse, most_bytes: int) -> AsyncIterator[bytes]:
    """Yield a body piece by piece.

    Raises:
        PermanentError: it is longer than allowed.
    """
    size = 0
    async for chunk in response.content.iter_any():
        size += len(chunk)
        if size > most_bytes:
            raise PermanentError(f"more than {most_bytes:,} bytes", status=response.status)
        yield chunk
