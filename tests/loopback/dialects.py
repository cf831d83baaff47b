"""The same thing said in OpenAI's chat and responses, Anthropic's and Google's protocol."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from tests.loopback.say import Say

Fields = dict[str, Any]

_CHAT = {
    "stop": "stop",
    "length": "length",
    "refusal": "content_filter",
    "tool_calls": "tool_calls",
}
_ANTHROPIC = {
    "stop": "end_turn",
    "length": "max_tokens",
    "refusal": "refusal",
    "tool_calls": "tool_use",
}
_GOOGLE = {"stop": "STOP", "length": "MAX_TOKENS", "refusal": "SAFETY", "tool_calls": "STOP"}


def body(path: str, request: bytes, say: Say) -> bytes:
    """Return the body of a response to a request for ``path``."""
    if say.body is not None:
        return say.body
    if "/messages" in path and say.status == 200 and b'"stream":true' in request:
        return anthropic_events(anthropic(say))
    return json.dumps(_fields(path.partition("?")[0], say), ensure_ascii=False).encode()


def _fields(path: str, say: Say) -> Fields:
    if "/messages" in path:
        return anthropic(say) if say.status == 200 else _anthropic_error(say)
    if ":generateContent" in path:
        return _google(say) if say.status == 200 else _google_error(say)
    if say.status != 200:
        return {
            "error": {
                "message": say.error,
                "type": "error",
                "param": None,
                "code": say.code or None,
            }
        }
    return _responses(say) if path.endswith("/responses") else chat(say)


def chat(say: Say) -> Fields:
    """Return a chat completion."""
    message: Fields = {"role": "assistant", "content": say.text or None}
    if say.thinking:
        message["reasoning_content"] = say.thinking
    if say.calls:
        message["tool_calls"] = [
            {"id": i, "type": "function", "function": {"name": name, "arguments": arguments}}
            for i, name, arguments in say.calls
        ]
    choice = {"index": 0, "message": message, "finish_reason": _word(say, _CHAT)}
    fields: Fields = {
        "id": "chatcmpl-1",
        "object": "chat.completion",
        "created": 1_790_000_000,
        "model": say.model,
        "system_fingerprint": "fp_loopback",
        "choices": [choice],
    }
    if (tokens := say.tokens) is not None:
        fields["usage"] = {
            "prompt_tokens": tokens.input,
            "completion_tokens": tokens.output,
            "total_tokens": tokens.input + tokens.output,
            "prompt_tokens_details": {"cached_tokens": tokens.cached},
            "completion_tokens_details": {"reasoning_tokens": tokens.reasoning},
        }
    return fields


def _word(say: Say, words: Mapping[str, str]) -> str:
    return words[say.finish] if say.finish_word is None else say.finish_word


def _responses(say: Say) -> Fields:
    output: list[Fields] = []
    if say.thinking:
        output.append(
            {
                "id": "rs_1",
                "type": "reasoning",
                "summary": [{"type": "summary_text", "text": say.thinking}],
                "encrypted_content": say.signature,
                "status": None,
            }
        )
    if say.text:
        kind = "refusal" if say.finish == "refusal" else "text"
        part = (
            {"type": "refusal", "refusal": say.text}
            if kind == "refusal"
            else {"type": "output_text", "text": say.text, "annotations": []}
        )
        output.append(
            {
                "id": "msg_1",
                "type": "message",
                "role": "assistant",
                "status": "completed",
                "content": [part],
            }
        )
    output += [
        {
            "id": f"fc_{i}",
            "type": "function_call",
            "call_id": i,
            "name": n,
            "arguments": a,
            "status": "completed",
        }
        for i, n, a in say.calls
    ]
    cut = say.finish == "length"
    fields: Fields = {
        "id": "resp_1",
        "object": "response",
        "created_at": 1_790_000_000,
        "model": say.model,
        "status": "incomplete" if cut else "completed",
        "incomplete_details": {"reason": say.finish_word or "max_output_tokens"} if cut else None,
        "error": None,
        "output": output,
        "parallel_tool_calls": True,
        "tool_choice": "auto",
        "tools": [],
    }
    if (tokens := say.tokens) is not None:
        fields["usage"] = {
            "input_tokens": tokens.input,
            "input_tokens_details": {"cached_tokens": tokens.cached},
            "output_tokens": tokens.output,
            "output_tokens_details": {"reasoning_tokens": tokens.reasoning},
            "total_tokens": tokens.input + tokens.output,
        }
    return fields


def anthropic(say: Say) -> Fields:
    content: list[Fields] = []
    if say.thinking:
        content.append({"type": "thinking", "thinking": say.thinking, "signature": say.signature})
    if say.text:
        content.append({"type": "text", "text": say.text})
    content += [
        {"type": "tool_use", "id": i, "name": name, "input": json.loads(arguments)}
        for i, name, arguments in say.calls
    ]
    tokens = say.tokens
    usage = (
        {}
        if tokens is None
        else {
            "input_tokens": tokens.input - tokens.cached - tokens.cache_write,
            "cache_read_input_tokens": tokens.cached,
            "cache_creation_input_tokens": tokens.cache_write,
            "output_tokens": tokens.output,
        }
    )
    return {
        "id": "msg_1",
        "type": "message",
        "role": "assistant",
        "model": say.model,
        "content": content,
        "stop_reason": _word(say, _ANTHROPIC),
        "stop_sequence": None,
        "usage": usage,
    }


def anthropic_events(message: Fields) -> bytes:
    """Return a message as the stream of events that builds it up."""
    usage = message["usage"]
    ending = {key: message[key] for key in ("stop_reason", "stop_sequence")}
    events = [{"type": "message_start", "message": {**message, "content": [], "stop_reason": None}}]
    for index, block in enumerate(message["content"]):
        empty, deltas = _anthropic_deltas(block)
        events.append({"type": "content_block_start", "index": index, "content_block": empty})
        events += [
            {"type": "content_block_delta", "index": index, "delta": delta} for delta in deltas
        ]
        events.append({"type": "content_block_stop", "index": index})
    events.append({"type": "message_delta", "delta": ending, "usage": usage})
    events.append({"type": "message_stop"})
    return "".join(f"event: {e['type']}\ndata: {json.dumps(e)}\n\n" for e in events).encode()


def _anthropic_deltas(block: Fields) -> tuple[Fields, list[Fields]]:
    if block["type"] == "thinking":
        return {**block, "thinking": "", "signature": ""}, [
            {"type": "thinking_delta", "thinking": block["thinking"]},
            {"type": "signature_delta", "signature": block["signature"]},
        ]
    if block["type"] in {"tool_use", "server_tool_use"}:
        json_delta = {"type": "input_json_delta", "partial_json": json.dumps(block["input"])}
        return {**block, "input": {}}, [json_delta]
    if block["type"] != "text":  # what came of a tool of the provider comes at once
        return block, []
    return {**block, "text": ""}, [{"type": "text_delta", "text": block["text"]}]


def _anthropic_error(say: Say) -> Fields:
    return {"type": "error", "error": {"type": say.code or "api_error", "message": say.error}}


def _google(say: Say) -> Fields:
    parts: list[Fields] = []
    if say.thinking:
        parts.append({"text": say.thinking, "thought": True})
    signed = {"thoughtSignature": say.signature} if say.thinking else {}
    if say.text:
        parts.append({"text": say.text} | signed)
    parts += [
        {"functionCall": {"id": i, "name": name, "args": json.loads(arguments)}} | signed
        for i, name, arguments in say.calls
    ]
    fields: Fields = {
        "candidates": [
            {
                "content": {"role": "model", "parts": parts},
                "finishReason": _word(say, _GOOGLE),
                "index": 0,
            }
        ],
        "modelVersion": say.model,
        "responseId": "resp_1",
    }
    if (tokens := say.tokens) is not None:
        fields["usageMetadata"] = {
            "promptTokenCount": tokens.input,
            "cachedContentTokenCount": tokens.cached,
            "candidatesTokenCount": tokens.output
            - tokens.reasoning,  # Google counts thoughts apart
            "thoughtsTokenCount": tokens.reasoning,
            "totalTokenCount": tokens.input + tokens.output,
        }
    return fields


def _google_error(say: Say) -> Fields:
    return {"error": {"code": say.status, "message": say.error, "status": say.code or "UNKNOWN"}}
