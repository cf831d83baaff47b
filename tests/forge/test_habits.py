"""What authors do to theorems: each habit in a few lines."""

from pathlib import Path

import pytest

from porism.forge.theorems import extract_file
from tests.forge.papers import document, items, write

# Habit: preamble, body, and what is found: name, number, title, label, first words.
HABITS: dict[str, tuple[str, str, list[tuple[str, str | None, str | None, str | None, str]]]] = {
    "plain": (
        "",
        r"\begin{theorem}[Title]\label{t}One.\end{theorem}",
        [("Theorem", "0.1", "Title", "t", "One.")],
    ),
    "shortcuts by def": (
        r"\def\bth{\begin{theorem}}\def\eth{\end{theorem}}",
        r"\bth\label{t} One. \eth \bth[T] Two. \eth",
        [("Theorem", "0.1", None, "t", "One."), ("Theorem", "0.2", "T", None, "Two.")],
    ),
    "shortcuts through others": (
        r"\def\bx{\begin}\def\bt{\bx{theorem}}\def\et{\end{theorem}}\let\BT\bt\let\ET\et",
        r"\BT One. \ET",
        [("Theorem", "0.1", None, None, "One.")],
    ),
    "the body as an argument": (
        r"\newcommand{\thm}[3][]{\begin{theorem}[#1]\label{#2}#3\end{theorem}}",
        r"\thm[T]{t}{One.} \thm{u}{Two.}",
        [("Theorem", "0.1", "T", "t", "One."), ("Theorem", "0.2", None, "u", "Two.")],
    ),
    "commands in place of environments": (
        "",
        r"\theorem One.\endtheorem",
        [("Theorem", "0.1", None, None, "One.")],
    ),
    "wrapped environments": (
        r"\newenvironment{mainthm}[1][]{\begin{quote}\begin{theorem}[#1]}{\end{theorem}\end{quote}}",
        r"\begin{mainthm}[T]One.\end{mainthm}",
        [("Theorem", "0.1", "T", None, "One.")],
    ),
    "the old environment in a frame": (
        (
            r"\let\old\theorem\let\endold\endtheorem"
            r"\renewenvironment{theorem}{\begin{framed}\old}{\endold\end{framed}}"
        ),
        r"\begin{theorem}[T]One.\end{theorem}",
        [("Theorem", "0.1", "T", None, "One.")],
    ),
    "tcolorboxenvironment": (
        r"\tcolorboxenvironment{theorem}{colback=red}",
        r"\begin{theorem}One.\end{theorem}",
        [("Theorem", "0.1", None, None, "One.")],
    ),
    "number given by hand": (
        (
            r"\newenvironment{again}[1]{\renewcommand{\thetheorem}{\ref{#1}$'$}"
            r"\addtocounter{theorem}{-1}\begin{theorem}}{\end{theorem}}"
        ),
        (
            r"\begin{theorem}\label{a}A.\end{theorem}\begin{again}{a}B.\end{again}"
            r"\begin{theorem}C.\end{theorem}"
        ),
        [
            ("Theorem", "0.1", None, "a", "A."),
            ("Theorem", r"\ref{a}$'$", None, None, "B."),
            ("Theorem", "0.2", None, None, "C."),
        ],
    ),
    "name given by hand": (
        (
            r"\newtheorem*{inner}{\innername}\newcommand{\innername}{}"
            r"\newenvironment{named}[1]{\renewcommand{\innername}{#1}\begin{inner}}{\end{inner}}"
        ),
        r"\begin{named}{Theorem A}One.\end{named}\begin{named}{Lemma B}Two.\end{named}",
        [("Theorem A", None, None, None, "One."), ("Lemma B", None, None, None, "Two.")],
    ),
    "theorems declared by a macro": (
        r"\newcommand{\nt}[2]{\newtheorem{#1}[theorem]{#2}\newtheorem*{#1*}{#2}}\nt{fct}{Fact}",
        r"\begin{fct}One.\end{fct}\begin{fct*}Two.\end{fct*}",
        [("Fact", "0.1", None, None, "One."), ("Fact", None, None, None, "Two.")],
    ),
    "theorems declared in a loop": (
        (
            r"\makeatletter\@for\x:=fact,claim\do{\expandafter\newtheorem\expandafter{\x}[theorem]{X}}"
            r"\makeatother"
        ),
        r"\begin{fact}One.\end{fact}",
        [("X", "0.1", None, None, "One.")],
    ),
    "theorems declared for a list": (
        r"\renewcommand*{\do}[1]{\newtheorem{#1}[theorem]{#1}}\docsvlist{Fact,Claim}",
        r"\begin{Claim}One.\end{Claim}",
        [("Claim", "0.1", None, None, "One.")],
    ),
    "declared in the document": (
        "",
        r"\newtheorem{Hyp}{Hypothesis}\begin{Hyp}One.\end{Hyp}",
        [("Hypothesis", "1", None, None, "One.")],
    ),
    "declared at the beginning of the document": (
        r"\AtBeginDocument{\newtheorem{late}{Late}}",
        r"\begin{late}One.\end{late}",
        [("Late", "1", None, None, "One.")],
    ),
    "declared unless it is there": (
        (
            r"\makeatletter\@ifundefined{theorem}{\newtheorem{theorem}{No}}{}"
            r"\@ifundefined{clm}{\newtheorem{clm}{Claim}}{}\makeatother"
        ),
        r"\begin{theorem}A.\end{theorem}\begin{clm}B.\end{clm}",
        [("Theorem", "0.1", None, None, "A."), ("Claim", "1", None, None, "B.")],
    ),
    "thmtools": (
        (
            r"\declaretheorem[name=Satz,sibling=theorem]{satz}\declaretheorem[numbered=no]{claim}"
            r"\declaretheoremstyle[numbered=no]{s}\declaretheorem[style=s,title={A, B}]{ab}"
        ),
        r"\begin{satz}[name=N,label=l]A.\end{satz}\begin{claim}B.\end{claim}\begin{ab}C.\end{ab}",
        [
            ("Satz", "0.1", "N", "l", "A."),
            ("Claim", None, None, None, "B."),
            ("A, B", None, None, None, "C."),
        ],
    ),
    "thmtools with the name first": (
        r"\declaretheorem{claim}[name=Behauptung]",
        r"\begin{claim}A.\end{claim}",
        [("Behauptung", "1", None, None, "A.")],
    ),
    "a name that is a macro": (
        r"\newcommand{\theoremname}{Théorème}\declaretheorem[name=\theoremname]{t}",
        r"\begin{t}A.\end{t}",
        [("Théorème", "1", None, None, "A.")],
    ),
    "a title with keys in it": (
        "",
        r"\begin{theorem}[$n=2$]A.\end{theorem}\begin{theorem}[Title, label]B.\end{theorem}",
        [("Theorem", "0.1", "$n=2$", None, "A."), ("Theorem", "0.2", "Title, label", None, "B.")],
    ),
    "ntheorem": (
        (
            r"\newframedtheorem{ft}[theorem]{Framed}\newshadedtheorem{st}{Shaded}[section]"
            r"\renewtheorem{lemma}{Hilfssatz}"
        ),
        r"\begin{ft}A.\end{ft}\begin{st}B.\end{st}\begin{lemma}C.\end{lemma}",
        [
            ("Framed", "0.1", None, None, "A."),
            ("Shaded", "0.1", None, None, "B."),
            ("Hilfssatz", "0.2", None, None, "C."),
        ],
    ),
    "a framed theorem of one's own": (
        (
            r"\NewDocumentCommand{\newframedtheorem}{O{}momo}{\IfNoValueTF{#3}{\IfNoValueTF{#5}"
            r"{\newtheorem{#2}{#4}}{\newtheorem{#2}{#4}[#5]}}{\newtheorem{#2}[#3]{#4}}}"
            r"\newframedtheorem[colback=white]{ex}{Example}[section]"
        ),
        r"\section{S}\begin{ex}A.\end{ex}",
        [("Example", "1.1", None, None, "A.")],
    ),
    "tcolorbox with title and label": (
        r"\newtcbtheorem[number within=section]{bt}{Theorem}{colback=red}{th}",
        r"\begin{bt}{Pythagoras}{pyth}A.\end{bt}\begin{bt*}{}{}B.\end{bt*}",
        [("Theorem", "0.1", "Pythagoras", "th:pyth", "A."), ("Theorem", None, None, None, "B.")],
    ),
    "mdframed": (
        r"\newmdtheoremenv[linecolor=red]{mt}[theorem]{Theorem}",
        r"\begin{mt}A.\end{mt}",
        [("Theorem", "0.1", None, None, "A.")],
    ),
    "springer": (
        r"\spnewtheorem{th}{Theorem}[section]{\bfseries}{\itshape}\spnewtheorem*{cl}{Claim}{\it}{\rm}",
        r"\begin{th}A.\end{th}\begin{cl}B.\end{cl}",
        [("Theorem", "0.1", None, None, "A."), ("Claim", None, None, None, "B.")],
    ),
    "elsarticle": (
        r"\newdefinition{rmk}{Remark}\newproof{pf}{Proof}",
        r"\begin{rmk}A.\end{rmk}\begin{pf}B.\end{pf}",
        [("Remark", "1", None, None, "A."), ("Proof", None, None, None, "B.")],
    ),
    "siam": (
        r"\newsiamthm{claim}{Claim}\newsiamremark{remark}{Remark}",
        r"\begin{claim}A.\end{claim}\begin{remark}B.\end{remark}",
        [("Claim", "0.1", None, None, "A."), ("Remark", "0.2", None, None, "B.")],
    ),
    "aliased counters": (
        r"\newaliascnt{cor}{theorem}\newtheorem{cor}[cor]{Corollary}\aliascntresetthe{cor}",
        r"\begin{theorem}A.\end{theorem}\begin{cor}B.\end{cor}",
        [("Theorem", "0.1", None, None, "A."), ("Corollary", "0.2", None, None, "B.")],
    ),
    "numbered with equations": (
        r"\numberwithin{equation}{section}\newtheorem{thm}[equation]{Theorem}",
        (
            r"\section{S}\begin{equation}x\end{equation}\begin{align}a\\b\nonumber\\c\end{align}"
            r"\begin{align*}d\\e\end{align*}\begin{thm}A.\end{thm}"
        ),
        [("Theorem", "1.4", None, None, "A.")],
    ),
    "letters and resets": (
        r"\newtheorem{main}{Theorem}\renewcommand{\themain}{\Alph{main}}\setcounter{main}{2}",
        r"\begin{main}A.\end{main}\appendix\section{S}\begin{theorem}B.\end{theorem}",
        [("Theorem", "C", None, None, "A."), ("Theorem", "A.1", None, None, "B.")],
    ),
    "a label before the title, two titles": (
        "",
        r"\begin{theorem}\label{t}[T] A.\end{theorem}\begin{theorem}[T][U]B.\end{theorem}",
        [("Theorem", "0.1", None, "t", "[T] A."), ("Theorem", "0.2", "T", None, "[U]B.")],
    ),
    "brackets in titles": (
        "",
        (
            r"\begin{theorem}[{[2], \S3}]A.\end{theorem}"
            r"\begin{theorem}[see \cite[p.~2]{x}]B.\end{theorem}"
        ),
        [
            ("Theorem", "0.1", r"{[2], \S3}", None, "A."),
            ("Theorem", "0.2", r"see \cite[p.~2", None, "{x}]B."),
        ],
    ),
    "blanks everywhere": (
        "",
        "\\begin {theorem}\n  [T]  % why not\n  \\label {t}\n  A.\n\\end {theorem}",
        [("Theorem", "0.1", "T", "t", "A.")],
    ),
    "a label in an equation is not the theorem's": (
        "",
        r"\begin{theorem}A \begin{equation}\label{e}x\end{equation}\label{t}\end{theorem}",
        [("Theorem", "0.1", None, "t", "A")],
    ),
    "labels of items are not the theorem's": (
        "",
        r"\begin{theorem}\begin{enumerate}\item\label{i}A.\end{enumerate}\end{theorem}",
        [("Theorem", "0.1", None, None, r"\begin{enumerate}\itemA.")],
    ),
    "a label by another command": (
        r"\newcommand{\lab}[1]{\label{sec:#1}}",
        r"\begin{theorem}\lab{t}A.\end{theorem}",
        [("Theorem", "0.1", None, "sec:t", "A.")],
    ),
    "accents in names": (
        r"\newtheorem{t}{Th\'eor\`eme}\newtheorem{u}{\"Ubung}\newtheorem{v}{\textsc{S\"atze}.}",
        r"\begin{t}A.\end{t}\begin{u}B.\end{u}\begin{v}C.\end{v}",
        [
            ("Théorème", "1", None, None, "A."),
            ("Übung", "1", None, None, "B."),
            ("Sätze", "1", None, None, "C."),
        ],
    ),
    "umlauts as germans write them": (
        r'\newtheorem{t}{Erg"anzung}',
        r"\begin{t}A.\end{t}",
        [("Ergänzung", "1", None, None, "A.")],
    ),
    "russian": (
        r"\newtheorem{теорема}{Теорема}",
        r"\begin{теорема}А.\end{теорема}",
        [("Теорема", "1", None, None, "А.")],
    ),
    "no declaration at hand": (
        "",
        r"\begin{conjecture}[T]\label{c}A.\end{conjecture}",
        [("Conjecture", None, "T", "c", "A.")],
    ),
    "blueprint marks": (
        "",
        r"\begin{theorem}\label{t}\lean{Foo.bar}\leanok\uses{a,b}A.\end{theorem}",
        [("Theorem", "0.1", None, "t", "A.")],
    ),
    "nested": (
        "",
        r"\begin{theorem}A.\begin{lemma}B.\end{lemma}C.\end{theorem}",
        [
            ("Theorem", "0.1", None, None, r"A.\begin{lemma}B."),
            ("Lemma", "0.2", None, None, "B."),
        ],
    ),
    "restated": (
        "",
        (
            r"\begin{restatable}[T]{theorem}{again}\label{t}A.\end{restatable}\again*\again*"
            r"\begin{restatable}{lemma}{more}B.\end{restatable}"
        ),
        [("Theorem", "0.1", "T", "t", "A."), ("Lemma", "0.2", None, None, "B.")],
    ),
}


