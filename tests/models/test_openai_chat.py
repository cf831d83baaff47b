"""The lean path, on the wire."""

import base64
import json

import pytest

from porism.core import (
    Image,
    JsonObject,
    Message,
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
from tests.loopback import Loopback, Say, Tokens
from tests.models.models import ASKING, a_model

PICTURE = Image(media_type="image/png", data=b"\x89PNG\x00\xff")
SEARCH = Tool(name="search", description="Look it up.", parameters=JsonObject({"type": "object"}))


async def ask(server: Loopback, *messages: Message, tools=(), environ=None, **settings):
    model = a_model("openai-compatible", base_url=server.base_url, **settings)
    connection = connect(model, environ=environ or {})
    try:
        return await connection.ask(messages or (user("What is 1+1?"),), ASKING, tools)
    finally:
        await connection.close()


async def test_a_question_and_its_answer(server):
    server.say(
        Say(text="2 é ∑", thinking="one and one", tokens=Tokens(11, 7, cached=4, reasoning=5))
    )
    reply = await ask(server)
    (seen,) = server.seen
    assert (seen.method, seen.path) == ("POST", "/v1/chat/completions")
    assert seen.json == {
        "model": "m-1",
        "messages": [{"role": "user", "content": "What is 1+1?"}],
    }
    assert reply.message.text == "2 é ∑"
    assert reply.message.thinking == "one and one"
    assert (reply.finish, reply.finish_reason) == ("stop", "stop")
    assert reply.usage == Usage(input=11, cached_input=4, output=7, reasoning=5)
    assert (reply.served_model, reply.fingerprint) == ("served-model-2026", "fp_loopback")


async def test_the_exchange_holds_what_went_over_the_wire(server):
    reply = await ask(server)
    assert reply.exchange.request == server.seen[0].body
    assert reply.exchange.response == server.sent[0]
    assert reply.exchange.status == 200
    assert reply.exchange.url == f"{server.base_url}/chat/completions"
    assert reply.exchange.request_id == "req_loopback"
    assert reply.exchange.duration_s >= 0
    assert reply.exchange.started_at.tzinfo is not None


async def test_settings_are_sent_and_nothing_else(server):
    await ask(
        server,
        temperature=0.6,
        top_p=0.95,
        max_tokens=1000,
        reasoning_effort="high",
        extra_body=JsonObject({"top_k": 20, "chat_template_kwargs": {"enable_thinking": True}}),
    )
    sent = server.seen[0].json
    del sent["messages"]
    assert sent == {
        "model": "m-1",
        "temperature": 0.6,
        "top_p": 0.95,
        "max_tokens": 1000,
        "reasoning_effort": "high",
        "top_k": 20,
        "chat_template_kwargs": {"enable_thinking": True},
    }


@pytest.mark.parametrize("kind", ["image/png", "image/jpeg", "image/webp", "image/gif"])
async def test_a_picture_is_sent_as_it_is(server, kind):
    await ask(server, user("How many?", Image(media_type=kind, data=PICTURE.data)))
    words, picture = server.seen[0].json["messages"][0]["content"]
    assert words == {"type": "text", "text": "How many?"}
    head, _, data = picture["image_url"]["url"].partition(",")
    assert head == f"data:{kind};base64"
    assert base64.b64decode(data) == PICTURE.data


async def test_a_round_of_tools(server):
    server.say(
        Say(text="", thinking="hm", calls=(("c1", "search", '{"q": 1}'),), finish="tool_calls")
    )
    question = (Message(role="system", parts=(Text(text="Be brief."),)), user("q"))
    first = await ask(server, *question, tools=(SEARCH,))
    assert first.finish == "tool_calls"
    call = ToolCall(id="c1", name="search", arguments='{"q": 1}')
    assert first.message.parts == (Thinking(text="hm", signature="reasoning_content"), call)

    result = Message(role="tool", parts=(ToolResult(id="c1", name="search", text="found"),))
    await ask(server, *question, first.message, result, tools=(SEARCH,))
    sent = server.seen[1].json
    function = {"name": "search", "description": "Look it up.", "parameters": {"type": "object"}}
    assert sent["tools"] == [{"type": "function", "function": function}]
    called = {"name": "search", "arguments": '{"q": 1}'}
    assert sent["messages"] == [
        {"role": "system", "content": "Be brief."},
        {"role": "user", "content": "q"},
        {
            "role": "assistant",
            "content": None,
            "tool_calls": [{"id": "c1", "type": "function", "function": called}],
            "reasoning_content": "hm",
        },
        {"role": "tool", "tool_call_id": "c1", "content": "found"},
    ]


async def test_reasoning_of_an_earlier_round_is_not_sent_again(server):
    thought = Thinking(text="hm", signature="reasoning_content")
    turn = Message(role="assistant", parts=(thought, Text(text="2")))
    await ask(server, user("q"), turn, user("Are you sure?"))
    assert server.seen[0].json["messages"][1] == {"role": "assistant", "content": "2"}


async def test_several_words_stay_apart(server):
    await ask(server, Message(role="user", parts=(Text(text="a"), Text(text="b"))))
    content = server.seen[0].json["messages"][0]["content"]
    assert content == [{"type": "text", "text": "a"}, {"type": "text", "text": "b"}]


@pytest.mark.parametrize(
    ("word", "finish"),
    [
        ("stop", "stop"),
        ("eos", "stop"),
        ("length", "length"),
        ("content_filter", "refusal"),
        ("tool_calls", "tool_calls"),
        ("brand_new_reason", "unknown"),
        ("", "unknown"),
    ],
)
async def test_reasons_to_stop(server, word, finish):
    server.say(Say(finish_word=word))
    reply = await ask(server)
    assert (reply.finish, reply.finish_reason) == (finish, word)


def completion(message: object, **more: object) -> Say:
    body = {"choices": [{"message": message, "finish_reason": "stop"}], **more}
    return Say(body=json.dumps(body).encode())


async def test_a_refusal_in_its_own_field(server):
    server.say(completion({"content": None, "refusal": "I will not."}))
    reply = await ask(server)
    assert (reply.finish, reply.message.text) == ("refusal", "I will not.")


async def test_calls_count_although_the_reason_says_stop(server):
    server.say(Say(text="", calls=(("1", "search", "{}"),)))
    assert (await ask(server)).finish == "tool_calls"


@pytest.mark.parametrize(
    ("message", "parts"),
    [
        ({"content": ""}, ()),
        ({"content": None}, ()),
        ({}, ()),
        ({"content": 3}, ()),
        (
            {"content": "2", "reasoning": "r"},
            (Thinking(text="r", signature="reasoning"), Text(text="2")),
        ),
        (
            {
                "content": [
                    {"type": "thinking", "thinking": [{"type": "text", "text": "r"}]},
                    {"type": "text", "text": "2"},
                ]
            },
            (Thinking(text="r"), Text(text="2")),
        ),
        (
            {"tool_calls": [{"id": None, "function": {"name": "f", "arguments": {"a": 1}}}, 7]},
            (ToolCall(id="", name="f", arguments='{"a": 1}'),),
        ),
        ({"tool_calls": [{"function": "f"}]}, (ToolCall(id="", name="", arguments="{}"),)),
    ],
)
async def test_messages_of_many_servers(server, message, parts):
    server.say(completion(message))
    assert (await ask(server)).message.parts == parts


@pytest.mark.parametrize(
    ("reported", "usage"),
    [
        (None, Usage()),
        ("many", Usage()),
        ({}, Usage()),
        ({"prompt_tokens": 3}, Usage(input=3)),
        ({"prompt_tokens": -1, "completion_tokens": 1e300}, Usage()),
        ({"prompt_tokens": True, "completion_tokens": 2.0}, Usage(output=2)),
        (
            {"prompt_tokens": 10, "completion_tokens": 5, "prompt_cache_hit_tokens": 8},
            Usage(input=10, cached_input=8, output=5),
        ),
        (  # reasoning apart, and the total says so
            {
                "prompt_tokens": 10,
                "completion_tokens": 5,
                "total_tokens": 19,
                "completion_tokens_details": {"reasoning_tokens": 4},
            },
            Usage(input=10, output=9, reasoning=4),
        ),
        (  # more reasoning than output: it must be apart
            {"completion_tokens": 5, "completion_tokens_details": {"reasoning_tokens": 40}},
            Usage(output=45, reasoning=40),
        ),
        (
            {
                "prompt_tokens": 10,
                "completion_tokens": 50,
                "total_tokens": 60,
                "completion_tokens_details": {"reasoning_tokens": 40},
            },
            Usage(input=10, output=50, reasoning=40),
        ),
    ],
)
async def test_usage_as_servers_report_it(server, reported, usage):
    server.say(completion({"content": "2"}, usage=reported))
    assert (await ask(server)).usage == usage


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (b'{"choices": [{"message": {"content": "a\xff\xfeb"}}]}', "a��b"),
        (b'{"choices": [{"message": {"content": "a\\ud800b"}}]}', "a?b"),
        (b'{"choices": [{"message": {"content": "x"}, "logprobs": NaN}]}', "x"),
    ],
)
async def test_an_answer_that_is_not_utf8_is_kept(server, body, text):
    server.say(Say(body=body))
    reply = await ask(server)
    assert reply.message.text == text
    assert reply.exchange.response == body


