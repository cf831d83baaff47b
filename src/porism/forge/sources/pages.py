"""Pages of a PDF as pictures. The file is hostile: it is opened in a process of its own."""

from __future__ import annotations

import struct
import tempfile
import zlib
from pathlib import Path
from typing import Any

from porism.errors import ConfigurationError, SourceError
from porism.forge.sources.archive import unpack

LONGEST_SIDE = 1_700
"""Of a picture, in pixels: some 150 dots an inch of a usual page."""
MOST_PAGES = 150
SIGNATURE = b"\x89PNG\r\n\x1a\n"


def render_page(source: Path, number: int) -> bytes | None:
    """Return a page of the PDF in a source as a PNG file; ``None`` behind the last one.

    Args:
        source: the file as it was fetched.
        number: of the page, from 0.

    Raises:
        SourceError: it holds no PDF, or none that can be opened.
        ConfigurationError: the package that opens PDFs is not installed.
    """
    pdfium = pdf_package()
    with tempfile.TemporaryDirectory() as scratch:
        files = unpack(source, Path(scratch) / "paper").files
        pdfs = [path for path in files if path.suffix.lower() == ".pdf"]
        if not pdfs:
            raise SourceError("the source holds no PDF")
        try:
            document = pdfium.PdfDocument(max(pdfs, key=lambda path: path.stat().st_size))
            if number >= min(len(document), MOST_PAGES):
                return None
            page = document[number]
            scale = LONGEST_SIDE / max(*page.get_size(), 1)
            pixels = page.render(scale=scale, grayscale=True).to_numpy()
        except pdfium.PdfiumError as error:
            raise SourceError(f"the PDF cannot be opened: {error}") from error
        height, width = pixels.shape[:2]
        rows = [pixels[row].tobytes() for row in range(height)]
    return png(width, height, rows)


def pdf_package() -> Any:  # noqa: ANN401 - it has no types
    """Return the package that opens PDFs.

    Raises:
        ConfigurationError: it is not installed.
    """
    try:
        import pypdfium2  # type: ignore[import-untyped]
    except ImportError as error:
        raise ConfigurationError(
            "reading PDFs needs pypdfium2; install it with: pip install 'porism[ocr]'"
        ) from error
    return pypdfium2


def png(width: int, height: int, rows: list[bytes]) -> bytes:
    """Write a picture in shades of grey.

    Args:
        width: in pixels.
        height: in pixels.
        rows: one byte a pixel, from the top.
    """
    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    body = zlib.compress(b"".join(b"\0" + row for row in rows))
    parts = ((b"IHDR", head), (b"IDAT", body), (b"IEND", b""))
    return SIGNATURE + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    )
