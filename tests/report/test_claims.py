"""Claims: what was measured beside them, and who is held back for it."""

from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from porism.core import Claim
from porism.interop.imported import Source
from porism.interop.tallies import import_results
from porism.report.board import boards
from porism.report.claims import check_claims, held_back
from porism.report.overall import overall
from porism.report.snapshot import Snapshot, read_snapshot, snapshot_of, take_snapshot
from porism.store import Store
from tests.conftest import SHARED

RUNS = SHARED / "data/matrices/matharena_aime2025I_feb2025_runs.csv"
AIME = "matharena-aime2025i-feb2025-runs"


def claim(model: str, score: float, **more: object) -> Claim:
    facts = {"source": "https://example.org", "date": date(2025, 2, 1), "benchmark": AIME}
    return Claim.model_validate({"model": model, "score": score} | facts | more)


@pytest.fixture
def filled(store: Store) -> Store:
    when = datetime(2025, 2, 10, tzinfo=UTC)
    import_results(store, RUNS, Source(file=RUNS.name, when=when))
    return store


def frozen(store: Store, *claims: Claim) -> Snapshot:
    return snapshot_of(store, claims=claims)


@pytest.mark.parametrize(
    ("made", "verdict"),
    [
        (claim("o1-medium", 0.79), "reproduced"),
        (claim("o1-medium", 0.99), "discrepancy unexplained"),
        (claim("o1-medium", 0.3), "discrepancy unexplained"),
        (claim("o1-medium", 0.99, explanation="with a tool"), "explained: with a tool"),
        (claim("o1-medium", 0.99, waiver="withdrawn"), "waived: withdrawn"),
        (claim("o1-medium", 0.79, explanation="unneeded"), "reproduced"),
        (claim("o1-medium", 0.9, benchmark="nothing-such"), "not measured"),
        (claim("nobody", 0.9), "not measured"),
    ],
)
def test_a_claim_has_a_verdict(filled, made, verdict):
    [found] = check_claims(frozen(filled, made))
    assert found.said == verdict
    measured = made.model == "o1-medium" and made.benchmark == AIME
    assert found.score == (pytest.approx(47 / 60) if measured else None)
    assert (found.gap is not None) == measured


def test_a_claim_of_few_runs_is_not_exact(filled):
    assert held_back(frozen(filled, claim("o1-medium", 0.95)))
    assert not held_back(frozen(filled, claim("o1-medium", 0.95, runs=15)))


def test_a_model_is_held_back_until_its_claim_is_explained(filled):
    snapshot = frozen(filled, claim("o3-mini-high", 0.99), claim("o1-medium", 0.79))
    [board] = boards(snapshot)
    assert (len(board.rows), board.rows[0].model, board.rows[0].rank) == (15, "o1-medium", 1)
    assert list(board.held_back) == ["o3-mini-high"]
    standings = overall(snapshot)
    assert "o3-mini-high" not in {row.model for row in standings.rows}
    assert standings.held_back == board.held_back
    [note] = standings.notes
    assert note == (
        f"o3-mini-high is held back: 80.0 % were measured on {AIME} where 99.0 % are claimed; "
        "give its claim an explanation or a waiver, in claims.yaml or at the desk"
    )
    explained = frozen(filled, claim("o3-mini-high", 0.99, explanation="majority of 64"))
    assert len(boards(explained)[0].rows) == 16
    assert overall(explained).notes == ()


def test_a_snapshot_carries_the_claims_of_its_day(filled, tmp_path: Path):
    early, late = claim("o1-medium", 0.99), claim("o1-medium", 0.5, date=date(2999, 1, 1))
    take_snapshot(filled, tmp_path / "s", claims=[early, late])
    snapshot = read_snapshot(tmp_path / "s")
    assert snapshot.manifest.claims == (early,)
    assert list(held_back(snapshot)) == ["o1-medium"]
    take_snapshot(filled, tmp_path / "s", claims=[early, late])  # the same bytes
