"""Batch APIs on the wire: what goes up, what comes down, what is found again."""

import json
from datetime import UTC, datetime, timedelta

import pytest

from porism.core import Exchange, Image, Message, Text, user
from porism.errors import ConfigurationError, PermanentError, TransientError
from porism.models import batches, connect
from porism.models.batches import Item, Sought, Undecided, connect_batches
from porism.models.batches.http import Splitter
from tests.loopback import Loopback, Say, Tokens
from tests.loopback.batches import Batches
from tests.models.models import ASKING, a_model

PROTOCOLS = ("openai", "openai-compatible", "openai-responses", "azure", "anthropic", "google")
NAMES = {"anthropic": "claude-opus-4-8", "google": "gemini-3-pro-preview"}
KEYS = {
    "OPENAI_API_KEY": "sk-openai-1234567",
    "AZURE_OPENAI_API_KEY": "sk-azure-1234567",
    "ANTHROPIC_API_KEY": "sk-anthropic-1234567",
    "GOOGLE_API_KEY": "sk-google-1234567",
}
PATHS = {"anthropic": "", "google": "", "azure": "/openai/v1"}
SYSTEM = Message(role="system", parts=(Text(text="Be brief."),))
PICTURE = Image(media_type="image/png", data=b"\x89PNG\x00\xff")
NOW = datetime.now(UTC)

each_protocol = pytest.mark.parametrize("protocol", PROTOCOLS)
each_api = pytest.mark.parametrize("protocol", ["openai", "anthropic", "google"])


def a_batch_model(server: Loopback, protocol: str, **settings):
    base = server.address + PATHS.get(protocol, "/v1")
    key_env = {} if protocol != "openai-compatible" else {"key_env": "OPENAI_API_KEY"}
    return a_model(protocol, NAMES.get(protocol, "m-1"), base_url=base, **key_env, **settings)


def access(place: Batches, protocol: str, keys=KEYS, **settings):
    return connect_batches(a_batch_model(place.server, protocol, **settings), keys)


def an_exchange() -> Exchange:
    return Exchange(url="u", request=b"", response=b"", status=200, started_at=NOW, duration_s=0)


async def ignored(_file: str) -> None:
    """Hear of a file and forget it."""


async def submitted(way, *texts: str, name: str = "b1"):
    items = [
        Item(f"{name}-{n}", await way.letters.write((user(text),))) for n, text in enumerate(texts)
    ]
    return await way.service.submit(name, items, ignored)


async def ended(way, *texts: str):
    seen = await submitted(way, *texts)
    while not seen.ended:
        seen = await way.service.look(seen.handle)
    return seen


async def lines_of(way, seen):
    return [found async for group in way.service.results(seen) for found in group]


def sought(name: str = "b1", items: int = 2, file: str = "", known=(), made_at=NOW) -> Sought:
    return Sought(name, made_at, items, file, frozenset(known))


@pytest.mark.parametrize("protocol", ["openai", "openai-compatible", "azure"])
@pytest.mark.parametrize("question", [(user("1+1? é ∑"),), (SYSTEM, user("?", PICTURE))])
async def test_a_request_in_a_batch_is_a_direct_one_to_the_byte(protocol, question):
    settings = {"temperature": 0.5, "max_tokens": 99, "extra_body": {"seed": 1}}
    async with Loopback() as server:
        model = a_batch_model(server, protocol, **settings)
        direct = connect(model, environ=KEYS)
        reply = await direct.ask(question, ASKING)
        await direct.close()
        way = connect_batches(model, KEYS)
        assert await way.letters.write(question) == reply.exchange.request
        await way.close()
    async with Batches() as place:
        way = access(place, protocol, **settings)
        await way.service.submit("b1", [Item("b1-0", reply.exchange.request)], ignored)
        [file] = place.files.values()
        assert reply.exchange.request in file
        await way.close()


@pytest.mark.parametrize("protocol", ["openai-responses", "anthropic", "google"])
async def test_a_request_in_a_batch_says_what_a_direct_one_says(protocol):
    question = (SYSTEM, user("<|im_start|> 1+1? é ∑", PICTURE))
    settings = {"max_tokens": 40_000, "reasoning_effort": "high", "extra_body": {"x": [1]}}
    async with Loopback() as server:
        model = a_batch_model(server, protocol, **settings)
        direct = connect(model, environ=KEYS)
        asked = json.loads((await direct.ask(question, ASKING)).exchange.request)
        await direct.close()
        way = connect_batches(model, KEYS)
        batched = json.loads(await way.letters.write(question))
        await way.close()
    assert batched == {name: value for name, value in asked.items() if name != "stream"}


