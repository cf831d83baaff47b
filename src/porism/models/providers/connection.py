"""One connection for every protocol that goes through pydantic-ai."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import httpx2
import orjson
from pydantic_ai.exceptions import ModelHTTPError
from pydantic_ai.messages import ModelResponse

from porism.core import Finish, Message, Model, Reply, Tool, Usage
from porism.errors import EndpointError, PermanentError, TransientError
from porism.models import failures, finish
from porism.models.chat_dialects import base_url
from porism.models.connection import Asking
from porism.models.keys import find_key
from porism.models.providers.protocols import PROTOCOLS
from porism.models.providers.translation import from_ai, request_parameters, to_ai
from porism.models.providers.transport import AiohttpTransport, Record, recording
from porism.models.wire import find_proxy


class ProviderConnection:
    """A connection through pydantic-ai's Model classes, called without agents around them.

    Raises:
        ConfigurationError: the key is missing, or the model says what cannot be sent.
    """

    def __init__(self, model: Model, environ: Mapping[str, str]) -> None:
        self._protocol = PROTOCOLS[model.endpoint.protocol]
        key = find_key(model, self._protocol.keys, environ)
        address = base_url(model, self._protocol.base_url)
        timeout_s = model.settings.timeout_s
        transport = AiohttpTransport(key, timeout_s, find_proxy(address, environ))
        self._http = httpx2.AsyncClient(transport=transport, timeout=timeout_s, trust_env=False)
        self._model = self._protocol.open(model, str(address), key, self._http)

    async def ask(
        self, messages: Sequence[Message], asking: Asking, tools: Sequence[Tool] = ()
    ) -> Reply:
        """Make one request and return its reply; see :class:`Connection`."""
        with recording() as record:
            try:
                response = await self._model.request(
                    to_ai(messages, self._model), None, request_parameters(tools)
                )
            except Exception as error:  # on odd bodies the clients raise anything
                raise _explained(error, record) from error
        if record.failure is not None:  # the library made an answer out of an error
            raise record.failure
        if not self._protocol.is_whole(record.exchanges[-1].response):
            raise _unreadable("an answer that is not whole", record)
        return self._reply(response, record)

    async def close(self) -> None:
        """Close the sockets."""
        await self._http.aclose()

    def _reply(self, response: ModelResponse, record: Record) -> Reply:
        *earlier, exchange = record.exchanges
        details = response.provider_details or {}
        word = str(details.get("finish_reason") or details.get("block_reason") or "")
        message = from_ai(response)
        return Reply(
            message=message,
            finish=_finish(word, response),
            finish_reason=word,
            usage=sum((self._protocol.usage(e.response) for e in record.exchanges), Usage()),
            served_model=response.model_name or "",
            earlier=tuple(earlier),
            exchange=exchange,
        )


def _finish(word: str, response: ModelResponse) -> Finish:
    known = finish.meaning(word)
    if response.finish_reason == "content_filter":
        return "refusal"
    return "tool_calls" if response.tool_calls and known == "stop" else known


def _explained(error: Exception, record: Record) -> EndpointError:
    """Return what went wrong: by what passed over the wire, not by a library's reading of it."""
    if record.failure is not None:
        return record.failure
    if not record.exchanges:
        return PermanentError(f"the request could not be made: {failures.shorten(str(error))}")
    if isinstance(error, ModelHTTPError):  # told within a response that began well
        return failures.from_response(error.status_code, record.headers, orjson.dumps(error.body))
    return _unreadable(failures.shorten(str(error)), record)


def _unreadable(what: str, record: Record) -> TransientError:
    raw = record.exchanges[-1].response
    return TransientError(
        f"the endpoint sent what cannot be read: {what}",
        status=200,
        body=raw[: failures.LONGEST_BODY],
    )
