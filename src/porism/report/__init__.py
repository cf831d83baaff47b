"""Reports: from the store to figures."""

from porism.report.results import Facet, Group, Result, results
from porism.report.retries import retry_effect

__all__ = ["Facet", "Group", "Result", "results", "retry_effect"]
