"""Texts of models, papers and files: Markdown with mathematics to HTML that is safe anywhere."""

from __future__ import annotations

import re

from markupsafe import Markup

from porism.markup.allowed import clean
from porism.markup.characters import plain
from porism.markup.markdown import HELD, markdown
from porism.markup.mathematics import typeset
from porism.markup.spans import Span, spans
from porism.markup.tame import released, tame, tame_code

LONGEST = 200_000
"""Characters of a text that are typeset unless more is asked for."""
_FENCE = "```"
_CODE = re.compile("\x05(\\d+)\x03")
_BREAKS_BEFORE = re.compile("<br>\n?(?:<br>\n?)*+(\x04?)")
_BREAKS_AFTER = re.compile("(\x04\\d+\x03)(?:<br>\n?)++")


def prose(
    text: str, *, longest: int = LONGEST, whole: str | None = None, breaks: bool = True
) -> Markup:
    """Typeset Markdown with mathematics.

    Args:
        text: from anyone; not a part of it becomes a script, a style, an image or a link to
            anything but the open web.
        longest: characters after which the text is cut, with a notice that says so.
        whole: the address of the whole text, for that notice.
        breaks: the end of a line is shown as one, as models mean it; papers wrap their lines.
    """
    formulas: list[Span] = []
    codes: list[str] = []
    read = _begun(plain(text[:longest])) + "\n"
    held = "".join(_hold(span, formulas, codes) for span in spans(read))
    ready = _CODE.sub(lambda mark: tame_code(codes[int(mark[1])]), tame(held))
    html = released(markdown(ready, [span.source for span in formulas], breaks=breaks))
    shown = _set(clean(_without_breaks(html)), formulas)
    return shown if len(text) <= longest else shown + _notice(len(text), longest, whole)


def _begun(text: str) -> str:
    """Let code begin that only ends here: its beginning was the last line of what was asked."""
    only_ends = text.count(_FENCE) == 1 and text.rstrip().endswith(f"\n{_FENCE}")
    return f"{_FENCE}\n{text}" if only_ends else text


def _hold(span: Span, formulas: list[Span], codes: list[str]) -> str:
    """Text as it is; for code and formulas marks that are no signs to anyone."""
    if span.kind == "text":
        return span.source
    if span.kind == "code":
        codes.append(span.source)
        return f"\x05{len(codes) - 1}\x03"
    formulas.append(span)
    opening = "\x04" if span.kind == "display" else "\x02"
    return f"{opening}{len(formulas) - 1}\x03"


def _without_breaks(html: str) -> str:
    """Take away the ends of lines around formulas that have lines of their own."""
    if "\x04" not in html:
        return html
    return _BREAKS_AFTER.sub(r"\1", _BREAKS_BEFORE.sub(lambda run: run[1] or run[0], html))


def _set(html: Markup, formulas: list[Span]) -> Markup:
    """Put formulas in place of their marks, which no attribute has: both sides are clean."""
    parts = HELD.split(html)
    for place in range(1, len(parts), 2):
        span = formulas[int(parts[place])]
        parts[place] = typeset(span.content, display=span.kind == "display").html
    return Markup("".join(parts))  # noqa: S704 - clean parts in clean text


def _notice(length: int, longest: int, whole: str | None) -> Markup:
    said = f"Cut here: the first {longest:,} of {length:,} characters."
    link = Markup(' <a href="{}">The whole text</a>').format(whole) if whole else ""
    return Markup('<p class="notice">{}{}</p>').format(said, link)
