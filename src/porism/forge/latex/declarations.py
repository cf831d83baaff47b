"""Declarations of theorem-like environments, and the environments they declare."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import partial

from porism.forge.latex.flat import Anchor, RawStatement
from porism.forge.latex.labels import name_label
from porism.forge.latex.meaning import Table, key_values, names_of
from porism.forge.latex.reader import Builtin, Reader
from porism.forge.latex.source import Span

_KEYS = re.compile(
    r"\s*(?:name|title|label|restate|continues|note|heading|store|text|category|unlisted)\s*(?:=|$|,)"
)
MAX_TITLE = 4_000


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of theorem-like environment."""

    environment: str
    display: str
    """What is printed before the number; may hold macros."""
    counter: str | None
    """``None`` where it is not numbered."""
    style: str = "plain"
    """``keys``: options as ``name=...,label=...``. ``box``: title and label in braces."""
    prefix: str = ""
    """For ``box``: what comes before the label and a colon."""


def declare(reader: Reader, kind: Kind) -> None:
    """Make the environment known."""
    name = kind.environment
    reader.define(name, Builtin(partial(open_statement, kind=kind)))
    reader.define(f"end{name}", Builtin(close_statement))
    reader.declared.add(name)


def _counter(reader: Reader, name: str, shared: str | None, within: str | None) -> str:
    """Make or share the counter of a new environment and return its name."""
    if name in reader.counters and reader.counters.base(name) != name and shared in {None, name}:
        return name  # an alias made beforehand
    if shared and shared in reader.counters and reader.counters.base(shared) != name:
        reader.share_counter(name, shared)
        return name
    reader.make_counter(name, within)
    if within:
        reader.set_format(name, f"\\the{within}.\\arabic{{{name}}}")
    return name


def newtheorem(reader: Reader, called: str) -> None:
    r"""``\newtheorem`` and the many that take the same arguments."""
    tape = reader.tape
    tape.drop()
    starred = tape.star()
    if called in {"newmdtheoremenv", "mdtheorem", "newtheorem"}:
        tape.optional()
    name = reader.expand(tape.argument()).strip()
    shared = tape.optional()
    display = tape.argument()
    within = tape.optional()
    if called == "newframedtheorem" and within is None:
        within = tape.optional()
    if not name or len(display) > MAX_TITLE:
        return
    plain = (
        None if starred or called == "newproof" else (reader.expand(shared or "").strip() or None)
    )
    outer = reader.expand(within or "").strip() or None
    counter = None if starred or called == "newproof" else _counter(reader, name, plain, outer)
    declare(reader, Kind(name, display, counter))


def siam_theorem(reader: Reader, called: str) -> None:
    r"""``\newsiamthm{name}{Display}``, ``\newsiamremark``: numbered with the theorems."""
    tape = reader.tape
    tape.drop()
    name = reader.expand(tape.argument()).strip()
    declare(reader, Kind(name, tape.argument(), _counter(reader, name, "theorem", None)))


def spnewtheorem(reader: Reader, called: str) -> None:
    r"""``\spnewtheorem`` of Springer's classes: two fonts behind."""
    tape = reader.tape
    tape.drop()
    starred = tape.star()
    name = reader.expand(tape.argument()).strip()
    shared = tape.optional()
    display = tape.argument()
    within = tape.optional()
    tape.argument()
    tape.argument()
    options = reader.project.class_options
    if not starred and "envcountsame" in options and name != "theorem":
        shared, within = "theorem", None
    elif not starred and not shared and not within and "envcountsect" in options:
        within = "section"
    counter = None if starred else _counter(reader, name, shared, within)
    declare(reader, Kind(name, display, counter))


def declaretheorem(reader: Reader, called: str) -> None:
    r"""``\declaretheorem`` of thmtools, ``\newkeytheorem`` of keytheorems."""
    tape = reader.tape
    tape.drop()
    before = tape.optional()
    names = names_of(reader.expand(tape.argument()))
    after = tape.optional()
    keys = key_values(f"{before or ''},{after or ''}")
    style = reader.theorem_styles.get(keys.get("style", "").strip(), {})
    keys = {**style, **keys}
    for name in names:
        _declare_by_keys(reader, name, keys)


def _first(keys: dict[str, str], *names: str) -> str | None:
    return next((keys[name] for name in names if keys.get(name)), None)


