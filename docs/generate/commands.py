"""The page of commands, with their options and their help."""

from __future__ import annotations

import inspect
from collections.abc import Iterator

import typer.main
from typer.core import TyperGroup

from docs.generate.markdown import block, code, prose, table
from porism.cli import app

INTRODUCTION = """\
# Commands

A command ends with exit code 0 when it has done its work, with 2 when there is something
that you can mend (one line says what, where and how), and `porism run` with 1 when a model
had to be stopped.
"""


def page() -> str:
    """Return the page."""
    context = typer.Context(typer.main.get_command(app), info_name="porism")
    with context:
        return INTRODUCTION + "".join(sections(context))


def sections(context: typer.Context) -> Iterator[str]:
    """Yield the section of a command, then those of its subcommands."""
    command = context.command
    yield f"\n## {context.command_path}\n{told(command.help or '')}"
    yield from options(context)
    if isinstance(command, TyperGroup):
        for name, inner in command.commands.items():
            below = typer.Context(inner, info_name=name, parent=context)
            with below:
                yield from sections(below)


def told(text: str) -> str:
    """Return a help text: paragraphs that begin with a command or a comment are code."""
    said = ""
    for paragraph in inspect.cleandoc(text).split("\n\n"):
        words = paragraph.strip()
        is_code = words.startswith(("porism ", "# ")) or paragraph.startswith("    ")
        said += "\n" + (block(words, "sh") if is_code else f"{prose(words)}\n")
    return said.replace("```\n\n```sh\n", "")  # one block for commands that follow each other


def options(context: typer.Context) -> Iterator[str]:
    """Yield the table of a command's arguments and options."""
    records = (parameter.get_help_record(context) for parameter in context.command.params)
    rows = [(code(record[0]), prose(record[1])) for record in records if record]
    if rows:
        yield "\n" + table(("argument or option", "meaning"), rows)
