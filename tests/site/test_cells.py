"""Tables become HTML without a template, and every text in them is escaped all the same."""

from markupsafe import Markup

from porism.site.cells import cells, squares
from porism.site.page import Link
from porism.site.pages.grid import Cell, Grid, GridRow
from porism.site.table import Chip, Cited, Column, Item, Row, Span, Table

HOSTILE = """<b onclick="a('&')">"""
ESCAPED = "&lt;b onclick=&quot;a(&#x27;&amp;&#x27;)&quot;&gt;"


def written(item: Item, key: str = "score", chance: float = 0) -> str:
    table = Table("t", "Caption", (Column(key, "Title"),), (Row((item,)),), chance)
    return cells(table, "../")


def test_every_text_is_escaped():
    cited = (Cited(HOSTILE, HOSTILE, HOSTILE), Cited(HOSTILE, "", ""))
    chips = (Chip(HOSTILE, HOSTILE, HOSTILE),)
    facts = {"score": HOSTILE}
    item = Item(HOSTILE, HOSTILE, HOSTILE, HOSTILE, None, HOSTILE, chips, cited, facts=facts)
    columns = (Column(HOSTILE, HOSTILE, facts=facts),)
    shown = cells(Table("t", "", columns, (Row((item,), HOSTILE, facts),)), "")
    assert HOSTILE not in shown
    assert 'onclick="' not in shown
    assert shown.count(ESCAPED) == 18


def test_html_stays_html():
    assert "<span><math>x</math></span>" in written(Item(Markup("<math>x</math>")))


def test_places_lead_within_the_site_or_to_the_web():
    assert '<a href="../models/m.html">M</a>' in written(Item("M", "models/m.html"))
    away = written(Item("M", "https://a.example/?a=1&b=2", away=True))
    assert 'href="https://a.example/?a=1&amp;b=2" rel="nofollow noopener noreferrer"' in away


def test_heads_name_their_rows():
    assert '<th scope="row" class="number head">' in written(Item("M"), key="model")
    assert '<td class="number low" data-v="0.5" data-n="4">' in written(
        Item("50.0", value=0.5, mark="low", facts={"n": 4})
    )


def test_intervals_are_drawn_beside_their_figures():
    drawn = written(Item("50.0", note="40.0 – 60.0", span=Span(40, 50, 60)), chance=0.25)
    assert 'd="M27.0 0V10"' in drawn
    assert 'd="M42.0 5H62.0"' in drawn
    assert 'cx="52.0"' in drawn
    assert drawn.count("<small>40.0 – 60.0</small>") == 1
    assert 'class="chance"' not in written(Item("50.0", span=Span(40, 50, 60)))


def test_columns_can_be_hidden_at_first():
    table = Table("t", "", (Column("a", "A", shown=False, facts={"since": "2026-01-01"}),), ())
    assert '<th scope="col" class="number" data-key="a" data-since="2026-01-01" data-hidden>' in (
        cells(table, "")
    )


def test_every_text_of_a_grid_is_escaped():
    row = GridRow(Link(HOSTILE, HOSTILE), HOSTILE, (Cell(HOSTILE, HOSTILE, HOSTILE), None))
    shown = squares(Grid((), (row,), 1, ()), "../")
    assert shown.count(ESCAPED) == 6
    assert HOSTILE not in shown
    assert shown.endswith("<td></td></tr>\n")