@pytest.mark.parametrize("habit", HABITS)
def test_habit(habit: str, tmp_path: Path):
    preamble, body, expected = HABITS[habit]
    found = items(tmp_path, body, preamble)
    assert [
        (i["env"], i["number"], i["title"], i["label"], i["body"][: len(e[4])])
        for i, e in zip(found, expected, strict=False)
    ] == expected
    assert len(found) == len(expected)


HIDDEN = {
    "comment": "% \\begin{theorem}No.\\end{theorem}\n",
    "comment behind a line break": "a\\\\% \\begin{theorem}No.\\end{theorem}\n",
    "iffalse": r"\iffalse\begin{theorem}No.\end{theorem}\fi",
    "iffalse with others inside": r"\iffalse\ifx\a\b\else\fi\begin{theorem}No.\end{theorem}\fi",
    "else of iftrue": r"\iftrue\else\begin{theorem}No.\end{theorem}\fi",
    "a false switch": r"\iflong\begin{theorem}No.\end{theorem}\fi",
    "a switch set false": r"\longtrue\longfalse\iflong\begin{theorem}No.\end{theorem}\fi",
    "else of a true switch": r"\longtrue\iflong\else\begin{theorem}No.\end{theorem}\fi",
    "a switch of etoolbox": r"\newbool{b}\ifbool{b}{\begin{theorem}No.\end{theorem}}{}",
    "a toggle": r"\newtoggle{b}\iftoggle{b}{\begin{theorem}No.\end{theorem}}{}",
    "ifthenelse": r"\newboolean{b}\ifthenelse{\boolean{b}}{\begin{theorem}No.\end{theorem}}{}",
    "ifthenelse with logic": r"\newboolean{b}\ifthenelse{\NOT\boolean{b}}"
    r"{}{\begin{theorem}No.\end{theorem}}",
    "a number": r"\ifnum 1>2 \begin{theorem}No.\end{theorem}\fi",
    "a number in a macro": r"\def\v{0}\ifnum\v=1 \begin{theorem}No.\end{theorem}\fi",
    "ifcase": r"\ifcase 1 \begin{theorem}No.\end{theorem}\or\else No\fi",
    "ifx": r"\def\a{1}\def\b{2}\ifx\a\b\begin{theorem}No.\end{theorem}\fi",
    "ifdefined": r"\ifdefined\nosuch\begin{theorem}No.\end{theorem}\fi",
    "a macro that eats its argument": r"\newcommand{\hide}[1]{}"
    r"\hide{\begin{theorem}No.\end{theorem}}",
    "a macro that chooses": r"\newcommand{\v}[2]{\iflong#1\else#2\fi}"
    r"\v{\begin{theorem}No.\end{theorem}}{}",
    "comment environment": r"\begin{comment}\begin{theorem}No.\end{theorem}\end{comment}",
    "excluded environment": r"\excludecomment{x}\begin{x}\begin{theorem}No.\end{theorem}\end{x}",
    "an environment that is a comment": r"\newenvironment{x}{\comment}{\endcomment}"
    r"\begin{x}\begin{theorem}No.\end{theorem}\end{x}",
    "verbatim": "\\begin{verbatim}\n\\begin{theorem}No.\\end{theorem}\n\\end{verbatim}",
    "verbatim with an odd brace": "\\begin{verbatim}\n}{{\\begin{theorem}No.\n\\end{verbatim}",
    "verb": r"\verb|\begin{theorem}No.\end{theorem}|",
    "verb with a percent": r"\verb|%\begin{theorem}No.\end{theorem}|",
    "listing": "\\begin{lstlisting}\n\\begin{theorem}No.\\end{theorem}\n\\end{lstlisting}",
    "own listing": "\\lstnewenvironment{src}{}{}\\begin{src}\n\\begin{theorem}No.\n\\end{src}",
    "a macro never used": r"\newcommand{\x}{\begin{theorem}No.\end{theorem}}",
    "includeonly": r"\include{part}",
    "behind endinput": r"\input{cut}",
}


