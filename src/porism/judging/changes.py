"""What is different between two versions of a jury."""

from __future__ import annotations

from collections.abc import Iterator

from porism.judging.jury import Jury, SwornJury


def changes(before: SwornJury, after: SwornJury) -> tuple[str, ...]:
    """Say what changed in a jury, so that nothing changes in silence."""
    return tuple(_changes(before, after))


def _changes(before: SwornJury, after: SwornJury) -> Iterator[str]:
    then = {one.model: one.asks for one in before.sworn}
    now = {one.model: one.asks for one in after.sworn}
    yield from (f"{name} is not asked any more" for name in then if name not in now)
    yield from (f"{name} is new" for name in now if name not in then)
    yield from (
        f"{name} has another endpoint or other settings"
        for name in now
        if name in then and then[name] != now[name]
    )
    for key in Jury.model_fields:
        if key not in {"id", "name", "judges"}:
            old, new = getattr(before.jury, key), getattr(after.jury, key)
            if old != new:
                yield f"{key} was changed"
    if before.texts != after.texts:
        yield "the texts that judges are shown are others"