async def test_an_answer_of_ten_megabytes(server):
    server.say(Say(text="x" * 10_000_000))
    reply = await ask(server)
    assert len(reply.message.text) == 10_000_000
    assert reply.exchange.response == server.sent[0]


async def test_an_endless_answer_is_given_up(server, monkeypatch):
    monkeypatch.setattr("porism.models.wire.LARGEST_RESPONSE", 100_000)
    server.say(Say(text="x" * 1_000_000))
    with pytest.raises(PermanentError, match="passed 100000 bytes"):
        await ask(server)


@pytest.mark.parametrize(
    ("body", "said"),
    [
        (b"", r"something that is not JSON: '' \(0 bytes\)"),
        (b'{"choices": [{"message": {"con', "not JSON"),
        (b"<!doctype html><HTML><body>Welcome", r"web page \(is base_url right\?\)"),
        (b"[" * 100_000, "not JSON"),
        (b'{"a": ' + b"9" * 10_000, "not JSON"),
        (b"null", "no object"),
        (b"{}", "without choices"),
        (b'{"choices": []}', "without choices"),
        (b'{"choices": [null]}', "without choices"),
        (b'{"choices": [{"message": null}]}', "without choices"),
    ],
)
async def test_a_body_that_is_no_answer_is_worth_another_try(server, body, said):
    server.say(Say(body=body))
    with pytest.raises(TransientError, match=said):
        await ask(server)


