"""Tables as HTML: a page may have thousands of places, too many for a template."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from html import escape
from typing import TYPE_CHECKING

from markupsafe import Markup

from porism.site.table import Chip, Cited, Column, Item, Row, Span, Table

if TYPE_CHECKING:
    from porism.site.pages.grid import Cell, Grid, GridRow

HEADS = frozenset({"model", "benchmark", "problem"})
"""The columns whose places name their rows."""


def cells(table: Table, root: str) -> Markup:
    """Write the head and the rows of a table.

    Args:
        table: to be written.
        root: the way from the page to the site's root.
    """
    heads = "".join(title(column) for column in table.columns)
    rows = "".join(line(row, table, root) for row in table.rows)
    return Markup(  # noqa: S704 - every text in it is escaped below
        f"<thead>\n<tr>\n{heads}</tr>\n</thead>\n<tbody>\n{rows}</tbody>\n"
    )


def whisker(span: Span, chance: float) -> Markup:
    """Draw an interval on a scale from 0 to 100, with what guessing scores as a share."""
    guess = f'<path class="chance" d="M{100 * chance + 2:.1f} 0V10"/>' if chance else ""
    low, middle, high = span.low + 2, span.middle + 2, span.high + 2
    return Markup(  # noqa: S704 - numbers
        '<svg class="whisker" viewBox="0 0 104 10" aria-hidden="true"><path d="M2 5H102"/>'
        f'{guess}<path class="ends" d="M{low:.1f} 5H{high:.1f}"/>'
        f'<circle cx="{middle:.1f}" cy="5" r="3"/></svg>'
    )


def squares(grid: Grid, root: str) -> Markup:
    """Write the rows of a grid."""
    return Markup(  # noqa: S704 - every text in it is escaped below
        "".join(f"{models_squares(row, root)}\n" for row in grid.rows)
    )


def models_squares(row: GridRow, root: str) -> str:
    """Write a model's row of a grid."""
    name = f'<a href="{root}{escaped(row.model.href)}">{escaped(row.model.text)}</a>'
    found = "".join([square(cell, root) if cell else "<td></td>" for cell in row.cells])
    return f'<tr id="grid-{escaped(row.id)}"><th scope="row" class="head">{name}</th>{found}</tr>'


def square(cell: Cell, root: str) -> str:
    """Write a model's attempts at a problem."""
    name = f'<a href="{root}{escaped(cell.href)}">{escaped(cell.text)}</a>'
    return f'<td class="s{escaped(cell.level)}">{name}</td>'


def title(column: Column) -> str:
    """Write the head of a column."""
    hidden = "" if column.shown else " data-hidden"
    named = f'class="{kinds(column.key, column.kind)}" data-key="{escaped(column.key)}"'
    known = f"{named}{data(column.facts)}{hidden}"
    return f'<th scope="col" {known}>{escaped(column.title)}</th>\n'


@lru_cache(maxsize=1 << 10)
def kinds(column: str, kind: str, mark: str = "") -> str:
    """Return the classes of a place.

    Args:
        column: by its name in addresses.
        kind: of the column.
        mark: of the place.
    """
    head = "head" if column in HEADS else ""
    return escaped(" ".join(filter(None, (kind, head, mark))))


def line(row: Row, table: Table, root: str) -> str:
    """Write a row."""
    name = f' id="{escaped(row.id)}"' if row.id else ""
    places = "".join(
        place(item, column, root, table.chance)
        for item, column in zip(row.items, table.columns, strict=True)
    )
    return f"<tr{name}{data(row.facts)}>\n{places}</tr>\n"


def place(item: Item, column: Column, root: str, chance: float) -> str:
    """Write what stands in one place."""
    value = "" if item.value is None else f' data-v="{figure(item.value)}"'
    begin, end = ('th scope="row"', "th") if column.key in HEADS else ("td", "td")
    known = f'class="{kinds(column.key, column.kind, item.mark)}"{value}{data(item.facts)}'
    return f"<{begin} {known}>{said(item, root, chance)}</{end}>\n"


def said(item: Item, root: str, chance: float) -> str:
    """Write what a reader sees of a place."""
    note = f"<small>{escaped(item.note)}</small>" if item.note else ""
    cited = "".join([claim(one) for one in item.cited])
    if item.span:
        drawn = whisker(item.span, chance)
        shown = f"{words(item, root)}{drawn}{note or '<small></small>'}"
        return f'<span class="figure">{shown}</span>{cited}'
    chips = "".join([attempt(chip, root) for chip in item.chips])
    return f"{words(item, root)}{chips}{note}{cited}"


def words(item: Item, root: str) -> str:
    """Write the text of a place, which may lead somewhere."""
    text = escaped(item.text)
    if not item.href:
        return f"<span>{text}</span>"
    return (
        away(item.href, text) if item.away else f'<a href="{root}{escaped(item.href)}">{text}</a>'
    )


def attempt(chip: Chip, root: str) -> str:
    """Write an attempt in a word."""
    begin, end = outcome(chip.text, chip.mark)
    return f"{begin}{root}{escaped(chip.href)}{end}"


@lru_cache(maxsize=1 << 10)
def outcome(text: str, mark: str) -> tuple[str, str]:
    """Write what stands before and after the address of an attempt: few outcomes differ."""
    return f'<a class="chip {escaped(mark)}" href="', f'">{escaped(text)}</a>'


def claim(one: Cited) -> str:
    """Write what somebody else says."""
    text = escaped(one.text)
    said = away(one.href, text) if one.href else text
    return f'<small class="cited {escaped(one.mark)}">{said}</small>'


def away(address: str, text: str) -> str:
    """Write a link to the web."""
    return f'<a href="{escaped(address)}" rel="nofollow noopener noreferrer">{text}</a>'


def data(known: Mapping[str, float | str]) -> str:
    """Write what a reader's browser can count with."""
    if not known:
        return ""
    return "".join(f' data-{name}="{figure(value)}"' for name, value in known.items())


def figure(value: float | str) -> str:
    """Write a number as it is, and escape a text."""
    return escaped(value) if isinstance(value, str) else str(value)


def escaped(text: str) -> str:
    """Escape a text for any place between tags or quotation marks, unless it is HTML."""
    return text if isinstance(text, Markup) else escape(text)
