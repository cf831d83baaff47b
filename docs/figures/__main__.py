"""Write the page and its pictures."""

from __future__ import annotations

from docs.figures.page import write

write()
