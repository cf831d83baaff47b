"""A server on 127.0.0.1 that speaks the providers' protocols, for tests and measurements.

In a test::

    from tests.loopback import Loopback, Say

    async with Loopback(Say(status=429), Say(text="4")) as server:
        ...  # ask server.base_url; then look at server.seen and server.sent

As a process of its own, with a log that survives whatever happens to the client::

    python -m tests.loopback --log FILE --latency 0.2 --error-rate 0.05
"""

from tests.loopback.say import Say, Tokens
from tests.loopback.server import Loopback, Seen

__all__ = ["Loopback", "Say", "Seen", "Tokens"]
