"""Control sequences that steer reading itself: names made of text, loops, delayed code."""

from __future__ import annotations

from porism.forge.latex.definitions import define_macro, read_name
from porism.forge.latex.macros import MANDATORY, Macro
from porism.forge.latex.meaning import Table, names_of
from porism.forge.latex.numbers import STYLES
from porism.forge.latex.reader import Builtin, Group, Reader
from porism.forge.latex.tape import LATEX3, PLAIN, WITH_AT

MAX_ROUNDS = 500


def csname(reader: Reader, called: str) -> None:
    r"""``\csname ... \endcsname``, ``\csuse``, ``\@nameuse``: carry out the control sequence."""
    tape = reader.tape
    tape.drop()
    text = tape.until("\\endcsname") if called == "csname" else tape.argument()
    name = reader.expand(text).strip()
    meaning = reader.meanings.get(name)
    if meaning is None:
        if name.isalpha():
            tape.flat.write(f"\\{name} ", reader.origin())
        return
    if isinstance(meaning, Builtin) and reader.expanding and not meaning.expandable:
        return
    if reader.budget.charge(0, 1):
        reader.carry_out(meaning, name)


def expandafter(reader: Reader, called: str) -> None:
    r"""``\expandafter``: expand the token behind the next one once; chains are followed."""
    tape = reader.tape
    tape.drop()
    held = [tape.token()]
    name = _next_name(reader)
    while name == "expandafter" and len(held) < MAX_ROUNDS:
        tape.control_sequence()
        held.append(tape.token())
        name = _next_name(reader)
    meaning = reader.meanings.get(name or "")
    if name == "csname":
        tape.control_sequence()
        made = reader.expand(tape.until("\\endcsname")).strip()
        reader.push(f"\\csname {made}\\endcsname ", WITH_AT)
    elif isinstance(meaning, Macro) and len(tape.frames) <= reader.budget.depth:
        tape.control_sequence()
        text, _ = meaning.fill(meaning.take_arguments(tape))
        reader.push(text, meaning.pattern)
    reader.push("".join(held), WITH_AT)


def _next_name(reader: Reader) -> str | None:
    frame = reader.tape.ready()
    match = frame.pattern.match(frame.text, frame.position)
    return match[1] if match else None


def counter_format(reader: Reader, called: str) -> None:
    r"""``\arabic{counter}`` and its kin, where a text is expanded for its own sake."""
    if not reader.expanding:
        return
    tape = reader.tape
    tape.drop()
    name = reader.expand(tape.argument()).strip()
    if name in reader.counters:
        tape.flat.write(STYLES[called](reader.counters.value(name)), reader.origin())
    else:
        tape.flat.write(f"\\{called}{{{name}}}", reader.origin())


def begin_group(reader: Reader, called: str) -> None:
    r"""``\begingroup``, ``\bgroup``."""
    reader.open_group(Group("begingroup"))


def end_group(reader: Reader, called: str) -> None:
    r"""``\endgroup``, ``\egroup``."""
    groups = reader.groups
    for depth, group in enumerate(reversed(groups[-200:]), 1):
        if group is not None and group.kind == "environment":
            return
        if group is not None and group.kind == "begingroup":
            for _ in range(depth):
                reader.restore(groups.pop())
            return


def letters(reader: Reader, called: str) -> None:
    r"""``\makeatletter``, ``\makeatother``, ``\ExplSyntaxOn``, ``\ExplSyntaxOff``."""
    reader.tape.drop()
    if reader.tape.frames:
        reader.tape.file_frame.pattern = {
            "makeatletter": WITH_AT,
            "makeatother": PLAIN,
            "ExplSyntaxOn": LATEX3,
        }.get(called, reader.frame.pattern if called != "ExplSyntaxOff" else PLAIN)


def at_begin_document(reader: Reader, called: str) -> None:
    r"""``\AtBeginDocument`` and its kin: kept for the beginning of the document."""
    reader.tape.drop()
    text = reader.tape.argument()
    if reader.in_document:
        reader.push(text)
    elif len(reader.at_begin_document) < 1000:
        reader.at_begin_document.append(text)


