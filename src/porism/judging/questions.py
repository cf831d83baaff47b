"""Questions: what a judge is asked, and how its reply is read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache
from typing import Generic, TypeVar

from porism.core import Message, Opinion, Rubric, user
from porism.judging.case import Case, material, plain
from porism.judging.jury import TEXTS
from porism.judging.replies import BROKEN_POINTS, read_broken, read_points, read_same
from porism.judging.said import Said
from porism.judging.sealing import seal
from porism.prompts.prompt import PLACEHOLDER

T_co = TypeVar("T_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Question(Generic[T_co]):
    """One thing that a model is asked, until its reply can be read.

    Args:
        messages: what is said.
        read: reads a reply; raises ``Unread``.
        replies: replies that can be read, by the points that they give; stand-ins choose one.
    """

    messages: tuple[Message, ...]
    read: Callable[[str], T_co]
    replies: Mapping[Decimal, str] = field(default_factory=dict)


def question_to(
    judge: str, case: Case, said: Sequence[Opinion] = (), own: str = ""
) -> Question[Said]:
    """Return what a judge is asked, for the first time or after all that was said.

    Args:
        judge: who is asked.
        case: what is judged.
        said: what all judges said in the round before; nothing in the first.
        own: the judge's own solution, if it was asked for one.
    """
    return next_question(case, judge, said, own) if said else first_question(case, own)


def first_question(case: Case, own: str = "") -> Question[Said]:
    """Return what a judge is asked first.

    Args:
        case: what is judged.
        own: the judge's own solution, if it was asked for one.
    """
    shown = material(case, own)
    word = seal(case.answer, case.original, shown)
    return _question(case, shown, word)


def next_question(case: Case, judge: str, said: Sequence[Opinion], own: str = "") -> Question[Said]:
    """Return what a judge is asked after all have spoken and disagree.

    Args:
        case: what is judged.
        judge: who is asked.
        said: what all judges said in the round before.
        own: the judge's own solution, if it was asked for one.
    """
    shown = material(case, own)
    told = "\n".join(_told(one) for one in said)
    word = seal(case.answer, case.original, shown, told)
    opinions = "\n\n".join(
        f"<judge-{word}>\nJudge {number}{' (you)' if one.judge == judge else ''}\n"
        f"{_told(one)}\n</judge-{word}>"
        for number, one in enumerate(said, 1)
    )
    return _question(case, shown, word, written("reconcile", seal=word, opinions=opinions))


def _question(case: Case, shown: str, word: str, further: str = "") -> Question[Said]:
    values = {"material": shown, "answer": case.answer, "original": case.original, "seal": word}
    if case.task == "proof":
        values |= {"points": plain(case.points), "form": _form(case.rubric)}
        values["how"] = written("rubric") if case.rubric else ""
    asked = "\n\n".join(filter(None, (written(case.task, **values), further)))
    turn = user(asked, *case.problem.images)
    return Question((turn,), _reader(case, word), _replies(case, word))


def _told(opinion: Opinion) -> str:
    points = "unknown" if opinion.points is None else plain(opinion.points)
    marks = [f"part {mark.part}: {plain(mark.points)}" for mark in opinion.parts]
    return "\n".join([*marks, f"points: {points}", f"reason: {opinion.reason}"])


def _form(rubric: Rubric | None) -> str:
    parts = "part ID: what it earned\n" if rubric and rubric.parts else ""
    return f"{parts}points: the mark"


def _reader(case: Case, word: str) -> Callable[[str], Said]:
    match case.task:
        case "proof":
            return lambda reply: read_points(reply, word, case.points, case.rubric)
        case "broken_statement":
            return lambda reply: read_broken(reply, word)
        case "answer" | "content":
            return lambda reply: read_same(reply, word)


def _replies(case: Case, word: str) -> dict[Decimal, str]:
    def block(*lines: str) -> str:
        said = "\n".join([*lines, "reason: A stand-in's opinion; nobody read the work."])
        return f"<marks-{word}>\n{said}\n</marks-{word}>"

    match case.task:
        case "proof":
            halves = range(int(2 * case.points) + 1)
            return {p: block(*_marked(case.rubric, p)) for p in (Decimal(n) / 2 for n in halves)}
        case "broken_statement":
            questions = {points: number for number, points in BROKEN_POINTS.items()}
            return {p: block(f"question: {n}", "contradicts: no") for p, n in questions.items()}
        case "answer" | "content":
            return {Decimal(n): block(f"same: {w}") for n, w in enumerate(("no", "yes"))}


def _marked(rubric: Rubric | None, points: Decimal) -> list[str]:
    """Return lines that give points, to the parts of the first way in their order."""
    left, lines = points, []
    for part in rubric.paths[0].parts if rubric and rubric.paths else ():
        given = min(left, part.points)
        left -= given
        lines.append(f"part {part.id}: {plain(given)}")
    return [*lines, f"points: {plain(points)}"]


def written(name: str, **values: str) -> str:
    """Return one of the package's texts with values put in as they are."""
    return PLACEHOLDER.sub(lambda found: values[found[1]], _text(name))


@cache
def _text(name: str) -> str:
    return (TEXTS / f"{name}.txt").read_text(encoding="utf-8").strip()
