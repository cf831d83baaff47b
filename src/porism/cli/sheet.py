"""Tables that can be shown to people or written as CSV, Markdown or LaTeX."""

from __future__ import annotations

import csv
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple

Value = str | float | int | tuple[float, float] | None
Form = Literal[
    "text", "words", "count", "percent", "percent range", "range", "number", "usd", "signed",
    "signed range", "coefficient",
]  # fmt: skip
Format = Literal["table", "json", "csv", "markdown", "latex"]
WORDS: tuple[Form, ...] = ("text", "words")
"""Not figures; ``words`` may be long, and wrap."""
RANGES: tuple[Form, ...] = ("percent range", "range", "signed range")
LATEX = {
    "\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}",
    "–": "--", "−": "$-$", **{sign: rf"\{sign}" for sign in "&%$#_{}"},
}  # fmt: skip


class Column(NamedTuple):
    """A column and how its values are written for people."""

    name: str
    form: Form = "text"


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table with its title and notes."""

    title: str
    columns: tuple[Column, ...]
    rows: tuple[tuple[Value, ...], ...]
    notes: tuple[str, ...] = ()

    def without_empty(self) -> Sheet:
        """Leave out the columns in which nothing is known."""
        kept = [
            n
            for n in range(len(self.columns))
            if any(row[n] not in (None, "") for row in self.rows)
        ]
        columns = tuple(self.columns[n] for n in kept)
        rows = tuple(tuple(row[n] for n in kept) for row in self.rows)
        return Sheet(self.title, columns if self.rows else self.columns, rows, self.notes)

    def shown(self) -> list[list[str]]:
        """Write the values for people."""
        forms = [column.form for column in self.columns]
        return [list(map(written, row, forms)) for row in self.rows]


def written(value: Value, form: Form) -> str:
    """Write a value for people."""
    from porism.cli.console import usd
    from porism.look.figures import coefficient, count, ends, percent, signed

    if value is None:
        return "–"
    if isinstance(value, tuple):
        low, high = value
        if form == "signed range":
            return ends(low, high)
        return f"{percent(low)} – {percent(high)}" if form == "percent range" else f"{low}–{high}"
    if isinstance(value, str):
        return value
    writers: dict[Form, Callable[[float], str]] = {
        "percent": percent, "usd": usd, "number": "{:.3g}".format, "signed": signed,
        "coefficient": coefficient,
    }  # fmt: skip
    return writers.get(form, count)(value)


def show(sheet: Sheet, form: Format) -> None:
    """Print a sheet; notes go to standard error where a program reads the table."""
    writers = {"csv": write_csv, "markdown": write_markdown, "latex": write_latex}
    if form == "table":
        show_table(sheet.without_empty())
        return
    writers[form](sheet)
    for note in sheet.notes:
        sys.stderr.write(f"{note}\n")


def show_table(sheet: Sheet) -> None:
    """Print a sheet for people."""
    from rich.text import Text

    from porism.cli.console import out, table
    from porism.cli.printable import printable

    names = [column.name for column in sheet.columns]
    right = [column.name for column in sheet.columns if column.form not in WORDS]
    wrap = [column.name for column in sheet.columns if column.form == "words"]
    made = table(*names, right=right, wrap=wrap, title=printable(sheet.title))
    for row in sheet.shown():
        made.add_row(*(Text(printable(cell)) for cell in row))
    if sheet.rows:
        out().print(made)
    for note in sheet.notes:
        out().print(Text(f"  {printable(note)}", style="dim"))


def write_csv(sheet: Sheet) -> None:
    """Print plain values: shares in [0, 1], ranges as two columns, nothing where unknown."""
    writer = csv.writer(sys.stdout, lineterminator="\n")
    names: list[str] = []
    for column in sheet.columns:
        ranged = column.form in RANGES
        names += [f"{column.name} low", f"{column.name} high"] if ranged else [column.name]
    writer.writerow(names)
    for row in sheet.rows:
        writer.writerow(plain_cells(sheet.columns, row))


def plain_cells(columns: Sequence[Column], row: Sequence[Value]) -> list[Value]:
    """Return the cells of a CSV row."""
    cells: list[Value] = []
    for column, value in zip(columns, row, strict=True):
        if column.form in RANGES:
            cells += value if isinstance(value, tuple) else (None, None)
        else:
            cells.append(value)
    return cells


def write_markdown(sheet: Sheet) -> None:
    """Print a table in Markdown's pipe form."""
    sys.stdout.writelines(f"{line}\n" for line in markdown_lines(sheet))


def markdown_lines(sheet: Sheet) -> list[str]:
    """Return a table in Markdown's pipe form."""
    head = [column.name for column in sheet.columns]
    rule = ["---" if column.form in WORDS else "---:" for column in sheet.columns]
    rows = [head, rule, *([in_markdown(cell) for cell in row] for row in sheet.shown())]
    return [f"| {' | '.join(row)} |" for row in rows]


def in_markdown(text: str) -> str:
    """Escape what Markdown would take for markup."""
    from porism.cli.printable import printable

    return re.sub(r"([\\`*_\[\]<>|$])", r"\\\1", printable(" ".join(text.split())))


def write_latex(sheet: Sheet) -> None:
    """Print a ``tabular`` with the rules of booktabs."""
    places = "".join("l" if column.form in WORDS else "r" for column in sheet.columns)
    head, *body = (
        " & ".join(map(in_latex, row)) + r" \\"
        for row in ([column.name for column in sheet.columns], *sheet.shown())
    )
    lines = [rf"\begin{{tabular}}{{{places}}}", r"\toprule", head, r"\midrule", *body]
    sys.stdout.write("\n".join([*lines, r"\bottomrule", r"\end{tabular}"]) + "\n")


def in_latex(text: str) -> str:
    """Escape what LaTeX would take for commands."""
    return "".join(LATEX.get(sign, sign) for sign in " ".join(text.split()))