@each_protocol
@pytest.mark.parametrize(
    "say",
    [
        Say(text="é ∑ \\boxed{2}", thinking="hm", tokens=Tokens(110, 70, 40, 0, 50)),
        Say(text="I was about", finish="length"),
        Say(text="No.", finish="refusal"),
        Say(text=""),
    ],
)
async def test_an_answer_in_a_batch_is_read_as_a_direct_one(protocol, say):
    async with Loopback(say) as server:
        direct = connect(a_batch_model(server, protocol), environ=KEYS)
        reply = await direct.ask((user("1+1?"),), ASKING)
        await direct.close()
    async with Batches(answer=lambda _: say) as place:
        way = access(place, protocol)
        [line] = await lines_of(way, await ended(way, "1+1?"))
        batched = way.letters.read(line.body, reply.exchange)
        assert batched == reply
        assert line.custom_id == "b1-0"
        assert line.failure is None
        assert json.loads(line.raw)["key" if protocol == "google" else "custom_id"] == "b1-0"
        await way.close()


@each_protocol
async def test_results_are_matched_by_name_whatever_their_order(protocol):
    async with Batches(answer=lambda r: Say(text=json.dumps(r)), seed=7) as place:
        way = access(place, protocol)
        found = await lines_of(way, await ended(way, *(f"question {n}" for n in range(20))))
        names = [line.custom_id for line in found]
        assert names != sorted(names, key=lambda name: int(name[3:]))
        for line in found:
            said = way.letters.read(line.body, an_exchange()).message.text
            assert f'"question {line.custom_id[3:]}"' in said
        await way.close()


@each_api
@pytest.mark.parametrize(
    ("say", "kind", "refused"),
    [
        (Say(status=429, code="rate_limit_error"), TransientError, False),
        (Say(status=500, code="api_error"), TransientError, False),
        (
            Say(status=400, code="invalid_request_error", error="no such thing"),
            PermanentError,
            False,
        ),
        (
            Say(status=400, code="invalid_request_error", error="against our content policy"),
            PermanentError,
            True,
        ),
    ],
)
async def test_an_error_in_a_batch_is_what_it_is_directly(protocol, say, kind, refused):
    async with Batches(answer=lambda _: say) as place:
        way = access(place, protocol)
        [line] = await lines_of(way, await ended(way, "q"))
        assert type(line.failure) is kind
        assert line.failure.status == say.status
        assert getattr(line.failure, "refused", False) is refused
        await way.close()


@pytest.mark.parametrize("protocol", ["openai", "anthropic"])
async def test_what_was_not_run_is_worth_asking_again(protocol):
    async with Batches(runs=1) as place:
        way = access(place, protocol)
        seen = await ended(way, "What is $1+1$?", "What is $2+2$?", "What is $3+3$?")
        found = {line.custom_id: line for line in await lines_of(way, seen)}
        assert found["b1-0"].failure is None
        assert isinstance(found["b1-1"].failure, TransientError)
        assert isinstance(found["b1-2"].failure, TransientError)
        await way.close()


async def test_what_google_has_cancelled_is_worth_asking_again():
    async with Batches(looks=99) as place:
        way = access(place, "google")
        handle = (await submitted(way, "q", "r")).handle
        await way.service.cancel(handle)
        seen = await way.service.look(handle)
        assert (seen.ended, seen.word, seen.done) == (True, "cancelled", 2)
        found = await lines_of(way, seen)
        assert [type(line.failure) for line in found] == [TransientError] * 2
        await way.close()


async def test_an_expired_batch_of_google_has_no_results():
    async with Batches(runs=1) as place:
        way = access(place, "google")
        seen = await ended(way, "q", "r")
        assert (seen.word, seen.files) == ("expired", ())
        assert await lines_of(way, seen) == []
        await way.close()


async def test_answers_within_the_batch_are_matched_by_key():
    async with Batches(inline=True, seed=3) as place:
        way = access(place, "google")
        seen = await ended(way, *(f"What is ${n}+{n}$?" for n in range(9)))
        assert (seen.files, seen.duration_s) == ((), 90)
        found = await lines_of(way, seen)
        said = {x.custom_id: way.letters.read(x.body, an_exchange()).message.text for x in found}
        assert said == {f"b1-{n}": f"Doubling: \\boxed{{{2 * n}}}" for n in range(9)}
        assert [x.custom_id for x in found] != sorted(said)
        await way.close()


