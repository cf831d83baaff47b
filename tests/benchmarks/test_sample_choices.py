"""The items of porism-sample-choice: the right choice holds, the wrong ones fail or are weaker."""

import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, pairwise, permutations, product

import pytest

from porism.benchmarks import sample
from porism.core import MultipleChoice, Problem

CHECKS: dict[str, Callable[[], None]] = {}


def item(number: int) -> Callable[[Callable[[], None]], Callable[[], None]]:
    def keep(check: Callable[[], None]) -> Callable[[], None]:
        CHECKS[str(number)] = check
        return check

    return keep


@pytest.mark.parametrize("problem", sample.load("porism-sample-choice"), ids=lambda p: p.id)
def test_the_right_choice_is_right(problem: Problem):
    CHECKS[problem.id]()


def test_items_have_what_the_protocol_needs():
    problems = sample.load("porism-sample-choice")
    assert {p.subset for p in problems} == {"original", "substitution_resistant"}
    assert len({name for p in problems for name in p.types}) >= 8
    for problem in problems:
        assert problem.sketch
        assert isinstance(problem.reference, MultipleChoice)
        texts = (problem.reference.correct, *problem.reference.distractors)
        assert len(set(texts)) == 5
        stronger = "One of the other options is true, but a stronger statement can be proved."
        assert (problem.reference.correct == stronger) == (problem.subset != "original")


@item(1)
def lamps_in_a_circle() -> None:
    def even(state: int, _n: int) -> bool:
        return state.bit_count() % 2 == 0

    def everything_if_odd(state: int, n: int) -> bool:
        return n % 2 == 1 or even(state, n)

    def even_runs(state: int, n: int) -> bool:
        return all(len(run) % 2 == 0 for run in runs(state, n))

    def even_and_not_all(state: int, n: int) -> bool:
        return even(state, n) and state != 2**n - 1

    def balanced(state: int, n: int) -> bool:
        return sum((-1) ** i * (state >> i & 1) for i in range(n)) == 0

    def holds(rule: Callable[[int, int], bool]) -> bool:
        return all(reachable(n) == {s for s in range(2**n) if rule(s, n)} for n in range(3, 9))

    assert holds(even)
    assert not any(map(holds, (everything_if_odd, even_runs, even_and_not_all, balanced)))


def reachable(n: int) -> set[int]:
    states = {0}
    for i in range(n):
        states |= {state ^ (1 << i) ^ (1 << (i + 1) % n) for state in states}
    return states


def runs(state: int, n: int) -> list[str]:
    word = "".join(str(state >> i & 1) for i in range(n))
    if "0" in word:  # begin after a lamp that is off, so that no run is cut
        cut = word.index("0")
        word = word[cut:] + word[:cut]
    return [run for run in word.split("0") if run]


@item(2)
def sums_of_a_set() -> None:
    for n in range(2, 6):
        sizes = {len({a + b for a in s for b in s}) for s in combinations(range(17), n)}
        assert min(sizes) == 2 * n - 1
    assert 2 * 3 - 1 < 2 * 3, "the bound 2n fails"
    assert 2 * 3 - 1 < 3 * 3 - 3, "the bound 3n - 3 fails"
    assert 2 * 3 - 1 < 3 * 4 // 2, "the bound n(n+1)/2 fails"
    assert all(2 * n - 1 >= n + 1 for n in range(2, 100)), "n + 1 is weaker"


