"""Tables that count papers by state or by reason."""

from __future__ import annotations

from collections import Counter

from porism.cli.printable import printable


def show_tally(what: str, unit: str, counts: Counter[str]) -> None:
    """Print a row for each thing that is counted, the most frequent first.

    Args:
        what: heads the things.
        unit: heads the counts.
        counts: reasons may quote papers, and so be anything.
    """
    from porism.cli.console import out, table

    made = table(what, unit, right=(unit,))
    for name, count in counts.most_common():
        made.add_row(printable(name), f"{count:,}")
    out().print(made)
