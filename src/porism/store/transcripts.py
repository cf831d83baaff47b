"""Transcripts as compact blobs that come back to the byte."""

from __future__ import annotations

import base64
import threading
from collections.abc import Iterable
from typing import Any

import orjson
import zstandard
from sqlalchemy import Connection, Table, select

from porism.core import Image, Picture, Transcript
from porism.errors import StoreError
from porism.store.definitions import read_images

LEVEL = 1
MOST_BYTES = 1 << 30
local = threading.local()


def images_of(transcript: Transcript) -> dict[str, Image]:
    """Return the pictures that were sent, by their digest."""
    parts = (part for message in transcript.messages for part in message.parts)
    return {p.image.sha256: p.image for p in parts if isinstance(p, Picture)}


def encode(transcript: Transcript) -> bytes:
    """Compress a transcript; pictures are left out and named by their digests."""
    images = images_of(transcript)
    document = transcript.model_dump(mode="python")
    for message in document["messages"]:
        for part in message["parts"]:
            if part["type"] == "picture":
                part["image"] = Image.model_construct(**part["image"]).sha256
    for exchange in document["exchanges"]:
        exchange["request"] = pack(without_images(exchange["request"], images.values()))
        exchange["response"] = pack(exchange["response"])
    return compressor().compress(orjson.dumps(document, default=str))


def decode(blob: bytes, images: dict[str, Image]) -> Transcript:
    """Read what :func:`encode` wrote, given the pictures by digest.

    Raises:
        StoreError: the blob is damaged.
    """
    return read_json(transcript_json(blob), images)


def transcript_json(blob: bytes) -> bytes:
    """Return what a blob holds: JSON in which pictures are named by their digests.

    Raises:
        StoreError: the blob is damaged.
    """
    try:
        return decompressor().decompress(blob, max_output_size=MOST_BYTES)
    except zstandard.ZstdError as error:
        raise StoreError(f"a transcript cannot be read: {error}") from error


def read_json(text: bytes, images: dict[str, Image]) -> Transcript:
    """Read what :func:`transcript_json` returned, given the pictures by digest.

    Raises:
        StoreError: it is no transcript.
    """
    try:
        document = orjson.loads(text)
        for message in document["messages"]:
            for part in message["parts"]:
                if part["type"] == "picture":
                    part["image"] = images[part["image"]]
        for exchange in document["exchanges"]:
            exchange["request"] = with_images(unpack(exchange["request"]), images)
            exchange["response"] = unpack(exchange["response"])
        return Transcript.model_validate(document)
    except (orjson.JSONDecodeError, KeyError, ValueError) as error:
        raise StoreError(f"a transcript cannot be read: {error}") from error


def image_names(blob: bytes) -> tuple[str, ...]:
    """Return the digests of the pictures that a blob needs."""
    parts = (part for m in orjson.loads(transcript_json(blob))["messages"] for part in m["parts"])
    return tuple(part["image"] for part in parts if part["type"] == "picture")


def read_transcript(connection: Connection, table: Table, owner: str) -> Transcript | None:
    """Return the transcript in a table of an owner, which is the table's key."""
    (key,) = table.primary_key
    body = connection.execute(select(table.c.body).where(key == owner)).scalar()
    return None if body is None else decode(body, read_images(connection, image_names(body)))


def compressor() -> zstandard.ZstdCompressor:
    """Return this thread's compressor: making one costs more than using it."""
    if not hasattr(local, "compressor"):
        local.compressor = zstandard.ZstdCompressor(level=LEVEL)
    found: zstandard.ZstdCompressor = local.compressor
    return found


def decompressor() -> zstandard.ZstdDecompressor:
    """Return this thread's decompressor."""
    if not hasattr(local, "decompressor"):
        local.decompressor = zstandard.ZstdDecompressor()
    found: zstandard.ZstdDecompressor = local.decompressor
    return found


def pack(data: bytes) -> Any:  # noqa: ANN401 - a string, or a list that marks base64
    """Write bytes as text where they are text, so that they compress well."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return [base64.b64encode(data).decode()]


def unpack(value: Any) -> bytes:  # noqa: ANN401
    """Undo :func:`pack`."""
    return value.encode() if isinstance(value, str) else base64.b64decode(value[0])


def placeholder(image: Image) -> bytes:
    """Return what stands for a picture's base64 text in a request."""
    return b"<porism-image %s>" % image.sha256.encode()


def without_images(request: bytes, images: Iterable[Image]) -> bytes:
    """Take the base64 text of pictures out of a request."""
    for image in images:
        if placeholder(image) not in request:
            request = request.replace(base64.b64encode(image.data), placeholder(image))
    return request


def with_images(request: bytes, images: dict[str, Image]) -> bytes:
    """Undo :func:`without_images`."""
    for image in images.values():
        request = request.replace(placeholder(image), base64.b64encode(image.data))
    return request
