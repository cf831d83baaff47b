"""Conditionals of TeX: what they say where that can be known, and the skipping of dead text."""

from __future__ import annotations

import re
from collections.abc import Callable

from porism.forge.latex.definitions import meaning_of, primitive, read_name
from porism.forge.latex.macros import Macro
from porism.forge.latex.meaning import Table, same_meaning
from porism.forge.latex.reader import Builtin, Reader
from porism.forge.latex.tape import Frame
from porism.forge.latex.words import words

# Names that begin with "if" and take their branches in braces: no \fi belongs to them.
BRACED = words(
    "iff ifthenelse ifdef ifundef ifcsdef ifcsundef ifdefmacro ifdefempty ifdefvoid ifcsempty",
    "ifcsvoid ifdefequal ifdefstring ifdefstrequal ifcsstring ifbool iftoggle ifstrequal",
    "ifstrempty ifblank ifnotblank ifboolexpr ifboolexpe ifnumcomp ifnumequal ifnumgreater",
    "ifnumless ifnumodd ifdimcomp ifinlist ifxifinlist ifnextchar ifciteindex ifdraft",
    "ifoptionfinal ifoptiondraft ifnum@ ifpackageloaded iftag ifcsstrequal ifdefcounter",
    "ifdeflength ifdefdimen ifcitation ifciteseen ifentrytype ifnameundef iffieldundef ifmdf",
)
_BRANCH = re.compile(r"\\(?:(if[A-Za-z@]*)|(else|fi|or))(?![A-Za-z@])")
_NUMBER = re.compile(r"\s*([+-]?\d{1,9}|`\\?.)\s?")
_RELATION = re.compile(r"\s*([<>=])")

Test = Callable[[Reader], bool | None]


def is_conditional(reader: Reader, name: str) -> bool:
    r"""Whether a name that begins with ``if`` needs a ``\fi``."""
    meaning = reader.meanings.get(name)
    if isinstance(meaning, Builtin):
        return meaning.run is conditional or meaning.run is ifcase
    return meaning is None and name not in BRACED


def skip(reader: Reader, stops: frozenset[str]) -> str:
    """Skip dead text up to one of the stops outside nested conditionals; return which."""
    tape = reader.tape
    depth = 0
    while True:
        frame = tape.frames[-1]
        start = frame.position
        for match in _BRANCH.finditer(frame.text, start):
            if match[1]:
                depth += is_conditional(reader, match[1])
            elif depth == 0 and match[2] in stops:
                return _stop(reader, frame, start, match)
            elif match[2] == "fi":
                depth -= 1
        reader.budget.charge(len(frame.text) - start)
        frame.position = frame.copied = len(frame.text)
        if frame.source is not None or len(tape.frames) == 1:
            return "fi"
        tape.pop()


def _stop(reader: Reader, frame: Frame, start: int, match: re.Match[str]) -> str:
    reader.budget.charge(match.end() - start)
    frame.position = frame.copied = match.end()
    return match[2]


_ELSE_OR_FI = frozenset({"else", "fi"})
_FI = frozenset({"fi"})
_ANY = frozenset({"else", "fi", "or"})


def decide(reader: Reader, *, outcome: bool) -> None:
    """Go on in the branch that holds."""
    if outcome or skip(reader, _ELSE_OR_FI) == "else":
        reader.conditions += 1


def conditional(reader: Reader, called: str) -> None:
    """Any of TeX's conditionals; one whose outcome cannot be known counts as false."""
    reader.tape.drop()
    outcome = TESTS[called](reader) if called in TESTS else None
    if outcome is None:
        meaning = reader.meanings.get(called)
        outcome = meaning is reader.meanings.get("iftrue")
    decide(reader, outcome=outcome)


def always(reader: Reader, called: str) -> None:
    r"""``\iftrue`` and switches that are on."""
    reader.tape.drop()
    decide(reader, outcome=True)


def never(reader: Reader, called: str) -> None:
    r"""``\iffalse`` and switches that are off."""
    reader.tape.drop()
    decide(reader, outcome=False)


def ifcase(reader: Reader, called: str) -> None:
    r"""``\ifcase``: skip to the branch of the number."""
    reader.tape.drop()
    number = read_number(reader)
    for _ in range(number if number is not None and number >= 0 else 1000):
        stop = skip(reader, _ANY)
        if stop != "or":
            reader.conditions += stop == "else"
            return
    reader.conditions += 1


def end_of_branch(reader: Reader, called: str) -> None:
    r"""``\else`` or ``\or`` behind the branch that held."""
    reader.tape.drop()
    if reader.conditions:
        reader.conditions -= 1
        skip(reader, _FI)


def end_of_conditional(reader: Reader, called: str) -> None:
    r"""``\fi``."""
    reader.tape.drop()
    reader.conditions = max(0, reader.conditions - 1)


def read_number(reader: Reader) -> int | None:
    r"""Read a number, through macros and ``\value``; ``None`` where it cannot be known."""
    tape = reader.tape
    for _ in range(20):
        frame = tape.skip_blanks()
        match = _NUMBER.match(frame.text, frame.position)
        if match:
            frame.position = frame.copied = match.end()
            return ord(match[1][-1]) if match[1].startswith("`") else int(match[1])
        name = tape.control_sequence()
        meaning = reader.meanings.get(name or "")
        if not isinstance(meaning, Macro) or not reader.budget.charge(0, 1):
            return _constant(reader, name or "")
        text, _ = meaning.fill(meaning.take_arguments(tape))
        reader.push(text, meaning.pattern)
    return None


