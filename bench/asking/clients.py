"""The clients under measurement: ``python -m bench.asking.clients WORK`` prints what it took."""

from __future__ import annotations

import asyncio
import json
import re
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import asdict, replace
from pathlib import Path

from bench.asking.work import Taken, Work

Ask = Callable[[str], Awaitable[str]]


def main() -> None:
    """Do the work that the command line describes."""
    work = Work(**json.loads(sys.argv[1]))
    print(json.dumps(asdict(CLIENTS[work.client](work))))


def by_porism(work: Work) -> Taken:
    """Run a benchmark: plan, ask, retry, commit, grade, count and price."""
    from bench.asking.place import made_elsewhere
    from porism.runner import Execution, Request, options_of, plan, run_loop
    from porism.runner.backoff import Backoff
    from porism.workspace import Workspace

    def carry_out(workspace: Workspace, benchmark: str) -> Execution:
        request = Request(benchmarks=(benchmark,), models=("served",))
        backoff = Backoff(most_s=work.longest_backoff_s)
        options = replace(options_of(workspace, request), backoff=backoff)
        execution = Execution(plan(workspace, request), workspace.store, options)
        run_loop(execution)
        return execution

    with tempfile.TemporaryDirectory() as folder:
        workspace = made_elsewhere(Path(folder), work)
        carry_out(workspace, "warm-up")
        start_cpu_s = time.process_time()
        progress = carry_out(workspace, "questions").progress
        ended_s = time.monotonic()
        cpu_s = time.process_time() - start_cpu_s
        workspace.close()
    [lane] = progress.lanes
    first_s = progress.first_request or ended_s
    return Taken(sum(lane.outcomes.values()), lane.retries, ended_s - first_s, cpu_s, peak_mb())


def by_aiohttp(work: Work) -> Taken:
    """Post and parse, and nothing else: no retries, nothing kept, nothing graded."""
    import aiohttp
    import orjson

    async def run() -> Taken:
        connector = aiohttp.TCPConnector(limit=0)
        async with aiohttp.ClientSession(connector=connector) as session:

            async def ask(prompt: str) -> str:
                body = orjson.dumps(request_fields(prompt))
                headers = {"Content-Type": "application/json"}
                url = f"{work.base_url}/chat/completions"
                async with session.post(url, data=body, headers=headers) as response:
                    answer = orjson.loads(await response.read())
                said: str = answer["choices"][0]["message"]["content"]
                return said

            return await ask_all(work, ask)

    return run_in_uvloop(run)


def by_openai(work: Work) -> Taken:
    """Ask through the openai package as it comes."""
    return _by_openai(work, over_aiohttp=False)


def by_openai_over_aiohttp(work: Work) -> Taken:
    """Ask through the openai package over its aiohttp transport."""
    return _by_openai(work, over_aiohttp=True)


def _by_openai(work: Work, *, over_aiohttp: bool) -> Taken:
    from openai import AsyncOpenAI, DefaultAioHttpClient

    async def run() -> Taken:
        transport = DefaultAioHttpClient() if over_aiohttp else None
        async with AsyncOpenAI(
            api_key="none", base_url=work.base_url, timeout=work.timeout_s, http_client=transport
        ) as client:

            async def ask(prompt: str) -> str:
                answer = await client.chat.completions.create(**request_fields(prompt))  # type: ignore[call-overload]
                said: str = answer.choices[0].message.content
                return said

            return await ask_all(work, ask)

    return run_in_uvloop(run)


CLIENTS: dict[str, Callable[[Work], Taken]] = {
    "porism": by_porism,
    "porism-responses": by_porism,
    "aiohttp": by_aiohttp,
    "openai": by_openai,
    "openai-aiohttp": by_openai_over_aiohttp,
}


def request_fields(prompt: str) -> dict[str, object]:
    """Return what is asked."""
    message = {"role": "user", "content": prompt}
    return {"model": "served", "messages": [message], "max_tokens": 1_000}


async def ask_all(work: Work, ask: Ask) -> Taken:
    """Ask everything, with as many workers as there are connections.

    Args:
        work: what to ask.
        ask: returns the answer to one question.
    """
    prompts = work.prompts()
    await ask("warm-up")
    start_s, start_cpu_s = time.monotonic(), time.process_time()
    answered = await asyncio.gather(*(worker(prompts, ask) for _ in range(work.connections)))
    seconds, cpu_s = time.monotonic() - start_s, time.process_time() - start_cpu_s
    return Taken(sum(answered), 0, seconds, cpu_s, peak_mb())


async def worker(prompts: Iterator[str], ask: Ask) -> int:
    """Ask one question after another; return how many answers there were."""
    answered = 0
    for prompt in prompts:
        answered += bool(await ask(prompt))
    return answered


def run_in_uvloop(run: Callable[[], Awaitable[Taken]]) -> Taken:
    """Run in the loop that Porism uses too."""
    import uvloop

    async def awaited() -> Taken:
        return await run()

    return uvloop.run(awaited())


def peak_mb() -> float:
    """Return the most memory that this process has held, in 10^6 bytes.

    Linux' own figure of this program: what ``getrusage`` reports begins with the memory of
    the process that started it.
    """
    status = Path("/proc/self/status").read_text(encoding="ascii")
    found = re.search(r"VmHWM:\s*(\d+) kB", status)
    return int(found[1]) * 1024 / 1e6 if found else float("nan")


if __name__ == "__main__":
    main()
