"""Batches in OpenAI's (and Azure's), Anthropic's and Google's words."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, ClassVar, Literal, Protocol

from tests.loopback.say import Say

Fields = dict[str, Any]
Action = Literal[
    "upload", "file", "delete", "content", "create", "list", "look", "results", "cancel"
]
LASTED_S = 90
"""What every batch takes by the server's clock."""


@dataclass
class Batch:
    """A batch as the server knows it."""

    id: str
    owner: str
    api: Api
    endpoint: str
    """The path that each of its requests is for."""
    requests: list[tuple[str, Fields]]
    """Their names and bodies."""
    made_at: int
    file: str = ""
    name: object = None
    """What the client has named it by, where the API lets it."""
    looks: int = 0
    lines: list[bytes] = field(default_factory=list)
    """The results."""
    bad: int = 0
    """How many of the results are none."""
    word: str = ""
    """The state in which it has ended, as OpenAI says it."""
    error: str = ""
    """The code for which it was turned away."""
    inline: bool = False
    """Whether the answers are within the batch itself."""

    @property
    def total(self) -> int:
        """How many requests it has."""
        return len(self.requests)

    @property
    def good(self) -> int:
        """How many of the results are some, once it has ended."""
        return self.total - self.bad


class Api(Protocol):
    """How one provider speaks of batches."""

    routes: ClassVar[Mapping[str, Action]]
    """What requests are about, by patterns of method and path."""
    cursor: ClassVar[str]
    """The parameter by which a list goes on."""

    def batch(self, asked: Fields, path: str, files: Mapping[str, bytes]) -> Fields:
        """Return what a request to make a batch says: arguments of :class:`Batch`."""

    def file(self, name: str, status: str) -> Fields:
        """Return what is said of a file."""

    def shown(self, batch: Batch) -> Fields:
        """Return what is said of a batch."""

    def page(self, batches: Sequence[Batch], more: bool) -> Fields:
        """Return a page of a list."""
        return {"data": [self.shown(batch) for batch in batches], "has_more": more}

    def line(self, name: str, say: Say, body: Fields | None) -> bytes:
        """Return a line of results; ``null`` is where a body that is no JSON belongs."""

    def unrun(self, name: str, word: str) -> bytes:
        """Return the line of a request that was not run; nothing where there is none."""


class OpenAI(Api):
    """Files go up and come down; Azure does the same under other addresses."""

    routes: ClassVar[Mapping[str, Action]] = {
        r"POST .*/files": "upload",
        r"GET .*/files/([^/]+)": "file",
        r"DELETE .*/files/([^/]+)": "delete",
        r"GET .*/files/([^/]+)/content": "content",
        r"POST .*/batches": "create",
        r"GET .*/batches": "list",
        r"GET .*/batches/([^/]+)": "look",
        r"POST .*/batches/([^/]+)/cancel": "cancel",
    }
    cursor = "after"

    def batch(self, asked: Fields, path: str, files: Mapping[str, bytes]) -> Fields:
        lines = _lines(files[asked["input_file_id"]])
        usual = "/chat/completions" if path.startswith("/openai") else "/v1/chat/completions"
        assert asked["endpoint"] in {usual, "/v1/responses"}
        assert all(line["url"] == asked["endpoint"] for line in lines)
        return {
            "file": asked["input_file_id"],
            "endpoint": asked["endpoint"],
            "requests": [(line["custom_id"], line["body"]) for line in lines],
            "name": asked.get("metadata"),
        }

    def file(self, name: str, status: str) -> Fields:
        return {"id": name, "object": "file", "purpose": "batch", "status": status}

    def shown(self, batch: Batch) -> Fields:
        has_ended, none = bool(batch.word), {"completed": 0, "failed": 0}
        done = {"completed": batch.good, "failed": batch.bad}
        complaint = {"code": batch.error, "message": f"turned away: {batch.error}", "line": None}
        return {
            "id": batch.id,
            "object": "batch",
            "status": batch.word or "in_progress",
            "endpoint": batch.endpoint,
            "input_file_id": batch.file,
            "output_file_id": f"{batch.id}-good" if has_ended and not batch.error else None,
            "error_file_id": f"{batch.id}-bad" if has_ended and batch.bad else None,
            "errors": {"object": "list", "data": [complaint]} if batch.error else None,
            "created_at": batch.made_at,
            "completed_at": batch.made_at + LASTED_S if has_ended else None,
            "request_counts": {"total": batch.total} | (done if has_ended else none),
            "metadata": batch.name,
        }

    def line(self, name: str, say: Say, body: Fields | None) -> bytes:
        response = {"status_code": say.status, "request_id": f"req_{name}", "body": body}
        error = {"error": None} if say.status == 200 else {}
        return _line({"custom_id": name, "id": f"batch_req_{name}", "response": response} | error)

    def unrun(self, name: str, word: str) -> bytes:
        error = {"code": f"batch_{word}", "message": "This request could not be executed in time."}
        return _line({"custom_id": name, "response": None, "error": error})