@pytest.mark.parametrize("how", HIDDEN)
def test_hidden_theorems_are_not_found(how: str, tmp_path: Path):
    shown = r"\begin{theorem}Yes.\end{theorem}"
    files = {
        "part_tex": r"\begin{theorem}No.\end{theorem}",
        "cut_tex": "\\endinput\n\\begin{theorem}No.\\end{theorem}",
    }
    preamble = r"\newif\iflong\includeonly{other}"
    body = f"{shown}\n{HIDDEN[how]}\n{shown}"
    assert [i["body"] for i in items(tmp_path, body, preamble, **files)] == ["Yes.", "Yes."]


def test_nothing_behind_the_end_counts(tmp_path: Path):
    main = write(tmp_path, main_tex=document("") + r"\begin{theorem}No.\end{theorem}")
    assert extract_file(main) == []


SHOWN = {
    "a true switch": (r"\newif\iflong\longtrue", r"\iflong T\else\fi"),
    "else of a false switch": (r"\newif\iflong", r"\iflong\else T\fi"),
    "an unknown conditional": ("", r"\ifnosuch T\fi"),
    "iff is no conditional": ("", r"\iffalse\iff\fi T"),
    "a comment command": (r"\newcommand{\comment}[1]{}", r"\comment{x} T"),
    "an environment called comment": (
        r"\newenvironment{comment}{\begin{quote}}{\end{quote}}",
        r"\begin{comment}T\end{comment}",
    ),
    "includecomment": (
        r"\excludecomment{x}\includecomment{x}",
        r"\begin{x}T\end{x}",
    ),
    "an escaped percent": ("", r"50\% T"),
    "a percent in an address": ("", r"\url{http://x.y/%7Ez} T"),
    "two backslashes and a percent": ("", "\\\\%x\nT"),
    "a footnote": ("", r"\footnote{T}"),
    "a group": ("", r"{\small T}"),
    "a macro that keeps its argument": (r"\newcommand{\keep}[1]{\emph{#1}}", r"\keep{T}"),
    "a macro with a default": (r"\newcommand{\k}[2][x]{(#1)#2}", r"\k{T}"),
    "a macro of xparse": (r"\NewDocumentCommand{\k}{s O{x} m}{\IfBooleanTF{#1}{}{#3}}", r"\k{T}"),
    "a macro defined by def": (r"\def\k(#1)#2;{#2}", r"\k(x)T;"),
    "a macro by csname": (
        r"\expandafter\def\csname my-k\endcsname#1{#1}",
        r"\csname my-k\endcsname{T}",
    ),
    "delayed by ifnextchar": (
        r"\makeatletter\def\k{\@ifnextchar[{\k@}{\k@[]}}\def\k@[#1]#2{#2}\makeatother",
        r"\k[x]{T}",
    ),
    "a local definition": (r"\def\k{}", r"{\def\k{x}} \k T"),
}  # fmt: skip


