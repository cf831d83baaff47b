r"""Control sequences that define others: ``\def``, ``\newcommand``, ``\let`` and their kin."""

from __future__ import annotations

from porism.forge.latex.macros import (
    Macro,
    Parameter,
    classic_parameters,
    document_parameters,
    primitive_parameters,
)
from porism.forge.latex.meaning import Table
from porism.forge.latex.reader import Builtin, Meaning, Reader
from porism.forge.latex.tape import PLAIN, WITH_AT, Pattern
from porism.forge.latex.vocabulary import LAYOUT
from porism.forge.latex.words import words

MAX_BODY = 100_000
UNDEFINED = words("undefined @undefined @notdefined UNDEFINED undeclared notdefined @nil")
"""Control sequences that are known to have no meaning."""


def read_name(reader: Reader) -> str | None:
    r"""Read the control sequence to define, also in braces or by ``\csname``; ``None`` for none."""
    tape = reader.tape
    if tape.next_character() == "{":
        inside = tape.argument().strip()
        return inside[1:] if inside.startswith("\\") and len(inside) > 1 else None
    name = tape.control_sequence()
    while name == "expandafter":
        name = tape.control_sequence()
    if name == "csname":
        return reader.expand(tape.until("\\endcsname")).strip()
    if name is None and tape.next_character():
        tape.token()
    return name


def define_macro(reader: Reader, name: str | None, macro: Macro) -> None:
    """Give a macro its name, unless it is one that the reader must keep for itself."""
    existing = reader.meanings.get(name or "")
    known = isinstance(existing, Builtin) and existing.name == name
    declares = bool(macro.mentions & DECLARING - {name})
    protected = known and name not in REDEFINABLE and not declares
    if name and not protected and name not in LAYOUT and len(macro.body) <= MAX_BODY:
        reader.define(name, macro)
        # Within a paper, what another macro defines lives for a moment: it is used up at once.
        macro.live |= reader.in_document and reader.frame.source is None
    reader.globally = False


def _pattern(reader: Reader) -> Pattern:
    return reader.tape.frames[-1].pattern if reader.tape.frames else PLAIN


def primitive_definition(reader: Reader, called: str) -> None:
    r"""``\def``, ``\gdef``, ``\edef``, ``\xdef``."""
    tape = reader.tape
    tape.drop()
    reader.globally |= called in {"gdef", "xdef"}
    name = read_name(reader)
    frame = tape.ready()
    brace = frame.text.find("{", frame.position, frame.position + 200)
    if brace < 0:
        reader.globally = False
        return
    between = frame.text[frame.position : brace]
    frame.position = frame.copied = brace
    body = tape.argument()
    if called in {"edef", "xdef"}:
        body = reader.expand(body)
    define_macro(
        reader, name, Macro(name or "", primitive_parameters(between), body, _pattern(reader))
    )


def newcommand(reader: Reader, called: str) -> None:
    r"""``\newcommand``, ``\renewcommand``, ``\providecommand``, ``\DeclareRobustCommand``."""
    tape = reader.tape
    tape.drop()
    tape.star()
    name = read_name(reader)
    parameters = classic_parameters(tape.optional(), tape.optional())
    body = tape.argument()
    if called == "providecommand" and name in reader.meanings:
        return
    define_macro(reader, name, Macro(name or "", parameters, body, _pattern(reader)))


def document_command(reader: Reader, called: str) -> None:
    r"""``\NewDocumentCommand`` and its kin."""
    tape = reader.tape
    tape.drop()
    name = read_name(reader)
    parameters = document_parameters(tape.argument())
    body = tape.argument()
    if called.startswith("Provide") and name in reader.meanings:
        return
    define_macro(reader, name, Macro(name or "", parameters, body, _pattern(reader)))


def _define_environment(
    reader: Reader, name: str, parameters: tuple[Parameter, ...], begin: str, end: str
) -> None:
    if not name or name in LAYOUT or len(begin) + len(end) > MAX_BODY:
        return
    pattern = _pattern(reader)
    opening = Macro(name, parameters, begin, pattern)
    # The end of an environment may use the arguments of its beginning.
    closing = Macro(f"end{name}", (), end, pattern)
    if "#" in end and parameters:
        opening = Macro(name, parameters, begin + _carried(name, end), pattern)
        closing = Macro(f"end{name}", (), f"\\csname porismend@{name}\\endcsname", WITH_AT)
    globally = reader.globally
    reader.define(name, opening, globally=globally)
    reader.define(f"end{name}", closing, globally=globally)
    reader.globally = False


