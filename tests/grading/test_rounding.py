"""The rounding that a problem asks for: found where it is sure, and followed."""

from decimal import Decimal

import pytest

from porism.core import DecimalPolicy
from porism.grading import EXACT, grade, requested


def unit(value: str) -> DecimalPolicy:
    return DecimalPolicy(rule="rounded", unit=Decimal(value))


def figures(count: int) -> DecimalPolicy:
    return DecimalPolicy(rule="rounded", digits=count)


@pytest.mark.parametrize(
    ("statement", "policy"),
    [
        ("Find the area. Give your answer to three decimal places.", unit("0.001")),
        ("Find the area correct to 2 d.p.", unit("0.01")),
        ("What is $x$, rounded to the nearest integer?", unit("1")),
        ("Round your answer to the nearest hundred.", unit("100")),
        ("How many litres are left? Express your answer to the nearest tenth.", unit("0.1")),
        ("How much does he owe, to the nearest cent?", unit("0.01")),
        ("Compute $\\pi^5$ to 4 significant figures.", figures(4)),
        ("Give the answer correct to three significant digits.", figures(3)),
        ("Find the mass (rounded to 2 decimal places).", unit("0.01")),
        ("What percentage is left? Round to the nearest tenth of a percent.", unit("0.001")),
        ("Give your answer as a percentage rounded to one decimal place.", unit("0.001")),
        ("Estimate the root to the nearest 0.01.", unit("0.01")),
        ("Two triangles are given.\n\nFind the angle to the nearest degree.", unit("1")),
    ],
)
def test_requests(statement, policy):
    assert requested(statement) == policy


@pytest.mark.parametrize(
    "statement",
    [
        "",
        "Find the exact value of $x$.",
        "Do not round your answer to two decimal places.",
        "The sides, rounded to two decimal places, are 1.23 and 4.56. Find the area.",
        "Let $f(n)$ be the number $n$ rounded to the nearest integer. Find $f(7/2)$.",
        "Round intermediate results to 3 decimal places. Find the sum.",
        "Find the point nearest to the origin.",
        "Find the nearest integer to $x$ among its neighbours, then its three decimal digits.",
        "Give the first to 2 decimal places. Give the second to 3 decimal places.",
        "Give at least 3 decimal places.",
        "How many numbers have 3 decimal digits?",
    ],
)
def test_what_is_no_sure_request(statement):
    assert requested(statement) is None


@pytest.mark.parametrize(
    ("policy", "gold", "answer", "right"),
    [
        (unit("0.001"), r"\pi", "3.142", True),
        (unit("0.001"), r"\pi", "3.141", False),
        (unit("0.001"), r"\pi", "3.1416", False),
        (unit("0.001"), r"\pi", r"\pi", True),
        (unit("0.001"), "3.142", r"\pi", True),
        (unit("0.001"), "3.142", "3.1416", False),
        (unit("0.01"), r"\frac{1}{3}", "0.33", True),
        (unit("0.01"), r"\frac{1}{3}", "0.34", False),
        (unit("1"), r"\sqrt{50}", "7", True),
        (unit("1"), r"\sqrt{50}", "7.07", False),
        (unit("1"), "7", "7.4", False),
        (unit("1"), "7", r"\sqrt{50}", False),
        (unit("1"), "7", "8", False),
        (unit("100"), "1234", "1200", True),
        (unit("100"), "1234", "1300", False),
        (unit("0.001"), r"\frac{1}{8}", r"12.5\%", True),
        (unit("0.001"), r"\frac{1}{3}", r"33.3\%", True),
        (figures(3), r"100\pi", "314", True),
        (figures(3), r"100\pi", "314.2", False),
        (figures(4), r"\frac{1}{300}", "0.003333", True),
        (figures(3), r"\frac{1}{300}", "0.0033", False),
        (unit("0.01"), r"2\pi\text{ cm}", r"6.28\text{ cm}", True),
        (unit("0.01"), r"(\sqrt2, \sqrt3)", "(1.41, 1.73)", True),
        (unit("0.01"), r"(\sqrt2, \sqrt3)", "(1.41, 1.75)", False),
    ],
)
def test_verdicts(policy, gold, answer, right):
    assert grade(rf"\boxed{{{answer}}}", gold, decimals=policy).correct is right


def test_the_rule_says_so():
    asked = requested("Give your answer to two decimal places.")
    verdict = grade("The answer is 3.14.", r"\pi", decimals=asked)
    assert verdict.rule == "rounded-as-asked"
    assert "as the problem asks" in verdict.reason
    assert grade("The answer is 3.14.", r"\pi", decimals=EXACT).correct is False
