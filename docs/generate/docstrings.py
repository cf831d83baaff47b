"""Docstrings as Markdown, and what stands below the fields of a class."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap
from collections.abc import Iterator

from docs.generate.markdown import code, prose

_SECTION = re.compile(r"(Args|Attributes|Raises|Returns|Source|Yields):[ ]*(.*)")
_ENTRY = re.compile(r"^(\w+):\s+(.*)$", re.DOTALL)


def markdown(docstring: str) -> str:
    """Return a docstring in Google's style as paragraphs and lists."""
    return "\n\n".join(map(paragraph, docstring.strip().split("\n\n"))) + "\n"


def paragraph(text: str) -> str:
    """Return a paragraph; one that is indented is code, some are sections."""
    head, _, rest = text.partition("\n")
    if match := _SECTION.fullmatch(head):
        return section(match[1], match[2], textwrap.dedent(rest))
    return text if text.startswith("    ") else prose(text)


def section(title: str, first: str, body: str) -> str:
    """Return a section of arguments, errors or the like."""
    if title in {"Args", "Attributes", "Raises"}:
        items = "\n".join(map(item, entries(body)))
        return f"{'Arguments' if title == 'Args' else title}:\n\n{items}"
    return f"{title}: {prose(f'{first} {body}')}"


def entries(body: str) -> Iterator[str]:
    """Yield the entries of a section; what is indented goes on with the one before."""
    yield from re.split(r"\n(?=\S)", body.strip())


def item(entry: str) -> str:
    """Return an entry as an item of a list."""
    match = _ENTRY.match(entry)
    return f"- {code(match[1])}: {prose(match[2])}" if match else f"- {prose(entry)}"


def fields(owner: type) -> Iterator[tuple[str, str, str]]:
    """Yield the name, the type and the meaning of each field that a class defines."""
    (definition,) = ast.parse(textwrap.dedent(inspect.getsource(owner))).body
    body = definition.body if isinstance(definition, ast.ClassDef) else []
    for statement, following in zip(body, [*body[1:], None], strict=True):
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            annotation = ast.unparse(statement.annotation)
            yield statement.target.id, annotation, prose(string_of(following))


def string_of(statement: ast.stmt | None) -> str:
    """Return the text of a statement that is nothing but a string."""
    match statement:
        case ast.Expr(value=ast.Constant(value=str(text))):
            return text
        case _:
            return ""
