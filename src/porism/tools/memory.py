"""The memory of an attempt: what it has received, kept from when it came."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import NamedTuple, TypeVar

from pydantic import ValidationError

from porism.core import Message, Noun
from porism.errors import StoreError
from porism.store import Step, Store, utc_now

N = TypeVar("N", bound=Noun)


class Place(NamedTuple):
    """Where in an attempt something is asked for."""

    what: str
    """Digest of what is asked for."""
    occurrence: int
    """How often the attempt has asked for the same before."""


class Memory:
    """What one attempt has received.

    An attempt whose process was stopped or killed is begun again and does the same as before;
    whatever it asks for that is remembered is not asked for a second time. Conversations that
    run side by side may exchange what they got for the very same words, which changes nothing.

    Args:
        store: where things are kept; without one the attempt has no memory.
        cell: digest of the attempt's cell.
        clock: tells the time.
    """

    def __init__(
        self,
        store: Store | None = None,
        cell: str = "",
        clock: Callable[[], datetime] = utc_now,
    ) -> None:
        self._store, self._cell = store, cell
        kept: Sequence[Step] = store.steps(cell) if store else ()
        self._kept = {Place(step.what, step.occurrence): step.body for step in kept}
        self._asked: Counter[str] = Counter()
        self.began_at = min((step.began_at for step in kept), default=None) or clock()
        """When the attempt began for the first time."""
        self._start_s = time.monotonic() - max((step.after_s for step in kept), default=0)

    @property
    def lasts(self) -> bool:
        """Whether anything is kept."""
        return self._store is not None

    @property
    def elapsed_s(self) -> float:
        """How long the attempt has been under way, without what a killed process lost."""
        return time.monotonic() - self._start_s

    def place(self, messages: Sequence[Message], *further: str) -> Place:
        """Name what is asked for: a conversation so far, and what is wanted of it."""
        digest = hashlib.sha256()
        for message in messages if self.lasts else ():
            digest.update(message.model_dump_json(exclude_defaults=True).encode() + b"\0")
        for words in further:
            digest.update(words.encode("utf-8", "replace") + b"\1")
        what = digest.hexdigest()[:32]
        self._asked[what] += 1
        return Place(what, self._asked[what] - 1)

    def recall(self, place: Place, noun: type[N]) -> N | None:
        """Return what was received there in an earlier process, if anything was.

        Raises:
            StoreError: it is damaged.
        """
        body = self._kept.get(place)
        if body is None:
            return None
        try:
            return noun.from_json(body)
        except ValidationError as error:
            raise StoreError(f"a step of an attempt cannot be read: {error}") from error

    async def keep(self, place: Place, received: Noun) -> None:
        """Have something committed.

        Raises:
            StoreError: it could not be.
        """
        if self._store is None:
            return
        body = received.model_dump_json(exclude_defaults=True).encode()
        step = Step(*place, self.began_at, self.elapsed_s, body)
        await asyncio.wrap_future(self._store.add_step(self._cell, step))
