"""Judging: rubrics, juries of models, what they are asked and what comes of it."""

from porism.judging.case import Case, highest, material, written_rubric
from porism.judging.hearing import Heard, hear
from porism.judging.jury import Jury, Rewriting, SwornJury, texts_digest
from porism.judging.questions import Question, first_question, next_question, question_to
from porism.judging.rules import Decision, next_step, round_of
from porism.judging.said import Said, Unread
from porism.judging.verdicts import verdict_of

__all__ = [
    "Case",
    "Decision",
    "Heard",
    "Jury",
    "Question",
    "Rewriting",
    "Said",
    "SwornJury",
    "Unread",
    "first_question",
    "hear",
    "highest",
    "material",
    "next_question",
    "next_step",
    "question_to",
    "round_of",
    "texts_digest",
    "verdict_of",
    "written_rubric",
]
