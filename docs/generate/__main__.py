"""Write the reference pages."""

from __future__ import annotations

from docs.generate import FOLDER, PAGES, page

FOLDER.mkdir(exist_ok=True)
for name in PAGES:
    (FOLDER / name).write_text(page(name), encoding="utf-8")
