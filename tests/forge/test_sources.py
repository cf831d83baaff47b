"""Archives as they come: honest, broken and hostile."""

import gzip
import io
import tarfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from porism.errors import SourceError
from porism.forge.sources import Limits, decode, find_main, kind_of, rank_main_files, unpack
from porism.forge.theorems import extract_file
from tests.forge.corpus import ARCHIVES

PAPER = rb"""\documentclass{article}
\newtheorem{theorem}{Theorem}
\begin{document}\title{A paper}\begin{theorem}Truth.\end{theorem}\end{document}
"""
SMALL = Limits(unpacked_bytes=2_000_000, file_bytes=1_000_000, files=20, members=60)


def member(name: str, data: bytes = b"", **fields: object) -> tuple[tarfile.TarInfo, bytes]:
    info = tarfile.TarInfo(name)
    info.size = len(data)
    for field, value in fields.items():
        setattr(info, field, value)
    return info, data


def tar(*members: tuple[tarfile.TarInfo, bytes], layout: int = tarfile.GNU_FORMAT) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=layout) as archive:
        for info, data in members:
            archive.addfile(info, io.BytesIO(data))
    return buffer.getvalue()


MAIN = member("main.tex", PAPER)


def zipped() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("main.tex", PAPER)
    return buffer.getvalue()


def unpacked(data: bytes, tmp_path: Path, name: str = "2601.00001v1.tar.gz"):
    source = tmp_path / name
    source.write_bytes(data)
    return unpack(source, tmp_path / "paper", SMALL)


HONEST = {
    "tar.gz": gzip.compress(tar(MAIN)),
    "tar without gzip": tar(MAIN),
    "gzip of one TeX file": gzip.compress(PAPER),
    "plain TeX": PAPER,
    "two gzip members": gzip.compress(PAPER[:40]) + gzip.compress(PAPER[40:]),
    "padding behind gzip": gzip.compress(tar(MAIN)) + b"\0" * 700,
    "with folders": tar(
        member("src", type=tarfile.DIRTYPE),
        member("src/main.tex", PAPER),
        member("a/b/c.sty", b"%"),
    ),
    "dot-slash names": tar(member("./main.tex", PAPER)),
    "pax headers": tar(member("ünïcode.tex", PAPER), layout=tarfile.PAX_FORMAT),
    "UTF-16": "\\documentclass{article}\\begin{document}é\\end{document}".encode("utf-16"),
    "Latin-1": PAPER.replace(b"Truth", b"V\xe9rit\xe9"),
}


@pytest.mark.parametrize("what", HONEST)
def test_unpacks_what_is_honest(what: str, tmp_path: Path):
    paper = unpacked(HONEST[what], tmp_path)
    assert paper.kind == "tex"
    assert paper.left_out == []
    assert b"document" in find_main(paper.folder).read_bytes().replace(b"\0", b"")


@pytest.mark.parametrize("claimed", ["x.pdf", "x.tex", "x.gz", "x.bin", "x"])
def test_names_are_not_believed(claimed: str, tmp_path: Path):
    assert unpacked(gzip.compress(tar(MAIN)), tmp_path, claimed).kind == "tex"


@pytest.mark.parametrize(
    "data",
    [
        b"%PDF-1.5\n...",
        gzip.compress(b"%PDF-1.5\n..."),
        tar(member("paper.pdf", b"%PDF-1.4")),
        gzip.compress(tar(member("paper.pdf", b"%PDF-1.4"), member("readme.md", b"see"))),
    ],
    ids=["plain", "gzip", "tar", "tar.gz"],
)
def test_knows_a_paper_that_is_only_a_pdf(data: bytes, tmp_path: Path):
    assert unpacked(data, tmp_path).kind == "pdf"


LINK = {"linkname": "/etc/passwd"}
LEFT_OUT = {
    "absolute path": member("/etc/evil.tex", b"x"),
    "dots": member("../evil.tex", b"x"),
    "dots inside": member("a/../../evil.tex", b"x"),
    "dots at the end": member("a/..", b"x"),
    "symbolic link": member("link.tex", type=tarfile.SYMTYPE, **LINK),
    "link to a folder": member("folder", type=tarfile.SYMTYPE, linkname="/"),
    "hard link": member("hard.tex", type=tarfile.LNKTYPE, **LINK),
    "character device": member("null", type=tarfile.CHRTYPE, devmajor=1, devminor=3),
    "block device": member("disk", type=tarfile.BLKTYPE, devmajor=8),
    "named pipe": member("pipe", type=tarfile.FIFOTYPE),
    "drive letter": member("C:\\evil.tex", b"x"),
    "line break in the name": member("a\nb.tex", b"x"),
    "escape in the name": member("\x1b[2Jx.tex", b"x"),
    "very long name": member("x" * 230 + ".tex", b"x"),
    "very deep": member("/".join("abcdefghijklmnopqrstuvwxyz") + ".tex", b"x"),
    "nothing but a dot": member("./.", b"x"),
}


