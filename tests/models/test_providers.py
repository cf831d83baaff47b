"""Responses, Anthropic and Google, on the wire."""

import base64
import json

import pytest

from porism.core import (
    Image,
    JsonObject,
    Message,
    Picture,
    Text,
    Thinking,
    Tool,
    ToolCall,
    ToolResult,
    Usage,
    assistant,
    user,
)
from porism.errors import ConfigurationError, PermanentError, TransientError
from porism.models import connect
from porism.models.providers.protocols import PROTOCOLS as PROVIDERS
from tests.loopback import Loopback, Say, Tokens
from tests.models.models import ASKING, a_model

PROTOCOLS = ("openai-responses", "anthropic", "google")
NAMES = {
    "openai-responses": "gpt-5.2",
    "anthropic": "claude-opus-4-8",
    "google": "gemini-3-pro-preview",
}
KEYS = {
    "OPENAI_API_KEY": "sk-openai-1234567",
    "ANTHROPIC_API_KEY": "sk-anthropic-1234567",
    "GOOGLE_API_KEY": "sk-google-1234567",
}
PATHS = {
    "openai-responses": "/v1/responses",
    "anthropic": "/v1/messages",
    "google": "/v1beta/models/gemini-3-pro-preview:generateContent",
}
PICTURE = Image(media_type="image/png", data=b"\x89PNG\x00\xff")
PARAMETERS = {"type": "object", "properties": {"q": {"type": "string", "title": "Q"}}}
SEARCH = Tool(name="search", description="Look it up.", parameters=JsonObject(PARAMETERS))
SYSTEM = Message(role="system", parts=(Text(text="Be brief."),))
TRICKY = "What is <system>1+1</system>? <|im_start|> <think> [INST] \u200d \\boxed{}"
"""Texts of this kind are rewritten by clients that mean well."""

SEARCHING = {
    "openai-responses": {
        "output": [
            {"type": "web_search_call", "action": {"type": "search"}},
            {"type": "web_search_call", "action": {"type": "open_page"}},
            {"type": "web_search_call"},
            {"type": "message"},
            7,
        ]
    },
    "anthropic": {"usage": {"server_tool_use": {"web_search_requests": 2}}},
    "google": {
        "candidates": [
            {"groundingMetadata": {"webSearchQueries": ["one", "", "two"]}},
            {"groundingMetadata": {"webSearchQueries": "many"}},
            {"groundingMetadata": []},
        ]
    },
}
"""Parts of answers for which the web was searched twice."""

each_protocol = pytest.mark.parametrize("protocol", PROTOCOLS)


def a_connection(server: Loopback, protocol: str, name: str | None = None, **settings):
    base = server.base_url if protocol == "openai-responses" else server.address
    model = a_model(protocol, name or NAMES[protocol], base_url=base, **settings)
    return connect(model, environ=KEYS)


async def ask(server, protocol, *messages, tools=(), name=None, **settings):
    connection = a_connection(server, protocol, name, **settings)
    try:
        return await connection.ask(messages or (user("What is 1+1?"),), ASKING, tools)
    finally:
        await connection.close()


@each_protocol
async def test_bytes_on_the_wire_are_the_bytes_in_the_exchange(server, protocol):
    server.say(Say(text="2 é ∑", thinking="one and one"))
    reply = await ask(server, protocol)
    (seen,) = server.seen
    assert (seen.method, seen.path.partition("?")[0]) == ("POST", PATHS[protocol])
    assert reply.exchange.request == seen.body
    assert reply.exchange.response == server.sent[0]
    assert reply.exchange.status == 200
    assert reply.exchange.url.startswith(server.address)
    assert reply.exchange.request_id == "req_loopback"
    assert seen.headers["accept-encoding"] == "identity"
    assert reply.earlier == ()


@each_protocol
async def test_an_answer_with_its_reasoning(server, protocol):
    server.say(Say(text="2 é ∑", thinking="one and one", tokens=Tokens(110, 70, 40, 0, 50)))
    reply = await ask(server, protocol)
    assert reply.message.text == "2 é ∑"
    assert reply.message.thinking == "one and one"
    assert reply.finish == "stop"
    assert reply.served_model == "served-model-2026"
    assert (reply.usage.input, reply.usage.cached_input, reply.usage.output) == (110, 40, 70)
    if protocol != "anthropic":
        assert reply.usage.reasoning == 50


