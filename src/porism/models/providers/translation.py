"""Messages in pydantic-ai's words and back.

What a provider wants back unchanged - identifiers, signatures, encrypted reasoning - is
kept as JSON in the ``signature`` of a part or of a whole turn, and given back to pydantic-ai as
it was.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import orjson
from pydantic_ai import messages as ai
from pydantic_ai.models import Model as AIModel
from pydantic_ai.models import ModelRequestParameters
from pydantic_ai.native_tools import AbstractNativeTool, CodeExecutionTool, WebSearchTool
from pydantic_ai.tools import ToolDefinition

from porism.core import Message, Part, Picture, Text, Thinking, Tool, ToolCall, ToolResult

_KEPT = ("id", "signature", "provider_name", "provider_details")
_CONTAINER = "container_id"
"""Names the interpreter in which a provider ran code, so that it can go on there."""


def request_parameters(tools: Sequence[Tool], *, limits_searches: bool) -> ModelRequestParameters:
    """Return what says which tools there are; ``strict`` off, which would rewrite their schemas.

    Args:
        tools: the tools.
        limits_searches: the provider can be told how often it may search.
    """
    return ModelRequestParameters(
        function_tools=[
            ToolDefinition(
                name=tool.name,
                description=tool.description,
                parameters_json_schema=dict(tool.parameters),
                strict=False,
            )
            for tool in tools
            if not tool.native
        ],
        native_tools=[
            _native(tool, limits_searches=limits_searches) for tool in tools if tool.native
        ],
    )


def _native(tool: Tool, *, limits_searches: bool) -> AbstractNativeTool:
    if tool.name == "web_search":
        return WebSearchTool(max_uses=tool.calls if limits_searches else None)
    return CodeExecutionTool()


def to_ai(messages: Sequence[Message], model: AIModel[Any]) -> list[ai.ModelMessage]:
    """Return a conversation for a model."""
    return [
        _response(message, model) if message.role == "assistant" else _request(message)
        for message in messages
    ]


def from_ai(response: ai.ModelResponse) -> Message:
    """Return what a model answered."""
    parts = (_part(part) for part in response.parts)
    said = tuple(part for part in parts if part is not None)
    details = response.provider_details or {}
    refusal, container = details.get("refusal"), details.get(_CONTAINER)
    if isinstance(refusal, str) and refusal:
        said = (*said, Text(text=refusal))
    turn = {"state": response.state} if response.state == "suspended" else {}
    if container:
        turn[_CONTAINER] = container
    signature = orjson.dumps(turn).decode() if turn else ""
    return Message(role="assistant", parts=said, signature=signature)


def interpreters_in(response: ai.ModelResponse) -> int:
    """Return in how many interpreters a provider ran code; those that are free have no name."""
    ran = (
        part.args_as_dict()
        for part in response.parts
        if isinstance(part, ai.NativeToolCallPart) and part.tool_name == CodeExecutionTool.kind
    )
    own = (response.provider_details or {}).get(_CONTAINER)
    return len({arguments.get(_CONTAINER, own) for arguments in ran} - {None})


def _request(message: Message) -> ai.ModelRequest:
    if message.role == "system":
        return ai.ModelRequest(parts=[ai.SystemPromptPart(message.text)])
    if message.role == "tool":
        results = (part for part in message.parts if isinstance(part, ToolResult))
        return ai.ModelRequest(
            parts=[ai.ToolReturnPart(r.name, r.text, tool_call_id=r.id) for r in results]
        )
    return ai.ModelRequest(parts=[ai.UserPromptPart(_content(message))])


def _content(message: Message) -> str | list[ai.UserContent]:
    if all(isinstance(part, Text) for part in message.parts) and len(message.parts) == 1:
        return message.text
    content: list[ai.UserContent] = []
    for part in message.parts:
        if isinstance(part, Text):
            content.append(part.text)
        elif isinstance(part, Picture):
            content.append(ai.BinaryContent(part.image.data, media_type=part.image.media_type))
    return content


def _response(message: Message, model: AIModel[Any]) -> ai.ModelResponse:
    turn: dict[str, Any] = orjson.loads(message.signature or "{}")
    return ai.ModelResponse(
        parts=[part for p in message.parts if (part := _response_part(p)) is not None],
        provider_name=model.system,
        canonical_system=model.canonical_system,
        provider_details={_CONTAINER: turn[_CONTAINER]} if _CONTAINER in turn else None,
        state=turn.get("state", "complete"),
    )


def _response_part(part: Part) -> ai.ModelResponsePart | None:
    match part:
        case Text():
            return ai.TextPart(part.text, **_unpacked(part.signature))
        case Thinking():
            return ai.ThinkingPart(part.text, **_unpacked(part.signature))
        case ToolCall(native=True):
            return ai.NativeToolCallPart(
                part.name, part.arguments, tool_call_id=part.id, **_unpacked(part.signature)
            )
        case ToolResult(native=True):
            return ai.NativeToolReturnPart(
                part.name,
                orjson.loads(part.text),
                tool_call_id=part.id,
                **_unpacked(part.signature),
            )
        case ToolCall():
            return ai.ToolCallPart(
                part.name, part.arguments, tool_call_id=part.id, **_unpacked(part.signature)
            )
        case _:
            return None


def _part(part: ai.ModelResponsePart) -> Part | None:
    match part:
        case ai.TextPart():
            return Text(text=part.content, signature=_packed(part))
        case ai.ThinkingPart():
            return Thinking(text=part.content, signature=_packed(part))
        case ai.ToolCallPart() | ai.NativeToolCallPart():
            return ToolCall(
                id=part.tool_call_id,
                name=part.tool_name,
                arguments=part.args_as_json_str(),
                signature=_packed(part),
                native=isinstance(part, ai.NativeToolCallPart),
            )
        case ai.NativeToolReturnPart():
            return ToolResult(
                id=part.tool_call_id,
                name=part.tool_name,
                text=orjson.dumps(part.content, default=str).decode(),
                signature=_packed(part),
                native=True,
            )
        case _:
            return None


def _packed(part: ai.ModelResponsePart) -> str:
    values = {name: getattr(part, name, None) for name in _KEPT}
    given = {name: value for name, value in values.items() if value is not None}
    return orjson.dumps(given).decode() if given else ""


def _unpacked(signature: str) -> dict[str, Any]:
    """Return the fields that were kept; none from the signatures of other protocols."""
    if not signature.startswith("{"):
        return {}
    value: dict[str, Any] = orjson.loads(signature)
    return {name: value[name] for name in _KEPT if name in value}
