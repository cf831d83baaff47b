"""``porism forge harvest`` as a function."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from datetime import date
from pathlib import Path

from porism.core import Harvest
from porism.errors import HarvestError, PermanentError, TransientError
from porism.forge.harvest.harvest import Archive, Harvesting, Progress, begin
from porism.forge.harvest.recording import Recording, Replay
from porism.forge.polite import Polite, turnstile_of
from porism.store import Papers
from porism.workspace import Workspace

MOST_PAGE_BYTES = 64_000_000


class LiveArchive:
    """An archive that is asked over the network.

    Args:
        client: asks.
        base_url: whom.
    """

    def __init__(self, client: Polite, base_url: str) -> None:
        self._client, self._base_url = client, base_url

    async def ask(self, query: str) -> bytes:
        """Return the answer to a query.

        Raises:
            HarvestError: there is none.
        """
        address = f"{self._base_url}?{query}"
        try:
            return await self._client.get(address, MOST_PAGE_BYTES)
        except PermanentError as error:
            if b"<OAI-PMH" in error.body:  # some archives send an error's status with its words
                return error.body
            raise HarvestError(f"{address}: {error}") from error
        except TransientError as error:
            raise HarvestError(
                f"{self._base_url} does not answer: {error}; what came is kept, "
                "go on later with the same command"
            ) from error


def harvest(  # noqa: PLR0913 - the options of ``porism forge harvest``
    workspace: Workspace,
    month: str,
    part: str = "math",
    *,
    today: date,
    replay: Path | None = None,
    categories: Sequence[str] = (),
    on_page: Callable[[Progress], None] = lambda _progress: None,
    on_wait: Callable[[str, float], None] = lambda _why, _seconds: None,
) -> Progress:
    """Get the metadata of the papers whose first version is of a month.

    What was interrupted is gone on with; a month that is complete is asked for what has
    changed since.

    Args:
        workspace: where papers and settings are.
        month: as in ``2026-03``.
        part: the archive's set.
        today: the day on which the last window begins at the latest.
        replay: the folder of a recorded harvest that answers in the archive's place.
        categories: the papers that are taken; all without any.
        on_page: told after each page.
        on_wait: told why and how many seconds the archive is not asked.

    Raises:
        HarvestError: the archive does not answer as it should; what came is kept.
        ConfigurationError: the month is still to come, or an address cannot be.
    """
    papers = Papers(workspace.store)

    def run(planned: Harvest, archive: Archive) -> Harvesting:
        recording = Recording(workspace.papers / "harvests" / planned.id, planned)
        return Harvesting(
            planned, papers, recording, archive, categories=categories, on_page=on_page
        )

    if replay is not None:
        recorded = Replay(replay)
        if recorded.harvest.month != month:
            raise HarvestError(f"{replay} is a harvest of {recorded.harvest.month}, not {month}")
        papers.add_harvest(recorded.harvest)
        if recorded.harvest not in papers.harvests(month):
            raise HarvestError(
                f"{replay}: another harvest is called {recorded.harvest.id} here; "
                "replay it in a workspace of its own"
            )
        return asyncio.run(run(recorded.harvest, recorded).run())

    settings = workspace.config
    planned = begin(papers, month, part, settings.arxiv_lists, today)
    turnstile = turnstile_of(workspace)

    async def live() -> Progress:
        async with Polite(turnstile, settings.arxiv_lists, on_wait=on_wait) as client:
            return await run(planned, LiveArchive(client, planned.base_url)).run()

    return asyncio.run(live())
