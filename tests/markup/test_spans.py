"""Where mathematics begins and ends, and what only looks like it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from porism.markup.spans import spans


def formulas(text: str) -> list[str]:
    return [span.content for span in spans(text) if span.kind in {"inline", "display"}]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("let $x$ be", ["x"]),
        ("let $ x $ be", [" x "]),
        (r"let \(x\) and \[y\]", ["x", "y"]),
        ("$$x$$ and $$\ny\n$$", ["x", "\ny\n"]),
        (r"\begin{align}a&=b\end{align}", [r"\begin{align}a&=b\end{align}"]),
        (
            r"\begin{cases}\begin{cases}a\end{cases}\end{cases} b",
            [r"\begin{cases}\begin{cases}a\end{cases}\end{cases}"],
        ),
        (r"so \boxed{\frac{1}{2}}.", [r"\boxed{\frac{1}{2}}"]),
        (r"\[ a \\[2pt] b \]", [r" a \\[2pt] b "]),
        (r"\[ \begin{array}{c} a \\ \end{array} \\\]", [r" \begin{array}{c} a \\ \end{array} \\"]),
        (r"$\text{costs $5$}$", [r"\text{costs $5$}"]),
        ("$x$-axis, $y$-axis", ["x", "y"]),
        ("$20,000$ dollars", ["20,000"]),
        ("> $$\n> a\n> = b\n> $$", ["\na\n= b\n"]),
        ("$$ a\n> b $$", [" a\n> b "]),
        ("第$n$项", ["n"]),
    ],
)
def test_mathematics(text, found):
    assert formulas(text) == found


@pytest.mark.parametrize(
    "text",
    [
        "costs $5 and $6",
        "$5-$10",
        "between $5 (five) and $6",
        "a ($5) and ($6)",
        "from $5/hour (that's $40) on",
        r"escaped \$x\$ and \\(x\\)",
        "`$x$` and ``$x$ ` $y$``",
        "```\n$x$\n```",
        "- ~~~\n  $x$\n  ~~~",
        "an open $x\n\nand another x$",
        r"\(open",
        r"\[open and \( more",
        r"\begin{align} open",
        r"\begin{document}x\end{document}",
        "$$ a\n\nb $$",
        "$$$$ and $ $",
        r"\boxed{open",
    ],
)
def test_no_mathematics(text):
    assert formulas(text) == []


def test_what_is_not_closed_hides_nothing_after_it():
    assert formulas("\\[ x\n\nthen $y$ and \\[ z \\]") == ["y", " z "]
    assert formulas("pay $5 now, $x^2$ later") == ["x^2"]


pieces = st.sampled_from(
    ["$", "$$", r"\(", r"\)", r"\[", r"\]", r"\begin{align}", r"\end{align}", "`", "```", "\n",
     "\n\n", "\\", "{", "}", r"\boxed{", r"\text{", " ", "x", "5", ">", "- ", "~~~", "_", "|"]
)  # fmt: skip
texts = st.one_of(st.lists(pieces, max_size=40).map("".join), st.text(max_size=200))


@given(texts)
def test_spans_are_the_text(text):
    found = list(spans(text))
    assert "".join(span.source for span in found) == text
    assert all(span.content in span.source or ">" in span.source for span in found)
