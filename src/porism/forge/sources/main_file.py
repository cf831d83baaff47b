"""Which of a paper's files is the one to begin with."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path

from porism.errors import SourceError
from porism.forge.latex.encoding import decode

_CLASS = re.compile(
    r"^[^%\n]*\\document(?:class|style)\b\s*(?:\[[^\]]*\])?\s*\{([^}]*)\}", re.MULTILINE
)
_BEGIN = re.compile(r"^[^%\n]*\\begin\s*\{document\}", re.MULTILINE)
_PLAIN = re.compile(r"^[^%\n]*(?:\\bye\b|\\end\s*$|\\magnification\b|\\proclaim\b)", re.MULTILINE)
_FRONT = re.compile(r"^[^%\n]*\\(?:maketitle|title\b|begin\s*\{abstract\})", re.MULTILINE)
_INPUT = re.compile(r"^[^%\n]*\\(?:input|include|subfile)\s*\{?\s*([^\s{}%]+)", re.MULTILINE)
_ROOT = re.compile(r"^%\s*!\s*TEX\s+root\s*=\s*(\S+)", re.MULTILINE | re.IGNORECASE)
_LATEXMK = re.compile(r"@default_files\s*=\s*\(\s*['\"]([^'\"]+)['\"]")
_GOOD_NAMES = re.compile(
    r"^(?:main|ms|paper|article|arxiv|manuscript|root|master|thesis|book)\b|arxiv"
)
_POOR_NAMES = re.compile(
    r"suppl|cover|letter|response|reply|referee|figure|^fig|appendix|slides|poster|macro|preamble"
    r"|template|sample|example|old|backup|diff|web|abstract|title"
)
_SIDE_CLASSES = frozenset({"standalone", "beamer", "letter", "minimal", "subfiles", "moderncv"})
MAX_CANDIDATES = 400
MAX_BYTES = 20_000_000


@dataclass(frozen=True, slots=True)
class Candidate:
    """A file that may be the main one."""

    path: Path
    score: float
    reasons: tuple[str, ...]


def find_main(folder: Path) -> Path:
    """Return the main file of an unpacked source.

    Raises:
        SourceError: no file looks like one.
    """
    ranked = rank_main_files(folder)
    if not ranked or ranked[0].score <= 0:
        raise SourceError("no file with \\documentclass or other signs of a paper")
    return ranked[0].path


def rank_main_files(folder: Path) -> list[Candidate]:
    """Return the files that may be the main one, the likeliest first."""
    folder = folder.resolve()
    paths = [p for p in sorted(folder.rglob("*")) if p.suffix.lower() in SUFFIXES and _usable(p)]
    texts = {path: decode(path.read_bytes()) for path in paths[:MAX_CANDIDATES]}
    hints = _Hints(
        folder,
        _named(folder),
        {root for path, text in texts.items() for root in _roots(path, text)},
        _used_by_others(folder, texts),
    )
    ranked = [_weigh(path, text, hints) for path, text in texts.items()]
    return sorted(ranked, key=lambda c: (-c.score, len(c.path.parts), c.path.as_posix()))


SUFFIXES = frozenset({".tex", ".ltx", ".latex", ".txt", ""})


def _usable(path: Path) -> bool:
    return path.is_file() and not path.is_symlink() and path.stat().st_size <= MAX_BYTES


@dataclass(frozen=True, slots=True)
class _Hints:
    """What a folder's files say about each other."""

    folder: Path
    named: set[Path]
    roots: set[Path]
    used: set[Path]


def _weigh(path: Path, text: str, hints: _Hints) -> Candidate:
    """Add up the signs for and against a file."""
    declared = _CLASS.search(text)
    name = path.stem.lower()
    signs = (
        (path in hints.named, 100, "named by a readme or latexmk"),
        (path in hints.roots, 12, "named as root by another file"),
        (declared is not None, 20, "has a document class"),
        (_BEGIN.search(text) is not None, 20, "begins a document"),
        (_FRONT.search(text) is not None, 6, "has a title or an abstract"),
        (declared is None and _PLAIN.search(text) is not None, 12, "is plain TeX"),
        (path.with_suffix(".bbl").exists(), 6, "has a bibliography of its name"),
        (_GOOD_NAMES.search(name) is not None, 4, "is named like a main file"),
        (_POOR_NAMES.search(name) is not None, -5, "is named like a side file"),
        (declared is not None and declared[1].strip() in _SIDE_CLASSES, -25, "has a side class"),
        (path in hints.used, -18, "is input by another file"),
        (path.suffix.lower() != ".tex", -8, "has an unusual ending"),
    )
    found = [(weight, why) for holds, weight, why in signs if holds]
    depth = len(path.relative_to(hints.folder).parts) - 1
    score = sum(weight for weight, _ in found) - 2 * depth + min(len(text), 200_000) / 100_000
    substance = any(weight > 10 for weight, _ in found)
    return Candidate(path, score if substance else min(score, 0), tuple(why for _, why in found))


def _named(folder: Path) -> set[Path]:
    """Return files that a readme for arXiv or latexmk's settings name as the main one."""
    names: list[str] = []
    for path in folder.iterdir():
        low = path.name.lower()
        if not path.is_file() or path.stat().st_size > 100_000:
            continue
        if low == "00readme.json":
            names += _from_json(path)
        elif low.startswith("00readme"):
            lines = (line.split() for line in decode(path.read_bytes()).splitlines())
            names += [words[0] for words in lines if words[1:2] == ["toplevelfile"]]
        elif low in {"latexmkrc", ".latexmkrc"}:
            names += _LATEXMK.findall(decode(path.read_bytes()))
    return {(folder / name).resolve() for name in names if "\0" not in name}


def _from_json(path: Path) -> list[str]:
    try:
        readme = json.loads(path.read_bytes())
        sources = readme.get("sources", []) if isinstance(readme, dict) else []
        return [str(s["filename"]) for s in sources if s.get("usage") == "toplevel"]
    except (ValueError, KeyError, AttributeError, TypeError, RecursionError):
        return []


def _used_by_others(folder: Path, texts: dict[Path, str]) -> set[Path]:
    used = set()
    for path, text in texts.items():
        for name in _INPUT.findall(text)[:5_000]:
            for base in (folder, path.parent):
                for ending in ("", ".tex"):
                    target = base / (name + ending)
                    if target in texts and target != path:
                        used.add(target)
    return used


def _roots(path: Path, text: str) -> list[Path]:
    return [(path.parent / name).resolve() for name in _ROOT.findall(text[:2_000])]
