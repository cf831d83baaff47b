"""The reference is what the generator makes of the code, and leaves nothing out."""

import inspect
from typing import get_args

import pytest
import typer.main

import porism
from docs.generate import FOLDER, PAGES, page
from porism import errors
from porism.benchmarks import Benchmarks
from porism.cli import app
from porism.core import Flag, Outcome
from porism.models.registry import Models
from porism.prompts import load
from porism.prompts import names as prompts
from porism.workspace import Config
from tests.docs.pages import DOCS


def text(name: str) -> str:
    return (FOLDER / name).read_text(encoding="utf-8")


def commands(command, path: str):
    """Every command with its path and its options."""
    options = (option for parameter in command.params for option in parameter.opts)
    yield path, [option for option in options if option.startswith("-")]
    for name, inner in getattr(command, "commands", {}).items():
        yield from commands(inner, f"{path} {name}")


@pytest.mark.parametrize("name", PAGES)
def test_pages_are_what_the_generator_makes(name):
    assert text(name) == page(name), f"docs/reference/{name} is out of date: run `make docs`"


def test_no_page_is_left_over():
    assert sorted(path.name for path in FOLDER.iterdir()) == sorted(PAGES)


@pytest.mark.parametrize(("path", "options"), list(commands(typer.main.get_command(app), "porism")))
def test_every_command_and_option_is_there(path, options):
    _, _, below = text("commands.md").partition(f"\n## {path}\n")
    section = below.partition("\n## ")[0]
    assert section, f"{path} is not in the reference"
    for option in options:
        assert option in section


@pytest.mark.parametrize(
    ("file", "names"),
    [
        ("settings.md", list(Config.model_fields)),
        ("benchmarks.md", Benchmarks().ids),
        ("models.md", Models().ids),
        ("python.md", [n for n in porism.__all__ if not inspect.isclass(getattr(porism, n))]),
    ],
)
def test_everything_that_can_be_named_is_there(file, names):
    said = text(file)
    assert [name for name in names if f"`{name}`" not in said and f"{name}\n" not in said] == []


@pytest.mark.parametrize("name", prompts())
def test_every_prompt_is_there_word_for_word(name):
    assert load(name).text.rstrip() in text("prompts.md")


def test_every_error_is_there():
    kinds = [n for n, v in vars(errors).items() if inspect.isclass(v) and issubclass(v, Exception)]
    assert [kind for kind in kinds if f"\n## {kind}\n" not in text("errors.md")] == []


def test_every_outcome_and_flag_is_explained():
    said = (DOCS / "explanation" / "from-answers-to-figures.md").read_text(encoding="utf-8")
    words = (*get_args(Outcome), *get_args(Flag))
    assert [word for word in words if f"| `{word}` |" not in said] == []
