"""Where the providers of chat completions differ: address, key, names of a few fields.

Sources: the providers' API references, read in November 2026. Whatever a provider has
beyond these goes into a model's ``extra_body``.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from pydantic import JsonValue
from yarl import URL

from porism.core import Model, Noun
from porism.errors import ConfigurationError
from porism.models.options import read_options

_OURS = frozenset({"messages", "model", "n", "stream", "tools"})


@dataclass(frozen=True, slots=True)
class Dialect:
    """How one provider speaks OpenAI's chat format."""

    base_url: str | None = None
    """Where the provider is, unless the model says otherwise."""
    keys: tuple[str, ...] = ()
    """Environment variables that usually hold the key; none where no key is the rule."""
    max_tokens: str = "max_tokens"
    """The field for the most tokens to generate."""
    key_header: str = "Authorization"
    reasoning_object: bool = False
    """Reasoning is set by one object, ``{"effort": ..., "max_tokens": ...}``."""


DIALECTS: Mapping[str, Dialect] = MappingProxyType(
    {
        "openai-compatible": Dialect(),
        "openai": Dialect(
            "https://api.openai.com/v1", ("OPENAI_API_KEY",), max_tokens="max_completion_tokens"
        ),
        "azure": Dialect(
            None,
            ("AZURE_OPENAI_API_KEY",),
            max_tokens="max_completion_tokens",
            key_header="api-key",
        ),
        "openrouter": Dialect(
            "https://openrouter.ai/api/v1", ("OPENROUTER_API_KEY",), reasoning_object=True
        ),
        "xai": Dialect("https://api.x.ai/v1", ("XAI_API_KEY",), max_tokens="max_completion_tokens"),
        "deepseek": Dialect("https://api.deepseek.com", ("DEEPSEEK_API_KEY",)),
        "together": Dialect("https://api.together.xyz/v1", ("TOGETHER_API_KEY",)),
        "zai": Dialect("https://api.z.ai/api/paas/v4", ("ZAI_API_KEY",)),
        "moonshot": Dialect(
            "https://api.moonshot.ai/v1",
            ("MOONSHOT_API_KEY", "MOONSHOTAI_API_KEY"),
            max_tokens="max_completion_tokens",
        ),
    }
)


class AzureOptions(Noun):
    """What only Azure OpenAI understands."""

    api_version: str | None = None
    """For the dated API by deployments; without it the ``/openai/v1`` API is used."""


class NoOptions(Noun):
    """The other dialects have none."""


def chat_url(model: Model, dialect: Dialect) -> URL:
    """Return the address that answers chat requests.

    Raises:
        ConfigurationError: there is no base_url, or it is not one that can be stored.
    """
    base = base_url(model, dialect.base_url)
    if model.endpoint.protocol != "azure":
        read_options(model, NoOptions)
        return base / "chat/completions"
    dated = azure_version(model)
    if dated is None:
        return base / "chat/completions"
    deployment = base / "openai/deployments" / model.endpoint.model
    return (deployment / "chat/completions").with_query({"api-version": dated})


def azure_version(model: Model) -> str | None:
    """Return the version of Azure's dated API that a model is asked through, if any."""
    return read_options(model, AzureOptions).api_version


def base_url(model: Model, usual: str | None) -> URL:
    """Return where a model's provider is.

    Raises:
        ConfigurationError: there is no base_url, or it is not one that can be stored.
    """
    base = model.endpoint.base_url or usual
    if base is None:
        raise ConfigurationError(
            f"model {model.id}: {model.endpoint.protocol} needs endpoint.base_url, "
            "e.g. http://localhost:8000/v1"
        )
    try:
        url = URL(base)
    except ValueError as error:
        raise ConfigurationError(f"model {model.id}: base_url {base!r}: {error}") from None
    if url.user or url.password or url.query:
        raise ConfigurationError(
            f"model {model.id}: base_url may hold neither a password nor a query; "
            "name the environment variable of the key in endpoint.key_env"
        )
    if url.scheme not in {"http", "https"} or not url.host:
        raise ConfigurationError(
            f"model {model.id}: base_url {base!r} is not an address like http://localhost:8000/v1"
        )
    return url


def fixed_fields(model: Model, dialect: Dialect) -> dict[str, JsonValue]:
    """Return what every request says besides messages; what the settings leave out is not sent.

    Raises:
        ConfigurationError: a setting for which the provider has no field.
    """
    settings = model.settings
    if taken := _OURS & settings.extra_body.keys():
        raise ConfigurationError(
            f"model {model.id}: extra_body may not set {', '.join(sorted(taken))}"
        )
    sampling: dict[str, JsonValue] = {
        "temperature": settings.temperature,
        "top_p": settings.top_p,
        dialect.max_tokens: settings.max_tokens,
    }
    return {
        "model": model.endpoint.model,
        **{name: value for name, value in sampling.items() if value is not None},
        **_reasoning_fields(model, dialect),
        **settings.extra_body,
    }


def _reasoning_fields(model: Model, dialect: Dialect) -> dict[str, JsonValue]:
    effort, budget = model.settings.reasoning_effort, model.settings.reasoning_budget
    if dialect.reasoning_object:
        asked: dict[str, JsonValue] = {"effort": effort, "max_tokens": budget}
        given: JsonValue = {name: value for name, value in asked.items() if value is not None}
        return {"reasoning": given} if given else {}
    if budget is not None:
        raise ConfigurationError(
            f"model {model.id}: {model.endpoint.protocol} has no common field for "
            "reasoning_budget; put the server's own into settings.extra_body"
        )
    return {"reasoning_effort": effort} if effort is not None else {}
