"""What is claimed of models beside what was measured of them."""

from __future__ import annotations

from collections.abc import Sequence

from porism.look.figures import day, ends, percent, signed
from porism.report.claims import CheckedClaim
from porism.site import address
from porism.site.source import Source
from porism.site.table import Cited, Column, Item, Row, Table

COLUMNS = (
    Column("benchmark", "Benchmark", "text"),
    Column("claimed", "Claimed, %"),
    Column("measured", "Measured, %"),
    Column("difference", "Difference", about="Measured less claimed, in percentage points, with "
           "its 95 % interval; a claim of unknown runs is taken as exact."),
    Column("verdict", "Verdict", "text", about="Reproduced: the interval holds no difference. "
           "Else why the two differ, or why results are shown all the same."),
    Column("settings", "Settings of the claim", "text"),
    Column("made", "Made"),
)  # fmt: skip


def claim_table(source: Source, checked: Sequence[CheckedClaim]) -> Table:
    """Return a model's claims as a table."""
    rows = tuple(claim_row(source, one) for one in checked)
    return Table("claims", "Claimed and measured", COLUMNS, rows).dense()


def claim_row(source: Source, checked: CheckedClaim) -> Row:
    """Return one claim."""
    claim, gap = checked.claim, checked.gap
    known = source.benchmarks.get(claim.benchmark)
    measured = Item(percent(checked.score), value=checked.score)
    difference = Item()
    if gap:
        low_to_high = ends(gap.low, gap.high)
        difference = Item(signed(gap.difference), value=gap.difference, note=low_to_high)
    return Row(
        (
            Item(known.name, address.benchmark_page(known.id)) if known else Item(claim.benchmark),
            Item(percent(claim.score), address.web(claim.source), away=True, value=claim.score),
            measured,
            difference,
            Item(checked.said),
            Item(claim.settings or "–"),
            Item(day(claim.date)),
        )
    )


def cited(checked: Sequence[CheckedClaim]) -> tuple[Cited, ...]:
    """Return claims as marks beside a figure."""
    return tuple(
        Cited(
            f"claimed {percent(one.claim.score)}, {where} interval",
            where,
            address.web(one.claim.source),
        )
        for one in checked
        if one.gap
        for where in ["within" if one.gap.reproduced else "outside"]
    )
