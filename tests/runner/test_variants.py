"""Variants with other tools than the benchmark."""

from porism.core import ToolLimits
from porism.runner import Request, plan
from tests.runner.conftest import Bench

VARIANTS = """
tools: [execute_python]
tool_limits: {calls: 4}
variants:
  - {name: by-hand, tools: []}
  - {name: patient, tool_limits: {calls: 64}}
  - {name: hint, sketch: false}
"""


def test_a_variant_has_its_own_tools_and_so_its_own_cells(bench: Bench):
    bench.benchmark(problems=1, attempts=1)
    path = bench.root / "benchmarks" / "tiny" / "benchmark.yaml"
    path.write_text(path.read_text() + VARIANTS)
    bench.fake()
    workspace = bench.open()
    found = {}
    for name in (None, "by-hand", "patient", "hint"):
        [assignment] = plan(workspace, Request(("tiny",), ("m",), variant=name))
        found[name] = assignment
    tools = {name: (a.benchmark.tools, a.benchmark.tool_limits) for name, a in found.items()}
    assert tools == {
        None: (("execute_python",), ToolLimits(calls=4)),
        "by-hand": ((), ToolLimits(calls=4)),
        "patient": (("execute_python",), ToolLimits(calls=64)),
        "hint": (("execute_python",), ToolLimits(calls=4)),
    }
    digests = {name: a.protocol["tools"] for name, a in found.items()}
    assert digests["by-hand"] == ""
    assert digests["hint"] == digests[None]
    assert len(set(digests.values())) == 3
    assert workspace.store.benchmarks()["tiny"].tools == ("execute_python",)
    workspace.close()
