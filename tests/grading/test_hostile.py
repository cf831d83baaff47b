"""Large and malicious responses: each ends quickly, with the right verdict or none."""

import asyncio
import pickle
import threading
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor

import pytest
from flint import ctx

from bench.hostile import cases
from porism.grading import grade
from porism.grading.adapter import correct


def boxed(answer: str) -> str:
    return rf"\boxed{{{answer}}}"


ACCEPTED = {
    "5,000 braces": (boxed("{" * 5000 + "7" + "}" * 5000), "7"),
    "5,000 brackets": (boxed("(" * 5000 + "7" + ")" * 5000), "7"),
    "10,000 signs": (boxed("-" * 10_000 + "5"), "5"),
    "20,000 ones": (boxed("+".join("1" * 20_000)), "20000"),
    "2,000 letters": (boxed("+".join("x" * 2_000)), "2000x"),
    "5,000 factors": (boxed(r"\cdot ".join("2" * 5000)), "2^{5000}"),
    "90,000 digits": (boxed("1" * 90_000), "1" * 90_000),
    "900 elements": (boxed(",".join(map(str, range(900)))), ",".join(map(str, range(899, -1, -1)))),
    "10^12 terms": (boxed(r"\sum_{k=1}^{10^{12}} k"), r"\frac{10^{12}(10^{12}+1)}{2}"),
    "a megabyte of lines": ("\n" * 10**6 + "Answer: 5", "5"),
    "a megabyte of thoughts": ("<think>" + "x" * 10**6 + "</think>" + boxed("5"), "5"),
    "a megabyte of answers": ("the answer is 5. " * 60_000, "5"),
    "controls": ("\x00\ud800\u202e" + boxed("5\x00\ud800"), "5"),
    "the same tower": (boxed("9^{9^{9^{9^9}}}"), "9^{9^{9^{9^9}}}"),
}
REFUSED = {
    "a million digits": (boxed("1" * 10**6), "1"),
    "one digit of 90,000": (boxed("1" * 90_000), "1" * 89_999 + "2"),
    "100,000 braces": (boxed("{" * 10**5 + "7" + "}" * 10**5), "8"),
    "unclosed brackets": (boxed("(" * 50_000), "1"),
    "mixed brackets": (boxed("([{" * 3000), "1"),
    "a tower": (boxed("2^{2^{2^{2^{2^{2}}}}}"), "1"),
    "a factorial of factorials": (boxed("((9!)!)!"), "1"),
    "10^9 factors": (boxed(r"\prod_{k=1}^{10^9} k"), "1"),
    "three nested sums": (boxed(r"\sum_{i=1}^{999}\sum_{j=1}^{999}\sum_{k=1}^{999} ijk"), "1"),
    "a power of a sum": (boxed("(x+y+z+w)^{1000}"), "(x+y+z+w)^{1000}+1"),
    "a pole in an integral": (boxed(r"\int_{-1}^{1}\frac{1}{x}\,dx"), "0"),
    "a limit nearly reached": (boxed(r"\tanh(10^{6})"), "1"),
    "a root of high degree": (boxed(r"\sqrt[1000000]{2}"), "1"),
    "a tiny exponential": (boxed(r"1+e^{-10^{6}}"), "1"),
    "a thousand fractions": (boxed("+".join(rf"\frac{{1}}{{{n}}}" for n in range(1, 1000))), "1"),
    "many signs": (boxed(r"\pm 1" * 40), "1"),
    **{
        f"a megabyte of {piece!r}": (piece * (10**6 // len(piece)), "1")
        for piece in (
            "{",
            "$",
            "\\",
            "*",
            "\n",
            "a",
            "#",
            "|",
            '"answer": "',
            "\\boxed{",
            "<think>",
        )
    },
}


@pytest.mark.parametrize("share", range(4))
def test_the_dearest_inputs_end_with_a_verdict(share):
    for name, response, gold in list(cases())[share::4]:
        verdict = grade(response, gold)
        assert (verdict.score is None) == (verdict.outcome != "graded"), name


@pytest.mark.parametrize("case", ACCEPTED.values(), ids=ACCEPTED)
def test_what_is_large_but_right_is_accepted(case):
    assert correct(*case) is True


@pytest.mark.parametrize("case", REFUSED.values(), ids=REFUSED)
def test_what_is_too_large_or_wrong_is_not_accepted(case):
    assert correct(*case) is not True


CASES = [
    (boxed(r"\sqrt{3+2\sqrt{2}}"), r"1+\sqrt{2}", True),
    (boxed(r"\cosh(\ln 2)"), r"\frac54", True),
    (boxed(r"\frac{163}{\ln 163}"), "32", False),
    (boxed(r"\sin 2x"), r"2\sin x\cos x", True),
] * 25


def check(case) -> bool:
    response, gold, right = case
    return correct(response, gold) is right


def test_many_threads_grade_at_once():
    ctx.prec = 53
    with ThreadPoolExecutor(8) as pool:
        assert all(pool.map(check, CASES))
    assert ctx.prec == 53


def test_processes_grade():
    with ProcessPoolExecutor(2) as pool:
        assert all(pool.map(check, CASES, chunksize=25))


async def test_an_event_loop_grades():
    assert all(await asyncio.gather(*(asyncio.to_thread(check, case) for case in CASES)))


def test_a_deep_stack_is_deep_enough():
    nested = boxed(r"\frac{1}{1+" * 18 + "1" + "}" * 18)

    def sink(levels: int) -> bool:
        return sink(levels - 1) if levels else correct(nested, "2") is False

    results: list[bool] = []
    thread = threading.Thread(target=lambda: results.append(sink(300)))
    thread.start()
    thread.join()
    assert results == [True]


def test_verdicts_travel():
    verdict = grade(boxed("1"), "1")
    assert pickle.loads(pickle.dumps(verdict)) == verdict
