"""Hostile input for a fixed time: every stage ends with a result or a reason.

``FUZZ_SECONDS`` sets about how long each test goes on; set, it also begins elsewhere each
time. What fails is shrunk, and belongs into ``FOUND`` once it is mended.
"""

import os
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from porism.grading import grade
from porism.grading.budget import Budget, OverBudget
from porism.grading.compare.same import Comparison
from porism.grading.expression.shapes import Expression
from porism.grading.expression.show import show
from porism.grading.extract import extract
from porism.grading.latex.read import readings
from porism.grading.latex.tokens import Unreadable

pytestmark = pytest.mark.long

SECONDS = float(os.environ.get("FUZZ_SECONDS", "30"))
EXAMPLES_A_SECOND = 20
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


LEAVES = tuple(shape for shape in SHAPES if "@" not in shape)
BRANCHES = {n: [shape for shape in SHAPES if shape.count("@") == n] for n in (1, 2, 3, 4)}
FOUND = (
    ("\u0664", "4"),
    ("print(0)", "0"),
    (r"\begin{pmatrix}x&y\\z&w\end{pmatrix}^{12}", "1"),
    (r"1+\frac12+\frac14+\cdots", "2"),
    ("\n" * 2_000 + "A", "A"),
)
"""Responses and references that once failed or took too long."""


def filled(shape: str, parts: tuple[str, ...]) -> str:
    """Put parts into the holes of a shape."""
    texts = iter(parts)
    return "".join(next(texts) if c == "@" else c for c in shape)


def branches(inner: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    return st.one_of(
        st.builds(filled, st.sampled_from(shapes), st.tuples(*[inner] * holes))
        for holes, shapes in BRANCHES.items()
    )


NUMERALS = st.integers(-(10**30), 10**30).map(str) | st.decimals(-1000, 1000, places=3).map(str)
FORMULAS = st.recursive(st.sampled_from(LEAVES) | NUMERALS, branches, max_leaves=12)
SOUP = st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=60).map("".join)
REPEATED = st.builds(str.__mul__, SOUP, st.sampled_from((50, 500)))
TEXTS = FORMULAS | SOUP | st.one_of(FORMULAS, SOUP, REPEATED)


class Clock:
    """Says when the time for a test is over; what is tried later passes unseen."""

    def __init__(self) -> None:
        self.end = 0.0

    def over(self) -> bool:
        now = time.monotonic()
        self.end = self.end or now + SECONDS
        return now > self.end


for_a_fixed_time = settings(
    max_examples=int(SECONDS * EXAMPLES_A_SECOND),
    deadline=None,
    derandomize="FUZZ_SECONDS" not in os.environ,
    suppress_health_check=list(HealthCheck),
)
clocks = {name: Clock() for name in ("reading", "comparing", "extraction", "grading")}


def read(source: str) -> list[Expression]:
    try:
        return list(readings(source))
    except (Unreadable, OverBudget):
        return []


@for_a_fixed_time
@given(TEXTS)
def test_reading(source):
    if not clocks["reading"].over():
        assert all(show(reading) for reading in read(source))


@for_a_fixed_time
@given(TEXTS, TEXTS)
def test_comparing(left, right):
    if clocks["comparing"].over():
        return
    for reference in read(left):
        assert Comparison(Budget()).same(reference, reference).equal
        for answer in read(right):
            Comparison(Budget()).same(reference, answer)


@for_a_fixed_time
@given(TEXTS)
def test_extraction(source):
    if not clocks["extraction"].over():
        extract(source)


@for_a_fixed_time
@given(TEXTS, TEXTS, st.booleans())
def test_grading(response, gold, boxed):
    if not clocks["grading"].over():
        check(rf"\boxed{{{response}}}" if boxed else response, gold)


@pytest.mark.parametrize(("response", "gold"), FOUND)
def test_what_was_found(response, gold):
    check(response, gold)
    check(rf"\boxed{{{response}}}", gold)


def check(response: str, gold: str) -> None:
    """Grade twice: with a score exactly where there is a verdict, and the same again."""
    verdict = grade(response, gold)
    assert (verdict.score is None) == (verdict.outcome != "graded")
    assert verdict == grade(response, gold)
