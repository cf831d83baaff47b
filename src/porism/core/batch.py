"""A batch: requests that a provider answers when it has the time, for less money."""

from __future__ import annotations

from datetime import datetime
from typing import Literal

from pydantic import Field

from porism.core.attempt import Transcript
from porism.core.model import Model, Price
from porism.core.noun import Noun

BatchStep = Literal["uploaded", "submitted", "seen", "missed", "collected", "lost", "unsent"]
"""``uploaded``: its file is with the provider. ``submitted``: the provider has named it.
``seen``: how far it was when it was looked at. ``missed``: one of its requests was not
answered and is owed again. ``collected``, ``lost`` and ``unsent`` end it."""


class Batch(Noun):
    """Requests handed to a provider together."""

    id: str
    """Ours. The provider is told it, so that a batch whose handle was never stored is found."""
    run: str
    benchmark: str
    variant: str = ""
    model: Model
    """As it was when the requests were written."""
    price: Price | None = None
    items: int = Field(ge=1)
    size: int = Field(ge=0)
    """Bytes of all requests together."""
    made_at: datetime

    def custom_id(self, number: int) -> str:
        """Return the name by which the provider gives the answer to a request back."""
        return f"{self.id}-{number}"

    def number_of(self, custom_id: str) -> int | None:
        """Return the number of the request that is called so; ``None`` for a foreign name."""
        batch, _, number = custom_id.rpartition("-")
        ours = batch == self.id and number.isascii() and number.isdigit() and len(number) < 10
        return int(number) if ours and int(number) < self.items else None


class BatchItem(Noun):
    """One request of a batch, with what its attempt will need."""

    number: int = Field(ge=0)
    cell: str
    """Digest of its cell."""
    attempt: str
    """The id that its attempt will have, so that it cannot be kept twice."""
    revision: int = Field(ge=1)
    choices: str = ""
    asked: Transcript
    """The question, the request to the byte with no response yet, and earlier failures."""


class BatchEvent(Noun):
    """Something that happened to a batch; only the newest of each kind counts."""

    step: BatchStep
    at: datetime
    handle: str = ""
    """The provider's name for the batch; for ``uploaded``, for its file."""
    item: int | None = None
    """The request that was missed."""
    word: str = ""
    """The provider's own word for the state."""
    done: int = 0
    """Requests that the provider has dealt with, well or not."""
    status: int | None = None
    message: str = ""
