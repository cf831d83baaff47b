"""Tables as pages show them: what templates loop over."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple

from markupsafe import Markup

from porism.look.figures import NOTHING, interval, percent


@dataclass(frozen=True, slots=True)
class Span:
    """A figure with its interval, drawn on a scale from 0 to 100."""

    low: float
    middle: float
    high: float


class Chip(NamedTuple):
    """One attempt in a word, and where it is shown."""

    text: str
    mark: str
    href: str


class Cited(NamedTuple):
    """What somebody else says of a figure, and where on the web it can be read."""

    text: str
    mark: str
    """A class of the style sheet."""
    href: str


@dataclass(frozen=True, slots=True)
class Item:
    """What stands in one place of a table."""

    text: str | Markup = NOTHING
    href: str = ""
    value: float | str | None = None
    """By which readers sort, where the text will not do."""
    note: str = ""
    span: Span | None = None
    mark: str = ""
    """A class of the style sheet."""
    chips: tuple[Chip, ...] = ()
    cited: tuple[Cited, ...] = ()
    away: bool = False
    """Whether it leads to the web, and not to a page of the site."""
    facts: Mapping[str, float | str] = field(default_factory=dict)
    """From which a reader's browser can score again."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column with its name in addresses."""

    key: str
    title: str
    kind: Literal["text", "number"] = "number"
    about: str = ""
    shown: bool = True
    """Whether it is shown before the reader chooses."""
    facts: Mapping[str, float | str] = field(default_factory=dict)
    """By which a reader's browser can leave it out."""


@dataclass(frozen=True, slots=True)
class Row:
    """A row; its first item is its head."""

    items: tuple[Item, ...]
    id: str = ""
    facts: Mapping[str, float | str] = field(default_factory=dict)
    """By which a reader's browser can leave some of it out."""


@dataclass(frozen=True, slots=True)
class Table:
    """A table with its name in addresses."""

    id: str
    caption: str
    columns: tuple[Column, ...]
    rows: tuple[Row, ...]
    chance: float = 0
    """What guessing scores: drawn on the scale of every figure with an interval."""

    def dense(self) -> Table:
        """Leave out the columns in which nothing stands."""
        kept = [
            n
            for n, _ in enumerate(self.columns)
            if any(row.items[n].text != NOTHING for row in self.rows)
        ]
        rows = (replace(row, items=tuple(row.items[n] for n in kept)) for row in self.rows)
        return replace(self, columns=tuple(self.columns[n] for n in kept), rows=tuple(rows))


def share(
    value: float | None,
    ends: tuple[float, float] | None = None,
    href: str = "",
    *,
    cited: tuple[Cited, ...] = (),
    facts: Mapping[str, float | str] | None = None,
) -> Item:
    """Return a share in percent, with its interval drawn beside it."""
    if value is None:
        return Item()
    span = Span(100 * ends[0], 100 * value, 100 * ends[1]) if ends else None
    note = interval(ends) if ends else ""
    return Item(percent(value), href, value, note, span, cited=cited, facts=facts or {})
