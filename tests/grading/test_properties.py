"""What must hold of any comparison, on ten thousand random answers each."""

from random import Random

import pytest

from porism.grading import grade
from porism.grading.budget import Budget
from porism.grading.compare.same import Comparison
from porism.grading.expression.show import show
from porism.grading.latex.read import readings
from tests.grading.random_terms import perturbed, rewritten, term

SHARES = 4
EXAMPLES = 10_000 // SHARES


def draws(share: int):
    for number in range(EXAMPLES):
        seed = share * EXAMPLES + number
        yield seed, Random(seed)


def same(reference, answer):
    return Comparison(Budget()).same(reference, answer).equal


shares = pytest.mark.parametrize("share", range(SHARES))


@shares
def test_what_is_shown_reads_as_the_same(share):
    for seed, draw in draws(share):
        node = term(draw)
        text = show(node)
        assert any(same(node, reading) for reading in readings(text)), (seed, text)


@shares
def test_a_rewritten_term_is_accepted(share):
    for seed, draw in draws(share):
        node = term(draw, letters=seed % 2 == 0)
        other = rewritten(draw, node)
        assert same(node, other), (seed, show(node), show(other))


@shares
def test_a_perturbed_term_is_rejected(share):
    for seed, draw in draws(share):
        node = term(draw, letters=seed % 2 == 0)
        other = perturbed(draw, node)
        assert same(node, other) is False, (seed, show(node), show(other))


@shares
def test_comparison_is_symmetric(share):
    for seed, draw in draws(share):
        node = term(draw, 2)
        other = draw.choice((rewritten, perturbed))(draw, node)
        assert same(node, other) == same(other, node), (seed, show(node), show(other))


SPELLINGS = (
    (r"\frac", r"\dfrac"),
    (r"\left(", "("),
    (r"\right)", ")"),
    (" ", r"\,"),
    (r"\cdot", r"\times"),
    (r"\pi", "π"),
    (r"\cdot", "·"),
    ("-", "−"),
    (r"\sqrt", "√"),
    ("}", "} "),
)


@shares
def test_spelling_does_not_matter(share):
    for seed, draw in draws(share):
        text = show(term(draw))
        spelt = text
        for plain, other in SPELLINGS:
            if draw.random() < 0.3:
                spelt = spelt.replace(plain, other)
        assert grade(rf"\boxed{{{spelt}}}", text).correct, (seed, text, spelt)


@shares
def test_order_matters_in_points_only(share):
    for seed, draw in draws(share):
        items = draw.sample(range(-50, 50), draw.randint(2, 5))
        shuffled = items[1:] + items[:1]
        listed, moved = (", ".join(map(str, x)) for x in (items, shuffled))
        assert grade(rf"\boxed{{{moved}}}", listed).correct, seed
        assert grade(rf"\boxed{{\{{{moved}\}}}}", listed).correct, seed
        assert grade(rf"\boxed{{({moved})}}", f"({listed})").correct is False, seed
