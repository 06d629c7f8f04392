"""The same question is answered the same way, down to which of several best turns is told."""

import pytest

from tests.answers import kept_pairs
from tests.scoring.engine.kept_answers import FILE, answered, questions

KEPT = kept_pairs(FILE)


def test_the_file_has_every_question():
    assert [question for question, _answer in KEPT] == list(questions())


@pytest.mark.parametrize("part", range(12))
def test_the_answer_is_the_one_that_was_given(part):
    for question, said in KEPT[part::12]:
        assert answered(question) == said, question
