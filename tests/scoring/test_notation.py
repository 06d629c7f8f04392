"""Notation: how people type cards, what is refused with which words, and the exact way back."""

from __future__ import annotations

import doctest
import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scoring.engine import notation
from scoring.engine.notation import (
    Ambiguous,
    Misspelt,
    NotACard,
    OneMeldExpected,
    RankMissing,
    SuitMissing,
    read_card,
    read_cards,
    read_melds,
    write_cards,
    write_melds,
)

TYPED = [
    # symbols
    ("♥7 ♥10 ♥B ♥D ♥K ♥A ★", "♥7 ♥10 ♥B ♥D ♥K ♥A ★"),
    ("♡7 ♧B ♤D ♢K", "♥7 ♣B ♠D ♦K"),
    ("♥️7 ♠︎8 ❤️9 ♥7️", "♥7 ♠8 ♥9 ♥7"),
    ("7♥ 10♠ Q♦ K♣", "♥7 ♠10 ♦D ♣K"),
    ("♥7♥8★♥10", "♥7 ♥8 ★ ♥10"),
    ("7♥8♥9♥", "♥7 ♥8 ♥9"),
    ("♥ 7, ♥ Dame; ♥-As", "♥7 ♥D ♥A"),
    ("♡J ♣Q ♣T", "♥B ♣D ♣10"),
    # German
    ("Herz 7 H7 h7 herz7 HERZ 7 Herz-7", "♥7 ♥7 ♥7 ♥7 ♥7 ♥7"),
    ("Kreuz Bube Kreuz B Kreuz D Kreuz K Kreuz A", "♣B ♣B ♣D ♣K ♣A"),
    ("Pik As Pik Ass Pik-As PAs P10 Pik10", "♠A ♠A ♠A ♠A ♠10 ♠10"),
    ("Kr7 Kr 7 Ka7 Ka D KaD Karo-Dame KrK KaK", "♣7 ♣7 ♦7 ♦D ♦D ♦D ♣K ♦K"),
    ("HD HB HK HA HAs hass", "♥D ♥B ♥K ♥A ♥A ♥A"),
    ("Herz König, Herz Koenig, Herz ko\u0308nig, Herz Zehn, Pik fünf", "♥K ♥K ♥K ♥10 ♠5"),
    ("Herz 7; Herz 8;Herz 9,Herz 10", "♥7 ♥8 ♥9 ♥10"),
    ("Herz\u00a07\u202f\u2009Herz\t8\u200b", "♥7 ♥8"),
    ("Joker joker Jo JO jk ☆ ⭐ 🃏 *", "★ ★ ★ ★ ★ ★ ★ ★ ★"),
    # English
    ("7h 10h Th Jh Qh Kh Ah Jo", "♥7 ♥10 ♥10 ♥B ♥D ♥K ♥A ★"),
    ("2c 3s 4d 5h 7D QS", "♣2 ♠3 ♦4 ♥5 ♦7 ♠D"),
    ("As 2s Ac 2c 3c 2d Td Jd Qd Ah 2h", "♠A ♠2 ♣A ♣2 ♣3 ♦2 ♦10 ♦B ♦D ♥A ♥2"),
    ("Qd Kd Ad", "♦D ♦K ♦A"),
    ("Ks Kc Kh", "♠K ♣K ♥K"),
    # mixed, empty
    ("♥7 H8 9h", "♥7 ♥8 ♥9"),
    ("", ""),
    (" , ;\n", ""),
]


@pytest.mark.parametrize(("typed", "canonical"), TYPED)
def test_what_people_type(typed, canonical):
    assert write_cards(read_cards(typed)) == canonical


REFUSED = [
    # typed, kind, column, word, meant
    ("Herz 1", NotACard, 1, "Herz 1", ["♥10", "♥A"]),
    ("♥7 Herz 11", NotACard, 4, "Herz 11", ["♥B"]),
    ("♥7 ♥1", NotACard, 4, "♥1", ["♥10", "♥A"]),
    ("Hertz 7", NotACard, 1, "Hertz 7", ["♥7"]),
    ("Kruez7", NotACard, 1, "Kruez7", ["♣7"]),
    ("Herz Köing", NotACard, 1, "Herz Köing", ["♥K"]),
    ("Jokre", NotACard, 1, "Jokre", ["★"]),
    ("K7", Ambiguous, 1, "K7", ["♣7", "♦7"]),
    ("♥7, K 7", Ambiguous, 5, "K 7", ["♣7", "♦7"]),
    ("KD", Ambiguous, 1, "KD", ["♦K", "♣D", "♦D"]),
    ("Kd", Ambiguous, 1, "Kd", ["♦K", "♣D", "♦D"]),
    ("H7 Kd 7h", Ambiguous, 4, "Kd", ["♦K", "♣D", "♦D"]),
    ("KK", Ambiguous, 1, "KK", ["♣K", "♦K"]),
    ("As", Ambiguous, 1, "As", ["♠A", "♣A", "♥A", "♦A"]),
    ("Herz 7, As", Ambiguous, 9, "As", ["♠A", "♣A", "♥A", "♦A"]),
    ("D7", NotACard, 1, "D7", ["♦7"]),
    ("7K", NotACard, 1, "7K", ["♣7", "♦7"]),
    ("7P", NotACard, 1, "7P", ["♠7"]),
    ("Bh", NotACard, 1, "Bh", ["♥B"]),
    ("Herz 7 8", SuitMissing, 8, "8", ["♣8", "♠8", "♥8", "♦8"]),
    ("Dame", SuitMissing, 1, "Dame", ["♣D", "♠D", "♥D", "♦D"]),
    ("Herz", RankMissing, 1, "Herz", ["♥7"]),
    ("Herz, 7", RankMissing, 1, "Herz", ["♥7"]),
    ("♥7 | ♥8", OneMeldExpected, 4, "|", []),
    ("♥7 …", NotACard, 4, "…", []),
    ("♥7 ½", NotACard, 4, "½", []),
    ("7h8h", NotACard, 1, "7h8h", []),
    ("♥7 🂱", NotACard, 4, "🂱", []),
]


