"""Sources of papers: told by their content, unpacked safely, with the main file found."""

from __future__ import annotations

from porism.forge.latex.encoding import decode
from porism.forge.sources.archive import LeftOut, Limits, Unpacked, unpack
from porism.forge.sources.kind import Kind, kind_of, transcript_of
from porism.forge.sources.main_file import Candidate, find_main, rank_main_files

__all__ = [
    "Candidate",
    "Kind",
    "LeftOut",
    "Limits",
    "Unpacked",
    "decode",
    "find_main",
    "kind_of",
    "rank_main_files",
    "transcript_of",
    "unpack",
]
