"""What the people who publish a site say of it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Settings:
    """What no snapshot knows."""

    title: str = "Porism"
    about: str = ""
    """Markdown for the page *About*: who runs the site, whom to tell of errors."""
    url: str = ""
    """Address under which the site will stand; the feed needs it to be subscribed to."""
