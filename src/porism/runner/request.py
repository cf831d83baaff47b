"""What a person asks for, and whom that puts to what."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from decimal import Decimal

from porism.benchmarks import select
from porism.core import Benchmark, Model, Problem, Variant
from porism.errors import ConfigurationError, UnknownName
from porism.models.pictures import refuse_pictures
from porism.prompts import load as load_prompt
from porism.runner.batching import Batching
from porism.runner.plan import Assignment
from porism.solvers import find_solver
from porism.store import Redo, Reopen
from porism.workspace import Workspace


@dataclass(frozen=True, slots=True)
class Request:
    """What a person asks for."""

    benchmarks: tuple[str, ...] = ()
    """Identifiers of benchmarks or families."""
    models: tuple[str, ...] = ()
    attempts: int | None = None
    """Overrides the benchmark's own number."""
    problems: str | None = None
    """Identifiers, places and ranges of places, as in ``1,3-5``."""
    variant: str | None = None
    without_images: bool = False
    """The variant of each benchmark that sends no pictures."""
    concurrency: int | None = None
    max_cost_usd: Decimal | None = None
    redo: Redo = "nothing"
    owed: bool = False
    """Complete what has begun, as :func:`porism.runner.pairs.chosen` says."""
    before: datetime | None = None
    """Redo only what began before then; the start of this run without it."""
    batching: Batching | None = None
    """Go through the providers' batch APIs; ask directly without it."""

    def reopened(self, now: datetime) -> Reopen:
        """Return which finished cells are owed again."""
        return Reopen(self.redo, self.before or now)


def named_plan(workspace: Workspace, request: Request) -> list[Assignment]:
    """Put every model that is named to every benchmark; keep the problems as they are now.

    Raises:
        UnknownName: no benchmark, model, variant or problem is called so.
        DefinitionError: a definition or problem file is wrong.
        ConfigurationError: a model cannot see and the problems are pictures.
        StoreError: a problem changed under the same revision number.
    """
    models = [workspace.models.get(name) for name in dict.fromkeys(request.models)]
    assignments = []
    for benchmark in resolve(workspace, request.benchmarks):
        problems = workspace.problems(benchmark)
        workspace.store.record(benchmark, problems)
        variant = find_variant(benchmark, request)
        asked = in_variant(select(problems, request.problems), variant)
        assignments += [assign(workspace, benchmark, asked, m, variant, request) for m in models]
    return assignments


def resolve(workspace: Workspace, names: Iterable[str]) -> list[Benchmark]:
    """Return the benchmarks of these names and families, each once."""
    found = {b.id: b for name in names for b in workspace.benchmarks.resolve(name)}
    return list(found.values())


def find_variant(benchmark: Benchmark, request: Request) -> Variant | None:
    """Return the variant of a benchmark that a request is about.

    Raises:
        UnknownName: it has none of that name.
        ConfigurationError: it has none without pictures.
    """
    variants = {variant.name: variant for variant in benchmark.variants}
    if request.without_images:
        blind = next((variant for variant in benchmark.variants if not variant.images), None)
        if blind is None:
            raise ConfigurationError(
                f"{benchmark.id} has no variant without pictures; where its words alone make "
                "sense, add to its file: variants: [{name: text-only, images: false}]"
            )
        return blind
    if request.variant is None:
        return None
    if request.variant not in variants:
        raise UnknownName(f"variant of {benchmark.id}", request.variant, variants)
    return variants[request.variant]


def in_variant(problems: Sequence[Problem], variant: Variant | None) -> tuple[Problem, ...]:
    """Return the problems that a variant asks: those in which something is left to ask."""
    if variant is None:
        return tuple(problems)
    subset = [p for p in problems if variant.subset is None or p.subset == variant.subset]
    hinted = [p for p in subset if not variant.sketch or p.sketch is not None]
    return tuple(p for p in hinted if variant.images or p.statement.strip() or not p.images)


def assign(  # noqa: PLR0913, PLR0917 - what an assignment is made of
    workspace: Workspace,
    benchmark: Benchmark,
    problems: tuple[Problem, ...],
    model: Model,
    variant: Variant | None,
    request: Request,
) -> Assignment:
    """Put one model to one benchmark, and the models that its solver asks besides."""
    others = tuple(workspace.models.get(other) for other in find_solver(model).others)
    if variant is None or variant.images:
        for asked in (model, *others):
            refuse_blind(asked, benchmark, problems)
            refuse_pictures(asked, benchmark.id, problems)
    name = variant.prompt if variant and variant.prompt else benchmark.prompt
    return Assignment(
        benchmark=equipped(benchmark, variant),
        problems=problems,
        model=model,
        prompt=load_prompt(name, workspace.prompts),
        attempts=request.attempts or benchmark.attempts,
        variant=variant,
        others=others,
    )


def equipped(benchmark: Benchmark, variant: Variant | None) -> Benchmark:
    """Return a benchmark with the tools that a variant allows in place of its own."""
    if variant is None:
        return benchmark
    others = {"tools": variant.tools, "tool_limits": variant.tool_limits}
    return benchmark.model_copy(update={k: v for k, v in others.items() if v is not None})


def refuse_blind(model: Model, benchmark: Benchmark, problems: Sequence[Problem]) -> None:
    """Refuse to show pictures to a model that cannot see.

    Raises:
        ConfigurationError: it cannot, and there are some.
    """
    shown = sum(bool(problem.images) for problem in problems)
    if model.sees_images or not shown:
        return
    mends = ["say sees_images: true in its file if it can", "choose others with --problems"]
    if any(not variant.images for variant in benchmark.variants):
        mends.insert(0, "ask with --without-images")
    raise ConfigurationError(
        f"{shown} of {len(problems)} problems of {benchmark.id} show pictures and {model.id} "
        f"cannot see (sees_images: false): {', '.join(mends)}"
    )