def at_end(reader: Reader, called: str) -> None:
    r"""``\AtEndOfPackage``, ``\AtEndOfClass``: carried out at once."""
    reader.tape.drop()
    reader.push(reader.tape.argument())


def discard(reader: Reader, called: str) -> None:
    r"""``\AtEndDocument`` and its kin: not for the reader."""
    reader.tape.drop()
    reader.tape.argument()


def list_loop(reader: Reader, called: str) -> None:
    r"""``\docsvlist``, ``\forcsvlist``, ``\clist_map_inline:nn``: a text for every member."""
    tape = reader.tape
    tape.drop()
    if called == "docsvlist":
        items, call = names_of(reader.expand(tape.argument())), "\\do"
    elif called == "forcsvlist":
        call = tape.argument()
        items = names_of(tape.argument())
    else:
        items = names_of(reader.expand(tape.argument()))
        body = tape.argument()
        call = "\\porismround"
        reader.define("porismround", Macro("porismround", (MANDATORY,), body, reader.frame.pattern))
    if any(call):
        text = "".join(f"{call}{{{item}}}" for item in items[:MAX_ROUNDS])
        reader.push(text, WITH_AT)


def for_loop(reader: Reader, called: str) -> None:
    r"""``\@for\x:=list\do{...}``, and in the preamble ``\foreach \x in {list} {...}``."""
    if called == "foreach" and reader.in_document:
        return  # a drawing
    tape = reader.tape
    tape.drop()
    name = read_name(reader)
    if called == "foreach":
        tape.until("in")
        items = names_of(reader.expand(tape.argument()))
    else:
        tape.until(":=")
        items = names_of(reader.expand(tape.until("\\do")))
    body = tape.argument()
    if name:
        rounds = (f"\\def\\{name}{{{item}}}{body}" for item in items[:MAX_ROUNDS])
        reader.push("".join(rounds), WITH_AT)


def caption_name(reader: Reader, called: str) -> None:
    r"""``\setlocalecaption{language}{key}{text}`` of babel: defines ``\keyname``."""
    tape = reader.tape
    tape.drop()
    language, key, text = (tape.argument().strip() for _ in range(3))
    if language == reader.project.language or f"{key}name" not in reader.meanings:
        define_macro(reader, f"{key}name", Macro(f"{key}name", (), text, WITH_AT))


def translation(reader: Reader, called: str) -> None:
    r"""``\GetTranslation{key}``, ``\translate{key}``: the key, which is English."""
    reader.tape.drop()
    reader.push(reader.tape.argument())


def space(reader: Reader, called: str) -> None:
    r"""``\xspace``: nothing, where a text is expanded for its own sake."""
    if reader.expanding:
        reader.tape.drop()


EXECUTION: Table = {
    "xspace": Builtin(space, strong=False, expandable=True),
    **{
        name: Builtin(csname, strong=False, expandable=True)
        for name in ("csname", "csuse", "@nameuse")
    },
    "expandafter": Builtin(expandafter, strong=False, expandable=True),
    **{name: Builtin(counter_format, strong=False, expandable=True) for name in STYLES},
    **{name: Builtin(begin_group, strong=False) for name in ("begingroup", "bgroup")},
    **{name: Builtin(end_group, strong=False) for name in ("endgroup", "egroup")},
    **{
        name: Builtin(letters)
        for name in ("makeatletter", "makeatother", "ExplSyntaxOn", "ExplSyntaxOff")
    },
    **{
        name: Builtin(at_begin_document)
        for name in ("AtBeginDocument", "AfterEndPreamble", "AtEndPreamble")
    },
    **{name: Builtin(at_end) for name in ("AtEndOfPackage", "AtEndOfClass")},
    **{name: Builtin(discard) for name in ("AtEndDocument", "AfterEndDocument")},
    **{
        name: Builtin(list_loop, strong=False)
        for name in ("docsvlist", "forcsvlist", "clist_map_inline:nn")
    },
    **{name: Builtin(for_loop, strong=False) for name in ("@for", "foreach")},
    "setlocalecaption": Builtin(caption_name),
    **{
        name: Builtin(translation, strong=False, expandable=True)
        for name in ("GetTranslation", "translate")
    },
}  # fmt: skip
