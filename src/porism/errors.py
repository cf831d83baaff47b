"""The one tree of exceptions.

    PorismError
    ├── UserError            what a person can mend: shown as one line, exit code 2
    │   ├── DefinitionError  a file that does not say what it should (file, line, key)
    │   ├── UnknownName      no such benchmark, model, problem ... (did you mean)
    │   ├── SourceError      a paper's source that cannot be used
    │   ├── HarvestError     an archive of papers that does not answer as it should
    │   ├── StoreError       the store cannot be opened, read or written
    │   └── ConfigurationError   a missing key, a missing package, an impossible setting
    ├── EndpointError        what a model's endpoint did instead of answering
    │   ├── TransientError   worth asking again: 429, 5xx, time-outs, broken connections
    │   └── PermanentError   asking again cannot help: 401, 404, bad request, content policy
    ├── SandboxError         the sandbox failed, not the code in it
    ├── TypesettingError     a text that cannot be typeset
    └── FitError             a statistical model that the data cannot carry

Foreign exceptions are mapped to these where they enter and go no further.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Literal


class PorismError(Exception):
    """The root: catching it catches everything that Porism raises on purpose."""


class UserError(PorismError):
    """Something that the person at the keyboard can mend."""


class DefinitionError(UserError):
    """A file that does not say what it should.

    Args:
        problem: what was expected and what came.
        file: the file's path as the reader knows it.
        line: 1-based line, where known.
        key: dotted path of the offending key, where there is one.
    """

    def __init__(
        self, problem: str, *, file: object, line: int | None = None, key: str | None = None
    ) -> None:
        self.problem, self.file, self.line, self.key = problem, str(file), line, key
        where = self.file if line is None else f"{self.file}:{line}"
        super().__init__(f"{where}: {key}: {problem}" if key else f"{where}: {problem}")


class UnknownName(UserError):  # noqa: N818 - reads as what it is
    """A name that nothing answers to, with the nearest ones that exist."""

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        self.what, self.name = what, name
        names = sorted(known)
        self.near = difflib.get_close_matches(name, names, n=3, cutoff=0.5)
        if self.near:
            hint = f"did you mean {', '.join(self.near)}?"
        elif names:
            hint = f"known: {', '.join(names[:12])}{', ...' if len(names) > 12 else ''}"
        else:
            hint = "there are none yet"
        super().__init__(f"no {what} is called {name!r}; {hint}")


class SourceError(UserError):
    """A paper's source that cannot be used: broken, hostile, or not TeX."""


class HarvestError(UserError):
    """An archive of papers that does not answer as it should."""


class StoreError(UserError):
    """The store cannot be opened, read or written."""


class ConfigurationError(UserError):
    """A missing key, a missing package or a setting that cannot be."""


class EndpointError(PorismError):
    """What an endpoint did instead of answering.

    Args:
        message: the provider's own words, shortened.
        status: HTTP status, where one came.
        body: the raw body of the error reply, where one came.
    """

    def __init__(self, message: str, *, status: int | None = None, body: bytes = b"") -> None:
        self.status, self.body = status, body
        super().__init__(message)


class TransientError(EndpointError):
    """Worth asking again.

    Args:
        retry_after_s: how long the provider asks us to wait, in seconds.
    """

    def __init__(
        self,
        message: str,
        *,
        status: int | None = None,
        body: bytes = b"",
        retry_after_s: float | None = None,
    ) -> None:
        super().__init__(message, status=status, body=body)
        self.retry_after_s = retry_after_s


class PermanentError(EndpointError):
    """Asking again cannot help.

    Args:
        concerns: ``model`` when no request to this endpoint can succeed (bad key, unknown
            model), ``attempt`` when only this one cannot (content policy, bad request).
        refused: the provider declined on grounds of content: a refusal, not a failure.
    """

    def __init__(
        self,
        message: str,
        *,
        status: int | None = None,
        body: bytes = b"",
        concerns: Literal["model", "attempt"] = "attempt",
        refused: bool = False,
    ) -> None:
        super().__init__(message, status=status, body=body)
        self.concerns, self.refused = concerns, refused


class SandboxError(PorismError):
    """The sandbox failed, not the code in it: no fault of the model."""


class TypesettingError(PorismError):
    """A text that cannot be typeset, or not within bounds of time and memory."""


class FitError(PorismError):
    """A statistical model that the data cannot carry."""
