"""A desk that listens, and people who sit at it."""

from __future__ import annotations

import re
import secrets
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from html import unescape
from pathlib import Path
from urllib.parse import urlencode

import httpx
import pytest

from porism.core import Reviewer
from porism.desk.serve import listener, names_of, server_of
from porism.desk.settings import Settings
from porism.store import Store
from porism.store.people import People
from tests.desk.world import World

DAY = timedelta(days=1)
FIELD = re.compile(r'<input[^>]*name="(?P<name>\w+)"[^>]*value="(?P<value>[^"]*)"')


class Person:
    """Somebody with a browser that runs no scripts."""

    def __init__(self, base: str, token: str) -> None:
        self.http = httpx.Client(base_url=base, headers={"origin": base}, timeout=60, verify=False)
        self.entered = self.http.post("/sign-in", data={"token": token})

    def get(self, path: str, **facts: str) -> httpx.Response:
        return self.http.get(f"{path}?{urlencode(facts)}" if facts else path)

    def item(self, queue: str, subject: str) -> httpx.Response:
        return self.get(f"/queue/{queue}/item", subject=subject)

    def form(self, queue: str, subject: str) -> dict[str, str]:
        """The hidden fields of a form as it is now."""
        page = self.item(queue, subject)
        assert page.status_code == 200, page.text
        shown = page.text.partition('<form class="decide"')[2].partition("</form>")[0]
        found = {m["name"]: unescape(m["value"]) for m in FIELD.finditer(shown)}
        return {name: found[name] for name in ("proof", "key", "seen")}

    def send(self, queue: str, subject: str, form: dict[str, str], **more: str) -> httpx.Response:
        address = f"/queue/{queue}/item?{urlencode({'subject': subject})}"
        return self.http.post(address, data=form | more)

    def decide(self, queue: str, subject: str, **said: str) -> httpx.Response:
        return self.send(queue, subject, self.form(queue, subject), **said)

    def undo(self, decision: str, proof: str) -> httpx.Response:
        data = {"proof": proof, "key": secrets.token_hex(8), "decision": decision}
        return self.http.post("/undo", data=data)


class Place:
    """A desk that is open."""

    def __init__(self, store: Store, base: str) -> None:
        self.store, self.base = store, base
        self.people: list[Person] = []

    def seat(self, name: str = "Emmy", **facts: object) -> Person:
        """Invite a person and sign them in."""
        reviewer = Reviewer.model_validate({"name": name, **facts})
        person = Person(self.base, People(self.store).invite(reviewer, DAY))
        self.people.append(person)
        assert person.entered.status_code == 303, person.entered.text
        return person


@contextmanager
def open_desk(store: Store, **facts: object) -> Iterator[Place]:
    """A desk in a thread."""
    listening = listener("127.0.0.1", 0)
    port = listening.getsockname()[1]
    server = server_of(store, Settings(names_of("127.0.0.1", port, ()), **facts))
    thread = threading.Thread(target=server.run, args=([listening],), daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    place = Place(store, f"http://127.0.0.1:{port}")
    yield place
    for person in place.people:
        person.http.close()
    server.should_exit = True
    thread.join()
    listening.close()


@pytest.fixture(scope="session")
def blank(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of an empty store: copying it is cheaper than making its tables."""
    path = tmp_path_factory.mktemp("blank") / "desk.db"
    Store(path).close()
    return path


@pytest.fixture
def world(blank: Path, tmp_path: Path) -> Iterator[World]:
    with Store(Path(shutil.copy(blank, tmp_path))) as store:
        yield World(store)


@pytest.fixture
def desk(world: World) -> Iterator[Place]:
    with open_desk(world.store) as place:
        yield place


Sits = Callable[..., Person]


@pytest.fixture
def sits(desk: Place) -> Sits:
    """Invites a person and signs them in."""
    return desk.seat
