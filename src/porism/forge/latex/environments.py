"""Environments, headings, labels and what counts equations."""

from __future__ import annotations

import re

from porism.forge.latex.flat import Anchor, Environment, Label, Section
from porism.forge.latex.meaning import Table, names_of, number_of
from porism.forge.latex.reader import Builtin, Group, Meaning, Reader
from porism.forge.latex.tape import Slice
from porism.forge.latex.vocabulary import declare_well_known, translate_captions

_NAME = re.compile(r"\s{0,20}\{([^{}]{0,200})\}")
EXCLUDED = ("comment", "suspend", "ignore", "filecontents", "filecontents*")
DISPLAYS = frozenset(
    [
        "equation",
        "align",
        "gather",
        "multline",
        "eqnarray",
        "alignat",
        "flalign",
        "xalignat",
        "dmath",
        "subequations",
    ]
)
ROWS = frozenset(["align", "gather", "eqnarray", "alignat", "flalign", "xalignat"])
LISTS = {"enumerate", "enumerate*", "compactenum", "inparaenum", "enumeratea", "enumeratei"}
_FLOAT_NAME = re.compile(r"fig|table|algorithm", re.IGNORECASE)
FLOATS = {"figure": "figure", "figure*": "figure", "table": "table", "table*": "table"}
LEVELS = {
    "part": 0, "chapter": 1, "section": 2, "subsection": 3,
    "subsubsection": 4, "paragraph": 5, "subparagraph": 6,
}  # fmt: skip
MAX_TITLE = 2_000


def _read_environment_name(reader: Reader) -> str | None:
    """Read ``{name}``; the name may be made by macros."""
    frame = reader.tape.ready()
    match = _NAME.match(frame.text, frame.position)
    if match is None:
        if reader.tape.next_character() != "{":
            return None
        return reader.expand(reader.tape.argument()).strip()
    frame.position = match.end()
    name = match[1]
    return reader.expand(name).strip() if "\\" in name else name.strip()


def acts_as_environment(reader: Reader, name: str) -> bool:
    """Whether an environment has to be carried out rather than copied."""
    meaning = reader.meanings.get(name)
    if isinstance(meaning, Builtin) and meaning.run is skip_excluded:
        return True
    return _acts(reader.meanings.get(name)) or _acts(reader.meanings.get(f"end{name}"))


def _acts(meaning: Meaning | None) -> bool:
    if isinstance(meaning, Builtin):
        return meaning.strong
    return meaning is not None and meaning.live


def begin(reader: Reader, called: str) -> None:
    r"""``\begin{name}``."""
    name = _read_environment_name(reader)
    if name is None:
        return
    frame = reader.tape.frames[-1]
    if frame.source is not None and reader.start in frame.source.verbatim:
        frame.position = frame.source.verbatim[reader.start]
        return
    if name == "document":
        reader.tape.drop()
        begin_document(reader)
        return
    meaning = reader.meanings.get(name)
    if meaning is None and declare_well_known(reader, name):
        meaning = reader.meanings.get(name)
    group = Group("environment", name)
    if acts_as_environment(reader, name):
        reader.tape.drop()
        reader.open_group(group)
        _note(reader, group, name)
        _start_known(reader, group, name)
        if meaning is not None:
            reader.carry_out(meaning, name)
        return
    reader.open_group(group)
    _note(reader, group, name)
    _start_known(reader, group, name)


def _note(reader: Reader, group: Group, name: str) -> None:
    """Record that an environment begins here."""
    environments = reader.document.environments
    group.environment = len(environments)
    frame = reader.tape.frames[-1]
    start = reader.document.flat.length
    body = start + max(0, frame.position - frame.copied)
    environments.append(Environment(name, start, body))


def _start_known(reader: Reader, group: Group, name: str) -> None:
    """Do what the standard environments do to counters."""
    plain = name.rstrip("*")
    if plain in DISPLAYS:
        if plain == name:
            _step_equation(reader, group)
        else:
            reader.anchor = Anchor("equation", "", group.environment)
    elif name in LISTS:
        reader.counters.set(_list_counter(reader), 0)
    elif _FLOAT_NAME.search(name):
        reader.anchor = Anchor("float", "", group.environment)


def _step_equation(reader: Reader, group: Group) -> None:
    if group.name != "subequations":
        reader.counters.step("equation")
        number = reader.counters.written("equation")
    else:
        reader.counters.step("equation")
        number = reader.counters.written("equation")
        reader.counters.set("equation", reader.counters.value("equation") - 1)
    reader.anchor = Anchor("equation", number, group.environment)


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


