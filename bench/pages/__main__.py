"""Measure how sites are built, and how their pages do in a browser.

    python -m bench.pages prepare FOLDER [--problems 1000]   a store, and two snapshots of it
    python -m bench.pages build FOLDER                       a site, again, and with one more model
    python -m bench.pages browse FOLDER                      its home page and its largest grid
    python -m bench.pages all [FOLDER] [--problems 1000]     all of this, without a folder for once

100 models, each problem asked four times, answers of 2 KB: 400,000 attempts with 1,000 problems.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.pages.browser import browse
from bench.pages.contents import prepare
from bench.pages.cost import cost_of


def build(folder: Path) -> Iterator[str]:
    """Yield what building takes, from nothing, from the same, and from one more model."""
    for label, snapshot in (
        ("from nothing", "before"),
        ("again", "before"),
        ("after one more model", "after"),
    ):
        words = ["-m", "porism", "site", "build", str(folder / snapshot)]
        yield f"{label:22} {cost_of([sys.executable, *words, '-o', str(folder / 'site')])}"


def main() -> None:
    """Do a part, and print a line a figure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", choices=("prepare", "build", "browse", "all"))
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--problems", type=int, default=1_000)
    chosen = parser.parse_args()
    with TemporaryDirectory(prefix="porism-bench-") as made:
        measure(chosen.part, chosen.folder or Path(made), chosen.problems)


def measure(part: str, folder: Path, problems: int) -> None:
    """Do a part, or all of them."""
    if part in {"prepare", "all"}:
        folder.mkdir(parents=True, exist_ok=True)
        prepare(folder, problems)
    if part in {"build", "all"}:
        say(build(folder))
    if part in {"browse", "all"}:
        say(browse(folder / "site"))


def say(lines: Iterator[str]) -> None:
    """Print lines as they come."""
    for line in lines:
        print(line, flush=True)


if __name__ == "__main__":
    main()
