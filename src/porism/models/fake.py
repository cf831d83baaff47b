"""Fake models: offline, seeded, as good and as unreliable as they are told to be.

For demos, tests and load studies. Every reply says that it is a stand-in. Whether an
answer is right depends on the seed, the benchmark, the problem and the attempt's number
alone, and in a scaffold on what was said before: the chance is that of a two-parameter
logistic model whose difficulties depend on the problem but not on the fake, so that good fakes
and hard problems show as such. Asked to judge a solution, a fake errs as often as it is told to.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import math
import re
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import count
from typing import Annotated

from pydantic import Field

from porism.core import (
    Exchange,
    Finish,
    Message,
    Model,
    Noun,
    Reply,
    Tool,
    Usage,
    assistant,
)
from porism.errors import TransientError
from porism.models.connection import Asking
from porism.models.fake_checks import FakeChecks, judgement, wanted_of
from porism.models.fake_judge import FakeJudge, Marking, opine
from porism.models.options import read_options

Rate = Annotated[float, Field(ge=0, le=1)]

_CHARACTERS_PER_TOKEN = 4


class FakeOptions(Noun):
    """How a fake behaves; all rates are shares of its requests."""

    skill: float = 0
    """In logits: at 0 an average problem is solved half of the time."""
    discrimination: float = Field(1, gt=0)
    """How sharply skill tells easy problems from hard ones, in 1/logit."""
    seed: int = 0
    latency_s: float = Field(0, ge=0)
    error_rate: float = Field(0, ge=0, le=0.95)
    """Share of requests that end in a passing failure; asked again, they succeed in time."""
    refusal_rate: Rate = 0
    truncation_rate: Rate = 0
    empty_rate: Rate = 0
    tokens: int = Field(400, ge=1)
    """Mean number of output tokens."""
    judge: FakeJudge = FakeJudge()
    """How it judges the work of others, when it is asked to: ``lenience``, ``noise`` ..."""
    checks: FakeChecks = FakeChecks()
    """How it checks solutions within a scaffold: ``finds_right``, ``finds_wrong``."""


class Fake:
    """A connection to nowhere.

    Raises:
        ConfigurationError: an option is unknown or out of range.
    """

    def __init__(self, model: Model) -> None:
        self._name = model.endpoint.model
        self._options = read_options(model, FakeOptions)
        self._tries: dict[tuple[str, ...], int] = {}

    async def ask(
        self, messages: Sequence[Message], asking: Asking, tools: Sequence[Tool] = ()
    ) -> Reply:
        """Answer out of thin air; see :class:`Connection`. Tools are never called."""
        started_at, start_s = datetime.now(UTC), time.monotonic()
        request = _request(self._name, messages, tools)
        await asyncio.sleep(self._options.latency_s)
        self._maybe_fail(asking, request)
        occasion = _occasion(messages, asking, request)
        finish, thinking, text = self._compose(messages, asking, request, occasion)
        usage = self._usage(asking, request, finish, occasion)
        said = {"finish": finish, "thinking": thinking, "text": text}
        return Reply(
            message=assistant(text, thinking=thinking),
            finish=finish,
            finish_reason=finish,
            usage=usage,
            served_model=self._name,
            exchange=Exchange(
                url=f"fake:{self._name}",
                request=request,
                response=json.dumps({**said, "usage": usage.model_dump()}).encode(),
                status=200,
                started_at=started_at,
                duration_s=time.monotonic() - start_s,
            ),
        )

    async def close(self) -> None:
        """Nothing is open."""

    def _maybe_fail(self, asking: Asking, request: bytes) -> None:
        """Fail the first tries of a question, then let it pass."""
        if not self._options.error_rate:
            return
        question = (*_name(asking), hashlib.sha256(request).hexdigest())
        tries = self._tries[question] = self._tries.get(question, 0) + 1
        if self._chance(asking, f"error {tries}") < self._options.error_rate:
            raise TransientError("stand-in failure, as the option error_rate asks", status=503)
        del self._tries[question]

    def _compose(
        self, messages: Sequence[Message], asking: Asking, request: bytes, occasion: str
    ) -> tuple[Finish, str, str]:
        """Return why the fake stops, what it thinks and what it says."""
        options = self._options
        which = self._chance(asking, f"ending{occasion}")
        thinking = "Stand-in reasoning; no model was asked."
        if which < options.refusal_rate:
            return "refusal", "", "I cannot help with that. (Stand-in refusal.)"
        which -= options.refusal_rate
        if which < options.truncation_rate:
            return "length", thinking, ""
        which -= options.truncation_rate
        if which < options.empty_rate:
            return "stop", thinking, ""
        if asking.marking is not None:
            return "stop", thinking, self._opinion(asking.marking, request)
        if wanted := wanted_of(messages):
            chances = (self._chance(asking, f"judgement {n}{occasion}") for n in count())
            found = judgement(wanted, messages, asking.key, options.checks, chances)
            return "stop", thinking, f"A stand-in for a judgement.\n\n{found}"
        answer = asking.key if self._knows(asking, occasion) else wrong_answer(asking.key)
        return "stop", thinking, f"A stand-in for a solution. The answer is \\boxed{{{answer}}}."

    def _knows(self, asking: Asking, occasion: str) -> bool:
        gap = self._options.skill - difficulty(asking.benchmark, asking.problem)
        return self._chance(asking, f"answer{occasion}") < _logistic(
            self._options.discrimination * gap
        )

    def _opinion(self, marking: Marking, request: bytes) -> str:
        name = (self._options.seed, hashlib.sha256(request).hexdigest())
        chances = uniform(*name, "unread"), uniform(*name, "noise")
        return opine(self._options.judge, marking, uniform("quality", marking.about), chances)

    def _usage(self, asking: Asking, request: bytes, finish: Finish, occasion: str) -> Usage:
        chance = self._chance(asking, f"tokens{occasion}")
        output = max(1, round(2 * self._options.tokens * chance))
        return Usage(
            input=len(request) // _CHARACTERS_PER_TOKEN,
            output=output,
            reasoning=output if finish == "length" else output // 2,
        )

    def _chance(self, asking: Asking, what: str) -> float:
        return uniform(self._options.seed, *_name(asking), what)


def difficulty(benchmark: str, problem: str) -> float:
    """Return how hard fakes find a problem, in logits: standard logistic over problems."""
    share = uniform("difficulty", benchmark, problem)
    return math.log(share / (1 - share))


def uniform(*names: object) -> float:
    """Return a number in (0, 1) that depends on the names alone."""
    digest = hashlib.blake2b(json.dumps(names).encode(), digest_size=6).digest()
    return (int.from_bytes(digest, "big") + 0.5) / 2**48


def wrong_answer(key: str) -> str:
    """Return an answer that looks like the right one and is not."""
    if re.fullmatch(r"[A-Z]", key):
        return "B" if key == "A" else "A"
    number = re.search(r"\d+", key)
    if number is None:
        return f"{key}+1" if key else "0"
    return f"{key[: number.start()]}{int(number[0][-18:]) + 1}{key[number.end() :]}"


def _request(name: str, messages: Sequence[Message], tools: Sequence[Tool]) -> bytes:
    said = {
        "model": name,
        "messages": [message.model_dump(mode="json") for message in messages],
        "tools": [tool.name for tool in tools],
    }
    return json.dumps(said, ensure_ascii=False).encode()


def _occasion(messages: Sequence[Message], asking: Asking, request: bytes) -> str:
    """Name a request within its attempt; a question that is put for the first time has no name."""
    within = asking.repeat or wanted_of(messages) or any(m.role == "assistant" for m in messages)
    if asking.marking is not None or not within:
        return ""
    return f" {asking.repeat} {hashlib.sha256(request).hexdigest()}"


def _name(asking: Asking) -> tuple[str, ...]:
    return asking.benchmark, asking.problem, str(asking.number)


def _logistic(logits: float) -> float:
    return 1 / (1 + math.exp(-logits))
