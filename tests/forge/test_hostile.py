"""Papers made to hurt: the work stays bounded, and what is sound is still found."""

from pathlib import Path

import pytest

from porism.forge.latex import Budget
from porism.forge.theorems import read_paper
from tests.forge.papers import document, items, reader, write

END = r"\begin{theorem}Found.\end{theorem}"


def small() -> Budget:
    return Budget(expansions=5_000, characters=2_000_000)


LOOPS = {
    "a macro that is itself": r"\def\a{\a}\def\b{\begin{lemma}\b}\a\b",
    "two macros that are each other": r"\def\a{\b\label{x}}\def\b{\a\label{y}}\a",
    "a macro that grows": r"\def\a{\a\a\label{x}}\a",
    "a definition that grows": r"\def\a{x}\edef\a{\a\a}" * 60 + r"\a",
    "laughs": r"\def\la{\label{x}}"
    + "".join("\\def\\l" + chr(98 + n) + "{" + ("\\l" + chr(97 + n)) * 10 + "}" for n in range(20))
    + r"\lt",
    "an argument that doubles": r"\def\a#1{\a{#1#1}\label{x}}\a{xx}",
    "a name that is itself": r"\def\a{\csname a\endcsname\label{x}}\a",
    "names in names": r"\csname " * 5_000 + "x" + r"\endcsname" * 5_000,
    "expandafter after expandafter": r"\expandafter" * 20_000 + r"\x",
    "a file that inputs itself": r"\input{main}\include{main}\subfile{main}",
    "an environment that begins itself": r"\newenvironment{e}{\begin{e}}{\end{e}}\begin{e}\end{e}",
    "a theorem that begins itself": r"\let\t\theorem\renewenvironment{theorem}{\begin{theorem}\t}{}"
    r"\begin{theorem}\end{theorem}",
    "counters in circles": r"\newcounter{a}[b]\newcounter{b}[a]\newaliascnt{c}{d}\newaliascnt{d}{c}"
    r"\stepcounter{a}\stepcounter{c}\renewcommand{\thea}{\theb}\renewcommand{\theb}{\thea}"
    r"\refstepcounter{a}\label{z}",
    "loops over long lists": r"\renewcommand{\do}[1]{\docsvlist{#1,#1,#1}}\docsvlist{a,b,c,d}",
    "restated for ever": r"\begin{restatable}{lemma}{r}\r*\end{restatable}" + r"\r*" * 3_000,
}


@pytest.mark.parametrize("loop", LOOPS)
def test_loops_end(loop: str, tmp_path: Path):
    one = reader(tmp_path, LOOPS[loop] + "\n" + END, budget=small())
    assert len(one.document.text) < 3_000_000


@pytest.mark.parametrize("loop", [name for name in LOOPS if "theorem" not in name])
def test_what_follows_a_loop_is_found(loop: str, tmp_path: Path):
    """A loop costs its own text and no more."""
    found = items(tmp_path, END + "\n" + LOOPS[loop])
    assert "Found." in [i["body"] for i in found]


NESTED = {
    "braces": "{" * 100_000 + "}" * 100_000,
    "open braces": "{" * 200_000,
    "closed braces": "}" * 200_000,
    "environments": r"\begin{a}" * 20_000 + r"\end{a}" * 20_000,
    "environments that never end": r"\begin{a}" * 40_000,
    "ends without beginnings": r"\end{a}" * 40_000,
    "theorems in theorems": r"\begin{lemma}" * 3_000 + r"\end{lemma}" * 3_000,
    "theorems that never end": r"\begin{lemma}" * 3_000,
    "conditionals": r"\iftrue" * 30_000 + r"\fi" * 30_000,
    "conditionals that never end": r"\iffalse" * 30_000,
    "ends of conditionals": r"\fi\else\or" * 20_000,
    "optional arguments": r"\begin{lemma}[" * 3_000,
    "arguments that never end": r"\newcommand{\a}[1]{\label{#1}}" + r"\a{" * 5_000,
    "verbs that never end": r"\verb|" * 20_000,
    "verbatim that never ends": r"\begin{verbatim}" * 5_000,
    "comments that never end": r"\begin{comment}" * 2_000,
    "labels": r"\label{x}" * 30_000,
    "sections": r"\section{x}" * 10_000,
    "percents": "%" * 300_000,
    "backslashes": "\\" * 300_001,
    "dollars": "$" * 100_000,
    "one long line": "x " * 250_000,
    "one long word": "x" * 500_000,
    "ten thousand macros": "".join(
        rf"\newcommand{{\m{''.join(chr(97 + int(d)) for d in str(n))}}}{{\label{{{n}}}}}"
        for n in range(10_000)
    ),
    "ten thousand theorems": "".join(rf"\newtheorem{{t{n}}}{{T}}" for n in range(5_000)),
}


@pytest.mark.parametrize("kind", NESTED)
def test_deep_and_long_papers(kind: str, tmp_path: Path):
    found = items(tmp_path, END + "\n" + NESTED[kind])
    assert "Found." in [i["body"] for i in found]


def test_many_files(tmp_path: Path):
    files = {f"f{n}_tex": rf"\input{{f{n + 1}}}" for n in range(200)}
    assert items(tmp_path, END + r"\input{f0}", **files)[0]["body"] == "Found."


def test_a_file_that_is_too_large_is_left_out(tmp_path: Path):
    (tmp_path / "big.tex").write_text("x" * 17_000_000)
    one = read_paper(write(tmp_path, main_tex=document(END + r"\input{big}")), tmp_path)
    assert len(one.statements) == 1
    assert "big is too large" in one.faults[0]


def test_missing_files_are_faults(tmp_path: Path):
    one = read_paper(write(tmp_path, main_tex=document(END + r"\input{nothing}")), tmp_path)
    assert one.faults == ("no file nothing",)


def test_a_spent_budget_is_a_fault(tmp_path: Path):
    main = write(tmp_path, main_tex=document(LOOPS["laughs"] * 40 + END))
    one = read_paper(main, tmp_path, Budget(expansions=500, characters=100_000))
    assert any("more work than is allowed" in fault for fault in one.faults)
    assert one.statements[-1].body == "Found."


def test_tex_is_never_run(tmp_path: Path):
    body = r"\write18{touch harm}\input{|touch harm}\immediate\write\x{harm}\openout\x=harm.tex"
    items(tmp_path, body + END)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["main.tex"]
