"""The providers of chat completions: where they are and what they call things."""

import json

import pytest

from porism.core import JsonObject, Message, Thinking, ToolCall, ToolResult, user
from porism.errors import ConfigurationError, TransientError
from porism.models import connect
from porism.models.chat_dialects import DIALECTS, chat_url, fixed_fields
from tests.loopback import Say
from tests.models.models import ASKING, a_model

KEY = "sk-test-1234567890"


@pytest.mark.parametrize(
    ("protocol", "address", "key_env"),
    [
        ("openai", "https://api.openai.com/v1/chat/completions", "OPENAI_API_KEY"),
        ("openrouter", "https://openrouter.ai/api/v1/chat/completions", "OPENROUTER_API_KEY"),
        ("xai", "https://api.x.ai/v1/chat/completions", "XAI_API_KEY"),
        ("deepseek", "https://api.deepseek.com/chat/completions", "DEEPSEEK_API_KEY"),
        ("together", "https://api.together.xyz/v1/chat/completions", "TOGETHER_API_KEY"),
        ("zai", "https://api.z.ai/api/paas/v4/chat/completions", "ZAI_API_KEY"),
        ("moonshot", "https://api.moonshot.ai/v1/chat/completions", "MOONSHOT_API_KEY"),
    ],
)
def test_providers_are_known(protocol, address, key_env):
    model = a_model(protocol)
    assert str(chat_url(model, DIALECTS[protocol])) == address
    with pytest.raises(ConfigurationError, match=key_env):
        connect(model, environ={})
    connect(model, environ={key_env: KEY})


@pytest.mark.parametrize("protocol", ["openai", "azure", "xai", "moonshot"])
def test_the_most_tokens_by_their_newer_name(protocol):
    fields = fixed_fields(a_model(protocol, max_tokens=9), DIALECTS[protocol])
    assert fields == {"model": "m-1", "max_completion_tokens": 9}


@pytest.mark.parametrize("protocol", ["openrouter", "deepseek", "together", "zai"])
def test_the_most_tokens_by_their_older_name(protocol):
    fields = fixed_fields(a_model(protocol, max_tokens=9), DIALECTS[protocol])
    assert fields == {"model": "m-1", "max_tokens": 9}


def test_openrouter_sets_reasoning_by_an_object():
    dialect = DIALECTS["openrouter"]
    fields = fixed_fields(a_model("openrouter", reasoning_effort="high"), dialect)
    assert fields == {"model": "m-1", "reasoning": {"effort": "high"}}
    fields = fixed_fields(a_model("openrouter", reasoning_budget=2000), dialect)
    assert fields == {"model": "m-1", "reasoning": {"max_tokens": 2000}}
    assert fixed_fields(a_model("openrouter"), dialect) == {"model": "m-1"}


@pytest.mark.parametrize("protocol", ["openai", "xai", "deepseek"])
def test_others_set_reasoning_by_a_word(protocol):
    fields = fixed_fields(a_model(protocol, reasoning_effort="max"), DIALECTS[protocol])
    assert fields == {"model": "m-1", "reasoning_effort": "max"}
    with pytest.raises(ConfigurationError, match="extra_body"):
        fixed_fields(a_model(protocol, reasoning_budget=2000), DIALECTS[protocol])


def test_extra_fields_have_the_last_word():
    model = a_model(
        "zai", temperature=0.2, extra_body=JsonObject({"temperature": 1, "thinking": {"type": "x"}})
    )
    fields = fixed_fields(model, DIALECTS["zai"])
    assert fields == {"model": "m-1", "temperature": 1, "thinking": {"type": "x"}}


async def test_azure_has_a_header_of_its_own(server):
    model = a_model("azure", base_url=f"{server.address}/openai/v1")
    connection = connect(model, environ={"AZURE_OPENAI_API_KEY": KEY})
    reply = await connection.ask((user("q"),), ASKING)
    await connection.close()
    (seen,) = server.seen
    assert seen.path == "/openai/v1/chat/completions"
    assert seen.headers["api-key"] == KEY
    assert "authorization" not in seen.headers
    assert reply.message.text


async def test_azure_by_deployments_and_dates(server):
    options = {"api_version": "2024-10-21"}
    model = a_model("azure", "my-deployment", base_url=server.address, options=options)
    connection = connect(model, environ={"AZURE_OPENAI_API_KEY": KEY})
    await connection.ask((user("q"),), ASKING)
    await connection.close()
    (seen,) = server.seen
    assert seen.path == (
        "/openai/deployments/my-deployment/chat/completions?api-version=2024-10-21"
    )


def test_options_are_checked():
    with pytest.raises(ConfigurationError, match=r"endpoint\.options\.api_version.*openai"):
        connect(a_model("openai", options={"api_version": "1"}), environ={"OPENAI_API_KEY": KEY})
    with pytest.raises(ConfigurationError, match=r"endpoint\.options\.version"):
        connect(
            a_model("azure", base_url="https://x/", options={"version": 1}),
            environ={"AZURE_OPENAI_API_KEY": KEY},
        )
    with pytest.raises(ConfigurationError, match=r"azure needs endpoint\.base_url"):
        connect(a_model("azure"), environ={"AZURE_OPENAI_API_KEY": KEY})


async def test_openrouter_gets_its_reasoning_back_as_it_was(server):
    details = [{"type": "reasoning.encrypted", "data": "abc", "id": "1"}]
    call = {"id": "c1", "type": "function", "function": {"name": "f", "arguments": "{}"}}
    said = {"reasoning": "hm", "reasoning_details": details, "tool_calls": [call], "content": None}
    server.say(completion(said), Say())
    model = a_model("openrouter", base_url=server.base_url)
    connection = connect(model, environ={"OPENROUTER_API_KEY": KEY})
    first = await connection.ask((user("q"),), ASKING)
    assert isinstance(first.message.parts[0], Thinking)
    assert isinstance(first.message.parts[1], ToolCall)
    result = Message(role="tool", parts=(ToolResult(id="c1", name="f", text="x"),))
    await connection.ask((user("q"), first.message, result), ASKING)
    await connection.close()
    sent = server.seen[1].json["messages"][1]
    assert sent["reasoning_details"] == details
    assert "reasoning" not in sent


async def test_what_a_provider_behind_openrouter_said(server):
    error = {"code": 502, "message": "Provider returned error", "metadata": {"raw": "no GPUs"}}
    server.say(Say(status=502, body=json.dumps({"error": error}).encode()))
    connection = connect(
        a_model("openrouter", base_url=server.base_url), environ={"OPENROUTER_API_KEY": KEY}
    )
    with pytest.raises(TransientError, match="Provider returned error: no GPUs"):
        await connection.ask((user("q"),), ASKING)
    await connection.close()


def completion(message: dict) -> Say:
    choice = {"message": message, "finish_reason": "tool_calls"}
    return Say(body=json.dumps({"choices": [choice]}).encode())
