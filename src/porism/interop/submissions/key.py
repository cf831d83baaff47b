"""The sealed key: which code is whose, and which attempts stand behind it."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from random import Random
from typing import Literal

from pydantic import ValidationError

from porism.core import Noun
from porism.errors import DefinitionError
from porism.interop.submissions.names import Names
from porism.records import read_text

LARGEST_BYTES = 64 << 20
_LETTERS, _DIGITS = "BCDFGHJKLMNPQRSTVWXZ", "23456789"
"""No vowels, so that no code is a word; none that looks like another."""


class Handed(Noun):
    """What was handed in for one problem."""

    problem: str
    points: Decimal
    """Highest mark."""
    attempt: str | None = None
    """``None`` where nothing was handed in."""
    revision: int = 1
    """Of the text that was asked."""


class Submission(Noun):
    """One model's work under a code."""

    code: str
    model: str
    pdf: str
    """SHA-256 of the file."""
    handed: tuple[Handed, ...]


class Key(Noun):
    """The key of all submissions that were made together."""

    format: Literal["porism-submissions-1"] = "porism-submissions-1"
    benchmark: str
    salt: str
    """Random, so that nobody finds the key by trying out keys until the digest is right."""
    submissions: tuple[Submission, ...]


def draw_codes(count: int, rng: Random) -> list[str]:
    """Draw different codes, which contain no name."""
    names, codes = Names(), dict[str, None]()
    while len(codes) < count:
        code = "".join(rng.choice(signs) for signs in (_LETTERS, _DIGITS) * 2)
        if not names.found(code):
            codes[code] = None
    return list(codes)


def assign(models: Sequence[str], rng: Random) -> dict[str, str]:
    """Return a code for each model.

    Args:
        models: in whatever order: it has no influence.
        rng: draws the codes and which of them is whose.

    Returns:
        Models by their codes, in the order of the codes.
    """
    codes = draw_codes(len(models), rng)
    shuffled = sorted(models)
    rng.shuffle(shuffled)
    return dict(sorted(zip(codes, shuffled, strict=True)))


def seal(key: Key, path: Path) -> str:
    """Write a key that only its owner can read, and return the digest of the file.

    Raises:
        OSError: it cannot be written, or is there already.
    """
    content = (key.model_dump_json(indent=2) + "\n").encode()
    with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
        file.write(content)
    return digest(content)


def digest(content: bytes) -> str:
    """Return the SHA-256 of a file, as ``sha256sum`` prints it."""
    return hashlib.sha256(content).hexdigest()


def open_key(path: Path) -> Key:
    """Read a key.

    Raises:
        DefinitionError: the file is none.
    """
    text = read_text(path, limit=LARGEST_BYTES)
    try:
        return Key.from_json(text)
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        where = ".".join(map(str, fault["loc"])) or None
        raise DefinitionError(
            f"no key of submissions: {fault['msg']}; it is the file key.json that "
            "porism submissions make wrote",
            file=path, key=where,
        ) from error  # fmt: skip
