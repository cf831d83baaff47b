"""Two folders: one for the jury, and one, sealed, for the organisers."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Literal, NamedTuple, get_args

from porism.errors import ConfigurationError
from porism.interop.submissions.key import seal
from porism.interop.submissions.making import Batch
from porism.interop.submissions.proof import Form, Typeset
from porism.interop.submissions.sheet import blank_sheet

SHEET, DIGEST = "grading-sheet.csv", "key-digest.txt"
KEY, REPAIRS, LISTING = "key.json", "repairs.json", "listing.json"
FORMS: tuple[str, ...] = (*get_args(Form), "missing")
"""What may become of a problem of a submission."""


class Listed(NamedTuple):
    """What became of one problem of a submission."""

    code: str
    problem: str
    form: Form | Literal["missing"]
    why: str
    """Why it is shown as it was written, or missing."""


class Repaired(NamedTuple):
    """One line of the log of repairs."""

    code: str
    """Empty for a statement, which is the same in all submissions."""
    problem: str
    what: str
    before: str
    after: str
    times: int


def refuse_used(*folders: Path) -> None:
    """Refuse to write where something is.

    Raises:
        ConfigurationError: a folder is not empty, or no folder.
    """
    for folder in folders:
        if folder.exists() and not (folder.is_dir() and not any(folder.iterdir())):
            raise ConfigurationError(
                f"{folder} is there already, and nothing is overwritten; name another folder"
            )


def write(batch: Batch, folder: Path, sealed: Path) -> str:
    """Write submissions.

    Args:
        batch: what was made.
        folder: for the jury: PDFs, a blank grading sheet, and the digest of the key.
        sealed: for the organisers: the key, what was repaired, what became of each proof.

    Returns:
        The digest of the key's file.

    Raises:
        ConfigurationError: a folder cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        sealed.mkdir(parents=True, exist_ok=True, mode=0o700)
        digest = seal(batch.key, sealed / KEY)
        for work in batch.works:
            (folder / f"{work.submission.code}.pdf").write_bytes(work.pdf)
        (folder / SHEET).write_text(blank_sheet(batch.key), encoding="utf-8", newline="")
        (folder / DIGEST).write_text(f"{digest}  {KEY}\n", encoding="utf-8")
        _write_json(sealed / REPAIRS, list(repairs(batch)))
        _write_json(sealed / LISTING, list(listing(batch)))
    except OSError as error:
        raise ConfigurationError(f"{error.filename}: {error.strerror}") from error
    return digest


def _write_json(path: Path, rows: Sequence[Listed | Repaired]) -> None:
    text = json.dumps([row._asdict() for row in rows], ensure_ascii=False, indent=1)
    path.write_text(text + "\n", encoding="utf-8")


def listing(batch: Batch) -> Iterator[Listed]:
    """Yield what became of each problem of each submission."""
    for work in batch.works:
        code = work.submission.code
        for entry, proof in zip(work.entries, work.proofs, strict=True):
            if proof is None:
                yield Listed(code, entry.problem.id, "missing", entry.missing)
            else:
                yield Listed(code, entry.problem.id, proof.form, proof.unread)


def repairs(batch: Batch) -> Iterator[Repaired]:
    """Yield every repair, those of the statements first."""
    problems = [handed.problem for handed in batch.key.submissions[0].handed]
    yield from _repairs("", zip(problems, batch.statements, strict=True))
    for work in batch.works:
        yield from _repairs(work.submission.code, zip(problems, work.proofs, strict=True))


def _repairs(code: str, texts: Iterable[tuple[str, Typeset | None]]) -> Iterator[Repaired]:
    for problem, text in texts:
        for repair, count in (text.repairs if text else {}).items():
            yield Repaired(code, problem, *repair, count)
