"""Plain text, code and JSON show all that they contain."""

import pytest

from porism.markup import code, json_block, plain


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a\tb\nc", "a\tb\nc"),
        ("a\r\nb\rc", "a\nb\nc"),
        ("a\x00b\x1b[2J", "a␀b␛[2J"),
        ("\x7f\x85", "␡⟨U+0085⟩"),
        ("4\u202e2", "4⟨U+202E⟩2"),
        ("a\u200bb\ufeff", "a⟨U+200B⟩b⟨U+FEFF⟩"),
        ("\ud800", "⟨U+D800⟩"),
        ("\U000e0041", "⟨U+E0041⟩"),
        ("naïve ∑ 数学 👩‍🔬 عربي", "naïve ∑ 数学 👩‍🔬 عربي"),
    ],
)
def test_plain_text_hides_nothing(text, shown):
    assert plain(text) == shown
    assert plain(shown) == shown
    shown.encode("utf-8")


@pytest.mark.parametrize(
    ("language", "label"),
    [
        ("python", ' data-language="python"'),
        ("Lean4", ' data-language="lean4"'),
        ("{.c++}", ' data-language="c++"'),
        ("", ""),
        ('"><script>', ""),
    ],
)
def test_code_has_a_language_or_none(language, label):
    html = code("a < b\n  c", language)
    assert html == f'<pre tabindex="0"{label}><code>a &lt; b\n  c</code></pre>\n'


def test_json_is_indented_and_escaped():
    assert '\n  "a": "&lt;/script&gt;ä"\n' in json_block({"a": "</script>ä"})
    assert json_block('{"a": [1]}') == json_block({"a": [1]})
    assert json_block(b"12345678901234567890") == json_block(12345678901234567890)


@pytest.mark.parametrize("text", ["{", "nothing", "[" * 100_000, b"\xff"])
def test_what_is_no_json_is_told(text):
    with pytest.raises(ValueError):
        json_block(text)