def _declare_by_keys(reader: Reader, name: str, keys: dict[str, str]) -> None:
    shared = _first(keys, "sibling", "numberlike", "sharenumber", "sharecounter")
    within = _first(keys, "numberwithin", "within", "parent")
    numbered = keys.get("numbered", "").strip() not in {"no", "false"} and "unnumbered" not in keys
    counter = _counter(reader, name, shared, within) if numbered else None
    display = _first(keys, "name", "title", "heading") or _capitalised(name.rstrip("*"))
    declare(reader, Kind(name, display, counter, style="keys"))


def _capitalised(name: str) -> str:
    return name[:1].upper() + name[1:]


def theorem_style(reader: Reader, called: str) -> None:
    r"""``\declaretheoremstyle[keys]{name}``: only what concerns numbering is kept."""
    tape = reader.tape
    tape.drop()
    keys = key_values(tape.optional() or "")
    name = tape.argument().strip()
    kept = {key: value for key, value in keys.items() if key in {"numbered", "unnumbered"}}
    if len(reader.theorem_styles) < 1000:
        reader.theorem_styles[name] = kept


def newtcbtheorem(reader: Reader, called: str) -> None:
    r"""``\newtcbtheorem[init]{name}{Display}{options}{prefix}`` of tcolorbox."""
    tape = reader.tape
    tape.drop()
    tape.star()
    keys = key_values(tape.optional() or "")
    name = reader.expand(tape.argument()).strip()
    display, _, prefix = tape.argument(), tape.argument(), tape.argument()
    shared = _first(keys, "use counter from", "use counter", "use counter*")
    within = _first(keys, "number within")
    counter = None if "no counter" in keys else _counter(reader, name, shared, within)
    declare(reader, Kind(name, display, counter, "box", prefix.strip()))
    declare(reader, Kind(f"{name}*", display, None, "box", prefix.strip()))


def end_theorem(reader: Reader, called: str) -> None:
    r"""``\newEndThm[options]{name}{environment}`` of proof-at-the-end."""
    tape = reader.tape
    tape.drop()
    tape.optional()
    name = reader.expand(tape.argument()).strip()
    base = reader.expand(tape.argument()).strip()
    meaning = reader.meanings.get(base)
    if isinstance(meaning, Builtin):
        reader.define(name, meaning)
        reader.define(f"end{name}", reader.meanings.get(f"end{base}"))


def theorem_with_repeat(reader: Reader, called: str) -> None:
    r"""``\newtheoremrep`` of apxproof: declares ``name`` and ``namerep``."""
    tape = reader.tape
    name_frame = tape.ready()
    start = name_frame.position
    newtheorem(reader, called)
    text = name_frame.text[start : name_frame.position]
    match = re.search(r"\{([^{}]*)\}", text)
    if match and (meaning := reader.meanings.get(match[1])) is not None:
        reader.define(f"{match[1]}rep", meaning)
        reader.define(f"end{match[1]}rep", reader.meanings.get(f"end{match[1]}"))


def alias_counter(reader: Reader, called: str) -> None:
    r"""``\newaliascnt{name}{counter}``."""
    reader.tape.drop()
    name, target = (reader.expand(reader.tape.argument()).strip() for _ in range(2))
    reader.share_counter(name, target)


# The environments themselves


def open_statement(reader: Reader, called: str, kind: Kind) -> None:
    """Begin a statement: read its options, step its counter, remember where it is."""
    tape = reader.tape
    tape.drop()
    begin = reader.origin()
    if tape.next_character() == "<":
        tape.optional("<", ">")
    label: str | None = None
    title: str | None = None
    keys: dict[str, str] = {}
    if kind.style == "box":
        tape.optional()
        title, label = tape.argument(), tape.argument()
        label = f"{kind.prefix}:{label}" if kind.prefix and label.strip() else label
    else:
        title = tape.optional()
        if title is not None and (kind.style == "keys" or _KEYS.match(title)):
            title, label, keys = _read_keys(title)
    statement = _begin(reader, kind, called, begin)
    statement.title = (title or "").strip()[:MAX_TITLE] or None
    if label and label.strip():
        name_label(reader, label)
    if restate := _first(keys, "restate", "store"):
        _remember(reader, restate, statement)


def _read_keys(options: str) -> tuple[str | None, str | None, dict[str, str]]:
    """Read options that may be a title or keys."""
    if not _KEYS.match(options):
        return options, None, {}
    keys = key_values(options)
    return _first(keys, "name", "title", "note", "heading"), keys.get("label"), keys


