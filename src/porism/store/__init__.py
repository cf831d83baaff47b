"""The store: the only SQL, the only memory."""

from porism.store.judgements import Judged, Judgements
from porism.store.leases import Claim, Redo, Reopen, runner_name
from porism.store.lines import Filter, Spent
from porism.store.papers import Found, Papers
from porism.store.rows import Line
from porism.store.steps import Step
from porism.store.store import Store, utc_now

__all__ = [
    "Claim",
    "Filter",
    "Found",
    "Judged",
    "Judgements",
    "Line",
    "Papers",
    "Redo",
    "Reopen",
    "Spent",
    "Step",
    "Store",
    "runner_name",
    "utc_now",
]
