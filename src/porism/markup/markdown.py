"""Markdown to HTML: no raw HTML, no images, no styles, links only to the open web."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from urllib.parse import urlsplit

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererHTML
from markdown_it.rules_inline import StateInline, entity
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from porism.markup.allowed import SCHEMES
from porism.markup.blocks import code_element
from porism.markup.characters import plain

HELD = re.compile("[\x02\x04](\\d+)\x03")
"""What stands for a formula while Markdown is read: no cleaned text contains such characters."""
_WORDS = re.compile(r"[^\n!&*<\[\]\\_`~]+")
_TOP_HEADING = 3
"""The first level of headings in a text; the page around it has its own above."""
_DEEPEST_HEADING = 6
_ALIGNED = {f"text-align:{side}": f' class="{side}"' for side in ("left", "center", "right")}


@cache
def reader(*, breaks: bool) -> MarkdownIt:
    """A reader of Markdown with tables and strikethrough.

    Indented text is no code: models indent formulas and lists freely, and mark code by fences.
    A line below a paragraph makes no heading of it, and no text is taken away as a reference.

    Args:
        breaks: the end of a line is shown as one.
    """
    options = {"html": False, "breaks": breaks, "xhtmlOut": False}
    markdown = _Markdown("commonmark", options, renderer_cls=_Renderer)
    markdown.enable(["table", "strikethrough"])
    markdown.disable(["code", "lheading", "reference", "html_block", "html_inline"])
    markdown.inline.ruler.at("text", _text)
    markdown.inline.ruler.at("entity", _entity)
    return markdown


class _Markdown(MarkdownIt):
    def normalizeLink(self, url: str) -> str:  # noqa: N802 - the library's name
        """Percent-encode an address; one with a formula in it is none."""
        return "" if HELD.search(url) else super().normalizeLink(url)

    def validateLink(self, url: str) -> bool:  # noqa: N802 - the library's name
        """Tell whether an address may become a link."""
        try:
            parts = urlsplit(url)
        except ValueError:
            return False
        return parts.scheme in SCHEMES and bool(parts.netloc or parts.scheme == "mailto")


class _Renderer(RendererHTML):
    """Writes HTML; ``env["sources"]`` has the sources of the formulas that are held."""

    def code_inline(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType
    ) -> str:
        """Code in a line."""
        return f"<code>{escapeHtml(_restored(tokens[idx].content, env))}</code>"

    def fence(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """Code in a block."""
        token = tokens[idx]
        return code_element(_restored(token.content, env), _restored(token.info, env))

    def image(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """A picture as a link to it: a page loads nothing from elsewhere."""
        token = tokens[idx]
        words = self.renderInlineAsText(token.children, options, env) or "image"
        address = escapeHtml(str(token.attrGet("src")))
        return f'<a href="{address}"><span class="image">{escapeHtml(words)}</span></a>'

    def link_open(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType
    ) -> str:
        """A link without a title, which would be text that nobody sees."""
        return f'<a href="{escapeHtml(str(tokens[idx].attrGet("href")))}">'

    def heading_open(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType
    ) -> str:
        """A heading below those of the page."""
        return f"<h{_level(tokens[idx])}>"

    def heading_close(
        self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType
    ) -> str:
        """The end of a heading."""
        return f"</h{_level(tokens[idx])}>\n"

    def th_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """A cell of a table's head."""
        return f"<th{_ALIGNED.get(str(tokens[idx].attrGet('style')), '')}>"

    def td_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """A cell of a table."""
        return f"<td{_ALIGNED.get(str(tokens[idx].attrGet('style')), '')}>"


def _text(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - the library's call
    """Take all up to the next sign that one of the enabled rules reads."""
    words = _WORDS.match(state.src, state.pos, state.posMax)
    if words is None:
        return False
    if not silent:
        state.pending += words[0]
    state.pos = words.end()
    return True


def _entity(state: StateInline, silent: bool) -> bool:  # noqa: FBT001 - the library's call
    """Read ``&lt;`` and its like; what stands for a hidden character is shown as what it is."""
    if not entity(state, silent):
        return False
    if not silent:
        state.tokens[-1].content = plain(state.tokens[-1].content)
    return True


def _level(heading: Token) -> int:
    return min(int(heading.tag[1]) + _TOP_HEADING - 1, _DEEPEST_HEADING)


def _restored(text: str, env: EnvType) -> str:
    sources: Sequence[str] = env["sources"]
    return HELD.sub(lambda held: sources[int(held[1])], text)
