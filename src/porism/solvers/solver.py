"""How a model is put to a problem."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import ClassVar, NamedTuple, Protocol

from porism.core import Message, Noun
from porism.tools.conversation import Ask, Conversation
from porism.tools.toolbox import Toolbox


class Requests(NamedTuple):
    """How many requests an attempt takes where no tool is used."""

    least: int
    most: int


class Solver(Protocol):
    """A way to put a model to a problem; knows nothing of stores, retries or money.

    It does the same whenever it gets the same replies, so that an attempt that was interrupted
    can be taken up: no chance, no clock.
    """

    @property
    def requests(self) -> Requests:
        """How many requests it makes, unless nothing comes of one."""
        ...

    @property
    def several(self) -> bool:
        """Whether it may make more than one request where no tool is used."""
        ...

    @property
    def others(self) -> tuple[str, ...]:
        """The models that it asks besides the one that is put to the problem."""
        ...

    @property
    def texts(self) -> tuple[str, ...]:
        """The names of the texts that it may say."""
        ...

    async def solve(self, question: Sequence[Message], ask: Ask, toolbox: Toolbox) -> Conversation:
        """Return the conversation that came to the model's answer.

        Args:
            question: the problem in its prompt.
            ask: makes one request of the model.
            toolbox: what the model may use.

        Raises:
            SandboxError: a tool is broken, which is no fault of the model.
        """
        ...


class Scaffold(Noun, ABC):
    """What most solvers have in common."""

    says: ClassVar[tuple[str, ...]] = ()

    @property
    @abstractmethod
    def requests(self) -> Requests:
        """See :class:`Solver`."""

    @property
    def several(self) -> bool:
        """See :class:`Solver`."""
        return self.requests.most > 1

    @property
    def others(self) -> tuple[str, ...]:
        """None."""
        return ()

    @property
    def texts(self) -> tuple[str, ...]:
        """What the class says."""
        return self.says
