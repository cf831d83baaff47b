"""Formulas between LaTeX and Typst."""

import pytest

from porism.interop.submissions.formulas import is_harmless, mended, plainly, polished
from porism.interop.submissions.look import quoted, verbatim


@pytest.mark.parametrize(
    ("latex", "ours"),
    [
        (r"a\!\cdot\!v", r"a \cdot v"),
        (r"a,\;b", r"a,\ b"),
        (r"\#A", r"\text{#}A"),
        (r"A=\varnothing", r"A=\emptyset "),
        (r"x\label{eq:1}\notag", "x"),
        (r"x\tag{7}", r"x\qquad \text{(7)}"),
        (r"{\rm odd}", r"\mathrm{odd}"),
        (r"\textcolor{red}{x}", "{x}"),
        (r"\lcm(a,b)", r"{\operatorname{lcm}}(a,b)"),
        (r"a=b\\c=d", r"\begin{gathered}a=b\\c=d\end{gathered}"),
    ],
)
def test_a_formula_is_said_as_pandoc_knows_it(latex: str, ours: str):
    assert mended(plainly(latex)) == ours


@pytest.mark.parametrize(
    "typst",
    [
        "$x^2$", r'$upright("a \" #read(\"x\")")$', r"$\# A$", "$#scale(x: 120%, y: 120%)[\\(] x$",
        "$a #h(2em) b #none #hide[x]$", "$#box(stroke: black, inset: 3pt, [$ x $])$",
        r"$a \/ \/ b$",
    ],
)  # fmt: skip
def test_layout_is_harmless(typst: str):
    assert is_harmless(typst)


@pytest.mark.parametrize(
    "typst",
    [
        '$#read("x")$', "$# e$", '$upright("a") #eval("1")$', "$std.read(x)$", "$a // b$",
        "$a /* b$", '$#h(1em, #read("x"))$', "$#box(stroke: red, inset: 3pt, [x])$",
        '$#import "@preview/x:1.0.0"$',
        '$"open #read(x)$',
    ],
)  # fmt: skip
def test_whatever_else_is_called_is_not(typst: str):
    assert not is_harmless(typst)


def test_delimiters_stretch_and_bars_stand_close_but_text_stays():
    assert polished(r"#scale(x: 180%, y: 180%)[\(] \| x") == (
        r'lr(size: #1.8em, \() class("normal", |) x'
    )
    assert polished(r'upright("stroke: black \|")') == r'upright("stroke: black \|")'


def test_text_cannot_leave_its_string():
    assert quoted('a"#b\\c\n') == '"a\\"#b\\\\c\\n"'
    assert '#raw(block: true, "\\" #read' in verbatim('" #read')
    assert max(map(len, verbatim("x" * 1000).split("\\n"))) < 120
