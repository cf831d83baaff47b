"""Names of what is decided on, where it is no attempt."""

from __future__ import annotations

import json


def subject(*parts: str) -> str:
    """Return one name for several: ``["benchmark", "problem"]``."""
    return json.dumps(parts, ensure_ascii=False, separators=(",", ":"))


def pair(name: str) -> tuple[str, str] | None:
    """Read what :func:`subject` wrote of two; nothing where it is none of two."""
    match parts(name):
        case [str() as first, str() as second]:
            return first, second
        case _:
            return None


def place_of(name: str) -> str:
    """Say in words what a name stands for, where it is no attempt."""
    match parts(name):
        case [str() as benchmark, str() as problem]:
            return f"problem {problem} of {benchmark}"
        case [str() as model, str() as benchmark, *_]:
            return f"{model} on {benchmark}"
        case _:
            return name


def parts(name: str) -> object:
    """Read the parts of a name; nothing where it has none."""
    try:
        return json.loads(name)
    except (ValueError, RecursionError):
        return None
