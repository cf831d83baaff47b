"""Replayed models: answers from a JSONL file of recorded responses.

A line is one response; of its keys Porism reads ``problem_id``, ``response`` and, where
they are there, ``benchmark``, ``model``, ``run``, ``thinking``, ``finish_reason`` and
``tokens``; others are left alone. The first attempt at a problem gets the first record of
it, the second the second: by ``run`` where records have one, else as they stand in the
file. Only the places of the records are kept in memory.
"""

from __future__ import annotations

import re
import time
from array import array
from collections import defaultdict
from collections.abc import Sequence
from datetime import UTC, datetime
from io import BufferedReader
from pathlib import Path

import orjson
from pydantic import ConfigDict, Field, ValidationError

from porism.core import Exchange, Message, Model, Noun, Reply, Tool, Usage, assistant
from porism.errors import ConfigurationError, PermanentError
from porism.models import finish
from porism.models.connection import Asking
from porism.models.options import read_options
from porism.records.explain import Place, located


class ReplayOptions(Noun):
    """Which of a file's records are meant."""

    model: str | None = None
    """Use only records of this model, where a file holds several."""
    benchmark: str | None = None
    """Use only records of this benchmark, and for whichever benchmark is asked."""


class RecordedTokens(Noun):
    """Token counts of a recorded response."""

    model_config = ConfigDict(extra="ignore")

    input: int | None = Field(None, ge=0)
    output: int | None = Field(None, ge=0)
    reasoning: int | None = Field(None, ge=0)


class Record(Noun):
    """One recorded response; files of other projects have further keys, which stay unread."""

    model_config = ConfigDict(extra="ignore", coerce_numbers_to_str=True)

    problem_id: str
    response: str
    benchmark: str = ""
    model: str = ""
    run: int = 0
    thinking: str = ""
    finish_reason: str | None = None
    tokens: RecordedTokens | None = None


class Replay:
    """A connection to a file.

    Raises:
        ConfigurationError: there is no such file, or it holds several models and the
            options choose none.
        DefinitionError: a line is no record.
    """

    def __init__(self, model: Model, folder: Path) -> None:
        self._path = folder / model.endpoint.model
        self._options = read_options(model, ReplayOptions)
        self._places: defaultdict[tuple[str, str], array[int]] = defaultdict(lambda: array("q"))
        self._file = self._open(model)
        try:
            self._index(model)
        except BaseException:
            self._file.close()
            raise

    async def ask(
        self, messages: Sequence[Message], asking: Asking, tools: Sequence[Tool] = ()
    ) -> Reply:
        """Return what was recorded for this attempt; see :class:`Connection`."""
        started_at, start_s = datetime.now(UTC), time.monotonic()
        place, line = self._find(asking)
        record = Record.model_validate_json(line)
        word = record.finish_reason or ""
        tokens = record.tokens or RecordedTokens()
        return Reply(
            message=assistant(record.response, thinking=record.thinking),
            finish=finish.meaning(word),
            finish_reason=word,
            usage=Usage(input=tokens.input, output=tokens.output, reasoning=tokens.reasoning),
            served_model=record.model,
            exchange=Exchange(
                url=f"replay:{self._path.name}#byte={place}",
                request=b"",
                response=line,
                status=200,
                started_at=started_at,
                duration_s=time.monotonic() - start_s,
            ),
        )

    async def close(self) -> None:
        """Close the file."""
        self._file.close()

    def _open(self, model: Model) -> BufferedReader:
        try:
            return self._path.open("rb")
        except OSError as error:
            raise ConfigurationError(
                f"model {model.id}: recorded responses {self._path}: {error.strerror}"
            ) from None

    def _index(self, model: Model) -> None:
        """Note for every problem the run and the place of its records."""
        place = 0
        served = set()
        for number, line in enumerate(self._file, start=1):
            if line.strip():
                record = self._read(line, number)
                if self._is_meant(record):
                    served.add(record.model)
                    self._places[self._key(record)].extend((record.run, place))
            place += len(line)
        if len(served) > 1:
            raise ConfigurationError(
                f"model {model.id}: {self._path} holds responses of {len(served)} models; "
                f"choose one in endpoint.options.model: {', '.join(sorted(served)[:12])}"
            )

    def _read(self, line: bytes, number: int) -> Record:
        try:
            return Record.model_validate_json(line)
        except ValidationError as error:
            raise located(error, Record, _value(line), Place(self._path, number)) from error

    def _is_meant(self, record: Record) -> bool:
        wanted = self._options
        return wanted.model in {None, record.model} and wanted.benchmark in {None, record.benchmark}

    def _key(self, record: Record) -> tuple[str, str]:
        """Records that name no benchmark, or were chosen by it, answer any."""
        return ("" if self._options.benchmark else slug(record.benchmark)), record.problem_id

    def _find(self, asking: Asking) -> tuple[int, bytes]:
        places = self._places.get((asking.benchmark, asking.problem)) or self._places.get(
            ("", asking.problem), array("q")
        )
        in_order = sorted(zip(places[::2], places[1::2], strict=True))
        if len(in_order) < asking.number:
            raise PermanentError(
                f"{self._path.name} holds {len(in_order)} responses to problem "
                f"{asking.problem!r} of {asking.benchmark}; attempt {asking.number} has none"
            )
        _, place = in_order[asking.number - 1]
        self._file.seek(place)
        return place, self._file.readline().rstrip(b"\r\n")


def slug(name: str) -> str:
    """Return a benchmark's name in the form of its id: ``GSM8K-test`` is ``gsm8k-test``."""
    return re.sub(r"[^a-z0-9._]+", "-", name.lower()).strip("-")


def _value(line: bytes) -> object:
    try:
        return orjson.loads(line)
    except orjson.JSONDecodeError:
        return None
