"""The longest inputs of every kind that a grader may meet: names, responses and references."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

Case = tuple[str, str, str]
PIECES = (
    "{", "$", "\\", "*", "\n", "a", "#", "|", " ", "<", "(", '"answer": "', "\\boxed{", "<think>",
    "\\boxed{1} ", "the answer is 5. ", "answer is ", "$1$, ", "**1** ", "Answer: \n", "1 = 1 = ",
    "A. ", "(A) ", "I think it is ", "答案是", "#### ", "**Answer**\n", "is $x$ ",
    "therefore the answer to the question of ",
)  # fmt: skip
"""What responses of a megabyte consist of."""


def boxed(answer: str) -> str:
    """Return a response that is nothing but a boxed answer."""
    return rf"\boxed{{{answer}}}"


def each(form: str, numbers: Iterable[int], joint: str = ",") -> str:
    """Return a form once for each number, which stands where the form has ``@``."""
    return joint.join(form.replace("@", str(n)) for n in numbers)


def cases() -> Iterator[Case]:
    """Yield name, response and reference of every hostile input."""
    for name, answer, gold in (*_large(), *_long(), *_lists(), *_deep(), *_sums(), *_costly()):
        yield name, boxed(answer), gold
    for name, answer, gold in (*_matrices(), *_conditions(), *_equal(), *_random()):
        yield name, boxed(answer), gold
    yield from _responses()


def _large() -> Iterator[Case]:
    yield "a tower of nines", "9^{9^{9^{9^{9}}}}", "9^{9^{9^{9}}}"
    yield "a tower of twos", "2^{2^{2^{2^{2^{2}}}}}", "2^{2^{65536}}+1"
    yield "a symbolic tower", "x^{x^{x^{x^{x^{x}}}}}", "x"
    yield "towers beside", "3^{3^{3^{3}}}+5^{5^{5}}", "3^{3^{3^{3}}}"
    yield "a difference of towers", "e^{e^{e^{3}}}-e^{e^{e^{3}}}", "0"
    yield "a factorial of factorials", "((9!)!)!", "1"
    yield "many factorials", each("@!", range(2_000, 2_400), "+"), "1"
    yield "large factorials", "+".join(["25000!"] * 60), "1"
    yield "double factorials", "+".join(["20000!!"] * 200), "1"
    yield "binomials", "+".join([r"\binom{300000}{150000}"] * 30), "1"
    yield "a huge binomial", r"\binom{10^{9}}{5\cdot 10^{8}}", "1"
    yield "binomials of a fraction", r"\binom{10^{30}/7}{1999}" * 3, "1"
    yield "a huge exponent", "1e999999999", "1"
    yield "powers of a large base", "7^{130000}+" * 40 + "1", "1"
    yield "huge powers apart", r"\frac{3^{100000}+1}{3^{100000}}", "1"
    yield "a logarithm of a tower", r"\log_2(2^{2^{65536}})", "2^{65536}"
    yield "powers to compare", "6^{10^{400}}", r"2^{10^{400}}\cdot 3^{10^{400}}+1"
    yield "coprime bases", each("@^{10^{50}}", range(2, 26), r"\cdot "), "1"
    yield "a gcd", rf"\gcd({'7' * 30_000},{'6' * 30_000})", "1"
    yield "a gcd of many", rf"\gcd({each('@', range(10**400, 10**400 + 200))})", "2"
    yield "an lcm of many", rf"\operatorname{{lcm}}({each('@', range(10**40, 10**40 + 900))})", "2"
    yield "totients", each(r"\varphi(@)", range(10**14, 10**14 + 500), "+"), "1"
    yield "a sine far out", r"\sin(10^{10^{5}})", "0"
    yield "sines far out", each(r"\sin(10^{@})", range(1_000, 1_300), "+"), "0"
    yield "a large residue", rf"{'9' * 20_000}\pmod{{{'7' * 20_000}}}", "1"
    yield "a power and a modulus", r"7^{10^{18}}\bmod 1000", "1"


def _long() -> Iterator[Case]:
    yield "a million digits", "1" * 10**6, "1"
    yield "99,000 digits", "7" * 99_000, "7" * 98_999 + "8"
    yield "49,000 decimals", "0." + "3" * 49_000, "0." + "3" * 48_999 + "4"
    yield "20,000 ones", "+".join("1" * 20_000), "20001"
    yield "8,000 fractions", each(r"\frac1{@}", range(1, 8_000), "+"), "1"
    yield "24,000 letters", "+".join("x" * 24_000), "23999x"
    yield "20,000 different letters", "+".join(chr(97 + n % 26) for n in range(20_000)), "x"
    yield "40 squares", each("x_{@}^2", range(40), "+"), "(x_1+x_2)^2"
    letters = each("x_{@}", range(40), "+")
    yield "a power of 40 letters", f"({letters})^{{30}}", f"({letters})^{{30}}+1"
    yield "an equation of 40 letters", f"({letters})^2=1", f"({letters})^2=2"
    yield "a cubic of 40 letters", f"({letters})^3=1", f"({letters.replace('+', '-')})^3=2"
    yield "words", "x " * 20_000, "1"
    yield "spaces", "1" + " " * 90_000 + "2", "12"
    yield "thin spaces", "1" + r"\,\!\;" * 12_000 + "2", "12"
    yield "signs", "-" * 40_000 + "1", "1"
    yield "glyphs", "𝟏²½√π≤" * 5_000, "1"
    yield "combining marks", "1" + "\u0301" * 90_000, "1"
    yield "units", "5 " + "metres " * 9_000, "5"
    yield "names", "Al, " * 20_000, "Al, " * 20_000 + "Bo"
    yield "a long text", "lorem ipsum " * 8_000, "lorem"


def _lists() -> Iterator[Case]:
    yield "24,000 elements", each("@", range(24_000)), "1,2"
    yield "1,000 elements", each("@", range(990)), each("@", range(990, 0, -1))
    yield "300 roots", each(r"\sqrt{@}", range(2, 300)), each(r"\sqrt{@}", range(299, 2, -1))
    yield "1,000 roots", each(r"\sqrt{@}", range(990)), "1,2,3"
    yield "900 formulas", each("x+@", range(900)), each("@+y", range(900))
    yield "200 points", each("(@,@+x)", range(200)), each("(@,x)", range(200))
    yield "plus-minus signs", r"\pm 1" * 300, "1"
    yield "plus-minus elements", each(r"\pm@", range(490)), each("@", range(-490, 490))
    yield "dots", "1+2+" * 3_000 + r"\cdots+n", "n"
    yield "many dots", r"1+2+\cdots+2000" + r"+(1+2+\cdots+2000)" * 30, "1"
    yield "a long pattern", each(r"\frac{@}{x^@}", range(1, 1_500), "+") + r"+\cdots", "1"
    yield "a progression", r"1,2,4,\ldots,2^{1000}", "1"
    yield "builders", r"\{k^2 : 1\le k\le 900\}", r"\{k^2+k-k : 1\le k\le 900\}"
    yield "a large range", r"\{x\in\mathbb{Z} : 1\le x\le 10^{12}\}", "1"


def _deep() -> Iterator[Case]:
    yield "5,000 braces", "{" * 5_000 + "7" + "}" * 5_000, "8"
    yield "40,000 brackets", "(" * 40_000 + "7" + ")" * 40_000, "8"
    yield "alternating brackets", "([{" * 8_000, "8"
    yield "open brackets", "(" * 49_000, "1"
    yield "a continued fraction", r"\frac{1}{1+" * 1_500 + "1" + "}" * 1_500, "2"
    yield "3,000 nested roots", r"\sqrt{" * 3_000 + "2" + "}" * 3_000, "2"
    yield "12 nested roots", r"\sqrt{2+" * 12 + "2" + "}" * 12, "2"
    yield "30 nested roots", r"\sqrt{2+" * 30 + "2" + "}" * 30, "2"
    yield "nested functions", r"\sin(" * 35 + "1" + ")" * 35, "1"
    yield "nested formulas", r"\sin(" * 35 + "x" + ")" * 35, r"\cos(" * 35 + "x" + ")" * 35
    yield "nested sums", r"\sum_{i=1}^{9}" * 12 + "i", "1"
    yield "three sums", r"\sum_{i=1}^{999}\sum_{j=1}^{999}\sum_{k=1}^{999} ijk", "1"


def _sums() -> Iterator[Case]:
    yield "10^12 fractions", r"\sum_{k=1}^{10^{12}} \frac{1}{k}", "28"
    yield "10^12 powers", r"\sum_{k=1}^{10^{12}} k^{30}", "1"
    yield "2,000 roots", r"\sum_{k=1}^{1999}\sqrt{k}", "1"
    yield "2,000 roots of a letter", r"\sum_{k=1}^{1999}\sqrt{k+x}", "x"
    yield "2,000 factorials", r"\sum_{k=1}^{1999} k!", "1"
    yield "2,000 powers", r"\sum_{k=1}^{1999} k^{k}", "1"
    yield "2,000 unit fractions", r"\sum_{k=1}^{1999}\frac{1}{k^{9}}", "1"
    yield "2,000 floors", r"\sum_{k=1}^{1999}\lfloor k\sqrt2\rfloor", "1"
    yield "10^9 factors", r"\prod_{k=1}^{10^9} k", "1"
    yield "a series of high degree", r"\sum_{k=1}^{\infty}\frac{1}{k^{29}+1}", "1"
    yield "a series with poles", r"\sum_{k=1}^{\infty}\frac{1}{(2k+1)^{9}(3k+1)^{9}}", "1"
    yield "a hypergeometric series", r"\sum_{k=0}^{\infty}\frac{k^{20}}{(9k)!}", "1"
    yield "a slow series", r"\sum_{k=1}^{\infty}\frac{(0.999999)^{k}}{k}", "1"


def _costly() -> Iterator[Case]:
    yield "a hard integral", r"\int_0^{1}\sin(10^{5}x)\,dx", "0"
    yield "a pole in an integral", r"\int_{-1}^{1}\frac{1}{x}\,dx", "0"
    yield "many integrals", r"\int_0^1 x \,dx" * 20, "1"
    yield "a gamma far out", r"\Gamma(10^{6}+0.5)", "1"
    yield "a zeta high up", r"\zeta(0.5+10^{4}i)", "0"
    yield "error functions", r"\operatorname{erf}(30)+\operatorname{Ei}(30)", "1"
    yield "nested Lambert functions", "W(W(W(10^{9})))", "1"
    yield "many logarithms", each(r"\ln(@)", range(2, 900), "+"), r"\ln(899!)"
    yield "many sines", each(r"\sin(@x)", range(300), "+"), "x"
    yield "many floors", each(r"\lfloor @\pi\rfloor", range(400), "+"), "1"
    yield "a fine floor", r"\lfloor e^{\pi\sqrt{163}}\rfloor", "262537412640768743"
    yield "a limit nearly reached", r"\tanh(10^{6})", "1"
    yield "a tiny exponential", "1+e^{-10^{6}}", "1"
    yield "roots of high index", r"\sqrt[997]{2}+\sqrt[991]{3}", r"\sqrt[991]{3}+2^{1/997}"
    yield "ten roots", each(r"\sqrt{@}", (2, 3, 5, 7, 11, 13, 17, 19, 23, 29), "+"), "1"
    yield "a sparse polynomial", "x^{10^9}+1", "x^{10^9}+2"
    yield "a large polynomial", "(x+y+z+w)^{50}=1", "(x+y+z+w)^{50}=2"
    yield "an equation of degree 59", "x^{59}+x+1=0", "x^{59}+x+2=0"
    yield "curves with roots", r"\sqrt{x}+\sqrt{y}+\sqrt{z}=1", r"\sqrt{x}+\sqrt{y}=1-\sqrt{z+0}"


def _matrices() -> Iterator[Case]:
    yield "20 x 20", _matrix(20, "1"), _matrix(20, "2")
    yield "a product of 20 x 20", _matrix(20, "1") * 2, _matrix(20, "2")
    yield "an inverse", _matrix(3, r"\sqrt{2}+x") + "^{-1}", _matrix(3, "2")
    yield "a determinant", r"\det" + _matrix(6, "x+1"), "1"
    yield "a determinant of roots", r"\det" + _matrix(6, r"\sqrt{7}"), "1"
    yield "a power", _matrix(4, "x") + "^{12}", _matrix(4, "x")
    yield "a power of roots", _matrix(3, r"\sqrt{3}") + "^{12}", _matrix(3, "1")
    yield "a high power", _matrix(9, "1") + "^{10000}", _matrix(9, "1")


def _matrix(size: int, entry: str) -> str:
    row = "&".join(f"{entry}+{n}" for n in range(size))
    rows = r"\\".join([row] * size)
    return rf"\begin{{pmatrix}}{rows}\end{{pmatrix}}"


def _conditions() -> Iterator[Case]:
    units = [f"({n},{n + 1})" for n in range(900)]
    yield "900 intervals", r"\cup".join(units), "(0,900)"
    yield "900 intervals backwards", r"\cup".join(reversed(units)), "(0,900)"
    ends = [rf"[\sqrt{{{2 * n}}},\sqrt{{{2 * n + 1}}}]" for n in range(200, 0, -1)]
    yield "intervals of roots", r"\cup".join(ends), "[0,1]"
    yield "a long relation", "<".join(["x", *map(str, range(500))]), "x<1"
    yield "300 alternatives", each("x=@", range(300), r"\text{ or }"), "x>0"
    yield "300 inequalities", each(r"x\ne @", range(300)), r"x\ne 0"
    yield "60 lines", each("(x-@)", range(60), "") + ">0", "x>0"
    yield "absolute values", each("|x-@|", range(3), "+") + "<9", "x>0"
    conditions = each("@&x=@", range(190), r"\\")
    yield "190 cases", rf"\begin{{cases}}{conditions}\end{{cases}}", "x"


def _equal() -> Iterator[Case]:
    primes = (2, 3, 5, 7, 11, 13)
    fractions = each(r"\frac{@}{\sqrt{@}}", reversed(primes), "+")
    yield "equal sums of roots", each(r"\sqrt{@}", primes, "+"), fractions
    roots = r"(\sqrt2+\sqrt3+\sqrt5+\sqrt7)"
    yield "equal powers of roots", f"{roots}^{{4}}", f"({roots}^{{2}})^{{2}}"
    yield "an equal tenth root", r"\sqrt[10]{(1+\sqrt2)^{10}}", r"1+\sqrt2"
    yield "equal fine angles", r"\cos\frac{\pi}{397}", r"\sin(\frac{\pi}{2}-\frac{\pi}{397})"
    wave = r"\int_0^{10}e^{-x^2}\sin(50x)\,dx"
    yield "equal integrals", wave, wave.replace("x^2", "xx")
    yield "equal gammas", r"\Gamma(0.3)\Gamma(0.7)", r"\frac{\pi}{\sin(0.3\pi)}"
    yield "equal zetas", r"\zeta(3)+\zeta(5)+\zeta(7)", r"\zeta(7)+\zeta(5)+\zeta(3)"
    sines = each(r"\sin(@x)", range(120), "+")
    yield "equal sines", sines, each(r"\sin(@x)", range(119, -1, -1), "+")
    yield "equal polynomials", "(x+1)^{60}", "(1+x)^{30}(1+x)^{30}"
    yield "equal equations", "(x^{30}+y^{30}+1)^2=0", "x^{30}+y^{30}+1=0"


def _random() -> Iterator[Case]:
    draw = Random(1)
    marks = [*"0123456789xyne+-*/^_!(){}[],.=<>|%$ \\", r"\frac", r"\sqrt", r"\sum_{k=1}^"]
    marks += ["^{", "}", r"\text{", "&", r"\\"]
    for count in (100, 1_000, 10_000, 40_000):
        yield f"{count:,} random marks", "".join(draw.choice(marks) for _ in range(count)), "1"


def _responses() -> Iterator[Case]:
    for piece in PIECES:
        text = piece * (10**6 // len(piece))
        yield f"a megabyte of {piece!r}", text, "1"
        yield f"the same for a choice: {piece!r}", text, "B"
    prose = "We continue the case analysis and record each partial result. "
    yield "four megabytes of prose", prose * 64_000 + boxed("123"), "123"
    yield "a megabyte of prose", prose * 16_000, "123"
    yield "a megabyte in a box", boxed("x" * 10**6), "1"
    yield "an unclosed box", r"\boxed{" + "1+" * 24_000 + "1", "1"
    yield "a tail after the box", boxed("5") + " wait, actually the answer is " * 30_000, "6"
    yield "a long reference", boxed("1"), "1+" * 24_000 + "1"
    yield "thoughts", "<think>" + boxed("1") * 100_000 + "</think>" + boxed("1"), "1"
    yield "many thoughts", "<think>a</think>" * 60_000 + boxed("1"), "1"