def words(protocol: str, body: dict) -> list[str]:
    """Return the words that a request holds, in order."""
    match protocol:
        case "openai-responses":
            return [item["content"] for item in body["input"]]
        case "anthropic":
            return [body["system"], *(p["text"] for m in body["messages"] for p in m["content"])]
        case _:
            turns = [body["systemInstruction"], *body["contents"]]
            return [part["text"] for turn in turns for part in turn["parts"]]


@each_protocol
async def test_prompts_arrive_unchanged(server, protocol):
    messages = (SYSTEM, user(TRICKY), assistant("<think>2</think>"), user("Why?"))
    await ask(server, protocol, *messages)
    assert words(protocol, server.seen[0].json) == [m.text for m in messages]


@each_protocol
async def test_answers_arrive_unchanged(server, protocol):
    server.say(Say(text=TRICKY))
    assert (await ask(server, protocol)).message.text == TRICKY


@each_protocol
async def test_an_answer_that_is_not_utf8_is_kept(server, protocol):
    server.say(Say(text="a*b"))
    await ask(server, protocol)
    broken = server.sent[0].replace(b"a*b", b"a\xffb")
    stream = broken.startswith(b"event:")
    content_type = "text/event-stream" if stream else "application/json"
    server.say(Say(body=broken, headers={"Content-Type": content_type}))
    reply = await ask(server, protocol)
    assert reply.message.text == "a\N{REPLACEMENT CHARACTER}b"
    assert reply.exchange.response == broken


@each_protocol
async def test_an_answer_of_ten_megabytes(server, protocol):
    server.say(Say(text="x" * 10_000_000))
    reply = await ask(server, protocol)
    assert len(reply.message.text) == 10_000_000
    assert reply.exchange.response == server.sent[0]


@each_protocol
async def test_an_empty_answer(server, protocol):
    server.say(Say(text=""))
    reply = await ask(server, protocol)
    assert (reply.message.text, reply.finish) == ("", "stop")


@each_protocol
@pytest.mark.parametrize("kind", ["image/png", "image/jpeg", "image/webp", "image/gif"])
async def test_a_picture_is_sent_as_it_is(server, protocol, kind):
    image = Image(media_type=kind, data=PICTURE.data)
    picture = Message(role="user", parts=(Picture(image=image), Text(text="How many?")))
    await ask(server, protocol, picture)
    body = server.seen[0].json
    match protocol:
        case "openai-responses":
            sent, text = body["input"][0]["content"]
            data = sent["image_url"].removeprefix(f"data:{kind};base64,")
        case "anthropic":
            sent, text = body["messages"][0]["content"]
            assert sent["source"]["media_type"] == kind
            data = sent["source"]["data"]
        case _:
            sent, text = body["contents"][0]["parts"]
            assert sent["inlineData"]["mime_type"] == kind
            data = sent["inlineData"]["data"].replace("-", "+").replace("_", "/")
    assert base64.b64decode(data) == PICTURE.data
    assert text["text"] == "How many?"


async def a_round_of_tools(server, protocol):
    """Return the answer that calls a tool, and the request that brings the result."""
    server.say(
        Say(text="", thinking="hm", calls=(("c1", "search", '{"q":"x"}'),), finish="tool_calls")
    )
    connection = a_connection(server, protocol)
    first = await connection.ask((user("q"),), ASKING, (SEARCH,))
    result = Message(role="tool", parts=(ToolResult(id="c1", name="search", text="found"),))
    server.say(Say())
    await connection.ask((user("q"), first.message, result), ASKING, (SEARCH,))
    await connection.close()
    return first, server.seen[1].json


@each_protocol
async def test_a_tool_is_offered_with_its_own_schema(server, protocol):
    _, body = await a_round_of_tools(server, protocol)
    (tool,) = body["tools"]
    match protocol:
        case "openai-responses":
            assert (tool["name"], tool["description"]) == ("search", "Look it up.")
            assert tool["parameters"] == PARAMETERS
        case "anthropic":
            assert tool["input_schema"] == PARAMETERS
        case _:
            (declared,) = tool["functionDeclarations"]
            assert declared["parameters_json_schema"] == PARAMETERS


@each_protocol
async def test_a_call_is_read(server, protocol):
    first, _ = await a_round_of_tools(server, protocol)
    thinking, call = first.message.parts
    assert first.finish == "tool_calls"
    assert isinstance(thinking, Thinking)
    assert isinstance(call, ToolCall)
    assert (call.id, call.name, json.loads(call.arguments)) == ("c1", "search", {"q": "x"})


