"""The last gate, where formulas go through a shorter way than other HTML."""

import pytest

from porism.markup.allowed import clean, clean_formula
from porism.markup.mathml import without_styles
from tests.markup.checking import faults


@pytest.mark.parametrize(
    "formula",
    [
        '<math display="block"><mi>x</mi><mspace width="1em"/><mo>&lt;</mo></math>',
        '<math><mrow class="m-box m-left" mathcolor="#FF0000"><mn>1</mn></mrow></math>',
    ],
)
def test_formulas_beyond_doubt_stay_as_they_are(formula):
    assert clean_formula(formula) == formula
    assert not faults(formula)


@pytest.mark.parametrize(
    "formula",
    [
        "<math><script>ran()</script></math>",
        '<math><mi onclick="ran()">x</mi></math>',
        '<math><mi href="https://a.example">x</mi></math>',
        '<math><mi class="m-box" style="color:red">x</mi></math>',
        '<math><mi class="m-box"onclick="ran()">x</mi></math>',
        "<math><mtext><img src=x></mtext></math>",
        "<math><mglyph></mglyph></math>",
        "<math><annotation-xml encoding='text/html'><b>x</b></annotation-xml></math>",
        "<math><!-- x --><mi>x</mi></math>",
        "<math><mi>x</math></mi></mi>",
        '<math><mi class="m-box m-navigation">x</mi></math>',
        "<math><mi>x",
        "</math></mi>",
        "<math><mi/x></math>",
        "<math <mi>x</mi></math>",
    ],
)
def test_formulas_in_doubt_go_the_long_way(formula):
    assert clean_formula(formula) == clean(without_styles(formula))
    assert not faults(clean_formula(formula))
