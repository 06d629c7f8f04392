"""Offences as the rule sheets have them: row by row, for both tournament families."""

from __future__ import annotations

from dataclasses import replace

import pytest

from scoring.engine.law import MendingBars
from scoring.offences import (
    Noticed,
    Remedy,
    prescribe_card_shown,
    prescribe_loose_hand,
    prescribe_out_of_turn,
    prescribe_wrong_count,
    prescribe_wrong_seat,
)
from scoring.points import HandLeft, ImpossibleResult, bracket_of, void_points
from scoring.rules import RulesError, built_in, built_in_document, read_document
from scoring.sheets import PenaltyLine, SheetGame, tally
from tests.factories import result

CLUB, FEDERATION, BASIC = (built_in(key) for key in ("club_2018", "federation", "basic"))
BEFORE, IN_PLAY, END = Noticed.BEFORE_PLAY, Noticed.IN_PLAY, Noticed.AT_END


# Regel 15: first offence, later ones, every bracket ------------------------------------------------------------


@pytest.mark.parametrize("rules", [CLUB, FEDERATION], ids=lambda rules: rules.key)
@pytest.mark.parametrize(
    ("augen", "opened", "to", "worth", "becomes"),
    [
        (2, True, 11, 3, 2),
        (10, True, 11, 3, 2),
        (11, True, 31, 2, 1),
        (30, True, 31, 2, 1),
        (31, True, 31, 1, 0),
        (153, True, 153, 1, 0),
        (31, False, 101, 0, -1),
        (100, False, 101, 0, -1),
        (101, False, 101, -1, -2),
        (197, False, 197, -1, -2),
    ],
)
@pytest.mark.parametrize(("offence", "extra", "needed"), [(1, 0, False), (2, 1, True), (3, 1, True)])
def test_rule_15(rules, augen, opened, to, worth, becomes, offence, extra, needed):
    hand = HandLeft(augen=augen, opened=opened)
    assert bracket_of(rules.points, hand).points == worth
    told = prescribe_loose_hand(rules, hand, offence=offence)
    assert worth + told.points == becomes - extra
    assert augen + told.augen == to
    assert told.referee_needed is needed
    assert "15" in told.paragraph
    assert f"{offence}. Verstoß" in str(told.sentence)
    assert f"von {augen} auf {to}" in str(told.sentence)
    assert f"Punktabzug: −{-told.points}" in str(told.sentence)
    assert (told.voids_series, told.remedy, told.times) == (False, None, 0)


# A wrong number of cards ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "cards", "noticed", "several", "remedy", "times", "paragraph"),
    [
        (CLUB, 14, IN_PLAY, False, Remedy.SKIP_DRAW, 1, "Regel 3"),
        (CLUB, 15, IN_PLAY, False, Remedy.SKIP_DRAW, 2, "Regel 3"),
        (CLUB, 12, IN_PLAY, False, Remedy.SKIP_DISCARD, 1, "Regel 3"),
        (CLUB, 11, IN_PLAY, True, Remedy.SKIP_DISCARD, 2, "Regel 3"),  # the club mends each hand
        (CLUB, 14, BEFORE, False, Remedy.NEW_DEAL, 0, "wie Verbandsordnung §4.8"),
        (CLUB, 11, END, False, Remedy.DRAW_UP, 2, "Regel 3"),
        (CLUB, 16, END, False, Remedy.COUNT_ALL, 3, "Regel 3"),
        (FEDERATION, 14, IN_PLAY, False, Remedy.SKIP_DRAW, 1, "§4.6"),
        (FEDERATION, 12, IN_PLAY, False, Remedy.DRAW_MORE, 1, "§4.6"),
        (FEDERATION, 11, IN_PLAY, False, Remedy.DRAW_MORE, 2, "§4.6"),
        (FEDERATION, 12, IN_PLAY, True, Remedy.NEW_DEAL, 0, "§4.8"),
        (FEDERATION, 12, BEFORE, False, Remedy.NEW_DEAL, 0, "§4.8"),
        (FEDERATION, 12, END, False, Remedy.DRAW_UP, 1, "wie Vereinsregel 3"),
        (FEDERATION, 14, END, False, Remedy.COUNT_ALL, 1, "wie Vereinsregel 3"),
        (FEDERATION, 14, END, True, Remedy.NEW_DEAL, 0, "§4.8"),  # no time is named for several wrong hands
    ],
)
def test_a_wrong_number_of_cards(rules, cards, noticed, several, remedy, times, paragraph):
    told = prescribe_wrong_count(rules, cards=cards, playing=3, noticed=noticed, several=several)
    assert (told.remedy, told.times, told.paragraph) == (remedy, times, paragraph)
    assert (told.points, told.augen, told.voids_series, told.referee_needed) == (0, 0, False, False)
    assert f"{cards} Karten statt 13" in str(told.sentence)


