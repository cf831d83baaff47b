"""Figures from arrays: it knows of no store, no file and no noun of the platform.

The intervals that every table shows can be had from here; everything else has a module of
its own, imported where it is wanted.
"""

from porism.stats.intervals import Interval, pooled_normal, wilson
from porism.stats.tally import Tally

__all__ = ["Interval", "Tally", "pooled_normal", "wilson"]
