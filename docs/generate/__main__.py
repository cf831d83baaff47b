"""Write the reference pages, and what sites say of methods."""

from __future__ import annotations

from docs.generate import FOLDER, PAGES, methods, page

FOLDER.mkdir(exist_ok=True)
for name in PAGES:
    (FOLDER / name).write_text(page(name), encoding="utf-8")
methods.TEXT.write_text(methods.methods(), encoding="utf-8")