@item(3)
def runs_with_prime_powers() -> None:
    primes = (2, 3, 5, 7)
    for n, k in product(range(1, 5), range(1, 4)):
        moduli = [p**k for p in primes[:n]]
        start = sum(
            -(i + 1) * (math.prod(moduli) // m) * pow(math.prod(moduli) // m, -1, m)
            for i, m in enumerate(moduli)
        ) % math.prod(moduli)
        assert all((start + i + 1) % m == 0 for i, m in enumerate(moduli))
    # Neighbours share no prime, a prime has no square divisor however large it is, and no two
    # positive squares are neighbours: three of the wrong choices fail for n = k = 2.
    assert min(b * b - a * a for a, b in combinations(range(1, 50), 2)) == 3


@item(4)
def quadratic_cauchy_equation() -> None:
    for c, m, n in product(range(-5, 6), repeat=3):

        def f(x: int, c: int = c) -> int:
            return x * x + (c - 1) * x

        assert f(1) == c, "so odd and even values occur, and n^2 + cn has another value"
        assert f(m + n) == f(m) + f(n) + 2 * m * n


@item(5)
def harmonic_tail() -> None:
    def scaled(n: int) -> float:
        return n * (float(sum(Fraction(1, k) for k in range(n + 1, 2 * n + 1))) - math.log(2))

    errors = [abs(scaled(n) + 0.25) for n in (10, 100, 1000)]
    assert errors[0] > errors[1] > errors[2]
    assert errors[2] < 1e-4
    assert abs(1000 * scaled(1000)) > 100, "n^2 times the difference is unbounded"


@item(6)
def sparse_subsets() -> None:
    def compositions(m: int, allowed: Callable[[int], bool]) -> int:
        counts = [1]
        for size in range(1, m + 1):
            counts.append(sum(counts[size - part] for part in range(1, size + 1) if allowed(part)))
        return counts[m]

    def differs(count: Callable[[int], int]) -> bool:
        return any(count(n) != sparse(n) for n in range(1, 10))

    def sparse(n: int) -> int:
        return sum(s & (s << 1) == 0 for s in range(2**n))

    assert not differs(lambda n: compositions(n + 1, lambda part: part <= 2))
    assert differs(lambda n: compositions(n, lambda part: part <= 2))
    assert differs(lambda n: compositions(n + 1, lambda part: part % 2 == 1))
    assert differs(lambda n: compositions(n + 2, lambda part: part >= 3))
    assert differs(lambda n: 2 ** (n - 1))


@item(7)
def paths_of_tournaments() -> None:
    counts: set[int] = set()
    closed: set[bool] = set()
    for n in (3, 4, 5):
        for arcs in tournaments(n):
            paths = [p for p in permutations(range(n)) if arcs.issuperset(pairwise(p))]
            counts.add(len(paths))
            closed.add(any((p[-1], p[0]) in arcs for p in paths))
    assert all(count % 2 == 1 for count in counts), "at least one, and stronger: an odd number"
    assert len(counts) > 1
    assert closed == {True, False}


def tournaments(n: int) -> Iterator[set[tuple[int, int]]]:
    pairs = list(combinations(range(n), 2))
    for turned in product((False, True), repeat=len(pairs)):
        yield {(b, a) if turn else (a, b) for (a, b), turn in zip(pairs, turned, strict=True)}


@item(8)
def power_sums_modulo_a_prime() -> None:
    for p, k in product((3, 5, 7, 11, 13), range(1, 30)):
        total = sum(a**k for a in range(1, p))
        assert (total % p == 0) == (k % (p - 1) != 0), "stronger than: if k is odd"
    assert (1 + 2) % 9
    assert (1 + 4) % 3


@item(9)
def payable_integers() -> None:
    ways = [0] * 100
    for a, b, c in product(range(17), range(10), range(7)):
        if (n := 6 * a + 10 * b + 15 * c) < 100:
            ways[n] += 1
    assert ways[29] == 0
    assert all(ways[30:36]), "six in a row, so all that follow"
    assert ways[60] > 1
    assert ways[24] == 1


@item(10)
def polyhedra_of_triangles() -> None:
    # 2E = 3F and V - E + F = 2 give E = 3V - 6 and F = 2V - 4, stronger than: 3 divides E.
    tetrahedron, bipyramid = (4, 6, 4), (5, 9, 6)
    for vertices, edges, faces in (tetrahedron, bipyramid):
        assert 2 * edges == 3 * faces
        assert vertices - edges + faces == 2
        assert edges == 3 * vertices - 6
    assert bipyramid[1] % 6
    assert bipyramid[2] % 4
    assert bipyramid[0] % 2
