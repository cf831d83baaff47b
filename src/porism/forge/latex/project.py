"""The files of one paper: found by TeX's rules, never outside the paper's folder."""

from __future__ import annotations

import posixpath
from collections.abc import Iterable
from pathlib import Path

from porism.forge.latex.budget import Budget
from porism.forge.latex.encoding import decode
from porism.forge.latex.source import SourceFile

READABLE = frozenset(
    [
        ".tex",
        ".ltx",
        ".latex",
        ".sty",
        ".cls",
        ".clo",
        ".def",
        ".cfg",
        ".bbl",
        ".bib",
        ".tikz",
        ".pgf",
        ".txt",
        ".kl",
        ".inc",
        ".mac",
        ".macros",
        ".texi",
        ".thm",
        ".defs",
        ".inp",
        ".eps_tex",
        ".pdf_tex",
        ".pstex_t",
        ".pdf_t",
        ".pspdftex",
        ".lhs",
        ".rtx",
        ".ldf",
        ".fd",
        ".code",
        ".preamble",
        ".sec",
        ".chap",
    ]
)
MAX_FILE_BYTES = 16_000_000


class Project:
    """A folder with a paper's files.

    Args:
        root: the folder; nothing outside it is read, by whatever path.
        main: the main file, below the folder.
    """

    def __init__(self, root: Path, main: Path, budget: Budget | None = None) -> None:
        self.root = root.resolve()
        self.main = main.resolve()
        self.budget = budget or Budget()
        self.files: list[SourceFile] = []
        self.numbers: dict[Path, int] = {}
        self.packages: set[str] = set()
        self.language = "english"
        self.class_name = ""
        self.class_options: list[str] = []
        self.folders: list[Path] = []
        r"""Folders that ``\import`` has entered, the innermost last."""
        self._names: dict[Path, dict[str, Path]] = {}

    @property
    def has_chapters(self) -> bool:
        """Whether the class counts chapters above sections."""
        return self.class_name in BOOKS

    def find(self, name: str, endings: Iterable[str]) -> Path | None:
        """Return the file that TeX would read for a name.

        Args:
            name: as written, without expansion still to do.
            endings: what TeX adds, in the order of trying.
        """
        name = name.strip().strip('"').replace("\\", "/")
        if not name or len(name) > 400 or "\0" in name or name.startswith(("/", "~", "|")):
            return None
        places = [*reversed(self.folders[-1:]), self.main.parent, self.root]
        for folder in dict.fromkeys(places):
            for ending in endings:
                found = self._file(folder, name + ending)
                if found is not None:
                    return found
        return None

    def _file(self, folder: Path, name: str) -> Path | None:
        path = Path(posixpath.normpath(posixpath.join(folder.as_posix(), name)))
        if not path.is_relative_to(self.root) or path.suffix.lower() not in READABLE | {""}:
            return None
        exact = self._listing(path.parent).get(path.name.lower())
        if exact is None:
            return None
        resolved = exact.resolve()
        return resolved if resolved.is_relative_to(self.root) and resolved.is_file() else None

    def _listing(self, folder: Path) -> dict[str, Path]:
        """Return a folder's files by their name in lower case; few spell all names alike."""
        if folder not in self._names:
            names: dict[str, Path] = {}
            if folder.is_dir() and folder.resolve().is_relative_to(self.root):
                for path in sorted(folder.iterdir())[:20_000]:
                    names.setdefault(path.name.lower(), path)
            self._names[folder] = names
        return self._names[folder]

    def load(self, path: Path) -> int | None:
        """Read a file, once; return its number, or ``None`` where limits forbid it."""
        if path in self.numbers:
            return self.numbers[path]
        size = path.stat().st_size
        self.budget.allow_for(size)
        if size > MAX_FILE_BYTES or self.budget.files < 0 or self.budget.bytes < 0:
            return None
        name = path.relative_to(self.root).as_posix()
        self.numbers[path] = len(self.files)
        self.files.append(SourceFile(name, decode(path.read_bytes())))
        return self.numbers[path]


BOOKS = frozenset(
    [
        "book",
        "report",
        "memoir",
        "scrbook",
        "scrreprt",
        "amsbook",
        "svmono",
        "svmult",
        "krantz",
        "tufte-book",
        "ctexbook",
        "extbook",
        "extreport",
        "cambridge7A",
        "gsm-l",
        "mitthesis",
        "ucthesis",
        "puthesis",
        "bookest",
        "elegantbook",
    ]
)
