"""The plan: every cell of benchmark x model, in the order in which they are asked."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

from porism.benchmarks.choices import Choices, present
from porism.core import Benchmark, Cell, Model, Noun, Problem, Variant
from porism.prompts import Prompt
from porism.solvers import asks_of
from porism.tools.workshop import equipment_digest


class Shown(Noun):
    """What shapes a question besides the problem."""

    prompt: str
    sketch: bool = False
    images: bool = True


@dataclass(frozen=True, slots=True)
class Task:
    """A cell with what it takes to ask it."""

    cell: Cell
    problem: Problem
    choices: Choices | None


@dataclass(frozen=True, slots=True)
class Assignment:
    """One model put to one benchmark."""

    benchmark: Benchmark
    problems: tuple[Problem, ...]
    """The problems to ask: chosen ones, without those withdrawn."""
    model: Model
    prompt: Prompt
    attempts: int
    variant: Variant | None = None
    others: tuple[Model, ...] = ()
    """The models that the model's solver asks besides."""

    @property
    def sketch(self) -> bool:
        """Whether hints are given."""
        return self.variant is not None and self.variant.sketch

    @property
    def images(self) -> bool:
        """Whether pictures are sent."""
        return self.variant is None or self.variant.images

    @property
    def cells(self) -> int:
        """How many cells there are, finished ones included."""
        return len(self.problems) * self.attempts

    @property
    def protocol(self) -> dict[str, str]:
        """What shapes every answer besides the problem, as cells name it."""
        shown = Shown(prompt=self.prompt.digest, sketch=self.sketch, images=self.images)
        return {
            "asks": asks_of(self.model, self.others),
            "prompt": shown.digest(),
            "tools": equipment_digest(self.benchmark),
        }

    def tasks(self) -> Iterator[Task]:
        """Yield all tasks: first attempts of every problem, then second ones ..."""
        common = {
            "benchmark": self.benchmark.id,
            "model": self.model.id,
            **self.protocol,
            "variant": self.variant.name if self.variant else "",
        }
        for number in range(1, self.attempts + 1):
            for problem in self.problems:
                place = {"problem": problem.id, "revision": problem.owed_since_revision}
                cell = Cell.model_validate({**common, **place, "number": number})
                yield Task(cell, problem, present(problem))

    def batches(self, size: int) -> Iterator[list[Task]]:
        """Yield all tasks in lists of at most ``size``."""
        tasks = self.tasks()
        while batch := list(islice(tasks, size)):
            yield batch
