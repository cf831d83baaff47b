"""Juries by name: those that the package ships, those of a workspace, and any file."""

from __future__ import annotations

from pathlib import Path

from porism.errors import DefinitionError, UnknownName
from porism.judging.jury import Jury
from porism.records import read_yaml

LIBRARY = Path(__file__).with_name("library")
USUAL = "usual"


def jury_files(folder: Path) -> dict[str, Path]:
    """Return the files of juries by name; those in ``folder`` come before the package's own."""
    return {path.stem: path for place in (LIBRARY, folder) for path in sorted(place.glob("*.yaml"))}


def find_jury(name: str, folder: Path) -> Jury:
    """Return a jury.

    Args:
        name: a name, or the path of a YAML file.
        folder: where a workspace keeps its own.

    Raises:
        UnknownName: there is no such jury.
        DefinitionError: its file is wrong.
    """
    files = jury_files(folder)
    path = files.get(name, Path(name))
    if name not in files and path.suffix not in {".yaml", ".yml"}:
        raise UnknownName("jury", name, files)
    jury = read_yaml(path, Jury)
    if jury.id != path.stem:
        raise DefinitionError(
            f"is {jury.id!r}, but the file is named after {path.stem!r}: make them equal",
            file=path,
            key="id",
        )
    return jury