@each_protocol
async def test_a_result_goes_back_with_what_the_provider_wants_again(server, protocol):
    _, body = await a_round_of_tools(server, protocol)
    match protocol:
        case "openai-responses":
            _, reasoning, call, result = body["input"]
            assert reasoning["encrypted_content"] == "c2lnbmF0dXJl"
            assert (call["call_id"], json.loads(call["arguments"])) == ("c1", {"q": "x"})
            assert (result["call_id"], result["output"]) == ("c1", "found")
        case "anthropic":
            _, called, answered = body["messages"]
            thinking, call = called["content"]
            assert thinking == {"type": "thinking", "thinking": "hm", "signature": "c2lnbmF0dXJl"}
            assert (call["id"], call["input"]) == ("c1", {"q": "x"})
            (result,) = answered["content"]
            assert result["tool_use_id"] == "c1"
            assert result["content"] == [{"type": "text", "text": "found"}]
        case _:
            _, called, answered = body["contents"]
            assert called["parts"][1]["functionCall"]["args"] == {"q": "x"}
            assert called["parts"][1]["thoughtSignature"] == "c2lnbmF0dXJl"
            (result,) = answered["parts"]
            assert result["functionResponse"]["response"] == {"return_value": "found"}


SENT = {
    "openai-responses": {
        "temperature": 0.6,
        "top_p": 0.95,
        "max_output_tokens": 1_000_000,
        "reasoning": {"effort": "high"},
        "service_tier": "flex",
    },
    "anthropic": {
        "temperature": 0.6,
        "top_p": 0.95,
        "max_tokens": 1_000_000,
        "thinking": {"type": "adaptive"},
        "output_config": {"effort": "high"},
        "service_tier": "flex",
    },
    "google": {
        "service_tier": "flex",
        "generationConfig": {
            "responseModalities": ["TEXT"],
            "temperature": 0.6,
            "topP": 0.95,
            "maxOutputTokens": 1_000_000,
            "thinkingConfig": {"thinkingLevel": "high"},
        },
    },
}


@each_protocol
async def test_settings_are_sent_as_they_are(server, protocol):
    await ask(
        server,
        protocol,
        temperature=0.6,
        top_p=0.95,
        max_tokens=1_000_000,
        reasoning_effort="high",
        extra_body=JsonObject({"service_tier": "flex"}),
    )
    body = server.seen[0].json
    assert {name: body.get(name) for name in SENT[protocol]} == SENT[protocol]


@each_protocol
async def test_what_the_settings_leave_out_is_the_providers(server, protocol):
    await ask(server, protocol)
    body = server.seen[0].json
    expected = {
        "openai-responses": {"model", "input", "stream", "include"},
        "anthropic": {"model", "messages", "stream", "max_tokens"},
        "google": {"contents", "generationConfig"},
    }
    assert body.keys() == expected[protocol]
    if protocol == "anthropic":  # the one field that the API insists on: the model's highest
        assert body["max_tokens"] == 128_000
    if protocol == "google":
        assert body["generationConfig"] == {"responseModalities": ["TEXT"]}


async def test_a_budget_for_reasoning(server):
    await ask(server, "anthropic", reasoning_budget=5000)
    assert server.seen[0].json["thinking"] == {"type": "enabled", "budget_tokens": 5000}
    await ask(
        server,
        "google",
        reasoning_budget=5000,
        extra_body=JsonObject({"generationConfig": {"thinkingConfig": {"includeThoughts": True}}}),
    )
    config = server.seen[1].json["generationConfig"]["thinkingConfig"]
    assert config == {"thinkingBudget": 5000, "includeThoughts": True}
    with pytest.raises(ConfigurationError, match="reasoning_budget"):
        a_connection(server, "openai-responses", reasoning_budget=5000)


@pytest.mark.parametrize(
    ("protocol", "say", "finish", "word"),
    [
        ("openai-responses", Say(), "stop", "completed"),
        ("openai-responses", Say(finish="length"), "length", "max_output_tokens"),
        (
            "openai-responses",
            Say(finish="length", finish_word="content_filter"),
            "refusal",
            "content_filter",
        ),
        ("openai-responses", Say(finish="length", finish_word="new"), "unknown", "new"),
        ("anthropic", Say(), "stop", "end_turn"),
        ("anthropic", Say(finish="length"), "length", "max_tokens"),
        (
            "anthropic",
            Say(finish_word="model_context_window_exceeded"),
            "length",
            "model_context_window_exceeded",
        ),
        ("anthropic", Say(finish="refusal"), "refusal", "refusal"),
        ("anthropic", Say(finish_word="new"), "unknown", "new"),
        ("google", Say(), "stop", "STOP"),
        ("google", Say(finish="length"), "length", "MAX_TOKENS"),
        ("google", Say(finish="refusal"), "refusal", "SAFETY"),
        ("google", Say(finish_word="OTHER"), "unknown", "OTHER"),
    ],
)
async def test_reasons_to_stop(server, protocol, say, finish, word):
    server.say(say)
    reply = await ask(server, protocol)
    assert (reply.finish, reply.finish_reason) == (finish, word)


