"""Conditionals that take their branches in braces: etoolbox, ifthen, xparse, the kernel."""

from __future__ import annotations

import re
from collections.abc import Callable

from porism.forge.latex.definitions import UNDEFINED
from porism.forge.latex.macros import NO_VALUE, TRUE, Macro
from porism.forge.latex.meaning import Table, names_of, number_of, same_meaning
from porism.forge.latex.reader import Builtin, Reader

Answer = bool | None
Ask = Callable[[Reader, list[str]], Answer]


def _name(reader: Reader, text: str) -> str:
    return reader.expand(text).strip() if not text.strip().startswith("\\") else text.strip()[1:]


def _defined(reader: Reader, texts: list[str]) -> Answer:
    name = _name(reader, texts[0])
    return name in reader.meanings and name not in UNDEFINED


def _undefined(reader: Reader, texts: list[str]) -> Answer:
    return not _defined(reader, texts)


def _csname_defined(reader: Reader, texts: list[str]) -> Answer:
    name = reader.expand(texts[0]).strip()
    return name in reader.meanings or name in reader.counters


def _csname_undefined(reader: Reader, texts: list[str]) -> Answer:
    return not _csname_defined(reader, texts)


def _switch(kind: str) -> Ask:
    def ask(reader: Reader, texts: list[str]) -> Answer:
        meaning = reader.meanings.get(kind + reader.expand(texts[0]).strip())
        return meaning is not None and meaning is reader.meanings.get("iftrue")

    return ask


def _has_value(reader: Reader, texts: list[str]) -> Answer:
    return texts[0].strip() != NO_VALUE


def _is_blank(reader: Reader, texts: list[str]) -> Answer:
    return not texts[0].strip()


def _equal(reader: Reader, texts: list[str]) -> Answer:
    return reader.expand(texts[0]).strip() == reader.expand(texts[1]).strip()


def _empty_macro(reader: Reader, texts: list[str]) -> Answer:
    meaning = reader.meanings.get(_name(reader, texts[0]))
    return isinstance(meaning, Macro) and not meaning.body.strip()


def _same_macros(reader: Reader, texts: list[str]) -> Answer:
    one, other = (reader.meanings.get(_name(reader, text)) for text in texts[:2])
    return one is not None and same_meaning(one, other)


def _file_exists(reader: Reader, texts: list[str]) -> Answer:
    return reader.project.find(reader.expand(texts[0]).strip(), (".tex", "")) is not None


def _package(reader: Reader, texts: list[str]) -> Answer:
    return set(names_of(reader.expand(texts[0]))) <= reader.project.packages


def _later(reader: Reader, texts: list[str]) -> Answer:
    return True


def _compared(relation: Callable[[int, int], bool]) -> Ask:
    def ask(reader: Reader, texts: list[str]) -> Answer:
        one, other = number_of(reader, texts[0]), number_of(reader, texts[1])
        return None if one is None or other is None else relation(one, other)

    return ask


_LOGIC = re.compile(r"\\(?:NOT|not|AND|and|OR|or)(?![A-Za-z])|\\\(|\\\)")
_ATOM = re.compile(r"\s*\\(boolean|equal|isundefined|isodd)\s*\{([^{}]*)\}\s*(?:\{([^{}]*)\})?")
_COMPARISON = re.compile(r"\s*(.+?)\s*([<>=])\s*(.+?)\s*$", re.DOTALL)


def _ifthen(reader: Reader, texts: list[str]) -> Answer:
    """Evaluate a test of ifthen: from left to right, as the package does without brackets."""
    value: Answer = None
    negate, join = False, ""
    position = 0
    text = texts[0][:2000]
    while position < len(text):
        word = _LOGIC.search(text, position)
        atom = text[position : word.start() if word else len(text)]
        if atom.strip():
            one = _atom(reader, atom)
            one = not one if negate and one is not None else one
            value = _joined(value, one, join)
            negate = False
        if word is None:
            break
        position = word.end()
        operation = word[0][1:].lower()
        negate ^= operation == "not"
        join = operation if operation in {"and", "or"} else join
    return value


def _joined(value: Answer, other: Answer, join: str) -> Answer:
    if not join:
        return other
    if value is None or other is None:
        return None
    return (value and other) if join == "and" else (value or other)


def _atom(reader: Reader, text: str) -> Answer:
    match = _ATOM.match(text)
    if match is None:
        return _numbers(reader, text)
    kind, first, second = match[1], match[2], match[3] or ""
    if kind == "boolean":
        return _switch("if")(reader, [first])
    if kind == "equal":
        return _equal(reader, [first, second])
    if kind == "isundefined":
        return _undefined(reader, [first])
    number = number_of(reader, first)
    return None if number is None else number % 2 == 1


def _numbers(reader: Reader, text: str) -> Answer:
    match = _COMPARISON.match(text)
    if match is None:
        return None
    relations = {"<": int.__lt__, ">": int.__gt__, "=": int.__eq__}
    return _compared(relations[match[2]])(reader, [match[1], match[3]])