class Anthropic(Api):
    """One document goes up; a batch has no name, and its results are of its own address."""

    routes: ClassVar[Mapping[str, Action]] = {
        r"POST /v1/messages/batches": "create",
        r"GET /v1/messages/batches": "list",
        r"GET /v1/messages/batches/([^/]+)": "look",
        r"GET /v1/messages/batches/([^/]+)/results": "results",
        r"POST /v1/messages/batches/([^/]+)/cancel": "cancel",
    }
    cursor = "after_id"

    def batch(self, asked: Fields, path: str, files: Mapping[str, bytes]) -> Fields:
        requests = [(one["custom_id"], one["params"]) for one in asked["requests"]]
        return {"endpoint": "/v1/messages", "requests": requests}

    def shown(self, batch: Batch) -> Fields:
        has_ended = bool(batch.word)
        kinds = ("processing", "succeeded", "errored", "canceled", "expired")
        done = {"succeeded": batch.good, "errored": batch.bad}
        return {
            "id": batch.id,
            "type": "message_batch",
            "processing_status": "ended" if has_ended else "in_progress",
            "request_counts": dict.fromkeys(kinds, 0)
            | (done if has_ended else {"processing": batch.total}),
            "created_at": _time(batch.made_at),
            "ended_at": _time(batch.made_at + LASTED_S) if has_ended else None,
            "results_url": f"https://elsewhere.example/{batch.id}" if has_ended else None,
        }

    def line(self, name: str, say: Say, body: Fields | None) -> bytes:
        good, bad = {"type": "succeeded", "message": body}, {"type": "errored", "error": body}
        return _line({"custom_id": name, "result": good if say.status == 200 else bad})

    def unrun(self, name: str, word: str) -> bytes:
        kind = "canceled" if word == "cancelled" else "expired"
        return _line({"custom_id": name, "result": {"type": kind}})


class Google(Api):
    """Files go up and come down; a batch is a long-running operation with a display name."""

    routes: ClassVar[Mapping[str, Action]] = {
        r"POST /upload/v1beta/files": "upload",
        r"DELETE /v1beta/files/([^/]+)": "delete",
        r"GET /download/v1beta/files/([^/]+):download": "content",
        r"POST /v1beta/models/[^/]+:batchGenerateContent": "create",
        r"GET /v1beta/batches": "list",
        r"GET /v1beta/batches/([^/:]+)": "look",
        r"POST /v1beta/batches/([^/:]+):cancel": "cancel",
    }
    cursor = "pageToken"
    codes: ClassVar[Mapping[int, int]] = {
        400: 3,
        401: 16,
        403: 7,
        404: 5,
        429: 8,
        500: 13,
        503: 14,
        504: 4,
    }
    """What errors are called within results, by their statuses."""

    def batch(self, asked: Fields, path: str, files: Mapping[str, bytes]) -> Fields:
        wanted = asked["batch"]
        file = wanted["inputConfig"]["fileName"].removeprefix("files/")
        lines = _lines(files[file])
        return {
            "file": file,
            "endpoint": re.sub(r":.*", ":generateContent", path),
            "requests": [(line["key"], line["request"]) for line in lines],
            "name": wanted["displayName"],
        }

    def file(self, name: str, status: str) -> Fields:
        return {"file": {"name": f"files/{name}", "state": "ACTIVE"}}

    def shown(self, batch: Batch) -> Fields:
        has_ended, total = bool(batch.word), batch.total
        done = {"successfulRequestCount": batch.good, "failedRequestCount": batch.bad}
        counts = {"requestCount": total} | (done if has_ended else {"pendingRequestCount": total})
        about = {
            "name": f"batches/{batch.id}",
            "displayName": batch.name,
            "state": f"BATCH_STATE_{_state(batch.word)}",
            "createTime": _time(batch.made_at),
            "batchStats": {name: str(count) for name, count in counts.items() if count},
        }
        if has_ended:
            about["endTime"] = _time(batch.made_at + LASTED_S)
        return {"name": f"batches/{batch.id}", "metadata": about} | self._ending(batch)

    def page(self, batches: Sequence[Batch], more: bool) -> Fields:
        listed = [self.shown(batch) for batch in batches]
        return {"operations": listed} | ({"nextPageToken": batches[-1].id} if more else {})

    def line(self, name: str, say: Say, body: Fields | None) -> bytes:
        if say.status == 200:
            return _line({"key": name, "response": body})
        code = self.codes[say.status]
        return _line({"key": name, "error": {"code": code, "message": say.error}})

    def unrun(self, name: str, word: str) -> bytes:
        if word == "expired":  # such a batch has no results at all
            return b""
        return _line({"key": name, "error": {"code": 1, "message": "The operation was cancelled."}})

    def _ending(self, batch: Batch) -> Fields:
        if batch.error:
            code = 8 if batch.error == "token_limit_exceeded" else 3
            said = {"code": code, "message": f"turned away: {batch.error}"}
            return {"done": True, "error": said}
        if batch.word == "expired":
            return {"done": True, "error": {"code": 4, "message": "It has expired."}}
        if not batch.word:
            return {}
        if batch.inline:
            answers = [self._inlined(json.loads(line)) for line in batch.lines]
            return {"done": True, "response": {"inlinedResponses": {"inlinedResponses": answers}}}
        return {"done": True, "response": {"responsesFile": f"files/{batch.id}-all"}}

    @staticmethod
    def _inlined(line: Fields) -> Fields:
        return {"metadata": {"key": line.pop("key")}, **line}


APIS: Sequence[Api] = (Anthropic(), Google(), OpenAI())
"""The most particular first: the last one answers to many addresses."""


def _state(word: str) -> str:
    return {"": "RUNNING", "completed": "SUCCEEDED"}.get(word, word.upper())


def _time(moment: int) -> str:
    return (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=moment)).strftime(
        "%Y-%m-%dT%H:%M:%SZ"
    )


def _lines(file: bytes) -> list[Fields]:
    return [json.loads(line) for line in file.splitlines()]


def _line(value: Fields) -> bytes:
    return json.dumps(value, ensure_ascii=False).encode() + b"\n"
