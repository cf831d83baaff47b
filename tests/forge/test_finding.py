"""A model looks into papers: honest, inventing, and one that never stops."""

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from porism.core import Endpoint, Model
from porism.errors import ConfigurationError
from porism.forge.finding import MOST_REQUESTS, Shelf
from porism.forge.finding.month import help_month
from porism.forge.harvest.run import harvest
from porism.forge.sources.fetch import fetch_sources
from porism.forge.theorems.month import read_month
from tests.forge.conftest import Forge
from tests.forge.papers import document
from tests.loopback import Say
from tests.loopback.arxiv import Arxiv, Paper
from tests.loopback.server import Loopback, Seen

MONTH, TODAY = "2026-03", date(2026, 3, 31)
BY_HAND = document(
    r"""{\sc Result A.} For all $x \in \R$ the square
of $x$ is not negative. % a remark that nobody prints
{\it Why?} It is a product of equals.""",
    r"\newcommand{\R}{\mathbb{R}}",
)
OPEN = document(
    r"""We assume throughout that every ring is commutative, as in (H1).
\begin{theorem}\label{t} Under \ref{H1}, all is well.\end{theorem}"""
)


def calls(*wanted: tuple[str, dict]) -> Say:
    made = tuple((f"c{n}", name, json.dumps(said)) for n, (name, said) in enumerate(wanted))
    return Say(text="", calls=made, finish="tool_calls")


def answer(*items: dict) -> Say:
    return calls(("answer", {"items": list(items)}))


def statement(text: str) -> dict:
    return {"name": "Result", "number": "A", "title": "", "text": text}


@pytest.fixture
def month(tmp_path: Path):
    """A paper whose statements are typed by hand, and one with an open reference."""
    day = (datetime(2026, 3, 2, tzinfo=UTC),)
    papers = [Paper(f"2603.0000{n}", f"Paper {n}", versions=day) for n in (1, 2)]
    sources = {"2603.00001v1": BY_HAND.encode(), "2603.00002v1": OPEN.encode()}
    with Arxiv(papers, sources_of=sources) as arxiv:
        made = Forge(tmp_path / "forge", arxiv)
        harvest(made.workspace, MONTH, today=TODAY)
        fetch_sources(made.workspace, MONTH)
        read_month(made.workspace, MONTH, lambda: ThreadPoolExecutor(1))
        yield made
        made.close()


async def look(month: Forge, server: Loopback) -> int:
    endpoint = Endpoint(protocol="openai-compatible", model="m", base_url=server.base_url)
    model = Model(id="helper", name="Helper", endpoint=endpoint)
    return await asyncio.to_thread(help_month, month.workspace, MONTH, model, waits_s=(0, 0))


async def test_an_honest_model_is_believed(month: Forge):
    first = calls(("list_files", {}), ("search", {"text": "Result"}))
    second = calls(("read", {"file": "paper", "start": 0, "length": 400}))
    third = answer(statement("For all $x \\in \\R$ the square of $x$ is\nnot negative."))
    resolved = answer({"label": "H1", "name": "(H1)", "text": "every ring is commutative"})
    async with Loopback(first, second, third, resolved) as server:
        assert await look(month, server) == 2
        told = [m for m in server.seen[1].json["messages"] if m["role"] == "tool"]
        assert "paper: " in told[0]["content"]
        assert "main.tex at " in told[1]["content"]
        read = server.seen[2].json["messages"][-1]["content"]
        assert "Result A" in read
    [theorem] = month.papers.reading("2603.00001").theorems
    assert theorem.body == "For all $x \\in \\mathbb{R}$ the square\nof $x$ is not negative."
    assert (theorem.reference, theorem.found_by) == ("Result A", "helper")
    [other] = month.papers.reading("2603.00002").theorems
    assert other.unresolved == ()
    assert [(p.label, p.text) for p in other.pieces] == [("H1", "every ring is commutative")]
    assert other.found_by == "rules+helper"
    assert not month.papers.reading("2603.00001").faults


async def test_a_model_that_invents_is_refused(month: Forge):
    invented = answer(
        statement("Every even number is the sum of two primes."),
        statement("a remark that nobody prints"),
        statement("short"),
    )
    wrong = answer(
        {"label": "H1", "name": "(H1)", "text": "every ring is a field, as is well known"},
        {"label": "other", "name": "", "text": "every ring is commutative"},
    )
    async with Loopback(invented, wrong) as server:
        await look(month, server)
    first, second = (month.papers.reading(f"2603.0000{n}") for n in (1, 2))
    assert first.theorems == ()
    assert first.reason == "no theorem-like statements"
    assert len(first.faults) == 3
    assert "refused, for it stands nowhere in the source: Every even" in first.faults[0]
    assert second.theorems[0].unresolved == ("H1",)
    assert second.theorems[0].found_by == "rules"
    assert len(second.faults) == 2


async def test_a_model_that_never_stops_is_left(month: Forge):
    async with Loopback(calls(("search", {"text": "x"}))) as server:
        await look(month, server)
        assert len(server.seen) == 2 * MOST_REQUESTS
    reading = month.papers.reading("2603.00001")
    assert reading.faults == (f"helper: no answer within {MOST_REQUESTS} turns",)


@pytest.mark.parametrize(
    "say",
    [
        Say(text="I cannot find any."),
        Say(text="", finish="length"),
        calls(("answer", {"items": "all of them"})),
        calls(("answer", {"items": [1]}), ("nonsense", {}), ("read", {"file": "/etc/passwd"})),
        Say(text="", calls=(("c", "search", "{broken"),), finish="tool_calls"),
        calls(*[("search", {"text": "e" * 500})] * 50),
    ],
    ids=["words", "cut", "no list", "odd calls", "broken arguments", "a flood"],
)
async def test_odd_behaviour_adds_nothing_and_ends(say: Say, month: Forge):
    async with Loopback(say) as server:
        await look(month, server)
        assert len(server.seen) <= 2 * MOST_REQUESTS
        assert b"root:" not in b"".join(seen.body for seen in server.seen)
    assert month.papers.reading("2603.00001").theorems == ()


async def test_each_paper_is_asked_about_once(month: Forge):
    async with Loopback(answer()) as server:
        assert await look(month, server) == 2
        assert await look(month, server) == 0
        assert len(server.seen) == 2
    again = read_month(month.workspace, MONTH, lambda: ThreadPoolExecutor(1))
    assert again.read_now == 0


async def test_a_model_that_cannot_be_asked_stops_it_and_nothing_is_lost(month: Forge):
    def refuse(seen: Seen) -> Say:
        return answer() if seen.number == 1 else Say(status=401, error="no such key")

    async with Loopback(answerer=refuse) as server:
        with pytest.raises(ConfigurationError, match="helper cannot be asked"):
            await look(month, server)
    async with Loopback(Say(status=503)) as server:
        with pytest.raises(ConfigurationError, match="go on later"):
            await look(month, server)
        assert len(server.seen) == 3
    async with Loopback(answer()) as server:
        assert await look(month, server) == 1, "one paper had been asked about"


def test_quotations_are_found_blanks_aside():
    shelf = Shelf({"paper": "a b\n  c(d)  e \\alpha+\\beta f", "x.sty": "only here it stands"})
    found = shelf.find("c(d) e\n\\alpha+\\beta")
    assert found is not None
    assert shelf.texts["paper"][found.start : found.end] == "c(d)  e \\alpha+\\beta"
    assert shelf.find("only here it stands") == ("x.sty", 0, 19)
    assert shelf.find("c(d) e \\alpha\\beta") is None
    assert shelf.find("a b") is None
    assert shelf.find("x " * 20_000) is None
