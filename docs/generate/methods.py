"""The methods that a site tells its readers: the explanations of the documentation."""

from __future__ import annotations

import re
from pathlib import Path

DOCS = Path(__file__).parents[1]
TEXT = DOCS.parent / "src/porism/site/texts/methods.md"
PAGES = ("explanation/from-answers-to-figures.md", "explanation/methods.md", "grading.md")
LINK = re.compile(r"\[([^\]]+)\]\((?!https?://)[^)]*\)")
FENCE = re.compile(r"^```grading$", re.MULTILINE)


def methods() -> str:
    """Return the text; links to pages that a site has not become plain words."""
    texts = [(DOCS / page).read_text(encoding="utf-8").strip() for page in PAGES]
    return FENCE.sub("```", LINK.sub(r"\1", "\n\n".join(texts))) + "\n"
