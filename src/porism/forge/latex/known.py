"""Environments that classes bring, and those that are trusted by their names."""

from __future__ import annotations

from porism.forge.latex.declarations import Kind, declare
from porism.forge.latex.names import DECLARED_BY, LLNCS, WELL_KNOWN
from porism.forge.latex.reader import Reader


def predefined(reader: Reader, name: str) -> None:
    """Declare the environments that a class or package brings."""
    table = DECLARED_BY.get(name, "")
    options = reader.project.class_options
    for entry in table.split():
        environment, _, rest = entry.partition("=")
        display, _, shared = rest.partition("@")
        if table is LLNCS and "envcountsame" in options and environment != "theorem":
            shared = "theorem"
        counter: str | None = shared or environment
        if display.endswith("*"):
            counter = None
        elif shared:
            reader.share_counter(environment, shared)
        else:
            reader.make_counter(environment, None)
        declare(reader, Kind(environment, display.rstrip("*"), counter))


def declare_well_known(reader: Reader, name: str) -> bool:
    """Declare an environment that nothing declares, if its name says what it is."""
    if name not in WELL_KNOWN:
        return False
    declare(reader, Kind(name, WELL_KNOWN[name], None))
    return True