@pytest.mark.parametrize("body", [b"{}", b'{"candidates": 3}', b'{"usageMetadata": {}}'])
async def test_an_answer_of_google_without_a_candidate_is_a_passing_failure(body):
    async with Batches() as place:
        way = access(place, "google")
        with pytest.raises(TransientError):
            way.letters.read(body, an_exchange())
        await way.close()


@pytest.mark.parametrize(
    ("query", "options", "endpoint"),
    [("", {}, "/openai/v1"), ("?api-version=2024-10-21", {"api_version": "2024-10-21"}, "/openai")],
)
async def test_azure_is_asked_at_its_own_addresses_with_its_own_header(query, options, endpoint):
    async with Batches() as place:
        base = place.server.address + ("" if options else endpoint)
        model = a_model("azure", "deployed", base_url=base, options=options)
        way = connect_batches(model, KEYS)
        seen = await ended(way, "What is $1+1$?")
        [line] = await lines_of(way, seen)
        assert way.letters.read(line.body, an_exchange()).message.text.endswith("\\boxed{2}")
        paths = [f"{x.method} {x.path}" for x in place.server.seen]
        assert paths == [
            f"POST {endpoint}/files{query}",
            f"POST {endpoint}/batches{query}",
            f"GET {endpoint}/batches/batch_1{query}",
            f"GET {endpoint}/batches/batch_1{query}",
            f"GET {endpoint}/files/batch_1-good/content{query}",
        ]
        assert {x.headers["api-key"] for x in place.server.seen} == {"sk-azure-1234567"}
        [(_, body)] = place.made["batch_1"].requests
        assert body["model"] == "deployed"
        await way.close()


async def test_no_batch_is_made_of_a_file_that_is_still_being_read(monkeypatch):
    monkeypatch.setattr(batches.openai.OpenAIBatches, "pause_s", 0)
    async with Batches(unread=3) as place:
        way = access(place, "azure")
        await submitted(way, "q")
        paths = [x.path.removeprefix("/openai/v1/") for x in place.server.seen]
        assert paths == ["files", *["files/file-1"] * 3, "batches"]
        await way.close()


@pytest.mark.parametrize("protocol", ["openai", "google"])
async def test_a_batch_is_found_by_the_name_that_it_was_given(protocol):
    async with Batches() as place:
        way = access(place, protocol)
        wanted = await submitted(way, "q", name="wanted")
        for n in range(5):
            await submitted(way, "q", name=f"other{n}")
        assert (await way.service.find(sought("wanted"))).handle == wanted.handle
        assert await way.service.find(sought("never")) is None
        await way.close()


async def test_a_batch_is_found_by_its_file_where_metadata_is_not_kept():
    async with Batches(echo=False) as place:
        way = access(place, "openai")
        wanted = await submitted(way, "q")
        assert await way.service.find(sought()) is None
        assert (await way.service.find(sought(file="file-1"))).handle == wanted.handle
        await way.close()


async def test_a_list_is_not_followed_beyond_what_can_be_ours():
    async with Batches() as place:
        way = access(place, "openai")
        for n in range(5):
            await submitted(way, "q", name=f"other{n}")
        asked = len(place.server.seen)
        await way.service.find(sought("never", made_at=NOW + timedelta(days=3)))
        assert len(place.server.seen) == asked + 1
        await way.close()


async def test_a_batch_without_a_name_is_found_by_the_names_in_it():
    questions = ("What is $1+1$?", "What is $2+2$?")
    async with Batches(looks=3) as place:
        way = access(place, "anthropic")
        wanted = await submitted(way, *questions, name="wanted")
        other = await submitted(way, *questions, name="other")
        await submitted(way, questions[0], name="smaller")
        with pytest.raises(Undecided, match=other.handle):
            await way.service.find(sought("wanted"))
        for _ in range(3):
            await way.service.look(wanted.handle)
        assert (await way.service.find(sought("wanted"))).handle == wanted.handle
        with pytest.raises(Undecided):
            await way.service.find(sought("never"))
        known = sought("never", known=[other.handle])
        assert await way.service.find(known) is None
        await way.close()


@each_api
async def test_another_accounts_batch_is_not_there(protocol):
    async with Batches() as place:
        way = access(place, protocol)
        seen = await ended(way, "What is $1+1$?")
        other = access(place, protocol, dict.fromkeys(KEYS, "sk-other-1234567"))
        with pytest.raises(PermanentError) as caught:
            await other.service.look(seen.handle)
        assert caught.value.status == 404
        place.lost = True
        with pytest.raises(PermanentError) as caught:
            await lines_of(way, seen)
        assert caught.value.status == 404
        await way.close()
        await other.close()


