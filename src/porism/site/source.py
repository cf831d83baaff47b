"""A snapshot as pages need it: chosen, joined and added up once."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING

from porism.core import Benchmark, Image, Model
from porism.errors import UserError
from porism.report.benchmark_studies import jumps
from porism.report.board import Board, boards
from porism.report.claims import CheckedClaim, check_claims
from porism.report.overall import Overall, live_attempts, overall
from porism.report.scores import Scores, scores_of
from porism.report.snapshot import Evidence, Snapshot, read_snapshot
from porism.site.problems import Asked, asked_of

if TYPE_CHECKING:
    import polars as pl

    from porism.stats.contamination import Jump

SEED = 0
"""Of random orders where a test is not exact: the same words again."""
Place = tuple[str, str]
"""A benchmark and one of its variants; the name of the plain protocol is empty."""
MOST_PAIRS = 1_000
"""Pairs that have a page; of more models only neighbours in the standings are compared."""


@dataclass(frozen=True, eq=False)
class Source:
    """What a site is made from.

    Attributes:
        snapshot: the figures.
        evidence: what stands behind them.
    """

    snapshot: Snapshot
    evidence: Evidence

    @classmethod
    def open(cls, folder: Path) -> Source:
        """Read a snapshot.

        Raises:
            DefinitionError: no snapshot, one of another schema version, or a damaged one.
        """
        return cls(read_snapshot(folder), Evidence.of(folder))

    @cached_property
    def benchmarks(self) -> dict[str, Benchmark]:
        """What is shown: all but drafts."""
        return {b.id: b for b in self.snapshot.benchmarks.values() if b.status != "draft"}

    @property
    def models(self) -> dict[str, Model]:
        """All models, deprecated ones included."""
        return self.snapshot.models

    @property
    def held_back(self) -> tuple[str, ...]:
        """The models whose attempts are not to be shown yet."""
        return self.snapshot.manifest.held_back

    @cached_property
    def attempts(self) -> pl.DataFrame:
        """The attempts at benchmarks that are shown, in the order of the snapshot."""
        import polars as pl

        return self.snapshot.attempts.filter(pl.col("benchmark").is_in(list(self.benchmarks)))

    @cached_property
    def places(self) -> list[Place]:
        """The benchmarks and variants that have attempts."""
        found = self.attempts.select("benchmark", "variant").unique().sort("benchmark", "variant")
        return [(benchmark, variant) for benchmark, variant in found.rows()]

    @cached_property
    def boards(self) -> dict[Place, Board]:
        """Leaderboards, deprecated models and benchmarks included."""
        found = boards(self.snapshot, deprecated=True)
        return {(b.benchmark, b.variant): b for b in found if b.benchmark in self.benchmarks}

    @cached_property
    def claims(self) -> dict[str, list[CheckedClaim]]:
        """What is claimed of each model, and what came of it."""
        found: dict[str, list[CheckedClaim]] = {}
        for one in check_claims(self.snapshot):
            found.setdefault(one.claim.model, []).append(one)
        return found

    def claims_on(self, model: str, place: Place) -> list[CheckedClaim]:
        """Return what is claimed of a model's score; claims are about the plain protocol."""
        benchmark, variant = place
        known = [] if variant else self.claims.get(model, [])
        return [one for one in known if one.claim.benchmark == benchmark]

    @cached_property
    def overall(self) -> Overall:
        """The overall leaderboard."""
        return overall(self.snapshot)

    @cached_property
    def jumps(self) -> tuple[dict[str, Jump], dict[str, str]]:
        """Whether models that came out after a benchmark do better on it than elsewhere.

        By benchmark, with the reason for each that cannot be tested.
        """
        import numpy as np

        try:
            return jumps(self.snapshot, np.random.default_rng(SEED))
        except UserError as why:
            return {}, dict.fromkeys(self.benchmarks, str(why))

    @cached_property
    def tokens(self) -> dict[str, float]:
        """Mean output tokens of each model's attempts at live benchmarks."""
        import polars as pl

        attempts, _ = live_attempts(self.snapshot, deprecated=False)
        found = attempts.group_by("model").agg(pl.col("output_tokens").mean()).drop_nulls()
        return dict(found.rows())

    @cached_property
    def scores(self) -> Scores | None:
        """What all models score on all benchmarks by the plain protocol, if any does."""
        return scores_of(self.attempts.filter("stands", variant=""))

    @cached_property
    def pairs(self) -> tuple[tuple[str, str], ...]:
        """The pairs that are compared: all, or those that stand near each other."""
        if self.scores is None:
            return ()
        asked, models = self.scores.tally.asked, self.scores.models
        ranked = [row.model for row in self.overall.rows]
        scored = set(models)
        order = [m for m in dict.fromkeys((*ranked, *models)) if m in scored]
        rows = [models.index(m) for m in order]
        reach = len(order)
        while reach > 1 and reach * len(order) - reach * (reach + 1) / 2 > MOST_PAIRS:
            reach -= 1
        return tuple(
            (order[a], order[b])
            for a, b in combinations(range(len(order)), 2)
            if b - a <= reach and (asked[rows[a]] & asked[rows[b]]).any()
        )

    @cached_property
    def cells(self) -> pl.DataFrame:
        """Standing attempts added up: a row a benchmark, variant, model and problem.

        ``score`` is the mean of those that count; nothing where none does.
        """
        import polars as pl

        return (
            self.attempts.filter("stands")
            .group_by("benchmark", "variant", "model", "problem")
            .agg(
                attempts=pl.len(),
                scored=pl.col("score").count(),
                total=pl.col("score").sum(),
                score=pl.col("score").mean(),
            )
            .sort("benchmark", "variant", "model", "problem")
        )

    @cached_property
    def asked(self) -> dict[str, dict[str, Asked]]:
        """Problems by benchmark and identifier, in the benchmarks' own order."""
        found: dict[str, dict[str, Asked]] = {name: {} for name in self.benchmarks}
        for row in self.snapshot.problems.iter_rows(named=True):
            if row["benchmark"] in found:
                found[row["benchmark"]][row["problem"]] = asked_of(row)
        return found

    def pictures(self, asked: Asked) -> dict[str, Image]:
        """Return the pictures of a problem that the snapshot has."""
        known = self.evidence.pictures
        return {name: known[name] for name in asked.images if name in known}
