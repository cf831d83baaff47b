"""A report as HTML or Markdown; every text in it may be hostile."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterator
from html import escape
from pathlib import Path
from string import Template
from typing import TYPE_CHECKING, Literal

from porism.cli.printable import printable
from porism.cli.sheet import WORDS, Sheet, in_markdown, markdown_lines

if TYPE_CHECKING:
    from porism.cli.report.digest import Digest, Section
    from porism.report.charts import Chart

Form = Literal["markdown", "html"]
FORMS: dict[str, Form] = {".md": "markdown", ".html": "html"}
TEMPLATE = Path(__file__).with_name("page.html")


def form_of(path: Path) -> Form:
    """Return the form that a file's name asks for.

    Raises:
        ConfigurationError: a report has no such form.
    """
    from porism.errors import ConfigurationError

    found = FORMS.get(path.suffix.lower())
    if found is None:
        raise ConfigurationError(f"{path}: a report's file ends in {' or '.join(FORMS)}")
    return found


def write(digest: Digest, path: Path, form: Form) -> None:
    """Write a report; charts of Markdown become files beside it.

    Raises:
        ConfigurationError: a file cannot be written.
    """
    from porism.errors import ConfigurationError

    try:
        if form == "html":
            path.write_text(html(digest), encoding="utf-8")
            return
        charts = {f"{path.stem}-{n}.svg": chart for n, chart in numbered(digest)}
        for name, chart in charts.items():
            path.with_name(name).write_text(chart.svg(), encoding="utf-8")
        path.write_text(markdown(digest, path.stem), encoding="utf-8")
    except OSError as error:
        raise ConfigurationError(f"{path}: {error.strerror}") from error


def numbered(digest: Digest) -> Iterator[tuple[int, Chart]]:
    """Yield the charts with the numbers of their sections."""
    for number, section in enumerate(digest.sections, start=1):
        if section.chart is not None:
            yield number, section.chart


def markdown(digest: Digest, stem: str = "") -> str:
    """Write a report as Markdown.

    Args:
        digest: what it says.
        stem: what the names of the charts' files begin with; no charts without it.
    """
    lines = [f"# {digest.title}", ""]
    for text in digest.summary:
        lines += [in_markdown(text), ""]
    for number, section in enumerate(digest.sections, start=1):
        sheet = section.sheet
        lines += [f"## {sheet.title}", ""]
        for note in sheet.notes:
            lines += [in_markdown(note), ""]
        lines += [*markdown_lines(sheet), ""]
        if section.chart is not None and stem:
            address = f"<{stem}-{number}.svg>"
            lines += [f"![{in_markdown(section.chart.alt)}]({address})", ""]
    return "\n".join(lines)


def html(digest: Digest) -> str:
    """Write a report as a page of its own that runs nothing and loads nothing."""
    parts = [f"<p>{text_of(text)}</p>" for text in digest.summary]
    parts += [section_html(section) for section in digest.sections]
    page = Template(TEMPLATE.read_text(encoding="utf-8"))
    return page.substitute(title=text_of(digest.title), body="\n".join(parts))


def text_of(text: str) -> str:
    """Escape a text, control characters shown as what they are."""
    return escape(printable(text))


def section_html(section: Section) -> str:
    """Write a section."""
    sheet = section.sheet
    parts = [f"<h2>{text_of(sheet.title)}</h2>"]
    parts += [f'<p class="note">{text_of(note)}</p>' for note in sheet.notes]
    if section.chart is not None:
        data = b64encode(section.chart.svg().encode()).decode()
        alt = text_of(section.chart.alt)
        parts.append(f'<img alt="{alt}" src="data:image/svg+xml;base64,{data}">')
    return "\n".join([*parts, table_html(sheet)])


def table_html(sheet: Sheet) -> str:
    """Write a table."""
    kinds = [
        ' class="figure"' if c.form not in WORDS else ' class="wide"' if c.form == "words" else ""
        for c in sheet.columns
    ]
    head = [column.name for column in sheet.columns]
    rows = [f"<tr>{row_html('td', kinds, row)}</tr>" for row in sheet.shown()]
    top = f"<thead><tr>{row_html('th', kinds, head)}</tr></thead>"
    return f'<div class="table"><table>{top}<tbody>{"".join(rows)}</tbody></table></div>'


def row_html(element: str, kinds: list[str], cells: list[str]) -> str:
    """Write the cells of a row."""
    return "".join(
        f"<{element}{kind}>{text_of(cell)}</{element}>"
        for kind, cell in zip(kinds, cells, strict=True)
    )
