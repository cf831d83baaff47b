"""What every noun has in common: frozen, typed, hashable, a JSON round trip, a digest."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    GetCoreSchemaHandler,
    SerializerFunctionWrapHandler,
    model_serializer,
)
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, core_schema


def canonical_json(value: object) -> str:
    """JSON with sorted keys and no spaces: equal values give equal text."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"))


class JsonObject(Mapping[str, Any]):
    """A JSON object that cannot change, so that nouns that hold one can be hashed."""

    __slots__ = ("_text", "_value")

    def __init__(self, value: Mapping[str, Any] | None = None) -> None:
        self._text = canonical_json(dict(value or {}))
        self._value: dict[str, Any] = json.loads(self._text)

    def __getitem__(self, key: str) -> Any:  # noqa: ANN401 - any JSON value
        return json.loads(canonical_json(self._value[key]))

    def __iter__(self) -> Iterator[str]:
        return iter(self._value)

    def __len__(self) -> int:
        return len(self._value)

    def __hash__(self) -> int:
        return hash(self._text)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, JsonObject):
            return self._text == other._text
        return isinstance(other, Mapping) and self._value == dict(other)

    def __repr__(self) -> str:
        return f"JsonObject({self._text})"

    @classmethod
    def __get_pydantic_core_schema__(
        cls, _source: type[Self], _handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        from_mapping = core_schema.no_info_after_validator_function(
            cls, core_schema.dict_schema(core_schema.str_schema(), core_schema.any_schema())
        )
        return core_schema.union_schema(
            [core_schema.is_instance_schema(cls), from_mapping],
            serialization=core_schema.plain_serializer_function_ser_schema(dict),
        )

    @classmethod
    def __get_pydantic_json_schema__(cls, _schema: CoreSchema, _handler: object) -> JsonSchemaValue:
        return {"type": "object"}


class Noun(BaseModel):
    """A frozen value; unknown keys are refused."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        use_attribute_docstrings=True,
        ser_json_bytes="base64",
        val_json_bytes="base64",
        ser_json_inf_nan="strings",
        protected_namespaces=(),
    )

    def to_json(self) -> str:
        """Return the noun as canonical JSON, without what is at its default."""
        return canonical_json(self.model_dump(mode="json", exclude_defaults=True))

    @classmethod
    def from_json(cls, text: str | bytes) -> Self:
        """Read what :meth:`to_json` wrote.

        Raises:
            pydantic.ValidationError: the text is not such a noun.
        """
        return cls.model_validate_json(text)

    def digest(self) -> str:
        """Return 32 hexadecimal digits that depend on the content alone.

        The SHA-256 of :meth:`to_json`, cut to 128 bits. Fields at their default do not
        take part, so that a field added later leaves old digests as they were.
        """
        return hashlib.sha256(self.to_json().encode()).hexdigest()[:32]


class Tagged(Noun):
    """One of several nouns that may stand in a place; its tag says which, in JSON too."""

    tag: ClassVar[str]

    @model_serializer(mode="wrap")
    def _keep_the_tag(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        value: dict[str, Any] = handler(self)
        return {self.tag: getattr(self, self.tag), **value}
