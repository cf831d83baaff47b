"""Problems of Porism's own making, so that everything can be tried offline.

They are sample data: too few and too easy to say anything about a model, and their
answers are in the package for anyone to read.
"""

from porism.benchmarks.sample.load import NAMES, load, recorded, rubrics

__all__ = ["NAMES", "load", "recorded", "rubrics"]
