"""Links to the open web; whatever else looks like one is shown as it was written."""

from __future__ import annotations

from urllib.parse import quote, urlsplit

from markupsafe import escape

from porism.markup.allowed import SCHEMES

_SIGNS = "!#$%&'()*+,-./:;=?@[]_~"
"""What is not percent-encoded, beside letters and digits."""


def link(address: str, words: str, *, bare: bool) -> str:
    """Write a link.

    Args:
        address: where it leads; titles are left out, as nobody sees them.
        words: what it says, as HTML.
        bare: the words are the address.
    """
    if _leads_somewhere(address):
        return f'<a href="{escape(quote(address, safe=_SIGNS))}">{words}</a>'
    return f"&lt;{words}&gt;" if bare else f"[{words}]({escape(address)})"


def picture(address: str, words: str) -> str:
    """Write a picture as a link to it: a page loads nothing from elsewhere."""
    if _leads_somewhere(address):
        return link(address, f'<span class="image">{words or "image"}</span>', bare=False)
    return f"![{words}]({escape(address)})"


def _leads_somewhere(address: str) -> bool:
    """Tell whether an address may become a link: it is one, and no formula is in it."""
    try:
        parts = urlsplit(address)
    except ValueError:
        return False
    known = parts.scheme in SCHEMES and bool(parts.netloc or parts.scheme == "mailto")
    return known and address.isprintable()
