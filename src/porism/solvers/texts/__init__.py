"""What scaffolds say to models, one file a text."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path

from porism.core import Image, Message, user

_PART = re.compile(r"\{(\w+)\}")


@cache
def text(name: str) -> str:
    """Return what a file says."""
    path = Path(__file__).with_name(f"{name}.txt")
    return path.read_text(encoding="utf-8").strip()


def said(name: str, *pictures: Image, **parts: str) -> Message:
    """Return a text as a user's turn.

    Args:
        name: of the text.
        pictures: what is shown with it.
        parts: what stands for ``{name}`` in it; braces within a part mean nothing.
    """
    return user(_PART.sub(lambda found: parts[found[1]], text(name)), *pictures)
