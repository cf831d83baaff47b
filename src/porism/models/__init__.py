"""Models: definitions, connections, prices."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from porism.core import Model
from porism.errors import ConfigurationError
from porism.models.connection import Asking, Connection

__all__ = ["Asking", "Connection", "connect"]


def connect(
    model: Model, *, folder: Path | None = None, environ: Mapping[str, str] = os.environ
) -> Connection:
    """Return an open way to a model.

    Args:
        model: whom to ask.
        folder: where the files of ``replay`` models are looked for; the current folder
            without it.
        environ: where keys are looked up.

    Raises:
        ConfigurationError: a key, a package or an option is missing or cannot be.
        DefinitionError: the file of a ``replay`` model is malformed.
    """
    match model.endpoint.protocol:
        case "fake":
            from porism.models.fake import Fake

            return Fake(model)
        case "replay":
            from porism.models.replay import Replay

            return Replay(model, folder or Path())
        case "openai-compatible":
            from porism.models.keys import find_key
            from porism.models.openai_chat import OpenAIChat

            return OpenAIChat(model, find_key(model, (), environ))
        case other:
            raise ConfigurationError(f"model {model.id}: cannot speak {other} yet")
