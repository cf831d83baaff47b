"""The answers of porism-sample, each computed again from the words of its problem."""

import calendar
import math
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import combinations, pairwise, product

import pytest

from porism.benchmarks import sample
from porism.core import FinalAnswer

CHECKS: dict[str, Callable[[], str]] = {}
"""For each problem the function that computes its answer, written as the reference is."""


def answers(number: int) -> Callable[[Callable[[], str]], Callable[[], str]]:
    def keep(check: Callable[[], str]) -> Callable[[], str]:
        CHECKS[str(number)] = check
        return check

    return keep


@pytest.mark.parametrize("problem", sample.load("porism-sample"), ids=lambda p: p.id)
def test_the_answer_is_right(problem):
    assert isinstance(problem.reference, FinalAnswer)
    assert problem.reference.answer == CHECKS[problem.id]()


@answers(1)
def staircases_divisible_by_seven() -> str:
    def is_staircase(n: int) -> bool:
        digits = [int(digit) for digit in str(n)]
        return all(abs(a - b) == 1 for a, b in pairwise(digits))

    return str(sum(is_staircase(n) for n in range(100_002, 1_000_000, 7)))


@answers(2)
def subsets_without_difference_three() -> str:
    ways = {(0, 0, 0): 1}  # which of the last three numbers are in
    for _ in range(90):
        step: dict[tuple[int, ...], int] = {}
        for last, count in ways.items():
            for taken in (0, 1)[: 2 - last[0]]:
                after = (*last[1:], taken)
                step[after] = step.get(after, 0) + count
        ways = step
    return str(sum(ways.values()))


@answers(3)
def sum_equals_product() -> str:
    rolls = list(product(range(1, 7), repeat=4))
    return frac(Fraction(sum(a + b == c * d for a, b, c, d in rolls), len(rolls)))


@answers(4)
def length_of_a_bisector() -> str:
    cosine = Fraction(5**2 + 8**2 - 7**2, 2 * 5 * 8)
    # D divides BC as 5 : 8; take A as origin and square the length of (8 B + 5 C) / 13.
    squared = (8**2 * 5**2 + 5**2 * 8**2 + 2 * 8 * 5 * (5 * 8 * cosine)) / 13**2
    assert squared == Fraction(40, 13) ** 2 * 3
    return r"\frac{40\sqrt{3}}{13}"


@answers(5)
def no_such_pairs() -> str:
    assert all((5 * x * x - y * y - 3) % 5 for x, y in product(range(5), repeat=2))
    return r"\emptyset"


@answers(6)
def root_of_a_cubic() -> str:
    ten_thousandths = bisect(lambda n: n**3 - n * 10**8 - 10**13, 0, 10**5)  # integers alone
    halfway = 2 * ten_thousandths + 1
    rounds_up = halfway**3 - halfway * 4 * 10**8 - 8 * 10**13 <= 0
    return str(Fraction(ten_thousandths + rounds_up, 10**4).__float__())


@answers(7)
def slopes_with_two_solutions() -> str:
    pieces = ((None, 1, -3, 11), (1, 4, -1, 9), (4, 6, 1, 1), (6, None, 3, -11))

    def solutions(a: Fraction) -> set[Fraction]:
        found = set()
        for low, high, slope, constant in pieces:  # there the left side is slope x + constant
            if a != slope:
                x = constant / (a - slope)
                if (low is None or low <= x) and (high is None or x <= high):
                    found.add(x)
        return found

    for k in range(-600, 601):
        a = Fraction(k, 120)
        assert (len(solutions(a)) == 2) == (Fraction(7, 6) < a < 3)
    return r"\left(\frac{7}{6}, 3\right)"


@answers(8)
def where_a_quotient_is_large() -> str:
    for k in range(-600, 601):
        x = Fraction(k, 60)
        if abs(x) != 3:
            holds = (x * x - 5 * x + 4) / (x * x - 9) >= 1
            assert holds == (x < -3 or Fraction(13, 5) <= x < 3)
    return r"(-\infty, -3) \cup \left[\frac{13}{5}, 3\right)"


@answers(9)
def squares_near_a_square() -> str:
    # (n + 19)^2 < n^2 + 40 n + 13 < (n + 20)^2 as soon as 2 n > 348.
    found = [
        n for n in range(1, 400) if math.isqrt(n * n + 40 * n + 13) ** 2 == n * n + 40 * n + 13
    ]
    return rf"\{{{', '.join(map(str, found))}\}}"


