"""What readers of a text see: Markdown and mathematics, in the places where they were written."""

import pytest

from porism.markup import prose

REL = 'rel="nofollow noopener noreferrer"'


def shown(text: str, **options) -> str:
    return str(prose(text, **options))


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("**bold** and *slanted*", "<p><strong>bold</strong> and <em>slanted</em></p>\n"),
        ("~~gone~~", "<p><s>gone</s></p>\n"),
        ("a &lt; b &#x202e;c", "<p>a &lt; b ⟨U+202E⟩c</p>\n"),
        ("a <b>b</b>", "<p>a &lt;b&gt;b&lt;/b&gt;</p>\n"),
        ("one\ntwo", "<p>one<br>\ntwo</p>\n"),
        ("# Proof", "<h3>Proof</h3>\n"),
        ("- a\n- b", "<ul>\n<li>a</li>\n<li>b</li>\n</ul>\n"),
        ("3. c", '<ol start="3">\n<li>c</li>\n</ol>\n'),
        ("`a < b`", "<p><code>a &lt; b</code></p>\n"),
        (
            "[a](https://a.example 'hidden')",
            f'<p><a href="https://a.example" {REL}>a</a></p>\n',
        ),
        ("[a](javascript:alert(1))", "<p>[a](javascript:alert(1))</p>\n"),
        (
            "![a graph](https://a.example/b)",
            f'<p><a href="https://a.example/b" {REL}><span class="image">a graph</span></a></p>\n',
        ),
        (
            "```python\nprint('$x$')\n```",
            '<pre tabindex="0" data-language="python"><code>print(\'$x$\')\n</code></pre>\n',
        ),
        (
            "<https://a.example>",
            f'<p><a href="https://a.example" {REL}>https://a.example</a></p>\n',
        ),
        ("a\n---\nb", "<p>a</p>\n<hr>\n<p>b</p>\n"),
        ("a\n===\n--", "<p>a<br>\n===<br>\n--</p>\n"),
        ("> a\n> ---", "<blockquote>\n<p>a</p>\n<hr>\n</blockquote>\n"),
        ("a ~5 to ~6~ m", "<p>a ~5 to ~6~ m</p>\n"),
        ("[a]: https://a.example\n\n[a]", "<p>[a]: https://a.example</p>\n<p>[a]</p>\n"),
        ("`[a]: &lt; <b>`", "<p><code>[a]: &amp;lt; &lt;b&gt;</code></p>\n"),
        ("1. a\n\n        so *b*", "<ol>\n<li><p>a</p>\n<p>so <em>b</em></p>\n</li>\n</ol>\n"),
    ],
)
def test_markdown_becomes_html(text, html):
    assert shown(text) == html


def test_papers_wrap_their_lines():
    assert shown("one\ntwo", breaks=False) == "<p>one\ntwo</p>\n"


def test_tables_have_sides_and_formulas():
    table = shown("| a | b |\n|--:|:-:|\n| $|x|$ | c |")
    assert '<th class="right">a</th>' in table
    assert '<td class="center">c</td>' in table
    assert table.count("<td") == 2


@pytest.mark.parametrize(
    "formula", [r"$a_1*b_2$", r"\(a_1*b_2\)", r"**$a_1*b_2$**", r"- $a_1*b_2$", r"> $a_1*b_2$"]
)
def test_markdown_leaves_formulas_alone(formula):
    assert "<em>" not in shown(f"{formula} *and* more".replace("*and*", "and"))
    assert shown(formula).count("<msub>") == 2


def test_what_only_looks_like_a_formula_is_code():
    assert "<code>$x$ &lt;</code>" in shown("a `$x$ <` b")
    assert "\\(x\\)\n</code>" in shown("- ```\n  \\(x\\)\n  ```")


@pytest.mark.parametrize("end", ["\n```", "\n```\n\n  "])
def test_what_only_ends_as_code_began_in_what_was_asked(end):
    proof = "  intro h\n  have h₁ : x * y * z = 1 := by simp"
    assert shown(proof + end) == f'<pre tabindex="0"><code>{proof}\n</code></pre>\n'


@pytest.mark.parametrize(
    ("text", "begin"),
    [("So:\n```\nx = 1\n", "<p>So:"), ("a *b* ```", "<p>a <em>"), ("```\nx\n```\nso\n```", "<pre")],
)
def test_other_code_begins_where_it_says(text, begin):
    assert shown(text).startswith(begin)


def test_elements_lie_within_each_other_only_so_deep():
    html = shown("> " * 1_000 + "deep")
    assert html.count("<blockquote>") < 30
    assert "deep" in html


def test_a_formula_of_several_lines_stays_whole():
    html = shown("Then\n\\[\n- a \\\\\n+ b = 3\n\\]\nholds")
    assert html.count("<math") == 1
    assert "<li>" not in html
    assert "<br>" not in html


def test_long_texts_are_cut_and_say_so():
    html = shown("word " * 100, longest=50, whole="../raw/<1>.txt")
    assert html.endswith(
        '<p class="notice">Cut here: the first 50 of 500 characters.'
        ' <a href="../raw/&lt;1&gt;.txt">The whole text</a></p>'
    )
    assert html.count("word") == 10


def test_short_texts_are_whole():
    assert "Cut" not in shown("word")
