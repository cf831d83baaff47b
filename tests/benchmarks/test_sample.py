from collections import Counter

import pytest

from porism.benchmarks import sample
from porism.core import FinalAnswer, MultipleChoice, ProofScheme, TrueStatement
from porism.errors import UnknownName

KINDS = {
    "porism-sample": (30, FinalAnswer),
    "porism-sample-choice": (10, MultipleChoice),
    "porism-sample-images": (5, MultipleChoice),
    "porism-sample-false": (5, TrueStatement),
    "porism-sample-proofs": (5, ProofScheme),
}


def test_the_samples_are_there():
    assert set(KINDS) == set(sample.NAMES)


@pytest.mark.parametrize("name", sample.NAMES)
def test_a_sample_has_its_problems_in_order(name: str):
    problems = sample.load(name)
    count, kind = KINDS[name]
    assert [problem.id for problem in problems] == [str(n) for n in range(1, count + 1)]
    for problem in problems:
        assert isinstance(problem.reference, kind)
        assert problem.statement
        assert problem.types
        assert problem.provenance.licence == "Apache-2.0"
        assert len(problem.images) == (name == "porism-sample-images")


@pytest.mark.parametrize("name", sample.NAMES)
def test_formulas_are_closed(name: str):
    for problem in sample.load(name):
        depth = Counter(problem.statement)
        assert depth["$"] % 2 == 0
        assert depth["{"] == depth["}"]


def test_an_unknown_sample_is_refused():
    with pytest.raises(UnknownName, match="did you mean porism-sample"):
        sample.load("porism-sampel")
    with pytest.raises(UnknownName, match="no sample respondent is called"):
        sample.recorded("../../secret")
