"""``porism forge theorems --model ID`` as a function: a model helps with a month's papers."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator, Sequence

from porism.core import Model, Reading
from porism.errors import ConfigurationError, PermanentError, SourceError, TransientError
from porism.forge.asking import WAITS_S
from porism.forge.finding.help import Helped
from porism.forge.sources.fetch import path_of
from porism.forge.theorems.month import Job, taken
from porism.models import Connection, connect
from porism.store import Papers
from porism.workspace import Workspace


def help_month(
    workspace: Workspace,
    month: str,
    model: Model,
    *,
    on_paper: Callable[[int, int], None] = lambda _done, _all: None,
    waits_s: Sequence[float] = WAITS_S,
) -> int:
    """Have a model look into papers where rules found nothing or references stayed open.

    Args:
        workspace: where papers are.
        month: as in ``2026-03``.
        model: whom to ask.
        on_paper: told of how many of how many papers are done.
        waits_s: before each further try after passing failures, in seconds.

    Returns:
        How many papers it was asked about; each is asked about once.

    Raises:
        ConfigurationError: the model cannot be asked; what it found before is kept.
    """
    papers = Papers(workspace.store)
    jobs = list(wanting(workspace, papers, month))

    async def run() -> None:
        connection = connect(model, folder=workspace.root)
        try:
            for count, job in enumerate(jobs, 1):
                reading = papers.reading(job.source.paper)
                if reading is not None:
                    papers.add_reading(await improved(job, reading, connection, model.id, waits_s))
                on_paper(count, len(jobs))
        finally:
            await connection.close()

    if jobs:
        asyncio.run(run())
    return len(jobs)


async def improved(
    job: Job, reading: Reading, connection: Connection, model: str, waits_s: Sequence[float]
) -> Reading:
    """Return a reading with a model's help, or with the reason why there was none.

    Raises:
        ConfigurationError: the model does not answer anyone.
    """
    try:
        return await Helped(job.path, job.source, connection, model, waits_s).improve(reading)
    except (SourceError, OSError, PermanentError) as error:
        if isinstance(error, PermanentError) and error.concerns == "model":
            raise ConfigurationError(f"{model} cannot be asked: {error}") from error
        faults = (*reading.faults, f"{model}: {error}")
        return reading.model_copy(update={"faults": faults, "reader": f"{reading.reader}+{model}"})
    except TransientError as error:
        raise ConfigurationError(
            f"{model} does not answer: {error}; what it found is kept, "
            "go on later with the same command"
        ) from error


def wanting(workspace: Workspace, papers: Papers, month: str) -> Iterator[Job]:
    """Yield the papers that want help and that no model has looked into."""
    sources = papers.sources(month)
    preprints = {preprint.id: preprint for preprint in taken(papers, month)}
    for reading in papers.readings(month):
        preprint, source = preprints.get(reading.paper), sources.get(reading.paper)
        if preprint is None or source is None or "+" in reading.reader:
            continue
        is_open = any(t.unresolved for t in reading.theorems if t.weight is not None)
        if is_open or not reading.theorems:
            yield Job(path_of(workspace, preprint), source)
