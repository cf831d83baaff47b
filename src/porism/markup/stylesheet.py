"""What a page needs besides its fragments: styles, and a font that has mathematics."""

from __future__ import annotations

from importlib.resources import files

FONT = "stix-two-math.woff2"
"""The file beside the style sheet that holds the font of formulas, under the SIL Open Font
License 1.1 (``fonts/OFL.txt``). Browsers load it where no better one is installed."""


def stylesheet() -> str:
    """CSS for the classes that fragments have; colours are those of the page around them."""
    return (files("porism.markup") / "markup.css").read_text(encoding="utf-8")


def font() -> bytes:
    """The content of :data:`FONT`: STIX Two Math, without the glyphs that formulas do not use."""
    return (files("porism.markup") / "fonts" / FONT).read_bytes()
