"""Statuses, bodies and exceptions, told as Porism's."""

import json
import socket
import ssl
from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from porism.errors import PermanentError, TransientError
from porism.models import failures

NOW = datetime(2026, 11, 30, 12, 0, 0, tzinfo=UTC)


def body(**error: object) -> bytes:
    return json.dumps({"error": error}).encode()


def told(status: int, raw: bytes = b"", headers: dict[str, str] | None = None):
    return failures.from_response(status, headers or {}, raw, now=NOW)


@pytest.mark.parametrize("status", [408, 409, 425, 429, 500, 502, 503, 504, 520, 524, 529, 599])
def test_passing_failures(status):
    assert isinstance(told(status), TransientError)


@pytest.mark.parametrize(
    ("status", "raw", "concerns"),
    [
        (301, b"", "model"),
        (400, b"", "attempt"),
        (401, b"", "model"),
        (402, b"", "model"),
        (403, b"", "model"),
        (404, b"", "model"),
        (405, b"", "model"),
        (413, b"", "attempt"),
        (422, b"", "attempt"),
        (418, b"", "attempt"),
        (501, b"", "model"),
        (400, body(code="unsupported_parameter", message="no top_k here"), "model"),
        (400, body(code="model_not_found"), "model"),
        (400, body(status="INVALID_ARGUMENT", details=[{"reason": "API_KEY_INVALID"}]), "model"),
        (429, body(code="insufficient_quota", message="check your plan"), "model"),
        (429, body(type="exceeded_current_quota_error"), "model"),
        (400, body(message="Your credit balance is too low to access"), "model"),
        (429, body(code="1113", message="Insufficient balance, please recharge"), "model"),
    ],
)
def test_lasting_failures(status, raw, concerns):
    error = told(status, raw)
    assert isinstance(error, PermanentError)
    assert (error.concerns, error.refused) == (concerns, False)


@pytest.mark.parametrize(
    ("status", "raw"),
    [
        (400, body(code="content_policy_violation")),
        (400, body(code="content_filter", innererror={"code": "ResponsibleAIPolicyViolation"})),
        (400, body(innererror={"code": "ResponsibleAIPolicyViolation"}, message="no")),
        (400, body(code="invalid_prompt", message="potentially violating our usage policy")),
        (400, body(message="Output blocked by content filtering policy")),
        (400, body(message="Content Exists Risk")),
        (403, body(code=403, message="Your input was flagged", metadata={"reasons": ["x"]})),
        (451, body(message="moderation")),
    ],
)
def test_refusals(status, raw):
    error = told(status, raw)
    assert isinstance(error, PermanentError)
    assert (error.concerns, error.refused) == ("attempt", True)


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b"", "status 500 without a message"),
        (body(message="plain"), "plain"),
        (b'{"error": "a string"}', "a string"),
        (b'{"message": "at the top"}', "at the top"),
        (b'{"detail": [{"msg": "field required"}]}', "[{'msg': 'field required'}]"),
        (b'[{"error": {"message": "in a list"}}]', "in a list"),
        (b'"just a string"', "just a string"),
        (b"not json\n at all", "not json at all"),
        (b"<html><style>x{}</style><h1>502</h1>Bad <b>gateway</b></html>", "502 Bad gateway"),
        (b"\xff\xfe", "��"),
        (b"[]", "[]"),
        (body(message="x" * 1000), "x" * 397 + "..."),
    ],
)
def test_messages_are_the_providers_own(raw, message):
    error = told(500, raw)
    assert str(error) == message
    assert (error.status, error.body) == (500, raw)


@pytest.mark.parametrize(
    ("headers", "raw", "seconds"),
    [
        ({}, b"", None),
        ({"Retry-After": "7"}, b"", 7),
        ({"retry-after": "0.5"}, b"", 0.5),
        ({"Retry-After": "-3"}, b"", 0),
        ({"Retry-After": "nan"}, b"", None),
        ({"Retry-After": "inf"}, b"", None),
        ({"Retry-After": "soon"}, b"", None),
        ({"Retry-After": "Mon, 30 Nov 2026 12:00:09 GMT"}, b"", 9),
        ({"Retry-After": "Mon, 30 Nov 2026 11:00:00 GMT"}, b"", 0),
        ({"retry-after-ms": "1500", "retry-after": "2"}, b"", 1.5),
        ({}, body(details=[{"@type": "x/RetryInfo", "retryDelay": "3.5s"}]), 3.5),
        ({}, body(message="Rate limit reached. Please try again in 1.2s. Visit"), 1.2),
        ({}, body(message="Please try again in 6m0s."), 360),
        ({}, body(message="Please try again in 20ms."), 0.02),
        ({}, body(message="Please retry after 12 seconds."), 12),
        ({}, body(message="Please retry after lunch."), None),
        ({"x-ratelimit-remaining-requests": "0", "x-ratelimit-reset-requests": "1m30s"}, b"", 90),
        ({"x-ratelimit-remaining-tokens": "0", "x-ratelimit-reset-tokens": "250ms"}, b"", 0.25),
        ({"x-ratelimit-remaining-tokens": "9", "x-ratelimit-reset-tokens": "250ms"}, b"", None),
    ],
)
def test_how_long_to_wait(headers, raw, seconds):
    error = told(429, raw, headers)
    assert error.retry_after_s == (None if seconds is None else pytest.approx(seconds))


@given(st.integers(300, 599), st.binary(max_size=300), st.text(max_size=40))
def test_anything_can_be_told(status, raw, header):
    error = told(status, raw, {"retry-after": header})
    assert str(error)
    assert isinstance(error, TransientError | PermanentError)


json_values = st.recursive(
    st.none() | st.booleans() | st.floats() | st.text(max_size=9),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["error", "message", "code", "details", "innererror", "retryDelay"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(st.sampled_from([400, 403, 429, 500]), json_values)
def test_any_object_can_be_told(status, value):
    assert str(told(status, json.dumps(value).encode()))


def test_a_long_body_costs_little():
    for raw in (b"<" * 10_000_000, b"<html>" + b"<script" * 1_000_000, b"[" * 1_000_000):
        error = told(500, raw)
        assert len(str(error)) <= failures.LONGEST_MESSAGE
        assert len(error.body) <= failures.LONGEST_BODY


def chained(outer: BaseException, inner: BaseException) -> BaseException:
    outer.__cause__ = inner
    return outer


@pytest.mark.parametrize(
    ("exception", "kind", "message"),
    [
        (TimeoutError(), TransientError, "no answer in time"),
        (ConnectionRefusedError(111, "refused"), TransientError, "refused"),
        (ConnectionResetError(), TransientError, "ConnectionResetError"),
        (OSError("odd\nthing"), TransientError, "odd thing"),
        (
            chained(OSError("cannot connect"), socket.gaierror(socket.EAI_AGAIN, "later")),
            TransientError,
            "cannot connect",
        ),
        (
            chained(OSError("x.invalid"), socket.gaierror(socket.EAI_NONAME, "unknown")),
            PermanentError,
            "no such host: x.invalid",
        ),
        (
            chained(OSError("x"), ssl.SSLCertVerificationError("self-signed")),
            PermanentError,
            "certificate does not hold",
        ),
    ],
)
def test_exceptions(exception, kind, message):
    error = failures.from_exception(exception)
    assert isinstance(error, kind)
    assert message in str(error)
