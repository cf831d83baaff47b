"""Control sequences that bring in other files: inputs, packages, classes."""

from __future__ import annotations

import re
from pathlib import Path

from porism.forge.latex.definitions import read_name
from porism.forge.latex.known import predefined
from porism.forge.latex.meaning import Table, names_of
from porism.forge.latex.reader import Builtin, Reader
from porism.forge.latex.tape import PLAIN, WITH_AT, Frame, Pattern
from porism.forge.latex.vocabulary import choose_sections

_PLAIN_NAME = re.compile(r"[ \t]*\n?[ \t]*=?[ \t]*([^\s{}\\%]{1,300})")
_BEGIN = re.compile(r"\\begin\s*\{document\}")
LANGUAGES = {
    "ngerman": "german", "german": "german", "naustrian": "german", "french": "french",
    "francais": "french", "frenchb": "french", "russian": "russian", "english": "english",
    "american": "english", "british": "english", "USenglish": "english", "UKenglish": "english",
    "spanish": "spanish", "italian": "italian", "portuguese": "portuguese", "brazil": "portuguese",
}  # fmt: skip
TEX = (".tex", "", ".ltx")


def enter(reader: Reader, path: Path | None, pattern: Pattern, written: str) -> Frame | None:
    """Read a file next, unless it is being read already, is missing or too large."""
    if path is None:
        reader.fault(f"no file {written}")
        return None
    number = reader.project.load(path)
    if number is None:
        reader.fault(f"{written} is too large, or files are too many")
        return None
    active = [frame for frame in reader.tape.frames if frame.source is not None]
    if any(frame.file == number for frame in active) or len(active) > 60:
        reader.fault(f"{written} reads itself")
        return None
    source = reader.project.files[number]
    frame = Frame(source.text, pattern, number, source)
    depth, repeating = len(reader.groups), reader.repeating
    reader.repeating = repeating or number in reader.read_before
    if reader.in_document:
        reader.read_before.add(number)

    def leave() -> None:
        reader.repeating = repeating
        if pattern is WITH_AT:
            del reader.groups[depth:]

    frame.at_end = leave
    reader.budget.charge(len(source.text))
    reader.tape.push(frame)
    return frame


def start_inside(reader: Reader, frame: Frame | None) -> None:
    """In a document of its own that is input, only what its document environment holds counts."""
    if frame is None or not reader.in_document:
        return
    begin = _BEGIN.search(frame.text)
    if begin is not None:
        frame.position = frame.copied = begin.end()
        frame.is_document = True


def input_file(reader: Reader, called: str) -> None:
    r"""``\input``, ``\include``, ``\subfile``: the file's text stands here."""
    tape = reader.tape
    tape.drop()
    if called == "includestandalone":
        tape.optional()
    if tape.next_character() == "{":
        name = tape.argument()
    else:
        frame = tape.ready()
        match = _PLAIN_NAME.match(frame.text, frame.position)
        if match is None:
            name = _macro_name(reader)
        else:
            name = match[1]
            frame.position = frame.copied = match.end()
    name = reader.expand(name).strip()
    if called == "include" and reader.included is not None and name not in reader.included:
        return
    pattern = tape.file_frame.pattern
    start_inside(reader, enter(reader, reader.project.find(name, TEX), pattern, name))


def _macro_name(reader: Reader) -> str:
    name = reader.tape.control_sequence()
    return f"\\{name}" if name else ""


def include_only(reader: Reader, called: str) -> None:
    r"""``\includeonly``."""
    reader.tape.drop()
    reader.included = set(names_of(reader.expand(reader.tape.argument())))


def input_if_exists(reader: Reader, called: str) -> None:
    r"""``\InputIfFileExists{file}{then}{else}``."""
    tape = reader.tape
    tape.drop()
    name = reader.expand(tape.argument()).strip()
    then, otherwise = tape.argument(), tape.argument()
    path = reader.project.find(name, TEX)
    if path is None:
        reader.push(otherwise)
        return
    reader.push(then)
    enter(reader, path, tape.file_frame.pattern, name)


