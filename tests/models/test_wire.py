"""Proxies, by the environment's usual names."""

import pytest
from yarl import URL

from porism.core import user
from porism.models import connect
from porism.models.wire import find_proxy
from tests.models.models import ASKING, a_model

PROXY = "http://proxy.example:3128"


@pytest.mark.parametrize(
    ("url", "environ", "proxy"),
    [
        ("https://api.example/v1", {}, None),
        ("https://api.example/v1", {"https_proxy": PROXY}, PROXY),
        ("https://api.example/v1", {"HTTPS_PROXY": PROXY}, PROXY),
        ("https://api.example/v1", {"http_proxy": PROXY}, None),
        ("https://api.example/v1", {"all_proxy": PROXY}, PROXY),
        ("https://api.example/v1", {"https_proxy": PROXY, "no_proxy": "api.example"}, None),
        ("https://api.example/v1", {"https_proxy": PROXY, "no_proxy": ".example"}, None),
        ("https://api.example/v1", {"https_proxy": PROXY, "NO_PROXY": "a, b ,Example"}, None),
        ("https://api.example/v1", {"https_proxy": PROXY, "no_proxy": "xample,,"}, PROXY),
        ("https://api.example/v1", {"https_proxy": PROXY, "no_proxy": "*"}, None),
        ("http://10.0.0.7/v1", {"http_proxy": PROXY}, PROXY),
        ("http://127.0.0.1:8000/v1", {"http_proxy": PROXY}, None),
        ("http://[::1]:8000/v1", {"http_proxy": PROXY}, None),
        ("http://localhost:8000/v1", {"http_proxy": PROXY, "all_proxy": PROXY}, None),
    ],
)
def test_the_environment_names_a_proxy(url, environ, proxy):
    found = find_proxy(URL(url), environ)
    assert found == (None if proxy is None else URL(proxy))


@pytest.mark.parametrize("protocol", ["openai-compatible", "openai-responses"])
async def test_requests_go_through_it(server, protocol):
    model = a_model(protocol, base_url="http://models.invalid/v1")
    environ = {"http_proxy": server.address, "OPENAI_API_KEY": "sk-test-1234567890"}
    connection = connect(model, environ=environ)
    reply = await connection.ask((user("q"),), ASKING)
    await connection.close()
    assert server.seen[0].path.startswith("http://models.invalid/v1/")
    assert reply.exchange.url == server.seen[0].path
