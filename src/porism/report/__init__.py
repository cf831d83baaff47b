"""Reports: from the store to figures."""

from porism.report.results import Facet, Group, Result, results

__all__ = ["Facet", "Group", "Result", "results"]
