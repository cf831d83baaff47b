"""A queue: what waits for people, and how one thing in it is shown and decided."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from markupsafe import Markup

from porism.core import Choice, Decision, Reviewer
from porism.desk.decided import Past, past
from porism.store.decisions import Also, Decisions, State
from porism.store.waiting import Beyond, Wanted


class Entry(NamedTuple):
    """Something in a queue, as lists show it."""

    subject: str
    title: str
    where: str
    words: str = ""
    mark: str = ""
    shown: Markup = Markup()
    flags: tuple[str, ...] = ()
    author: str = ""
    reason: str = ""


class Totals(NamedTuple):
    """How much waits, and how much of it under each other filter."""

    total: int
    by_flag: Mapping[str, int]
    by_benchmark: Mapping[str, int]


class Option(NamedTuple):
    """One of the decisions that a form offers."""

    value: str
    words: str
    key: str
    """Which key chooses it."""


class Form(NamedTuple):
    """What a person sends."""

    say: str
    exactly: str
    why: str
    text: str


class Ruling(NamedTuple):
    """A decision in the making."""

    choice: Choice
    score: float | None = None
    also: Also | None = None
    changes: bool = False
    """Whether it changes a text."""


@dataclass(frozen=True, slots=True)
class Item:
    """One thing to be decided, as its page shows it.

    Attributes:
        template: the file that shows the view.
        title: in a few words.
        view: what it shows.
        options: what can be decided.
        state: what was decided, as far as the person may see it.
        revision: of the text that is shown.
        points: highest mark, where marks are given in points.
        text: what can be edited.
    """

    template: str
    title: str
    view: object
    options: tuple[Option, ...]
    state: State
    revision: int = 1
    points: float | None = None
    text: str | None = None

    @property
    def seen(self) -> str:
        """What its form says that the person has seen."""
        return f"{self.state.seen.decision}:{self.state.seen.verdict}:{self.revision}"

    @property
    def past(self) -> tuple[Past, ...]:
        """What was decided, the newest first."""
        return past(self.state.made, self.points or 1)


class Queue(Protocol):
    """What waits for people."""

    @property
    def id(self) -> str:
        """Its name in addresses and decisions."""

    @property
    def title(self) -> str:
        """Its name for people."""

    @property
    def about(self) -> str:
        """What is decided in it."""

    @property
    def filters(self) -> tuple[str, ...]:
        """By what it can be filtered, besides words."""

    @property
    def decisions(self) -> Decisions:
        """What was decided in it."""

    def totals(self, reviewer: Reviewer, wanted: Wanted) -> Totals:
        """Count what waits for a person."""

    def page(
        self,
        reviewer: Reviewer,
        wanted: Wanted,
        *,
        start: int,
        count: int,
        beyond: Beyond | None = None,
    ) -> Sequence[Entry]:
        """Return some of what waits for a person; a long queue is quicker beyond something."""

    def beside(
        self, reviewer: Reviewer, wanted: Wanted, subject: str, *, back: bool = False
    ) -> str | None:
        """Return what waits after something, or before it; the first where there is none."""

    def item(self, reviewer: Reviewer, subject: str) -> Item:
        """Return what is shown of one thing, waiting or decided.

        Raises:
            Refusal: there is no such thing in this queue.
        """

    def ruling(self, reviewer: Reviewer, subject: str, form: Form) -> Ruling:
        """Read a form.

        Raises:
            Refusal: it says nothing that can be decided here.
        """

    def undoing(self, decision: Decision) -> Also | None:
        """Return what else is written when a decision is taken back."""