@pytest.mark.parametrize("how", SHOWN)
def test_shown_theorems_are_found(how: str, tmp_path: Path):
    preamble, body = SHOWN[how]
    body = body.replace("T", r"\begin{theorem}Yes.\end{theorem}")
    assert [i["body"] for i in items(tmp_path, body, preamble)] == ["Yes."]


FILES = {
    "input": (r"\input{part}", {"part_tex": "T"}),
    "input without braces": ("\\input part\n", {"part_tex": "T"}),
    "include": (r"\include{part}", {"part_tex": "T"}),
    "a folder": (r"\input{sections/part.tex}", {"sections__part_tex": "T"}),
    "other case": (r"\input{Part}", {"part_tex": "T"}),
    "an own command": (r"\newcommand{\sec}[1]{\input{s/#1}}\sec{part}", {"s__part_tex": "T"}),
    "a path in a macro": (r"\def\dir{s}\input{\dir/part}", {"s__part_tex": "T"}),
    "import": (r"\import{s/}{a}", {"s__a_tex": r"\input{b}", "s__b_tex": "T"}),
    "subimport": (
        r"\import{s/}{a}",
        {"s__a_tex": r"\subimport{t/}{b}", "s__t__b_tex": "T"},
    ),
    "subfile": (
        r"\subfile{s/a}",
        {"s__a_tex": r"\documentclass[../main]{subfiles}\begin{document}T\end{document}No"},
    ),
    "a document of its own": (
        r"\input{a}",
        {"a_tex": "\\documentclass{standalone}\n\\begin{document}T\\end{document}"},
    ),
    "inputs in inputs": (
        r"\input{a}",
        {"a_tex": r"\input{b}", "b_tex": r"\input{c}", "c_tex": "T"},
    ),
    "if it exists": (r"\InputIfFileExists{a}{}{}\InputIfFileExists{no}{}{}", {"a_tex": "T"}),
    "if it does not": (r"\IfFileExists{no.tex}{}{T}", {}),
    "a bibliography between": (r"\bibliography{x}T", {"main_bbl": r"\begin{thebibliography}{9}"
                                                      r"\bibitem{x}X.\end{thebibliography}"}),
}  # fmt: skip


