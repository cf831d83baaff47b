"""Names beside points: never over each other, never outside."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from porism.report.charts.placement import Box, Spot, placed

AREA = Box(0, -7, 560, 380)
SPOTS = st.lists(
    st.builds(
        Spot, st.floats(0, 560), st.floats(0, 380), st.text("ab", min_size=1, max_size=44),
        st.booleans(),
    ),
    max_size=30,
)  # fmt: skip


@given(SPOTS)
def test_names_cover_neither_each_other_nor_points(spots):
    places = placed(spots, [], AREA)
    boxes = [s.box(p) for s, p in zip(spots, places, strict=True) if p is not None]
    assert not any(one.meets(other) for one, other in combinations(boxes, 2))
    assert all(AREA.left <= b.left and b.right <= AREA.right for b in boxes)
    assert not any(b.meets(Box(s.x, s.y, s.x, s.y)) for b in boxes for s in spots)


def test_a_needed_name_covers_an_obstacle_and_another_does_not():
    everywhere = [Box(0, 0, 560, 380)]
    assert placed([Spot(280, 190, "model")], everywhere, AREA) == [None]
    assert placed([Spot(280, 190, "model", needed=True)], everywhere, AREA) != [None]
