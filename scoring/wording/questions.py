"""The questions that a referee asks about cards, each with the room that answers it.

Legal is said "zulässig", never "bewiesen": nobody here saw what was held.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from scoring.rules import RuleSet
from scoring.wording.answers import Answer
from scoring.wording.asked import Asked, Question
from scoring.wording.hand_answers import best_use, held_augen, lay_out, whole_hand
from scoring.wording.table_answers import at_the_table


def answer(asked: Asked, rules: RuleSet) -> Answer:
    """The answer; a Refusal where nothing sensible was asked."""
    return ANSWERS[asked.question](asked, rules)


ANSWERS: Mapping[Question, Callable[[Asked, RuleSet], Answer]] = {
    Question.LAY_OUT: lay_out,
    Question.HAND: whole_hand,
    Question.BEST: best_use,
    Question.AUGEN: held_augen,
    Question.TABLE: at_the_table,
}