@pytest.mark.parametrize("how", FILES)
def test_files_are_put_in_place(how: str, tmp_path: Path):
    shown = r"\begin{theorem}Yes.\end{theorem}"
    body, files = FILES[how]
    files = {name: text.replace("T", shown) for name, text in files.items()}
    assert [i["body"] for i in items(tmp_path, body.replace("T", shown), **files)] == ["Yes."]


def test_a_file_that_is_input_twice_counts_once(tmp_path: Path):
    part = r"\begin{theorem}\label{t}Yes.\end{theorem}"
    found = items(tmp_path, r"\input{part}\input{part}\begin{lemma}L.\end{lemma}", part_tex=part)
    assert [(i["env"], i["number"]) for i in found] == [("Theorem", "0.1"), ("Lemma", "0.3")]


def test_declarations_in_a_package_beside_the_paper(tmp_path: Path):
    package = r"\RequirePackage{amsthm}\newcommand\my@thm[2]{\newtheorem{#1}{#2}}\my@thm{sz}{Satz}"
    found = items(tmp_path, r"\begin{sz}A.\end{sz}", r"\usepackage{mine}", mine_sty=package)
    assert [i["env"] for i in found] == ["Satz"]


def test_options_of_a_package_beside_the_paper(tmp_path: Path):
    package = (
        r"\newif\ifgerman\DeclareOption{german}{\germantrue}\ProcessOptions\relax"
        r"\ifgerman\newtheorem{sz}{Satz}\else\newtheorem{sz}{Sentence}\fi"
    )
    found = items(tmp_path, r"\begin{sz}A.\end{sz}", r"\usepackage[german]{mine}", mine_sty=package)
    assert [i["env"] for i in found] == ["Satz"]


