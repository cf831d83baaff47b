"""JSON Schemas as tables of keys."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from docs.generate.markdown import code, prose, table
from porism.core import Noun

Schema = Mapping[str, Any]
BOUNDS = {
    "minimum": "at least",
    "exclusiveMinimum": "more than",
    "maximum": "at most",
}


def keys(noun: type[Noun]) -> str:
    """Return the table of a noun's keys, those of nouns within it with dots."""
    schema = noun.model_json_schema()
    rows = list(rows_of(schema, schema, ""))
    return table(("key", "value", "default", "meaning"), rows)


def rows_of(schema: Schema, root: Schema, prefix: str) -> Iterator[tuple[str, str, str, str]]:
    """Yield a row for each key, then for the keys of the objects that it may hold."""
    required = schema.get("required", ())
    for name, value in schema.get("properties", {}).items():
        key = f"{prefix}{name}"
        yield (
            code(key),
            worded(value, root),
            "**required**" if name in required else default_of(value),
            prose(meaning(value, root)),
        )
        several = value.get("type") == "array"
        for tag, inner in objects(value, root):
            below = f"{key}{'[]' if several else ''}{f' ({tag})' if tag else ''}."
            yield from rows_of(inner, root, below)


def resolved(schema: Schema, root: Schema) -> Schema:
    """Follow a reference."""
    name = schema.get("$ref", "").removeprefix("#/$defs/")
    found: Schema = root["$defs"][name] if name else schema
    return found


def objects(schema: Schema, root: Schema) -> Iterator[tuple[str, Schema]]:
    """Yield the objects with keys of their own that a value may be, with their tags."""
    here = resolved(schema, root)
    tags = here.get("discriminator", {}).get("mapping", {})
    named = {reference: tag for tag, reference in tags.items()}
    if "properties" in here:
        yield "", here
    items = [here["items"]] if "items" in here else []
    for inner in [*here.get("anyOf", ()), *here.get("oneOf", ()), *items]:
        for tag, found in objects(inner, root):
            yield named.get(inner.get("$ref", ""), tag), found


def meaning(schema: Schema, root: Schema) -> str:
    """Return what is said of a value, or of the one object that it may be."""
    inner = [resolved(one, root) for one in (schema, *schema.get("anyOf", ()))]
    said = [one["description"] for one in inner if "description" in one]
    return str(said[0]) if said else ""


def worded(schema: Schema, root: Schema) -> str:
    """Say in words what a value may be; numbers may always be written as text too."""
    found = dict.fromkeys(kinds(schema, root))
    if any(kind.startswith("number") for kind in found):
        found.pop("text", None)
    return "; ".join(found)


def kinds(schema: Schema, root: Schema) -> Iterator[str]:
    """Yield in words what a value may be."""
    here = resolved(schema, root)
    for inner in [*here.get("anyOf", ()), *here.get("oneOf", ())]:
        yield from kinds(inner, root)
    if "enum" in here:
        yield ", ".join(map(code, here["enum"]))
    elif "const" in here:
        yield code(here["const"])
    elif here.get("type") == "array":
        yield f"list of {worded(here.get('items', {}), root)}"
    elif here.get("type") not in {None, "null"}:
        yield scalar(here)


def scalar(schema: Schema) -> str:
    """Say in words what a plain value may be."""
    words = {
        "string": "text", "integer": "whole number", "number": "number", "boolean": "true or false",
        "object": "keys and values",
    }  # fmt: skip
    word = {"date": "date", "base64url": "bytes in base64"}.get(schema.get("format", ""))
    said = word or words[schema["type"]]
    if "pattern" in schema:
        return f"{said} like {code(schema['pattern'])}"
    bounds = [f"{told} {schema[key]:g}" for key, told in BOUNDS.items() if key in schema]
    return f"{said}, {', '.join(bounds)}" if bounds else said


def default_of(schema: Schema) -> str:
    """Return what a key is when it is left out; nothing where that is nothing."""
    value = schema.get("default")
    if value in (None, "", [], {}) or isinstance(value, Mapping):
        return ""
    return code(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))
