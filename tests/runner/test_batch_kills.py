"""A runner killed while a batch is out loses nothing and pays for nothing twice."""

import asyncio
import time
from collections import Counter
from copy import deepcopy

import pytest

from porism.store import Filter, Store
from tests.loopback import Say
from tests.loopback.batches import Batches
from tests.runner import nursery
from tests.runner.conftest import Bench
from tests.runner.test_batches import KEYS, add_model, all_cells, carry_out, collect

PROBLEMS, ATTEMPTS, PATIENCE_S = 10, 2, 120
MODULES = ("porism.models.providers.connection", "anthropic", "google.genai")


async def wait_until(happened) -> None:
    give_up = time.monotonic() + PATIENCE_S
    while not happened():
        assert time.monotonic() < give_up, "nothing happens"
        await asyncio.sleep(0.05)


def kept(bench: Bench) -> dict[str, tuple[str, int]]:
    """Return the place of every committed attempt by its id."""
    with Store(bench.root / "porism.db") as store:
        lines = store.attempts(Filter(superseded=True))
        return {line.id: (line.problem, line.number) for line in lines}


SUBMITTING = {"looks": 0, "create": [Say(delay_s=600)]}
WAITING = {"looks": 1}
COLLECTING = {"looks": 0, "read": [Say(pause_after=2000, pause_s=600)]}
MOMENTS = {
    "between submission and handle": (SUBMITTING, lambda bench, place: place.made),
    "while waiting": (WAITING, lambda bench, place: any(b.looks for b in place.made.values())),
    "while collecting": (COLLECTING, lambda bench, place: not place.read and kept(bench)),
}


@pytest.mark.parametrize(
    ("when", "api", "resume"),
    [
        ("between submission and handle", "openai", carry_out),
        ("between submission and handle", "anthropic", carry_out),
        ("between submission and handle", "google", carry_out),
        ("while waiting", "openai", collect),
        ("while collecting", "openai", carry_out),
        ("while collecting", "google", collect),
    ],
)
async def test_a_killed_runner_loses_no_cell_and_submits_none_twice(
    bench: Bench, when, api, resume
):
    bench.benchmark(problems=PROBLEMS, attempts=ATTEMPTS)
    faults, has_come = MOMENTS[when]
    async with Batches(**deepcopy(faults)) as place:
        add_model(bench, place.server.address, api)
        line = ("run", "tiny", "-m", "m", "--batch")
        runner = nursery.start(bench.root, *line, environ=KEYS, modules=MODULES)
        await wait_until(lambda: has_come(bench, place))
        runner.kill()
        runner.wait()
        before = kept(bench)
        assert (0 < len(before) < PROBLEMS * ATTEMPTS) == (when == "while collecting")
        workspace = bench.open()
        await resume(workspace, wait=True)
        workspace.close()
        after = kept(bench)
        assert before.items() <= after.items(), "a committed answer is gone"
        assert Counter(after.values()) == all_cells(PROBLEMS, ATTEMPTS)
        assert len(place.run) == PROBLEMS * ATTEMPTS, "something was submitted twice"
