"""Benchmarks: definitions, and where their problems load from."""

from porism.benchmarks.loading import load_problems
from porism.benchmarks.registry import Benchmarks
from porism.benchmarks.selection import select

__all__ = ["Benchmarks", "load_problems", "select"]
