"""Papers in the store, on both databases."""

from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from alembic import command
from alembic.config import Config

from porism.core import (
    Harvest,
    HarvestPage,
    PassedOver,
    Piece,
    Preprint,
    Reading,
    Source,
    Theorem,
    Version,
)
from porism.errors import StoreError, UnknownName
from porism.store import Found, Papers, Store
from porism.store.engine import APPLICATION_ID, READ_WRITE, as_url, make_engine
from porism.store.papers import unpack

HARVEST = Harvest(
    id="2026-03-math-1",
    month="2026-03",
    set="math",
    base_url="http://127.0.0.1/oai",
    start=date(2026, 3, 1),
    last=date(2026, 4, 5),
)


def preprint(name: str = "2603.00001", versions: int = 1, **changes: object) -> Preprint:
    history = tuple(
        Version(number=n, submitted_at=datetime(2026, 2 + n, 3, tzinfo=UTC))
        for n in range(1, versions + 1)
    )
    return Preprint(id=name, title="On numbers", versions=history).model_copy(update=changes)


def page(number: int = 1, **changes: object) -> HarvestPage:
    facts = {"window": HARVEST.start, "query": "verb=ListRecords", "sha256": "0" * 64, "size": 9}
    return HarvestPage.model_validate({"number": number, **facts, **changes})


def source(name: str = "2603.00001", **changes: object) -> Source:
    return Source.model_validate({"paper": name, "version": 1, "state": "ready", **changes})


def reading(name: str = "2603.00001", *bodies: str, **changes: object) -> Reading:
    theorems = tuple(
        Theorem(
            place=n,
            kind="statement",
            name="Theorem",
            environment="thm",
            body=body,
            statement=body,
            pieces=(Piece(label="eq", name="(1)", text="$x$"),),
            start=0,
            end=len(body),
        )
        for n, body in enumerate(bodies)
    )
    facts = {"paper": name, "version": 1, "sha256": "0" * 64, "reader": "1"}
    return Reading.model_validate({**facts, "theorems": theorems, **changes})


@pytest.fixture
def papers(any_store: Store) -> Papers:
    made = Papers(any_store)
    made.add_harvest(HARVEST)
    return made


def test_a_harvest_and_its_pages_come_back(papers: Papers):
    papers.add_harvest(HARVEST)
    passed = (PassedOver(identifier="oai:arXiv.org:2511.00001", reason="an older paper"),)
    written = [page(1, token="t"), page(2, fault="broken"), page(3, passed_over=passed)]
    for one in written:
        papers.add_page(HARVEST.id, one)
    assert papers.harvests() == papers.harvests("2026-03") == [HARVEST]
    assert papers.harvests("2026-04") == []
    assert papers.pages(HARVEST.id) == written


def test_a_page_comes_with_its_papers_or_not_at_all(papers: Papers):
    papers.add_page(HARVEST.id, page(1), [Found(preprint=preprint())])
    with pytest.raises(StoreError):
        papers.add_page(HARVEST.id, page(1), [Found(preprint=preprint("2603.00002"))])
    assert [one.preprint.id for one in papers.of_month("2026-03")] == ["2603.00001"]


def test_a_paper_is_known_as_last_seen(papers: Papers):
    first, second = Found(preprint=preprint()), Found(preprint=preprint(versions=2))
    gone = Found(preprint=preprint(versions=2), left_out="withdrawn")
    for number, seen in enumerate((first, first, second, gone), 1):
        papers.add_page(HARVEST.id, page(number), [seen, seen])
        assert papers.of_month("2026-03") == [seen]
        assert papers.paper("2603.00001") == seen
    assert papers.of_month("2026-04") == []


def test_a_name_that_was_never_harvested(papers: Papers):
    papers.add_page(HARVEST.id, page(1), [Found(preprint=preprint())])
    with pytest.raises(UnknownName, match="did you mean 2603"):
        papers.paper("2603.00010")


def test_sources_and_readings_are_those_of_the_month(papers: Papers):
    april = preprint("2604.00001").model_copy(
        update={"versions": (Version(number=1, submitted_at=datetime(2026, 4, 1, tzinfo=UTC)),)}
    )
    found = [Found(preprint=p) for p in (preprint(), preprint("2603.00002"), april)]
    papers.add_page(HARVEST.id, page(1), found)
    for name in ("2603.00001", "2603.00002", "2604.00001"):
        papers.add_source(source(name, state="failed", reason="\0 no answer"))
        papers.add_source(source(name, main_file="main.tex"))
        papers.add_reading(reading(name, reason="none\0"))
        papers.add_reading(reading(name, "One.", "Two \0."))
    assert sorted(papers.sources("2603")) == []
    assert sorted(papers.sources("2026-03")) == ["2603.00001", "2603.00002"]
    assert papers.source("2604.00001") == source("2604.00001", main_file="main.tex")
    assert papers.source("2605.00001") is None
    assert [r.theorems for r in papers.read("2026-03").values()] == [2, 2]
    assert [r.paper for r in papers.readings("2026-03")] == ["2603.00001", "2603.00002"]
    assert papers.reading("2603.00001") == reading("2603.00001", "One.", "Two \0.")
    assert papers.reading("2605.00001") is None
    assert papers.kinds("2026-03") == {"statement": 4}


def test_a_damaged_reading_is_told():
    with pytest.raises(StoreError, match="a reading cannot be read"):
        unpack(b"\x28\xb5\x2f\xfd damaged")


def test_a_store_without_papers_gets_their_tables(tmp_path: Path):
    """What is in a store of the first version stays, and papers find room beside it."""
    path = tmp_path / "old.db"
    config = Config()
    config.set_main_option("script_location", "porism.store:migrations")
    with make_engine(as_url(path)).connect().execution_options(begin=READ_WRITE) as connection:
        connection.exec_driver_sql(f"PRAGMA application_id={APPLICATION_ID}")
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        connection.exec_driver_sql("INSERT INTO runs VALUES ('r', 0, '{}')")
        connection.commit()
    connection.engine.dispose()
    with Store(path) as store:
        assert store.has_run("r")
        Papers(store).add_harvest(HARVEST)
        assert Papers(store).harvests() == [HARVEST]