# Name: how many arguments the test takes, the test, which branches follow ("T" true, "F" false).
_CHOICES: dict[str, tuple[int, Ask, str]] = {
    "ifdef": (1, _defined, "TF"),
    "ifundef": (1, _undefined, "TF"),
    "ifcsdef": (1, _csname_defined, "TF"),
    "ifcsundef": (1, _csname_undefined, "TF"),
    "@ifundefined": (1, _csname_undefined, "TF"),
    "@ifdefinable": (1, _undefined, "T"),
    "IfUndefined": (1, _csname_undefined, "TF"),
    "ifdefempty": (1, _empty_macro, "TF"),
    "ifdefvoid": (1, lambda r, t: _undefined(r, t) or _empty_macro(r, t), "TF"),
    "ifdefequal": (2, _same_macros, "TF"),
    "ifbool": (1, _switch("if"), "TF"),
    "iftoggle": (1, _switch("toggle:"), "TF"),
    "nottoggle": (1, lambda r, t: not _switch("toggle:")(r, t), "TF"),
    "notbool": (1, lambda r, t: not _switch("if")(r, t), "TF"),
    "ifstrequal": (2, _equal, "TF"),
    "ifdefstring": (2, _equal, "TF"),
    "ifstrempty": (1, _is_blank, "TF"),
    "ifblank": (1, _is_blank, "TF"),
    "ifnotblank": (1, lambda r, t: not _is_blank(r, t), "TF"),
    "notblank": (1, lambda r, t: not _is_blank(r, t), "TF"),
    "ifnumequal": (2, _compared(int.__eq__), "TF"),
    "ifnumgreater": (2, _compared(int.__gt__), "TF"),
    "ifnumless": (2, _compared(int.__lt__), "TF"),
    "ifthenelse": (1, _ifthen, "TF"),
    "IfNoValueTF": (1, lambda r, t: not _has_value(r, t), "TF"),
    "IfNoValueT": (1, lambda r, t: not _has_value(r, t), "T"),
    "IfNoValueF": (1, lambda r, t: not _has_value(r, t), "F"),
    "IfValueTF": (1, _has_value, "TF"),
    "IfValueT": (1, _has_value, "T"),
    "IfValueF": (1, _has_value, "F"),
    "IfBooleanTF": (1, lambda _, t: t[0].strip() == TRUE, "TF"),
    "IfBooleanT": (1, lambda _, t: t[0].strip() == TRUE, "T"),
    "IfBooleanF": (1, lambda _, t: t[0].strip() == TRUE, "F"),
    "IfBlankTF": (1, _is_blank, "TF"),
    "tl_if_empty:nTF": (1, _is_blank, "TF"),
    "tl_if_blank:nTF": (1, _is_blank, "TF"),
    "IfFileExists": (1, _file_exists, "TF"),
    "@ifpackageloaded": (1, _package, "TF"),
    "@ifclassloaded": (1, _package, "TF"),
    "IfPackageLoadedTF": (1, _package, "TF"),
    "IfClassLoadedTF": (1, _package, "TF"),
    "@ifpackagelater": (2, _later, "TF"),
    "@ifclasslater": (2, _later, "TF"),
    "IfFormatAtLeastTF": (1, _later, "TF"),
}


def choose(reader: Reader, called: str) -> None:
    """Go on with the branch that holds; what cannot be known counts as false."""
    tape = reader.tape
    tape.drop()
    count, ask, branches = _CHOICES[called]
    tests = [tape.argument() for _ in range(count)]
    texts = [tape.argument() for _ in branches]
    wanted = "T" if ask(reader, tests) else "F"
    index = branches.find(wanted)
    if index >= 0:
        reader.push(texts[index])


def next_is(reader: Reader, called: str) -> None:
    r"""``\@ifnextchar``, ``\@ifstar``: choose by the next character."""
    tape = reader.tape
    tape.drop()
    wanted = "*" if called == "@ifstar" else tape.argument().strip()
    yes, no = tape.argument(), tape.argument()
    found = tape.next_character() == wanted
    if called == "@ifstar" and found:
        tape.star()
    reader.push(yes if found else no)


def test_option(reader: Reader, called: str) -> None:
    r"""``\@testopt``: put a default in brackets where none are given."""
    tape = reader.tape
    tape.drop()
    command, default = tape.argument(), tape.argument()
    reader.push(command if tape.next_character() == "[" else f"{command}[{{{default}}}]")


def pick(reader: Reader, called: str) -> None:
    r"""``\@firstoftwo`` and its kin."""
    tape = reader.tape
    tape.drop()
    index, count = _PICKS[called]
    texts = [tape.argument() for _ in range(count)]
    if index < count:
        reader.push(texts[index])


_PICKS = {
    "@firstofone": (0, 1),
    "@iden": (0, 1),
    "@firstoftwo": (0, 2),
    "@secondoftwo": (1, 2),
    "@gobble": (1, 1),
    "@gobbletwo": (2, 2),
}

SWITCHED = frozenset({"ifbool", "iftoggle", "notbool", "nottoggle"})
"""Choices by an author's switch: a macro that holds one may take text out of the paper."""

CHOICES: Table = {
    **{name: Builtin(choose, strong=name in SWITCHED, expandable=True) for name in _CHOICES},
    **{
        name: Builtin(next_is, strong=False, expandable=True)
        for name in ("@ifnextchar", "kernel@ifnextchar", "@ifstar")
    },
    "@testopt": Builtin(test_option, strong=False, expandable=True),
    **{name: Builtin(pick, strong=False, expandable=True) for name in _PICKS},
}