def _carried(name: str, end: str) -> str:
    return f"\\expandafter\\def\\csname porismend@{name}\\endcsname{{{end}}}"


def newenvironment(reader: Reader, called: str) -> None:
    r"""``\newenvironment``, ``\renewenvironment``."""
    tape = reader.tape
    tape.drop()
    tape.star()
    name = reader.expand(tape.argument()).strip()
    parameters = classic_parameters(tape.optional(), tape.optional())
    begin, end = tape.argument(), tape.argument()
    _define_environment(reader, name, parameters, begin, end)


def document_environment(reader: Reader, called: str) -> None:
    r"""``\NewDocumentEnvironment`` and its kin."""
    tape = reader.tape
    tape.drop()
    name = reader.expand(tape.argument()).strip()
    parameters = document_parameters(tape.argument())
    begin, end = tape.argument(), tape.argument()
    _define_environment(reader, name, parameters, begin, end)


def let(reader: Reader, called: str) -> None:
    r"""``\let`` and ``\futurelet``'s simple cousin ``\global\let``."""
    tape = reader.tape
    tape.drop()
    name = read_name(reader)
    tape.star("=")
    target = read_name(reader)
    bind(reader, name, target)


def bind(reader: Reader, name: str | None, target: str | None) -> None:
    """Make a name mean what another means now."""
    if name and target is not None:
        if name.startswith("c@") and target.startswith("c@"):
            reader.counters.alias(name[2:], target[2:])
        meaning = reader.meanings.get(target) or primitive(target)
        reader.define(name, meaning, globally=reader.globally)
    reader.globally = False


def primitive(name: str) -> Builtin | None:
    """Return the meaning of a control sequence of LaTeX that the reader does not know."""
    if name in UNDEFINED:
        return None
    return Builtin(write_primitive, name, strong=False, expandable=True)


def write_primitive(reader: Reader, called: str) -> None:
    r"""Another name of a control sequence of LaTeX: in an expanded text it gets its own."""
    if called == "relax":
        reader.tape.drop()
    elif reader.expanding:
        reader.tape.drop()
        following = reader.tape.next_character()
        gap = " " if called.isalpha() and following.isalpha() else ""
        reader.tape.flat.write(f"\\{called}{gap}", reader.origin())


def csname_let(reader: Reader, called: str) -> None:
    r"""``\cslet``, ``\letcs``, ``\csletcs`` of etoolbox."""
    tape = reader.tape
    tape.drop()
    name = read_name(reader) if called == "letcs" else reader.expand(tape.argument())
    target = read_name(reader) if called == "cslet" else reader.expand(tape.argument())
    bind(reader, name, target)


def csname_definition(reader: Reader, called: str) -> None:
    r"""``\csdef``, ``\csgdef``, ``\@namedef``."""
    tape = reader.tape
    tape.drop()
    reader.globally |= called in {"csgdef", "csxdef"}
    name = reader.expand(tape.argument()).strip()
    frame = tape.ready()
    brace = max(frame.text.find("{", frame.position, frame.position + 200), frame.position)
    between = frame.text[frame.position : brace]
    frame.position = frame.copied = brace
    define_macro(
        reader, name, Macro(name, primitive_parameters(between), tape.argument(), _pattern(reader))
    )


def undefine(reader: Reader, called: str) -> None:
    r"""``\undef``, ``\csundef``."""
    reader.tape.drop()
    by_name = called == "undef"
    name = read_name(reader) if by_name else reader.expand(reader.tape.argument()).strip()
    if name:
        reader.define(name, None)


def patch(reader: Reader, called: str) -> None:
    r"""``\pretocmd``, ``\apptocmd``, ``\preto``, ``\appto``, ``\g@addto@macro``, ``\addto``."""
    tape = reader.tape
    tape.drop()
    name = read_name(reader)
    text = tape.argument()
    if called.endswith("cmd"):
        tape.argument()
        tape.argument()
    if name and name.startswith("captions"):
        if name.removeprefix("captions") == reader.project.language:
            reader.push(text)
        return
    old = reader.meanings.get(name or "")
    if isinstance(old, Macro) and len(old.body) + len(text) <= MAX_BODY:
        body = text + old.body if called.startswith("pre") else old.body + text
        reader.define(old.name, Macro(old.name, old.parameters, body, _pattern(reader)))


def operator(reader: Reader, called: str) -> None:
    r"""``\DeclareMathOperator``: a macro that standard LaTeX reads."""
    tape = reader.tape
    tape.drop()
    star = "*" if tape.star() else ""
    name = read_name(reader)
    body = f"\\operatorname{star}{{{tape.argument()}}}"
    define_macro(reader, name, Macro(name or "", (), body, _pattern(reader)))


