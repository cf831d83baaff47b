"""Print what asking costs, beside what it was promised to cost.

Takes about two minutes, and a quarter of an hour with --full.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator
from itertools import chain

from bench.asking import command, listing, load
from bench.asking.figures import COLUMNS, Figure, show


def main() -> None:
    """Print one table."""
    parser = argparse.ArgumentParser(prog="python -m bench.asking", description=__doc__)
    parser.add_argument("--full", action="store_true", help="more clients, repeats and cells")
    parser.add_argument(
        "--only", choices=PARTS, action="append", help="only this part; can be repeated"
    )
    chosen = parser.parse_args()
    start_s = time.monotonic()
    show(chain.from_iterable(PARTS[name](full=chosen.full) for name in chosen.only or PARTS))
    print(f"\n{time.monotonic() - start_s:.0f} s")


def cost(*, full: bool) -> Iterator[Figure]:
    """No latency."""
    clients = tuple(COLUMNS) if full else ("porism", "aiohttp", "openai-aiohttp")
    return load.without_latency(clients, repeats=3 if full else 1)


def latency(*, full: bool) -> Iterator[Figure]:
    """A latency of one second."""
    return load.with_latency(tuple(COLUMNS) if full else ("porism", "aiohttp"))


def memory(*, full: bool) -> Iterator[Figure]:
    """Requests in flight and cells."""
    return load.memory(cells=40_000 if full else 12_000)


def errors(*, full: bool) -> Iterator[Figure]:
    """Failing requests."""
    del full
    return load.errors()


def start(*, full: bool) -> Iterator[Figure]:
    """Start-up."""
    return command.start_up(repeats=10 if full else 3)


def kill(*, full: bool) -> Iterator[Figure]:
    """Kills."""
    return command.killing(times=10 if full else 3)


def lists(*, full: bool) -> Iterator[Figure]:
    """Long lists."""
    return listing.listing(repeats=5 if full else 2)


PARTS = {part.__name__: part for part in (cost, latency, memory, errors, start, kill, lists)}

if __name__ == "__main__":
    main()
