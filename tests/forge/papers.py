"""Small papers made for tests."""

from pathlib import Path

from porism.forge.latex import Budget, Reader, reader_of
from porism.forge.theorems import Item, extract_file

PREAMBLE = r"""\documentclass{article}
\usepackage{amsmath,amsthm}
\newtheorem{theorem}{Theorem}[section]
\newtheorem{lemma}[theorem]{Lemma}
"""


def write(folder: Path, **files: str) -> Path:
    """Write files (``a__b_tex`` is ``a/b.tex``) into a folder; return the main one."""
    for name, text in files.items():
        path = folder / (name.replace("__", "/")[::-1].replace("_", ".", 1)[::-1])
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return folder / "main.tex"


def document(body: str, preamble: str = "") -> str:
    return f"{PREAMBLE}{preamble}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"


def items(folder: Path, body: str, preamble: str = "", **files: str) -> list[Item]:
    """Extract from a paper with this body."""
    return extract_file(write(folder, main_tex=document(body, preamble), **files))


def reader(folder: Path, body: str, preamble: str = "", budget: Budget | None = None) -> Reader:
    main = write(folder, main_tex=document(body, preamble))
    return reader_of(main, folder, budget)