_CONSTANTS = {"z@": 0, "m@ne": -1, "@ne": 1, "tw@": 2}


def _constant(reader: Reader, name: str) -> int | None:
    if name in {"value", "arabic"}:
        return reader.counters.value(reader.expand(reader.tape.argument()).strip())
    if name.startswith("c@"):
        return reader.counters.value(name[2:])
    return _CONSTANTS.get(name)


def _ifnum(reader: Reader) -> bool | None:
    left = read_number(reader)
    frame = reader.tape.skip_blanks()
    relation = _RELATION.match(frame.text, frame.position)
    if relation is None:
        return None
    frame.position = frame.copied = relation.end()
    right = read_number(reader)
    if left is None or right is None:
        return None
    return {"<": left < right, ">": left > right, "=": left == right}[relation[1]]


def _ifodd(reader: Reader) -> bool | None:
    number = read_number(reader)
    return None if number is None else number % 2 == 1


def _ifx(reader: Reader) -> bool:
    one, other = reader.tape.token(), reader.tape.token()
    if one == other:
        return True
    if not (one.startswith("\\") and other.startswith("\\")):
        return False
    first, second = (meaning_of(reader, text) or primitive(text[1:]) for text in (one, other))
    if first is None or second is None:
        return first is second or _is_undefined(one if second is None else other, reader)
    return same_meaning(first, second)


def _is_undefined(token: str, reader: Reader) -> bool:
    """Whether a control sequence is the author's and has no meaning yet."""
    return token[1:] not in reader.meanings and token[1:] not in KNOWN_TO_TEX


KNOWN_TO_TEX = words(
    "pdfoutput pdfversion pdftexversion XeTeXversion luatexversion directlua documentclass",
    "usepackage hypersetup texorpdfstring chapter part section",
)


def _expanded_token(reader: Reader) -> str:
    for _ in range(20):
        token = reader.tape.token()
        meaning = meaning_of(reader, token)
        if not isinstance(meaning, Macro) or not reader.budget.charge(0, 1):
            return token
        text, _ = meaning.fill(meaning.take_arguments(reader.tape))
        reader.push(text, meaning.pattern)
    return ""


def _if(reader: Reader) -> bool:
    return _expanded_token(reader) == _expanded_token(reader)


def _ifcat(reader: Reader) -> None:
    """Read two tokens; their categories are not known."""
    _expanded_token(reader)
    _expanded_token(reader)


def _ifdefined(reader: Reader) -> bool:
    name = reader.tape.token()[1:]
    return name in reader.meanings or name in KNOWN_TO_TEX - {"XeTeXversion", "luatexversion"}


def _ifcsname(reader: Reader) -> bool:
    name = reader.expand(reader.tape.until("\\endcsname")).strip()
    return name in reader.meanings


def _two_numbers(reader: Reader) -> bool | None:
    r"""Skip the two lengths of an ``\ifdim``, as well as can be, without an outcome."""
    frame = reader.tape.ready()
    match = re.compile(r"[^\n{}]{0,80}?[<>=][^\n{}\\ ]{0,40}(?:\\[a-zA-Z@]+)?").match(
        frame.text, frame.position
    )
    if match:
        frame.position = frame.copied = match.end()
    return None


def _box(reader: Reader) -> None:
    read_number(reader)


TESTS: dict[str, Test] = {
    "ifx": _ifx,
    "if": _if,
    "ifcat": _ifcat,
    "ifnum": _ifnum,
    "ifodd": _ifodd,
    "ifdim": _two_numbers,
    "ifdefined": _ifdefined,
    "ifcsname": _ifcsname,
    "ifvoid": _box,
    "ifhbox": _box,
    "ifvbox": _box,
    "ifeof": _box,
    "ifpdf": lambda _: True,
    "ifPDFTeX": lambda _: True,
    "ifpdftex": lambda _: True,
    "if@filesw": lambda _: True,
}
SILENT = ("ifmmode", "ifhmode", "ifvmode", "ifinner", "ifxetex", "ifXeTeX", "ifluatex", "ifLuaTeX",
          "ifptex", "ifthesis@none", "if@twocolumn", "if@twoside", "if@restonecol")  # fmt: skip


def unless(reader: Reader, called: str) -> None:
    r"""``\unless``: the opposite of the conditional that follows."""
    tape = reader.tape
    tape.drop()
    name = read_name(reader) or ""
    test = TESTS.get(name)
    outcome = test(reader) if test else reader.meanings.get(name) is reader.meanings["iftrue"]
    decide(reader, outcome=not outcome)


CONDITIONALS: Table = {
    **{
        name: Builtin(conditional, strong=False, expandable=True)
        for name in (*TESTS, *SILENT)
    },
    "iftrue": Builtin(always, expandable=True),
    "iffalse": Builtin(never, expandable=True),
    "ifcase": Builtin(ifcase, strong=False, expandable=True),
    "else": Builtin(end_of_branch, strong=False, expandable=True),
    "or": Builtin(end_of_branch, strong=False, expandable=True),
    "fi": Builtin(end_of_conditional, strong=False, expandable=True),
    "unless": Builtin(unless, strong=False, expandable=True),
}  # fmt: skip
