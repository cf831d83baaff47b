"""The grading of final answers by rules: pure, bounded, the same in every thread."""

from porism.grading.grader import grade
from porism.grading.references import Finding, lint
from porism.grading.verdicts import VERSION

__all__ = ["VERSION", "Finding", "grade", "lint"]
