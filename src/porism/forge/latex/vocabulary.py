"""What the reader knows before it has read anything."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

from porism.forge.latex.macros import Macro
from porism.forge.latex.names import CAPTIONS, TRANSLATED
from porism.forge.latex.tape import WITH_AT
from porism.forge.latex.words import words

if TYPE_CHECKING:
    from porism.forge.latex.reader import Reader


STRONG_ENVIRONMENTS = frozenset(
    [
        "document",
        "comment",
        "proof",
        "equation",
        "align",
        "gather",
        "multline",
        "eqnarray",
        "alignat",
        "flalign",
        "subequations",
        "equation*",
        "align*",
        "gather*",
        "multline*",
        "eqnarray*",
        "abstract",
        "verbatim",
        "lstlisting",
        "thebibliography",
    ]
)
"""Environments that a macro must not hide."""

LAYOUT = words(
    "maketitle @maketitle normalsize small footnotesize scriptsize tiny large Large LARGE",
    "huge Huge tableofcontents listoffigures listoftables title author address thanks date",
    "email keywords subjclass dedicatory curraddr urladdr translator abstract endabstract",
    "thebibliography endthebibliography theindex endtheindex figure endfigure table endtable",
    "enumerate endenumerate itemize enditemize description enddescription quote endquote",
    "quotation endquotation verse endverse titlepage endtitlepage document enddocument center",
    "endcenter footnote today @startsection @sect @xsect @ssect @makecaption @makefntext",
    "@makeschapterhead @makechapterhead index printindex lean leanok mathlibok uses proves",
    "notready discussion cite ref eqref pageref markboth pagestyle thispagestyle newpage",
    "clearpage cleardoublepage emph textbf textit bf it rm sl sc em par",
)
"""Commands whose redefinitions concern looks alone, and which classes build from their innards."""

_FORMATS = {
    "section": "\\arabic{section}",
    "subsection": "\\thesection.\\arabic{subsection}",
    "subsubsection": "\\thesubsection.\\arabic{subsubsection}",
    "paragraph": "\\thesubsubsection.\\arabic{paragraph}",
    "subparagraph": "\\theparagraph.\\arabic{subparagraph}",
    "part": "\\Roman{part}",
    "chapter": "\\arabic{chapter}",
    "equation": "\\arabic{equation}",
    "figure": "\\arabic{figure}",
    "table": "\\arabic{table}",
    "enumi": "\\arabic{enumi}",
    "enumii": "\\alph{enumii}",
    "enumiii": "\\roman{enumiii}",
    "enumiv": "\\Alph{enumiv}",
    "page": "\\arabic{page}",
    "footnote": "\\arabic{footnote}",
}
_ORDER = ("chapter", "section", "subsection", "subsubsection", "paragraph", "subparagraph")


def start(reader: Reader) -> None:
    """Give a new reader the counters and texts of LaTeX itself."""
    for counter, written in _FORMATS.items():
        reader.make_counter(counter, None)
        reader.set_format(counter, written)
    for outer, inner in pairwise(_ORDER[1:]):
        reader.counters.put_within(inner, outer)
    for key in CAPTIONS:
        name = f"{key}name"
        reader.define(name, Macro(name, (), key.capitalize(), WITH_AT))


def choose_sections(reader: Reader) -> None:
    """Number sections, equations and figures by chapters where the class has them."""
    if not reader.project.has_chapters:
        return
    reader.counters.put_within("section", "chapter")
    reader.set_format("section", "\\thechapter.\\arabic{section}")
    for counter in ("equation", "figure", "table"):
        reader.counters.put_within(counter, "chapter")
        reader.set_format(counter, f"\\thechapter.\\arabic{{{counter}}}")


def translate_captions(reader: Reader) -> None:
    r"""Let ``\theoremname`` and its like speak the document's language."""
    for key, text in TRANSLATED.get(reader.project.language, {}).items():
        name = f"{key}name"
        meaning = reader.meanings.get(name)
        if isinstance(meaning, Macro) and meaning.body == key.capitalize():
            reader.define(name, Macro(name, (), text, WITH_AT), globally=True)
