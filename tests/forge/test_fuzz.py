"""Texts put together at random: the reader always ends, with what it found.

``FUZZ_PAPERS_SECONDS`` sets about how long they go on (two minutes in ``make test``).
``FUZZ_SECONDS`` does so too, and has them begin elsewhere each time.
"""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from porism.core import Source
from porism.forge.latex import Budget
from porism.forge.reading import to_markdown
from porism.forge.theorems import extract_file, read_paper
from porism.forge.theorems.reading import reading_of
from porism.forge.theorems.summary import summary
from tests.forge.papers import PREAMBLE

pytestmark = pytest.mark.long

SECONDS = float(os.environ.get("FUZZ_SECONDS") or os.environ.get("FUZZ_PAPERS_SECONDS", "10"))
EXAMPLES_A_SECOND = 60
PIECES = r"""
\begin{theorem} \end{theorem} \begin{lemma}[T] \end{lemma} \def\a \newcommand{\b}[1]{#1#1} \a \b
{ } [ ] # #1 ## $ $$ & ~ % \\ \{ \} \iftrue \iffalse \else \fi \or \ifx \ifnum \ifcase 1 < > =
\newif\ifz \ztrue \ifz \let\c=\b \c \expandafter \csname \endcsname \input{main} \label{l} \ref{l}
\section{S} \section* \item \newtheorem{n}{N} \begin{n} \end{n} \begin{e} \end{e} \bye
\newenvironment{e}{\begin{n}}{\end{n}} \begin{comment} \end{comment} \begin{verbatim} \verb|x|
\end{verbatim} \begin{align} \end{align} \begin{document} \end{document} \end{proof} \global
\begin{proof}[Of \ref{l}] \long \edef\d \d \cite{k} \footnote{f} \makeatletter \@ifnextchar[
\@for\x:=a,b\do \docsvlist{a,b} \do \endinput \begin{restatable}{n}{again} \end{restatable}
\again* \IfNoValueTF \NewDocumentCommand{\f}{smo}{#1#2} \f \begingroup \endgroup \appendix
\begin{thebibliography}{9} \bibitem{k} \end{thebibliography} é \setcounter{n}{-5} \thesection
\Alph{n} \roman{n} \value{n} \emph{ x word \par \declaretheorem[name=Q,sibling=n]{q} \begin{q}
\newtcbtheorem{w}{W}{}{w} \begin{w} \end{w} \usepackage{main} \verb \lstinline! \excludecomment{n}
"""
TOKENS = st.sampled_from([*PIECES.split(), "\n\n", " ", "\n", "\t", "\r\n", "\r", "\0"])
TEXTS = st.lists(TOKENS | st.text(max_size=4), max_size=60).map("".join)
SOURCE = Source(paper="2601.00001", version=1, state="ready", main_file="main.tex")
SETTINGS = {
    "deadline": None,
    "derandomize": "FUZZ_SECONDS" not in os.environ,
    "suppress_health_check": list(HealthCheck),
}


def budget() -> Budget:
    return Budget(expansions=5_000, characters=2_000_000)


def examples(share: float) -> int:
    return max(20, int(SECONDS * EXAMPLES_A_SECOND * share))


@settings(max_examples=examples(0.7), **SETTINGS)
@given(preamble=TEXTS, body=TEXTS)
def test_no_text_makes_the_reader_fail(
    tmp_path_factory: pytest.TempPathFactory, preamble: str, body: str
):
    folder = folder_of(tmp_path_factory)
    main = folder / "main.tex"
    text = f"{PREAMBLE}{preamble}\n\\begin{{document}}\n{body}\n\\end{{document}}\n"
    main.write_bytes(text.encode("utf-8", "surrogatepass"))
    paper = read_paper(main, folder, budget())
    for statement in paper.statements:
        assert 0 <= statement.place.start <= statement.place.end <= len(text)
    assert summary(reading_of(paper, SOURCE))
    to_markdown(paper.text)
    assert len(paper.text) <= 3_000_000


@settings(max_examples=examples(0.3), **SETTINGS)
@given(data=st.binary(max_size=400))
def test_no_bytes_make_the_reader_fail(tmp_path_factory: pytest.TempPathFactory, data: bytes):
    main = folder_of(tmp_path_factory) / "bytes.tex"
    main.write_bytes(PREAMBLE.encode() + b"\\begin{document}" + data)
    extract_file(main)


def folder_of(factory: pytest.TempPathFactory) -> Path:
    folder = factory.getbasetemp() / "fuzz"
    folder.mkdir(exist_ok=True)
    return folder
