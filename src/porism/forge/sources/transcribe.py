"""``porism forge sources --ocr MODEL``: papers that are nothing but a PDF, read by a model."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import BrokenExecutor, Executor
from pathlib import Path

from porism.core import Image, Model, Preprint, Source, user
from porism.errors import EndpointError, SourceError
from porism.forge.asking import WAITS_S, ask, forge_text
from porism.forge.harvest.recording import write_whole
from porism.forge.sources.fetch import path_of
from porism.forge.sources.kind import transcript_of
from porism.forge.sources.pages import pdf_package, render_page
from porism.models import Connection, connect
from porism.store import Papers
from porism.workspace import Workspace

MAIN_FILE = "transcript.md"
BREAK = "\n\n"


def transcribe_month(
    workspace: Workspace,
    month: str,
    model: Model,
    make: Callable[[], Executor],
    *,
    on_paper: Callable[[str, str], None] = lambda _name, _what: None,
) -> int:
    """Have the month's papers without TeX read page by page; return how many were.

    Args:
        workspace: where papers are.
        month: as in ``2026-03``.
        model: reads pictures.
        make: makes an executor with processes that may die of a bad PDF.
        on_paper: told each paper and what became of it.

    Raises:
        ConfigurationError: the model cannot be asked from here, or a package is missing.
    """
    pdf_package()
    papers = Papers(workspace.store)
    sources = papers.sources(month)
    preprints = {one.preprint.id: one.preprint for one in papers.of_month(month)}
    owed = [(preprints[s.paper], s) for s in sources.values() if s.state == "pdf"]

    async def run() -> int:
        connection = connect(model, folder=workspace.root)
        count = 0
        try:
            for preprint, source in owed:
                read = await transcribe(workspace, connection, make, preprint, source)
                papers.add_source(read)
                count += read.state == "transcribed"
                on_paper(preprint.name, read.reason or read.state)
        finally:
            await connection.close()
        return count

    return asyncio.run(run())


async def transcribe(  # noqa: PLR0913, PLR0917 - who reads what, where
    workspace: Workspace,
    connection: Connection,
    make: Callable[[], Executor],
    preprint: Preprint,
    source: Source,
    waits_s: Sequence[float] = WAITS_S,
) -> Source:
    """Have one PDF read; what goes wrong is the reason for which it stays a PDF."""
    path = path_of(workspace, preprint)
    pages: list[str] = []
    try:
        with make() as executor:
            while (page := await picture(executor, path, len(pages))) is not None:
                pages.append(await read_page(connection, page, preprint.name, waits_s))
    except BrokenExecutor:
        return source.model_copy(update={"reason": "the PDF ended the process that opened it"})
    except (SourceError, EndpointError) as error:
        return source.model_copy(update={"reason": f"not transcribed: {error}"[:300]})
    write_whole(transcript_of(path), BREAK.join(pages).encode())
    done = {"state": "transcribed", "reason": "", "main_file": MAIN_FILE}
    return source.model_copy(update=done)


async def read_page(
    connection: Connection, page: bytes, name: str, waits_s: Sequence[float]
) -> str:
    """Have one page read.

    Raises:
        SourceError: the model stopped before its end.
    """
    said = (user(forge_text("transcribe"), Image(media_type="image/png", data=page)),)
    reply = await ask(connection, said, name, waits_s=waits_s)
    if reply.finish != "stop":
        raise SourceError(f"the model ended a page with {reply.finish}")
    return reply.message.text.strip()


async def picture(executor: Executor, path: Path, number: int) -> bytes | None:
    """Render a page in another process."""
    return await asyncio.get_running_loop().run_in_executor(executor, render_page, path, number)
