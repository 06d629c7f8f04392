"""The core's sentences, said in the language of the page."""

import pytest
from django.utils import translation

from scoring.engine.law import Finish
from scoring.points import HandLeft, ImpossibleResult, Result, check_result
from scoring.rules import RulesError, built_in
from scoring.sentence import Sentence
from scoring.speech import say

CLUB = built_in("club_2018")


def refusal():
    with pytest.raises(ImpossibleResult) as caught:
        check_result(
            CLUB,
            Result(finish=Finish.SUPER, winner=1, hands={2: HandLeft(augen=3, opened=True)}),
            playing=(1, 2),
        )
    return caught.value


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("de", "nach „Vereinsregeln 2018“ keinen Wert"),
        ("lb", "„Veräinsreegelen 2018“"),
        ("en", "“Club rules 2018”"),
        ("fr", "Règlement du club 2018"),
    ],
)
def test_a_refusal_speaks_the_language_of_the_page_and_so_do_its_values(language, said):
    with translation.override(language):
        assert said in say(refusal())


def test_a_sentence_inside_a_sentence_is_translated_too():
    error = RulesError("Der Schlüssel „{key}“ fehlt.", place="points", key="hand")
    with translation.override("en"):
        assert say(error) == "points: The key “hand” is missing."
        assert say(error.reason) == "The key “hand” is missing."
    assert str(error) == "points: Der Schlüssel „hand“ fehlt."


def test_an_unknown_sentence_stays_as_it_is():
    with translation.override("en"):
        assert say(Sentence("Niemand kennt {what}.", {"what": "das"})) == "Niemand kennt das."