async def test_a_refusal_keeps_its_words(server):
    server.say(Say(text="I will not.", finish="refusal"))
    reply = await ask(server, "openai-responses")
    assert (reply.finish, reply.message.text) == ("refusal", "I will not.")


async def test_a_prompt_that_google_blocks(server):
    body = {"promptFeedback": {"blockReason": "PROHIBITED_CONTENT"}, "modelVersion": "m"}
    server.say(Say(body=json.dumps(body).encode()))
    reply = await ask(server, "google")
    assert (reply.finish, reply.finish_reason) == ("refusal", "PROHIBITED_CONTENT")
    assert reply.message.parts == ()


async def test_reasoning_that_ate_the_budget(server):
    server.say(Say(text="", finish="length", tokens=Tokens(10, 50, reasoning=50)))
    reply = await ask(server, "google")
    assert (reply.finish, reply.message.text) == ("length", "")
    assert reply.usage == Usage(input=10, cached_input=0, output=50, reasoning=50)


@pytest.mark.parametrize("protocol", ["openai-responses", "google"])
async def test_usage_that_is_not_reported(server, protocol):
    server.say(Say(tokens=None))
    assert (await ask(server, protocol)).usage == Usage()


async def test_what_anthropic_reports_of_its_cache(server):
    server.say(Say(tokens=Tokens(input=100, output=7, cached=60, cache_write=30)))
    for name in ("claude-opus-4-8", "claude-3-haiku-20240307"):  # streamed, and in one piece
        reply = await ask(server, "anthropic", name=name)
        assert reply.usage == Usage(input=100, cached_input=60, cache_write=30, output=7)
    assert [seen.json["stream"] for seen in server.seen] == [True, False]


async def test_google_hands_out_a_long_answer_in_pieces(server):
    def piece(text: str, word: str, **more: str) -> Say:
        candidate = {"content": {"role": "model", "parts": [{"text": text}]}, "finishReason": word}
        usage = {"promptTokenCount": 5, "candidatesTokenCount": 3, "totalTokenCount": 8}
        body = {"candidates": [{**candidate, **more}], "usageMetadata": usage}
        return Say(body=json.dumps(body).encode())

    server.say(piece("one ", "CONTINUATION", continuationToken="dG9rZW4="), piece("two", "STOP"))
    reply = await ask(server, "google")
    assert reply.message.text == "one two"
    assert len(server.seen) == 2
    assert [e.request for e in (*reply.earlier, reply.exchange)] == [s.body for s in server.seen]
    assert [e.response for e in (*reply.earlier, reply.exchange)] == server.sent
    assert reply.usage.output == 6


@each_protocol
async def test_a_failed_request_is_made_once(server, protocol):
    server.say(Say(status=500, error="oh no"))
    with pytest.raises(TransientError, match="oh no"):
        await ask(server, protocol)
    assert len(server.seen) == 1


@pytest.mark.parametrize(
    ("protocol", "say", "wait_s"),
    [
        ("openai-responses", Say(status=429, headers={"retry-after-ms": "1500"}), 1.5),
        ("anthropic", Say(status=529, code="overloaded_error"), None),
        ("anthropic", Say(status=429, code="rate_limit_error", headers={"retry-after": "7"}), 7),
        ("google", Say(status=503, code="UNAVAILABLE"), None),
        (
            "google",
            Say(
                status=429,
                body=b'{"error": {"code": 429, "message": "quota", "details": [{"@type": '
                b'"type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "3.5s"}]}}',
            ),
            3.5,
        ),
    ],
)
async def test_overload_is_worth_another_try(server, protocol, say, wait_s):
    server.say(say)
    with pytest.raises(TransientError) as caught:
        await ask(server, protocol)
    assert (caught.value.status, caught.value.retry_after_s) == (say.status, wait_s)


