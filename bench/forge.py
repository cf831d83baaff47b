"""How well and how fast papers are read.

    python bench/forge.py corpus LATEX_FOLDER         recall, precision, CPU s per MB, memory
    python bench/forge.py month ARCHIVES_FOLDER [N]   N papers (5,000) through a process pool

LATEX_FOLDER holds ``measure.py``, ``truth.json`` and ``corpus/``; every paper is read in a
process of its own. A month is made by reading the same archives over and over.
"""

from __future__ import annotations

import argparse
import itertools
import os
import resource
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from porism.forge.sources import unpack
from porism.forge.theorems.pool import read_many

WORKERS = 2


def corpus(folder: Path) -> None:
    """Run the corpus's own measuring program over Porism's extractor."""
    command = [sys.executable, str(folder / "measure.py"), "porism.forge.theorems:extract_file"]
    subprocess.run(command, check=True)


def month(archives: Path, papers: int) -> None:
    """Unpack the archives once, then read them as if they were a whole month."""
    with tempfile.TemporaryDirectory() as scratch:
        folders = [
            unpack(archive, Path(scratch) / archive.stem).folder
            for archive in sorted(archives.iterdir())
        ]
        begun, used = time.perf_counter(), cpu_seconds()
        with ProcessPoolExecutor(WORKERS) as pool:
            reads = read_many(itertools.islice(itertools.cycle(folders), papers), pool)
            statements = sum(len(read.paper.statements) for read in reads if read.paper)
        passed, used = time.perf_counter() - begun, cpu_seconds() - used
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(
        f"{papers:,} papers, {statements:,} statements, {WORKERS} workers of {os.cpu_count()} cores"
    )
    print(f"{passed:.1f} s, {used:.1f} CPU s, {peak:.0f} MB at most in one worker")


def cpu_seconds() -> float:
    """CPU seconds of this process and those that it has waited for."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


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
