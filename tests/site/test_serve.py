"""A site that follows a store."""

import threading
import urllib.request
from datetime import date
from http.client import HTTPResponse
from pathlib import Path

import pytest

from porism.core import Claim
from porism.errors import ConfigurationError, StoreError
from porism.site.serve import Live, server_of
from porism.store import Store
from tests.report.test_results import PLAIN, Filled

DAY = date(2026, 1, 1)


@pytest.fixture
def live(store: Store, tmp_path: Path) -> Live:
    return Live(store, tmp_path / "site")


def test_pages_follow_the_store(live: Live):
    filled = Filled(live.store, PLAIN)
    filled.add(1)
    assert live.refresh().rewritten > 0
    page = live.folder / "benchmarks/b/attempts/2/n.html"
    assert not page.exists()
    assert live.refresh() is None
    filled.add(0, problem="2", model="n")
    again = live.refresh()
    assert page.is_file()
    assert 0 < again.rewritten < again.files


def test_claims_stand_beside_figures_and_are_read_again(live: Live):
    Filled(live.store, PLAIN).add(1)
    live.refresh()
    page = live.folder / "benchmarks/b/index.html"
    assert "claimed" not in page.read_text()
    said = Claim(model="m", benchmark="b", score=0.9, source="https://a.example", date=DAY)
    live.claims = lambda: (said,)
    assert live.refresh()
    assert "claimed 90.0" in page.read_text()
    assert live.refresh() is None


def test_an_empty_store_is_told(live: Live):
    with pytest.raises(StoreError, match="nothing has been asked"):
        live.refresh()


def test_only_this_machine_is_served_and_nothing_outside_of_the_folder(live: Live):
    Filled(live.store, PLAIN).add(1)
    live.refresh()
    (live.folder.parent / "secret").write_text("secret")
    with server_of(live.folder, 0) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}"
        answer: HTTPResponse = urllib.request.urlopen(f"{address}/index.html")
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert b"Overall standings" in answer.read()
        for path in ("../secret", "%2e%2e/secret", "nothing.html"):
            with pytest.raises(urllib.error.HTTPError):
                urllib.request.urlopen(f"{address}/{path}")
        with pytest.raises(ConfigurationError, match="--port"):
            server_of(live.folder, server.server_port)
        server.shutdown()
