"""A store on each of the databases."""

import os
from pathlib import Path

import pytest
from sqlalchemy import make_url, text

from porism.store import Store
from porism.store.engine import make_engine


@pytest.fixture(params=["sqlite", "postgresql"])
def any_store(request: pytest.FixtureRequest, tmp_path: Path):
    if request.param == "sqlite":
        with Store(tmp_path / "store.db") as opened:
            yield opened
        return
    name = f"db{os.getpid()}{id(request)}"
    address = request.getfixturevalue("postgres")
    engine = make_engine(make_url(address))
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.execute(text(f"CREATE DATABASE {name}"))
    engine.dispose()
    with Store(address.replace("/postgres?", f"/{name}?")) as opened:
        yield opened
