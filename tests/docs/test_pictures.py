"""Pictures of the terminal: labelled as sample data, and needing nothing from elsewhere."""

import re
from xml.etree import ElementTree as ET

import pytest

from docs.pictures import IMAGES, PICTURES, screen


@pytest.mark.parametrize("name", PICTURES)
def test_pictures_are_labelled_and_self_contained(name):
    picture = (IMAGES / f"{name}.svg").read_text(encoding="utf-8")
    words = " ".join("".join(ET.fromstring(picture).itertext()).split())
    assert "sample data" in words.replace("\xa0", " ")
    assert re.findall(r"(?:url\(|href=|src=)[\"']?(?!#)[^\"')]*", picture) == []


@pytest.mark.parametrize(
    ("printed", "shown"),
    [
        ("one\ntwo\n", "one\ntwo"),
        ("one\ntwo\r\x1b[2K\x1b[1A\x1b[2Kthree\nfour", "three\nfour"),
        ("\x1b[?25lone\ntwo\nthree\r\x1b[2A\x1b[2Kfour", "four\ntwo\nthree"),
        ("\x1b[1mbold\x1b[0m", "\x1b[1mbold\x1b[0m"),
    ],
)
def test_the_last_screen_is_what_is_pictured(printed, shown):
    assert screen(printed) == shown