def unnumbered_row(reader: Reader, called: str) -> None:
    r"""``\nonumber``, ``\notag`` and ``\tag``."""
    top = next((g for g in reversed(reader.groups[-8:]) if g is not None and g.name), None)
    if top is None or top.name.rstrip("*") not in DISPLAYS:
        return
    if top.name in DISPLAYS and reader.anchor.number:
        reader.counters.set("equation", reader.counters.value("equation") - 1)
    number = ""
    if called == "tag":
        frame = reader.tape.frames[-1]
        match = re.compile(r"\*?\s*\{([^{}]{0,80})\}").match(frame.text, frame.position)
        number = match[1] if match else ""
    reader.anchor = Anchor("equation", number, top.environment)


def end(reader: Reader, called: str) -> None:
    r"""``\end{name}``."""
    name = _read_environment_name(reader)
    if name is None:
        return
    if name == "document":
        reader.tape.drop()
        end_document(reader)
        return
    meaning = reader.meanings.get(f"end{name}")
    if not acts_as_environment(reader, name):
        close_environment(reader, name)
        return
    reader.tape.drop()
    finish = f"\\porismclose{{{name}}}"
    origin = reader.origin()
    reader.tape.push_text(finish, reader.packages_pattern, origin)
    if meaning is not None:
        reader.frame = reader.tape.frames[-1]
        reader.start = 0
        reader.frame.origin = origin
        reader.carry_out(meaning, f"end{name}")


def close_after(reader: Reader, called: str) -> None:
    """End the group of an environment that was carried out, once its last macro is."""
    reader.tape.drop()
    close_environment(reader, reader.tape.argument())


def close_environment(reader: Reader, name: str) -> None:
    """End the innermost environment of that name, and whatever was left open in it."""
    groups = reader.groups
    depth = next(
        (k for k, g in enumerate(reversed(groups[-2000:]), 1) if g is not None and g.name == name),
        None,
    )
    if depth is None:
        return
    frame = reader.tape.frames[-1]
    behind = reader.document.flat.length + max(0, frame.position - frame.copied)
    before = reader.document.flat.length
    for _ in range(depth):
        group = groups.pop()
        reader.restore(group)
        if group is not None and group.environment >= 0:
            environment = reader.document.environments[group.environment]
            environment.body_end, environment.end = before, behind


def begin_document(reader: Reader) -> None:
    r"""``\begin{document}``: what came before is preamble."""
    document = reader.document
    file = reader.tape.file_frame
    if reader.in_document:
        file.is_document = True
        return
    file.is_document = reader.in_document = True
    document.flat.clear()
    document.environments.clear()
    document.sections.clear()
    document.labels.clear()
    document.statements.clear()
    reader.groups.clear()
    reader.conditions = 0
    translate_captions(reader)
    for text in reversed(reader.at_begin_document):
        reader.push(text, reader.packages_pattern)
    reader.at_begin_document.clear()


def end_document(reader: Reader) -> None:
    r"""``\end{document}``: nothing behind it counts."""
    frames = reader.tape.frames
    while frames:
        frame = frames[-1]
        last = frame.is_document
        frame.position = frame.copied = len(frame.text)
        reader.tape.pop()
        if last and frames:
            return


def skip_excluded(reader: Reader, called: str) -> None:
    """An environment whose text does not count: read on behind its end."""
    reader.tape.drop()
    name = next((g.name for g in reversed(reader.groups) if g is not None and g.name), called)
    frame = reader.tape.ready()
    while frame.source is None and frame.text.find(f"\\end{{{name}}}", frame.position) < 0:
        frame.position = frame.copied = len(frame.text)
        frame = reader.tape.ready()
        if len(reader.tape.frames) == 1:
            break
    found = frame.text.find(f"\\end{{{name}}}", frame.position)
    reader.budget.charge(max(found, len(frame.text)) - frame.position if found < 0 else 0)
    if found < 0:
        reader.fault(f"environment {name} is never ended")
        return
    frame.position = frame.copied = found


EXCLUSION = Builtin(skip_excluded)


def excludecomment(reader: Reader, called: str) -> None:
    r"""``\excludecomment{name}``."""
    reader.tape.drop()
    for name in names_of(reader.expand(reader.tape.argument())):
        reader.define(name, EXCLUSION)
        reader.define(f"end{name}", None)


def includecomment(reader: Reader, called: str) -> None:
    r"""``\includecomment{name}``."""
    reader.tape.drop()
    for name in names_of(reader.expand(reader.tape.argument())):
        if reader.meanings.get(name) is EXCLUSION:
            reader.define(name, None)


def verbatim(reader: Reader, called: str) -> None:
    r"""``\verb`` and its kin: jump over what is between the fences."""
    frame = reader.frame
    if frame.source is not None:
        frame.position = frame.source.verbatim.get(reader.start, frame.position)


