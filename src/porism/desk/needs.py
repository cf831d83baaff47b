"""What a desk needs besides Porism itself."""

from __future__ import annotations

from importlib.util import find_spec

from porism.errors import ConfigurationError

NEEDED = ("fastapi", "uvicorn", "python_multipart")


def need_web() -> None:
    """Refuse to go on without the packages of the extra ``desk``.

    Raises:
        ConfigurationError: one is missing.
    """
    missing = [name for name in NEEDED if find_spec(name) is None]
    if missing:
        raise ConfigurationError(
            f"the desk needs {', '.join(missing)}; install it with: pip install 'porism[desk]'"
        )
