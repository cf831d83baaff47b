"""Tables as HTML: a page may have thousands of places, too many for a template."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape

from markupsafe import Markup

from porism.site.table import Chip, Cited, Column, Item, Row, Span, Table

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


def title(column: Column) -> str:
    """Write the head of a column."""
    hidden = "" if column.shown else " data-hidden"
    known = f'data-key="{escaped(column.key)}"{data(column.facts)}{hidden}'
    return f'<th scope="col" class="{kinds(column)}" {known}>{escaped(column.title)}</th>\n'


def kinds(column: Column, mark: str = "") -> str:
    """Return the classes of a place."""
    head = "head" if column.key in HEADS else ""
    return escaped(" ".join(filter(None, (column.kind, head, mark))))


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
    value = "" if item.value is None else f' data-v="{escaped(str(item.value))}"'
    begin, end = ('th scope="row"', "th") if column.key in HEADS else ("td", "td")
    said = "".join(parts(item, root, chance))
    return f'<{begin} class="{kinds(column, item.mark)}"{value}{data(item.facts)}>{said}</{end}>\n'


def parts(item: Item, root: str, chance: float) -> Iterator[str]:
    """Yield the parts of a place."""
    note = f"<small>{escaped(item.note)}</small>" if item.note else ""
    if item.span:
        drawn = whisker(item.span, chance)
        yield f'<span class="figure">{words(item, root)}{drawn}{note or "<small></small>"}</span>'
    else:
        yield words(item, root)
        yield from (attempt(chip, root) for chip in item.chips)
        yield note
    yield from (claim(one) for one in item.cited)


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
    href = f"{root}{escaped(chip.href)}"
    return f'<a class="chip {escaped(chip.mark)}" href="{href}">{escaped(chip.text)}</a>'


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
    return "".join(f' data-{name}="{escaped(str(value))}"' for name, value in known.items())


def escaped(text: str) -> str:
    """Escape a text for any place between tags or quotation marks, unless it is HTML."""
    return text if isinstance(text, Markup) else escape(text)
