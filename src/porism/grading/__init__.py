"""The grading of final answers by rules: pure, bounded, the same in every thread."""

from porism.grading.grader import VERSION, grade

__all__ = ["VERSION", "grade"]
