"""The server as a process of its own."""

import asyncio
import json
import sys
from collections import Counter
from pathlib import Path

from porism.core import user
from porism.errors import TransientError
from porism.models import Asking, connect
from tests.models.models import a_model

ROOT = Path(__file__).resolve().parents[2]


async def started(*arguments: str) -> tuple[asyncio.subprocess.Process, str]:
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "tests.loopback", *arguments, cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    assert process.stdout
    return process, (await process.stdout.readline()).decode().strip()


async def ask_many(base_url: str, number: int) -> list[str]:
    """Return the identifiers of the answers; failures count as empty."""
    connection = connect(a_model("openai-compatible", base_url=base_url, timeout_s=120))

    async def ask(n: int) -> str:
        try:
            reply = await connection.ask((user(f"question {n}"),), Asking("b", str(n), 1))
        except TransientError:
            return ""
        return json.loads(reply.exchange.response)["id"]

    answers = await asyncio.gather(*(ask(n) for n in range(number)))
    await connection.close()
    return answers


async def test_its_log_tells_what_was_asked_and_answered(tmp_path):
    log = tmp_path / "log.jsonl"
    process, base_url = await started("--log", str(log), "--latency", "0.01")
    answers = await ask_many(base_url, 20)
    process.kill()
    await process.wait()
    entries = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]
    asked = {e["n"]: e["prompt"] for e in entries if e["event"] == "asked"}
    answered = [e["n"] for e in entries if e["event"] == "answered"]
    assert sorted(asked.values()) == sorted(f"question {n}" for n in range(20))
    assert sorted(answered) == sorted(asked)
    assert sorted(answers) == sorted(f"chatcmpl-{n}" for n in asked)
    assert all(
        asked[int(a.removeprefix("chatcmpl-"))] == f"question {n}" for n, a in enumerate(answers)
    )


async def test_faults_come_at_their_rate():
    process, base_url = await started("--error-rate", "0.5", "--faults", "429,500,cut,close")
    answers = await ask_many(base_url, 200)
    process.terminate()
    assert await process.wait() == 0
    assert 60 < Counter(answers)[""] < 140


async def test_every_protocol_is_spoken():
    process, base_url = await started()
    model = a_model("google", "g", base_url=base_url.removesuffix("/v1"))
    connection = connect(model, environ={"GOOGLE_API_KEY": "sk-test-123456"})
    reply = await connection.ask((user("q"),), Asking("b", "p", 1))
    await connection.close()
    process.terminate()
    await process.wait()
    assert reply.message.text.endswith("\\boxed{42}.")
