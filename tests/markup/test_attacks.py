"""Whatever comes in, only what is allowed comes out, as a real parser of HTML reads it."""

import pytest

from tests.markup.checking import faults
from tests.markup.hostile import ATTACKS, FAMILIES, fragments


@pytest.mark.parametrize(
    ("family", "attack"), ATTACKS, ids=[f"{f}-{n}" for n, (f, _) in enumerate(ATTACKS)]
)
def test_nothing_gets_through(family, attack):
    for number, html in enumerate(fragments(attack)):
        assert not faults(html), (family, number, attack, html)


def test_there_are_enough_attacks():
    assert len({attack for _, attack in ATTACKS}) >= 300
    assert len(FAMILIES) >= 6


@pytest.mark.parametrize(
    "html",
    [
        "<script>ran()</script>",
        '<img src="x">',
        '<p onclick="ran()">x</p>',
        '<p style="color:red">x</p>',
        '<a href="javascript:ran()">x</a>',
        '<math><mi href="https://a.example">x</mi></math>',
        "<svg></svg>",
        "<p>\u202ex</p>",
        '<span class="navigation">x</span>',
        "<!-- x -->",
    ],
)
def test_the_check_sees_what_is_not_allowed(html):
    assert faults(html)
