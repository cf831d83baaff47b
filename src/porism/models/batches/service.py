"""What every batch API can do, whatever it is called there."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from datetime import datetime
from typing import NamedTuple, Protocol

from porism.errors import EndpointError, TransientError

NOT_RUN = "the batch ended before this request was run"


class Item(NamedTuple):
    """One request on its way into a batch."""

    custom_id: str
    body: bytes
    """What a direct request would have as its body."""


class Seen(NamedTuple):
    """A batch as the provider describes it."""

    handle: str
    word: str
    """The provider's own word for its state."""
    ended: bool
    done: int = 0
    """Requests dealt with, well or not."""
    files: tuple[str, ...] = ()
    """Where the results are, for providers that keep them in files."""
    failure: str = ""
    """Why none of it was run."""
    full: bool = False
    """It was turned away only because too much is waiting already."""
    duration_s: float = 0
    """From its beginning to its end by the provider's clock, in seconds."""


class Found(NamedTuple):
    """One line of a batch's results."""

    custom_id: str
    raw: bytes
    """The line as it travelled."""
    body: bytes = b""
    """What a direct response would have as its body."""
    status: int = 200
    request_id: str = ""
    failure: EndpointError | None = None
    """What happened instead of an answer."""


class Sought(NamedTuple):
    """A batch whose handle was never stored."""

    id: str
    made_at: datetime
    items: int
    file: str
    """Its file at the provider; empty where none was stored."""
    known: frozenset[str]
    """Handles that are other batches'."""


class Limits(NamedTuple):
    """What a provider takes at once."""

    requests: int
    bytes: int


class Undecided(TransientError):  # noqa: N818 - not a failure: it is too early to tell
    """Whether a batch has arrived shows only when those under way have ended."""


class BatchService(Protocol):
    """A provider's batch API, for one model. Nothing is ever tried twice in here."""

    limits: Limits
    address: str
    """Where batches are; a handle after it names one."""

    def size(self, item: Item) -> int:
        """Return the bytes that a request takes in a batch."""
        ...

    async def submit(
        self,
        batch: str,
        items: Sequence[Item],
        on_file: Callable[[str], Awaitable[None]],
        file: str = "",
    ) -> Seen:
        """Hand requests over.

        Args:
            batch: our name for it.
            items: the requests.
            on_file: hears of the file before anything is paid for.
            file: the requests at the provider, where an earlier try has brought them there.

        Raises:
            TransientError: whether they have arrived is not known.
            PermanentError: they have not.
        """
        ...

    async def find(self, sought: Sought) -> Seen | None:
        """Look up a batch by what it was given to be known by.

        Raises:
            Undecided: it may be one of those that are still under way.
        """
        ...

    async def look(self, handle: str) -> Seen:
        """Return how far a batch is.

        Raises:
            PermanentError: with status 403 or 404, the account has no such batch.
        """
        ...

    def results(self, seen: Seen) -> AsyncIterator[list[Found]]:
        """Yield the results as they arrive, in any order.

        Raises:
            PermanentError: with status 403 or 404, they are there no more.
        """
        ...

    async def cancel(self, handle: str) -> None:
        """Have the provider stop; what it has answered by then is kept and paid for."""
        ...

    async def forget(self, file: str) -> None:
        """Delete requests at the provider that will not be run."""
        ...

    async def close(self) -> None:
        """Close the sockets."""
        ...
