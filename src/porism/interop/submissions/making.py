"""Submissions from the store: typeset, coded, looked through for names."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from random import Random

from porism.core import Benchmark
from porism.errors import TypesettingError, UserError
from porism.interop.submissions.document import Section, document
from porism.interop.submissions.entries import (
    Choice,
    Entry,
    benchmark_of,
    entries,
    models_of,
    names_of,
    people,
)
from porism.interop.submissions.key import Key, Submission, assign, digest
from porism.interop.submissions.names import Names
from porism.interop.submissions.pandoc import pandoc_path
from porism.interop.submissions.proof import Typeset, typeset
from porism.interop.submissions.typesetting import pdf, words_of
from porism.store import Store

WORKERS = min(4, os.cpu_count() or 1)
"""Texts that are typeset at once; each has processes of its own."""
SHOWN = 10
"""Signs that are shown of those that need another font."""
_FOREIGN = re.compile("[\u0530-\u1cff\u2e80-\ua4cf\ua960-\ud7ff\uf900-\ufaff]")
"""Beyond Latin, Greek and Cyrillic, which the built-in fonts have."""


@dataclass(frozen=True, slots=True)
class Request:
    """What is to be made of whose work."""

    benchmark: str
    models: tuple[str, ...]
    choice: Choice = Choice()
    mask: tuple[str, ...] = ()
    """Names to mask besides those of models, providers and reviewers."""


@dataclass(frozen=True, slots=True)
class Work:
    """A submission that is ready."""

    submission: Submission
    pdf: bytes
    entries: tuple[Entry, ...]
    proofs: tuple[Typeset | None, ...]
    """One an entry; ``None`` where nothing is handed in."""
    left: tuple[str, ...]
    """Names that the PDF still contains."""
    foreign: str
    """Some signs of scripts that need a font of this machine: without one they are boxes."""


@dataclass(frozen=True, slots=True)
class Batch:
    """Submissions that are graded together."""

    key: Key
    works: tuple[Work, ...]
    statements: tuple[Typeset, ...]
    """One a problem, the same in all submissions."""


def make_batch(store: Store, request: Request, rng: Random) -> Batch:
    """Make a PDF of each model's work.

    Args:
        store: where attempts are.
        request: whose.
        rng: draws codes and the key's salt; equal numbers give equal files.

    Raises:
        UserError: a name is unknown, there is nothing to hand in, or too much.
        ConfigurationError: a package is not installed.
    """
    pandoc_path()
    benchmark, problems = benchmark_of(store, request.benchmark)
    models = models_of(store, request.models)
    handed = {
        model.id: entries(store, benchmark.id, problems, model.id, request.choice)
        for model in models
    }
    own = {name for model in store.models().values() for name in names_of(model)}
    own |= {name for found in handed.values() for name in people(store, found)}
    names = Names(own | set(request.mask))
    statements = _typeset_all((problem.statement for problem in problems), None)
    works = tuple(
        _work(benchmark, Place(code, model), handed[model], statements, names)
        for code, model in assign(request.models, rng).items()
    )
    submissions = tuple(work.submission for work in works)
    key = Key(benchmark=benchmark.id, salt=rng.randbytes(16).hex(), submissions=submissions)
    return Batch(key, works, statements)


@dataclass(frozen=True, slots=True)
class Place:
    """A code, and whose it is."""

    code: str
    model: str


def _typeset_all(texts: Iterable[str], names: Names | None) -> tuple[Typeset, ...]:
    with ThreadPoolExecutor(WORKERS) as pool:
        return tuple(pool.map(partial(typeset, names=names), texts))


def _work(
    benchmark: Benchmark,
    place: Place,
    found: Sequence[Entry],
    statements: Sequence[Typeset],
    names: Names,
) -> Work:
    done = iter(_typeset_all((entry.text for entry in found if entry.text), names))
    proofs = tuple(next(done) if entry.text else None for entry in found)
    sections = [
        Section(entry.problem.id, statement, proof)
        for entry, statement, proof in zip(found, statements, proofs, strict=True)
    ]
    try:
        made = pdf(document(benchmark.name, place.code, sections))
    except TypesettingError as error:
        raise UserError(f"the proofs of {place.model} together are too much: {error}") from error
    submission = Submission(
        code=place.code,
        model=place.model,
        pdf=digest(made),
        handed=tuple(entry.handed for entry in found),
    )
    given = [benchmark.name, *(entry.problem.statement for entry in found)]
    ours = set(names.found(" ".join(given)))
    text = words_of(made)
    left = tuple(name for name in names.found(text) if name not in ours)
    foreign = "".join(dict.fromkeys(_FOREIGN.findall(text)))[:SHOWN]
    return Work(submission, made, tuple(found), proofs, left, foreign)
