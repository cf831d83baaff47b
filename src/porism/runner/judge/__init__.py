"""Putting attempts before juries: which are owed, what that costs, and doing it."""

from porism.runner.judge.court import Court
from porism.runner.judge.docket import Docket, JudgeRequest, Sitting, docket
from porism.runner.judge.estimate import JudgeEstimate, estimate_docket

__all__ = [
    "Court",
    "Docket",
    "JudgeEstimate",
    "JudgeRequest",
    "Sitting",
    "docket",
    "estimate_docket",
]
