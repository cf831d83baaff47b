"""How well and how fast papers are read.

    python bench/forge.py corpus LATEX_FOLDER       recall, precision, CPU s per MB, memory
    python bench/forge.py month LATEX_FOLDER [N]    N e-prints (5,000) through a process pool

LATEX_FOLDER holds ``measure.py``, ``truth.json`` and ``corpus/``. For ``corpus`` every paper is
read in a process of its own. For ``month`` e-prints are made of the corpus's papers, again and
again, and go the whole way: unpacked, read, made self-contained.
"""

from __future__ import annotations

import argparse
import io
import itertools
import json
import os
import resource
import subprocess
import sys
import tarfile
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

from porism.core import Preprint, Reading, Version
from porism.forge.sources.fetch import examine
from porism.forge.theorems.month import Job, read_job
from porism.forge.theorems.pool import processes, work_through
from porism.store import Papers, Store

WORKERS = 2
LEAST_BYTES, MOST_BYTES = 30_000, 300_000
"""Of the corpus's entries that are of a paper's size; books and fixtures are left out."""
FIRST = (Version(number=1, submitted_at=datetime(2026, 3, 1, tzinfo=UTC)),)


def corpus(folder: Path) -> None:
    """Run the corpus's own measuring program over Porism's extractor."""
    command = [sys.executable, str(folder / "measure.py"), "porism.forge.theorems:extract_file"]
    subprocess.run(command, check=True)


def month(folder: Path, papers: int) -> None:
    """Make a month's e-prints out of the corpus, then read them as the command does."""
    with tempfile.TemporaryDirectory() as scratch:
        jobs = list(made_from(folder / "corpus", Path(scratch), papers))
        size = sum(job.source.size for job in jobs)
        texts = sum(tex_bytes(job.path) for job in jobs)
        begun, main_begun = time.perf_counter(), time.process_time()
        with Store(Path(scratch) / "store.db") as store:
            done = work_through(measured, jobs, processes(WORKERS))
            came = [kept(Papers(store), one.result) for one in done if one.result]
        passed, main = time.perf_counter() - begun, time.process_time() - main_begun
        stored = (Path(scratch) / "store.db").stat().st_size
    print(
        f"{len(came):,} papers with {sum(one.theorems for one in came):,} statements; on average "
        f"{size / papers / 1e3:.0f} KB packed, {texts / papers / 1e3:.0f} KB of TeX, "
        f"{stored / papers / 1e3:.0f} KB in the store"
    )
    slowest, peak = max(one.cpu_s for one in came), max(one.peak_mb for one in came)
    used = sum(one.cpu_s for one in came) + main
    print(
        f"{WORKERS} workers of {os.cpu_count()} cores, load {os.getloadavg()[0]:.1f}: "
        f"{passed:.1f} s, {used:.1f} CPU s, {main:.1f} of them in the main process, which stores"
    )
    print(f"slowest paper {slowest:.1f} CPU s, {peak:.0f} MB at most in one worker")
    print(f"5,000 such papers: {passed * 5000 / papers / 60:.1f} min at this load, ", end="")
    print(f"{used * 5000 / papers / WORKERS / 60:.1f} min where {WORKERS} cores are free")


class Measured(NamedTuple):
    """What reading one paper took."""

    reading: Reading | None
    theorems: int
    cpu_s: float
    peak_mb: float


def measured(job: Job) -> Measured:
    """Read a source, in whichever process."""
    begun = time.process_time()
    reading = read_job(job)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    return Measured(reading, len(reading.theorems), time.process_time() - begun, peak)


def kept(papers: Papers, result: Measured) -> Measured:
    """Store a reading, as the command does."""
    if result.reading is not None:
        papers.add_reading(result.reading)
    return result._replace(reading=None)


def made_from(corpus: Path, scratch: Path, papers: int) -> Iterator[Job]:
    """Yield so many e-prints: the corpus's papers again and again, each with a line of its own."""
    originals = [
        (paper, info["main_file"])
        for paper, info in json.loads((corpus.parent / "truth.json").read_text())["papers"].items()
        if LEAST_BYTES < size_of(corpus / paper) < MOST_BYTES
    ]
    for number, (paper, main) in zip(range(papers), itertools.cycle(originals), strict=False):
        path = scratch / f"{number:05}"
        with tarfile.open(path, "w:gz", compresslevel=6) as archive:
            archive.add(corpus / paper, "paper")
            note = f"% paper {number}\n".encode()
            info = tarfile.TarInfo("paper/note.tex")
            info.size = len(note)
            archive.addfile(info, io.BytesIO(note))
        name = Preprint(id=f"2603.{number:05}", title=paper, versions=FIRST)
        source = examine(path, name).model_copy(
            update={"main_file": f"paper/{main}", "state": "ready"}
        )
        yield Job(path, source)


def size_of(folder: Path) -> int:
    """Bytes of all files in a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def tex_bytes(path: Path) -> int:
    """Bytes of TeX in an archive."""
    with tarfile.open(path) as archive:
        return sum(m.size for m in archive if m.name.endswith(".tex"))


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["corpus", "month"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("papers", type=int, nargs="?", default=5_000)
    given = parser.parse_args()
    if given.what == "corpus":
        corpus(given.folder)
    else:
        month(given.folder, given.papers)


if __name__ == "__main__":
    main()
