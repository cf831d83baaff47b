"""OpenAI's responses, Anthropic and Google, through pydantic-ai's Model classes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from porism.core import Model
from porism.errors import ConfigurationError

if TYPE_CHECKING:
    from porism.models.providers.connection import ProviderConnection


def connect_provider(model: Model, environ: Mapping[str, str]) -> ProviderConnection:
    """Return an open way to a model of one of these providers.

    Raises:
        ConfigurationError: the key or the extra ``providers`` is missing, or the model says
            what cannot be sent.
    """
    try:
        from porism.models.providers.connection import ProviderConnection
    except ImportError as error:
        raise ConfigurationError(
            f"model {model.id}: {model.endpoint.protocol} needs {error.name}; "
            "install it with: pip install 'porism[providers]'"
        ) from error
    return ProviderConnection(model, environ)
