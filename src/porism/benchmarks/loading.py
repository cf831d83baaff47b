"""A benchmark's problems, from wherever its definition says they are."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from porism.benchmarks.answers import with_answers
from porism.benchmarks.checking import checked
from porism.benchmarks.lines import read_lines
from porism.core import (
    Benchmark,
    Elsewhere,
    Folder,
    HubDataset,
    LiveMathematicianFile,
    MathArenaFolder,
    Packaged,
    ParquetFile,
    Problem,
    TrueOrFalse,
)
from porism.errors import ConfigurationError
from porism.records import Place

Found = Iterable[tuple[Place, Problem]]


def load_problems(benchmark: Benchmark, folder: Path) -> tuple[Problem, ...]:
    """Load all problems of a benchmark, withdrawn ones included, in their order.

    Args:
        benchmark: the definition.
        folder: where relative paths in it start. Paths in a definition may lead anywhere;
            paths in problem files only to what lies beside them.

    Raises:
        DefinitionError: a file is wrong, or a problem cannot be asked.
        ConfigurationError: the problems are not here; the message says how to get them.
    """
    match benchmark.problems:
        case Packaged(name=name):
            from porism.benchmarks import sample

            return checked(benchmark, _named(sample.load(name), Path(name)), Path(name))
        case HubDataset() as dataset:
            from porism.benchmarks.hub import read_dataset

            found = _answered(benchmark, read_dataset(dataset, benchmark.kind), folder)
            return checked(benchmark, found, Path(dataset.repo))
        case TrueOrFalse(statements=statements):
            from porism.benchmarks.true_or_false import apart, of_statements

            stated = load_problems(of_statements(benchmark, statements), folder)
            return checked(benchmark, _named(apart(stated), Path(benchmark.id)), folder)
        case Elsewhere(how=how):
            raise ConfigurationError(f"the problems of {benchmark.id} are not here: {how}")
        case source:
            path = folder / source.path
            found = _answered(benchmark, _read(benchmark, source, path), folder)
            return checked(benchmark, found, path)


def _answered(benchmark: Benchmark, found: Found, folder: Path) -> Found:
    return with_answers(found, folder / benchmark.answers) if benchmark.answers else found


def _read(
    benchmark: Benchmark,
    source: Folder | MathArenaFolder | ParquetFile | LiveMathematicianFile,
    path: Path,
) -> Found:
    if not path.exists():
        hint = f"; they come from {benchmark.source}" if benchmark.source else ""
        raise ConfigurationError(
            f"the problems of {benchmark.id} are not here: there is no {path}{hint}"
        )
    match source:
        case Folder():
            return read_lines(path, benchmark.kind)
        case MathArenaFolder():
            from porism.benchmarks.matharena_folder import read_folder

            return read_folder(path, benchmark.kind)
        case ParquetFile():
            from porism.benchmarks.matharena_rows import read_rows

            return read_rows(path, benchmark.kind)
        case LiveMathematicianFile():
            from porism.benchmarks.livemathematician import read_items

            return _named(read_items(path), path)


def _named(problems: Iterable[Problem], file: Path) -> Iterator[tuple[Place, Problem]]:
    for problem in problems:
        yield Place(file, within=f"problem {problem.id}"), problem
