"""What counts: equations, items, floats, and counters that authors set themselves."""

from __future__ import annotations

import re

from porism.forge.latex.flat import Anchor
from porism.forge.latex.meaning import Table, number_of
from porism.forge.latex.reader import Builtin, Group, Reader
from porism.forge.latex.words import words

DISPLAYS = words(
    "equation align gather multline eqnarray alignat flalign xalignat dmath subequations"
)
ROWS = words("align gather eqnarray alignat flalign xalignat")
LISTS = words("enumerate enumerate* compactenum inparaenum enumeratea enumeratei")
PLAIN_LISTS = words("itemize itemize* description compactitem inparaitem list trivlist")
_FLOAT_NAME = re.compile(r"fig|table|algorithm", re.IGNORECASE)
FLOATS = {"figure": "figure", "figure*": "figure", "table": "table", "table*": "table"}


def start_counting(reader: Reader, group: Group, name: str) -> None:
    """Do what the standard environments do to counters."""
    plain = name.rstrip("*")
    if plain in DISPLAYS:
        if plain == name:
            _step_equation(reader, group)
        else:
            reader.anchor = Anchor("equation", "", group.environment)
        if plain in ROWS and plain == name:
            reader.define("\\", ROW)
    elif name in LISTS or name in PLAIN_LISTS:
        reader.define("item", ITEM)
        if name in LISTS:
            reader.counters.set(_list_counter(reader), 0)
    elif _FLOAT_NAME.search(name):
        reader.anchor = Anchor("float", "", group.environment)


def _step_equation(reader: Reader, group: Group) -> None:
    reader.counters.step("equation")
    number = None
    if group.name == "subequations":
        number = reader.counters.written("equation")
        reader.counters.set("equation", reader.counters.value("equation") - 1)
    reader.anchor = Anchor("equation", number, group.environment, "equation")


def _list_depth(reader: Reader) -> int:
    return sum(1 for g in reader.groups[-60:] if g is not None and g.name in LISTS)


def _list_counter(reader: Reader) -> str:
    return ("enumi", "enumii", "enumiii", "enumiv")[min(3, max(0, _list_depth(reader) - 1))]


def item(reader: Reader, called: str) -> None:
    r"""``\item`` of a numbered list."""
    top = next((g for g in reversed(reader.groups[-8:]) if g is not None and g.name), None)
    if top is not None and top.name in LISTS:
        counter = _list_counter(reader)
        reader.counters.step(counter)
        number = str(reader.counters.value(counter))
        reader.anchor = Anchor("item", number, top.environment)
    elif top is not None and top.kind == "environment":
        reader.anchor = Anchor("item", "", top.environment)


def row(reader: Reader, called: str) -> None:
    """The end of a row: rows of some displays are numbered one by one."""
    top = reader.groups[-1] if reader.groups else None
    if top is not None and top.name in ROWS:
        _step_equation(reader, top)


# These mean something in their environments alone, and are too frequent to be looked at elsewhere.
ITEM = Builtin(item, "item", strong=False)
ROW = Builtin(row, "\\", strong=False)


def unnumbered_row(reader: Reader, called: str) -> None:
    r"""``\nonumber``, ``\notag`` and ``\tag``."""
    top = next((g for g in reversed(reader.groups[-8:]) if g is not None and g.name), None)
    if top is None or top.name.rstrip("*") not in DISPLAYS:
        return
    if top.name in DISPLAYS and reader.anchor.counter:
        reader.counters.set("equation", reader.counters.value("equation") - 1)
    number = ""
    if called == "tag":
        frame = reader.tape.frames[-1]
        match = re.compile(r"\*?\s*\{([^{}]{0,80})\}").match(frame.text, frame.position)
        number = match[1] if match else ""
    reader.anchor = Anchor("equation", number, top.environment)


def caption(reader: Reader, called: str) -> None:
    r"""``\caption``: numbers the figure or table around it."""
    top = next(
        (g for g in reversed(reader.groups[-12:]) if g is not None and g.name in FLOATS), None
    )
    if top is not None:
        counter = FLOATS[top.name]
        reader.counters.step(counter)
        reader.anchor = Anchor("float", reader.counters.written(counter), top.environment)


def newcounter(reader: Reader, called: str) -> None:
    r"""``\newcounter{name}[within]``."""
    reader.tape.drop()
    name = reader.expand(reader.tape.argument()).strip()
    within = reader.tape.optional()
    reader.make_counter(name, within and reader.expand(within).strip())


def set_counter(reader: Reader, called: str) -> None:
    r"""``\setcounter``, ``\addtocounter``."""
    reader.tape.drop()
    name = reader.expand(reader.tape.argument()).strip()
    number = number_of(reader, reader.tape.argument())
    if number is not None:
        old = reader.counters.value(name) if called == "addtocounter" else 0
        reader.counters.set(name, old + number)


def step_counter(reader: Reader, called: str) -> None:
    r"""``\stepcounter``, ``\refstepcounter``."""
    reader.tape.drop()
    name = reader.expand(reader.tape.argument()).strip()
    reader.counters.step(name)
    if called == "refstepcounter":
        reader.anchor = Anchor("item", reader.counters.written(name))


def numberwithin(reader: Reader, called: str) -> None:
    r"""``\numberwithin``, ``\counterwithin``, ``\@addtoreset`` and their opposites."""
    tape = reader.tape
    tape.drop()
    starred = tape.star()
    form = tape.optional() or "\\arabic"
    name, within = (reader.expand(tape.argument()).strip() for _ in range(2))
    if called in {"counterwithout", "@removefromreset"}:
        reader.counters.free(name, within)
    else:
        reader.counters.put_within(name, within)
    if starred or called.startswith("@"):
        return
    prefix = "" if called == "counterwithout" else f"\\the{within}."
    reader.set_format(name, f"{prefix}{form}{{{name}}}")


COUNTING: Table = {
    "caption": Builtin(caption, strong=False),
    **{name: Builtin(unnumbered_row) for name in ("nonumber", "notag", "tag")},
    "newcounter": Builtin(newcounter),
    **{name: Builtin(set_counter) for name in ("setcounter", "addtocounter")},
    **{name: Builtin(step_counter) for name in ("stepcounter", "refstepcounter")},
    **{
        name: Builtin(numberwithin)
        for name in ("numberwithin", "counterwithin", "counterwithout", "@addtoreset",
                     "@removefromreset")
    },
}  # fmt: skip
