"""JSON Schemas, so that an editor completes and checks definition files."""

from __future__ import annotations

from porism.core import JsonObject, Noun


def json_schema(noun: type[Noun]) -> JsonObject:
    """Return the JSON Schema (draft 2020-12) of a noun as it stands in a file.

    Descriptions are the docstrings of the noun and its fields.
    """
    return JsonObject(
        {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            **noun.model_json_schema(mode="validation"),
        }
    )