def import_file(reader: Reader, called: str) -> None:
    r"""``\import{folder}{file}`` and its kin: names inside are relative to the folder."""
    tape = reader.tape
    tape.drop()
    tape.star()
    folder, name = (reader.expand(tape.argument()).strip() for _ in range(2))
    project = reader.project
    base = project.main.parent
    if called.startswith("sub") and project.folders:
        base = project.folders[-1]
    place = (base / folder).resolve() if not folder.startswith("/") else base
    project.folders.append(place)
    frame = enter(reader, project.find(name, TEX), tape.file_frame.pattern, name)
    if frame is None:
        project.folders.pop()
        return
    _leave_folder(reader, frame)
    start_inside(reader, frame)


def _leave_folder(reader: Reader, frame: Frame) -> None:
    leave = frame.at_end

    def leave_folder() -> None:
        if reader.project.folders:
            reader.project.folders.pop()
        if leave is not None:
            leave()

    frame.at_end = leave_folder


def subfile(reader: Reader, called: str) -> None:
    r"""``\subfile``: the body of a document of its own; names inside are relative to it."""
    tape = reader.tape
    tape.drop()
    name = reader.expand(tape.argument()).strip()
    project = reader.project
    path = project.find(name, TEX)
    frame = enter(reader, path, tape.file_frame.pattern, name)
    if frame is None or path is None:
        return
    project.folders.append(path.parent)
    _leave_folder(reader, frame)
    start_inside(reader, frame)


def end_input(reader: Reader, called: str) -> None:
    r"""``\endinput``: nothing more of this file."""
    reader.tape.drop()
    frames = reader.tape.frames
    while frames:
        frame = frames[-1]
        frame.position = frame.copied = len(frame.text)
        if frame.source is not None:
            return
        reader.tape.pop()


def package(reader: Reader, called: str) -> None:
    r"""``\usepackage``, ``\RequirePackage``: read those that lie beside the paper."""
    tape = reader.tape
    tape.drop()
    options = names_of(tape.optional() or "")
    names = names_of(reader.expand(tape.argument()))
    tape.optional()
    for name in reversed(names):
        _one_package(reader, name, options)


def _one_package(reader: Reader, name: str, options: list[str]) -> None:
    project = reader.project
    base = name.rsplit("/", 1)[-1]
    if base in {"babel", "polyglossia"}:
        for option in options:
            project.language = LANGUAGES.get(option.removeprefix("main="), project.language)
    known = base in project.packages
    project.packages.add(base)
    predefined(reader, base)
    if known or base in NOT_READ:
        return
    path = project.find(name, (".sty",))
    if path is not None:
        reader.options.append(options)
        frame = enter(reader, path, WITH_AT, name)
        _pop_options(reader, frame)


def _pop_options(reader: Reader, frame: Frame | None) -> None:
    if frame is None:
        reader.options.pop()
        return
    leave = frame.at_end

    def leave_package() -> None:
        if len(reader.options) > 1:
            reader.options.pop()
        if leave is not None:
            leave()

    frame.at_end = leave_package


def document_class(reader: Reader, called: str) -> None:
    r"""``\documentclass``, ``\LoadClass``, ``\documentstyle``."""
    tape = reader.tape
    tape.drop()
    options = names_of(reader.expand(tape.optional() or ""))
    name = reader.expand(tape.argument()).strip()
    tape.optional()
    if reader.in_document:
        return
    project = reader.project
    base = name.rsplit("/", 1)[-1]
    project.class_name = base
    if base == "standalone":
        project.class_name = next(
            (o.partition("=")[2].strip() for o in options if o.startswith("class")), base
        )
    project.class_options = [*project.class_options, *options]
    for option in options:
        project.language = LANGUAGES.get(option, project.language)
    choose_sections(reader)
    predefined(reader, base)
    if called == "documentstyle":
        for option in options:
            _one_package(reader, option, [])
    endings = (".cls", ".sty") if called == "documentstyle" else (".cls",)
    path = project.find(name, endings)
    if path is not None:
        reader.options.append(options)
        _pop_options(reader, enter(reader, path, WITH_AT, name))


