"""Text that is shown as it stands: code and JSON."""

from __future__ import annotations

import json
import re
from html import escape

from markupsafe import Markup
from pydantic import JsonValue

from porism.markup.characters import plain

_LANGUAGE = re.compile(r"\{?\.?(?P<name>[A-Za-z][A-Za-z0-9+#_-]{0,19})")


def code(text: str, language: str = "") -> Markup:
    """Show code, or any text as it stands, in a ``<pre>``.

    Args:
        text: from anyone.
        language: its name, such as ``python``; what cannot be one is left out.
    """
    return Markup(code_element(plain(text), language))  # noqa: S704 - escaped by code_element


def json_block(value: JsonValue | bytes) -> Markup:
    """Show JSON, indented, in a ``<pre>``.

    Args:
        value: lists, dictionaries and what they hold; a text or bytes are JSON already.

    Raises:
        ValueError: the value is no JSON, or nested too deeply to be written.
    """
    return code(_indented(value), "json")


def code_element(text: str, language: str) -> str:
    """``<pre>`` with a text in which nothing hides; it can be scrolled by keys."""
    named = _LANGUAGE.match(language.strip())
    label = f' data-language="{named["name"].lower()}"' if named else ""
    return f'<pre tabindex="0"{label}><code>{escape(text, quote=False)}</code></pre>\n'


def _indented(value: JsonValue | bytes) -> str:
    try:
        if isinstance(value, str | bytes):
            value = json.loads(value)
        return json.dumps(value, ensure_ascii=False, indent=2)
    except RecursionError:
        raise ValueError("nested too deeply to be shown") from None
