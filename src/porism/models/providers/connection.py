"""One connection for every protocol that goes through pydantic-ai."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import httpx2
import orjson
from pydantic_ai.exceptions import ModelHTTPError, UserError
from pydantic_ai.messages import ModelResponse
from pydantic_ai.models.batch import BatchRequest, BatchResult

from porism.core import Exchange, Finish, Message, Model, Reply, Tool, Usage
from porism.errors import ConfigurationError, EndpointError, PermanentError, TransientError
from porism.models import failures, finish
from porism.models.chat_dialects import base_url
from porism.models.connection import Asking
from porism.models.keys import find_key
from porism.models.providers.protocols import PROTOCOLS
from porism.models.providers.translation import (
    from_ai,
    interpreters_in,
    request_parameters,
    to_ai,
)
from porism.models.providers.transport import AiohttpTransport, Record, recording
from porism.models.wire import find_proxy


class ProviderConnection:
    """A connection through pydantic-ai's Model classes, called without agents around them.

    Raises:
        ConfigurationError: the key is missing, or the model says what cannot be sent.
    """

    def __init__(self, model: Model, environ: Mapping[str, str]) -> None:
        self._asked, self._protocol = model, PROTOCOLS[model.endpoint.protocol]
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
        parameters = request_parameters(tools, limits_searches=self._protocol.limits_searches)
        settings = self._protocol.with_native(self._asked, [t for t in tools if t.native])
        conversation = to_ai(messages, self._model)
        with recording() as record:
            try:
                response = await self._model.request(conversation, settings, parameters)
            except Exception as error:  # on odd bodies the clients raise anything
                raise _explained(error, record) from error
        if record.failure is not None:  # the library made an answer out of an error
            raise record.failure
        if not self._protocol.is_whole(record.exchanges[-1].response):
            raise _unreadable("an answer that is not whole", record.exchanges[-1].response)
        *earlier, exchange = record.exchanges
        bodies = [one.response for one in record.exchanges]
        usage = sum(map(self._protocol.usage, bodies), Usage())
        searches = sum(map(self._protocol.searches, bodies))
        return _reply(response, usage, searches, tuple(earlier), exchange)

    async def write(self, messages: Sequence[Message]) -> bytes:
        """Return the body of a request, for a batch; see :class:`Letters`."""
        request = BatchRequest(custom_id="one", messages=to_ai(messages, self._model))
        try:
            encoded = await self._model.batch_encode(request)
        except UserError as error:
            raise ConfigurationError(f"this cannot be asked in a batch: {error}") from error
        return self._protocol.batched(encoded.body.encode(), self._asked)

    def read(self, body: bytes, exchange: Exchange) -> Reply:
        """Read the body of an answer that came in a batch; see :class:`Letters`."""
        if not self._protocol.is_whole(body):
            raise _unreadable("an answer that is not whole", body)
        native = (self._protocol.in_batch % body).decode("utf-8", "replace")
        result = BatchResult(custom_id="one", status="succeeded", body=native)
        try:
            response = self._model.batch_decode(result, BatchRequest(custom_id="one", messages=[]))
        except Exception as error:  # on odd bodies the clients raise anything
            raise _unreadable(failures.shorten(str(error)), body) from error
        searches = self._protocol.searches(body)
        return _reply(response, self._protocol.usage(body), searches, (), exchange)

    async def close(self) -> None:
        """Close the sockets."""
        await self._http.aclose()


def _reply(
    response: ModelResponse,
    usage: Usage,
    searches: int,
    earlier: tuple[Exchange, ...],
    exchange: Exchange,
) -> Reply:
    details = response.provider_details or {}
    word = str(details.get("finish_reason") or details.get("block_reason") or "")
    return Reply(
        message=from_ai(response),
        finish=_finish(word, response),
        finish_reason=word,
        usage=usage,
        searches=searches,
        interpreters=interpreters_in(response),
        served_model=response.model_name or "",
        earlier=earlier,
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
    return _unreadable(failures.shorten(str(error)), record.exchanges[-1].response)


def _unreadable(what: str, raw: bytes) -> TransientError:
    return TransientError(
        f"the endpoint sent what cannot be read: {what}",
        status=200,
        body=raw[: failures.LONGEST_BODY],
    )
