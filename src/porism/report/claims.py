"""What providers claim beside what was measured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Literal

from porism.core import Claim
from porism.report.scores import scores_of, standing
from porism.stats import Tally
from porism.stats.claims import ClaimGap, claim_gap
from porism.store import Store
from porism.store.decisions import Decisions

if TYPE_CHECKING:
    from porism.report.snapshot import Snapshot

Verdict = Literal["reproduced", "discrepancy unexplained", "explained", "waived", "not measured"]
HOW_TO_MEND = "give its claim an explanation or a waiver, in claims.yaml or at the desk"
QUEUE = "claims"
"""Where people answer claims."""
ANSWERS = {"explain": "explanation", "waive": "waiver"}
"""What decisions of people are called in claims."""


@dataclass(frozen=True, slots=True)
class CheckedClaim:
    """A claim and what came of it."""

    claim: Claim
    score: float | None
    """Mean over all runs of ours; nothing where there are none."""
    gap: ClaimGap | None
    """Ours less theirs, with its 95 % interval."""
    verdict: Verdict

    @property
    def said(self) -> str:
        """The verdict, with what explains or waives the difference."""
        reasons = {"explained": self.claim.explanation, "waived": self.claim.waiver}
        reason = reasons.get(self.verdict)
        return f"{self.verdict}: {reason}" if reason else self.verdict


def answered(
    claims: Sequence[Claim], store: Store, until: datetime | None = None
) -> tuple[Claim, ...]:
    """Return claims with the explanations and waivers that people gave at the desk.

    Args:
        claims: what the file says, which has the last word.
        store: where decisions are.
        until: decisions made later are left out.
    """
    said = {
        made.decision.subject: made.decision
        for made in Decisions(store).all()
        if made.decision.queue == QUEUE
        and made.decision.choice in ANSWERS
        and not made.withdrawn
        and (until is None or made.decision.made_at <= until)
    }
    return tuple(
        claim.model_copy(update={ANSWERS[found.choice]: found.why})
        if (found := said.get(claim.subject)) and not (claim.explanation or claim.waiver)
        else claim
        for claim in claims
    )


def check_claims(snapshot: Snapshot) -> tuple[CheckedClaim, ...]:
    """Compare every claim that a snapshot carries with the attempts that stand.

    Returns:
        In the order of model, benchmark and settings.
    """
    claims = snapshot.manifest.claims
    tallies = _tallies(snapshot) if claims else {}
    return tuple(
        _checked(claim, tallies.get((claim.model, claim.benchmark)))
        for claim in sorted(claims, key=lambda c: (c.model, c.benchmark, c.settings))
    )


def held_back(snapshot: Snapshot) -> dict[str, str]:
    """Return the models that are not to be published, with what is open and how to mend it."""
    found: dict[str, str] = {}
    for one in check_claims(snapshot):
        if one.verdict == "discrepancy unexplained" and one.score is not None:
            claim = one.claim
            found[claim.model] = (
                f"{100 * one.score:.1f} % were measured on {claim.benchmark} where "
                f"{100 * claim.score:.1f} % are claimed; {HOW_TO_MEND}"
            )
    return found


def _tallies(snapshot: Snapshot) -> dict[tuple[str, str], Tally]:
    """Add up the runs of each claimed model on each claimed benchmark."""
    import polars as pl

    claims = snapshot.manifest.claims
    attempts = standing(snapshot).filter(
        pl.col("model").is_in([c.model for c in claims])
        & pl.col("benchmark").is_in([c.benchmark for c in claims])
    )
    found = {}
    for (model, benchmark), part in attempts.group_by("model", "benchmark"):
        scores = scores_of(part)
        if scores is not None:
            runs, total, squares = (
                sums[0] for sums in (scores.tally.runs, scores.tally.total, scores.tally.squares)
            )
            found[str(model), str(benchmark)] = Tally(runs, total, squares)
    return found


def _checked(claim: Claim, tally: Tally | None) -> CheckedClaim:
    if tally is None:
        return CheckedClaim(claim, None, None, "not measured")
    gap = claim_gap(tally, claim.score, claimed_runs=claim.runs)
    return CheckedClaim(claim, float(tally.pooled_mean), gap, _verdict(claim, gap))


def _verdict(claim: Claim, gap: ClaimGap) -> Verdict:
    if gap.reproduced:
        return "reproduced"
    if claim.explanation:
        return "explained"
    return "waived" if claim.waiver else "discrepancy unexplained"
