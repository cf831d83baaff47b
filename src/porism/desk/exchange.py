"""Decisions as files: out and in again, in one form."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Iterable
from pathlib import Path

from pydantic import ValidationError

from porism.core import Decision, Noun
from porism.desk.names import CHOICES
from porism.errors import ConfigurationError, DefinitionError, UnknownName
from porism.records import read_csv, read_json
from porism.records.explain import Place, located
from porism.store import Store
from porism.store.decisions import Decisions

COLUMNS = tuple(Decision.model_fields)
RISKY = ("=", "+", "-", "@", "\t", "\r", "'")
"""Beginnings of cells that a spreadsheet would take for a formula, and what wards them off."""
MOST_TOLD = 20


class Row(Noun):
    """A row of the table; what is in its cells is checked as a decision."""

    id: str
    queue: str
    subject: str
    revision: str = "1"
    reviewer: str
    choice: str
    score: str | None = None
    why: str = ""
    adjudicates: str = "false"
    before: str = ""
    stood: str | None = None
    undoes: str = ""
    made_at: str


def write_decisions(store: Store, path: Path) -> int:
    """Write every decision to a CSV or JSON file; the file appears whole or not at all.

    Returns:
        How many there are.

    Raises:
        ConfigurationError: neither CSV nor JSON, or the file cannot be written.
    """
    made = [one.decision for one in Decisions(store).all()]
    text = as_json(made) if kind_of(path) == ".json" else as_csv(made)
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        beside.write_text(text, encoding="utf-8", newline="")
        beside.replace(path)
    except OSError as error:
        beside.unlink(missing_ok=True)
        raise ConfigurationError(f"{path}: {error.strerror}") from error
    return len(made)


def read_decisions(path: Path) -> tuple[Decision, ...]:
    """Read what :func:`write_decisions` wrote.

    Raises:
        DefinitionError: rows that are no decisions; the message names each.
        ConfigurationError: neither CSV nor JSON.
    """
    found: list[Decision] = []
    wrong: list[str] = []
    if kind_of(path) == ".json":
        for number, decision in enumerate(read_json(path, Decision), start=1):
            keep(decision, Place(path, within=f"decision {number}"), found, wrong)
    else:
        for line, row in read_csv(path, Row):
            told = {name: unwarded(value) for name, value in row if value not in {None, ""}}
            place = Place(path, line)
            try:
                keep(Decision.model_validate(told), place, found, wrong)
            except ValidationError as error:
                wrong.append(str(located(error, Decision, told, place)))
    if wrong:
        more = f"\n... and {len(wrong) - MOST_TOLD:,} more" if len(wrong) > MOST_TOLD else ""
        listed = "\n".join(wrong[:MOST_TOLD])
        raise DefinitionError(f"{len(wrong):,} rows are no decisions:\n{listed}{more}", file=path)
    return tuple(found)


def keep(decision: Decision, place: Place, found: list[Decision], wrong: list[str]) -> None:
    """Add a decision to those that were found, or to what is wrong: no desk could have made it."""
    if decision.queue not in CHOICES:
        told = str(UnknownName("queue", decision.queue, CHOICES))
        wrong.append(str(place.fault(told, ("queue",))))
    elif decision.choice not in CHOICES[decision.queue]:
        known = ", ".join(CHOICES[decision.queue])
        told = f"is {decision.choice!r}, which nobody decides in {decision.queue}; known: {known}"
        wrong.append(str(place.fault(told, ("choice",))))
    else:
        found.append(decision)


def kind_of(path: Path) -> str:
    """Return the file's kind by its name.

    Raises:
        ConfigurationError: it is neither CSV nor JSON.
    """
    kind = path.suffix.lower()
    if kind not in {".csv", ".json"}:
        raise ConfigurationError(f"{path}: name a file that ends in .csv or .json")
    return kind


def as_json(made: Iterable[Decision]) -> str:
    """Write decisions as one JSON array, a decision a line."""
    lines = (json.dumps(json.loads(one.to_json()), ensure_ascii=False) for one in made)
    return "[\n" + ",\n".join(lines) + "\n]\n"


def as_csv(made: Iterable[Decision]) -> str:
    """Write decisions as a table."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n", quoting=csv.QUOTE_ALL)
    writer.writerow(COLUMNS)
    for one in made:
        told = one.model_dump(mode="json")
        writer.writerow(warded(told[name]) for name in COLUMNS)
    return text.getvalue()


def warded(value: object) -> str:
    """Write a cell that no spreadsheet takes for a formula, and no reader for an empty one."""
    text = "" if value is None else str(value).lower() if isinstance(value, bool) else str(value)
    return f"'{text}" if text.startswith(RISKY) or text.isspace() else text


def unwarded(text: str) -> str:
    """Undo :func:`warded`."""
    return text.removeprefix("'")
