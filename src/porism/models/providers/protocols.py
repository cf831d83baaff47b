"""The protocols that go through pydantic-ai: how each is opened and what settings it knows.

Settings travel in ``extra_body``, in the provider's own words: given as pydantic-ai's
settings they would be dropped, lowered or changed for some models without anyone being
told. Profiles are stripped of whatever rewrites prompts, answers or the schemas of tools.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import httpx2
import orjson
from pydantic import JsonValue
from pydantic_ai.models import Model as AIModel
from pydantic_ai.profiles import ModelProfile, merge_profile
from pydantic_ai.settings import ModelSettings

from porism.core import Model, Tool, Usage
from porism.errors import ConfigurationError
from porism.models.keys import Key
from porism.models.usage import (
    anthropic_searches,
    anthropic_usage,
    google_searches,
    google_usage,
    responses_searches,
    responses_usage,
)

Fields = dict[str, JsonValue]

FAITHFUL = ModelProfile(json_schema_transformer=None, may_tokenize_special_tokens_in_content=False)
"""No schema is transformed, no zero-width character is put into texts that look like tokens."""


@dataclass(frozen=True, slots=True)
class Protocol:
    """One way to a provider."""

    keys: tuple[str, ...]
    """Environment variables that usually hold the key."""
    base_url: str
    open: Callable[[Model, str, Key, httpx2.AsyncClient], AIModel[Any]]
    usage: Callable[[bytes], Usage]
    """Reads what a raw response says was used."""
    searches: Callable[[bytes], int]
    """Reads how often the web was searched for it."""
    is_whole: Callable[[bytes], bool] = bool
    """Tells an answer from a torso or from what is none; the clients let those pass."""
    limits_searches: bool = False
    """It can be told how often the provider may search the web for an answer."""
    with_native: Callable[[Model, Sequence[Tool]], ModelSettings | None] = lambda _model, _tools: (
        None
    )
    """Returns the settings of a request in which the provider may use tools of its own."""
    in_batch: bytes = b"%b"
    """What is around an answer in a batch's results when pydantic-ai reads it."""
    batched: Callable[[bytes, Model], bytes] = lambda body, _model: body
    """Completes a request that pydantic-ai has written for a batch."""


def _open_responses(
    model: Model, base_url: str, key: Key, http: httpx2.AsyncClient
) -> AIModel[Any]:
    from openai import AsyncOpenAI
    from pydantic_ai.models.openai import OpenAIResponsesModel
    from pydantic_ai.providers.openai import OpenAIProvider

    client = AsyncOpenAI(api_key=key.reveal(), base_url=base_url, http_client=http, max_retries=0)
    return OpenAIResponsesModel(
        model.endpoint.model,
        provider=OpenAIProvider(openai_client=client),
        profile=FAITHFUL,
        settings={"extra_body": responses_fields(model)},
    )


def responses_fields(model: Model) -> Fields:
    """Return the settings as OpenAI's responses API wants them."""
    settings = model.settings
    _refuse_budget(model)
    return _given(
        {
            "temperature": settings.temperature,
            "top_p": settings.top_p,
            "max_output_tokens": settings.max_tokens,
            "reasoning": _given({"effort": settings.reasoning_effort}) or None,
            **settings.extra_body,
        }
    )


def _with_native_responses(model: Model, tools: Sequence[Tool]) -> ModelSettings | None:
    """Bound how often OpenAI may use its own tools, and ask for what they bring to light."""
    from pydantic_ai.models.openai import OpenAIResponsesModelSettings

    if not tools:
        return None
    names, limit = {tool.name for tool in tools}, {"max_tool_calls": tools[0].calls_in_all}
    return OpenAIResponsesModelSettings(
        extra_body={**responses_fields(model), **_given(limit)},
        openai_include_code_execution_outputs="code_interpreter" in names,
        openai_include_web_search_sources="web_search" in names,
    )


def _open_anthropic(
    model: Model, base_url: str, key: Key, http: httpx2.AsyncClient
) -> AIModel[Any]:
    from anthropic import AsyncAnthropic
    from pydantic_ai.models.anthropic import AnthropicModel
    from pydantic_ai.profiles.anthropic import AnthropicModelProfile
    from pydantic_ai.providers.anthropic import AnthropicProvider

    client = AsyncAnthropic(
        api_key=key.reveal(),
        base_url=base_url,
        http_client=http,
        max_retries=0,
        timeout=model.settings.timeout_s,
    )
    provider = AnthropicProvider(anthropic_client=client)
    known = provider.model_profile(model.endpoint.model) or {}
    return AnthropicModel(
        model.endpoint.model,
        provider=provider,
        profile=merge_profile(
            FAITHFUL, AnthropicModelProfile(anthropic_disallows_sampling_settings=False)
        ),
        settings={"extra_body": anthropic_fields(model, known)},
    )


