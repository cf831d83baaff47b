"""What must hold of every benchmark's problems, wherever they come from."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from porism.core import Benchmark, FinalAnswer, FormalStatement, MultipleChoice, Problem
from porism.errors import DefinitionError
from porism.records import Place
from porism.records.pictures import media_type


def checked(
    benchmark: Benchmark, found: Iterable[tuple[Place, Problem]], source: Path
) -> tuple[Problem, ...]:
    """Return the problems if they can be asked.

    Args:
        benchmark: what they belong to.
        found: each problem with the place where it stands.
        source: the file or folder that holds them all.

    Raises:
        DefinitionError: two problems share an identifier, one cannot be asked or graded, or
            there are none, or fewer than the definition of an active benchmark states.
    """
    places: dict[str, Place] = {}
    problems: list[Problem] = []
    for place, problem in found:
        if problem.id in places:
            first = places[problem.id]
            where = f"line {first.line}" if first.line else first.within or str(first.file)
            raise place.fault(f"{problem.id!r} is the id of two problems: see {where}", ("id",))
        places[problem.id] = place
        _check(benchmark, problem, place)
        problems.append(problem)
    _check_number(benchmark, len(problems), source)
    return tuple(problems)


def _check_number(benchmark: Benchmark, number: int, source: Path) -> None:
    if not number:
        raise DefinitionError("there are no problems", file=source)
    stated = benchmark.problem_count or 0
    if number < stated and benchmark.status != "draft":
        raise DefinitionError(
            f"{number} problems, but {benchmark.id} states {stated}: some are missing here, or "
            "problem_count is wrong",
            file=source,
        )


def _check(benchmark: Benchmark, problem: Problem, place: Place) -> None:
    reference = problem.reference
    if not problem.id.isprintable():
        raise place.fault(f"{problem.id!r} holds characters that cannot be printed", ("id",))
    if reference.kind != benchmark.kind:
        raise place.fault(
            f"is for {reference.kind}, but {benchmark.id} is {benchmark.kind}", ("reference",)
        )
    if not problem.statement.strip() and not problem.images:
        raise place.fault("neither a statement nor an image", ("statement",))
    for image in problem.images:
        if (kind := media_type(image.data)) != image.media_type:
            raise place.fault(
                f"the image says that it is {image.media_type}, its bytes that it is "
                f"{kind or 'no picture'}",
                ("images",),
            )
    match reference:
        case FinalAnswer():
            _check_answer(benchmark, reference, place)
        case FormalStatement() if not reference.statement.strip():
            raise place.fault("has no Lean source", ("reference",))
        case MultipleChoice():
            _check_choices(reference, place)


def _check_answer(benchmark: Benchmark, reference: FinalAnswer, place: Place) -> None:
    if not reference.answer.strip() and not benchmark.withheld:
        raise place.fault("is empty", ("answer",))
    if reference.hidden and not benchmark.withheld:
        raise place.fault(f"is hidden: let {benchmark.id} say withheld: true", ("answer",))
    if reference.answer.startswith("hidden1:") and not reference.hidden:
        raise place.fault("is no whole hidden answer", ("answer",))


def _check_choices(reference: MultipleChoice, place: Place) -> None:
    texts = (reference.correct, *reference.distractors)
    labels = reference.labels
    if reference.label and reference.correct:
        raise place.fault("gives both a label and the text of the right choice", ("reference",))
    if reference.label:
        if len(reference.label) != 1 or reference.label not in labels:
            raise place.fault(
                f"{reference.label!r} is not one of the letters {labels}", ("reference", "label")
            )
    elif not reference.correct or not reference.distractors:
        raise place.fault(
            "needs the letter of the right choice, or its text and distractors", ("reference",)
        )
    elif len(set(texts)) < len(texts) or len(texts) > len(labels):
        raise place.fault(
            f"{len(texts)} choices, each different, must fit the letters {labels}", ("reference",)
        )
