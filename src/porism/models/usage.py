"""Token counts and searches as providers report them, made comparable.

What of a search is charged for follows the pages on prices of OpenAI, Anthropic and Google,
read in November 2026.
"""

from __future__ import annotations

import orjson

from porism.core import Usage

_LARGEST_COUNT = 2**53


def count(value: object) -> int | None:
    """Return a token count; ``None`` for what cannot be one."""
    if value is None or isinstance(value, bool) or not isinstance(value, (int, float)):
        return None
    if not 0 <= value < _LARGEST_COUNT or value != int(value):
        return None
    return int(value)


def chat_usage(reported: object) -> Usage:
    """Read the ``usage`` of an OpenAI chat completion or of one of its many likenesses.

    Reasoning is part of the output. Where a provider reports it apart - the total is the
    sum of all three, or there is more reasoning than output - it is added.
    """
    if not isinstance(reported, dict):
        return Usage()
    into = _object(reported.get("prompt_tokens_details"))
    out_of = _object(reported.get("completion_tokens_details"))
    reasoning = _first(out_of.get("reasoning_tokens"), reported.get("reasoning_tokens"))
    return Usage(
        input=count(reported.get("prompt_tokens")),
        cached_input=_first(
            into.get("cached_tokens"),
            reported.get("cached_tokens"),  # Moonshot
            reported.get("prompt_cache_hit_tokens"),  # DeepSeek
        ),
        cache_write=_first(into.get("cache_write_tokens"), into.get("cache_creation_tokens")),
        output=whole_output(
            count(reported.get("completion_tokens")),
            reasoning,
            input_=count(reported.get("prompt_tokens")),
            total=count(reported.get("total_tokens")),
        ),
        reasoning=reasoning,
    )


def responses_usage(body: bytes) -> Usage:
    """Read the usage of a response of OpenAI's responses API."""
    reported = _usage_object(body, "usage")
    input_details = _object(reported.get("input_tokens_details"))
    return Usage(
        input=count(reported.get("input_tokens")),
        cached_input=count(input_details.get("cached_tokens")),
        cache_write=count(input_details.get("cache_write_tokens")),
        output=count(reported.get("output_tokens")),
        reasoning=count(_object(reported.get("output_tokens_details")).get("reasoning_tokens")),
    )


def anthropic_usage(body: bytes) -> Usage:
    """Read the usage of a message of Anthropic's, in one piece or as a stream of events.

    ``input_tokens`` leaves out what was read from or written to a cache.
    """
    reported = _anthropic_object(body)
    read = count(reported.get("cache_read_input_tokens"))
    written = count(reported.get("cache_creation_input_tokens"))
    plain = count(reported.get("input_tokens"))
    return Usage(
        input=None if plain is None else plain + (read or 0) + (written or 0),
        cached_input=read,
        cache_write=written,
        output=count(reported.get("output_tokens")),
        reasoning=count(_object(reported.get("output_tokens_details")).get("thinking_tokens")),
    )


def anthropic_searches(body: bytes) -> int:
    """Return how often Anthropic searched the web for a message."""
    used = _object(_anthropic_object(body).get("server_tool_use"))
    return count(used.get("web_search_requests")) or 0


def responses_searches(body: bytes) -> int:
    """Return how often OpenAI searched the web for a response; opening what was found is free."""
    output = _objects(_loads(body).get("output"))
    actions = [_object(o.get("action")) for o in output if o.get("type") == "web_search_call"]
    return sum(action.get("type", "search") == "search" for action in actions)


def google_searches(body: bytes) -> int:
    """Return how often Google searched the web for a response.

    Models before Gemini 3 are charged once for a request, however often they search.
    """
    candidates = _objects(_loads(body).get("candidates"))
    found = (_object(one.get("groundingMetadata")).get("webSearchQueries") for one in candidates)
    return sum(bool(query) for queries in found if isinstance(queries, list) for query in queries)


def google_usage(body: bytes) -> Usage:
    """Read the usage of a Gemini response, which counts thoughts apart from the answer."""
    reported = _usage_object(body, "usageMetadata")
    answer = count(reported.get("candidatesTokenCount"))
    thoughts = count(reported.get("thoughtsTokenCount"))
    prompt = count(reported.get("promptTokenCount"))
    tool_prompt = count(reported.get("toolUsePromptTokenCount"))
    known = answer is not None or thoughts is not None
    return Usage(
        input=None if prompt is None else prompt + (tool_prompt or 0),
        cached_input=count(reported.get("cachedContentTokenCount")),
        output=(answer or 0) + (thoughts or 0) if known else None,
        reasoning=thoughts,
    )


def whole_output(
    output: int | None, reasoning: int | None, *, input_: int | None, total: int | None
) -> int | None:
    """Return the output tokens with the reasoning among them."""
    if output is None or not reasoning:
        return output
    apart = total is not None and input_ is not None and total == input_ + output + reasoning
    return output + reasoning if apart or reasoning > output else output


def _anthropic_object(body: bytes) -> dict[str, object]:
    streamed = body.startswith(b"event:")
    return _streamed_usage(body) if streamed else _usage_object(body, "usage")


def _streamed_usage(body: bytes) -> dict[str, object]:
    """Lay the counts of a stream's events over each other: later ones are cumulative."""
    total: dict[str, object] = {}
    for line in body.splitlines():
        if line.startswith(b"data:") and b'"usage"' in line:
            event = _loads(line.removeprefix(b"data:"))
            reported = event.get("usage") or _object(event.get("message")).get("usage")
            total |= {k: v for k, v in _object(reported).items() if v is not None}
    return total


def _usage_object(body: bytes, name: str) -> dict[str, object]:
    return _object(_loads(body).get(name))


def _loads(body: bytes) -> dict[str, object]:
    try:
        return _object(orjson.loads(body))
    except orjson.JSONDecodeError:
        return {}


def _objects(value: object) -> list[dict[str, object]]:
    return [one for one in value if isinstance(one, dict)] if isinstance(value, list) else []


def _object(value: object) -> dict[str, object]:
    return value if isinstance(value, dict) else {}


def _first(*values: object) -> int | None:
    counts = (count(value) for value in values)
    return next((value for value in counts if value is not None), None)
