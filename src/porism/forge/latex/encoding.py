"""Bytes to text: what authors write in, declared or not."""

from __future__ import annotations

import re

_DECLARED = re.compile(
    rb"\\(?:usepackage|RequirePackage)\s*\[([A-Za-z0-9-]{2,20})\]\s*\{inputenc\}"
)
_CODECS = {
    "latin1": "latin-1",
    "ansinew": "cp1252",
    "cp1252": "cp1252",
    "latin2": "iso8859-2",
    "latin5": "iso8859-9",
    "latin9": "iso8859-15",
    "cp1250": "cp1250",
    "cp1251": "cp1251",
    "koi8-r": "koi8-r",
    "koi8-u": "koi8-u",
    "cp866": "cp866",
    "applemac": "mac-roman",
}
_MARKS = (
    (b"\xef\xbb\xbf", "utf-8"),
    (b"\xff\xfe", "utf-16-le"),
    (b"\xfe\xff", "utf-16-be"),
)


def decode(data: bytes) -> str:
    """Return the text of a file; never fails.

    UTF-8 where the bytes are UTF-8, otherwise the declared encoding; without a declaration
    line by line, so that a file glued together from several encodings is read right.
    """
    for mark, codec in _MARKS:
        if data.startswith(mark):
            return data[len(mark) :].decode(codec, "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        pass
    declared = _DECLARED.search(data)
    named = _CODECS.get(declared[1].decode("ascii").lower()) if declared else None
    if named:
        return data.decode(named, "replace")
    return "".join(map(_line, data.splitlines(keepends=True)))


def _line(line: bytes) -> str:
    try:
        return line.decode("utf-8")
    except UnicodeDecodeError:
        return line.decode("latin-1")
