"""Hostile input for a fixed time: every stage ends with a result or a reason.

``FUZZ_SECONDS`` sets how long each test goes on and ``FUZZ_SEED`` where it begins; a
failure names the seed that repeats it.
"""

import os
import time
from contextlib import contextmanager
from random import Random

from porism.grading import grade
from porism.grading.budget import Budget, OverBudget
from porism.grading.compare.same import Comparison
from porism.grading.expression.shapes import Expression
from porism.grading.expression.show import show
from porism.grading.extract import extract
from porism.grading.latex.read import readings
from porism.grading.latex.tokens import Unreadable

SECONDS = float(os.environ.get("FUZZ_SECONDS", "30"))
SEED = int(os.environ.get("FUZZ_SEED", "0"))
PIECES = (
    *"0123456789xyznkeiCfg+-*/^_!'|(){}[],;:.=<>&%$~ \n\\\"°²√π∞≤∈∪×−½½",
    r"\frac", r"\sqrt", r"\sqrt[3]", r"\left(", r"\right)", r"\left|", r"\{", r"\}", r"\pm",
    r"\mp", r"\cdot", r"\times", r"\le", r"\ge", r"\ne", r"\in", r"\cup", r"\cap", r"\setminus",
    r"\infty", r"\pi", r"\sin", r"\log_", r"\ln", r"\binom", r"\sum_{k=1}^", r"\prod_{k=1}^{n}",
    r"\int_0^1", "dx", r"\ldots", r"\cdots", r"\overline", r"\mathbb{R}", r"\emptyset",
    r"\text{or}", r"\text{and}", r"\text{cm}", r"\mathbf", r"\pmod", r"\begin{pmatrix}",
    r"\end{pmatrix}", r"\begin{cases}", r"\end{cases}", r"\\", "&", r"\lfloor", r"\rfloor",
    r"\choose", r"\over", r"\boxed{", r"\fbox", "10^{10^{10}}", "9!!!", "1,000", "1e99",
    r"0.\overline{3}", r"^\circ", "f(x)=", "x=", r"\approx", "and", "or", "",
    "The answer is ", "Answer: ", "#### ", "<think>", "</think>", "**", "Final Answer", "\n\n",
    "option (B)", "\u202e", "\u0301", "\x00", "\ud800", "答案是",
)  # fmt: skip

SHAPES = (
    r"\frac{@}{@}", r"\sqrt{@}", "@+@", "@-@", r"@\cdot @", "@^{@}", "(@)", "(@,@)", r"\{@,@\}",
    "[@,@)", r"@\cup @", r"@\setminus @", "@=@", r"@\le @", "@<@<@", r"x\in @", "|@|", "@!",
    r"\pm @",
    r"\sum_{k=1}^{@}@", r"\prod_{k=0}^{\infty}@", r"\begin{pmatrix}@&@\\@&@\end{pmatrix}", "@, @",
    r"@ \text{ or } @", r"\sin @", r"\log_{@}@", r"\binom{@}{@}", "f(@)=@", "@_{@}", "@:@",
    r"@\%",
    r"\int_{@}^{@}@ dx", r"@, @, \ldots, @", r"1+2+\cdots+@", r"\lfloor @\rfloor", "@x",
    "@^{@^{@}}",
    r"@ \pmod{@}", r"\{x : @\}", r"\begin{cases}@&@\\@&@\end{cases}", "x=@", r"@\text{ cm}", "x",
    "n", "e", "i", "0", "1", "2", "7", "12", "0.5", r"\pi", r"\infty", r"\emptyset", r"10^{9}", "x",
)  # fmt: skip


def formula(draw: Random, depth: int) -> str:
    shape = draw.choice(SHAPES) if depth else draw.choice(SHAPES[-14:])
    return "".join(formula(draw, depth - 1) if c == "@" else c for c in shape)


def text(draw: Random) -> str:
    if draw.random() < 0.5:
        return formula(draw, draw.randint(1, 4))
    pieces = [draw.choice(PIECES) for _ in range(draw.choice((3, 8, 20, 60)))]
    if draw.random() < 0.05:
        pieces *= draw.choice((50, 500))
    return "".join(pieces)


def draws():
    end = time.monotonic() + SECONDS
    seed = SEED
    while time.monotonic() < end:
        yield seed, Random(seed)
        seed += 1


@contextmanager
def repeatable(seed: int, *inputs: object):
    """Let a failure say what it came from."""
    try:
        yield
    except Exception as error:
        error.add_note(f"FUZZ_SEED={seed}: {inputs!r:.400}")
        raise


def read(source: str) -> list[Expression]:
    try:
        return list(readings(source))
    except (Unreadable, OverBudget):
        return []


def test_reading():
    for seed, draw in draws():
        source = text(draw)
        with repeatable(seed, source):
            assert all(show(reading) for reading in read(source))


def test_comparing():
    for seed, draw in draws():
        sources = text(draw), text(draw)
        with repeatable(seed, *sources):
            for reference in read(sources[0]):
                for answer in read(sources[1]):
                    Comparison(Budget()).same(reference, answer)


def test_extraction():
    for seed, draw in draws():
        source = text(draw)
        with repeatable(seed, source):
            extract(source)


def test_grading():
    for seed, draw in draws():
        response, gold = text(draw), text(draw)
        with repeatable(seed, response, gold):
            boxed = rf"\boxed{{{response}}}" if draw.random() < 0.5 else response
            verdict = grade(boxed, gold)
            assert (verdict.score is None) == (verdict.outcome != "graded")
