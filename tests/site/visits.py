"""Pages in a browser, with all that they ask for and complain of."""

from __future__ import annotations

from pathlib import Path
from typing import Self

from playwright.sync_api import Browser, Page

WATCH = """
window.ran = () => { window.ran.count++; }; window.ran.count = 0; window.refused = [];
document.addEventListener("securitypolicyviolation",
  (event) => window.refused.push(event.violatedDirective + " " + event.blockedURI));
"""


class Visitor:
    """A reader's browser."""

    def __init__(self, browser: Browser, root: Path, **settings: object) -> None:
        self.root = root
        self.context = browser.new_context(
            **{"viewport": {"width": 1280, "height": 900}, **settings}
        )
        self.page: Page = self.context.new_page()
        self.faults: list[str] = []
        self.page.add_init_script(WATCH)
        self.page.on("request", self._asked)
        self.page.on("pageerror", lambda error: self.faults.append(f"error: {error}"))
        self.page.on("dialog", lambda dialog: self.faults.append(f"dialog: {dialog.message}"))
        self.page.on("console", self._said)

    def _asked(self, request) -> None:
        if not request.url.startswith(self.root.as_uri()):
            self.faults.append(f"asked for {request.url}")

    def _said(self, message) -> None:
        if message.type == "error":
            self.faults.append(f"console: {message.text}")

    def open(self, path: str) -> Page:
        self.page.goto(f"{self.root.as_uri()}/{path}")
        return self.page

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.context.close()