def heading(reader: Reader, called: str) -> None:
    """A sectioning command; its title stays in the text."""
    frame = reader.tape.frames[-1]
    position = frame.position
    if frame.text[position : position + 1] == "}":
        return  # the name alone, in a command about headings
    starred = frame.text[position : position + 1] == "*"
    level = LEVELS[called]
    title = _look_at_title(reader, position + starred)
    number = ""
    if not starred and not (called == "chapter" and reader.in_front):
        reader.counters.step(called)
        number = reader.counters.written(called)
    sections = reader.document.sections
    reader.anchor = Anchor("section", number, len(sections))
    for group in reader.groups[-50:]:
        if group is not None:
            group.anchor = reader.anchor
    sections.append(Section(reader.document.flat.length, level, title, number))


def _look_at_title(reader: Reader, position: int) -> str:
    """Return the title without reading it, so that what it holds is carried out in its place."""
    frame = reader.tape.frames[-1]
    match = re.compile(r"\s{0,20}(?:\[[^\]\n]{0,400}\])?\s{0,20}\{").match(frame.text, position)
    if match is None:
        return ""
    close = frame.close_of(match.end() - 1, reader.budget)
    return " ".join(frame.text[match.end() : min(close, match.end() + MAX_TITLE)].split())


def matter(reader: Reader, called: str) -> None:
    r"""``\frontmatter``, ``\mainmatter``: chapters have numbers in the latter alone."""
    reader.in_front = called != "mainmatter"


def appendix(reader: Reader, called: str) -> None:
    r"""``\appendix``: headings are lettered from here on."""
    top = "chapter" if reader.project.has_chapters else "section"
    reader.counters.set(top, 0)
    reader.counters.set("section", 0)
    reader.set_format(top, f"\\Alph{{{top}}}")


def label(reader: Reader, called: str) -> None:
    r"""``\label``: remember what it names; it stays in the text."""
    frame = reader.tape.frames[-1]
    match = _NAME.match(frame.text, frame.position)
    if match is None:
        text: str = reader.tape.argument()
        reader.document.flat.write(f"\\label{{{text}}}", reader.origin())
    else:
        text = match[1]
        frame.position = match.end()
    name_label(reader, text)


def name_label(reader: Reader, text: str) -> None:
    """Let a label name what stands here."""
    name = written_label(text)
    labels = reader.document.labels
    if name and name not in labels:
        labels[name] = Label(name, reader.document.flat.length, reader.anchor)
    if reader.anchor.kind == "statement":
        statement = reader.document.statements[reader.anchor.index]
        if statement.end < 0 and name:
            statement.labels.append(name)


def written_label(text: str) -> str:
    """Return a label as TeX writes it: single blanks, one behind every control word."""
    spaced = re.sub(r"(\\[A-Za-z@]+)\s*", r"\1 ", text)
    return (
        " ".join(spaced.split(" ")).replace("\n", " ").strip()
        if "\\" in text
        else " ".join(text.split())
    )


def caption(reader: Reader, called: str) -> None:
    r"""``\caption``: numbers the figure or table around it."""
    top = next(
        (g for g in reversed(reader.groups[-12:]) if g is not None and g.name in FLOATS), None
    )
    if top is not None:
        counter = FLOATS[top.name]
        reader.counters.step(counter)
        reader.anchor = Anchor("float", reader.counters.written(counter), top.environment)


# Counters


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


def place_of(text: str) -> tuple[int, int] | None:
    """Return file and position of a text, where it stands in a file."""
    return (text.file, text.position) if isinstance(text, Slice) else None


ENVIRONMENTS: Table = {
    "begin": Builtin(begin, strong=False),
    "end": Builtin(end, strong=False),
    "porismclose": Builtin(close_after),
    "comment": Builtin(skip_excluded, strong=False),
    "verbatim@": Builtin(skip_excluded),
    **{name: Builtin(skip_excluded) for name in EXCLUDED if name.isalpha() and name != "comment"},
    "filecontents*": Builtin(skip_excluded),
    "excludecomment": Builtin(excludecomment),
    "excludeversion": Builtin(excludecomment),
    "includecomment": Builtin(includecomment),
    "includeversion": Builtin(includecomment),
    **{name: Builtin(verbatim) for name in ("verb", "lstinline", "mintinline")},
    **{name: Builtin(heading) for name in LEVELS},
    "appendix": Builtin(appendix),
    **{name: Builtin(matter) for name in ("frontmatter", "mainmatter", "backmatter")},
    "label": Builtin(label),
    "caption": Builtin(caption, strong=False),
    "item": Builtin(item, strong=False),
    "\\": Builtin(row, strong=False),
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
