"""XML from elsewhere: no declarations of types or entities, nothing fetched, bounded depth."""

from __future__ import annotations

from collections.abc import Callable
from xml.etree.ElementTree import Element, TreeBuilder
from xml.parsers import expat

from porism.errors import HarvestError

MOST_DEPTH = 40
SEPARATOR = " "


def parse(data: bytes) -> Element:
    """Read a document; tags come as ``{namespace}name``.

    A document that declares a type is refused at once, so that there are no entities to
    expand and nothing outside to be asked for.

    Raises:
        HarvestError: it is broken, or of a kind that no archive needs.
    """
    builder = TreeBuilder()
    depth = 0

    def start(tag: str, attributes: dict[str, str]) -> None:
        nonlocal depth
        depth += 1
        if depth > MOST_DEPTH:
            raise HarvestError(f"elements more than {MOST_DEPTH} deep")
        builder.start(qualified(tag), attributes)

    def end(tag: str) -> None:
        nonlocal depth
        depth -= 1
        builder.end(qualified(tag))

    parser = expat.ParserCreate(namespace_separator=SEPARATOR)
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler = start, end
    parser.CharacterDataHandler = builder.data
    parser.StartDoctypeDeclHandler = refused("a document type is declared")
    try:
        parser.Parse(data, True)
    except (expat.ExpatError, ValueError, LookupError) as error:
        raise HarvestError(f"broken XML: {error}") from error
    return builder.close()


def qualified(tag: str) -> str:
    """Write a name as ElementTree does."""
    namespace, _, name = tag.rpartition(SEPARATOR)
    return f"{{{namespace}}}{name}" if namespace else name


def refused(why: str) -> Callable[..., None]:
    """Return a handler that ends the reading."""

    def handler(*_: object) -> None:
        raise HarvestError(why)

    return handler
