"""Formulas to MathML; what cannot be read is shown as it was written, with the reason."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from porism.markup import mathematics, unreadable

SHARED = Path(__file__).parents[3] / "shared" / "data"


def shown(latex: str, **options) -> str:
    return str(mathematics(latex, **options))


@pytest.mark.parametrize(
    ("latex", "mathml"),
    [
        ("x^2", "<math><msup><mi>x</mi><mn>2</mn></msup></math>"),
        (r"\mathbbm{1}", "<math><mi>𝟙</mi></math>"),
        (r"\ensuremath{x}", "<math><mi>x</mi></math>"),
        (r"\mbox{if }", "<math><mtext>if\xa0</mtext></math>"),
        (
            r"\text{if $x$, then}",
            "<math><mtext>if\xa0</mtext><mi>x</mi><mtext>,\xa0then</mtext></math>",
        ),
        (r"\text{a_b & 5\% x}", "<math><mtext>a_b\xa0&amp;\xa05%\xa0x</mtext></math>"),
        ("50%", "<math><mn>50</mn><mi>%</mi></math>"),
        (r"\color{red}x", '<math><mrow mathcolor="#FF0000"><mi>x</mi></mrow></math>'),
        (r"\boxed{4}", '<math><menclose class="m-box"><mn>4</mn></menclose></math>'),
        (r"\left<x\right>", "<math><mrow><mo>⟨</mo><mi>x</mi><mo>⟩</mo></mrow></math>"),
        ("√12", "<math><msqrt><mn>12</mn></msqrt></math>"),
    ],
)
def test_formulas(latex, mathml):
    assert shown(latex) == mathml


@pytest.mark.parametrize(
    "latex",
    [
        r"\widetilde{ab}",
        r"\sum_{\substack{a\\b}} x",
        r"\operatorname*{argmax}_x f",
        r"x \tag{1}",
        r"x \tag{∗}",
        r"x \tag{$\ast$}",
        r"x \label{a} \eqref{a}",
        r"\begin{align}a&=b\tag{1}\\c&=d\label{b}\end{align}",
        r"\begin{aligned}a&=b\tag{1}\\c&=d\tag{2}\end{aligned}",
        r"\begin{alignat*}{2}a&=b\\c&=d\end{alignat*}",
        r"\begin{eqnarray}a&=&b\end{eqnarray}",
        r"\begin{multline*}a\\b\end{multline*}",
        r"\begin{split}a&=b\end{split}",
        r"\begin{array}{@{}l*{2}{c}p{3cm}@{}}a&b&c&d\end{array}",
        r"\begin{array}[t]{c}a\end{array}",
        r"\begin{pmatrix*}[r]a\end{pmatrix*}",
        r"a \\ b & c",
        r"x^{\text{\(n\)-th}}",
        r"\mbox{for all $a < c$, and}",
        r"\mathop{\rm lim}\limits_x",
        "a\n\n\nb",
        r"\pi*2",
        "√(x+1) ∠ABC ∅ ⊥",
        r"\abs{x} \norm{y} \lcm(a,b) \sgn x",
    ],
)
def test_what_math_core_lacks_is_supplied(latex):
    assert 'class="math-source"' not in shown(latex, display=True)


@pytest.mark.parametrize(
    ("latex", "reason"),
    [
        (r"\foo<b>", "Unknown command"),
        (r"\frac{1}{2", "does not close what it opens"),
        (r"a}", "closes what was not opened"),
        (r"\newcommand{\x}{y}\x", "defines commands"),
        (r"\def\x{\x\x}\x", "defines commands"),
        ("x+" * 50_000, "longer than 20,000 characters"),
        ("{" * 200 + "}" * 200, "nested too deeply"),
    ],
)
def test_what_cannot_be_read_is_shown_as_written(latex, reason):
    html = shown(latex)
    assert html.startswith('<code class="math-source" title="')
    assert reason in html
    assert html.count("&lt;") == latex.count("<")


def test_room_between_lines_is_no_text():
    html = shown(r"\begin{aligned}a&=b\\[2mm]c&=[d]\\ [e]&\end{aligned}", display=True)
    assert "mm" not in html
    assert html.count("[") == 2


def test_tags_stand_at_the_margin():
    html = shown(r"x = 1 \tag{E0}", display=True)
    assert html.endswith(
        '<mtd class="m-half m-right"><mtext>(E0)</mtext></mtd></mtr></mtable></math></span>'
    )


def test_equations_are_not_numbered_by_themselves():
    assert "(1)" not in shown(r"\begin{align}a&=b\\c&=d\end{align}", display=True)


def test_wide_formulas_can_be_scrolled_by_keys():
    assert 'tabindex="0"' in shown("x+" * 40 + "x", display=True)
    assert "tabindex" not in shown("x", display=True)
    assert shown("x+" * 40 + "x").startswith('<span class="math-wide" tabindex="0"><math>')
    assert shown("x+x") == "<math><mi>x</mi><mo>+</mo><mi>x</mi></math>"


COMMANDS = ["{", r"\sqrt", r"\sqrt{", r"\frac", r"\frac{1}{", r"\frac1", r"\left(", "x^{", "x_{",
            r"\not", r"\color{red}", r"\displaystyle ", r"\rm ", r"\mathbf", r"\mathrm{", r"\binom",
            r"\overset{a}{", r"\begin{cases}", r"\text{", r"\boxed{", r"\text{$", r"\substack{",
            r"\begin{matrix}a&", r"\displaystyle\\", r"\color{red}&", r"\tag{1}", "'", "^", "$",
            r"\hat", r"\underbrace{x}_", r"\mathop", r"\operatorname{", r"\begin{array}{*{9}{c}}",
            r"\overline\overline", r"\abs", r"\abs{", r"\ensuremath{"]  # fmt: skip
BOMBS = """
import sys
from porism.markup import mathematics, prose
for unit in sys.argv[1:]:
    for length in (19_990, 100_000):
        bomb = unit * (length // len(unit))
        closed = bomb + "x" + "}" * bomb.count("{")
        for latex in (bomb, closed, "\\\\begin{matrix}" + bomb + "\\\\end{matrix}"):
            mathematics(latex, display=True)
            mathematics(latex)
    prose("$" + bomb[:30_000])
"""


REPEATED = """
import sys
from porism.markup import prose
for unit in sys.argv[1:]:
    prose(unit * (200_000 // len(unit)))
"""
LINES = ["\\\n", "```\\", "\\```", "x\n", "$$x$$\n", "\\\n$$x$$\\\n", "~", "]:", "*a **b ", "[a](",
         "- ", "> ", "<br>", "&lt;", "\n---\n", "|a|\n|-|\n", "\\(", "$a ", "\\begin{align}",
         "    a\n"]  # fmt: skip


@pytest.mark.parametrize(("script", "units"), [(BOMBS, COMMANDS), (REPEATED, LINES)])
def test_nothing_is_a_bomb_when_it_is_repeated(script, units):
    finished = subprocess.run(
        [sys.executable, "-c", script, *units],
        check=False,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert (finished.returncode, finished.stderr) == (0, "")


def texts():
    for folder in ("responses", "proofs"):
        for file in sorted((SHARED / folder).glob("*.jsonl")):
            for line in file.read_text(encoding="utf-8").splitlines():
                record = json.loads(line)
                yield record.get("response") or record.get("proof") or ""


def test_real_mathematics_is_typeset():
    report = unreadable(texts())
    assert report.formulas > 50_000
    assert report.typeset > 0.998, report.unreadable[:20]
    assert report.unreadable[0].count >= report.unreadable[-1].count
