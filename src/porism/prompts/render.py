"""Put a problem into a prompt."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from porism.core import FormalStatement, Message, Problem, Text, user
from porism.errors import ConfigurationError
from porism.prompts.prompt import PLACEHOLDER, Prompt


class Labelled(Protocol):
    """Choices as they are shown."""

    @property
    def shown(self) -> tuple[tuple[str, str], ...]:
        """Label and text of each, in order; empty where the statement itself shows them."""
        ...


def render(
    prompt: Prompt,
    problem: Problem,
    *,
    choices: Labelled | None = None,
    sketch: bool = False,
    images: bool = True,
) -> tuple[Message, ...]:
    """Return the messages that put a problem to a model.

    Statements, choices and sketches go in as they are, to the byte: a placeholder inside
    one of them is left alone.

    Args:
        prompt: what is said around the problem.
        problem: the problem; its pictures follow the words of the user's turn.
        choices: what multiple choice shows.
        sketch: give the problem's sketch as a hint, where it has one.
        images: send the problem's pictures.

    Raises:
        ConfigurationError: the prompt does not fit the problem, so that something would
            be asked for that is not shown, or not be shown at all.
    """
    values = _values(prompt, problem, choices)
    said = _fill(prompt.sections.user, values)
    if sketch and not prompt.sections.sketch:
        raise ConfigurationError(f"prompt {prompt.id!r} has no [sketch] section to give a hint in")
    if sketch and problem.sketch is not None:
        said += "\n\n" + _fill(prompt.sections.sketch, {"sketch": problem.sketch})
    turn = user(said, *(problem.images if images else ()))
    if not prompt.sections.system:
        return (turn,)
    return (Message(role="system", parts=(Text(text=prompt.sections.system),)), turn)


def _values(prompt: Prompt, problem: Problem, choices: Labelled | None) -> dict[str, str]:
    shown = choices.shown if choices else ()
    if bool(shown) != ("choices" in prompt.placeholders):
        lacks = "does not show the choices" if shown else "shows choices, but there are none"
        raise ConfigurationError(f"prompt {prompt.id!r} {lacks} of problem {problem.id!r}")
    formal = problem.reference.statement if isinstance(problem.reference, FormalStatement) else ""
    if not formal and "formal" in prompt.placeholders:
        raise ConfigurationError(
            f"prompt {prompt.id!r} is for formal statements; problem {problem.id!r} has none"
        )
    return {
        "statement": problem.statement,
        "choices": "\n\n".join(f"({label}) {text}" for label, text in shown),
        "formal": formal,
    }


def _fill(template: str, values: Mapping[str, str]) -> str:
    return PLACEHOLDER.sub(lambda found: values[found[1]], template)
