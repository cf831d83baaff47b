r"""A prompt: what is said around a problem, kept in a text file of its own.

A file is the user's turn as it stands, or sections that begin with a line of their own::

    [system]
    You are ...
    [user]
    {statement}
    [sketch]
    A hint: {sketch}

The sketch section is said at the end of the user's turn, and only where a sketch is
given. A word in braces is a placeholder unless it is the argument of a LaTeX command, as
in ``\boxed{answer}``.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path

from porism.errors import DefinitionError, UnknownName
from porism.records.text import read_text

TEXTS = Path(__file__).parent / "texts"
PLACEHOLDER = re.compile(r"(?<![\w\\}\]])\{([a-z_]+)\}")
SECTION = re.compile(r"^\[(\w+)\][ \t]*\n", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Sections:
    """The parts of a prompt; an absent one is empty."""

    user: str
    system: str = ""
    sketch: str = ""


MAY_HOLD = {
    "system": frozenset[str](),
    "user": frozenset({"statement", "choices", "formal"}),
    "sketch": frozenset({"sketch"}),
}
"""The placeholders of each section."""


@dataclass(frozen=True)
class Prompt:
    """What is said around a problem."""

    id: str
    text: str
    """The file as it is."""
    sections: Sections

    @property
    def digest(self) -> str:
        """32 hexadecimal digits that depend on the text alone, not on the prompt's name."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:32]

    @cached_property
    def placeholders(self) -> frozenset[str]:
        """What the user's turn puts in, the sketch apart."""
        return frozenset(PLACEHOLDER.findall(self.sections.user))


def names(folder: Path | None = None) -> tuple[str, ...]:
    """Return the names of all prompts: the package's own and those in ``folder``."""
    return tuple(sorted(_files(folder)))


def load(name: str, folder: Path | None = None) -> Prompt:
    """Return a prompt by its name; one in ``folder`` comes before the package's own.

    Raises:
        UnknownName: there is no such prompt.
        DefinitionError: the file is not a prompt.
    """
    files = _files(folder)
    if name not in files:
        raise UnknownName("prompt", name, files)
    text = read_text(files[name]).replace("\r\n", "\n")
    return parse(text, name=name, file=files[name])


def parse(text: str, *, name: str, file: object) -> Prompt:
    """Read a prompt from the text of its file.

    Raises:
        DefinitionError: a section or placeholder that does not exist or stands where it
            may not, or nothing that puts the problem in.
    """
    prompt = Prompt(name, text, _sections(text, file))
    for section, may_hold in MAY_HOLD.items():
        said: str = getattr(prompt.sections, section)
        for found in PLACEHOLDER.finditer(said):
            if found[1] not in may_hold:
                line = text.count("\n", 0, text.index(said) + found.start()) + 1
                known = ", ".join(f"{{{p}}}" for p in sorted(may_hold)) or "none"
                problem = f"{found[0]} is no placeholder of the {section} section (known: {known})"
                raise DefinitionError(problem, file=file, line=line)
    if not prompt.placeholders & {"statement", "formal"}:
        raise DefinitionError("the prompt has no {statement}: it would ask nothing", file=file)
    return prompt


def _files(folder: Path | None) -> dict[str, Path]:
    folders = [TEXTS] if folder is None else [TEXTS, folder]
    return {path.stem: path for place in folders for path in place.glob("*.txt")}


def _sections(text: str, file: object) -> Sections:
    before, *rest = SECTION.split(text)
    if not rest:
        return Sections(user=text.strip())
    heads, bodies = rest[::2], rest[1::2]
    known = [field.name for field in fields(Sections)]
    problem = ""
    if before.strip():
        problem = "there is text before the first section"
    elif unknown := set(heads) - set(known):
        problem = f"no section is called [{min(unknown)}] (known: {', '.join(known)})"
    elif len(set(heads)) < len(heads):
        problem = "a section is there twice"
    elif "user" not in heads:
        problem = "there is no [user] section"
    if problem:
        raise DefinitionError(problem, file=file)
    return Sections(**{head: body.strip() for head, body in zip(heads, bodies, strict=True)})
