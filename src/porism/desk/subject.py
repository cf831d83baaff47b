"""Names of what is decided on, where it is no attempt."""

from __future__ import annotations

import json


def subject(*parts: str) -> str:
    """Return one name for several: ``["benchmark", "problem"]``."""
    return json.dumps(parts, ensure_ascii=False, separators=(",", ":"))


def pair(name: str) -> tuple[str, str] | None:
    """Read what :func:`subject` wrote of two; nothing where it is none of two."""
    try:
        found = json.loads(name)
    except (ValueError, RecursionError):
        return None
    match found:
        case [str() as first, str() as second]:
            return first, second
        case _:
            return None
