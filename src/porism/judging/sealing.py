"""Seals: words that set what is judged apart from what is asked, and that it cannot forge."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from itertools import count

from porism.judging.said import Unread

_SEED = b"porism/seal/1"
_DIGITS = 20


def seal(*texts: str) -> str:
    """Return a word that stands in none of the texts.

    It depends on all of them, so that the same request can be made again, and none of them
    can foresee it: to contain its own seal a text would have to be a fixed point of SHA-256,
    and even that is found out here and another word taken.
    """
    joined = hashlib.sha256(_SEED)
    for text in texts:
        encoded = text.encode("utf-8", "surrogatepass")
        joined.update(len(encoded).to_bytes(8, "big") + encoded)
    lowered = [text.lower() for text in texts]
    return next(word for word in _words(joined.digest()) if not any(word in t for t in lowered))


def _words(start: bytes) -> Iterator[str]:
    for number in count():
        yield hashlib.sha256(start + number.to_bytes(8, "big")).hexdigest()[:_DIGITS]


def sealed_block(reply: str, name: str, word: str) -> str:
    """Return what stands in the last block of a reply that has a name and a seal.

    Raises:
        Unread: there is none, or it is not closed.
    """
    opening, closing = f"<{name}-{word}>", f"</{name}-{word}>"
    start = reply.rfind(opening)
    if start < 0:
        raise Unread(f"it has no {opening}")
    start += len(opening)
    end = reply.find(closing, start)
    if end < 0:
        raise Unread(f"it has no {closing} after the last {opening}")
    return reply[start:end].strip()