def anthropic_fields(model: Model, known: Mapping[str, object]) -> Fields:
    """Return the settings as Anthropic's messages API wants them.

    Without ``max_tokens``, which the API insists on, the model's highest is sent. An effort
    turns adaptive thinking on where the model has it; a budget turns thinking on with it.
    """
    settings = model.settings
    thinking: JsonValue = None
    if settings.reasoning_budget is not None:
        thinking = {"type": "enabled", "budget_tokens": settings.reasoning_budget}
    elif settings.reasoning_effort and known.get("anthropic_supports_adaptive_thinking"):
        thinking = {"type": "adaptive"}
    return _given(
        {
            "temperature": settings.temperature,
            "top_p": settings.top_p,
            "max_tokens": settings.max_tokens,
            "thinking": thinking,
            "output_config": _given({"effort": settings.reasoning_effort}) or None,
            **settings.extra_body,
        }
    )


def _open_google(model: Model, base_url: str, key: Key, http: httpx2.AsyncClient) -> AIModel[Any]:
    from google.genai import Client
    from google.genai.types import HttpOptions
    from pydantic_ai.models.google import GoogleModel
    from pydantic_ai.providers.google import GoogleProvider

    client = Client(
        vertexai=False,
        api_key=key.reveal(),
        http_options=HttpOptions(
            base_url=base_url,
            httpx_async_client=http,
            timeout=int(model.settings.timeout_s * 1000),
            extra_body=google_fields(model) or None,
        ),
    )
    return GoogleModel(
        model.endpoint.model, provider=GoogleProvider(client=client), profile=FAITHFUL
    )


def google_fields(model: Model) -> Fields:
    """Return the settings as the Gemini API wants them."""
    settings = model.settings
    thinking = _given(
        {
            "thinkingLevel": settings.reasoning_effort,
            "thinkingBudget": settings.reasoning_budget,
        }
    )
    generation = _given(
        {
            "temperature": settings.temperature,
            "topP": settings.top_p,
            "maxOutputTokens": settings.max_tokens,
            "thinkingConfig": thinking or None,
        }
    )
    ours = _given({"generationConfig": generation or None})
    return _merged(ours, dict(settings.extra_body))


def _with_google_fields(body: bytes, model: Model) -> bytes:
    """Put in what the client adds to direct requests, with the function that adds it there."""
    from google.genai._common import recursive_dict_update

    fields = orjson.loads(body)
    recursive_dict_update(fields, google_fields(model))
    return orjson.dumps(fields)


def _ends(body: bytes) -> bool:
    """A stream of events has to say that it is over."""
    return not body.startswith(b"event:") or b"message_stop" in body[-1024:]


def _has_candidate(body: bytes) -> bool:
    """Gemini answers, or says why it will not."""
    return b'"candidates"' in body or b'"blockReason"' in body


PROTOCOLS: Mapping[str, Protocol] = {
    "openai-responses": Protocol(
        ("OPENAI_API_KEY",),
        "https://api.openai.com/v1",
        _open_responses,
        responses_usage,
        responses_searches,
        with_native=_with_native_responses,
    ),
    "anthropic": Protocol(
        ("ANTHROPIC_API_KEY",),
        "https://api.anthropic.com",
        _open_anthropic,
        anthropic_usage,
        anthropic_searches,
        _ends,
        limits_searches=True,
        in_batch=b'{"type":"succeeded","message":%b}',
    ),
    "google": Protocol(
        ("GOOGLE_API_KEY", "GEMINI_API_KEY"),
        "https://generativelanguage.googleapis.com",
        _open_google,
        google_usage,
        google_searches,
        _has_candidate,
        batched=_with_google_fields,
    ),
}


def _refuse_budget(model: Model) -> None:
    if model.settings.reasoning_budget is not None:
        raise ConfigurationError(
            f"model {model.id}: {model.endpoint.protocol} has no field for reasoning_budget; "
            "use reasoning_effort"
        )


def _given(fields: Mapping[str, JsonValue]) -> Fields:
    return {name: value for name, value in fields.items() if value is not None}


def _merged(ours: Fields, theirs: Fields) -> Fields:
    """Lay one object over another, object by object."""
    merged = dict(ours)
    for name, value in theirs.items():
        below = merged.get(name)
        both = isinstance(below, dict) and isinstance(value, dict)
        merged[name] = _merged(below, value) if both else value  # type: ignore[arg-type]
    return merged
