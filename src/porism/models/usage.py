"""Token counts as providers report them, made comparable."""

from __future__ import annotations

from collections.abc import Mapping

from porism.core import Usage

_LARGEST_COUNT = 2**53


def count(value: object) -> int | None:
    """Return a token count; ``None`` for what cannot be one."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if not 0 <= value < _LARGEST_COUNT or value != int(value):
        return None
    return int(value)


def chat_usage(reported: object) -> Usage:
    """Read the ``usage`` of an OpenAI chat completion or of one of its many likenesses.

    Reasoning is part of the output. Where a provider reports it apart - the total is the
    sum of all three, or there is more reasoning than output - it is added.
    """
    if not isinstance(reported, Mapping):
        return Usage()
    into, out_of = _details(reported, "prompt"), _details(reported, "completion")
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


def whole_output(
    output: int | None, reasoning: int | None, *, input_: int | None, total: int | None
) -> int | None:
    """Return the output tokens with the reasoning among them."""
    if output is None or not reasoning:
        return output
    apart = total is not None and input_ is not None and total == input_ + output + reasoning
    return output + reasoning if apart or reasoning > output else output


def _details(reported: Mapping[str, object], side: str) -> Mapping[str, object]:
    details = reported.get(f"{side}_tokens_details")
    return details if isinstance(details, Mapping) else {}


def _first(*values: object) -> int | None:
    counts = (count(value) for value in values)
    return next((value for value in counts if value is not None), None)
