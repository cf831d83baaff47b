"""The requests on the way to an answer, as pages show them."""

from __future__ import annotations

from decimal import Decimal

from porism.core import InnerCall, Transcript, Usage, assistant, user
from porism.look.transcript import MOST_CALLS, calls


def test_each_has_its_model_tokens_and_cost_and_its_words_are_harmless():
    inner = InnerCall(
        model="judge",
        turns=1,
        asked=user("Which is better?"),
        said=assistant("<script>alert(1)</script> BETTER: 2"),
        finish="stop",
        usage=Usage(input=1000, output=20),
        cost_usd=Decimal("0.25"),
        duration_s=1.5,
        exchange=0,
    )
    unknown = inner.model_copy(update={"model": "", "usage": Usage(), "cost_usd": None})
    transcript = Transcript(origin="live", messages=(), inner=(inner, unknown))
    first, second = calls(transcript)
    assert first.title.startswith("1: judge, 1,000 tokens in, 20 out, $0.25")
    assert "tokens" not in second.title
    assert "Which is better?" in first.asked.blocks[0].body
    assert "<script>" not in first.said.blocks[0].body
    many = transcript.model_copy(update={"inner": (inner,) * 1_000})
    assert len(calls(many)) == MOST_CALLS
