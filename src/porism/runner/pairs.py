"""Pairs of a benchmark and a model: which are kept up, and what keeps one from being asked."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product

from porism.benchmarks import select
from porism.core import Benchmark, HubDataset, Model, Problem
from porism.errors import ConfigurationError, UnknownName, UserError
from porism.runner.estimate import owed_cells
from porism.runner.plan import Assignment
from porism.runner.request import Request, assign, in_variant
from porism.store import utc_now
from porism.store.tried import Tried, tried
from porism.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Pair:
    """A model on a benchmark, under the plain protocol."""

    benchmark: str
    model: str
    assignment: Assignment | None
    """What there is to ask; nothing where it cannot be asked."""
    hindrance: str
    """Why it cannot."""
    unstable: str
    """Why the model is kept out of standings."""
    tried: tuple[Tried, ...]

    @property
    def begun(self) -> bool:
        """Whether there is any attempt."""
        return bool(self.tried)


def owed_plan(workspace: Workspace, request: Request) -> list[Assignment]:
    """Return what completes the pairs that a request chooses, as :func:`pairs` reads it.

    Models that are marked unstable are left out unless they are named: what they answer
    does not count until a person has looked.

    Raises:
        UnknownName: no benchmark or model is called so.
        StoreError: a problem changed under the same revision number.
    """
    store, reopen = workspace.store, request.reopened(utc_now())
    possible = [
        pair.assignment
        for pair in pairs(workspace, request)
        if pair.assignment and not (pair.unstable and not request.models)
    ]
    for benchmark in {a.benchmark.id: a.benchmark for a in possible}.values():
        store.record(benchmark, known_problems(workspace, benchmark))
    return [a for a in possible if owed_cells(a, store, reopen)]


def pairs(workspace: Workspace, request: Request, *, every: bool = False) -> list[Pair]:
    """Return the pairs that a request chooses, by benchmark and model.

    Without names, those of an active benchmark and an active model that have begun. Names of
    benchmarks alone or of models alone restrict them; with both, every named model is paired
    with every named benchmark, begun or not.

    Args:
        workspace: where definitions and store are.
        request: names, and what to ask of each pair.
        every: all active models on all active benchmarks, begun or not.

    Raises:
        UnknownName: no benchmark or model is called so.
        DefinitionError: a definition is wrong.
    """
    begun: defaultdict[tuple[str, str], list[Tried]] = defaultdict(list)
    for one in tried(workspace.store):
        begun[one.benchmark, one.model].append(one)
    chooser = Chooser(workspace, request)
    chosen = chooser.every() if every else chooser.chosen(begun)
    return [chooser.pair(*names, begun.get(names, ())) for names in sorted(chosen)]


class Chooser:
    """Looks up what pairs are made of, in a workspace and its store.

    Args:
        workspace: where definitions and store are.
        request: names, and what to ask of each pair.
    """

    def __init__(self, workspace: Workspace, request: Request) -> None:
        self._workspace, self._request = workspace, request
        self._stored_benchmarks = workspace.store.benchmarks()
        self._stored_models = workspace.store.models()
        self._unstable = workspace.store.unstable()
        self._loaded: dict[str, tuple[Problem, ...] | UserError] = {}
        self._benchmarks = set(self._named_benchmarks())
        self._models = {self._model(name).id for name in request.models}

    def _named_benchmarks(self) -> Iterator[str]:
        for name in self._request.benchmarks:
            if name in self._stored_benchmarks:
                yield name
            else:
                yield from (b.id for b in self._workspace.benchmarks.resolve(name))

    def _benchmark(self, name: str) -> Benchmark:
        here = self._workspace.benchmarks
        return here.get(name) if name in here else self._stored_benchmarks[name]

    def _model(self, name: str) -> Model:
        here, stored = self._workspace.models, self._stored_models
        if name in here:
            return here.get(name)
        if name in stored:
            return stored[name]
        raise UnknownName("model", name, {*here.ids, *stored})

    def chosen(self, begun: Iterable[tuple[str, str]]) -> Iterator[tuple[str, str]]:
        """Yield the names of the pairs that are chosen."""
        if self._benchmarks and self._models:
            yield from product(self._benchmarks, self._models)
            return
        for benchmark, model in begun:
            named = benchmark in self._benchmarks, model in self._models
            if any(named) or not (self._benchmarks or self._models):
                active = (
                    named[0] or self._benchmark(benchmark).status == "active",
                    named[1] or self._model(model).status == "active",
                )
                if all(active):
                    yield benchmark, model

    def every(self) -> Iterator[tuple[str, str]]:
        """Yield the names of all pairs of an active benchmark and an active model."""
        benchmarks = {*self._workspace.benchmarks.ids, *self._stored_benchmarks}
        models = {*self._workspace.models.ids, *self._stored_models}
        yield from product(
            [b for b in self._benchmarks or benchmarks if self._benchmark(b).status == "active"],
            [m for m in self._models or models if self._model(m).status == "active"],
        )

    def pair(self, benchmark: str, model: str, attempts: Sequence[Tried]) -> Pair:
        """Return a pair with what there is to ask, or why it cannot be asked."""
        assignment, hindrance = None, ""
        try:
            assignment = self._assignment(benchmark, model)
        except UserError as error:
            hindrance = str(error)
        unstable = self._unstable.get(model, "")
        return Pair(benchmark, model, assignment, hindrance, unstable, tuple(attempts))

    def _assignment(self, benchmark: str, model: str) -> Assignment:
        defined = {
            f"benchmark {benchmark}": benchmark in self._workspace.benchmarks,
            f"model {model}": model in self._workspace.models,
        }
        for what, is_here in defined.items():
            if not is_here:
                raise ConfigurationError(f"{what} is only in the store; no file here defines it")
        definition, request = self._benchmark(benchmark), self._request
        problems = in_variant(select(self._problems(definition), request.problems), None)
        return assign(self._workspace, definition, problems, self._model(model), None, request)

    def _problems(self, benchmark: Benchmark) -> tuple[Problem, ...]:
        if benchmark.id not in self._loaded:
            try:
                self._loaded[benchmark.id] = known_problems(self._workspace, benchmark)
            except UserError as error:
                self._loaded[benchmark.id] = error
        found = self._loaded[benchmark.id]
        if isinstance(found, UserError):
            raise found
        return found


def known_problems(workspace: Workspace, benchmark: Benchmark) -> tuple[Problem, ...]:
    """Return a benchmark's problems without a network: of the hub's, those seen last.

    Raises:
        DefinitionError: a file is wrong.
        ConfigurationError: the problems are not here; the message says how to get them.
    """
    if not isinstance(benchmark.problems, HubDataset):
        return workspace.problems(benchmark)
    seen = workspace.store.problems(benchmark.id)
    if not seen:
        raise ConfigurationError(
            f"the problems of {benchmark.id} come from the Hugging Face hub when it is first run"
        )
    return seen
