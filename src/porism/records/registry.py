"""Definitions by name, from the package and from a workspace."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Generic, TypeVar

from porism.core import Benchmark, Model
from porism.errors import DefinitionError, UnknownName
from porism.records.document import read_yaml

D = TypeVar("D", bound=Benchmark | Model)
SUFFIXES = (".yaml", ".yml")


class Registry(Generic[D]):
    """Definition files of one kind, each named after the identifier it defines.

    ``gpt-5.yaml``, or for what has files beside it ``gpt-5/model.yaml``, defines ``gpt-5``.
    Of two folders that define the same identifier the later one wins, so that a workspace
    can replace what the package ships. Files are listed at once and parsed when asked for.

    Args:
        noun: what the files define.
        folders: where they are; a folder that does not exist is empty.
    """

    def __init__(self, noun: type[D], *folders: Path) -> None:
        self._noun = noun
        self._what = noun.__name__.lower()
        self._files: dict[str, Path] = {}
        for folder in folders:
            self._files |= self._found(folder)
        self._parsed: dict[str, D] = {}

    def _found(self, folder: Path) -> dict[str, Path]:
        files: dict[str, Path] = {}
        flat = [p for p in folder.glob("*") if p.suffix in SUFFIXES and not p.name.startswith(".")]
        nested = [p for s in SUFFIXES for p in folder.glob(f"*/{self._what}{s}")]
        for path in sorted(flat + nested):
            name = path.stem if path.parent == folder else path.parent.name
            if name in files:
                raise DefinitionError(
                    f"{self._what} {name!r} is also defined in {files[name]}", file=path
                )
            files[name] = path
        return files

    @property
    def ids(self) -> tuple[str, ...]:
        """Every identifier, sorted; reads no file."""
        return tuple(sorted(self._files))

    def file(self, name: str) -> Path:
        """Return the file that defines ``name``.

        Raises:
            UnknownName: there is none.
        """
        if name not in self._files:
            raise UnknownName(self._what, name, self._files)
        return self._files[name]

    def get(self, name: str) -> D:
        """Return the definition of ``name``.

        Raises:
            UnknownName: there is none.
            DefinitionError: its file is wrong.
        """
        if name not in self._parsed:
            self._parsed[name] = self._read(name)
        return self._parsed[name]

    def _read(self, name: str) -> D:
        path = self.file(name)
        definition = read_yaml(path, self._noun)
        if definition.id != name:
            raise DefinitionError(
                f"is {definition.id!r}, but the file is named after {name!r}: make them equal",
                file=path,
                key="id",
            )
        return definition

    def __iter__(self) -> Iterator[D]:
        return (self.get(name) for name in self.ids)

    def __len__(self) -> int:
        return len(self._files)

    def __contains__(self, name: object) -> bool:
        return name in self._files
