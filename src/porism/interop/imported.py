"""What imports have in common: names, placeholders, attempts that were made elsewhere."""

from __future__ import annotations

import hashlib
import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime

from porism.core import (
    Attempt,
    Benchmark,
    Cell,
    Elsewhere,
    Endpoint,
    Kind,
    Model,
    Noun,
    Problem,
    Transcript,
    Verdict,
)
from porism.runner.manifest import circumstances
from porism.store import Store

ASKS = "imported"
GROUP = 2_000


class Source(Noun):
    """Where imported attempts come from."""

    file: str
    when: datetime
    """When the attempts were made, or imported where that is not known."""
    published: date | None = None
    """First day on which the problems could be read, as far as known."""


@dataclass(frozen=True, slots=True)
class Imported:
    """An attempt that was made elsewhere, with what is said of it."""

    attempt: Attempt
    transcript: Transcript | None
    verdicts: tuple[Verdict, ...]
    cell: Cell


@dataclass(frozen=True, slots=True)
class Report:
    """What an import did."""

    benchmarks: tuple[str, ...]
    models: tuple[str, ...]
    added: int
    present: int
    """Attempts that were there already."""


def slug(name: str) -> str:
    """Return an identifier made from a name; names that only signs tell apart stay apart."""
    ascii_name = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    made = re.sub(r"[^a-z0-9.]+", "-", ascii_name.lower()).strip("-.")[:70]
    readable = re.sub(r"[^a-z0-9]", "", name.lower()) == re.sub(r"[^a-z0-9]", "", made)
    if made and readable:
        return made
    return f"{made or 'x'}-{hashlib.sha256(name.encode()).hexdigest()[:6]}"


def cell_of(benchmark: str, problem: str, model: str, number: int) -> Cell:
    """Return the cell of an imported attempt."""
    return Cell(
        benchmark=benchmark,
        problem=problem,
        revision=1,
        model=model,
        asks=ASKS,
        prompt=ASKS,
        number=number,
    )


def model_of(name: str, source: Source) -> Model:
    """Return a model that is known by its recorded answers alone."""
    return Model(id=slug(name), name=name, endpoint=Endpoint(protocol="replay", model=source.file))


def benchmark_of(name: str, kind: Kind, source: Source) -> Benchmark:
    """Return a benchmark that is known by its recorded answers alone."""
    return Benchmark(
        id=slug(name),
        name=name,
        kind=kind,
        published=source.published,
        description=f"Imported from {source.file}.",
        prompt=ASKS,
        problems=Elsewhere(kind="elsewhere", how=f"imported from {source.file}"),
    )


def keep(
    store: Store,
    source: Source,
    benchmarks: Iterable[tuple[Benchmark, Sequence[Problem]]],
    models: Iterable[Model],
    found: Sequence[Imported],
) -> Report:
    """Keep what was imported; attempts that are there already are left as they are."""
    names, defined, there = [], store.benchmarks(), store.models()
    for benchmark, problems in benchmarks:
        known = {p.id: p for p in store.problems(benchmark.id)}
        asked = list({**known, **{p.id: p for p in problems}}.values())
        store.record(definition(benchmark, defined.get(benchmark.id)), asked)
        names.append(benchmark.id)
    listed = list(models)
    for model in listed:
        if model.id not in there:
            store.record_model(model)
    added = 0
    for start in range(0, len(found), GROUP):
        added += keep_group(store, source, found[start : start + GROUP])
    return Report(
        tuple(sorted(names)), tuple(sorted(m.id for m in listed)), added, len(found) - added
    )


def definition(imported: Benchmark, known: Benchmark | None) -> Benchmark:
    """Return how a benchmark is defined from now on: an import takes nothing from what is known."""
    if known is None or imported.prompt != ASKS:
        return imported
    if known.prompt == ASKS and imported.published:
        return known.model_copy(update={"published": imported.published})
    return known


def keep_group(store: Store, source: Source, group: Sequence[Imported]) -> int:
    """Keep the attempts of a group that are new, and return how many they are."""
    there = store.finished([one.cell for one in group])
    new = [one for one in group if one.attempt.cell not in there]
    if not new:
        return 0
    run = new[0].attempt.run
    if not store.has_run(run):
        store.start_run(run, circumstances(source.when, ()))
    store.add_cells([one.cell for one in new])
    promises = [store.add_attempt(one.attempt, one.transcript, *one.verdicts) for one in new]
    for promise in promises:
        promise.result()
    return len(new)


def run_of(source: Source) -> str:
    """Return the name of the run that an import counts as."""
    return f"import-{hashlib.sha256(source.to_json().encode()).hexdigest()[:12]}"


def attempt_id(cell: Cell) -> str:
    """Return the name of an imported attempt: its cell's, for a cell is imported once."""
    return cell.digest()[:16]
