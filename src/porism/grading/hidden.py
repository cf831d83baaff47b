"""Hidden answers: a salted, slow hash that tells whether an answer is right, and not which is.

What it protects: whoever reads a benchmark's files, its store, a snapshot, a page or a log does
not read the answer there, and search engines and training data do not get it. What it does not
protect: answers are short, so whoever has the hash and a processor can try candidates, some ten a
second and core; an integer below a million is found within a day. And the transcripts of
models that were right hold the answer, whatever is done to the reference.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets

from porism.core import Verdict
from porism.grading.budget import ANSWER_CHARACTERS, OverBudget
from porism.grading.compare.answers import reference_readings
from porism.grading.expression.shapes import Expression
from porism.grading.expression.show import show
from porism.grading.expression.terms import Number
from porism.grading.extract import Extraction
from porism.grading.verdicts import NAME, VERSION, clean

_COST = {"n": 2**14, "r": 8, "p": 1, "maxmem": 2**25}
"""Of scrypt: 16 MB, and a twentieth of a second."""
_READINGS = 4
SHOWN = "(the hidden answer)"
"""What a verdict says in place of a right answer."""


def hide(answer: str) -> str:
    """Return what may stand in an answer's place.

    Raises:
        ValueError: there is no answer, or it is hidden already.
    """
    if not answer.strip():
        raise ValueError("is empty")
    if answer.startswith("hidden"):
        raise ValueError("is hidden already")
    salt = secrets.token_bytes(16)
    return f"hidden1:{salt.hex()}:{_hash(_spellings(answer)[0], salt).hex()}"


def is_right(hidden: str, answer: str) -> bool:
    """Tell whether an answer is the hidden one; numbers in digits are, however they are written."""
    if len(answer) > ANSWER_CHARACTERS:
        return False
    salt, wanted = (bytes.fromhex(part) for part in hidden.strip().split(":")[1:])
    return any(hmac.compare_digest(_hash(one, salt), wanted) for one in _spellings(answer))


def judged(hidden: str, found: Extraction) -> Verdict:
    """Return the verdict on an answer; it does not say the right one."""
    right = is_right(hidden, found.text)
    given = SHOWN if right else clean(found.text)
    return Verdict(
        outcome="graded",
        score=1.0 if right else 0.0,
        extracted=given,
        rule="hidden",
        reason=f"The answer is {'' if right else 'not '}the hidden reference.",
        flags=found.flags,
        grader=NAME,
        version=VERSION,
    )


def _spellings(answer: str) -> list[str]:
    """Return an answer in the one way in which its value is written, for each reading of it."""
    try:
        readings = reference_readings(answer.strip())[:_READINGS]
    except OverBudget:
        readings = ()
    return [_spelling(reading) for reading in readings] or ["".join(answer.split()).casefold()]


def _spelling(reading: Expression) -> str:
    return str(reading.value) if isinstance(reading, Number) else show(reading)


def _hash(words: str, salt: bytes) -> bytes:
    return hashlib.scrypt(words.encode("utf-8", "replace"), salt=salt, dklen=32, **_COST)
