"""Names that tell who wrote a proof."""

import pytest

from porism.interop.submissions.names import MASK, Names

NAMES = Names(["GLM 5", "glm-5", "Ada Lovelace", "Acme", "student", "x", "acme/secret-7b"])


@pytest.mark.parametrize(
    "text",
    [
        "GPT-5.4 Pro", "gpt 4o", "ChatGPT", "OpenAI", "Claude 4.5 Opus", "claude", "Gemini 3 Pro",
        "DeepSeek-V3.2", "Qwen3-235B", "o3-mini", "Grok 4", "Kimi K2", "豆包", "Llama 3",
        "Opus 4.6", "GLM 5", "glm_5", "Ada Lovelace", "ADA  LOVELACE", "Acme", "acme/secret-7b",
    ],
)  # fmt: skip
def test_a_name_is_masked_with_its_version(text: str):
    assert NAMES.masked(f"I am {text}, and so on.") == f"I am {MASK}, and so on."


@pytest.mark.parametrize(
    "text",
    [
        "by the minimax theorem", "grok it", "a palm and two llamas", "Step 3.5 follows",
        r"\Phi_4(x)", "Claude Shannon's theorem", "every student knows", "acme of a curve",
        "an opus", "$o_3$", "o3", "the generalised linear model (GLM)", "Sonnet", "x = 1",
    ],
)  # fmt: skip
def test_words_of_proofs_stay(text: str):
    assert NAMES.masked(text) == text


def test_names_are_listed_once_in_their_order():
    assert NAMES.found("Qwen3, OpenAI, Qwen3") == ("Qwen3", "OpenAI")
