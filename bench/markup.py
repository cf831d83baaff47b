"""How much mathematics is typeset, and how fast pages are made of it.

    python bench/markup.py FILE.jsonl...     texts in the fields response, proof, problem

Times are CPU seconds. latex2mathml is measured beside, where it is installed; its output is
not safe to show and is not shown.
"""

from __future__ import annotations

import argparse
import importlib.util
import json
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from math_core import LatexError, LatexToMathML

from porism.markup import mathematics, prose, unreadable
from porism.markup.characters import plain
from porism.markup.spans import spans

FIELDS = ("response", "proof", "problem")
COMPARED = 3_000
"""Formulas that every converter reads."""


def texts(files: list[Path]) -> Iterator[str]:
    """All texts of records."""
    for file in files:
        for line in file.read_text(encoding="utf-8").splitlines():
            record = json.loads(line)
            yield from (record[field] for field in FIELDS if isinstance(record.get(field), str))


def formulas(found: list[str]) -> list[str]:
    """Every different formula, in the order in which they stand."""
    return list(
        dict.fromkeys(
            span.content
            for text in found
            for span in spans(plain(text))
            if span.kind in {"inline", "display"}
        )
    )


def read(convert: Callable[[str], object], latex: list[str]) -> tuple[float, float]:
    """Microseconds a formula, and the share that a converter reads."""
    failures = 0
    begun = time.process_time()
    for formula in latex:
        try:
            convert(formula)
        except Exception:  # noqa: BLE001 - whatever it raises, it did not read the formula
            failures += 1
    return (time.process_time() - begun) / len(latex) * 1e6, 1 - failures / len(latex)


def main() -> None:
    """Measure, and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="+", type=Path)
    found = list(texts(parser.parse_args().files))
    report = unreadable(found)
    print(f"{len(found):,} texts, {report.formulas:,} formulas, {report.typeset:.3%} typeset")

    mathematics("x")
    begun = time.process_time()
    shown = sum(len(prose(text)) for text in found)
    passed = time.process_time() - begun
    size = sum(len(text.encode("utf-8", "replace")) for text in found) / 1e6
    print(f"prose: {size / passed:.2f} MB/s, {passed / len(found) * 1e3:.2f} ms a text;", end=" ")
    print(f"{shown / 1e6 / size:.1f} bytes of HTML for one")

    different = formulas(found)[:: max(1, len(formulas(found)) // COMPARED)]
    core = LatexToMathML(allow_unreliable_rendering=True)
    converters: dict[str, Callable[[str], object]] = {
        "math-core alone": lambda latex: core.convert_with_local_state(latex, displaystyle=False),
        "mathematics()": lambda latex: refused(str(mathematics(latex + " "))),
    }
    if importlib.util.find_spec("latex2mathml"):
        from latex2mathml.converter import convert

        converters["latex2mathml"] = convert
    for name, convert_one in converters.items():
        microseconds, share = read(convert_one, different)
        print(f"{name:16} {microseconds:7.1f} us a formula, {share:.2%} read")


def refused(html: str) -> None:
    """Raise where a formula stayed source."""
    if html.startswith("<code"):
        raise LatexError(html)


if __name__ == "__main__":
    main()
