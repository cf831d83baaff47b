"""What an endpoint's ``options`` say, checked."""

from __future__ import annotations

from typing import TypeVar

from pydantic import ValidationError

from porism.core import Model, Noun
from porism.errors import ConfigurationError

N = TypeVar("N", bound=Noun)


def read_options(model: Model, noun: type[N]) -> N:
    """Return a model's ``endpoint.options`` as the noun of its protocol.

    Raises:
        ConfigurationError: an option is unknown or out of range.
    """
    try:
        return noun.model_validate(dict(model.endpoint.options))
    except ValidationError as error:
        fault = error.errors()[0]
        key = ".".join(("endpoint.options", *map(str, fault["loc"])))
        known = ", ".join(noun.model_fields) or "none"
        raise ConfigurationError(
            f"model {model.id}: {key}: {fault['msg']}; "
            f"{model.endpoint.protocol} has the options: {known}"
        ) from None
