"""A private file of answers to one that hides them."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from porism.benchmarks.answers import AnswerRow
from porism.errors import ConfigurationError, DefinitionError
from porism.grading.hidden import hide
from porism.records import read_csv


def hide_answers(answers: Path, output: Path) -> int:
    """Write the hidden form of each answer of a file into a new one; return how many.

    Raises:
        DefinitionError: the file is not as it should be; the message holds no answer.
        ConfigurationError: the new file is there already, or cannot be written.
    """
    if output.exists():
        raise ConfigurationError(f"{output} is there already; name a new file")
    text, number = io.StringIO(), 0
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(AnswerRow.model_fields)
    for line, row in read_csv(answers, AnswerRow):
        try:
            writer.writerow((row.id, hide(row.answer)))
        except ValueError as error:
            raise DefinitionError(str(error), file=answers, line=line, key="answer") from None
        number += 1
    try:
        output.write_text(text.getvalue(), encoding="utf-8")
    except OSError as error:
        raise ConfigurationError(f"{output}: {error.strerror}") from error
    return number
