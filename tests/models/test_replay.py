"""Recorded responses, asked again."""

import json
from pathlib import Path

import pytest

from porism.core import Usage, user
from porism.errors import ConfigurationError, DefinitionError, PermanentError
from porism.models import Asking, connect
from tests.models.models import a_model

SHARED = Path(__file__).resolve().parents[2] / ".." / "shared" / "data" / "responses"
QUESTION = (user("q"),)


def written(folder: Path, *records: dict) -> Path:
    path = folder / "answers.jsonl"
    path.write_text("".join(json.dumps(r) + "\n" for r in records), encoding="utf-8")
    return path


def a_replay(folder: Path, name: str = "answers.jsonl", **options):
    return connect(a_model("replay", name, options=options), folder=folder)


async def text(connection, problem: str = "p", number: int = 1, benchmark: str = "b") -> str:
    reply = await connection.ask(QUESTION, Asking(benchmark, problem, number))
    return reply.message.text


async def test_attempts_get_the_records_in_order(tmp_path):
    written(tmp_path, *({"problem_id": "p", "response": f"é{n}"} for n in range(3)))
    connection = a_replay(tmp_path)
    assert [await text(connection, number=n) for n in (3, 1, 2)] == ["é2", "é0", "é1"]
    await connection.close()


async def test_runs_decide_the_order(tmp_path):
    records = [{"problem_id": "p", "run": run, "response": str(run)} for run in (3, 1, 2)]
    written(tmp_path, *records)
    connection = a_replay(tmp_path)
    assert [await text(connection, number=n) for n in (1, 2, 3)] == ["1", "2", "3"]
    await connection.close()


async def test_what_was_recorded_is_told(tmp_path):
    record = {
        "problem_id": 7,
        "benchmark": "My Bench",
        "response": "2",
        "thinking": "hm",
        "model": "served",
        "finish_reason": "length",
        "tokens": {"input": 3, "output": 4, "cost": 1},
        "unread": [1],
    }
    path = written(tmp_path, record)
    connection = a_replay(tmp_path)
    reply = await connection.ask(QUESTION, Asking("my-bench", "7", 1))
    await connection.close()
    assert (reply.message.text, reply.message.thinking) == ("2", "hm")
    assert (reply.finish, reply.finish_reason) == ("length", "length")
    assert reply.usage == Usage(input=3, output=4)
    assert reply.served_model == "served"
    assert reply.exchange.response == path.read_bytes().rstrip(b"\n")
    assert reply.exchange.url == "replay:answers.jsonl#byte=0"


async def test_what_was_not_recorded_is_not_guessed(tmp_path):
    written(tmp_path, {"problem_id": "p", "response": ""})
    connection = a_replay(tmp_path)
    reply = await connection.ask(QUESTION, Asking("b", "p", 1))
    await connection.close()
    assert (reply.finish, reply.usage, reply.message.parts) == ("unknown", Usage(), ())


async def test_a_missing_record_is_no_answer(tmp_path):
    written(tmp_path, {"problem_id": "p", "benchmark": "other", "response": "2"})
    connection = a_replay(tmp_path)
    with pytest.raises(PermanentError, match="holds 0 responses to problem 'p' of b; attempt 1"):
        await text(connection)
    assert await text(connection, benchmark="other") == "2"
    with pytest.raises(PermanentError, match=r"holds 1 responses .* attempt 2 has none"):
        await text(connection, benchmark="other", number=2)
    await connection.close()


async def test_options_choose_records(tmp_path):
    written(
        tmp_path,
        {"problem_id": "p", "model": "x", "benchmark": "one", "response": "x1"},
        {"problem_id": "p", "model": "y", "benchmark": "one", "response": "y1"},
        {"problem_id": "p", "model": "y", "benchmark": "two", "response": "y2"},
    )
    with pytest.raises(ConfigurationError, match=r"2 models; choose one .*: x, y"):
        a_replay(tmp_path)
    connection = a_replay(tmp_path, model="y", benchmark="two")
    assert await text(connection) == "y2"
    await connection.close()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b'{"problem_id": "p"', "answers.jsonl:3: .*JSON"),
        (b'{"problem_id": "p"}', "answers.jsonl:3: response: is missing"),
        (b'{"problem_id": "p", "response": null}', "answers.jsonl:3: response: expected text"),
        (b'{"problem_id": "p", "response": "\xff"}', "answers.jsonl:3: "),
        (b'{"problem_id": "p", "response": "", "tokens": {"input": -1}}', "3: tokens.input: "),
        (b"[]", "answers.jsonl:3: "),
    ],
)
def test_a_malformed_line_is_named(tmp_path, line, said):
    good = b'{"problem_id": "p", "response": "2"}\n'
    (tmp_path / "answers.jsonl").write_bytes(good + b"\n" + line + b"\n")
    with pytest.raises(DefinitionError, match=said):
        a_replay(tmp_path)


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(ConfigurationError, match=r"answers\.jsonl: No such file"):
        a_replay(tmp_path)


async def test_real_records():
    path = SHARED / "math_qwen25math_100x8.jsonl"
    connection = a_replay(SHARED, path.name)
    first = json.loads(path.read_text(encoding="utf-8").splitlines()[0])
    asked = Asking("math-test", first["problem_id"], 1)
    assert (await connection.ask(QUESTION, asked)).message.text == first["response"]
    await connection.close()
