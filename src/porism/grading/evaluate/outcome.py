"""Why a term has no value."""

from __future__ import annotations


class Undefined(Exception):  # noqa: N818 - reads as what it is
    """The term has no value here: a division by zero, a letter without a value, a set."""
