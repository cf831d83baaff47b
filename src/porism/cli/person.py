"""Names of people on the command line."""

from __future__ import annotations

import typer


def person(text: str) -> str:
    """Read a person's name, as decisions are signed."""
    from pydantic import TypeAdapter, ValidationError

    from porism.core import PersonName

    try:
        return TypeAdapter(PersonName).validate_python(text)
    except ValidationError as error:
        said = error.errors()[0]["msg"].removeprefix("Value error, ")
        raise typer.BadParameter(said) from error
