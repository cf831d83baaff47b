"""From names to a run: resolve, plan, estimate, execute."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from dataclasses import replace
from typing import TYPE_CHECKING

from porism.runner.execute import Execution
from porism.runner.health import Stability
from porism.runner.loop import run_loop
from porism.runner.options import Options
from porism.runner.pairs import owed_plan
from porism.runner.plan import Assignment
from porism.runner.progress import Progress
from porism.runner.request import Request, named_plan
from porism.workspace import Workspace

if TYPE_CHECKING:
    from porism.runner.batches.execute import BatchExecution

Watch = Callable[[Progress], AbstractContextManager[object]]


def plan(workspace: Workspace, request: Request) -> list[Assignment]:
    """Return who is put to what, and keep the problems as they are now.

    Raises:
        UnknownName: no benchmark, model, variant or problem is called so.
        DefinitionError: a definition or problem file is wrong.
        ConfigurationError: a model cannot see and the problems are pictures.
        StoreError: a problem changed under the same revision number.
    """
    return owed_plan(workspace, request) if request.owed else named_plan(workspace, request)


def options_of(workspace: Workspace, request: Request) -> Options:
    """Return how a run is carried out in a workspace."""
    config = workspace.config
    defaults = Options()
    return Options(
        max_cost_usd=request.max_cost_usd,
        reopen=request.reopened(defaults.clock()),
        concurrency=request.concurrency,
        grace_s=config.grace_s,
        stability=Stability(config.unstable_failure_share, config.unstable_requests),
        folder=workspace.root,
        sandbox=workspace.sandbox,
    )


def run(workspace: Workspace, request: Request, watch: Watch = nullcontext) -> Progress:
    """Ask what is owed and grade what comes.

    Args:
        workspace: where definitions and store are.
        request: what to run.
        watch: shows progress while the context that it returns is open.

    Returns:
        How it went; no lanes where nothing is owed.

    Raises:
        UserError: something that a person can mend; nothing that was answered is lost.
    """
    assignments = plan(workspace, request)
    if not assignments:
        return Progress(run="", lanes=[], ended="finished")
    execution = execution_of(workspace, request, assignments)
    with watch(execution.progress):
        progress = run_loop(execution)
    then_direct = request.batching is not None and request.batching.then_direct
    left = any(lane.left for lane in progress.lanes)
    if not then_direct or not left or progress.ended != "finished":
        return progress
    limit = request.max_cost_usd
    rest = None if limit is None else limit - sum(lane.cost_usd for lane in progress.lanes)
    return run(workspace, replace(request, batching=None, max_cost_usd=rest), watch)


def execution_of(
    workspace: Workspace, request: Request, assignments: Sequence[Assignment]
) -> Execution | BatchExecution:
    """Return what carries a request out, directly or through the providers' batch APIs.

    Raises:
        ConfigurationError: a key or a price is missing, or a model cannot be asked in this way.
    """
    options = options_of(workspace, request)
    if request.batching is None:
        return Execution(assignments, workspace.store, options)
    from porism.runner.batches.execute import BatchExecution

    return BatchExecution(assignments, workspace.store, options, request.batching)
