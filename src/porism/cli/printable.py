"""Text from models, made safe for a terminal."""

from __future__ import annotations

import re

CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u200e\u200f]")


def printable(text: str) -> str:
    """Show control characters and direction overrides as what they are.

    A model's answer could otherwise move the cursor, change the title, or hide its end.
    """
    return CONTROL.sub(lambda found: f"<U+{ord(found[0]):04X}>", text)
