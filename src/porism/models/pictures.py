"""What pictures a model can be shown, checked before anything is asked.

A provider that turns a picture away does so for every attempt at its problem, after the
others have been paid for. Sources: the providers' pages on images, read in November 2026;
where a provider names no limit, none is kept here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from porism.core import Image, Model, Problem, Protocol
from porism.core.problem import MediaType
from porism.errors import ConfigurationError
from porism.records.pictures import is_animated, is_whole, size_of

MEGABYTE = 1024 * 1024
SHOWN_FAULTS = 3
ALL: frozenset[MediaType] = frozenset({"image/png", "image/jpeg", "image/webp", "image/gif"})


@dataclass(frozen=True, slots=True)
class PictureLimits:
    """What a provider takes."""

    media: frozenset[MediaType] = ALL
    bytes: int = 20 * MEGABYTE
    """Of one picture."""
    side: int | None = None
    """Pixels of its longer side."""
    count: int | None = None
    """Pictures in one request."""
    crowd: int | None = None
    """Pictures in one request beyond which ``crowded_side`` holds for each."""
    crowded_side: int | None = None
    animated: bool = True
    """Of several frames it shows the model the first, and does not turn the picture away."""


ANY = PictureLimits()
OPENAI = PictureLimits(bytes=50 * MEGABYTE, count=500, animated=False)
LIMITS: Mapping[Protocol, PictureLimits] = {
    "openai": OPENAI,
    "openai-responses": OPENAI,
    "azure": OPENAI,
    "anthropic": PictureLimits(
        bytes=5 * MEGABYTE, side=8000, count=100, crowd=20, crowded_side=2000
    ),
    "google": PictureLimits(media=ALL - {"image/gif"}, count=3000),
    "xai": PictureLimits(media=frozenset({"image/png", "image/jpeg"})),
}


def refuse_pictures(model: Model, benchmark: str, problems: Sequence[Problem]) -> None:
    """Refuse problems whose pictures a model's provider does not take.

    Raises:
        ConfigurationError: a picture is not what it says, too large, or of a kind that is not
            read there; the message names the first few problems.
    """
    found = [(p.id, fault) for p in problems if p.images for fault in faults(model, p.images)]
    if not found:
        return
    told = "; ".join(f"{problem}: {fault}" for problem, fault in found[:SHOWN_FAULTS])
    more = len({problem for problem, _ in found})
    raise ConfigurationError(
        f"{more} of {len(problems)} problems of {benchmark} have pictures that {model.id} "
        f"({model.endpoint.protocol}) cannot be shown: {told}"
        f"{'; ...' if len(found) > SHOWN_FAULTS else ''}. Convert or shrink them, or choose other "
        "problems with --problems"
    )


def faults(model: Model, images: Sequence[Image]) -> Iterator[str]:
    """Say what is wrong with the pictures of one request."""
    limits = LIMITS.get(model.endpoint.protocol, ANY)
    if limits.count is not None and len(images) > limits.count:
        yield f"{len(images)} pictures, and at most {limits.count} go into a request"
    crowded = limits.crowd is not None and len(images) > limits.crowd
    side = limits.crowded_side if crowded else limits.side
    yield from _each(images, limits, side)


def _each(images: Iterable[Image], limits: PictureLimits, side: int | None) -> Iterator[str]:
    for image in images:
        kind, size = image.media_type, size_of(image.data)
        if kind not in limits.media:
            yield f"{kind} is not read there (only {', '.join(sorted(limits.media))})"
        elif len(image.data) > limits.bytes:
            yield f"{len(image.data):,} bytes, and a picture may have {limits.bytes:,}"
        elif size is None:
            yield f"its bytes do not say how large it is: a damaged {kind}"
        elif not is_whole(image.data):
            yield f"it breaks off: a damaged {kind}"
        elif not limits.animated and is_animated(image.data):
            yield "it is animated, and only single pictures are read there"
        elif side is not None and max(size) > side:
            yield f"{size.width} x {size.height} pixels, and a side may have {side}"
