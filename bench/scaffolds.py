"""What scaffolds cost this machine for each request of theirs, beside asking directly.

    python bench/scaffolds.py [ATTEMPTS]

A stand-in answers at once, so that CPU is what planning, asking, keeping steps, choosing, grading
and committing take, in all threads. The store is on disk. Direct asking is measured beside it.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path

from porism.runner import Execution, Options, Request, plan
from porism.store import Filter
from porism.workspace import Workspace, make_workspace

SCAFFOLDS = {
    "direct": "{}",
    "majority": "{votes: 16}",
    "self-check": "{accepts: 4, checks: 12}",
    "verify-and-refine": "{rounds: 4, accepts: 3}",
    "best-of-n": "{solutions: 16}",
    "proof-search": "{proofs: 4, reviews: 4, rounds: 2}",
}
MODEL = """\
id: {name}
name: {name}
endpoint: {{protocol: fake, model: {name}, options: {{skill: 0}}}}
solver: {name}
solver_options: {options}
limits: {{concurrency: 32}}
sample: true
"""


def main() -> None:
    """Do as the command line says."""
    attempts = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    with tempfile.TemporaryDirectory() as folder:
        make_workspace(Path(folder))
        for name, options in SCAFFOLDS.items():
            text = MODEL.format(name=name, options=options)
            (Path(folder) / "models" / f"{name}.yaml").write_text(text)
        asyncio.run(measure(Workspace(Path(folder)), attempts))


async def measure(workspace: Workspace, attempts: int) -> None:
    """Measure and print."""
    await cpu_ms(workspace, "direct", 1)  # all is loaded by then
    direct_ms = await cpu_ms(workspace, "direct", 16 * attempts)
    print(f"direct: {direct_ms:.2f} ms CPU a request")
    for name in SCAFFOLDS:
        if name != "direct":
            each_ms = await cpu_ms(workspace, name, attempts)
            ratio = each_ms / direct_ms
            print(f"{name}: {each_ms:.2f} ms CPU a request, {ratio:.1f} of direct asking")
    workspace.close()


async def cpu_ms(workspace: Workspace, model: str, attempts: int) -> float:
    """Run a model on the sample; return the CPU of one of its requests, in milliseconds."""
    request = Request(("porism-sample",), (model,), attempts=attempts)
    execution = Execution(plan(workspace, request), workspace.store, Options())
    began_s = time.process_time()
    await execution.execute()
    taken_s = time.process_time() - began_s
    lines = workspace.store.attempts(Filter(run=execution.run))
    return 1000 * taken_s / sum(line.requests for line in lines)


if __name__ == "__main__":
    main()
