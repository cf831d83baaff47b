"""Typst in a process of its own: which formulas it sets, and the PDF of a document."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Sequence
from typing import Literal

from porism.errors import TypesettingError
from porism.interop.submissions.bounded import Ended, run

CPU_S = 90
"""For a document, in seconds; one of twelve proofs takes two."""
FAILED = 3
"""The exit code of a process that says why Typst cannot set a document."""
_CRASHES = 20
"""Formulas of one text that may end the process before the rest of them stay source."""
_TRACES = (
    (re.compile(rb"/Creator\(([^)]*)\)"), rb" "),
    (re.compile(rb"(?s)(<x:xmpmeta.*?</x:xmpmeta>)"), rb" "),
    (re.compile(rb"/ID\[\(([^)]*)\)"), b"0"),
    (re.compile(rb"/ID\[\([^)]*\)\(([^)]*)\)"), b"0"),
)
"""What a PDF says of its making, and what that is replaced by, at the same length."""


def settable(formulas: Sequence[str]) -> list[bool]:
    """Tell which formulas Typst sets.

    Args:
        formulas: Typst, each with all that it needs.
    """
    found: list[bool] = []
    for _ in range(_CRASHES):
        if len(found) == len(formulas):
            break
        ended = _press("check", {"formulas": list(formulas[len(found) :])})
        found += [sign == ord("+") for sign in ended.written]
        found += [False] * (len(found) < len(formulas))
    return found + [False] * (len(formulas) - len(found))


def pdf(source: str) -> bytes:
    """Set a document; equal documents give equal bytes, which say nothing of their making.

    Args:
        source: in Typst.

    Raises:
        TypesettingError: Typst cannot set it within bounds.
    """
    ended = _press("page", {"source": source})
    if ended.code:
        said = ended.said.splitlines() if ended.code == FAILED else []
        reason = said[0][:200] if said else "it takes too much"
        raise TypesettingError(f"Typst cannot set it: {reason}")
    return _untraced(ended.written)


def words_of(made: bytes) -> str:
    """Return the words of a PDF, page after page."""
    import pypdfium2  # type: ignore[import-untyped]

    document = pypdfium2.PdfDocument(made)
    try:
        pages = (document[number].get_textpage() for number in range(len(document)))
        return "\n".join(str(page.get_text_range()) for page in pages)
    finally:
        document.close()


def _press(task: Literal["check", "page"], work: object) -> Ended:
    command = [sys.executable, "-I", "-m", "porism.interop.submissions.press", task]
    return run(command, json.dumps(work), cpu_s=CPU_S)


def _untraced(made: bytes) -> bytes:
    for trace, sign in _TRACES:
        for found in trace.finditer(made):
            start, end = found.span(1)
            made = made[:start] + sign * (end - start) + made[end:]
    return made
