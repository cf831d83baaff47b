"""Where the links of pages lead."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urldefrag, urlsplit

LINKS = {"a": "href", "link": "href", "script": "src", "img": "src", "iframe": "src"}


class Reader(HTMLParser):
    """Collects links and ids."""

    def __init__(self) -> None:
        super().__init__()
        self.links: set[str] = set()
        self.ids: list[str] = []

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        if tag in LINKS and LINKS[tag] in found:
            self.links.add(found[LINKS[tag]])
        if "id" in found:
            self.ids.append(found["id"])


@cache
def read(path: Path, _when: float) -> Reader:
    reader = Reader()
    reader.feed(path.read_text(encoding="utf-8"))
    return reader


def page(path: Path) -> Reader:
    return read(path, path.stat().st_mtime)


def faults(root: Path) -> Iterator[str]:
    """Yield every link that leads nowhere or out of the site, and every id that is there twice."""
    for path in sorted(root.rglob("*.html")):
        found = page(path)
        where = path.relative_to(root)
        if len(found.ids) > len(set(found.ids)):
            yield f"{where}: an id is there twice"
        for link in found.links:
            address, anchor = urldefrag(link)
            if address.startswith(("http://", "https://", "mailto:")):
                continue
            file = unquote(urlsplit(address).path)
            target = (path.parent / file).resolve() if file else path
            if not target.is_relative_to(root.resolve()) or not target.is_file():
                yield f"{where}: {link} leads nowhere"
            elif anchor and target.suffix == ".html" and anchor not in page(target).ids:
                yield f"{where}: {link} leads to no place on that page"
