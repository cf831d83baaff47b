"""A person who decides at the desk."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field

from porism.core.noun import Noun

LONGEST_NAME = 80


def _one_line(name: str) -> str:
    if not name.isprintable() or name != name.strip():
        raise ValueError("a name is one line of printable characters")
    return name


PersonName = Annotated[str, Field(min_length=1, max_length=LONGEST_NAME), AfterValidator(_one_line)]


class Reviewer(Noun):
    """A person who decides at the desk."""

    name: PersonName
    """As verdicts and decisions are signed."""
    queues: tuple[str, ...] = ()
    """The only ones that the person may see; all without any."""
    senior: bool = False
    """Settles what two others disagree on even after having been one of them, and may take
    back what others decided."""

    def may_see(self, queue: str) -> bool:
        """Tell whether a queue is open to the person."""
        return not self.queues or queue in self.queues
