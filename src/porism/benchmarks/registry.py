"""Benchmarks by name, alone or as a family."""

from __future__ import annotations

from pathlib import Path

from porism.core import Benchmark
from porism.errors import UnknownName
from porism.records import Registry

LIBRARY = Path(__file__).parent / "library"


class Benchmarks(Registry[Benchmark]):
    """The benchmarks that the package ships and those of a workspace, which win.

    Args:
        folder: the workspace's ``benchmarks/``; only the package's without it.
    """

    def __init__(self, folder: Path | None = None) -> None:
        super().__init__(Benchmark, LIBRARY, *([folder] if folder else []))
        self._workspace = folder or LIBRARY

    def resolve(self, name: str) -> tuple[Benchmark, ...]:
        """Return the benchmark called ``name``, or all of the family called so, sorted.

        Raises:
            UnknownName: neither exists.
            DefinitionError: a definition is wrong.
        """
        if name in self:
            return (self.get(name),)
        if family := tuple(benchmark for benchmark in self if benchmark.family == name):
            return family
        raise UnknownName("benchmark", name, {*self.ids, *self.families})

    @property
    def families(self) -> tuple[str, ...]:
        """Every family's name, sorted."""
        return tuple(sorted({benchmark.family for benchmark in self if benchmark.family}))

    def folder(self, name: str) -> Path:
        """Return the folder from which the paths in a definition start.

        It is the definition's own, or, for what the package ships, the folder of that name
        in the workspace.

        Raises:
            UnknownName: there is no such benchmark.
        """
        home = self.file(name).parent
        return self._workspace / name if home == LIBRARY else home
