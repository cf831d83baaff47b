"""How fast the grader is, and how far it agrees with labels that others gave.

    python bench/grading.py speed CORPUS.jsonl...        verdicts per CPU second, per kind
    python bench/grading.py agreement RESPONSES_FOLDER   the table of docs/grading-agreement.md
    python bench/grading.py worst                        CPU ms of the dearest hostile inputs

A corpus has ``kind``, ``gold`` and ``response`` or a boxed ``answer`` in each line; responses
have ``gold``, ``response`` and ``label``. Math-Verify is measured beside where it is installed:
``pip install 'math-verify[antlr4_13_2]'``.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from decimal import Decimal
from pathlib import Path

from hostile import cases as hostile_cases
from porism.core import DecimalPolicy, MultipleChoice
from porism.grading import grade

PROMISED_MS = 250
"""What no verdict may cost."""
LETTERS = "ABCDEFGHIJ"
WITHIN_4_PERCENT = DecimalPolicy(rule="tolerance", tolerance=Decimal("0.04"))
"""TheoremQA's own rule."""
POLICIES = {"theoremqa": WITHIN_4_PERCENT}
Grader = Callable[[str, str, DecimalPolicy], bool | None]


def porism(response: str, gold: str, decimals: DecimalPolicy) -> bool | None:
    """Grade as Porism does; a letter is a choice."""
    if len(gold) == 1 and gold in LETTERS:
        return grade(response, MultipleChoice(label=gold, labels=LETTERS)).correct
    return grade(response, gold, decimals=decimals).correct


def math_verify() -> Grader | None:
    """Return Math-Verify with its defaults, if it is there."""
    try:
        from math_verify import parse, verify  # type: ignore[import-not-found]
    except ImportError:
        return None

    def grader(response: str, gold: str, _decimals: DecimalPolicy) -> bool | None:
        answer = parse(response)
        return bool(verify(parse(f"${gold}$"), answer)) if answer else None

    return grader


def lines(path: Path) -> Iterator[dict[str, object]]:
    """Yield the objects of a file of JSON lines."""
    with path.open(encoding="utf-8") as file:
        yield from (json.loads(line) for line in file if line.strip())


# Speed


def speed(paths: Iterable[Path], graders: dict[str, Grader]) -> None:
    """Print verdicts per CPU second, median and 99th percentile, per kind and grader."""
    cases: dict[str, list[tuple[str, str]]] = {}
    for path in paths:
        for case in lines(path):
            response = case["response"] if "response" in case else rf"\boxed{{{case['answer']}}}"
            kind = str(case.get("kind", path.stem))
            cases.setdefault(kind, []).append((str(response), str(case["gold"])))
    print("| kind | cases |" + "".join(f" {n}: per CPU s | median ms | p99 ms |" for n in graders))
    print("|---|---|" + "---|---|---|" * len(graders))
    benign = [case for kind, listed in cases.items() if "hostile" not in kind for case in listed]
    for kind, listed in [*sorted(cases.items()), ("**all but hostile**", benign)]:
        row = "".join(_speed(grader, listed) for grader in graders.values())
        print(f"| {kind} | {len(listed)} |{row}")


def _speed(grader: Grader, cases: list[tuple[str, str]]) -> str:
    exact = DecimalPolicy()
    grader(*cases[0], exact)
    times: list[float] = []
    for response, gold in cases:
        start = time.process_time()
        try:
            grader(response, gold, exact)
        except Exception as error:  # noqa: BLE001 - another grader may raise anything
            print(f"raised {error!r:.200}", file=sys.stderr)
        times.append(time.process_time() - start)
    times.sort()
    p99 = times[min(len(times) - 1, int(0.99 * len(times)))]
    rate = len(times) / max(sum(times), 1e-9)
    return f" {rate:,.0f} | {1000 * statistics.median(times):.2f} | {1000 * p99:.1f} |"


# Hostile inputs


def worst(grader: Grader, shown: int = 40) -> None:
    """Print the hostile inputs that cost most, and how many cost more than is promised."""
    costs: list[tuple[float, str, str]] = []
    for name, response, gold in hostile_cases():
        start = time.process_time()
        verdict = grader(response, gold, DecimalPolicy())
        costs.append((1000 * (time.process_time() - start), name, str(verdict)))
    costs.sort(reverse=True)
    print("| input | CPU ms | verdict |", "|---|---|---|", sep="\n")
    for cost, name, answer in costs[:shown]:
        print(f"| {name.replace('|', 'bar')} | {cost:.0f} | {answer} |")
    late = sum(cost > PROMISED_MS for cost, _, _ in costs)
    print(f"\n{len(costs)} inputs, {late} over {PROMISED_MS} ms")


# Agreement


@dataclass
class Tally:
    """Agreement of one grader with the labels of one set."""

    right: int = 0
    accepted: list[str] = field(default_factory=list)
    """Problems whose answer is labelled wrong and was accepted."""
    rejected: list[str] = field(default_factory=list)
    """Problems whose answer is labelled right and was not accepted."""

    def add(self, problem: str, *, label: bool, verdict: bool | None) -> None:
        """Count one verdict."""
        if (verdict is True) == label:
            self.right += 1
        else:
            (self.rejected if label else self.accepted).append(problem)


def agreement(folder: Path, graders: dict[str, Grader]) -> None:
    """Print a row for each set of labelled responses, and its disagreements."""
    print("| set | labelled |" + "".join(f" {n}: agrees | accepts | rejects |" for n in graders))
    print("|---|---|" + "---|---|---|" * len(graders))
    for path in sorted(folder.glob("*.jsonl")):
        rows = [r for r in lines(path) if r.get("gold") is not None and r.get("label") is not None]
        if not rows:
            continue
        tallies = {name: _tally(path, rows, grader) for name, grader in graders.items()}
        cells = "".join(
            f" {100 * t.right / len(rows):.1f} % | {len(t.accepted)} | {len(t.rejected)} |"
            for t in tallies.values()
        )
        print(f"| {path.stem} | {len(rows)} |{cells}")
        ours = tallies["porism"]
        for name, problems in (("accepted", ours.accepted), ("rejected", ours.rejected)):
            for problem in problems:
                print(f"{path.stem}: {name} {problem}", file=sys.stderr)


def _tally(path: Path, rows: list[dict[str, object]], grader: Grader) -> Tally:
    policy = next((p for name, p in POLICIES.items() if name in path.stem), DecimalPolicy())
    tally = Tally()
    for row in rows:
        try:
            verdict = grader(str(row["response"]), str(row["gold"]), policy)
        except Exception as error:  # noqa: BLE001 - another grader may raise anything
            print(f"{path.stem}: raised {error!r:.200}", file=sys.stderr)
            verdict = None
        tally.add(str(row["problem_id"]), label=bool(row["label"]), verdict=verdict)
    return tally


def main() -> None:
    """Run the part that the command line names."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("part", choices=("speed", "agreement", "worst"))
    parser.add_argument("paths", nargs="*", type=Path)
    arguments = parser.parse_args()
    if arguments.part == "worst":
        worst(porism)
        return
    if not arguments.paths:
        parser.error(f"{arguments.part} needs files or a folder")
    graders: dict[str, Grader] = {"porism": porism}
    other = math_verify()
    if other is None:
        print("Math-Verify is not installed: only Porism is measured.", file=sys.stderr)
    else:
        graders["math-verify"] = other
    if arguments.part == "speed":
        speed(arguments.paths, graders)
    else:
        agreement(arguments.paths[0], graders)


if __name__ == "__main__":
    main()