@pytest.mark.parametrize("what", LEFT_OUT)
def test_leaves_out_what_has_no_place(what: str, tmp_path: Path):
    paper = unpacked(tar(LEFT_OUT[what], MAIN), tmp_path)
    assert [path.name for path in paper.files] == ["main.tex"]
    assert len(paper.left_out) == 1
    assert paper.left_out[0].reason
    assert sorted(p.name for p in tmp_path.rglob("*")) == [
        "2601.00001v1.tar.gz", "main.tex", "paper",
    ]  # fmt: skip


def test_a_file_does_not_go_through_a_link(tmp_path: Path):
    """A link to a folder outside, then a file in it: neither is made."""
    outside = tmp_path / "outside"
    outside.mkdir()
    link = member("door", type=tarfile.SYMTYPE, linkname=str(outside))
    unpacked(tar(link, member("door/evil.tex", b"x"), MAIN), tmp_path)
    assert list(outside.iterdir()) == []


def test_the_later_of_two_files_wins(tmp_path: Path):
    paper = unpacked(tar(member("main.tex", b"old"), MAIN), tmp_path)
    assert paper.files == [paper.folder / "main.tex"]
    assert paper.files[0].read_bytes() == PAPER


def test_a_file_that_is_also_a_folder(tmp_path: Path):
    paper = unpacked(tar(member("a", b"x"), member("a/b.tex", b"x"), MAIN), tmp_path)
    assert [one.reason for one in paper.left_out] == ["both a file and a folder"]


def sparse() -> bytes:
    """A GNU sparse header that claims a gigabyte."""
    block = bytearray(tar(member("big.tex", b"x" * 512)))
    block[156:157] = b"S"
    block[386:398] = b"00000000000\0"
    block[398:410] = b"00000001000\0"
    block[483:495] = b"10000000000\0"
    block[148:156] = b" " * 8
    checksum = sum(block[:512])
    block[148:156] = b"%06o\0 " % checksum
    return bytes(block)


REFUSED: dict[str, Callable[[], bytes]] = {
    "nothing": lambda: b"",
    "blanks": lambda: b" \n\n ",
    "empty tar": tar,
    "empty gzip": lambda: gzip.compress(b""),
    "truncated gzip": lambda: gzip.compress(tar(MAIN) + bytes(range(256)) * 40)[:-900],
    "gzip header alone": lambda: b"\x1f\x8b\x08\x00",
    "gzip with a broken body": lambda: gzip.compress(PAPER)[:20] + b"\xff" * 60,
    "truncated tar": lambda: tar(member("main.tex", PAPER * 40))[:1_500],
    "gzip bomb": lambda: gzip.compress(b"\\begin{document}" + b" " * 30_000_000),
    "gzip in gzip": lambda: gzip.compress(gzip.compress(PAPER)),
    "too large a file": lambda: tar(member("main.tex", PAPER + b" " * 1_500_000)),
    "too much together": lambda: tar(*(member(f"{n}.tex", b"x" * 900_000) for n in range(4))),
    "too many files": lambda: tar(*(member(f"{n}.tex", b"x") for n in range(50))),
    "too many entries": lambda: tar(*(member(f"{n}", type=tarfile.DIRTYPE) for n in range(90))),
    "a huge extended header": lambda: tar(
        member("x.tex", PAPER, pax_headers={"comment": "y" * 1_500_000}), layout=tarfile.PAX_FORMAT
    ),
    "links only": lambda: tar(LEFT_OUT["symbolic link"]),
    "sparse only": sparse,
    "pictures only": lambda: tar(member("figure.png", b"\x89PNG")),
    "zip": zipped,
    "PostScript": lambda: b"%!PS-Adobe-3.0\n\\def\\section",
    "HTML": lambda: b"<!DOCTYPE html><html>\\begin{document}</html>",
    "bzip2": lambda: b"BZh91AY&SY\\documentclass",
    "noise": lambda: bytes(range(256)) * 30,
    "words": lambda: b"This is not the source of a paper.",
}


@pytest.mark.parametrize("what", REFUSED)
def test_refuses_with_a_reason(what: str, tmp_path: Path):
    with pytest.raises(SourceError) as refusal:
        unpacked(REFUSED[what](), tmp_path)
    assert str(refusal.value)
    assert not (tmp_path / "paper").exists()


def test_the_ratio_is_limited_where_sizes_are_not(tmp_path: Path):
    source = tmp_path / "bomb.gz"
    source.write_bytes(gzip.compress(b"\\begin{document}" + b"\0" * 20_000_000))
    with pytest.raises(SourceError, match="times its size"):
        unpack(source, tmp_path / "paper", Limits(free_bytes=1_000_000))


def test_unpacks_only_into_an_empty_folder(tmp_path: Path):
    (tmp_path / "paper").mkdir()
    (tmp_path / "paper" / "kept.txt").write_text("kept")
    with pytest.raises(SourceError, match="not empty"):
        unpacked(PAPER, tmp_path)
    assert (tmp_path / "paper" / "kept.txt").read_text() == "kept"