@pytest.mark.parametrize(
    ("protocol", "say", "concerns", "refused"),
    [
        ("openai-responses", Say(status=401, code="invalid_api_key"), "model", False),
        ("openai-responses", Say(status=429, code="insufficient_quota"), "model", False),
        ("openai-responses", Say(status=400, code="invalid_prompt"), "attempt", True),
        ("anthropic", Say(status=404, code="not_found_error"), "model", False),
        ("anthropic", Say(status=400, error="Your credit balance is too low"), "model", False),
        ("anthropic", Say(status=400, code="invalid_request_error"), "attempt", False),
        ("google", Say(status=403, code="PERMISSION_DENIED"), "model", False),
        ("google", Say(status=400, code="INVALID_ARGUMENT"), "attempt", False),
    ],
)
async def test_what_cannot_be_mended_by_asking_again(server, protocol, say, concerns, refused):
    server.say(say)
    with pytest.raises(PermanentError, match=say.error) as caught:
        await ask(server, protocol)
    assert (caught.value.status, caught.value.concerns) == (say.status, concerns)
    assert caught.value.refused == refused


async def test_an_error_in_the_middle_of_a_stream(server):
    events = (
        b'event: message_start\ndata: {"type": "message_start", "message": {"id": "m", "type": '
        b'"message", "role": "assistant", "model": "m", "content": [], "stop_reason": null, '
        b'"usage": {"input_tokens": 1, "output_tokens": 1}}}\n\n'
        b'event: error\ndata: {"type": "error", "error": {"type": "overloaded_error", '
        b'"message": "Overloaded"}}\n\n'
    )
    server.say(Say(body=events, headers={"Content-Type": "text/event-stream"}))
    with pytest.raises(TransientError, match="Overloaded") as caught:
        await ask(server, "anthropic")
    assert caught.value.status == 529


async def test_a_stream_that_breaks_off(server):
    whole = Say(text="2")
    server.say(whole)
    await ask(server, "anthropic")
    server.say(Say(body=server.sent[0][:-120], headers={"Content-Type": "text/event-stream"}))
    with pytest.raises(TransientError):
        await ask(server, "anthropic")


@each_protocol
@pytest.mark.parametrize(
    "body", [b"", b"<html>hello</html>", b"null", b"[]", b"{}", b'{"output": 7}', b'{"a": "\xff']
)
async def test_a_body_that_is_no_answer_is_worth_another_try(server, protocol, body):
    server.say(Say(body=body))
    with pytest.raises(TransientError):
        await ask(server, protocol)


@each_protocol
async def test_a_broken_connection(server, protocol):
    for say in (Say(cut_after=-1), Say(cut_after=20)):
        server.say(say)
        with pytest.raises(TransientError):
            await ask(server, protocol)


@each_protocol
async def test_no_answer_in_time(server, protocol):
    server.say(Say(hang=True))
    with pytest.raises(TransientError, match="no answer in time"):
        await ask(server, protocol, timeout_s=0.2)


@each_protocol
async def test_the_key_goes_into_its_header_and_nowhere_else(server, protocol):
    secrets = KEYS.values()
    (secret,) = (v for k, v in KEYS.items() if protocol.partition("-")[0].upper() in k)
    server.say(Say(text=f"you are {secret}"))
    reply = await ask(server, protocol)
    server.say(Say(status=401, error=f"bad key {secret}"))
    with pytest.raises(PermanentError) as caught:
        await ask(server, protocol)
    assert secret in server.seen[0].head.decode()
    for place in (reply.to_json(), repr(reply), str(caught.value), repr(caught.value.body)):
        assert not any(s in place for s in secrets)


@each_protocol
def test_a_missing_key_is_named(protocol):
    with pytest.raises(ConfigurationError, match=r"_API_KEY.* is not set; set it with: export"):
        connect(a_model(protocol), environ={})


@each_protocol
def test_a_missing_package_is_named(protocol, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "porism.models.providers.connection", None)
    with pytest.raises(ConfigurationError, match=r"pip install 'porism\[providers\]'"):
        connect(a_model(protocol), environ=KEYS)


@each_protocol
def test_searches_are_counted_as_they_are_charged(protocol):
    searches = PROVIDERS[protocol].searches
    assert searches(json.dumps(SEARCHING[protocol]).encode()) == 2
    assert [searches(body) for body in (b"", b"{}", b"[]", b"\xff", b'{"usage": 1}')] == [0] * 5


def test_searches_are_counted_in_a_stream():
    usage = {"output_tokens": 3, "server_tool_use": {"web_search_requests": 2}}
    event = {"type": "message_delta", "delta": {}, "usage": usage}
    stream = f"event: message_delta\ndata: {json.dumps(event)}\n\n".encode()
    assert PROVIDERS["anthropic"].searches(stream) == 2