@pytest.mark.parametrize("word", ["abort", "error", "insufficient_system_resource"])
async def test_a_server_that_broke_off(server, word):
    server.say(Say(finish_word=word))
    with pytest.raises(TransientError, match=word):
        await ask(server)


async def test_an_error_within_a_good_status(server):
    server.say(Say(body=b'{"error": {"code": 429, "message": "slow down"}}'))
    with pytest.raises(TransientError, match="slow down"):
        await ask(server)
    server.say(Say(body=b'{"error": {"code": 401, "message": "who are you?"}}'))
    with pytest.raises(PermanentError, match="who are you") as caught:
        await ask(server)
    assert caught.value.concerns == "model"


async def test_statuses(server):
    server.say(Say(status=429, error="slow down", headers={"Retry-After": "7"}))
    with pytest.raises(TransientError, match="slow down") as caught:
        await ask(server)
    assert (caught.value.status, caught.value.retry_after_s) == (429, 7)
    server.say(Say(status=302, headers={"Location": "https://elsewhere/"}))
    with pytest.raises(PermanentError, match="moved to https://elsewhere/"):
        await ask(server)


@pytest.mark.parametrize("cut_after", [-1, 0, 20])
async def test_a_broken_connection(server, cut_after):
    server.say(Say(cut_after=cut_after))
    with pytest.raises(TransientError):
        await ask(server)