def paired_delimiter(reader: Reader, called: str) -> None:
    r"""``\DeclarePairedDelimiter`` of mathtools."""
    tape = reader.tape
    tape.drop()
    name = read_name(reader)
    left, right = tape.argument(), tape.argument()
    if name:
        parameters = (
            Parameter("star", closing="*"),
            Parameter("optional", ""),
            Parameter("mandatory"),
        )
        body = f"\\left{left} #3 \\right{right}"
        plain = f"#2{left} #3 #2{right}"
        text = f"\\IfBooleanTF{{#1}}{{{body}}}{{{plain}}}"
        define_macro(reader, name, Macro(name, parameters, text, _pattern(reader)))


def prefix(reader: Reader, called: str) -> None:
    r"""``\global``, ``\long`` ...: what comes before a definition."""
    reader.tape.drop()
    reader.globally |= called == "global"


def newif(reader: Reader, called: str) -> None:
    r"""``\newif``: a switch, false to begin with."""
    reader.tape.drop()
    name = read_name(reader)
    if not name or not name.startswith("if"):
        return
    reader.define(name, reader.meanings.get("iffalse"))
    for value in ("true", "false"):
        switch = Macro(name[2:] + value, (), f"\\let\\{name}\\if{value} ", WITH_AT)
        reader.define(switch.name, switch)


def setbool(reader: Reader, called: str) -> None:
    r"""``\newbool``, ``\setbool``, ``\booltrue``, ``\toggletrue``, ``\newboolean`` ..."""
    tape = reader.tape
    tape.drop()
    name = ("toggle:" if "toggle" in called else "if") + reader.expand(tape.argument()).strip()
    value = called.endswith("true")
    if called.startswith("set"):
        value = reader.expand(tape.argument()).strip() == "true"
    elif called.startswith(("new", "provide")) and name in reader.meanings:
        return
    reader.define(name, reader.meanings.get("iftrue" if value else "iffalse"))


DECLARING = words("newtheorem spnewtheorem declaretheorem newmdtheoremenv newtcbtheorem")
"""A macro that holds one of these knows better than the reader what its arguments are."""
REDEFINABLE = words(
    "comment proofname theoremname lemmaname corollaryname propositionname definitionname",
    "remarkname examplename conjecturename or caption translate import foreach verb",
)
"""Built-ins that authors use as names for something else."""

DEFINITIONS: Table = {
    **{name: Builtin(primitive_definition) for name in ("def", "gdef", "edef", "xdef")},
    **{
        name: Builtin(newcommand)
        for name in ("newcommand", "renewcommand", "providecommand", "DeclareRobustCommand",
                     "newrobustcmd", "renewrobustcmd", "providerobustcmd")
    },
    **{
        f"{verb}{kind}DocumentCommand": Builtin(document_command)
        for verb in ("New", "Renew", "Provide", "Declare")
        for kind in ("", "Expandable")
    },
    **{
        f"{verb}DocumentEnvironment": Builtin(document_environment)
        for verb in ("New", "Renew", "Provide", "Declare")
    },
    "newenvironment": Builtin(newenvironment),
    "renewenvironment": Builtin(newenvironment),
    "provideenvironment": Builtin(newenvironment),
    "let": Builtin(let),
    **{name: Builtin(csname_let) for name in ("cslet", "letcs", "csletcs")},
    **{name: Builtin(csname_definition) for name in ("csdef", "csgdef", "@namedef", "csedef")},
    "undef": Builtin(undefine),
    "csundef": Builtin(undefine),
    **{
        name: Builtin(patch)
        for name in ("pretocmd", "apptocmd", "preto", "appto", "g@addto@macro", "addto")
    },
    "DeclareMathOperator": Builtin(operator),
    "DeclarePairedDelimiter": Builtin(paired_delimiter),
    **{name: Builtin(prefix, strong=False) for name in ("global", "long", "outer", "protected")},
    "newif": Builtin(newif),
    **{
        name: Builtin(setbool)
        for name in ("newbool", "providebool", "setbool", "booltrue", "boolfalse",
                     "newtoggle", "providetoggle", "settoggle", "toggletrue", "togglefalse",
                     "newboolean", "provideboolean", "setboolean")
    },
}  # fmt: skip


def meaning_of(reader: Reader, token: str) -> Meaning | None:
    """Return what a control sequence with its backslash means; ``None`` for characters too."""
    return reader.meanings.get(token[1:]) if token.startswith("\\") else None