def test_the_club_bars_more_than_the_federation_while_a_number_is_mended():
    club, order = (
        str(prescribe_wrong_count(rules, cards=14, playing=3, noticed=IN_PLAY).sentence)
        for rules in (CLUB, FEDERATION)
    )
    assert "nicht eröffnen, auslegen, anlegen oder tauschen" in club
    assert "nichts auslegen" in order
    assert "tauschen" not in order


def test_cards_over_the_number_are_all_counted_at_the_end_and_only_then():
    told = prescribe_wrong_count(CLUB, cards=15, playing=3, noticed=END, extra_augen=17)
    assert told.augen == 17
    for cards, noticed in ((15, IN_PLAY), (11, END)):
        with pytest.raises(ImpossibleResult, match="nur dazu"):
            prescribe_wrong_count(CLUB, cards=cards, playing=3, noticed=noticed, extra_augen=17)


def test_the_right_number_is_nothing_to_mend_and_basic_deals_anew():
    with pytest.raises(ImpossibleResult, match="richtige Zahl"):
        prescribe_wrong_count(CLUB, cards=13, playing=3, noticed=IN_PLAY)
    told = prescribe_wrong_count(BASIC, cards=8, playing=3, noticed=IN_PLAY)
    assert (told.remedy, told.paragraph) == (Remedy.NEW_DEAL, "Turnierbrauch")


# What lies counts too: the hand alone says nothing of somebody who has opened


@pytest.mark.parametrize(
    ("rules", "cards", "lying", "noticed", "remedy", "times"),
    [
        (CLUB, 7, 7, IN_PLAY, Remedy.SKIP_DRAW, 1),  # seven melded, seven held: one too many, not six too few
        (CLUB, 5, 7, IN_PLAY, Remedy.SKIP_DISCARD, 1),
        (CLUB, 1, 10, IN_PLAY, Remedy.SKIP_DISCARD, 2),
        (FEDERATION, 7, 7, IN_PLAY, Remedy.SKIP_DRAW, 1),
        (FEDERATION, 4, 8, IN_PLAY, Remedy.DRAW_MORE, 1),
        (CLUB, 5, 7, END, Remedy.DRAW_UP, 1),
        (CLUB, 9, 6, END, Remedy.COUNT_ALL, 2),
        (FEDERATION, 5, 7, END, Remedy.DRAW_UP, 1),
        (FEDERATION, 9, 6, END, Remedy.COUNT_ALL, 2),
    ],
)
def test_what_a_player_has_laid_is_counted_with_his_hand(rules, cards, lying, noticed, remedy, times):
    told = prescribe_wrong_count(rules, cards=cards, lying=lying, playing=3, noticed=noticed)
    assert (told.remedy, told.times) == (remedy, times)
    assert f"{cards} auf der Hand und {lying} auf dem Tisch sind {cards + lying} Karten statt 13" in str(
        told.sentence
    )


def test_a_hand_of_six_with_seven_on_the_table_is_right_and_before_play_nothing_lies():
    with pytest.raises(ImpossibleResult, match="6 auf der Hand und 7 auf dem Tisch sind 13 Karten"):
        prescribe_wrong_count(CLUB, cards=6, lying=7, playing=3, noticed=IN_PLAY)
    with pytest.raises(ImpossibleResult, match="noch nichts ausgelegt"):
        prescribe_wrong_count(CLUB, cards=7, lying=7, playing=3, noticed=BEFORE)


