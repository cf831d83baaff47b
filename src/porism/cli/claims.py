"""``porism claims``."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from porism.cli.leaderboard import AsJson, From, frozen
from porism.cli.sheet import Column, Sheet, Value, show
from porism.cli.snapshot import AsOf

if TYPE_CHECKING:
    from porism.report.claims import CheckedClaim
    from porism.report.snapshot import Snapshot


def claims(as_of: AsOf = None, snapshot: From = None, as_json: AsJson = False) -> None:
    """Compare what providers claim with what was measured.

        porism claims

        porism claims --json

    Claims stand in `claims.yaml`. A model that misses or beats a claim by more than luck is held
    back from the leaderboard until the claim has an explanation or a waiver.
    """
    from porism.cli.console import print_json
    from porism.report.claims import check_claims, held_back

    found = frozen(snapshot, as_of)
    checked, held = check_claims(found), held_back(found)
    unknown = unmet(checked, found)
    if as_json:
        print_json({"as_of": found.manifest.as_of, "claims": checked, "held_back": held})
    else:
        show(claim_sheet(checked, held, unknown), "table")


def unmet(checked: tuple[CheckedClaim, ...], snapshot: Snapshot) -> list[str]:
    """Return the names in claims that nothing was ever run under: they may be misspelt."""
    known = snapshot.models.keys() | snapshot.benchmarks.keys()
    named = {name for one in checked for name in (one.claim.model, one.claim.benchmark)}
    return sorted(named - known)


def claim_sheet(
    checked: tuple[CheckedClaim, ...], held: dict[str, str], unknown: list[str]
) -> Sheet:
    """Return a row a claim."""
    columns: dict[Column, Callable[[CheckedClaim], Value]] = {
        Column("model"): lambda c: c.claim.model,
        Column("benchmark"): lambda c: c.claim.benchmark,
        Column("claimed %", "percent"): lambda c: c.claim.score,
        Column("settings", "words"): lambda c: c.claim.settings,
        Column("measured %", "percent"): lambda c: c.score,
        Column("difference", "percent"): lambda c: c.gap.difference if c.gap else None,
        Column("95 % interval", "percent range"): lambda c: (
            (c.gap.low, c.gap.high) if c.gap else None
        ),
        Column("verdict", "words"): lambda c: c.said,
    }
    rows = tuple(tuple(cell(one) for cell in columns.values()) for one in checked)
    notes = tuple(f"{model} is held back: {why}" for model, why in held.items())
    notes += (f"never run here: {', '.join(unknown)}",) if unknown else ()
    notes += () if checked else ("no claims: write some into claims.yaml",)
    return Sheet("claims", tuple(columns), rows, notes)
