"""What went wrong at an endpoint, told as one of Porism's exceptions.

What a status means follows the providers' own pages on errors: OpenAI, Anthropic, Google,
OpenRouter, DeepSeek, Z.ai and Moonshot. Codes are preferred to words; words are looked at
only where a provider gives nothing else.
"""

from __future__ import annotations

import json
import math
import re
import socket
import ssl
from collections.abc import Mapping
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime

import aiohttp

from porism.errors import EndpointError, PermanentError, TransientError

LONGEST_MESSAGE = 400
"""Characters of a provider's message that people are shown."""
LONGEST_BODY = 65_536
"""Bytes of an error's body that are kept."""

_TRANSIENT = frozenset({408, 409, 425, 429})
_CONCERNS_MODEL = frozenset({401, 402, 403, 404, 405, 410, 421, 426, 501, 505})

_NO_MONEY = re.compile(
    r"insufficient_quota|exceeded_current_quota|billing_(hard_limit|not_active)"
    r"|insufficient[_ ](balance|credits|funds)|credit balance is too low",
    re.IGNORECASE,
)
_WRONG_FOR_ALL = re.compile(
    r"model_not_found|api_key_invalid|invalid_api_key|unsupported_(parameter|value)"
    r"|unknown_parameter",
    re.IGNORECASE,
)
_REFUSED = re.compile(
    r"content[_ ](policy|filter|management policy|filtering)|responsibleaipolicyviolation"
    r"|invalid_prompt|usage policy|content exists risk|data_inspection_failed"
    r"|moderation|was flagged|prohibited_content|safety_check",
    re.IGNORECASE,
)
_TRY_AGAIN_IN = re.compile(
    r"(?:try again|retry) (?:in|after) ((?:[\d.]+ ?(?:ms|[hms])[a-z]* ?)+)", re.IGNORECASE
)
_DURATION = re.compile(r"([\d.]+)\s*(ms|h|m|s)")
_TAGS = re.compile(r"<style[^<]*</style>|<[^<>]*>", re.IGNORECASE)
_UNIT_S = {"h": 3600.0, "m": 60.0, "s": 1.0, "ms": 0.001}


def from_response(
    status: int, headers: Mapping[str, str], body: bytes, *, now: datetime | None = None
) -> EndpointError:
    """Return the exception that a reply with this status stands for.

    Args:
        status: HTTP status, or the code that a body carries although its status was 200.
        headers: the reply's headers, looked up without regard to case.
        body: the raw body; anything at all.
        now: against which a date in ``Retry-After`` is held.
    """
    error = _error_object(body)
    message = _message(error, body) or f"status {status} without a message"
    clues = f"{_codes(error)} {message}"
    kept = body[:LONGEST_BODY]
    if status == 429 and _NO_MONEY.search(clues):
        return PermanentError(message, status=status, body=kept, concerns="model")
    if status in _TRANSIENT or (status >= 500 and status not in _CONCERNS_MODEL):
        wait_s = _retry_after_s(headers, error, message, now or datetime.now(UTC))
        return TransientError(message, status=status, body=kept, retry_after_s=wait_s)
    if status in {400, 403, 422, 451} and _REFUSED.search(clues):
        return PermanentError(message, status=status, body=kept, refused=True)
    if 300 <= status < 400:
        message = (
            f"moved to {_header(headers, 'location') or 'an unnamed place'}; set base_url to it"
        )
    concerns_model = (
        status in _CONCERNS_MODEL
        or status < 400
        or _NO_MONEY.search(clues)
        or _WRONG_FOR_ALL.search(clues)
    )
    return PermanentError(
        message, status=status, body=kept, concerns="model" if concerns_model else "attempt"
    )


def from_exception(error: BaseException) -> EndpointError:
    """Return what a failure of the network, of whatever library, stands for.

    A name that does not exist and a certificate that does not hold are permanent;
    everything else that breaks a connection is worth another try.
    """
    for cause in _causes(error):
        if isinstance(
            cause, ssl.SSLCertVerificationError | aiohttp.ClientConnectorCertificateError
        ):
            return PermanentError(f"its certificate does not hold: {cause}", concerns="model")
        if isinstance(cause, socket.gaierror) and cause.errno == socket.EAI_NONAME:
            return PermanentError(f"no such host: {shorten(str(error))}", concerns="model")
    if isinstance(error, TimeoutError):
        return TransientError("no answer in time")
    return TransientError(shorten(str(error)) or type(error).__name__)


