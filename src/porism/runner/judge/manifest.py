"""What a run of judging was started with."""

from __future__ import annotations

import platform
import sys
from collections.abc import Mapping
from datetime import datetime

from porism.core import Noun, Price
from porism.judging import SwornJury
from porism.runner.judge.docket import Docket
from porism.runner.manifest import code_revision, versions


class JudgingManifest(Noun):
    """The circumstances of a run of judging."""

    started_at: datetime
    python: str
    system: str
    packages: tuple[tuple[str, str], ...]
    revision: str
    """The commit of the code, where it runs from a checkout."""
    max_cost_usd: str = ""
    benchmark: str
    jury: SwornJury
    jury_version: int
    sittings: int
    prices: tuple[tuple[str, Price | None], ...]
    """By which costs were computed."""


def manifest_of(
    docket: Docket, prices: Mapping[str, Price | None], started_at: datetime, max_cost_usd: str
) -> JudgingManifest:
    """Describe this machine, this code and what is judged."""
    return JudgingManifest(
        started_at=started_at,
        python=sys.version.split()[0],
        system=platform.platform(),
        packages=versions(),
        revision=code_revision(),
        max_cost_usd=max_cost_usd,
        benchmark=docket.benchmark.id,
        jury=docket.bench.sworn,
        jury_version=docket.bench.version,
        sittings=len(docket.sittings),
        prices=tuple(prices.items()),
    )
