"""Rubrics as files, and the linter that finds what would mislead judges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from difflib import SequenceMatcher
from pathlib import Path
from typing import NamedTuple

import yaml

from porism.core import Deduction, Rubric, RubricPart
from porism.judging.case import plain
from porism.records import parse_yaml
from porism.records.explain import KeyPath, Place
from porism.records.text import read_text

ALIKE = 0.35
"""Share of two texts that is the same, below which they are about different things."""
COMPARED = 2_000
"""Characters of a text that are compared."""
LINE = 96
"""Characters of a line that is written."""


class Fault(NamedTuple):
    """Something wrong with a rubric."""

    key: KeyPath
    """Where: as in ``("paths", 0, "parts", 1, "text")``."""
    problem: str


def read_rubric(path: Path) -> tuple[Rubric, Place]:
    """Read a rubric from its YAML file; return with it where its keys stand.

    Raises:
        DefinitionError: the file is no rubric.
    """
    return parse_yaml(read_text(path), Rubric, path)


def lint(rubric: Rubric, most: Decimal | None, earlier: Rubric | None = None) -> list[Fault]:
    """Return what is wrong with a rubric; nothing if it can be used.

    Args:
        rubric: what to look at.
        most: the problem's highest mark, where it is known.
        earlier: the version before it, whose names must go on naming the same parts.
    """
    found = [*_sums(rubric, most), *_empty(rubric), *_too_dear(rubric)]
    return found + (list(_renamed(rubric, earlier)) if earlier else [])


def _sums(rubric: Rubric, most: Decimal | None) -> Iterator[Fault]:
    if most is not None and rubric.points != most:
        yield Fault(("points",), f"the problem's highest mark is {plain(most)}")
    if not rubric.paths:
        yield Fault(("paths",), "there is no path to a solution")
    for n, path in enumerate(rubric.paths):
        total = sum((part.points for part in path.parts), Decimal(0))
        if total != rubric.points:
            yield Fault(
                ("paths", n, "parts"),
                f"the parts of path {path.id} add up to {plain(total)} points, "
                f"not {plain(rubric.points)}",
            )


def _empty(rubric: Rubric) -> Iterator[Fault]:
    for key, part in _worth(rubric):
        if not part.text.strip():
            yield Fault((*key, "text"), f"{part.id} says nothing")
        if not part.points:
            yield Fault((*key, "points"), f"{part.id} is worth nothing: leave it out")
    for n, text in enumerate(rubric.zero_credit):
        if not text.strip():
            yield Fault(("zero_credit", n), "an empty text")


def _too_dear(rubric: Rubric) -> Iterator[Fault]:
    for n, deduction in enumerate(rubric.deductions):
        if deduction.points > rubric.points:
            yield Fault(
                ("deductions", n, "points"),
                f"{deduction.id} deducts more than the {plain(rubric.points)} that there are",
            )


def _renamed(rubric: Rubric, earlier: Rubric) -> Iterator[Fault]:
    """Find names that moved from one part to another, so that opinions would be misread."""
    before = {part.id: part.text for _, part in _worth(earlier)}
    names = {text: name for name, text in before.items()}
    for key, part in _worth(rubric):
        was = names.get(part.text)
        if was is not None and was != part.id and before.get(part.id) != part.text:
            yield Fault((*key, "id"), f"this part was called {was} in version {earlier.version}")
        elif part.id in before and not _alike(before[part.id], part.text):
            yield Fault(
                (*key, "id"),
                f"{part.id} was the name of another part in version {earlier.version}: "
                "take a new name",
            )


def _worth(rubric: Rubric) -> Iterator[tuple[KeyPath, RubricPart | Deduction]]:
    """Yield all that has an id and points, with its place."""
    for n, path in enumerate(rubric.paths):
        for k, part in enumerate(path.parts):
            yield ("paths", n, "parts", k), part
    for n, deduction in enumerate(rubric.deductions):
        yield ("deductions", n), deduction


def _alike(text: str, other: str) -> bool:
    matcher = SequenceMatcher(None, text[:COMPARED], other[:COMPARED], autojunk=False)
    return matcher.ratio() >= ALIKE


def to_yaml(rubric: Rubric) -> str:
    """Write a rubric as a file that people can edit and import again."""
    said = rubric.model_dump(mode="json", exclude_defaults=True, exclude={"version", "approved_by"})
    return yaml.dump(
        _plainly(said), Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=LINE
    )


def _plainly(value: object) -> object:
    """Turn points into numbers, and leave everything else as it is."""
    if isinstance(value, dict):
        pairs = value.items()
        return {k: _number(v) if k == "points" else _plainly(v) for k, v in pairs}
    return [_plainly(item) for item in value] if isinstance(value, list) else value


def _number(text: str) -> int | float:
    """Return points as YAML writes them; at most four decimals, so that nothing is rounded."""
    number = Decimal(text)
    return int(number) if number == int(number) else float(number)


class _Dumper(yaml.SafeDumper):
    """Writes long texts, and those with LaTeX, as blocks that need no escaping."""


def _as_block(dumper: yaml.SafeDumper, text: str) -> yaml.ScalarNode:
    block = "\\" in text or "\n" in text
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if block else None)


_Dumper.add_representer(str, _as_block)


def faults_of(found: Sequence[Fault], place: Place) -> str:
    """Write faults for people, each with its line and key."""
    return "\n".join(str(place.fault(one.problem, one.key)) for one in found)