def shorten(text: str) -> str:
    """Return a text on one line, at most :data:`LONGEST_MESSAGE` characters long."""
    line = " ".join(text[: 4 * LONGEST_MESSAGE].split())
    return line if len(line) <= LONGEST_MESSAGE else line[: LONGEST_MESSAGE - 3] + "..."


def _causes(error: BaseException) -> list[BaseException]:
    """Return an exception with all that led to it."""
    found: list[BaseException] = []
    waiting: list[BaseException | None] = [error]
    while waiting:
        cause = waiting.pop()
        if cause is None or cause in found:
            continue
        found.append(cause)
        waiting += [cause.__cause__, cause.__context__, getattr(cause, "os_error", None)]
    return found


def _error_object(body: bytes) -> Mapping[str, object]:
    """Return the object in which a body describes its error; empty where it does not."""
    try:
        value = json.loads(body[: 16 * LONGEST_BODY])
    except (ValueError, RecursionError):
        return {}
    if isinstance(value, list):  # Gemini's streams wrap errors in a list
        value = value[0] if value else {}
    if not isinstance(value, dict):
        return {"message": str(value)}
    inner = value.get("error", value)
    return inner if isinstance(inner, dict) else {**value, "message": str(inner)}


def _message(error: Mapping[str, object], body: bytes) -> str:
    for name in ("message", "detail", "msg", "title", "error_description"):
        if error.get(name):
            return shorten(_with_upstream(str(error[name]), error))
    text = body[: 8 * LONGEST_MESSAGE].decode("utf-8", "replace")
    if "<html" in text.lower():
        text = _TAGS.sub(" ", text)
    return shorten(text)


def _with_upstream(message: str, error: Mapping[str, object]) -> str:
    """OpenRouter says only "Provider returned error"; what the provider said is beside it."""
    metadata = error.get("metadata")
    raw = metadata.get("raw") if isinstance(metadata, dict) else None
    return f"{message}: {raw}" if raw else message


def _codes(error: Mapping[str, object]) -> str:
    """Return every machine-readable word of an error, the nested ones included."""
    inner = [error.get("innererror"), *_details(error)]
    nested = " ".join(_codes(i) for i in inner if isinstance(i, dict))
    return " ".join(str(error.get(k) or "") for k in ("code", "type", "status", "reason")) + nested


def _details(error: Mapping[str, object]) -> list[object]:
    details = error.get("details")
    return details[:20] if isinstance(details, list) else []


def _retry_after_s(
    headers: Mapping[str, str], error: Mapping[str, object], message: str, now: datetime
) -> float | None:
    hints = (
        _number(_header(headers, "retry-after-ms"), scale=0.001),
        _number(_header(headers, "retry-after")),
        _until(_header(headers, "retry-after"), now),
        *(
            _duration(str(d["retryDelay"]))
            for d in _details(error)
            if isinstance(d, dict) and "retryDelay" in d
        ),
        _said_in(message),
        _reset(headers, "requests"),
        _reset(headers, "tokens"),
    )
    return next((hint for hint in hints if hint is not None), None)


def _header(headers: Mapping[str, str], name: str) -> str:
    value = headers.get(name)
    if value is None:  # a plain dict may hold the name in another case
        value = next((v for k, v in headers.items() if k.lower() == name), "")
    return value.strip()


def _number(text: str, scale: float = 1.0) -> float | None:
    try:
        value = float(text) * scale
    except ValueError:
        return None
    return max(value, 0.0) if math.isfinite(value) else None


def _until(text: str, now: datetime) -> float | None:
    try:
        then = parsedate_to_datetime(text)
    except (ValueError, TypeError, IndexError):
        return None
    if then.tzinfo is None:
        then = then.replace(tzinfo=UTC)
    return max((then - now).total_seconds(), 0.0)


def _said_in(message: str) -> float | None:
    said = _TRY_AGAIN_IN.search(message)
    return _duration(said[1]) if said else None


def _duration(text: str) -> float | None:
    """Read ``3.5s``, ``6m0s``, ``120ms``."""
    parts = [(_number(n), _UNIT_S[unit]) for n, unit in _DURATION.findall(text)]
    values = [number * unit_s for number, unit_s in parts if number is not None]
    return sum(values) if values else None


def _reset(headers: Mapping[str, str], what: str) -> float | None:
    """OpenAI and its kin say when a limit is full again; it binds once nothing remains."""
    if _header(headers, f"x-ratelimit-remaining-{what}") != "0":
        return None
    return _duration(_header(headers, f"x-ratelimit-reset-{what}"))
