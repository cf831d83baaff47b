"""Figures under load: processor time, throughput, memory, errors."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bench.asking.endpoint import Endpoint
from bench.asking.figures import Figure, alone
from bench.asking.work import Taken, Work, measure

BARE = "aiohttp"
TIMEOUT_S = 1.0
"""After which a request that hangs is given up, where errors are measured."""
SLOW_S = 0.5
"""How much longer slow answers take there."""


def without_latency(clients: Sequence[str], repeats: int) -> Iterator[Figure]:
    """No latency, 100 connections, 1,000 x 4 requests: what asking itself costs."""
    with Endpoint() as endpoint:
        taken = {
            client: min(
                (measure(Work(client, endpoint.base_url)) for _ in range(repeats)), key=cost
            )
            for client in clients
        }
        provider = measure(Work("porism-responses", endpoint.base_url, problems=250))
    bare = taken[BARE].cpu_ms
    yield Figure(
        "CPU, ms a request", {c: f"{t.cpu_ms:.2f}" for c, t in taken.items()}, "0.4 (bare 0.08)"
    )
    yield Figure(
        "the same, times bare aiohttp", {c: f"{t.cpu_ms / bare:.1f}" for c, t in taken.items()}, "5"
    )
    yield Figure("requests a second", {c: f"{t.per_s:,.0f}" for c, t in taken.items()})
    yield Figure("peak memory, MB", {c: f"{t.peak_mb:.0f}" for c, t in taken.items()})
    yield alone(
        "by pydantic-ai (OpenAI responses): CPU, ms a request", f"{provider.cpu_ms:.2f}", "2"
    )
    yield alone("the same, times bare aiohttp", f"{provider.cpu_ms / bare:.1f}", "25")


def cost(taken: Taken) -> float:
    """Return what repeats are compared by: the least is the least disturbed."""
    return taken.cpu_s


def with_latency(clients: Sequence[str]) -> Iterator[Figure]:
    """1 s latency, 1,000 connections, 1,000 x 4 requests: how close to the ideal 4.0 s."""
    with Endpoint(latency=1) as endpoint:
        taken = {c: measure(Work(c, endpoint.base_url, connections=1_000)) for c in clients}
    yield Figure(
        "1 s latency, 1,000 at once: seconds for 4,000",
        {c: f"{t.seconds:.2f}" for c, t in taken.items()},
        "4.8",
    )
    yield Figure("peak memory, MB", {c: f"{t.peak_mb:.0f}" for c, t in taken.items()}, "100")


def memory(*, cells: int) -> Iterator[Figure]:
    """What more requests in flight and more cells take."""
    with Endpoint(latency=3) as endpoint:
        less, more = (
            measure(Work("porism", endpoint.base_url, problems=3_000, attempts=1, connections=n))
            for n in (1_000, 3_000)
        )
    yield alone(
        "each further one in flight (3,000 for 1,000), KB",
        f"{(more.peak_mb - less.peak_mb) * 1_000 / 2_000:.0f}",
        "30",
    )
    with Endpoint() as endpoint:
        few, many = (
            measure(Work("porism", endpoint.base_url, attempts=n // 1_000)) for n in (4_000, cells)
        )
    yield alone(
        f"peak memory, MB: 4,000 cells, {cells:,} cells",
        f"{few.peak_mb:.0f}, {many.peak_mb:.0f}",
        "flat",
    )


def errors() -> Iterator[Figure]:
    """What failures add to 1,000 requests, 100 at once, of 0.2 s each."""
    plain = _with_errors(0, "")
    for faults, what in (
        ("429,500,slow", "seconds more with 5 % errors (429, 500, slow)"),
        ("429,500,hang,slow", f"the same, hangs among them (given up after {TIMEOUT_S:g} s)"),
    ):
        faulty = _with_errors(0.05, faults)
        yield alone(what, f"{faulty.seconds - plain.seconds:.2f}", "1.5")
    worst = _with_errors(0.6, "429,500,503,cut,close", longest_backoff_s=1)
    yield alone(
        "60 % errors: answered of 1,000, retries", f"{worst.answered:,}, {worst.retries:,}", "1,000"
    )


def _with_errors(rate: float, faults: str, *, longest_backoff_s: float = 60) -> Taken:
    with Endpoint(latency=0.2, error_rate=rate, faults=faults, slow=SLOW_S) as endpoint:
        work = Work(
            "porism",
            endpoint.base_url,
            attempts=1,
            timeout_s=TIMEOUT_S,
            longest_backoff_s=longest_backoff_s,
        )
        return measure(work)
