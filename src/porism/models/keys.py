"""Keys: read from the environment alone, shown nowhere but in the header that needs them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from porism.core import Model
from porism.errors import ConfigurationError

_SHORTEST_SECRET = 12
"""Shorter keys are placeholders such as ``EMPTY``; hiding those would garble plain text."""


class Key:
    """A secret that shows itself only where it is sent."""

    __slots__ = ("_value",)

    def __init__(self, value: str) -> None:
        self._value = value

    def __repr__(self) -> str:
        return "Key(...)"

    def reveal(self) -> str:
        """Return the secret, for the request's header."""
        return self._value

    def redact(self, data: bytes) -> bytes:
        """Return what an endpoint sent, with the secret blotted out should it echo it."""
        if len(self._value) < _SHORTEST_SECRET:
            return data
        return data.replace(self._value.encode(), b"[key]")


NO_KEY = Key("")


def find_key(model: Model, usual: Sequence[str], environ: Mapping[str, str]) -> Key:
    """Return the key of a model's endpoint.

    Args:
        model: its ``endpoint.key_env`` is looked up before the usual names.
        usual: environment variables in which the protocol's key is expected; none where
            servers commonly ask for no key.
        environ: the environment.

    Raises:
        ConfigurationError: none of the variables is set, or what it holds cannot be a key.
    """
    names = [model.endpoint.key_env] if model.endpoint.key_env else list(usual)
    if not names:
        return NO_KEY
    for name in names:
        value = environ.get(name, "").strip()
        if value:
            return Key(_checked(value, name))
    raise ConfigurationError(
        f"model {model.id} needs a key: the environment variable {' or '.join(names)} is not set; "
        f"set it with: export {names[0]}=..."
    )


def _checked(value: str, name: str) -> str:
    if not re.fullmatch(r"[\x21-\x7e]+", value):
        raise ConfigurationError(
            f"the environment variable {name} holds characters that no key has "
            "(spaces, line breaks or letters beyond ASCII); set it again"
        )
    return value
