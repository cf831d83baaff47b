"""How much a session may use."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds of one session of one attempt."""

    wall_s: float = 30
    """How long one call may take, in seconds."""
    cpu_s: int = 600
    """CPU seconds of all calls together."""
    memory_bytes: int = 1 << 30
    """Address space beyond what the preloaded libraries take."""
    tmp_bytes: int = 64 << 20
    """Room for files, all of them together, and so the size of the largest."""
    tmp_files: int = 1024
    """Files and folders at once."""
    open_files: int = 64
    threads: int = 32
    code_bytes: int = 200_000
    """Longest code of one call."""
    kept_bytes: int = 30_000
    """Of stdout, stderr and the result what is kept of each; the middle is left out."""
    flood_bytes: int = 16 << 20
    """Output of one call that ends the session."""