async def test_no_answer_in_time(server):
    server.say(Say(hang=True))
    with pytest.raises(TransientError, match="no answer in time"):
        await ask(server, timeout_s=0.05)


async def test_a_refused_connection(server):
    await server.stop()
    with pytest.raises(TransientError, match=r"127\.0\.0\.1"):
        await ask(server)


async def test_a_host_that_does_not_exist():
    model = a_model("openai-compatible", base_url="http://no-such-host.invalid/v1")
    connection = connect(model)
    with pytest.raises(PermanentError, match=r"no such host.*no-such-host\.invalid") as caught:
        await connection.ask((user("q"),), ASKING)
    await connection.close()
    assert caught.value.concerns == "model"


async def test_the_key_goes_into_its_header_and_nowhere_else(server):
    secret = "sk-very-secret-123456"
    server.say(Say(text=f"you are {secret}"), Say(status=401, error=f"bad key {secret}"))
    model = a_model("openai-compatible", base_url=server.base_url, key_env="MY_KEY")
    connection = connect(model, environ={"MY_KEY": f" {secret}\n"})
    reply = await connection.ask((user("q"),), ASKING)
    with pytest.raises(PermanentError) as caught:
        await connection.ask((user("q"),), ASKING)
    await connection.close()
    assert server.seen[0].headers["authorization"] == f"Bearer {secret}"
    for place in (repr(reply), repr(vars(connection)), repr(caught.value), repr(caught.value.body)):
        assert secret not in place


async def test_no_key_is_sent_unasked(server):
    await ask(server, environ={"OPENAI_API_KEY": "sk-for-somebody-else"})
    assert "authorization" not in server.seen[0].headers


async def test_connections_are_used_again(server):
    connection = connect(a_model("openai-compatible", base_url=server.base_url))
    for _ in range(5):
        await connection.ask((user("q"),), ASKING)
    await connection.close()
    assert server.connections == 1


@pytest.mark.parametrize(
    ("base_url", "settings", "said"),
    [
        (None, {}, "needs endpoint.base_url, e.g. http://localhost:8000/v1"),
        ("localhost:8000", {}, "not an address like"),
        ("ftp://x/v1", {}, "not an address like"),
        ("http://", {}, "not an address like|base_url"),
        ("http://user:pw@x/v1", {}, "neither a password nor a query"),
        ("http://x/v1?key=1", {}, "neither a password nor a query"),
        ("http://x:port/v1", {}, "base_url"),
        ("http://x/v1", {"reasoning_budget": 9}, "extra_body"),
        (
            "http://x/v1",
            {"extra_body": JsonObject({"stream": True, "n": 2})},
            "may not set n, stream",
        ),
    ],
)
def test_what_cannot_be_sent_is_refused_at_once(base_url, settings, said):
    with pytest.raises(ConfigurationError, match=said):
        connect(a_model("openai-compatible", base_url=base_url, **settings))


@pytest.mark.parametrize("environ", [{}, {"MY_KEY": ""}, {"MY_KEY": " "}])
def test_a_missing_key_says_how_to_set_it(environ):
    model = a_model("openai-compatible", base_url="http://x/v1", key_env="MY_KEY")
    with pytest.raises(ConfigurationError, match="MY_KEY is not set; set it with: export MY_KEY="):
        connect(model, environ=environ)


@pytest.mark.parametrize("value", ["a b", "a\nb", "ключ"])
def test_an_impossible_key_is_not_shown(value):
    model = a_model("openai-compatible", base_url="http://x/v1", key_env="MY_KEY")
    with pytest.raises(ConfigurationError, match="MY_KEY holds characters") as caught:
        connect(model, environ={"MY_KEY": value})
    assert value not in str(caught.value)


async def test_a_conversation_goes_on(server):
    await ask(server, user("q"), assistant("2"), user("Why?"))
    roles = [message["role"] for message in server.seen[0].json["messages"]]
    assert roles == ["user", "assistant", "user"]
