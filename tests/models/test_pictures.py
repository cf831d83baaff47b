"""Pictures that providers do not take are refused before anything is asked."""

import pytest

from porism.core import FinalAnswer, Image, Problem
from porism.errors import ConfigurationError
from porism.models.pictures import refuse_pictures
from tests.models.models import a_model
from tests.records.test_pictures import FILES, MOVING_GIF, drawn

SMALL = Image(media_type="image/png", data=drawn("PNG", (20, 30)))
LONG = Image(media_type="image/png", data=drawn("PNG", (8001, 2)))
WIDE = Image(media_type="image/png", data=drawn("PNG", (2001, 2)))
HEAVY = Image(media_type="image/png", data=SMALL.data + bytes(5 * 2**20))
TORN = Image(media_type="image/png", data=SMALL.data[:10])
GIF = Image(media_type="image/gif", data=FILES["gif"][0])
MOVING = Image(media_type="image/gif", data=MOVING_GIF)
CUT = Image(media_type="image/png", data=SMALL.data[:-6])
WEBP = Image(media_type="image/webp", data=FILES["webp"][0])


CMYK = Image(media_type="image/jpeg", data=FILES["jpeg, CMYK"][0])


def problem(name: str, *images: Image) -> Problem:
    return Problem(id=name, statement="?", images=images, reference=FinalAnswer(answer="1"))


@pytest.mark.parametrize(
    ("protocol", "images", "complaint"),
    [
        ("anthropic", (LONG,), "8001 x 2 pixels, and a side may have 8000"),
        ("anthropic", (WIDE,) * 21, "2001 x 2 pixels, and a side may have 2000"),
        ("anthropic", (HEAVY,), "a picture may have 5,242,880"),
        ("anthropic", (SMALL,) * 101, "101 pictures, and at most 100 go into a request"),
        ("google", (GIF,), "image/gif is not read there"),
        ("xai", (WEBP,), "only image/jpeg, image/png"),
        ("openai-compatible", (TORN,), "a damaged image/png"),
        ("anthropic", (CUT,), "it breaks off: a damaged image/png"),
        ("azure", (MOVING,), "it is animated"),
    ],
)
def test_what_a_provider_does_not_take_is_refused(protocol, images, complaint):
    problems = [problem("good", SMALL), problem("bad", *images), problem("words")]
    with pytest.raises(ConfigurationError) as caught:
        refuse_pictures(a_model(protocol), "b", problems)
    assert complaint in str(caught.value)
    assert f"1 of 3 problems of b have pictures that a-model ({protocol})" in str(caught.value)
    assert "bad: " in str(caught.value)


@pytest.mark.parametrize("protocol", ["openai", "openai-responses", "azure", "together", "fake"])
@pytest.mark.parametrize("image", [SMALL, LONG, HEAVY, GIF, WEBP, CMYK])
def test_what_a_provider_takes_is_not(protocol, image):
    refuse_pictures(a_model(protocol), "b", [problem("p", image)])


def test_a_long_list_is_cut_short():
    problems = [problem(f"p{n}", TORN) for n in range(50)]
    with pytest.raises(ConfigurationError, match=r"50 of 50 .*p0: .*p2: .*; \.\.\.") as caught:
        refuse_pictures(a_model("openai"), "b", problems)
    assert "p3" not in str(caught.value)