@pytest.mark.parametrize(("rules", "cards"), [(CLUB, 14), (CLUB, 12), (FEDERATION, 14), (FEDERATION, 12)])
def test_how_long_nothing_is_laid_is_a_reading_with_two_sentences(rules, cards):
    longer = replace(rules, law=replace(rules.law, mending_bars=MendingBars.GAME))
    short, long = (
        str(prescribe_wrong_count(one, cards=cards, playing=3, noticed=IN_PLAY).sentence)
        for one in (rules, longer)
    )
    assert "Ende des Spiels" not in short
    assert "Bis zum Ende des Spiels" in long or "bis zum Ende des Spiels" in long


# A wrong seat --------------------------------------------------------------------------------------------------


def test_a_wrong_seat_leaves_nothing_of_the_series():
    told = prescribe_wrong_seat(CLUB)
    assert (told.voids_series, told.points, told.augen, told.paragraph) == (True, 0, 0, "Turnierbrauch")
    with pytest.raises(ImpossibleResult, match="sagt nichts über einen falschen Platz"):
        prescribe_wrong_seat(BASIC)


@pytest.mark.parametrize(
    ("plus_games", "minus_games", "deducted", "net"),
    [(2, 0, 0, 0), (2, 1, 3, 0), (0, 2, 0, -2), (0, 1, 3, -4)],
)
def test_the_sum_of_a_voided_series(plus_games, minus_games, deducted, net):
    """What is above 0 goes, what is below stays; crosses and Augen stand as they were played."""
    games = [
        SheetGame(number=n, dealer=4, result=result(1, {2: (20, True), 3: (25, True)}))
        for n in range(1, plus_games + 1)
    ] + [
        SheetGame(number=n, dealer=4, result=result(2, {1: (120, False), 3: (25, True)}))
        for n in range(plus_games + 1, plus_games + minus_games + 1)
    ]
    lines = [
        PenaltyLine(seat=1, points=0, augen=0, voids=True),
        PenaltyLine(seat=1, points=-deducted, augen=0),
    ]
    sums = tally(CLUB, games, seats=(1, 2, 3, 4), penalties=lines)
    assert sums.totals[1].net_points == net
    assert (sums.totals[1].crosses, sums.totals[1].augen) == (minus_games, 120 * minus_games)
    assert sums.totals[3].net_points == 2 * (plus_games + minus_games), "the others keep theirs"


def test_a_voided_series_is_never_a_gain():
    assert [void_points(net) for net in (23, 0, -4)] == [-23, 0, 0]


# Rule sets of earlier days -------------------------------------------------------------------------------------


def test_a_rule_set_published_before_this_section_is_still_read_and_prescribes_nothing():
    document = {key: value for key, value in built_in_document("club_2018").items() if key != "offences"}
    document["readings"] = {k: v for k, v in document["readings"].items() if k != "offences"}
    earlier = read_document(document)
    assert earlier.offences is None
    with pytest.raises(ImpossibleResult):
        prescribe_wrong_seat(earlier)
    with pytest.raises(ImpossibleResult, match="falsche Kartenzahl am Ende"):
        prescribe_wrong_count(earlier, cards=14, playing=3, noticed=END)


def test_a_section_that_is_there_has_to_be_whole():
    document = built_in_document("club_2018") | {
        "offences": {"wrong_seat": {"is": "series_zero", "rule": "Turnierbrauch"}}
    }
    with pytest.raises(RulesError, match="count_at_end"):
        read_document(document)


# What is put right at the table without a price ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("rules", "shown", "turn"),
    [
        (CLUB, "wie Verbandsordnung §4.7", "wie Verbandsordnung §5.10"),
        (FEDERATION, "§4.7", "§5.10"),
    ],
)
def test_a_card_turned_up_in_dealing_and_a_card_out_of_turn(rules, shown, turn):
    anew, back = prescribe_card_shown(rules), prescribe_out_of_turn(rules)
    assert (anew.remedy, anew.paragraph, anew.points, anew.augen) == (Remedy.NEW_DEAL, shown, 0, 0)
    assert (back.remedy, back.paragraph, back.points, back.augen) == (Remedy.CARD_BACK, turn, 0, 0)
    assert "neu gegeben" in str(anew.sentence)
    assert "an dieselbe Stelle" in str(back.sentence)
