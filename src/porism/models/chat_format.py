"""OpenAI's chat format: messages to the fields of a request, a response's body to an answer.

Reasoning comes back under several names (``reasoning_content``, ``reasoning``); the name
is kept as the signature of the Thinking part. It is sent again under that name within a
round of tool calls, where servers need it to go on thinking, and left out of earlier
rounds, as DeepSeek's and Qwen's pages ask. OpenRouter's ``reasoning_details`` have to come
back as they were: there the signature is that list, as JSON.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import orjson
from pydantic import JsonValue

from porism.core import (
    Finish,
    Message,
    Part,
    Picture,
    Text,
    Thinking,
    Tool,
    ToolCall,
    ToolResult,
    Usage,
)
from porism.errors import TransientError
from porism.models import failures, finish
from porism.models.usage import chat_usage

Fields = dict[str, JsonValue]

REASONING_FIELDS = ("reasoning_content", "reasoning", "thinking")


@dataclass(frozen=True, slots=True)
class Answer:
    """What the body of a response says."""

    message: Message
    finish: Finish
    finish_reason: str
    usage: Usage
    served_model: str
    fingerprint: str


def message_fields(messages: Sequence[Message]) -> list[JsonValue]:
    """Return the ``messages`` of a request."""
    last_user = max((i for i, m in enumerate(messages) if m.role == "user"), default=-1)
    return [
        fields
        for i, message in enumerate(messages)
        for fields in _turn(message, this_round=i > last_user)
    ]


def tool_fields(tools: Sequence[Tool]) -> list[JsonValue]:
    """Return the ``tools`` of a request."""
    return [
        {
            "type": "function",
            "function": {
                "name": tool.name,
                "description": tool.description,
                "parameters": dict(tool.parameters),
            },
        }
        for tool in tools
    ]


def read_answer(body: bytes, headers: Mapping[str, str]) -> Answer:
    """Return what a response with status 200 says.

    Bytes that are not UTF-8 become replacement characters: what was paid for is kept.

    Raises:
        TransientError: the body is no chat completion, or the server broke off.
        PermanentError: the body reports an error that no repetition mends.
    """
    value = _parse(body)
    choice = _first_choice(value)
    message = choice.get("message") if choice else None
    error = (choice or {}).get("error") or value.get("error")
    if error:
        status = error.get("code") if isinstance(error, dict) else None
        known = status if isinstance(status, int) and 400 <= status < 600 else 500
        raise failures.from_response(known, headers, body)
    if not isinstance(message, dict) or choice is None:
        raise _unreadable("a completion without choices", body)
    word = str(choice.get("finish_reason") or "")
    if word in finish.INTERRUPTED:
        raise TransientError(f"the server broke off ({word})", status=200, body=_head(body))
    calls = _tool_calls(message.get("tool_calls"))
    refusal = _string(message.get("refusal"))
    words = _words(message.get("content")) or refusal
    parts: tuple[Part, ...] = (Text(text=words), *calls) if words else calls
    return Answer(
        message=Message(role="assistant", parts=(*_thinking(message), *parts)),
        finish=_finish(word, refused=bool(refusal), calls=bool(calls)),
        finish_reason=word,
        usage=chat_usage(value.get("usage")),
        served_model=_string(value.get("model")),
        fingerprint=_string(value.get("system_fingerprint")),
    )


def _turn(message: Message, *, this_round: bool) -> Iterator[JsonValue]:
    if message.role == "tool":
        for part in message.parts:
            if isinstance(part, ToolResult):
                yield {"role": "tool", "tool_call_id": part.id, "content": part.text}
        return
    fields: Fields = {"role": message.role, "content": _content(message)}
    if message.role == "assistant":
        calls: list[JsonValue] = [_call(p) for p in message.parts if isinstance(p, ToolCall)]
        if calls:
            fields["tool_calls"] = calls
        for part in message.parts if this_round else ():
            if isinstance(part, Thinking):
                fields |= _reasoning(part)
    yield fields


def _reasoning(part: Thinking) -> Fields:
    if part.signature in REASONING_FIELDS:
        return {part.signature: part.text}
    if part.signature.startswith("["):
        return {"reasoning_details": orjson.loads(part.signature)}
    return {}


def _content(message: Message) -> JsonValue:
    """One text is sent as a string, which every server reads; more as a list of parts."""
    said = [part for part in message.parts if isinstance(part, Text | Picture)]
    if not said:
        return None if message.role == "assistant" else ""
    if len(said) == 1 and isinstance(said[0], Text):
        return said[0].text
    return [
        {"type": "text", "text": part.text}
        if isinstance(part, Text)
        else {"type": "image_url", "image_url": {"url": data_url(part)}}
        for part in said
    ]


def data_url(picture: Picture) -> str:
    """Return a picture as a ``data:`` address."""
    image = picture.image
    return f"data:{image.media_type};base64,{base64.b64encode(image.data).decode()}"


def _call(part: ToolCall) -> JsonValue:
    function: JsonValue = {"name": part.name, "arguments": part.arguments}
    return {"id": part.id, "type": "function", "function": function}


def _parse(body: bytes) -> dict[str, Any]:
    try:
        value = orjson.loads(body)
    except orjson.JSONDecodeError:
        value = _parse_leniently(body)
    if not isinstance(value, dict):
        raise _unreadable("JSON that is no object", body)
    return value


def _parse_leniently(body: bytes) -> object:
    """Read JSON with broken UTF-8, lone surrogates or NaN in it."""
    try:
        value = json.loads(body.decode("utf-8", "replace"))
        return json.loads(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"))
    except (ValueError, RecursionError):
        page = b"<html" in body[:1024].lower()
        what = "a web page (is base_url right?)" if page else "something that is not JSON"
        raise _unreadable(what, body) from None


def _unreadable(what: str, body: bytes) -> TransientError:
    start = failures.shorten(body[:200].decode("utf-8", "replace"))
    return TransientError(
        f"the endpoint sent {what}: {start!r} ({len(body)} bytes)", status=200, body=_head(body)
    )


def _head(body: bytes) -> bytes:
    return body[: failures.LONGEST_BODY]


def _first_choice(value: dict[str, Any]) -> dict[str, Any] | None:
    choices = value.get("choices")
    if isinstance(choices, list) and choices and isinstance(choices[0], dict):
        return choices[0]
    return None


def _finish(word: str, *, refused: bool, calls: bool) -> Finish:
    known = finish.meaning(word)
    if refused:
        return "refusal"
    return "tool_calls" if calls and known == "stop" else known


def _string(value: object) -> str:
    return value if isinstance(value, str) else ""


def _words(content: object) -> str:
    """Return the text of a content, which some servers send as a list of parts."""
    if not isinstance(content, list):
        return _string(content)
    texts = (p.get("text") for p in content if isinstance(p, dict) and p.get("type") == "text")
    return "".join(_string(text) for text in texts)


def _thinking(message: dict[str, Any]) -> tuple[Thinking, ...]:
    details = message.get("reasoning_details")
    for name in REASONING_FIELDS:
        text = message.get(name)
        if text and isinstance(text, str):
            signature = json.dumps(details) if isinstance(details, list) and details else name
            return (Thinking(text=text, signature=signature),)
    content = message.get("content")
    if isinstance(content, list):  # Mistral puts reasoning among the parts of the content
        thoughts = (p for p in content if isinstance(p, dict) and p.get("type") == "thinking")
        text = "".join(_words(p.get("thinking")) for p in thoughts)
        return (Thinking(text=text),) if text else ()
    return ()


def _tool_calls(value: object) -> tuple[ToolCall, ...]:
    if not isinstance(value, list):
        return ()
    return tuple(_tool_call(call) for call in value if isinstance(call, dict))


def _tool_call(call: dict[str, Any]) -> ToolCall:
    function = call.get("function")
    function = function if isinstance(function, dict) else {}
    arguments = function.get("arguments")
    if not isinstance(arguments, str):  # some servers send the object itself
        arguments = json.dumps(arguments or {}, ensure_ascii=False)
    return ToolCall(
        id=_string(call.get("id")), name=_string(function.get("name")), arguments=arguments
    )
