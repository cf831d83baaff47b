"""Pandoc in a process of its own: bounded in time and memory, with neither files nor network."""

from __future__ import annotations

import json
from functools import cache
from importlib.util import find_spec
from pathlib import Path

from porism.errors import ConfigurationError, TypesettingError
from porism.interop.submissions.bounded import run
from porism.interop.submissions.tree import Tree

CPU_S = 15
"""For one text, in seconds; a proof takes a third of one."""
MEMORY = "1g"
VERSION: Tree = [1, 23]
"""Of Pandoc's document format: what it writes and what it is given."""
_MARKDOWN = "markdown_strict"
_TAKEN = (
    "backtick_code_blocks", "fenced_code_blocks", "fancy_lists", "startnum", "pipe_tables",
    "strikeout", "raw_tex", "hard_line_breaks", "lists_without_preceding_blankline",
    "intraword_underscores", "all_symbols_escapable", "space_in_atx_header",
)  # fmt: skip
MARKDOWN = _MARKDOWN + "-raw_html" + "".join(f"+{name}" for name in _TAKEN)
"""Markdown as models write it, without HTML, attributes, notes, citations or files."""


@cache
def pandoc_path() -> Path:
    """Return where Pandoc is.

    Raises:
        ConfigurationError: a package is not installed.
    """
    found = {name: find_spec(name) for name in ("pypandoc", "typst", "pypdfium2")}
    pandoc = found["pypandoc"]
    binary = Path(pandoc.origin or "").parent / "files" / "pandoc" if pandoc else None
    if not all(found.values()) or binary is None or not binary.exists():
        raise ConfigurationError(
            "making PDFs needs Pandoc and Typst; install them with: pip install 'porism[pdf]'"
        )
    return binary


def read(text: str, reader: str) -> list[Tree]:
    """Read a text.

    Args:
        text: from anyone.
        reader: ``latex`` or :data:`MARKDOWN`.

    Returns:
        The blocks of the document.

    Raises:
        TypesettingError: Pandoc cannot read it within bounds.
    """
    written = _run(text, "--from", reader, "--to", "json")
    try:
        document = json.loads(written)
    except RecursionError:
        raise TypesettingError("nested too deeply") from None
    blocks: list[Tree] = document["blocks"]
    return blocks


def write(blocks: list[Tree]) -> str:
    """Write blocks in Typst.

    Raises:
        TypesettingError: Pandoc cannot write it within bounds.
    """
    document = {"pandoc-api-version": VERSION, "meta": {}, "blocks": blocks}
    return _run(json.dumps(document), "--from", "json", "--to", "typst-smart", "--wrap=none")


def _run(text: str, *options: str) -> str:
    command = [str(pandoc_path()), "+RTS", f"-M{MEMORY}", "-RTS", "--sandbox", "--quiet", *options]
    ended = run(command, text, cpu_s=CPU_S)
    if ended.code < 0:
        raise TypesettingError(f"Pandoc does not read it in {CPU_S} s")
    if ended.code:
        said = ended.said.strip().splitlines() or ["no reason given"]
        raise TypesettingError(f"Pandoc cannot read it: {said[0][:200]}")
    return ended.written.decode()
