"""Proofs of all kinds and of every malice, typeset."""

import pypdfium2
import pytest

from porism.interop.submissions.document import Section
from porism.interop.submissions.document import document as document_of
from porism.interop.submissions.names import MASK, Names
from porism.interop.submissions.proof import Typeset, typeset
from porism.interop.submissions.typesetting import pdf, words_of

NAMES = Names(["Ada Lovelace"])


def shown(*proofs: Typeset) -> str:
    """Return the words of a PDF of proofs, spaces aside."""
    sections = [Section(str(n), Typeset("", {}), proof) for n, proof in enumerate(proofs, start=1)]
    return "".join(words_of(pdf(document_of("Contest", "K7Q4", sections))).split())


def whats(proof: Typeset) -> set[str]:
    return {repair.what for repair in proof.repairs}


def test_markdown_and_latex_in_one_text_are_set_whole():
    proof = typeset(
        "## Lemma\n\n\\textbf{Bold} and *slanted*: $\\frac{a}{b}$, \\(c\\).\n\n"
        "\\begin{itemize}\\item first \\item second $x_1$\\end{itemize}\n\n- third\n",
        NAMES,
    )
    assert (proof.form, proof.repairs) == ("whole", {})
    assert "#strong[Bold]" in proof.typst
    assert "#emph[slanted]" in proof.typst
    assert "$frac(a, b)$" in proof.typst.replace("a / b", "frac(a, b)")
    assert proof.typst.count("\n- ") + proof.typst.startswith("- ") == 3


def test_a_document_in_a_fence_is_read_without_its_preamble():
    proof = typeset(
        "See:\n```latex\n\\documentclass{article}\n\\newtheorem{satz}{Satz}\n\\author{GPT-5}\n"
        "\\newcommand{\\R}{\\mathbb{R}}\n\\begin{document}\n\\begin{satz}Over $\\R$.\\end{satz}\n"
        "\\begin{lemma}L\\end{lemma}\\begin{proof}Clear.\\end{proof}\n\\end{document}\n```\nDone.",
        NAMES,
    )
    assert proof.form == "repaired"
    text = shown(proof)
    for words in ("See:", "Satz", "Over", "ℝ", "Lemma", "Clear.", "Done."):
        assert words in text
    assert "documentclass" not in text


def test_form_is_repaired_and_every_repair_is_told():
    proof = typeset(
        "# Solution\n\nI am **ChatGPT**, not Ada Lovelace 🚀. non\u2011zero\u202fx\u200b "
        "[here](http://example.org) </s>\n\n---\n\nLet $x$ be in \\( d and $ (0, 1) $.\n",
        NAMES,
    )
    assert whats(proof) == {
        "heading", "name", "emoji", "character", "link", "token", "rule", "delimiter"
    }  # fmt: skip
    text = shown(proof)
    assert f"Iam{MASK},not{MASK}.non-zerox" in text
    assert "🚀" not in text
    assert "example.org" not in text
    by_what = {repair.what: repair for repair in proof.repairs}
    assert by_what["heading"].before == "Solution"
    assert by_what["emoji"].before.startswith("🚀")


def test_what_betrays_by_direction_or_control_is_gone():
    proof = typeset("a\u202eb\u202c\x00\x1b[31m\ue0000\ue001 c", NAMES)
    assert "\u202e" not in proof.typst
    assert "\ue000" not in proof.typst
    assert "ab[31m" in shown(proof)


@pytest.mark.parametrize(
    "text",
    [
        '`#read("/etc/passwd")`{=typst} #read("/etc/passwd") #include "/etc/passwd"',
        '```{=typst}\n#read("/etc/passwd")\n```',
        "\\input{/etc/passwd} \\includegraphics{/etc/passwd} \\lstinputlisting{/etc/passwd}",
        '![x](/etc/passwd) <img src="/etc/passwd">',
        '$\\text{" #read("/etc/passwd") "}$ $std.read("/etc/passwd")$',
    ],
)
def test_no_proof_reads_a_file_or_runs_code(text: str):
    proof = typeset(text, NAMES)
    said = shown(proof)
    assert "root:" not in said
    assert "passwd" in said or "[x]" in text or "![x]" in text


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("> " * 600 + "x", "source"),
        ("$" + "{" * 5000 + "x" + "}" * 5000 + "$", "partly source"),
        (r"$\undefined{x}$ and $\frac{1}$", "partly source"),
        (r"\newcommand{\a}{\b\b}\newcommand{\b}{\a\a} $\a$", "source"),
        ("word " * 40_001, "source"),
    ],
)
def test_what_cannot_be_set_is_kept_as_it_was_written(text: str, form: str):
    proof = typeset(text, NAMES)
    assert proof.form == form
    assert bool(proof.unread) == (form == "source")
    kept = "".join(text.split()).replace("$", "")[:60]
    assert kept in shown(proof).replace("$", "")


def test_fences_headings_and_quotes_look_alike():
    proof = typeset('# One\n\n```python\nx = 1\n```\n\n#### Two\n\n"quoted"', NAMES)
    assert "=== One" in proof.typst
    assert "===== Two" in proof.typst
    text = shown(proof)
    assert "x=1" in text
    assert "python" not in text
    assert "“quoted”" in text


def test_a_formula_too_wide_for_the_page_is_broken_into_lines():
    terms = "+".join(f"a_{{{n}}}" for n in range(90))
    proof = typeset(f"$${terms}$$", NAMES)
    assert proof.form == "whole"
    document = pypdfium2.PdfDocument(
        pdf(document_of("Contest", "K7Q4", [Section("1", Typeset("", {}), proof)]))
    )
    page = document[1]
    text = page.get_textpage()
    right = max(text.get_charbox(n)[2] for n in range(text.count_chars()))
    width = page.get_width()
    document.close()
    assert right < width - 60
