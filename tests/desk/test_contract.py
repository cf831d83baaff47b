"""No request that the app describes, however odd, ends in a fault of the server."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from schemathesis import openapi

from porism.desk.access import COOKIE
from porism.desk.app import make_app
from tests.desk.conftest import Place
from tests.desk.world import World

EXAMPLES = 8
"""For each route."""
LEFT_OUT = {("post", "/sign-in"), ("post", "/sign-out")}
"""They let nobody in after a few guesses, or end the session that asks."""


def test_no_request_ends_in_a_fault(world: World, desk: Place):
    subject, *_ = world.sums(1)
    world.candidates()
    emmy = desk.seat()
    proof = emmy.form("flagged", subject)["proof"]
    cookie = f"{COOKIE}={emmy.http.cookies[COOKIE]}"
    described = openapi.from_dict(make_app(world.store).openapi())
    described.config.update(base_url=desk.base)
    seen: set[tuple[str, int]] = set()

    def ask(case) -> None:
        """Send a request; two of three reach somebody's form, where there is one."""
        case.headers = {**(case.headers or {}), "origin": desk.base, "cookie": cookie}
        if isinstance(case.body, dict):
            case.body["proof"] = proof
        if len(seen) % 3:
            case.path_parameters |= {"name": "flagged"} if "name" in case.path_parameters else {}
            case.query |= {"subject": subject} if "subject" in case.query else {}
        answer = case.call()
        seen.add((case.path, answer.status_code))
        assert answer.status_code < 500, (case.method, case.path, answer.text)

    for found in described.get_all_operations():
        operation = found.ok()
        if (operation.method, operation.path) not in LEFT_OUT:
            bounds = settings(max_examples=EXAMPLES, suppress_health_check=list(HealthCheck))
            bounds(given(case=operation.as_strategy())(ask))()
    assert {path for path, _ in seen} >= {"/", "/undo", "/queue/{name}/item", "/decisions"}
    assert {200, 404, 422} <= {status for _, status in seen}