@pytest.mark.parametrize("archive", sorted(ARCHIVES.iterdir()), ids=lambda p: p.name)
def test_reads_real_archives(archive: Path, tmp_path: Path):
    paper = unpack(archive, tmp_path / "paper")
    assert len(extract_file(find_main(paper.folder))) >= 3


# Kinds


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (PAPER, "tex"),
        (b"\\magnification=1200 \\bye", "tex"),
        (b"\xef\xbb\xbf\\documentclass{article}", "tex"),
        (b"\n\n<html>", "html"),
        (b"  %PDF-1.7", "pdf"),
        (b"caf\xe9 \\section{x}", "tex"),
        (b"\x00\x01\\section", "other"),
    ],
)
def test_kinds_by_content(data: bytes, kind: str):
    assert kind_of(data) == kind


# The main file


def chosen(tmp_path: Path, **files: str) -> str:
    for name, text in files.items():
        path = tmp_path / name.replace("__", "/").replace("_", ".")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return find_main(tmp_path).relative_to(tmp_path).as_posix()


DOCUMENT = "\\documentclass{article}\\begin{document}\\title{x}\\maketitle\\end{document}"


def test_the_main_file_is_the_one_with_a_document(tmp_path: Path):
    files = {"intro_tex": "\\section{x}", "zz_tex": DOCUMENT, "macros_tex": "\\newcommand\\x{y}"}
    assert chosen(tmp_path, **files) == "zz.tex"


def test_a_class_in_a_comment_does_not_count(tmp_path: Path):
    assert chosen(tmp_path, a_tex="%" + DOCUMENT, b_tex=DOCUMENT) == "b.tex"


def test_a_supplement_is_not_the_paper(tmp_path: Path):
    assert chosen(tmp_path, supplement_tex=DOCUMENT, ms_tex=DOCUMENT) == "ms.tex"


def test_a_readme_decides(tmp_path: Path):
    readme = '{"sources": [{"filename": "b.tex", "usage": "toplevel"}]}'
    assert (
        chosen(tmp_path, main_tex=DOCUMENT, b_tex=DOCUMENT, **{"00README_json": readme}) == "b.tex"
    )


def test_an_old_readme_decides(tmp_path: Path):
    assert (
        chosen(
            tmp_path, main_tex=DOCUMENT, b_tex=DOCUMENT, **{"00README_XXX": "b.tex toplevelfile"}
        )
        == "b.tex"
    )


def test_a_readme_that_is_nonsense_decides_nothing(tmp_path: Path):
    assert chosen(tmp_path, main_tex=DOCUMENT, **{"00README_json": "[" * 5_000}) == "main.tex"


def test_latexmk_decides(tmp_path: Path):
    (tmp_path / "latexmkrc").write_text("@default_files = ('b.tex');")
    assert chosen(tmp_path, main_tex=DOCUMENT, b_tex=DOCUMENT) == "b.tex"


def test_an_input_file_with_a_class_is_not_the_main_one(tmp_path: Path):
    part = "\\documentclass{article}\\begin{document}\\section{x}\\end{document}"
    main = DOCUMENT.replace("\\maketitle", "\\input{part}")
    assert chosen(tmp_path, part_tex=part, z_tex=main) == "z.tex"


def test_the_bibliography_is_named_like_the_main_file(tmp_path: Path):
    assert chosen(tmp_path, a_tex=DOCUMENT, b_tex=DOCUMENT, b_bbl="x") == "b.tex"


def test_plain_tex_has_no_class(tmp_path: Path):
    assert chosen(tmp_path, a_tex="\\magnification=1200\nText.\\bye", b_tex="\\def\\x{}") == "a.tex"


def test_no_paper_no_main_file(tmp_path: Path):
    (tmp_path / "notes.txt").write_text("nothing")
    with pytest.raises(SourceError, match="documentclass"):
        find_main(tmp_path)


def test_reasons_are_given(tmp_path: Path):
    (tmp_path / "main.tex").write_text(DOCUMENT)
    assert "has a document class" in rank_main_files(tmp_path)[0].reasons


# Encodings


@pytest.mark.parametrize(
    ("data", "text"),
    [
        ("é".encode(), "é"),
        ("é".encode("latin-1"), "é"),
        ("é\n".encode() + "è\n".encode("latin-1"), "é\nè\n"),
        ("\ufeffé".encode(), "é"),
        ("é".encode("utf-16"), "é"),
        (b"\\usepackage[cp1251]{inputenc}\n" + "Теорема".encode("cp1251"), "Теорема"),
        (b"\\usepackage[koi8-r]{inputenc}\n" + "Лемма".encode("koi8-r"), "Лемма"),
        (b"\xff\xfe\x00", "�"),
    ],
)
def test_encodings(data: bytes, text: str):
    assert decode(data).endswith(text)
