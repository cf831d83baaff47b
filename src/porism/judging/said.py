"""What a judge said, once it has been read."""

from __future__ import annotations

from decimal import Decimal
from typing import NamedTuple

from porism.core import PartMark


class Unread(Exception):  # noqa: N818 - told to the judge, who is asked again
    """Why a reply could not be read, in words that complete "Your reply could not be read:"."""


class Said(NamedTuple):
    """A judge's marks."""

    points: Decimal
    reason: str = ""
    parts: tuple[PartMark, ...] = ()
