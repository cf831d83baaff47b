"""The page of computed figures says what its computation gives."""

import re

import pytest

from docs.figures.page import PAGE, SECTIONS, head

TEXT = PAGE.read_text(encoding="utf-8")


@pytest.mark.long
@pytest.mark.parametrize("make", SECTIONS, ids=lambda make: f"{make.__module__}.{make.__name__}")
def test_every_figure_is_computed_again(make):
    section = make()
    assert section.markdown() in TEXT
    for name in section.charts:
        assert (
            (PAGE.parent / f"../images/{name}.svg").read_text(encoding="utf-8").startswith("<svg")
        )


def test_the_page_has_nothing_else():
    assert TEXT.startswith(head())
    assert len(re.findall("^## ", TEXT, re.MULTILINE)) == len(SECTIONS)
