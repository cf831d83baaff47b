"""Commands that examples show without running them: they exist, with these options."""

import re
import shlex

import pytest
import typer
import typer.main

from porism.cli import app
from tests.docs.pages import PAGES, blocks, name

COMMANDS = [
    pytest.param(line, id=f"{name(page)}:{block.line}: {line}")
    for page in PAGES
    for block in blocks(page)
    if block.language == "sh"
    for part in re.split(r"\n|&&", block.text)
    if (line := part.strip()).startswith("porism ")
]


@pytest.mark.parametrize("line", COMMANDS)
def test_commands_are_understood(line):
    words = shlex.split(line, comments=True)
    if ">" in words:
        words = words[: words.index(">")]
    command, context = typer.main.get_command(app), None
    while True:
        context = command.make_context(words[0], list(words[1:]), parent=context)
        rest = [*context._protected_args, *context.args]
        inner = getattr(command, "commands", {}).get(rest[0] if rest else "")
        if inner is None:
            break
        command, words = inner, rest
    assert not rest, f"{line}: {rest} mean nothing"
