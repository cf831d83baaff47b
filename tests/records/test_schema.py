import json

import pytest

from porism.core import Benchmark, Model, Noun, Problem
from porism.records import json_schema


@pytest.mark.parametrize("noun", [Benchmark, Model, Problem])
def test_every_key_is_known_and_no_other(noun: type[Noun]):
    schema = json_schema(noun)
    assert set(schema["properties"]) == set(noun.model_fields)
    assert schema["additionalProperties"] is False
    assert schema["description"] == noun.__doc__.split("\n")[0]
    json.dumps(dict(schema))


def test_closed_sets_and_explanations_reach_the_editor():
    schema = json_schema(Benchmark)
    assert "proof" in schema["properties"]["kind"]["enum"]
    assert "contamination" in schema["properties"]["published"]["description"]
