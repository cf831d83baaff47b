"""The grading of final answers by rules: pure, bounded, the same in every thread."""

from porism.grading.grader import EXACT, grade
from porism.grading.references import Finding, lint
from porism.grading.rounding import requested
from porism.grading.verdicts import VERSION

__all__ = ["EXACT", "VERSION", "Finding", "grade", "lint", "requested"]
