"""What an item of work may do to the process that works on it."""

import os


def behave(how: str) -> str:
    if how == "raise":
        raise ValueError("a bad paper")
    if how == "die":
        os._exit(9)
    return how.upper()