@answers(10)
def pair_by_gcd_and_lcm() -> str:
    (pair,) = [
        (a, 102 - a) for a in range(1, 51) if math.gcd(a, 102 - a) + math.lcm(a, 102 - a) == 258
    ]
    return str(pair)


@answers(11)
def minimal_polynomial() -> str:
    # x^2 = 10 + 2 sqrt(21), so (x^2 - 10)^2 = 84; square roots of 3, 7 and 21 are irrational,
    # and the four conjugates ±sqrt(3) ± sqrt(7) differ: no polynomial of lower degree.
    assert 10**2 - 84 == 16
    assert all(math.isqrt(n) ** 2 != n for n in (3, 7, 21))
    root = math.sqrt(3) + math.sqrt(7)
    assert math.isclose(root**4 - 20 * root**2, -16)
    return "x^4 - 20x^2 + 16"


@answers(12)
def pairs_with_one_common_element() -> str:
    for n in range(1, 6):
        counted = sum((a & b).bit_count() == 1 for a, b in product(range(2**n), repeat=2))
        assert counted == n * 3 ** (n - 1)
    return r"n \cdot 3^{n-1}"


@answers(13)
def positive_square_root_of_a_matrix() -> str:
    a, b, c, d = 2, 1, 3, 4
    assert (a * a + b * c, a * b + b * d, c * a + d * c, c * b + d * d) == (7, 6, 18, 19)
    trace, determinant = a + d, a * d - b * c
    assert trace**2 > 4 * determinant > 0 < trace  # two different positive eigenvalues
    return r"\begin{pmatrix} 2 & 1 \\ 3 & 4 \end{pmatrix}"


@answers(14)
def complex_number_by_its_modulus() -> str:
    # The imaginary part is 4; the real part a has a + sqrt(a^2 + 16) = 8, which grows with a.
    assert 3 + 4j + abs(3 + 4j) == 8 + 4j
    return "3 + 4i"


@answers(15)
def exponential_equation() -> str:
    roots = [t for t in range(-100, 100) if t * t - 3 * t == 10]
    assert roots == [-2, 5]
    return r"\log_2 5"


@answers(16)
def angle_in_a_cube() -> str:
    space, face = (1, 1, 1), (1, 1, 0)
    inner = sum(a * b for a, b in zip(space, face, strict=True))
    assert Fraction(inner**2, 3 * 2) == Fraction(6, 9)
    return r"\arccos\frac{\sqrt{6}}{3}"


@answers(17)
def solid_of_revolution() -> str:
    # Washers: outer radius 3 x / 2 + 1, inner radius 1, for x from 0 to 2; Simpson is exact.
    area = [(Fraction(3, 2) * x + 1) ** 2 - 1 for x in (0, 1, 2)]
    return rf"{(area[0] + 4 * area[1] + area[2]) / 3}\pi"


@answers(18)
def average_speed() -> str:
    return rf"{3 / sum(Fraction(1, speed) for speed in (12, 15, 20))}\ \text{{km/h}}"


@answers(19)
def chained_percentages() -> str:
    final = Fraction(120, 100) * Fraction(85, 100) * Fraction(105, 100)
    return rf"{float(100 * (final - 1))}\%"


@answers(20)
def functional_equation() -> str:
    def f(x: Fraction) -> Fraction:
        return Fraction(3, 5) / x - Fraction(2, 5) * x

    # x and 1/x give two linear equations of determinant 2^2 - 3^2: there is one f only.
    for x in (Fraction(p, q) for p in range(-9, 10) for q in range(1, 9) if p):
        assert 2 * f(x) + 3 * f(1 / x) == x
    return r"f(x) = \frac{3}{5x} - \frac{2x}{5}"


@answers(21)
def circle_of_apollonius() -> str:
    for x, y in product(range(-20, 21), repeat=2):
        far, near = (x - 1) ** 2 + y**2, (x - 4) ** 2 + (y - 3) ** 2
        assert 4 * near - far == 3 * ((x - 5) ** 2 + (y - 4) ** 2 - 8)
    return "(x-5)^2 + (y-4)^2 = 8"


