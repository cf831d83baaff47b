"""A judging that is killed at random moments loses no opinion and pays for nothing twice."""

import asyncio
import re
import sys
from collections import Counter
from random import Random

from porism.store import Judgements, Store
from tests.loopback import Loopback, Say
from tests.runner.judge.conftest import Courthouse

KILLS, PROOFS, CONCURRENCY = 2, 6, 3
JURY = "id: mine\njudges: [x, y]\n"


def answer(seen) -> Say:
    """Disagree at first, so that every proof takes two rounds; break the form now and then."""
    messages = seen.json["messages"]
    word = re.findall(r"<marks-(\w+)>", messages[0]["content"])[-1]
    heard = "The judges of this work" in messages[0]["content"]
    points = 4 if heard else {"served-x": 7, "served-y": 1}[seen.json["model"]]
    if len(messages) == 1 and seen.number % 5 == 0:
        return Say(text="I cannot say.", delay_s=0.05)
    said = f"<marks-{word}>\npoints: {points}\nreason: r\n</marks-{word}>"
    return Say(text=said, delay_s=0.05)


async def start(house: Courthouse) -> asyncio.subprocess.Process:
    quiet = {"stdout": asyncio.subprocess.DEVNULL, "stderr": asyncio.subprocess.DEVNULL}
    command = ("-m", "porism", "judge", "proofs", "--jury", "mine")
    return await asyncio.create_subprocess_exec(sys.executable, *command, cwd=house.root, **quiet)


def committed(house: Courthouse) -> dict[str, list[bytes]]:
    """Return the requests of every committed opinion, by its id."""
    with Store(house.root / "porism.db") as store:
        judgements = Judgements(store)
        opinions = [o for line in store.attempts() for o in judgements.opinions(line.id)]
        return {
            o.id: [e.request for e in judgements.opinion_transcript(o).exchanges] for o in opinions
        }


async def test_kills_lose_no_opinion_and_nothing_is_asked_after_its_commit(house: Courthouse):
    house.proofs(*[7] * PROOFS)
    (house.root / "juries").mkdir()
    (house.root / "juries" / "mine.yaml").write_text(JURY)
    rng = Random(6)
    async with Loopback(answerer=answer) as server:
        for name in ("x", "y"):
            house.model(server.base_url, name, concurrency=CONCURRENCY)
            path = house.root / "models" / f"{name}.yaml"
            path.write_text(path.read_text().replace("model: served", f"model: served-{name}"))
        kept: dict[str, list[bytes]] = {}
        for _ in range(KILLS):
            goal = len(server.sent) + rng.randrange(2, 8)
            runner = await start(house)
            while len(server.sent) < goal and runner.returncode is None:  # noqa: ASYNC110 - no event
                await asyncio.sleep(0.005)
            await asyncio.sleep(rng.random() * 0.05)
            if runner.returncode is None:
                runner.kill()
            await runner.wait()
            before, asked = kept, len(server.seen)
            kept = committed(house)
            assert before.items() <= kept.items(), "a committed opinion is gone"
        runner = await start(house)
        assert await runner.wait() == 0
        paid = {request for requests in kept.values() for request in requests}
        assert not paid & {seen.body for seen in server.seen[asked:]}, "paid for twice"
        final = committed(house)
        assert kept.items() <= final.items()
        assert len(final) == PROOFS * 2 * 2
        in_opinions = Counter(request for requests in final.values() for request in requests)
        assert max(in_opinions.values()) == 1
        lost = len(server.seen) - sum(in_opinions.values())
        # At a kill each of two judges has requests in flight, and as many replies whose commit
        # is under way.
        assert lost <= KILLS * 2 * CONCURRENCY * 2
    with Store(house.root / "porism.db") as store:
        assert {line.score for line in store.attempts()} == {4 / 7}
        said = [v for line in store.attempts() for v in store.verdicts(line.id)]
        assert sum(v.authority == "jury" for v in said) == PROOFS
