"""Kinds and sizes of pictures, from real files, torn ones and nonsense."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from porism.records.pictures import Size, is_animated, is_whole, media_type, size_of


def drawn(form: str, size=(37, 1200), mode: str = "RGB", **options) -> bytes:
    file = io.BytesIO()
    Image.new(mode, size, "white").save(file, form, **options)
    return file.getvalue()


def moving(form: str) -> bytes:
    frames = [Image.new("RGB", (9, 9), colour) for colour in ("white", "black", "red")]
    file = io.BytesIO()
    frames[0].save(file, form, save_all=True, append_images=frames[1:])
    return file.getvalue()


MOVING_GIF = moving("GIF")


FILES = {
    "png": (drawn("PNG"), "image/png"),
    "gif": (drawn("GIF"), "image/gif"),
    "jpeg": (drawn("JPEG"), "image/jpeg"),
    "jpeg, progressive": (drawn("JPEG", progressive=True), "image/jpeg"),
    "jpeg with notes": (drawn("JPEG", exif=b"Exif\0\0" + b"\xff\xc0" * 200), "image/jpeg"),
    "jpeg, CMYK": (drawn("JPEG", mode="CMYK"), "image/jpeg"),
    "webp": (drawn("WEBP"), "image/webp"),
    "webp, lossless": (drawn("WEBP", lossless=True), "image/webp"),
    "webp with notes": (drawn("WEBP", exif=b"Exif\0\0" + b"x" * 40), "image/webp"),
}


@pytest.mark.parametrize("name", FILES)
def test_real_pictures_say_what_they_are(name):
    data, kind = FILES[name]
    assert media_type(data) == kind
    assert size_of(data) == Size(37, 1200)
    assert is_whole(data)
    assert not is_animated(data)


@pytest.mark.parametrize("name", FILES)
def test_a_picture_that_was_cut_off_is_not_whole(name):
    data, _ = FILES[name]
    assert not any(is_whole(data[: len(data) * part // 8]) for part in range(8))
    assert not is_whole(data[:-2])
    assert is_whole(data + bytes(100))


@pytest.mark.parametrize("form", ["GIF", "WEBP"])
def test_what_moves_is_told_from_what_does_not(form):
    assert is_animated(moving(form))
    assert is_whole(moving(form))


@pytest.mark.parametrize("name", FILES)
def test_torn_pictures_say_the_same_or_nothing(name):
    data, _ = FILES[name]
    assert {size_of(data[:end]) for end in range(min(len(data), 700))} <= {None, Size(37, 1200)}


@pytest.mark.parametrize("data", [b"", b"%PDF-1.7", b"<svg/>", b"RIFF0000WAVE", b"BM" + bytes(40)])
def test_what_is_no_picture_is_none(data):
    assert media_type(data) is None
    assert size_of(data) is None


def test_a_picture_without_extent_has_no_size():
    assert size_of(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + bytes(8)) is None


@given(
    st.sampled_from([b"\xff\xd8\xff", b"RIFF0000WEBPVP8 ", b"RIFF0000WEBPVP8L", b"GIF89a"]),
    st.binary(max_size=200),
)
def test_nonsense_ends_and_raises_nothing(head, rest):
    assert is_whole(head + rest) in {True, False}
    assert is_animated(head + rest) in {True, False}
    found = size_of(head + rest)
    assert found is None or min(found) >= 0
