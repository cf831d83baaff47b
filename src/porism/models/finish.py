"""Why a model stopped: the providers' words for it, and ours."""

from __future__ import annotations

from porism.core import Finish

_WORDS: dict[Finish, str] = {
    "stop": "stop eos eos_token stop_sequence end_turn completed",
    "length": "length max_tokens max_output_tokens model_length model_context_window_exceeded",
    "refusal": (
        "content_filter refusal sensitive safety recitation blocklist prohibited_content spii"
        " image_safety image_prohibited_content image_recitation model_armor"
    ),
    "tool_calls": "tool_calls function_call tool_use",
    "paused": "pause_turn",
}
_MEANING = {word: finish for finish, words in _WORDS.items() for word in words.split()}

INTERRUPTED = frozenset({"abort", "error", "insufficient_system_resource", "network_error"})
"""The server broke off (vLLM and SGLang; OpenRouter; DeepSeek; Z.ai): worth asking again."""


def meaning(word: str) -> Finish:
    """Return what a provider's word says; ``unknown`` for a word that no provider documents."""
    return _MEANING.get(word.lower(), "unknown")
