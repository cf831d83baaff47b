"""Requests keep their distance, whoever makes them."""

import asyncio
from itertools import pairwise
from pathlib import Path

import pytest

from porism.errors import ConfigurationError, PermanentError
from porism.forge.polite import Download, Polite, Turnstile
from tests.loopback import Say
from tests.loopback.server import Loopback

SPACING_S = 0.15


def client(folder: Path, server: Loopback, spacing_s: float = 0) -> Polite:
    return Polite(Turnstile(folder / "last-request", spacing_s), server.address, {})


async def test_several_clients_of_one_workspace_take_turns(tmp_path: Path):
    async def ask(server: Loopback) -> None:
        async with client(tmp_path, server, SPACING_S) as polite:
            for _ in range(3):
                await polite.get(f"{server.address}/x", 100)

    async with Loopback(Say(body=b"x")) as server:
        await asyncio.gather(*(ask(server) for _ in range(3)))
        times = [seen.at for seen in server.seen]
        assert len(times) == 9
        assert min(b - a for a, b in pairwise(times)) >= SPACING_S
        assert server.most_in_flight == 1


async def test_a_slow_answer_counts_from_its_beginning(tmp_path: Path):
    async with Loopback(Say(body=b"x", delay_s=2 * SPACING_S)) as server:
        async with client(tmp_path, server, SPACING_S) as polite:
            for _ in range(2):
                await polite.get(f"{server.address}/x", 100)
        first, second = (seen.at for seen in server.seen)
        assert second - first >= 3 * SPACING_S


async def test_what_is_too_large_is_not_read(tmp_path: Path):
    async with Loopback(Say(body=b"x" * 5_000)) as server, client(tmp_path, server) as polite:
        with pytest.raises(PermanentError, match="more than 4,999 bytes"):
            await polite.get(server.address, 4_999)
        assert await polite.get(server.address, 5_000) == b"x" * 5_000
        with pytest.raises(PermanentError, match="more than 10 bytes"):
            await polite.download(server.address, tmp_path / "file", 10)
        assert not (tmp_path / "file").exists()
        done = await polite.download(server.address, tmp_path / "file", 5_000)
        assert done == Download(done.sha256, 5_000)
        assert (tmp_path / "file").read_bytes() == b"x" * 5_000


async def test_bytes_are_kept_as_they_were_sent(tmp_path: Path):
    packed = b"\x1f\x8b\x08\x00 as it came"
    say = Say(body=packed, headers={"Content-Encoding": "gzip"})
    async with Loopback(say) as server, client(tmp_path, server) as polite:
        assert await polite.get(server.address, 100) == packed


async def test_a_folder_that_is_not_there(tmp_path: Path):
    async with Loopback(Say(body=b"x")) as server, client(tmp_path, server) as polite:
        with pytest.raises(ConfigurationError, match="No such file"):
            await polite.download(server.address, tmp_path / "no" / "file", 10)
        assert server.seen == []


@pytest.mark.parametrize("site", ["arxiv.org", "ftp://arxiv.org", "https://", ""])
def test_what_is_no_address(site: str, tmp_path: Path):
    with pytest.raises(ConfigurationError, match="is no address"):
        Polite(Turnstile(tmp_path / "t", 0), site)
