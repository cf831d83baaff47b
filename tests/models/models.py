"""Models to test with."""

from porism.core import Endpoint, JsonObject, Model, Settings
from porism.models import Asking

ASKING = Asking(benchmark="b", problem="p", number=1, key="2")


def a_model(
    protocol: str, name: str = "m-1", *, base_url=None, key_env=None, options=None, **settings
):
    return Model(
        id="a-model",
        name="A model",
        endpoint=Endpoint(
            protocol=protocol,
            model=name,
            base_url=base_url,
            key_env=key_env,
            options=JsonObject(options or {}),
        ),
        settings=Settings(**settings),
    )
