"""How real proofs come out as PDFs, and what that takes.

    python bench/submissions.py 40 PROOFS.jsonl...

Each file has a proof a line, in the field ``proof``; so many of them are taken, evenly spread.
"""

from __future__ import annotations

import json
import resource
import sys
from collections import Counter
from pathlib import Path

from porism.interop.submissions.names import Names
from porism.interop.submissions.proof import Form, typeset


def sample(path: Path, most: int) -> list[str]:
    """Return proofs of a file, evenly spread."""
    texts = [json.loads(line)["proof"] for line in path.read_text(encoding="utf-8").splitlines()]
    return texts[:: -(-len(texts) // most)]


def cpu_s() -> float:
    """Return the processor time of this process and of those that it started."""
    used = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in used)


def measure(path: Path, most: int) -> None:
    """Typeset the proofs of a file and print what became of them."""
    forms: Counter[Form] = Counter()
    whats: Counter[str] = Counter()
    reasons: Counter[str] = Counter()
    started = cpu_s()
    texts = sample(path, most)
    for text in texts:
        done = typeset(text, Names())
        forms[done.form] += 1
        whats.update({repair.what for repair in done.repairs})
        reasons[done.unread] += bool(done.unread)
    each = (cpu_s() - started) / len(texts)
    print(f"{path.name}: {len(texts)} proofs, {each:.2f} CPU s each")
    print("  ", ", ".join(f"{count} {form}" for form, count in forms.most_common()))
    print("   repairs:", ", ".join(f"{what} {count}" for what, count in whats.most_common()))
    print("   as source:", dict(+reasons))


if __name__ == "__main__":
    for name in sys.argv[2:]:
        measure(Path(name), int(sys.argv[1]))
