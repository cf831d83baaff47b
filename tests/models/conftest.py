from collections.abc import AsyncIterator

import pytest

from tests.loopback import Loopback


@pytest.fixture
async def server() -> AsyncIterator[Loopback]:
    async with Loopback() as running:
        yield running
