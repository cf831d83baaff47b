"""What people say of attempts: options, and how a form is read."""

from __future__ import annotations

from math import isfinite
from typing import NamedTuple

from porism.core import Decision, FinalAnswer, MultipleChoice, Problem
from porism.desk.queue import Form, Option, Ruling
from porism.desk.refusal import Refusal
from porism.desk.subject import place_of
from porism.report.marks import points_of
from porism.store import Store
from porism.store.asked import asked, attempt_named

NO_SCORE = (
    Option("unparsed", "No answer", "a"),
    Option("ungraded", "Cannot tell", "c"),
)
MOST_BUTTONS = 10
"""Points up to which there is a button for each."""
TEN = "t"
"""Which key chooses ten points."""


def options(problem: Problem) -> tuple[Option, ...]:
    """Return what can be said of an attempt at a problem."""
    if isinstance(problem.reference, FinalAnswer | MultipleChoice):
        return (Option("1", "Right", "1"), Option("0", "Wrong", "0"), *NO_SCORE)
    points = points_of(problem.reference)
    if points <= MOST_BUTTONS:
        numbers = [str(n) for n in range(int(points) + 1)]
        marks = tuple(Option(n, n, n if len(n) == 1 else TEN) for n in numbers)
        return (*marks, *NO_SCORE[1:])
    return NO_SCORE[1:]


def ruling(form: Form, points: float) -> Ruling:
    """Read a form that judges an attempt.

    Raises:
        Refusal: it gives no mark, or one that cannot be.
    """
    exact = form.exactly.strip().replace(",", ".")
    if exact and form.say and exact != form.say:
        advice = f"{form.say} was chosen and {exact} written. What is written is kept below."
        raise Refusal(422, "Two marks were given", advice, kept=form.why)
    said = exact or form.say
    if said in {"unparsed", "ungraded"}:
        return Ruling("unparsed" if said == "unparsed" else "ungraded")
    try:
        given = float(said)
    except ValueError:
        given = -1.0
    if not isfinite(given) or not 0 <= given <= points:
        most = f"{points:g}"
        title = "No mark was given" if not said else "That is no mark"
        raise Refusal(422, title, f"Choose one, or write points from 0 to {most}.", kept=form.why)
    return Ruling("graded", given / points)


class About(NamedTuple):
    """What a decision is about."""

    place: str
    """In words."""
    most: float = 1
    """Of how many points its mark is a share; 1 where nothing is marked in points."""


def about(store: Store, decision: Decision) -> About:
    """Return what a decision is about."""
    attempt = attempt_named(store, decision.subject)
    if attempt is None:
        return About(place_of(decision.subject))
    place = f"problem {attempt.problem} of {attempt.benchmark}"
    if decision.score is None:
        return About(place)
    problem = asked(store, attempt.benchmark, attempt.problem, decision.revision)
    return About(place, points_of(problem.reference) if problem else 1)
