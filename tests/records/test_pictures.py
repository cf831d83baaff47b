"""Kinds and sizes of pictures, from real files, torn ones and nonsense."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from porism.records.pictures import Size, media_type, size_of


def drawn(form: str, size=(37, 1200), **options) -> bytes:
    file = io.BytesIO()
    Image.new("RGB", size, "white").save(file, form, **options)
    return file.getvalue()


FILES = {
    "png": (drawn("PNG"), "image/png"),
    "gif": (drawn("GIF"), "image/gif"),
    "jpeg": (drawn("JPEG"), "image/jpeg"),
    "jpeg, progressive": (drawn("JPEG", progressive=True), "image/jpeg"),
    "jpeg with notes": (drawn("JPEG", exif=b"Exif\0\0" + b"\xff\xc0" * 200), "image/jpeg"),
    "webp": (drawn("WEBP"), "image/webp"),
    "webp, lossless": (drawn("WEBP", lossless=True), "image/webp"),
    "webp with notes": (drawn("WEBP", exif=b"Exif\0\0" + b"x" * 40), "image/webp"),
}


@pytest.mark.parametrize("name", FILES)
def test_real_pictures_say_what_they_are(name):
    data, kind = FILES[name]
    assert media_type(data) == kind
    assert size_of(data) == Size(37, 1200)


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
    found = size_of(head + rest)
    assert found is None or min(found) >= 0
