"""The docket: which attempts are owed a judgement, by whom and by which rubric."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pydantic import ValidationError

from porism.benchmarks import select
from porism.core import (
    Benchmark,
    Judging,
    JudgingTask,
    Kind,
    Model,
    Opinion,
    Problem,
    Rubric,
    Sworn,
)
from porism.errors import ConfigurationError, UnknownName
from porism.judging import Jury, SwornJury, highest, texts_digest
from porism.judging.changes import changes
from porism.store import Filter, Judged, Judgements, Line
from porism.workspace import Workspace

TASKS: Mapping[Kind, JudgingTask] = {
    "proof": "proof",
    "broken_statement": "broken_statement",
    "final_answer": "answer",
    "multiple_choice": "answer",
}
"""What juries do with attempts at each kind of problem; the rest is not for juries."""
ANSWERED = frozenset(["graded", "unparsed", "ungraded"])


@dataclass(frozen=True, slots=True)
class JudgeRequest:
    """What a person asks for."""

    benchmark: str
    jury: Jury
    models: tuple[str, ...] = ()
    """Whose attempts; all without any."""
    attempts: tuple[str, ...] = ()
    """Which attempts, by their ids or beginnings of them; all without any."""
    problems: str | None = None
    """Identifiers, places and ranges of places, as in ``1,3-5``."""
    drafts: bool = False
    """Judge by rubrics that nobody has approved, where there are no others."""
    again: bool = False
    """Ask the judges again that could not be read."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """One attempt that is owed a judgement."""

    judging: Judging
    line: Line
    problem: Problem
    rubric: Rubric | None
    known: Judged | None
    """What was said already."""

    @property
    def heard(self) -> tuple[Opinion, ...]:
        """What was said and counts; those that could not be read are heard again."""
        if self.known is None:
            return ()
        anew = self.known.conclusion is not None
        return tuple(o for o in self.known.opinions if o.points is not None or not anew)


@dataclass(frozen=True, slots=True)
class Bench:
    """A jury as it sits now."""

    jury: Jury
    sworn: SwornJury
    version: int
    notes: tuple[str, ...]
    """What is different from its version before."""

    def sitting(
        self,
        line: Line,
        problem: Problem,
        rubrics: Mapping[str, Rubric],
        task: JudgingTask,
        judged: Mapping[str, Judged],
    ) -> Sitting:
        """Put an attempt before the jury."""
        rubric = rubrics.get(problem.id)
        judging = self.judging(line.id, task, problem, rubric)
        return Sitting(judging, line, problem, rubric, judged.get(judging.id))

    def judging(
        self, attempt: str, task: JudgingTask, problem: Problem, rubric: Rubric | None
    ) -> Judging:
        """Name a judging after all that shapes its opinions."""
        asks = {one.model: one for one in self.sworn.sworn}
        unnamed = Judging(
            id="",
            attempt=attempt,
            task=task,
            jury=self.jury.id,
            jury_version=self.version,
            judges=tuple(asks[name] for name in self.jury.judges),
            points=highest(task, problem),
            rubric_content=rubric.content if rubric else problem.reference.digest(),
            revision=problem.revision,
        )
        version = rubric.version if rubric else None
        return unnamed.model_copy(update={"id": unnamed.digest(), "rubric": version})


@dataclass(frozen=True, slots=True)
class Docket:
    """All that a jury has to do."""

    benchmark: Benchmark
    bench: Bench
    models: Mapping[str, Model]
    """Judges and helpers by id."""
    sittings: tuple[Sitting, ...]
    again: bool
    """Whether judges that could not be read are asked again."""
    done: int
    """Attempts that this version of the jury has judged already."""
    notes: tuple[str, ...]
    """What a person should know before it begins."""
    served: Mapping[str, frozenset[str]]
    """As what judges were served to this version of the jury so far."""

    @property
    def equipment(self) -> Benchmark:
        """The benchmark with the tools that judges may use in place of its own."""
        jury = self.bench.jury
        tools = {"tools": jury.tools, "tool_limits": jury.tool_limits}
        return self.benchmark.model_copy(update=tools)


def docket(workspace: Workspace, request: JudgeRequest) -> Docket:
    """Find the attempts that are owed a judgement; nothing is asked.

    Raises:
        UnknownName: no benchmark, model, attempt or problem is called so.
        ConfigurationError: the benchmark's attempts are not for juries, a judge cannot see what
            it has to, or a rubric is a draft.
        DefinitionError: a definition is wrong.
    """
    benchmark, problems = last_seen(workspace, request.benchmark)
    task = TASKS.get(benchmark.kind)
    if task is None:
        raise ConfigurationError(f"{benchmark.id}: {benchmark.kind} is not judged by juries")
    asked = {problem.id: problem for problem in select(problems, request.problems)}
    models = {name: workspace.models.get(name) for name in request.jury.models}
    refuse_the_blind(benchmark, asked.values(), models)
    judgements = Judgements(workspace.store)
    bench = swear_in(judgements, request.jury, models)
    lines = tuple(chosen_lines(workspace, request, task, asked))
    names = {line.problem for line in lines} if task == "proof" else set()
    rubrics = rubrics_for(judgements, benchmark.id, names, drafts=request.drafts)
    judged = {one.judging.id: one for one in judgements.judged_of(benchmark.id)}
    every = [bench.sitting(line, asked[line.problem], rubrics, task, judged) for line in lines]
    owed = tuple(sitting for sitting in every if is_owed(sitting.known, again=request.again))
    mine = [one for one in judged.values() if one.judging.jury_version == bench.version]
    return Docket(
        benchmark=benchmark,
        bench=bench,
        models=models,
        sittings=owed,
        again=request.again,
        done=len(every) - len(owed),
        notes=(*bench.notes, *(f"{m.id} is marked as retired" for m in retired(models))),
        served=served_models(mine),
    )


def last_seen(workspace: Workspace, name: str) -> tuple[Benchmark, Sequence[Problem]]:
    """Return a benchmark and its problems as they are now, or else as they were last asked.

    Raises:
        UnknownName: it was never run or imported.
    """
    known = workspace.store.benchmarks()
    if name not in known:
        raise UnknownName("benchmark with attempts", name, known)
    if name in workspace.benchmarks:
        benchmark = workspace.benchmarks.get(name)
        try:
            problems = workspace.problems(benchmark)
        except ConfigurationError:  # they are elsewhere now
            return benchmark, workspace.store.problems(name)
        workspace.store.record(benchmark, problems)
        return benchmark, problems
    return known[name], workspace.store.problems(name)


def refuse_the_blind(
    benchmark: Benchmark, problems: Iterable[Problem], models: Mapping[str, Model]
) -> None:
    """Refuse judges that cannot see what has to be seen."""
    blind = [name for name, model in models.items() if not model.sees_images]
    if blind and any(problem.images for problem in problems):
        raise ConfigurationError(
            f"{benchmark.id} shows pictures and {blind[0]} cannot see (sees_images: false)"
        )


def swear_in(judgements: Judgements, jury: Jury, models: Mapping[str, Model]) -> Bench:
    """Give a jury its version, and say what is different from the one before."""
    sworn = SwornJury(
        jury=jury,
        sworn=tuple(Sworn(model=name, asks=model.asks) for name, model in models.items()),
        texts=texts_digest(),
    )
    version = judgements.jury_version(jury.id, sworn)
    earlier = {n: body for n, body in judgements.juries(jury.id).items() if n < version}
    notes: tuple[str, ...] = ()
    if earlier:
        try:
            changed = changes(SwornJury.from_json(earlier[max(earlier)]), sworn)
        except ValidationError:
            changed = ("it was defined in another way",)
        said = "; ".join(changed)
        notes = (f"jury {jury.id} has changed, this is version {version} of juries: {said}",)
    return Bench(jury, sworn, version, notes)


def chosen_lines(
    workspace: Workspace,
    request: JudgeRequest,
    task: JudgingTask,
    asked: Mapping[str, Problem],
) -> Iterator[Line]:
    """Yield the attempts that are meant and can be judged."""
    store = workspace.store
    ids = {store.attempt(name).id for name in request.attempts}
    known = store.models()
    for name in request.models:
        if name not in known:
            raise UnknownName("model with attempts", name, known)
    for line in store.attempts(Filter(benchmark=request.benchmark)):
        named = not ids or line.id in ids
        meant = named and (not request.models or line.model in request.models)
        there = line.problem in asked and line.outcome in ANSWERED
        if meant and there and (task != "answer" or is_doubtful(workspace, line)):
            yield line


def is_doubtful(workspace: Workspace, line: Line) -> bool:
    """Tell whether rules found a final answer wrong, or came to nothing, and no person spoke."""
    if line.outcome == "graded" and line.score == 1:
        return False
    said = workspace.store.verdicts(line.id)
    return not any(verdict.authority == "person" for verdict in said)


def rubrics_for(
    judgements: Judgements, benchmark: str, problems: Iterable[str], *, drafts: bool
) -> dict[str, Rubric]:
    """Return the rubrics to judge by, by problem; nothing for problems that have none.

    Raises:
        ConfigurationError: there is a draft that nobody has approved.
    """
    found: dict[str, Rubric] = {}
    for name in sorted(problems):
        rubric = judgements.rubric(benchmark, name, approved=True)
        draft = judgements.rubric(benchmark, name) if rubric is None else None
        if draft is not None and not drafts:
            raise ConfigurationError(
                f"the rubric of problem {name} of {benchmark} is a draft that nobody has approved: "
                f"look at it and approve it (porism rubrics approve {benchmark} {name}), "
                "or judge by drafts (--drafts)"
            )
        chosen = rubric or draft
        if chosen is not None:
            found[name] = chosen
    return found


def is_owed(known: Judged | None, *, again: bool) -> bool:
    """Tell whether judges still have to be heard."""
    if known is None or known.conclusion is None:
        return True
    return again and known.conclusion.points is None


def retired(models: Mapping[str, Model]) -> Iterator[Model]:
    """Yield the models whose files say that they are not offered any more."""
    return (model for model in models.values() if model.status == "deprecated")


def served_models(judged: Iterable[Judged]) -> dict[str, frozenset[str]]:
    """Return as what each judge was served."""
    found: dict[str, frozenset[str]] = {}
    for opinion in (one for several in judged for one in several.opinions):
        served = {opinion.took.served_model} - {""}
        found[opinion.judge] = found.get(opinion.judge, frozenset()) | served
    return found
