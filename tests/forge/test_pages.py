"""Answers of an archive: real ones, broken ones and hostile ones."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from porism.core import Harvest, HarvestPage
from porism.errors import HarvestError
from porism.forge.harvest.harvest import next_query, owed, windows
from porism.forge.harvest.page import read_page
from porism.forge.harvest.preprint import authors, read_preprint
from porism.forge.harvest.xml import parse
from tests.loopback.arxiv import ARXIV, BOMB, month_of_papers

OAI = 'xmlns="http://www.openarchives.org/OAI/2.0/"'


def sample(name: str) -> bytes:
    return (ARXIV / "oai" / f"{name}.xml").read_bytes()


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("sickle_badResumptionToken", "badResumptionToken"),
        ("sickle_noRecordsMatch", "noRecordsMatch"),
        ("sickle_badArgument", "badArgument"),
        ("sickle_cannotDisseminateFormat", "cannotDisseminateFormat"),
        ("sickle_undefinedError", "undefinedError"),
    ],
)
def test_real_complaints(name: str, code: str):
    assert read_page(sample(name)).error == code


def test_real_lists():
    first = read_page(sample("sickle_ListRecords"))
    assert first.token == "ListRecords2.xml"
    assert [record.deleted for record in first.records] == [True, False]
    assert read_page(sample("sickle_ListRecords4")).token == ""
    arxiv = read_page(sample("hepcrawl_func_arxiv-physics-hep-ex"))
    assert len(arxiv.records) == 3
    assert all(record.identifier.startswith("oai:arXiv.org:") for record in arxiv.records)
    for record in (*arxiv.records, *first.records):
        with pytest.raises(HarvestError, match=r"arXivRaw|deleted"):
            read_preprint(record)


HOSTILE = {
    "no XML": b"Service unavailable",
    "nothing": b"",
    "cut": sample("sickle_ListRecords")[:-200],
    "broken sample": sample("sickle_ListRecordsBroken"),
    "a bomb": BOMB.encode(),
    "an outside type": b'<!DOCTYPE a SYSTEM "http://127.0.0.1/x.dtd"><a/>',
    "an unknown entity": f"<OAI-PMH {OAI}>&lol;</OAI-PMH>".encode(),
    "an unknown encoding": b'<?xml version="1.0" encoding="no-such"?><a/>',
    "too deep": b"<a>" * 100_000,
    "another answer": b"<html><body/></html>",
    "another namespace": b'<OAI-PMH xmlns="http://example.com/"/>',
    "no list": f"<OAI-PMH {OAI}><Identify/></OAI-PMH>".encode(),
    "a token without end": (
        f"<OAI-PMH {OAI}><ListRecords><resumptionToken>{'x' * 9_000}</resumptionToken>"
        "</ListRecords></OAI-PMH>"
    ).encode(),
    "two roots": f"<OAI-PMH {OAI}/><OAI-PMH {OAI}/>".encode(),
    "a forbidden sign": f"<OAI-PMH {OAI}>\x01</OAI-PMH>".encode(),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_what_is_no_page_is_refused(what: str):
    with pytest.raises(HarvestError) as refusal:
        read_page(HOSTILE[what])
    assert str(refusal.value)


TOKENS = st.sampled_from([
    "<a>", "</a>", f"<OAI-PMH {OAI}>", "</OAI-PMH>", "<ListRecords>", "</ListRecords>", "<record>",
    "</record>", "<header>", "</header>", "<identifier>", "</identifier>", "<metadata>", "&amp;",
    "</metadata>", "<!-- x -->", "<![CDATA[", "]]>", "<?xml version='1.0'?>", "<!DOCTYPE a>", "x",
    '<error code="">', "</error>", "<resumptionToken>", "</resumptionToken>",
])  # fmt: skip


@given(st.lists(TOKENS, max_size=40).map("".join).map(str.encode) | st.binary(max_size=200))
def test_no_bytes_get_through_unread(data: bytes):
    try:
        page = read_page(data)
    except HarvestError:
        return
    for record in page.records:
        with pytest.raises(HarvestError):
            read_preprint(record)


def test_tags_carry_their_namespaces():
    root = parse(b'<a xmlns="urn:x" xmlns:y="urn:y"><y:b k="v">t</y:b><c xmlns=""/></a>')
    assert [element.tag for element in root.iter()] == ["{urn:x}a", "{urn:y}b", "c"]
    assert root[0].text == "t"


@pytest.mark.parametrize(
    ("line", "names"),
    [
        ("", ()),
        ("A. B", ("A. B",)),
        ("A. B and C. D", ("A. B", "C. D")),
        ("A. B, C. D, and E. F", ("A. B", "C. D", "E. F")),
        ("A. B (X, Y and Z), C. D", ("A. B", "C. D")),
        ("A. B (X (Y), C. D", ("A. B",)),
        ("A. B) , C. D, III", ("A. B)", "C. D, III")),
        ("Alexander Sandström", ("Alexander Sandström",)),
        ("(" * 5_000, ()),
    ],
)
def test_authors(line: str, names: tuple[str, ...]):
    assert authors(line) == names


def test_real_authors_come_back():
    for paper in month_of_papers():
        assert authors(paper.authors)


# Which page comes next

HARVEST = Harvest(
    id="h", month="2026-03", set="math", base_url="http://x", start=date(2026, 3, 1),
    last=date(2026, 3, 15),
)  # fmt: skip
FIRST, TOKEN = "first", "verb=ListRecords&resumptionToken=t"


def page(number: int, query: str = FIRST, **changes: object) -> HarvestPage:
    facts = {"number": number, "window": HARVEST.start, "query": query, "sha256": "", "size": 0}
    return HarvestPage.model_validate({**facts, **changes})


def test_windows_cover_every_day_and_the_last_has_no_end():
    assert list(windows(HARVEST)) == [date(2026, 3, 1), date(2026, 3, 8), date(2026, 3, 15)]
    queries = [next_query(HARVEST, day, ()) for day in windows(HARVEST)]
    assert [query.rpartition("&from=")[2] for query in queries] == [
        "2026-03-01&until=2026-03-07",
        "2026-03-08&until=2026-03-14",
        "2026-03-15",
    ]


@pytest.mark.parametrize(
    ("pages", "following"),
    [
        ([], "from=2026-03-01"),
        ([page(1, token="t")], "resumptionToken=t"),
        ([page(1)], None),
        ([page(1, token="t"), page(2, TOKEN)], None),
        ([page(1, fault="broken XML")], FIRST),
        ([page(1, token="t"), page(2, TOKEN, fault="broken XML")], TOKEN),
        ([page(1, token="t"), page(2, TOKEN, fault="badResumptionToken: x")], "from=2026-03-01"),
    ],
)
def test_the_next_page_follows_from_those_that_came(
    pages: list[HarvestPage], following: str | None
):
    found = next_query(HARVEST, HARVEST.start, pages)
    assert found is None if following is None else following in found


def test_windows_are_owed_until_they_are_complete():
    assert list(owed(HARVEST, [page(1)])) == [date(2026, 3, 8), date(2026, 3, 15)]
    assert list(owed(HARVEST, [page(1, token="t")])) == list(windows(HARVEST))