def language(reader: Reader, called: str) -> None:
    r"""``\setdefaultlanguage`` of polyglossia."""
    reader.tape.drop()
    reader.tape.optional()
    name = reader.tape.argument().strip()
    reader.project.language = LANGUAGES.get(name, name)


def declare_option(reader: Reader, called: str) -> None:
    r"""``\DeclareOption{name}{code}``."""
    reader.tape.drop()
    name = "*" if reader.tape.star() else reader.expand(reader.tape.argument()).strip()
    code = reader.tape.argument()
    if len(reader.declared_options) < 5000:
        reader.declared_options[name] = code


def process_options(reader: Reader, called: str) -> None:
    r"""``\ProcessOptions``, ``\ExecuteOptions{list}``: carry out the code of options."""
    tape = reader.tape
    tape.drop()
    if called == "ExecuteOptions":
        given = names_of(reader.expand(tape.argument()))
    else:
        tape.star()
        given = reader.options[-1] if reader.options else []
    code = "".join(reader.declared_options.get(name, "") for name in given)
    if code:
        reader.push(code, WITH_AT)


def bibliography(reader: Reader, called: str) -> None:
    r"""``\bibliography``, ``\printbibliography``: the .bbl file of the paper, if it is there."""
    tape = reader.tape
    tape.drop()
    if called == "bibliography":
        tape.argument()
    else:
        tape.optional()
    path = reader.project.find(reader.project.main.stem, (".bbl",))
    if path is not None:
        enter(reader, path, PLAIN, path.name)


def jobname(reader: Reader, called: str) -> None:
    r"""``\jobname``."""
    reader.tape.drop()
    reader.push(reader.project.main.stem)


def new_read_name(reader: Reader, called: str) -> None:
    r"""``\CatchFileDef\macro{file}{setup}``: nothing is defined."""
    reader.tape.drop()
    read_name(reader)
    reader.tape.argument()
    reader.tape.argument()


# Packages that the reader knows better than their code says.
NOT_READ = frozenset(
    [
        "amsthm",
        "ntheorem",
        "thmtools",
        "thm-restate",
        "cleveref",
        "hyperref",
        "amsmath",
        "amssymb",
        "tikz",
        "tikz-cd",
        "tcolorbox",
        "mdframed",
        "etoolbox",
        "xparse",
        "comment",
        "verbatim",
        "listings",
        "babel",
        "natbib",
        "biblatex",
        "aliascnt",
        "kvoptions",
        "pgf",
        "pgfplots",
        "xcolor",
        "graphicx",
        "geometry",
        "enumitem",
        "mathtools",
        "fontspec",
        "xy",
        "xypic",
        "diagrams",
    ]
)

FILES: Table = {
    **{name: Builtin(input_file) for name in ("input", "include", "@input", "@@input", "loadinput",
                                              "includestandalone")},
    "includeonly": Builtin(include_only),
    "InputIfFileExists": Builtin(input_if_exists),
    **{
        name: Builtin(import_file)
        for name in ("import", "subimport", "inputfrom", "includefrom", "subinputfrom",
                     "subincludefrom")
    },
    **{name: Builtin(subfile) for name in ("subfile", "subfileinclude")},
    "endinput": Builtin(end_input),
    **{
        name: Builtin(package)
        for name in ("usepackage", "RequirePackage", "RequirePackageWithOptions")
    },
    **{
        name: Builtin(document_class)
        for name in ("documentclass", "documentstyle", "LoadClass", "LoadClassWithOptions")
    },
    **{name: Builtin(language) for name in ("setdefaultlanguage", "setmainlanguage")},
    "DeclareOption": Builtin(declare_option),
    **{name: Builtin(process_options) for name in ("ProcessOptions", "ExecuteOptions")},
    **{name: Builtin(bibliography) for name in ("bibliography", "printbibliography")},
    "jobname": Builtin(jobname, strong=False, expandable=True),
    "CatchFileDef": Builtin(new_read_name),
}  # fmt: skip
