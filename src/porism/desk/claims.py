"""Claims to explain: scores that providers report and that were not measured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from porism.core import Claim, Reviewer
from porism.desk.counted import Kept
from porism.desk.listed import ListedQueue
from porism.desk.problem_view import web
from porism.desk.queue import Entry, Form, Item, Option, Ruling
from porism.desk.refusal import Refusal
from porism.look.figures import day, interval, percent
from porism.report.claims import QUEUE, CheckedClaim, check_claims
from porism.report.snapshot import snapshot_of
from porism.store import Store
from porism.store.decisions import Decisions

OPTIONS = (
    Option("explain", "Explain", "1"),
    Option("waive", "Publish unexplained", "2"),
)
Fact = tuple[str, str, str]


@dataclass(frozen=True)
class ClaimsQueue(ListedQueue):
    """Claims that differ from what was measured by more than luck.

    Attributes:
        store: where attempts are.
        decisions: what people said of claims.
        claims: what the workspace's file says.
    """

    store: Store
    decisions: Decisions
    claims: tuple[Claim, ...]
    id: str = QUEUE
    title: str = "Claims to explain"
    about: str = "What providers report and was not measured so: why? Until then it is held back."
    _checked: Kept[tuple[CheckedClaim, ...]] = field(default_factory=Kept)

    def entries(self) -> Sequence[Entry]:
        """Return the claims that nobody has explained."""
        decided = self.decisions.revisions(self.id)
        return [
            Entry(
                one.claim.subject,
                one.claim.model,
                one.claim.benchmark,
                f"{percent(one.claim.score)} % claimed, {percent(one.score)} % measured",
            )
            for one in self._all()
            if one.verdict == "discrepancy unexplained" and one.claim.subject not in decided
        ]

    def item(self, reviewer: Reviewer, subject: str) -> Item:
        """Return a claim beside what was measured."""
        one = self._found(subject)
        state = self.decisions.state(subject, reviewer.name)
        title = f"What is claimed of {one.claim.model}"
        return Item("claim.html", title, facts(one), OPTIONS, state)

    def ruling(self, reviewer: Reviewer, subject: str, form: Form) -> Ruling:
        """Read a form."""
        self._found(subject)
        if not form.why.strip():
            advice = "Say why it differs, or why the results are published all the same."
            raise Refusal(422, "A reason is missing", advice)
        match form.say:
            case "explain":
                return Ruling("explain")
            case "waive":
                return Ruling("waive")
            case _:
                advice = "Explain it, or publish it unexplained."
                raise Refusal(422, "Nothing was chosen", advice, kept=form.why)

    def _all(self) -> tuple[CheckedClaim, ...]:
        """Check all claims, seldom where that is dear."""
        return self._checked.get("all", self._check) if self.store.benchmarks() else ()

    def _check(self) -> tuple[CheckedClaim, ...]:
        return check_claims(snapshot_of(self.store, claims=self.claims))

    def _found(self, subject: str) -> CheckedClaim:
        for one in self._all():
            if one.claim.subject == subject and one.gap is not None:
                return one
        raise Refusal(404, "There is no such claim here", back=f"/queue/{self.id}")


def facts(one: CheckedClaim) -> tuple[Fact, ...]:
    """Return what is known of a claim: name, value and address of each."""
    claim, gap = one.claim, one.gap
    ends = (gap.low, gap.high) if gap else None
    known = (
        ("Benchmark", claim.benchmark, ""),
        ("Claimed", f"{percent(claim.score)} %", ""),
        ("Measured", f"{percent(one.score)} %", ""),
        ("Measured less claimed, 95 %", f"{interval(ends)} %", ""),
        ("Settings, as the source says", claim.settings, ""),
        ("Runs behind it", str(claim.runs or ""), ""),
        ("Made", day(claim.date), ""),
        ("Source", claim.source, web(claim.source)),
    )
    return tuple(fact for fact in known if fact[1])
