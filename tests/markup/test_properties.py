"""Whatever a text is, it becomes a fragment, and what comes out is allowed."""

from hypothesis import given, settings
from hypothesis import strategies as st

from porism.markup import code, mathematics, plain, prose
from tests.markup.checking import faults
from tests.markup.hostile import ATTACKS

MATHEMATICS = r"""
    $ $$ \( \) \[ \] { } \ \\ & % # _ ^ \begin{align} \end{align} \begin{cases} \end{cases}
    \begin{array}{c|c} \frac \text{ \tag{ \substack{ \left( \right) \color{red} \boxed{ \hspace{ 1em
    \label{a} \eqref{a} \multline \limits \not √ ∠
"""
MARKDOWN = """
    ` ``` ~~~ ~~ - 1. > # | |--| * ** [ ]( ) ![ < > </ <!-- script https://a.example javascript:
    &lt; &#x0; &#2;0&#3; &#x202e; &rlm; x 5 ' "
"""
SPACES = ["\n", "\n\n", " ", "- ", "1. ", "> ", "# "]
CHARACTERS = ["\x00", "\x02", "\x030", "\x04", "\x03", "\u202e", "\ud800"]
PIECES = st.sampled_from([*MATHEMATICS.split(), *MARKDOWN.split(), *SPACES, *CHARACTERS])
TEXTS = st.one_of(
    st.lists(PIECES, max_size=60).map("".join),
    st.lists(st.one_of(PIECES, st.sampled_from([a for _, a in ATTACKS])), max_size=8).map("".join),
    st.text(st.characters(), max_size=120),
)


@settings(max_examples=250)
@given(TEXTS, st.booleans(), st.integers(min_value=0, max_value=200))
def test_prose_is_always_allowed(text, breaks, longest):
    assert not faults(prose(text, breaks=breaks, longest=longest))


@settings(max_examples=250)
@given(TEXTS, st.booleans())
def test_formulas_are_always_allowed(latex, display):
    html = mathematics(latex, display)
    assert not faults(html)
    assert html.startswith(("<math", '<span class="math-', '<code class="math-source"'))


@given(TEXTS)
def test_code_and_plain_text_keep_what_they_show(text):
    assert not faults(code(text))
    assert plain(plain(text)) == plain(text)
    plain(text).encode("utf-8")
