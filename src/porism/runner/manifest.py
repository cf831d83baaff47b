"""What a run was started with: enough to say later why its figures are what they are."""

from __future__ import annotations

import platform
import subprocess
import sys
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

from porism.core import Model, Noun, Price
from porism.runner.plan import Assignment
from porism.store import Redo, Store

PACKAGES = ("porism", "aiohttp", "genai-prices", "pydantic", "pydantic-ai-slim", "python-flint")


class Asked(Noun):
    """One assignment as it stood."""

    benchmark: str
    benchmark_digest: str
    prompt: str
    prompt_digest: str
    model: str
    model_digest: str
    asks: str
    variant: str = ""
    attempts: int
    problems: int
    price: Price | None = None
    """The prices by which the run's costs were computed."""


class Manifest(Noun):
    """A run's circumstances."""

    started_at: datetime
    python: str
    system: str
    packages: tuple[tuple[str, str], ...]
    revision: str
    """The commit of the code, where it runs from a checkout."""
    max_cost_usd: str = ""
    redo: str = "nothing"
    asked: tuple[Asked, ...]


def asked_of(assignment: Assignment, price: Price | None) -> Asked:
    """Describe one assignment."""
    model: Model = assignment.model
    return Asked(
        benchmark=assignment.benchmark.id,
        benchmark_digest=assignment.benchmark.digest(),
        prompt=assignment.prompt.id,
        prompt_digest=assignment.prompt.digest,
        model=model.id,
        model_digest=model.digest(),
        asks=assignment.protocol["asks"],
        variant=assignment.variant.name if assignment.variant else "",
        attempts=assignment.attempts,
        problems=len(assignment.problems),
        price=price,
    )


def versions() -> tuple[tuple[str, str], ...]:
    """Return the installed versions of the packages that shape results."""
    return tuple(installed(PACKAGES))


def installed(names: Iterable[str]) -> Iterable[tuple[str, str]]:
    """Yield names and versions of those that are installed."""
    for name in names:
        try:
            yield name, version(name)
        except PackageNotFoundError:
            continue


def code_revision() -> str:
    """Return the commit of the checkout that the code runs from; empty outside of one."""
    here = Path(__file__).parent
    try:
        done = subprocess.run(
            ["git", "rev-parse", "HEAD"],  # noqa: S607 - whichever git the person uses
            cwd=here,
            capture_output=True,
            text=True,
            timeout=5,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.strip() if done.returncode == 0 else ""


def circumstances(started_at: datetime, asked: Iterable[Asked], **settings: str) -> Manifest:
    """Describe this machine and this code."""
    return Manifest(
        started_at=started_at,
        python=sys.version.split()[0],
        system=platform.platform(),
        packages=versions(),
        revision=code_revision(),
        asked=tuple(asked),
        **settings,
    )


def record_run(  # noqa: PLR0913 - what a run is started with
    store: Store,
    run: str,
    plan: Sequence[Assignment],
    prices: Mapping[str, Price | None],
    *,
    started_at: datetime,
    max_cost_usd: Decimal | None,
    redo: Redo,
) -> None:
    """Keep what a run asks, and under which circumstances, before it asks."""
    for assignment in plan:
        for model in (assignment.model, *assignment.others):
            store.record_model(model)
        prompt = assignment.prompt
        store.record_prompt(prompt.id, prompt.digest, prompt.text)
    asked = [asked_of(assignment, prices[assignment.model.id]) for assignment in plan]
    limit = "" if max_cost_usd is None else str(max_cost_usd)
    store.start_run(run, circumstances(started_at, asked, max_cost_usd=limit, redo=redo))
