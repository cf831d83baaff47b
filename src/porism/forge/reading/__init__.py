"""A clean reading version of a paper for prompts: Markdown with LaTeX mathematics."""

from __future__ import annotations

from porism.forge.reading.markdown import to_markdown
from porism.forge.reading.passages import Passage, count_tokens, fit, passages_of, read_passages

__all__ = ["Passage", "count_tokens", "fit", "passages_of", "read_passages", "to_markdown"]
