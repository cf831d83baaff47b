"""How much work one paper may cause, whatever it contains."""

from __future__ import annotations

from dataclasses import dataclass

GRACE = 20_000_000
"""Characters that may still be searched for the ends of arguments when the budget is spent."""


@dataclass(slots=True)
class Budget:
    """Limits on the work for one paper; once spent, macros stay as they are.

    Every macro call costs one expansion, every character that is pushed back to be read
    again or searched ahead costs one character. Papers use a few per cent of the defaults,
    which grow with the files that are read.
    """

    expansions: int = 60_000
    characters: int = 20_000_000
    depth: int = 300
    """Macro calls and files inside each other."""
    files: int = 2_000
    bytes: int = 64_000_000
    """Size of all files read together."""

    def allow_for(self, size: int) -> None:
        """Count a file that is read, and allow the work that its size is worth."""
        self.files -= 1
        self.bytes -= size
        self.expansions += size // 40
        self.characters += size * 4

    def charge(self, characters: int, expansions: int = 0) -> bool:
        """Take from what is left; false once much more has been taken than there was."""
        self.characters -= characters
        self.expansions -= expansions
        return self.characters > -GRACE

    @property
    def spent(self) -> bool:
        """Whether the paper has used up its work."""
        return self.characters < 0 or self.expansions < 0
