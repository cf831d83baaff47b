"""Papers as Markdown."""

from pathlib import Path

import pytest

from porism.forge.reading import count_tokens, fit, read_passages, to_markdown
from tests.forge.papers import document, write


@pytest.mark.parametrize(
    ("latex", "markdown"),
    [
        (r"\textbf{bold} and \emph{it}", "**bold** and *it*"),
        (r"nested \emph{a \textbf{b} c} d", "nested *a **b** c* d"),
        ("``quoted'' --- or 1--2", "“quoted” — or 1–2"),
        (r"Poincar\'e, \v{C}ech, Erd\H{o}s, na\"{\i}ve, \o", "Poincaré, Čech, Erdős, naïve, ø"),
        (r"\(x\) and \[y\]", "$x$ and \n$$\ny\n$$"),
        (r"$\alpha\_\{x\}$ stays", r"$\alpha\_\{x\}$ stays"),
        ("costs \\$5, then $x$", "costs \\$5, then $x$"),
        (
            r"\begin{align*}a&=b\\c&=d\end{align*}",
            "$$\n\\begin{align*}a&=b\\\\c&=d\\end{align*}\n$$",
        ),
        (r"\begin{itemize}\item A \item[(b)] B\end{itemize}", "- A \n- [(b)] B"),
        (r"Proof. \begin{proof}Easy.\end{proof}", "Proof. \n\n*Proof.* Easy. ∎"),
        (r"See \cite[p.~3]{a,b}", "See [a,b]"),
        (r"A\footnote{Note.} word", "A (Note.) word"),
        (r"\vspace{2em}\hspace*{1cm}\label{x}text", "text"),
        (r"\unknown{kept} \Unknown", "kept"),
        (r"unbalanced } and { text", "unbalanced  and  text"),
        (r"never closed $x", "never closed $x"),
        (r"a\\b", "a\nb"),
        (r"50\% of \#1 \& more", "50% of #1 & more"),
    ],
)
def test_prose(latex: str, markdown: str):
    assert to_markdown(latex) == markdown.replace("  ", " ") or to_markdown(latex) == markdown


@pytest.mark.parametrize(
    "piece", [r"\label{", r"\vspace{x}", "$", r"\begin{align}", r"\emph{", "}", r"\[", r"\item"]
)
def test_long_texts_of_one_kind(piece: str):
    """Each would take minutes if every piece looked through the rest of the text."""
    assert len(to_markdown(piece * 20_000)) <= 3 * len(piece) * 20_000


BODY = r"""
Before.
\section{One}\label{s}
\newcommand{\R}{\mathbb{R}}
Text with $x\in\R$ and \cref{t}.
\begin{theorem}[Title]\label{t}
  A in Section~\ref{s}.
\end{theorem}
\section{Two}
More.
\subsection{Deep}
Deeper.
"""


def test_passages(tmp_path: Path):
    passages = read_passages(write(tmp_path, main_tex=document(BODY)), tmp_path)
    assert [p.heading for p in passages] == ["", "1 One", "2 Two", "2.1 Deep"]
    assert passages[1].text == (
        "Text with $x\\in\\mathbb{R}$ and Theorem 1.1.\n\n**Theorem 1.1 (Title).** A in Section 1."
    )
    assert passages[3].markdown == "### 2.1 Deep\n\nDeeper."
    assert passages[1].tokens == count_tokens(passages[1].text)


def test_what_does_not_fit_is_left_out_and_said(tmp_path: Path):
    body = r"\section{A}" + "word " * 50 + r"\section{B}" + "word " * 500 + r"\section{C}short"
    passages = read_passages(write(tmp_path, main_tex=document(body)), tmp_path)
    text = fit(passages, 120)
    assert "[2 B: left out, 500 tokens]" in text
    assert "## 3 C\n\nshort" in text
    assert count_tokens(text) <= 120
    assert fit(passages, 10_000).count("word") == 550
    assert fit(passages, 0) == ""


@pytest.mark.parametrize(
    ("text", "tokens"), [("", 0), ("word", 1), ("internationalisation", 4), ("2026", 4), ("a+b", 3)]
)
def test_token_estimates(text: str, tokens: int):
    assert count_tokens(text) == tokens
