"""Papers that are nothing but a PDF, read by a model that sees pages."""

import asyncio
import gzip
import io
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from PIL import Image

from porism.core import Endpoint, Model
from porism.errors import SourceError
from porism.forge.harvest.run import harvest
from porism.forge.sources.fetch import fetch_sources
from porism.forge.sources.pages import SIGNATURE, render_page
from porism.forge.sources.transcribe import transcribe_month
from porism.forge.theorems.month import read_month
from porism.forge.theorems.pool import processes
from porism.forge.theorems.transcript import paper_of
from tests.forge.conftest import Forge
from tests.loopback import Say
from tests.loopback.arxiv import Arxiv, Paper
from tests.loopback.server import Loopback

MONTH, TODAY = "2026-03", date(2026, 3, 31)
PAGE_ONE = r"""# On squares

## 1 Introduction

We prove the following.

**Theorem 1.1 (Main theorem).** Let $x$ be real. Then

$$ x^2 \ge 0 $$

and equality holds if $x = 0$.

A remark in passing.

**Proof.** Squares are products. ∎"""
PAGE_TWO = r"""## 2 Lemmas

**Lemma 2.1.** *Known to all.*

**Definition 2.2** (Odd). A number is odd if one of these holds:

- it is one;
- it is odd.

**Theorem** [12]. Quoted?

*Proof.* Clear."""


def pdf(pages: int) -> bytes:
    """Return a PDF with pages that have one line each."""
    kids = " ".join(f"{3 + 2 * n} 0 R" for n in range(pages))
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {pages} >>",
    ]
    for n in range(pages):
        drawn = f"{10 + n} {10 + n} 50 50 re f"
        objects += [
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 300] /Contents {4 + 2 * n} 0 R >>",
            f"<< /Length {len(drawn)} >>\nstream\n{drawn}\nendstream",
        ]
    body, offsets = "%PDF-1.4\n", []
    for number, text in enumerate(objects, 1):
        offsets.append(len(body))
        body += f"{number} 0 obj\n{text}\nendobj\n"
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    head = f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n{table}"
    tail = f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\nstartxref\n{len(body)}\n%%EOF\n"
    return (body + head + tail).encode()


@pytest.fixture
def month(tmp_path: Path):
    """Two papers that are PDFs, one of them broken, and one with TeX."""
    day = (datetime(2026, 3, 2, tzinfo=UTC),)
    papers = [Paper(f"2603.0000{n}", f"Paper {n}", versions=day) for n in (1, 2, 3)]
    sources = {"2603.00001v1": gzip.compress(pdf(2)), "2603.00002v1": b"%PDF-1.7 broken"}
    with Arxiv(papers, sources_of=sources) as arxiv:
        made = Forge(tmp_path / "forge", arxiv)
        harvest(made.workspace, MONTH, today=TODAY)
        fetch_sources(made.workspace, MONTH)
        yield made
        made.close()


def ocr_at(server: Loopback) -> Model:
    endpoint = Endpoint(protocol="openai-compatible", model="ocr", base_url=server.base_url)
    return Model(id="ocr", name="OCR", endpoint=endpoint)


async def test_pages_are_read_one_by_one_and_their_statements_found(month: Forge):
    told: dict[str, str] = {}
    async with Loopback(Say(text=PAGE_ONE), Say(text=PAGE_TWO)) as server:
        count = await asyncio.to_thread(
            transcribe_month,
            month.workspace,
            MONTH,
            ocr_at(server),
            processes(1),
            on_paper=told.__setitem__,
        )
        assert count == 1
        assert len(server.seen) == 2
        for seen in server.seen:
            assert b"data:image/png;base64," in seen.body
    assert told["2603.00001v1"] == "transcribed"
    assert told["2603.00002v1"].startswith("not transcribed: the PDF cannot be opened")
    found = read_month(month.workspace, MONTH, lambda: ThreadPoolExecutor(1))
    assert found.read == 2
    reading = month.papers.reading("2603.00001")
    assert [t.reference for t in reading.theorems] == [
        "Theorem 1.1", "Lemma 2.1", "Definition 2.2", "Theorem",
    ]  # fmt: skip
    main = reading.theorems[0]
    assert main.title == "Main theorem"
    assert main.body.endswith("and equality holds if $x = 0$.")
    assert main.proof == "Squares are products."
    assert main.in_introduction
    assert reading.title == "On squares"


async def test_a_model_that_stops_within_a_page_is_told(month: Forge):
    told: dict[str, str] = {}
    async with Loopback(Say(text="half", finish="length")) as server:
        await asyncio.to_thread(
            transcribe_month,
            month.workspace,
            MONTH,
            ocr_at(server),
            lambda: ThreadPoolExecutor(1),
            on_paper=told.__setitem__,
        )
    assert "ended a page with length" in told["2603.00001v1"]
    assert month.papers.source("2603.00001").state == "pdf"


def test_pages_are_pictures(tmp_path: Path):
    (tmp_path / "source").write_bytes(pdf(2))
    first, second = (render_page(tmp_path / "source", n) for n in range(2))
    assert first.startswith(SIGNATURE)
    assert first != second
    assert render_page(tmp_path / "source", 2) is None
    (tmp_path / "tex").write_bytes(rb"\documentclass{article}\begin{document}\end{document}")
    with pytest.raises(SourceError, match="holds no PDF"):
        render_page(tmp_path / "tex", 0)


def test_a_picture_is_what_was_drawn(tmp_path: Path):
    (tmp_path / "source").write_bytes(pdf(1))
    picture = Image.open(io.BytesIO(render_page(tmp_path / "source", 0)))
    assert max(picture.size) == 1_700
    scale = 1_700 / 300
    assert picture.getpixel((round(35 * scale), round((300 - 35) * scale))) == 0
    assert picture.getpixel((round(150 * scale), round(150 * scale))) == 255


def test_what_a_transcript_says():
    paper = paper_of(f"{PAGE_ONE}\n\n{PAGE_TWO}", "transcript.md")
    by_name = {statement.reference: statement for statement in paper.statements}
    assert [heading.number for heading in paper.headings] == ["", "1", "2"]
    assert "it is odd." in by_name["Definition 2.2"].body
    assert by_name["Definition 2.2"].title == "Odd"
    assert by_name["Lemma 2.1"].section == "2 Lemmas"
    assert by_name["Theorem"].proof.text == "Clear."
    for statement in paper.statements:
        assert paper.text[statement.offset : statement.end].strip() == statement.body


@pytest.mark.parametrize("text", ["", "**", "**Theorem", "# \n**Lemma 1.**", "**Proof.** x" * 999])
def test_odd_transcripts_end(text: str):
    assert paper_of(text, "transcript.md").text == text
