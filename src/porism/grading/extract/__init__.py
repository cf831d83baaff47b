"""Where in a response the answer stands."""

from porism.grading.extract.answer import Extraction, extract

__all__ = ["Extraction", "extract"]
