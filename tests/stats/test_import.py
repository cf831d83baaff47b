"""The intervals of the live display must not wait for SciPy."""

import subprocess
import sys


def test_intervals_do_not_import_scipy():
    code = (
        "import sys; from porism.stats import Tally, pooled_normal, wilson; "
        "wilson([1, 0]), pooled_normal(Tally.of_attempts([0, 0], [1, 0])); "
        "print('scipy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
