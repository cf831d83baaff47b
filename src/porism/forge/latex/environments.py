"""Environments: begun, ended, left out."""

from __future__ import annotations

import re

from porism.forge.latex.counting import start_counting
from porism.forge.latex.flat import Anchor, Environment
from porism.forge.latex.known import declare_well_known
from porism.forge.latex.macros import Macro
from porism.forge.latex.meaning import Table, names_of
from porism.forge.latex.reader import Builtin, Group, Meaning, Reader
from porism.forge.latex.tape import WITH_AT
from porism.forge.latex.vocabulary import translate_captions

_NAME = re.compile(r"\s{0,20}\{([^{}]{0,200})\}")


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
    if reader.expanding:
        _expand_environment(reader, name)
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
        start_counting(reader, group, name)
        if meaning is not None:
            reader.carry_out(meaning, name)
        return
    reader.open_group(group)
    _note(reader, group, name)
    start_counting(reader, group, name)


def _expand_environment(reader: Reader, name: str) -> None:
    """Where a text is expanded for its own sake: put the author's text for an environment."""
    meaning = reader.meanings.get(name)
    if isinstance(meaning, Macro) and not reader.budget.spent:
        reader.carry_out(meaning, name)


def _note(reader: Reader, group: Group, name: str) -> None:
    """Record that an environment begins here."""
    environments = reader.document.environments
    group.environment = len(environments)
    frame = reader.tape.frames[-1]
    start = reader.document.flat.length
    body = start + max(0, frame.position - frame.copied)
    environments.append(Environment(name, start, body))


def end(reader: Reader, called: str) -> None:
    r"""``\end{name}``."""
    name = _read_environment_name(reader)
    if name is None:
        return
    if reader.expanding:
        _expand_environment(reader, f"end{name}")
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
    if isinstance(meaning, Builtin):
        reader.carry_out(meaning, f"end{name}")
        close_environment(reader, name)
        return
    finish = f"\\porismclose{{{name}}}"
    origin = reader.origin()
    reader.tape.push_text(finish, WITH_AT, origin)
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
    reader.open_statements.clear()
    reader.groups.clear()
    reader.anchor = Anchor("document", "")
    reader.conditions = 0
    translate_captions(reader)
    for text in reversed(reader.at_begin_document):
        reader.push(text, WITH_AT)
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


ENVIRONMENTS: Table = {
    "begin": Builtin(begin, expandable=True),
    "end": Builtin(end, expandable=True),
    "porismclose": Builtin(close_after),
    "comment": Builtin(skip_excluded),
    "verbatim@": Builtin(skip_excluded),
    "excludecomment": Builtin(excludecomment),
    "excludeversion": Builtin(excludecomment),
    "includecomment": Builtin(includecomment),
    "includeversion": Builtin(includecomment),
    **{name: Builtin(verbatim) for name in ("verb", "lstinline", "mintinline")},
}
