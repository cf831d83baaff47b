"""What is known about a statement besides its words."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from porism.core import Source
from porism.forge.theorems import Paper, Statement, kind_of, read_paper
from porism.forge.theorems.pool import processes, work_through
from porism.forge.theorems.quoted import reason_quoted
from porism.forge.theorems.ranking import rank
from porism.forge.theorems.reading import read_source, reading_of
from porism.forge.theorems.record import source_record
from porism.forge.theorems.references import self_contained
from porism.forge.theorems.summary import summary
from tests.forge.behave import behave
from tests.forge.corpus import PAPERS
from tests.forge.papers import document, write

PAPER = r"""
\title{On \textbf{squares}\thanks{Supported.}}
\begin{abstract}We prove Theorem~\ref{main}.\end{abstract}
\section{Introduction}
\newcommand{\R}{\mathbb{R}}\newcommand{\set}[1]{\{#1\}}\DeclareMathOperator{\rank}{rank}
Squares are old. Our main result is the following.
\begin{theorem}[Main theorem]\label{main}
  Let $x\in\R$ be \emph{odd} as in \cref{odd}, with \eqref{eq}. Then $\rank\set{x}=1$, see \cite{A}.
\end{theorem}
It is sharp.
\section{Definitions}\label{sec}
\newtheorem{definition}[theorem]{Definition}
\begin{definition}\label{odd}
A number is odd if \eqref{eq} holds; see Section~\ref{sec}.
\end{definition}
\begin{equation}\label{eq} x = 2k+1, \quad k \in \R \end{equation}
The following well-known result is due to Gauss.
\begin{lemma}\label{gauss} Every odd square is one more than a multiple of eight.\end{lemma}
\begin{proof} Expand. \end{proof}
\begin{lemma}[\cite{A}]\label{cited} As \ref{nowhere} says, all is well.\end{lemma}
\begin{lemma}\label{own} All squares are squares of something.\end{lemma}
{\bf Proof.} By hand. \qed
\begin{proof}[Proof of Theorem~\ref{main}] By Lemma~\ref{gauss}. \end{proof}
\begin{thebibliography}{9}
\bibitem[AB]{A} A. Author, \emph{Squares}.
\newblock Journal, 1900.
\bibitem{B} B.
\end{thebibliography}
"""


@pytest.fixture(scope="module")
def paper(tmp_path_factory: pytest.TempPathFactory) -> Paper:
    folder = tmp_path_factory.mktemp("paper")
    return read_paper(write(folder, main_tex=document(PAPER)), folder)


def named(paper: Paper, label: str) -> Statement:
    found = paper.statement(label)
    assert found is not None
    return found


def test_the_paper(paper: Paper):
    assert paper.title == r"On \textbf{squares}"
    assert paper.abstract == r"We prove Theorem~\ref{main}."
    assert [(h.level, h.number, h.title) for h in paper.headings] == [
        (2, "1", "Introduction"), (2, "2", "Definitions"),
    ]  # fmt: skip
    assert [s.reference for s in paper.statements] == [
        "Theorem 1.1", "Definition 2.1", "Lemma 2.2", "Lemma 2.3", "Lemma 2.4",
    ]  # fmt: skip
    assert paper.bibliography[0].text == r"A. Author, \emph{Squares}. Journal, 1900."
    assert paper.faults == ()


@pytest.mark.parametrize("body", ["", r"\bibitem", r"\bibitem{a}", r"\bibitem[{}]{a}"])
def test_poor_bibliographies(body: str, tmp_path: Path):
    text = rf"\begin{{thebibliography}}{{9}}{body}\end{{thebibliography}}"
    one = read_paper(write(tmp_path, main_tex=document(text)), tmp_path)
    assert [entry.key for entry in one.bibliography] == (["a"] if "{a}" in body else [])


def test_a_paper_goes_through_json(paper: Paper):
    assert Paper.from_json(paper.to_json()) == paper


def test_where_it_stands(paper: Paper, tmp_path: Path):
    main = named(paper, "main")
    raw = document(PAPER)
    assert raw[main.place.start : main.place.end].startswith(r"\begin{theorem}[Main theorem]")
    assert raw[main.place.start : main.place.end].endswith(r"\end{theorem}")
    assert raw.splitlines()[main.place.line - 1].startswith(r"\begin{theorem}[Main theorem]")
    assert main.section == "1 Introduction"
    assert main.in_introduction
    assert not named(paper, "own").in_introduction
    assert main.before.endswith("Our main result is the following.")
    assert main.after.startswith("It is sharp.")


def test_macros_are_expanded(paper: Paper):
    expanded = named(paper, "main").expanded
    assert r"$x\in\mathbb{R}$" in expanded
    assert r"$\operatorname{rank}\{x\}=1$" in expanded
    assert r"\set" not in expanded


def test_proofs(paper: Paper):
    assert [(s.label, s.proof.text if s.proof else None) for s in paper.statements] == [
        ("main", r"By Lemma~\ref{gauss}."),
        ("odd", None),
        ("gauss", "Expand."),
        ("cited", None),
        ("own", "By hand."),
    ]


def test_quoted(paper: Paper):
    assert [(s.label, s.quoted) for s in paper.statements] == [
        ("main", ""),
        ("odd", ""),
        ("gauss", "it is introduced as known"),
        ("cited", "the title cites"),
        ("own", ""),
    ]


def test_references_are_pulled_in(paper: Paper):
    whole = self_contained(paper, named(paper, "main"))
    assert [piece.name for piece in whole.pieces] == ["Definition 2.1", "(1)"]
    assert whole.citations == ("A",)
    assert whole.unresolved == ()
    assert "as in Definition 2.1, with (1)" in whole.statement
    assert whole.pieces[0].text == "A number is odd if (1) holds; see Section~2."
    assert r"x = 2k+1, \quad k \in \mathbb{R}" in whole.text


def test_unresolved_references_are_reported(paper: Paper):
    whole = self_contained(paper, named(paper, "cited"))
    assert whole.unresolved == ("nowhere",)
    assert r"\ref{nowhere}" in whole.statement


def test_circles_of_references_end(tmp_path: Path):
    body = "".join(
        rf"\begin{{lemma}}\label{{l{n}}}See \ref{{l{(n + 1) % 40}}} and \ref{{l{(n + 2) % 40}}}."
        rf"\end{{lemma}}"
        for n in range(40)
    )
    one = read_paper(write(tmp_path, main_tex=document(body)), tmp_path)
    whole = self_contained(one, one.statements[0])
    assert 0 < len(whole.pieces) <= 12


SOURCE = Source(paper="2601.00001", version=1, state="ready", main_file="main.tex")


def test_the_record_of_a_statement(paper: Paper):
    reading = reading_of(paper, SOURCE)
    by_label = {theorem.label: theorem for theorem in reading.theorems}
    record = source_record(reading, by_label["main"])
    assert record["id"] == "2601.00001v1"
    assert record["theorems_cnt"] == 4
    assert record["theorem"]["env_name"] == "theorem"
    start, end = record["theorem"]["start_pos"], record["theorem"]["end_pos"]
    assert r"Let $x\in\R$ be" in paper.text[start:end]
    assert r"$x\in\mathbb{R}$" in record["theorem"]["content"]
    assert set(record["ref_dict"]) == {"odd", "eq"}
    assert record["pre_theorem_intro_text"].endswith("Our main result is the following.")
    assert record["post_theorem_intro_text"].startswith("It is sharp.")
    assert record["sketch"] == r"By Lemma~\ref{gauss}."
    assert "Definition 2.1" in record["expanded_theorem"]
    assert source_record(reading, by_label["cited"])["sketch"] is None


def test_main_results_come_first(paper: Paper):
    ranked = rank(paper)
    assert [r.statement.label for r in ranked] == ["main", "own"]
    assert "in the introduction" in ranked[0].reasons


def test_the_summary(paper: Paper):
    said = summary(reading_of(paper, SOURCE))
    lines = said.splitlines()
    assert lines[0] == r"On \textbf{squares}"
    assert "  Theorem 1.1 (Main theorem): " in said
    assert any("Lemma 2.3" in line and "[quoted]" in line for line in lines)
    assert "main results  Theorem 1.1, Lemma 2.4" in lines


def test_a_summary_is_safe_to_print(tmp_path: Path):
    body = "\\section{\x1b[31mred}\\begin{theorem}[\x1b]0;x\x07]A.\\end{theorem}"
    one = read_paper(write(tmp_path, main_tex=document(body)), tmp_path)
    assert not set(summary(reading_of(one, SOURCE))) & {"\x1b", "\x07"}


@pytest.mark.parametrize(
    ("title", "body", "before", "quoted"),
    [
        (None, "All is well.", "We now prove our main result.", False),
        ("Fermat", "All is well.", "", False),
        ("Fermat, 1640", "All is well.", "", True),
        ("[12, Theorem 3]", "All is well.", "", True),
        ("due to Fermat", "All is well.", "", True),
        (r"see \cite[p.~3]{x}", "All is well.", "", True),
        ("real case\\href{https://x.org/2019/due to}{x}", "All is well.", "", False),
        (None, r"\cite[Lemma 2]{x} All is well.", "", True),
        (None, r"(Lemma 9.2 from \cite{x}). All is well.", "", True),
        (None, r"{\cite{x}} All is well.", "", True),
        (None, r"All is well by \cite{x}.", "", False),
        (None, "All is well.", "We recall the following theorem.", True),
        (None, "All is well.", "This is the theorem of Gauss. We prove more.", False),
        (None, "All is well.", "The next classical theorem was proved by Gauss:", True),
        (
            None,
            "All is well.",
            "We prove the following, which was shown by Gauss for n = 2.",
            False,
        ),
    ],
)
def test_signs_of_quotation(title: str | None, body: str, before: str, quoted: bool):
    assert bool(reason_quoted(title, body, before)) == quoted


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Theorem", "statement"),
        ("Hauptsatz", "statement"),
        ("Théorème", "statement"),
        ("Следствие", "statement"),
        ("Definition", "definition"),
        ("Bemerkung", "remark"),
        ("Beweis", "proof"),
        ("Exercise", "other"),
        ("", "other"),
    ],
)
def test_kinds(name: str, kind: str):
    assert kind_of(name) == kind


# Many papers


def test_a_pool_goes_on_whatever_a_paper_does():
    items = ["good", "raise", "die", *["good"] * 80, "die", "good"]
    done = list(work_through(behave, items, processes(2)))
    assert sorted(one.item for one in done) == sorted(items)
    assert {(one.item, one.result, one.reason) for one in done} == {
        ("good", "GOOD", ""),
        ("raise", None, "ValueError: a bad paper"),
        ("die", None, "it ended the process that worked on it"),
    }


def test_any_executor_will_do():
    done = list(work_through(str.upper, ["a"] * 150, lambda: ThreadPoolExecutor(2)))
    assert [one.result for one in done] == ["A"] * 150


def test_nothing_outside_the_folder_is_read(tmp_path: Path):
    secret = tmp_path / "secret.tex"
    secret.write_text(r"\begin{theorem}Secret.\end{theorem}")
    folder = tmp_path / "paper"
    body = (
        rf"\input{{../secret}}\input{{{secret}}}\input{{link}}\import{{../}}{{secret}}"
        r"\input{|cat ../secret.tex}\input{~/secret}\subfile{a/../../secret}"
    )
    write(folder, main_tex=document(body))
    (folder / "link.tex").symlink_to(secret)
    paper = read_paper(folder / "main.tex", folder)
    assert paper.statements == ()
    assert len(paper.files) == 1


@pytest.mark.parametrize("data", [b"", b"%PDF-1.4", b"\x1f\x8b\x08\x00"])
def test_what_cannot_be_read_has_a_reason(data: bytes, tmp_path: Path):
    (tmp_path / "source").write_bytes(data)
    reading = read_source(tmp_path / "source", SOURCE)
    assert reading.reason
    assert reading.theorems == ()


def test_a_real_book_is_read_whole():
    folder = PAPERS / "sphere-eversion"
    one = read_paper(folder / "print.tex", folder)
    assert sum(s.proof is not None for s in one.statements if s.kind == "statement") == 44
    assert not any(self_contained(one, s).unresolved for s in one.statements)
    assert [r.statement.title for r in rank(one)[:3]].count("Gromov") == 2
