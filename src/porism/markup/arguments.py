r"""Commands whose argument must be read: text with mathematics in it, ``\substack``, ``\tag``."""

from __future__ import annotations

import re

_COMMAND = re.compile(
    r"\\(?P<name>text(?:rm|it|bf|sf|tt|sc)?|emph|substack|tag\*?|label|(?:eq|c|C)?ref|vspace\*?"
    r"|hdotsfor)\s*(?=\{)"
)
_BRACE = re.compile(r"\\.|[{}]", re.DOTALL)
_IN_TEXT = re.compile(r"(?<!\\)\$(?P<dollars>[^$]+)\$|\\\((?P<brackets>.+?)\\\)", re.DOTALL)
_SPECIAL = re.compile(r"\\\\|\\.|[_^&#%$]", re.DOTALL)
_SIGNS = frozenset("_&#%$")
_TAG = re.compile(r"\\tag(?P<bare>\*?)\{(?P<tag>[^{}]*)\}")
_PLAIN_TAG = re.compile(r"[A-Za-z0-9 .,:;*+()/=-]{1,40}")
_NUMBERED = re.compile(r"\s*\\begin\{(?:align|equation|gather)\*\}")


def arguments(latex: str) -> str:
    """Rewrite what stands in the arguments of commands, inside out.

    Args:
        latex: a formula whose braces are balanced, so that every argument ends.
    """
    parts: list[str] = []
    start = 0
    while command := _COMMAND.search(latex, start):
        end = _closing(latex, command.end())
        parts += (
            latex[start : command.start()],
            _said(command["name"], latex[command.end() + 1 : end]),
        )
        start = end + 1
    return "".join(parts) + latex[start:]


def tagged(latex: str, *, display: bool) -> str:
    """Put one tag at the right margin; several, or those in a line of text, where they stand."""
    tags = list(_TAG.finditer(latex))
    if not tags or _NUMBERED.match(latex):
        return latex
    if display and len(tags) == 1:
        untagged = _TAG.sub("", latex)
        return rf"\begin{{equation*}}{untagged}{tags[0][0]}\end{{equation*}}"
    return _TAG.sub(lambda tag: r"\qquad " + _text("text", _label(tag["bare"], tag["tag"])), latex)


def _closing(latex: str, opening: int) -> int:
    """Where the group that opens at a place closes."""
    depth = 0
    for brace in _BRACE.finditer(latex, opening):
        depth += {"{": 1, "}": -1}.get(brace[0], 0)
        if not depth:
            return brace.start()
    return len(latex)


def _said(name: str, argument: str) -> str:
    match name:
        case "substack":
            return rf"\begin{{subarray}}{{c}}{arguments(argument)}\end{{subarray}}"
        case "tag" | "tag*":
            return _kept_tag(name, argument)
        case "ref" | "eqref" | "cref" | "Cref":
            return _text("text", f"({argument})")
        case "label" | "vspace" | "vspace*":
            return ""
        case "hdotsfor":
            return r"\ldots "
    return _text(name, argument)


def _kept_tag(name: str, tag: str) -> str:
    if _PLAIN_TAG.fullmatch(tag):
        return rf"\{name}{{{tag}}}"
    return r"\qquad " + _text("text", _label(name[3:], tag))


def _label(bare: str, tag: str) -> str:
    return tag if bare else f"({tag})"


def _text(name: str, content: str) -> str:
    """Text, and between it the mathematics that the text contains."""
    parts: list[str] = []
    start = 0
    for found in _IN_TEXT.finditer(content):
        parts.append(_words(name, content[start : found.start()]))
        parts.append(f"{{{arguments(found['dollars'] or found['brackets'])}}}")
        start = found.end()
    return "".join((*parts, _words(name, content[start:])))


def _words(name: str, content: str) -> str:
    return rf"\{name}{{{_SPECIAL.sub(_escaped, content)}}}" if content else ""


def _escaped(special: re.Match[str]) -> str:
    """A sign that text may contain; the converter would drop a space right after it."""
    sign = special[0].removeprefix("\\")
    if special[0] == r"\\":
        return " "
    if special[0] == "^":
        return r"\textasciicircum{}"
    return f"\\{sign}{{}}" if sign in _SIGNS else special[0]
