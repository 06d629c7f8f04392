"""Amounts in words, in the three languages."""

import pytest
from django.utils import translation

from tournaments.money.words.amounts import euros_in_words


@pytest.mark.parametrize(
    ("cents", "language", "said"),
    [
        (0, "de", "null Euro"),
        (100, "de", "ein Euro"),
        (13750, "de", "einhundertsiebenunddreißig Euro, 50 Cent"),
        (2100, "de", "einundzwanzig Euro"),
        (121_100, "de", "eintausendzweihundertelf Euro"),
        (99_999_900, "de", "neunhundertneunundneunzigtausendneunhundertneunundneunzig Euro"),
        (100_000_000, "de", ""),
        (2500, "lb", "fënnefanzwanzeg Euro"),
        (4100, "lb", "eenavéierzeg Euro"),
        (13700, "lb", "eenhonnertsiwenandrësseg Euro"),
        (13705, "en", "one hundred and thirty-seven Euro, 5 Cent"),
        (100_700, "en", "one thousand and seven Euro"),
        (1_240_000, "en", "twelve thousand four hundred Euro"),
    ],
)
def test_an_amount_is_written_out(cents, language, said):
    with translation.override(language):
        assert euros_in_words(cents) == said