@answers(22)
def friday_the_thirteenth() -> str:
    assert calendar.weekday(2027, 1, 1) == calendar.FRIDAY
    (month,) = [m for m in range(1, 13) if calendar.weekday(2027, m, 13) == calendar.FRIDAY]
    return rf"\text{{{calendar.month_name[month]}}}"


@answers(23)
def factorials_in_base_nine() -> str:
    total, digits = sum(math.factorial(k) for k in range(1, 11)), ""
    while total:
        total, digit = divmod(total, 9)
        digits = f"{digit}{digits}"
    return f"{digits}_9"


@answers(24)
def linear_form_on_an_ellipse() -> str:
    # With m = 3 x + 4 y, 13 (x^2 + x y + y^2) - 3 m^2 / 4 is a square: m^2 <= 52 / 3.
    for x, y in product(range(-20, 21), repeat=2):
        m = 3 * x + 4 * y
        assert 4 * 13 * (x * x + x * y + y * y) - 3 * m * m == (5 * x - 2 * y) ** 2
    assert Fraction(52, 3) == Fraction(4, 9) * 39  # reached where 5 x = 2 y
    return r"\frac{2\sqrt{39}}{3}"


@answers(25)
def series_with_factorials() -> str:
    partial = sum(Fraction(n * n + 1, math.factorial(n)) for n in range(30))
    assert math.isclose(partial, 3 * math.e, rel_tol=1e-15)
    return "3e"


@answers(26)
def absolute_value_equation() -> str:
    # x >= 0, and x^2 - 7 = ±3 x: the roots (±3 ± sqrt(37)) / 2, of which two are positive.
    roots = [(s * 3 + t * math.sqrt(37)) / 2 for s in (1, -1) for t in (1, -1)]
    solutions = sorted(x for x in roots if math.isclose(abs(x * x - 7), 3 * x))
    assert solutions == [(math.sqrt(37) - 3) / 2, (math.sqrt(37) + 3) / 2]
    return r"x = \frac{\sqrt{37} - 3}{2},\ x = \frac{\sqrt{37} + 3}{2}"


@answers(27)
def pairs_by_product_and_sum() -> str:
    # (x - 1)(y - 1) = 12, so y is at most 13.
    found = [(x, y) for y in range(1, 14) for x in range(1, y + 1) if x * y == x + y + 11]
    return rf"\{{{', '.join(map(str, sorted(found)))}\}}"


@answers(28)
def radii_of_a_right_triangle() -> str:
    shapes = [
        Fraction(a + b - c, c)  # r = (a + b - c) / 2 and R = c / 2
        for a, b, c in ((n - d, n, n + d) for n in range(1, 60) for d in range(1, n))
        if a * a + b * b == c * c
    ]
    assert set(shapes) == {Fraction(2, 5)}
    return "2 : 5"


@answers(29)
def books_on_shelves() -> str:
    assert count_groupings(6) == math.factorial(6) // 6**2
    ways = math.prod(math.comb(left, 3) for left in range(15, 0, -3))
    assert ways == math.factorial(15) // math.factorial(3) ** 5
    return r"\frac{15!}{(3!)^5}"


@answers(30)
def hitting_time_on_a_heptagon() -> str:
    times = {0: Fraction(0), 1: Fraction(192, 29), 2: Fraction(202, 29), 3: Fraction(156, 29)}
    times |= {4: Fraction(124, 29), 5: Fraction(190, 29), 6: Fraction(130, 29)}
    # The linear equations have one solution only, since 0 is reached from everywhere.
    for i in range(1, 7):
        assert times[i] == 1 + (times[(i + 1) % 7] + times[(i + 3) % 7]) / 2
    return frac(times[1])


def frac(value: Fraction) -> str:
    return rf"\frac{{{value.numerator}}}{{{value.denominator}}}"


def bisect(rising: Callable[[int], int], low: int, high: int) -> int:
    """The largest integer at which ``rising`` is not positive."""
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if rising(middle) <= 0 else (low, middle)
    return low


def count_groupings(books: int) -> int:
    """Place books three a shelf, one by one, without a formula."""

    def shelves(left: frozenset[int]) -> Iterator[int]:
        if not left:
            yield 1
        for group in combinations(sorted(left), 3):
            yield from shelves(left - set(group))

    return sum(shelves(frozenset(range(books))))
