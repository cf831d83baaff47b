"""Eight people at once, and a server that is killed: what was answered "saved" is there."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from pathlib import Path

import httpx

from porism.core import Reviewer
from porism.store import Store
from porism.store.decisions import Decisions
from porism.store.people import People
from porism.workspace import make_workspace
from tests.desk.conftest import DAY, Person
from tests.desk.world import World

PEOPLE = 8
KILLED_AFTER = 16
"""Decisions that were answered with "saved"."""


def serve(root: Path) -> tuple[subprocess.Popen[str], str]:
    """A desk in a process of its own, on any port that is free."""
    code = "from porism.cli import main; main()"
    process = subprocess.Popen(
        [sys.executable, "-c", code, "desk", "--port", "0"],
        cwd=root,
        stdout=subprocess.PIPE,
        text=True,
    )
    line = process.stdout.readline()
    base = re.match(r"(http://127\.0\.0\.1:\d+)/", line)[1]
    return process, base


def test_killed_servers_lose_nothing_that_was_saved(tmp_path: Path):
    workspace = make_workspace(tmp_path / "ws")
    made = World(workspace.store).sums(12)
    names = [f"p{n}" for n in range(PEOPLE)]
    tokens = [People(workspace.store).invite(Reviewer(name=name), DAY) for name in names]
    workspace.close()
    process, base = serve(workspace.root)
    people = [Person(base, token) for token in tokens]
    for person in people:
        person.http.headers["accept"] = "application/json"
    working = set(range(PEOPLE))
    saved: list[tuple[str, str]] = []
    refused: list[int] = []
    enough = threading.Event()

    def work(number: int) -> None:
        person = people[number]
        try:
            for subject in made[number // 2 * 3 :]:  # two people at each: they meet
                answer = person.decide("flagged", subject, say="1", why=f"by {number}")
                if answer.status_code == 200 and answer.json()["saved"]:
                    saved.append((answer.json()["decision"], subject))
                else:
                    refused.append(answer.status_code)
                if len(saved) >= KILLED_AFTER:
                    enough.set()
        except httpx.HTTPError:
            pass  # the server was killed
        finally:
            working.discard(number)
            if not working:
                enough.set()
            person.http.close()

    threads = [threading.Thread(target=work, args=(n,)) for n in range(PEOPLE)]
    for thread in threads:
        thread.start()
    enough.wait()
    os.kill(process.pid, signal.SIGKILL)
    process.wait()
    process.stdout.close()
    for thread in threads:
        thread.join()
    assert len(saved) >= KILLED_AFTER
    assert set(refused) <= {409}
    with Store(workspace.root / "porism.db") as store:
        nothing_is_lost(store, saved)


def nothing_is_lost(store: Store, saved: list[tuple[str, str]]) -> None:
    """What was answered with "saved" is there, and no decision without its verdict."""
    kept = {m.decision.id: m.decision for m in Decisions(store).all()}
    for name, subject in saved:
        assert kept[name].subject == subject
    for decision in kept.values():
        assert decision.reviewer in [v.grader for v in store.verdicts(decision.subject)]
