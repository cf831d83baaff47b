"""Models: definitions, connections, prices."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

from porism.core import Model
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
        case "openai-responses" | "anthropic" | "google":
            from porism.models.providers import connect_provider

            return connect_provider(model, environ)
        case _:
            from porism.models.openai_chat import OpenAIChat

            return OpenAIChat(model, environ)
