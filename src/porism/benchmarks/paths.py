"""Paths that problem files name."""

from __future__ import annotations

from pathlib import Path, PurePosixPath, PureWindowsPath

from porism.records import Place


def beside(folder: Path, name: str, place: Place) -> Path:
    """Return the file called ``name`` in a folder or below it.

    Problem files come from strangers and their content is sent away, so a name leads
    nowhere outside their folder, by a link neither.

    Args:
        folder: where the problem file lies.
        name: the path from there.
        place: where the name stands.

    Raises:
        DefinitionError: the path leads outside, or there is no such file.
    """
    steps = {*PurePosixPath(name).parts, *PureWindowsPath(name).parts}
    if ".." in steps or PurePosixPath(name).is_absolute() or PureWindowsPath(name).anchor:
        raise place.fault(f"{name!r} leads outside the folder of the problems")
    path = folder / name
    if not path.is_file():
        raise place.fault(f"there is no file {path}")
    if not path.resolve().is_relative_to(folder.resolve()):
        raise place.fault(f"{name!r} is a link that leads outside the folder of the problems")
    return path
