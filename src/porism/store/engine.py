"""Opening the database: recognising it, bringing its schema up, mapping its errors."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.engine import URL
from sqlalchemy.exc import ArgumentError, DBAPIError, SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry

from porism.errors import ConfigurationError, StoreError

APPLICATION_ID = 0x506F7269
"""Stands in the header of every SQLite file of ours: "Pori"."""
HEAD = "0007"
"""The newest migration; a test compares it with the files."""
BUSY_TIMEOUT_MS = 30_000
SQLITE_MAGIC = b"SQLite format 3\x00"
READ_ONLY, READ_WRITE = "BEGIN", "BEGIN IMMEDIATE"


@contextmanager
def store_errors(where: str) -> Iterator[None]:
    """Turn whatever the database raises into a :class:`StoreError` that says what to do."""
    try:
        yield
    except (SQLAlchemyError, sqlite3.Error) as error:
        raise StoreError(f"{where}: {explain(error)}") from error


def explain(error: Exception) -> str:
    """Say in a person's words what the database complains of, and how to mend it."""
    said = str(error.orig if isinstance(error, DBAPIError) else error)
    causes = {
        "disk is full": "the disk is full; free some space and run again",
        "readonly database": "the store is read-only; check the permissions of it and its folder",
        "locked": "another process has been writing to the store for too long; try again",
        "malformed": "the file is damaged; restore it from a backup, or save what is readable "
        "with `sqlite3 FILE .recover`",
        "not a database": "this is not a Porism store",
        "unable to open": "the file cannot be opened; check its path and permissions",
        "disk I/O error": "the disk reports an error; check its space and health",
    }
    return next((cure for sign, cure in causes.items() if sign in said), said)


def is_disk_full(error: BaseException) -> bool:
    """Tell whether waiting for a person to free some space can help."""
    return isinstance(error, DBAPIError) and "disk is full" in str(error.orig)


def open_engine(address: str | Path) -> Engine:
    """Open the store at a file's path or a database URL, making or upgrading its tables.

    Raises:
        StoreError: not a store of ours, damaged, unreadable, or made by a newer Porism.
        ConfigurationError: a database URL that cannot be used.
    """
    url = as_url(address)
    where = url.database if url.get_backend_name() == "sqlite" else url.render_as_string()
    with store_errors(str(where)):
        if url.get_backend_name() == "sqlite":
            refuse_foreign_file(Path(url.database or ""))
        engine = make_engine(url)
        if schema_version(engine) != HEAD:
            upgrade(engine, str(where))
    return engine


def as_url(address: str | Path) -> URL:
    """Read a path as SQLite's and anything with ``://`` as it stands."""
    text = str(address)
    try:
        return make_url(text) if "://" in text else URL.create("sqlite", database=text)
    except ArgumentError as error:
        raise ConfigurationError(f"{text!r} is neither a path nor a database URL") from error


def refuse_foreign_file(path: Path) -> None:
    """Refuse to touch a file that is not a store, before SQLite writes into it."""
    try:
        if not path.exists():
            if not path.parent.is_dir():
                raise StoreError(f"{path}: there is no folder {path.parent}")
            return
        with path.open("rb") as file:
            head = file.read(len(SQLITE_MAGIC))
    except OSError as error:
        raise StoreError(f"{path}: {error.strerror}") from error
    if head and not head.startswith(SQLITE_MAGIC):
        raise StoreError(f"{path}: this is not a Porism store (not an SQLite file)")
    if head and application_of(path) != APPLICATION_ID:
        raise StoreError(f"{path}: an SQLite file of another program, not a Porism store")


def application_of(path: Path) -> int:
    """Read which program an SQLite file belongs to, without writing to it."""
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as connection:
        return int(connection.execute("PRAGMA application_id").fetchone()[0])


def make_engine(url: URL) -> Engine:
    """Make an engine whose SQLite connections use WAL and wait for each other."""
    try:
        engine = create_engine(url)
    except (ImportError, SQLAlchemyError) as error:
        raise ConfigurationError(
            f"the database behind {url.drivername}:// cannot be used ({error}); "
            "for PostgreSQL: pip install 'porism[postgres]' and postgresql+psycopg://..."
        ) from error
    if engine.dialect.name == "sqlite":
        event.listen(engine, "connect", prepare_sqlite)
        event.listen(engine, "begin", begin_sqlite)
    return engine


def prepare_sqlite(connection: sqlite3.Connection, _entry: ConnectionPoolEntry) -> None:
    """Set up one SQLite connection: durable commits, readers beside the one writer."""
    connection.isolation_level = None
    for pragma in (
        f"busy_timeout={BUSY_TIMEOUT_MS}",
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        "temp_store=MEMORY",
    ):
        connection.execute(f"PRAGMA {pragma}").close()


def begin_sqlite(connection: Connection) -> None:
    """Begin as the connection was told to; writers take the lock at once."""
    connection.exec_driver_sql(connection.get_execution_options().get("begin", READ_ONLY))


def schema_version(engine: Engine) -> str | None:
    """Return the migration that the database stands at; ``None`` for an empty one."""
    with engine.connect() as connection:
        if not engine.dialect.has_table(connection, "alembic_version"):
            return None
        return connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar()


def upgrade(engine: Engine, where: str) -> None:
    """Bring the tables up to date in one transaction.

    Raises:
        StoreError: the store was made by a newer Porism.
    """
    from alembic import command
    from alembic.config import Config
    from alembic.util import CommandError

    config = Config()
    config.set_main_option("script_location", "porism.store:migrations")
    try:
        with engine.connect().execution_options(begin=READ_WRITE) as connection:
            if engine.dialect.name == "sqlite":
                connection.exec_driver_sql(f"PRAGMA application_id={APPLICATION_ID}")
            config.attributes["connection"] = connection
            command.upgrade(config, "head")
            connection.commit()
    except CommandError as error:
        raise StoreError(
            f"{where}: the store was made by a newer Porism; upgrade Porism to open it"
        ) from error
