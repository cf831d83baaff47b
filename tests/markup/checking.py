"""What may stand in a fragment, said once more and checked with a real parser of HTML."""

import re

import html5lib

HTML = "{http://www.w3.org/1999/xhtml}"
MATHML = "{http://www.w3.org/1998/Math/MathML}"
HTML_NAMES = """
    a b blockquote br code em h3 h4 h5 h6 hr i li ol p pre s span strong table tbody td th thead tr
    u ul
"""
MATHML_NAMES = """
    math menclose merror mfrac mi mmultiscripts mn mo mover mpadded mphantom mprescripts mroot mrow
    ms mspace msqrt msub msubsup msup mtable mtd mtext mtr munder munderover
"""
ELEMENTS = {HTML: HTML_NAMES.split(), MATHML: MATHML_NAMES.split()}
LENGTH = r"-?\d{1,3}(\.\d+)?(em|rem|ex|px|pt|mu)?"
VALUES = {
    "href": r"raw\.txt|(https?://|mailto:)[\s\S]*",
    "rel": "nofollow noopener noreferrer",
    "title": r"[\s\S]*",
    "class": r"(left|center|right|math-(block|wide|source)|image|notice|m-[a-z0-9]+)"
    r"( m-[a-z0-9]+)*",
    "start": r"\d{1,9}",
    "tabindex": "0",
    "data-language": "[a-z][a-z0-9+#_-]*",
    "display": "block",
    "mathvariant": "normal",
    "mathcolor": "#[0-9A-F]{6}",
    "form": "prefix|infix|postfix",
    "scriptlevel": "[0-3]",
    **dict.fromkeys(
        ("accent", "accentunder", "displaystyle", "largeop", "movablelimits", "stretchy",
         "symmetric"), "true|false",
    ),
    **dict.fromkeys(
        ("lspace", "rspace", "minsize", "maxsize", "width", "height", "depth", "voffset",
         "linethickness"), LENGTH,
    ),
}  # fmt: skip
HIDDEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u200b\ufeff\ud800-\udfff]"
)


def faults(html: str) -> list[str]:
    """Everything in a fragment that is not allowed."""
    tree = html5lib.parseFragment(html, container="section", treebuilder="etree")
    found = [text[:80] for text in tree.itertext() if HIDDEN.search(text)]
    for element in tree.iter():
        if element is tree:
            continue
        if not isinstance(element.tag, str):
            found.append(f"not an element: {element!r}")
            continue
        space, _, name = element.tag.rpartition("}")
        if name not in ELEMENTS.get(space + "}", ()):
            found.append(f"<{element.tag}>")
        for attribute, value in element.attrib.items():
            pattern = VALUES.get(attribute)
            misplaced = attribute in {"href", "rel"} and element.tag != HTML + "a"
            if misplaced or not pattern or not re.fullmatch(pattern, value) or HIDDEN.search(value):
                found.append(f"{attribute}={value!r}")
    return found
