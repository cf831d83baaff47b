"""The runner: plan, execute, grade."""

from porism.runner.estimate import Estimate, estimate
from porism.runner.execute import Execution
from porism.runner.loop import run_loop
from porism.runner.options import Options
from porism.runner.plan import Assignment, Task
from porism.runner.progress import LaneProgress, Progress
from porism.runner.request import Request
from porism.runner.run import execution_of, options_of, plan, run

__all__ = [
    "Assignment",
    "Estimate",
    "Execution",
    "LaneProgress",
    "Options",
    "Progress",
    "Request",
    "Task",
    "estimate",
    "execution_of",
    "options_of",
    "plan",
    "run",
    "run_loop",
]
