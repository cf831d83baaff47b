"""What Porism does, as functions: the same as the commands of the same names."""

from __future__ import annotations

import asyncio
import warnings
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from decimal import Decimal
from pathlib import Path

from porism.errors import ConfigurationError
from porism.report import Facet, Result
from porism.report import results as report
from porism.runner import Progress, Request, execution_of, plan, run_loop
from porism.runner.batching import Batching
from porism.runner.loop import Work, fastest_loop
from porism.store import Redo
from porism.workspace import Workspace, find_workspace, make_workspace

Names = str | Iterable[str]
"""One identifier or several."""


def init(folder: str | Path) -> Workspace:
    """Make a workspace and open it; what is there already is left as it is.

    Args:
        folder: where; made if it is not there.

    Raises:
        ConfigurationError: the folder cannot be made.
        StoreError: there is something else in the store's place.
    """
    return make_workspace(Path(folder))


def open(folder: str | Path | None = None) -> Workspace:  # noqa: A001 - read as porism.open
    """Open the workspace that a folder lies in: its own, or that of the nearest parent.

    Args:
        folder: where to look first; the current folder without it.

    Raises:
        ConfigurationError: neither the folder nor any above it is a workspace.
        DefinitionError: ``porism.toml`` is wrong.
    """
    return find_workspace(None if folder is None else Path(folder))


def run(  # noqa: PLR0913 - the options of ``porism run``
    benchmarks: Names,
    models: Names,
    *,
    workspace: Workspace | None = None,
    attempts: int | None = None,
    problems: str | None = None,
    variant: str | None = None,
    concurrency: int | None = None,
    max_cost_usd: Decimal | float | None = None,
    redo: Redo = "nothing",
    batch: bool = False,
) -> list[Result]:
    """Ask models the problems of benchmarks, keep and grade every answer.

    Only what is owed is asked: called again after an interruption, it goes on. Works in
    notebooks too. Warns of what could not be asked.

    Args:
        benchmarks: identifiers of benchmarks or families.
        models: identifiers.
        workspace: where definitions and store are; the one around the current folder
            without it.
        attempts: attempts a problem; the benchmark's own number without it.
        problems: identifiers, places and ranges of places, as in ``1,3-5``.
        variant: a variant of the benchmarks.
        concurrency: requests in flight per model; the model's own limit without it.
        max_cost_usd: no request is made that could take the run beyond it.
        redo: ask again what ended so.
        batch: go through the providers' batch APIs, which answer within a day at about half the
            price, and wait until all is answered.

    Returns:
        The results of these models on these benchmarks, earlier attempts included.

    Raises:
        UserError: something that a person can mend; nothing that was answered is lost.
    """
    if batch and concurrency:
        raise ConfigurationError("concurrency is about direct requests: leave out batch")
    request = Request(
        benchmarks=listed(benchmarks),
        models=listed(models),
        attempts=attempts,
        problems=problems,
        variant=variant,
        concurrency=concurrency,
        max_cost_usd=None if max_cost_usd is None else Decimal(str(max_cost_usd)),
        redo=redo,
        batching=Batching() if batch else None,
    )
    with opened(workspace) as place:
        progress = carry_out(execution_of(place, request, plan(place, request)))
        warn_of_the_rest(progress)
        return report(place.store, request.benchmarks, request.models)


def results(
    benchmarks: Names = (),
    models: Names = (),
    *,
    by: Facet | None = None,
    workspace: Workspace | None = None,
) -> list[Result]:
    """Return what models score, the best first within each benchmark.

    Args:
        benchmarks: identifiers or families; all that were run or imported without any.
        models: identifiers; all without any.
        by: break down by a facet of the problems.
        workspace: the one around the current folder without it.

    Raises:
        UnknownName: the store has no such benchmark or model.
    """
    with opened(workspace) as place:
        return report(place.store, listed(benchmarks), listed(models), by)


def listed(names: Names) -> tuple[str, ...]:
    """Return names as a tuple; one alone stands for itself."""
    return (names,) if isinstance(names, str) else tuple(names)


@contextmanager
def opened(workspace: Workspace | None) -> Iterator[Workspace]:
    """Use a workspace that is open, or open the one around the current folder for a while."""
    if workspace is not None:
        yield workspace
        return
    found = find_workspace()
    try:
        yield found
    finally:
        found.close()


def carry_out(execution: Work) -> Progress:
    """Run; Ctrl-C ends in good order, in notebooks too."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return run_loop(execution)
    return beside_a_loop(execution)


def beside_a_loop(execution: Work) -> Progress:
    """Run in a thread, because an event loop is running in this one."""
    loop = fastest_loop()

    def work() -> Progress:
        with asyncio.Runner(loop_factory=lambda: loop) as runner:
            return runner.run(execution.execute())

    with ThreadPoolExecutor(1) as pool:
        done = pool.submit(work)
        while True:
            try:
                return done.result()
            except KeyboardInterrupt:
                loop.call_soon_threadsafe(execution.interrupt)


def warn_of_the_rest(progress: Progress) -> None:
    """Warn of models that were stopped and of attempts that are still owed."""
    said = dict.fromkeys(f"{p.model}: {p.stopped}" for p in progress.lanes if p.stopped)
    left = sum(lane.left for lane in progress.lanes)
    if left:
        said[f"{left:,} attempts are still owed; go on with the same call"] = None
    for text in said:
        warnings.warn(text, stacklevel=3)