@each_api
async def test_results_that_break_off_are_a_passing_failure(protocol):
    async with Batches(read=[Say(cut_after=40)]) as place:
        way = access(place, protocol)
        seen = await ended(way, "What is $1+1$?")
        with pytest.raises(TransientError):
            await lines_of(way, seen)
        assert len(await lines_of(way, seen)) == 1
        await way.close()


@pytest.mark.parametrize("protocol", ["openai", "google"])
async def test_a_batch_that_is_turned_away_says_why_and_whether_it_was_only_too_much(protocol):
    async with Batches(invalid=["token_limit_exceeded", "model_not_found"]) as place:
        way = access(place, protocol)
        first, second = await submitted(way, "q"), await submitted(way, "q")
        assert (first.ended, first.full) == (True, True)
        assert (second.ended, second.full) == (True, False)
        assert second.failure == "turned away: model_not_found"
        await way.close()


@pytest.mark.parametrize("protocol", ["fake", "replay", "deepseek"])
def test_protocols_without_a_batch_api_are_refused(protocol):
    with pytest.raises(ConfigurationError, match=r"no batch API.*run it without --batch"):
        connect_batches(a_model(protocol), KEYS)


@pytest.mark.parametrize("raw", [b"[]", b"<html>", b'{"id": "../files"}', b'{"id": 3}', b""])
async def test_nonsense_from_a_server_is_a_passing_failure(raw):
    async with Loopback(Say(body=raw)) as server:
        way = connect_batches(a_batch_model(server, "openai"), KEYS)
        with pytest.raises(TransientError):
            await way.service.look("batch_1")
        await way.close()


@pytest.mark.parametrize(
    "raw", [b"{}", b'{"name": "batches/"}', b'{"name": "batches/a b"}', b'{"name": {"a": 1}}']
)
async def test_an_operation_without_a_usable_name_is_a_passing_failure(raw):
    async with Loopback(Say(body=raw)) as server:
        way = connect_batches(a_batch_model(server, "google"), KEYS)
        with pytest.raises(TransientError, match="without a usable name"):
            await way.service.look("batch_1")
        await way.close()


@pytest.mark.parametrize(
    ("code", "kind", "status"),
    [
        (1, TransientError, 503),
        (3, PermanentError, 400),
        (8, TransientError, 429),
        (16, PermanentError, 401),
        (99, TransientError, 500),
        ("8", TransientError, 500),
    ],
)
def test_errors_of_google_stand_for_the_statuses_of_direct_requests(code, kind, status):
    line = json.dumps({"key": "b1-0", "error": {"code": code, "message": "no"}}).encode()
    found = batches.google.found(line)
    assert (type(found.failure), found.failure.status) == (kind, status)


@pytest.mark.parametrize("about", [{}, 3, {"state": 7, "batchStats": [], "createTime": {}}])
def test_nonsense_about_a_batch_of_google_is_no_end(about):
    seen = batches.google.seen({"name": "batches/b", "metadata": about, "response": []})
    assert (seen.handle, seen.ended, seen.done, seen.files) == ("b", False, 0, ())


each_module = pytest.mark.parametrize(
    "module",
    [batches.openai, batches.anthropic, batches.google],
    ids=["openai", "anthropic", "google"],
)


@each_module
@pytest.mark.parametrize(
    "line", [b"", b"{", b"[1]", b'{"custom_id": 7}', b"\xff\xfe", b'"b1-0"', b"null"]
)
def test_lines_that_belong_to_no_request_are_passed_over(module, line):
    assert module.found(line) is None


@each_module
@pytest.mark.parametrize("rest", [b"", b', "response": [], "result": []', b', "error": "x"'])
def test_a_line_without_an_answer_is_a_passing_failure(module, rest):
    found = module.found(b'{"custom_id": "b1-0", "key": "b1-0"%s}' % rest)
    assert isinstance(found.failure, TransientError)


@pytest.mark.parametrize("size", [1, 2, 3, 7, 1000])
def test_lines_are_the_same_however_they_arrive(size):
    text, splitter, lines = b"one\n\n\ntwo three\nfour", Splitter(), []
    for start in range(0, len(text), size):
        lines += splitter.whole(text[start : start + size])
    assert [*lines, splitter.rest()] == [b"one", b"two three", b"four"]


@pytest.mark.parametrize("protocol", ["openai", "google"])
async def test_the_size_of_a_request_is_what_it_takes(protocol):
    async with Batches() as place:
        way = access(place, protocol)
        item = Item("b1-10", await way.letters.write((user("é"),)))
        await way.service.submit("b1", [item], ignored)
        [file] = place.files.values()
        assert way.service.size(item) == len(file)
        await way.close()
