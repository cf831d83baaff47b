"""Links lead somewhere: to a file that is there, and to a heading in it."""

import re
from pathlib import Path

import pytest

from tests.docs.pages import PAGES, name, prose

LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ +(.*)$", re.MULTILINE)
ELSEWHERE = ("http://", "https://", "mailto:")
LINKS = [
    pytest.param(page, target, id=f"{name(page)}->{target}")
    for page in PAGES
    for target in dict.fromkeys(LINK.findall(prose(page)))
    if not target.startswith(ELSEWHERE)
]


def anchors(page: Path) -> set[str]:
    """The names by which headings can be linked to."""
    return {
        re.sub(r"[^\w\- ]", "", heading.lower()).strip().replace(" ", "-")
        for heading in HEADING.findall(prose(page))
    }


@pytest.mark.parametrize(("page", "target"), LINKS)
def test_links_resolve(page, target):
    path, _, anchor = target.partition("#")
    file = (page.parent / path).resolve() if path else page
    assert file.exists(), f"{name(page)} links to {path}, which is not there"
    if anchor:
        assert anchor in anchors(file), f"{path} has no heading #{anchor}"


def test_every_page_can_be_reached_from_the_first():
    start = next(page for page in PAGES if name(page) == "README.md")
    reached, waiting = set(), [start]
    while waiting:
        page = waiting.pop()
        if page in reached or page.suffix != ".md":
            continue
        reached.add(page)
        targets = (t.partition("#")[0] for t in LINK.findall(prose(page)))
        waiting += [
            (page.parent / t).resolve() for t in targets if t and not t.startswith(ELSEWHERE)
        ]
    assert [name(page) for page in PAGES if page not in reached] == []