def _begin(reader: Reader, kind: Kind, called: str, begin: Span) -> RawStatement:
    number = None
    if kind.counter is not None:
        reader.counters.step(kind.counter)
        number = reader.counters.written(kind.counter)
    document = reader.document
    offset = document.flat.length
    statement = RawStatement(
        environment=kind.environment,
        called=_environment_called(reader) or called,
        display=reader.expand(kind.display).strip(),
        number=number,
        title=None,
        start=offset,
        body=offset,
        span_start=begin,
        section=len(document.sections) - 1,
        repeats=reader.repeating,
    )
    reader.anchor = Anchor("statement", number or "", len(document.statements))
    reader.open_statements.append(len(document.statements))
    document.statements.append(statement)
    return statement


def _environment_called(reader: Reader) -> str:
    r"""The name that the author wrote behind ``\begin``."""
    top = reader.groups[-1] if reader.groups else None
    return top.name if top is not None else ""


def close_statement(reader: Reader, called: str) -> None:
    """End the innermost statement."""
    reader.tape.drop()
    if not reader.open_statements:
        return
    document = reader.document
    statement = document.statements[reader.open_statements.pop()]
    statement.body_end = statement.end = document.flat.length
    statement.span_end = reader.origin()


# Restated theorems


def restatable(reader: Reader, called: str) -> None:
    """``restatable`` of thm-restate: a statement, and a macro that repeats it."""
    tape = reader.tape
    tape.drop()
    title = tape.optional()
    base = reader.expand(tape.argument()).strip()
    macro = tape.argument().strip()
    begin = reader.origin()
    meaning = reader.meanings.get(base)
    kind = kind_of(meaning) or Kind(base, _capitalised(base), None)
    label = None
    if title is not None:
        title, label, _ = _read_keys(title)
    statement = _begin(reader, kind, base, begin)
    statement.title = (title or "").strip()[:MAX_TITLE] or None
    if label:
        name_label(reader, label)
    _remember(reader, macro, statement)


def kind_of(meaning: object) -> Kind | None:
    """Return the kind that an environment was declared with."""
    run = getattr(meaning, "run", None)
    kind = run.keywords.get("kind") if isinstance(run, partial) else None
    return kind if isinstance(kind, Kind) else None


def _remember(reader: Reader, macro: str, statement: RawStatement) -> None:
    name = macro.strip().lstrip("\\")
    if name and not isinstance(reader.meanings.get(name), Builtin):
        reader.define(name, Builtin(partial(restate, original=statement)), globally=True)


def restate(reader: Reader, called: str, original: RawStatement) -> None:
    """The macro of a restatable theorem: a copy of it."""
    tape = reader.tape
    tape.drop()
    tape.star()
    document = reader.document
    if original.end < 0:
        return
    body = document.text[original.body : original.body_end]
    if not reader.budget.charge(len(body), 1):
        return
    origin = reader.origin()
    offset = document.flat.length
    document.flat.write(body, origin)
    document.statements.append(
        RawStatement(
            original.environment, original.called, original.display, original.number,
            original.title, offset, offset, document.flat.length, document.flat.length,
            origin, origin, [], repeats=True, section=len(document.sections) - 1,
        )
    )  # fmt: skip


_LIKE_NEWTHEOREM = [
    "newtheorem",
    "newframedtheorem",
    "newshadedtheorem",
    "renewtheorem",
    "renewframedtheorem",
    "newmdtheoremenv",
    "mdtheorem",
    "newboxedtheorem",
    "newdefinition",
    "newproof",
    "newnumbered",
    "newunnumbered",
    "newreptheorem",
    "newtheoremx",
    "newthm",
    "newshadetheorem",
    "newtheoremwithappendix",
]

DECLARATIONS: Table = {
    **{name: Builtin(newtheorem) for name in _LIKE_NEWTHEOREM},
    "spnewtheorem": Builtin(spnewtheorem),
    "newsiamthm": Builtin(siam_theorem),
    "newsiamremark": Builtin(siam_theorem),
    "declaretheorem": Builtin(declaretheorem),
    "newkeytheorem": Builtin(declaretheorem),
    "declaretheoremstyle": Builtin(theorem_style),
    "newtcbtheorem": Builtin(newtcbtheorem),
    "NewTcbTheorem": Builtin(newtcbtheorem),
    "newEndThm": Builtin(end_theorem),
    "newtheoremrep": Builtin(theorem_with_repeat),
    "newaliascnt": Builtin(alias_counter),
    "restatable": Builtin(restatable),
    "restatable*": Builtin(restatable),
    "endrestatable": Builtin(close_statement),
    "endrestatable*": Builtin(close_statement),
}
