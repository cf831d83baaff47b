"""Code that a page quotes stands in the code so."""

import textwrap
from pathlib import Path

import pytest

import porism
from tests.docs.pages import WRITTEN, blocks, name

SOURCES = [path.read_text(encoding="utf-8") for path in Path(porism.__file__).parent.rglob("*.py")]
QUOTES = [
    pytest.param(block.text, id=f"{name(page)}:{block.line}")
    for page in WRITTEN
    for block in blocks(page)
    if block.language == "py"
]


@pytest.mark.parametrize("quote", QUOTES)
def test_quotes_are_true(quote):
    indented = textwrap.indent(quote, "    ")
    assert any(quote in source or indented in source for source in SOURCES)