def test_declarations_in_a_class_beside_the_paper(tmp_path: Path):
    main = write(
        tmp_path,
        main_tex=r"\documentclass{mine}\begin{document}\begin{sz}A.\end{sz}\end{document}",
        mine_cls=r"\LoadClass{article}\newtheorem{sz}{Satz}",
    )
    assert [i["env"] for i in extract_file(main)] == ["Satz"]


@pytest.mark.parametrize(
    ("name", "body", "expected"),
    [
        ("llncs", r"\begin{lemma}A.\end{lemma}", "Lemma"),
        ("acmart", r"\begin{corollary}A.\end{corollary}", "Corollary"),
        ("beamer", r"\begin{theorem}<1->[T]A.\end{theorem}", "Theorem"),
        ("lipics-v2021", r"\begin{observation}A.\end{observation}", "Observation"),
        ("nosuch", r"\begin{prop}A.\end{prop}", "Proposition"),
    ],
)
def test_environments_that_classes_bring(name: str, body: str, expected: str, tmp_path: Path):
    text = f"\\documentclass{{{name}}}\\begin{{document}}{body}\\end{{document}}"
    assert [i["env"] for i in extract_file(write(tmp_path, main_tex=text))] == [expected]


def test_captions_speak_the_language_of_the_document(tmp_path: Path):
    preamble = r"\usepackage[english,ngerman]{babel}\declaretheorem[name=\theoremname]{t}"
    assert [i["env"] for i in items(tmp_path, r"\begin{t}A.\end{t}", preamble)] == ["Satz"]


def test_plain_tex_has_no_environments(tmp_path: Path):
    text = r"\def\proclaim#1{{\bf#1}}\proclaim{Theorem 1.} Truth. \bye"
    assert extract_file(write(tmp_path, main_tex=text)) == []
