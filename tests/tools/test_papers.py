"""Paper tools: what models can read, how much of it, and what they cannot."""

from __future__ import annotations

import json
from datetime import UTC, date, datetime

import pytest

from porism.core import (
    Benchmark,
    Folder,
    Preprint,
    Reading,
    Theorem,
    ToolCall,
    ToolCalls,
    ToolLimits,
)
from porism.core.preprint import Version
from porism.errors import UnknownName
from porism.store import Found, Papers, Store
from porism.tools.local_library import LocalLibrary
from porism.tools.memory import Memory
from porism.tools.papers import PAGE
from porism.tools.sandbox.choice import usual_choice
from porism.tools.workshop import Workshop, equipment_digest
from tests.store.test_papers import HARVEST, page

TOOLS = ("search_papers", "fetch_paper", "find_in_paper")


def preprint(number: int, title: str, *months: int, abstract: str = "We count.") -> Preprint:
    versions = tuple(
        Version(number=n, submitted_at=datetime(2026, month, 5, tzinfo=UTC))
        for n, month in enumerate(months or (3,), start=1)
    )
    return Preprint(
        id=f"2603.{number:05}", title=title, abstract=abstract, authors=("A. B",), versions=versions
    )


@pytest.fixture
def library(store: Store) -> Store:
    papers = Papers(store)
    papers.add_harvest(HARVEST)
    found = [
        preprint(1, "Lattice points in thin shells"),
        preprint(2, "Lattice packings", 3, 9),
        preprint(3, "On 100% of curves_", abstract="All lattice POINTS."),
    ]
    papers.add_page(HARVEST.id, page(1), [Found(preprint=one) for one in found])
    theorem = Theorem(
        place=0, kind="statement", name="Theorem", number="1.1", environment="theorem", body="b",
        statement="There are  infinitely many\nshells. " + "x" * (2 * PAGE), start=0, end=1,
        proof="By counting.",
    )  # fmt: skip
    papers.add_reading(
        Reading(paper="2603.00001", version=1, sha256="0" * 64, reader="1", theorems=(theorem,))
    )
    return store


def benchmark(**changes: object) -> Benchmark:
    facts = {"id": "b", "name": "B", "kind": "proof", "published": date(2026, 6, 1)}
    more = {"description": "", "prompt": "proof", "tools": TOOLS, "problems": Folder()}
    return Benchmark.model_validate({**facts, **more, **changes})


def toolbox(store: Store, **changes: object):
    return Workshop(usual_choice(), LocalLibrary(store)).toolbox(benchmark(**changes), Memory())


async def use(box, name: str, **arguments: object) -> str:
    return (await box.use(ToolCall(id="", name=name, arguments=json.dumps(arguments)))).text


async def test_all_words_have_to_stand_in_title_or_abstract_and_later_papers_are_not_there(library):
    box = toolbox(library)
    found = await use(box, "search_papers", query="points LATTICE")
    assert "2603.00001 (2026-03-05): Lattice points in thin shells" in found
    assert "2603.00003" in found
    assert "2603.00002" not in found
    assert "2603.00002" not in await use(box, "search_papers", query="packings")
    assert "2603.00003" in await use(box, "search_papers", query="100% curves_")
    assert "No paper" in await use(box, "search_papers", query="1000% curves_")
    assert "No paper" in await use(box, "search_papers", query="submitted_at")
    later = toolbox(library, papers_before=date(2026, 10, 1))
    assert "2603.00002" in await use(later, "search_papers", query="packings")


async def test_a_paper_is_read_page_by_page(library):
    box = toolbox(library)
    first = await use(box, "fetch_paper", paper="2603.00001")
    assert first.startswith("Page 1 of 3")
    assert "Theorem 1.1. There are  infinitely many" in first
    assert len(first) < PAGE + 100
    last = await use(box, "fetch_paper", paper="2603.00001", page=3)
    assert last.endswith("Proof. By counting.")
    assert "pages 1 to 3" in await use(box, "fetch_paper", paper="2603.00001", page=4)
    assert "Only the abstract" in await use(box, "fetch_paper", paper="2603.00003")
    assert "has no paper" in await use(box, "fetch_paper", paper="2603.00002")
    assert "has no paper" in await use(box, "fetch_paper", paper="../../etc/passwd")


async def test_words_are_found_across_lines_with_what_is_around(library):
    box = toolbox(library)
    found = await use(box, "find_in_paper", paper="2603.00001", words="Infinitely  many shells")
    assert "There are infinitely many shells." in found
    assert len(await use(box, "find_in_paper", paper="2603.00001", words="xx")) < 10_000
    assert "do not stand" in await use(box, "find_in_paper", paper="2603.00001", words="genus")


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("search_papers", {}),
        ("search_papers", {"query": ""}),
        ("search_papers", {"query": "x" * 300}),
        ("search_papers", {"query": "half a \ud800"}),
        ("fetch_paper", {"paper": "\0"}),
        ("fetch_paper", {"paper": 1}),
        ("fetch_paper", {"paper": "2603.00001", "page": "1"}),
        ("find_in_paper", {"paper": "2603.00001"}),
    ],
)
async def test_what_is_wrong_with_a_call_is_told(library, name, arguments):
    assert (await use(toolbox(library), name, **arguments)).startswith("error: ")


async def test_however_much_is_newer_what_is_from_before_the_day_is_found(
    library: Store, monkeypatch
):
    monkeypatch.setattr("porism.store.papers.MOST_FOUND", 2)
    newer = [preprint(n, f"Lattices, part {n}", 7) for n in (11, 12, 13)]
    moved = [one.model_copy(update={"id": one.id.replace("2603", "2607")}) for one in newer]
    Papers(library).add_page(HARVEST.id, page(2), [Found(preprint=one) for one in moved])
    found = await use(toolbox(library), "search_papers", query="lattice")
    assert "2603.00003" in found
    assert "2607" not in found


def test_a_limit_for_a_tool_that_there_is_not_is_no_limit():
    limits = ToolLimits(each=(ToolCalls(tool="submit_anser", calls=1),))
    with pytest.raises(UnknownName, match="did you mean submit_answer"):
        equipment_digest(benchmark(tools=("submit_answer",), tool_limits=limits))


def test_the_day_is_part_of_what_is_asked_where_papers_can_be_read():
    assert equipment_digest(benchmark()) != equipment_digest(
        benchmark(papers_before=date(2026, 7, 1))
    )
    other = {"tools": ("submit_answer",)}
    assert equipment_digest(benchmark(**other)) == equipment_digest(
        benchmark(papers_before=date(2026, 7, 1), **other)
    )