@pytest.mark.parametrize(("typed", "kind", "column", "word", "meant"), REFUSED)
def test_what_is_refused_names_the_place_and_the_likely_meaning(typed, kind, column, word, meant):
    with pytest.raises(Misspelt) as refused:
        read_cards(typed)
    found = refused.value
    assert (type(found), found.column, found.word) == (kind, column, word)
    assert list(found.meant) == meant
    assert word in str(found)
    assert typed[found.at :].startswith(word)


def test_the_place_in_a_table_of_several_lines():
    with pytest.raises(Misspelt, match="Stelle 2:4: „Herz 1“ ist keine Karte") as refused:
        read_melds("♥7 ♥8 ♥9\n♣7 Herz 1")
    assert (refused.value.line, refused.value.column, refused.value.at) == (2, 4, 12)


def test_one_card():
    assert write_cards([read_card("Herz Dame")]) == "♥D"
    with pytest.raises(NotACard, match="Genau eine Karte"):
        read_card("♥7 ♥8")


@pytest.mark.parametrize(
    "typed",
    [
        "♥7 ★ ♥9 | ♣B ♠B ♥B",
        "7h Jo 9h|Jc Js Jh",
        "Herz 7, Joker, Herz 9\nKreuz B; Pik B; Herz B\n",
        "| ♥7★♥9 ||\r\n♣B ♠B ♥B |",
    ],
)
def test_melds_of_a_table(typed):
    assert write_melds(read_melds(typed)) == "♥7 ★ ♥9 | ♣B ♠B ♥B"


def test_examples_in_the_docs_run():
    assert doctest.testmod(notation).failed == 0


cards = st.integers(0, 52)
melds = st.lists(st.lists(cards, min_size=1, max_size=14).map(tuple), max_size=8).map(tuple)


@given(st.lists(cards).map(tuple))
def test_the_way_back_is_exact(laid):
    assert read_cards(write_cards(laid)) == laid


@given(melds)
def test_the_way_back_of_a_table_is_exact(table):
    assert read_melds(write_melds(table)) == table


LANGUAGES = {
    "symbols": ("♣♠♥♦", "A 2 3 4 5 6 7 8 9 10 B D K", "{suit}{rank}"),
    "outlined": ("♧♤♡♢", "A 2 3 4 5 6 7 8 9 10 J Q K", "{suit}\ufe0f {rank}"),
    "words": ("Kreuz Pik Herz Karo", "As 2 3 4 5 6 7 8 9 10 Bube Dame König", "{suit} {rank}"),
    "letters": ("Kr P H Ka", "A 2 3 4 5 6 7 8 9 10 B D K", "{suit}{rank}"),
    "English": ("c s h d", "A 2 3 4 5 6 7 8 9 T J Q K", "{rank}{suit}"),
}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("case", [str, str.lower, str.upper, lambda text: unicodedata.normalize("NFD", text)])
@pytest.mark.parametrize("gap", [" ", ", ", ";", "\u00a0"])
def test_every_card_in_every_language(language, case, gap):
    suits, ranks, form = LANGUAGES[language]
    suit_names = suits.split() if " " in suits else list(suits)
    words = [form.format(suit=suit, rank=rank) for suit in suit_names for rank in ranks.split()]
    assert read_cards(case(gap.join([*words, "Joker"]))) == tuple(range(53))


PIECES = "♥ ♡ ♦ ♣ ♠ ❤ ★ 🃏 7 10 1 0 A As Ass K D B J Q T Dame Herz H Kr Ka K Pik P Karo Jo h d c s - , ; |"
pieces = st.sampled_from([*PIECES.split(), "\n", "\ufe0f"])


def refusal(read, text):
    try:
        read(text)
    except Misspelt as refused:
        return refused
    return None


@pytest.mark.slow
@given(st.one_of(st.text(), st.lists(st.one_of(pieces, st.just(" ")), max_size=12).map("".join)))
@example("\ufe0f")
@example("\u200b\u200b 7")
@example("{word} {0} %s")
@example("ⅷ ٧ ７h K\u0308d")
@example("a" * 100_000)
def test_any_text_is_read_or_refused_with_its_place(text):
    for read in (read_cards, read_melds):
        refused = refusal(read, text)
        if refused:
            assert text[refused.at :].startswith(refused.word)
            assert refused.line >= 1
            assert refused.column >= 1
            assert len(str(refused)) < 300


@given(st.lists(st.one_of(pieces, st.just(" ")), max_size=8).map("".join))
def test_what_is_read_is_read_again_from_its_canonical_form(text):
    try:
        table = read_melds(text)
    except Misspelt:
        return
    assert read_melds(write_melds(table)) == table


@given(st.lists(cards, min_size=1).map(tuple), st.sampled_from(["{} ", " {}", "\ufeff{}", "{},"]))
def test_the_quick_way_and_the_careful_way_agree(laid, frame):
    assert read_cards(frame.format(write_cards(laid))) == laid
