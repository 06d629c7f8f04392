"""A list lays out whatever stands on it: two to six seats, up to 48 games, long names, struck rows, many remarks."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from reportlab.lib.pagesizes import A4

from tests.tournaments.paper.papers import facts, places, words
from tournaments.lists.paper.layout import LOWEST, MARGIN, grid_of, sheets_of
from tournaments.lists.paper.page import draw_list
from tournaments.lists.words.facts import CheckFacts
from tournaments.paper.ink import MM

READABLE = 9.5  # points: the smallest number that counts, at any table
SIXTY = "Maximilian-Alexander Kartenmischer von und zu Oberablageheim"


def test_twenty_games_stand_on_one_page_in_large_figures():
    (sheet,) = sheets_of(facts(games=20))
    assert sheet.ends
    assert sheet.row_height >= 5.8 * MM


def test_a_table_of_three_gets_taller_rows():
    (four,), (three,) = sheets_of(facts(games=20)), sheets_of(facts(seats=3, games=15))
    assert three.row_height > four.row_height


def test_two_struck_games_still_fit_on_the_page():
    assert len(sheets_of(facts(games=20, struck=(3, 9)))) == 1


def test_games_are_spread_evenly():
    """48 games are two pages of 24, not 36 and 12; few games have rows to write in with a broad pencil."""
    assert [len(sheet.rows) for sheet in sheets_of(facts(games=48))] == [24, 24]
    (few,) = sheets_of(facts(seats=3, games=6))
    assert few.row_height >= 10.9 * MM


def test_the_counter_list_is_not_accepted():
    mine, theirs = (words(next(draw_list(replace(facts(), counter=counter)))) for counter in (False, True))
    assert "Von der Turnierleitung angenommen" in mine
    assert "Von der Turnierleitung angenommen" not in theirs
    assert "Geführt von Platz" in " ".join(theirs)


def test_seat_one_ticks_that_the_pack_was_counted():
    said = " ".join(words(next(draw_list(replace(facts(filled=False), cards=110)))))
    assert "Platz 1:" in said
    assert "110 Karten geprüft" in said


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_forty_eight_games_go_on_pages_of_whole_runden(seats):
    sheets = sheets_of(facts(seats=seats, games=48, basic=seats != 4))
    assert [row.number for sheet in sheets for row in sheet.rows] == list(range(1, 49))
    assert [sheet.ends for sheet in sheets] == [False] * (len(sheets) - 1) + [True]
    for sheet in sheets:
        assert sheet.rows[-1].closes_round or sheet.rows[-1].number == 48


def test_a_game_to_a_target_gets_as_many_whole_runden_as_fit():
    (blank,) = sheets_of(facts(seats=5, games=48, basic=True, endless=True, filled=False))
    assert len(blank.rows) % 5 == 0
    assert len(blank.rows) >= 20


def test_a_game_to_a_target_that_took_long_keeps_every_row():
    sheets = sheets_of(facts(seats=4, games=47, basic=True, endless=True))
    assert sum(len(sheet.rows) for sheet in sheets) == 47


@given(
    seats=st.integers(2, 6),
    games=st.integers(1, 48),
    struck=st.sets(st.integers(1, 48), max_size=8),
    names=st.lists(st.text(max_size=80), min_size=1, max_size=6),
    remarks=st.lists(st.text(max_size=300), max_size=30),
)
def test_every_row_is_drawn_once_and_nothing_leaves_the_paper(seats, games, struck, names, remarks):
    drawn = facts(
        seats=seats, games=games, struck=sorted(struck), names=names, remarks=remarks, basic=seats > 4
    )
    pages = list(draw_list(drawn))
    left = grid_of(drawn).labels[0]
    numbers = Counter(
        int(text)
        for pen in pages
        for _x, end, _y, size, text in places(pen)
        if end < left and text.isdigit() and size > 9
    )
    assert sum(numbers.values()) == games + len([one for one in struck if one <= games])
    for pen in pages:
        for x, end, y, size, text in places(pen):
            assert x >= MARGIN - 0.1, text
            assert end <= A4[0] - MARGIN + 0.1, text
            assert MARGIN - 0.1 <= y <= A4[1] - MARGIN - size * 0.6, text


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_the_widest_numbers_stay_inside_their_columns_and_readable(seats):
    drawn = facts(seats=seats, games=4 * seats, basic=seats > 4)
    grid = grid_of(drawn)
    (pen,) = draw_list(drawn)
    edges = [(x + offset, x + offset + width) for x in grid.seats for offset, width in grid.columns]
    eights = [place for place in places(pen) if set(place[4]) == {"8"} and place[0] > grid.seats[0]]
    assert len(eights) > seats
    for x, end, _y, size, text in eights:
        assert any(low <= x and end <= high for low, high in edges), text
        assert size >= READABLE or len(text) > 3, text


def test_names_of_sixty_letters_do_not_break_the_head():
    drawn = facts(names=[SIXTY])
    (pen,) = draw_list(drawn)
    grid = grid_of(drawn)
    head = [place for place in places(pen) if place[2] > A4[1] - 55 * MM and place[0] > grid.seats[0]]
    for x, end, _y, _size, text in head:
        if "Maximilian" in text or "Oberablage" in text:
            assert any(seat <= x and end <= seat + grid.seat_width for seat in grid.seats)


def test_the_row_height_never_falls_below_what_can_be_read():
    for games in range(1, 49):
        for sheet in sheets_of(facts(games=games)):
            assert sheet.row_height >= LOWEST


def test_the_end_is_on_the_last_page_only():
    first, last = draw_list(facts(games=48))
    assert "Endpunkte" not in words(first)
    assert {"Endpunkte", "Unterschriften", "Vermerke und Entscheide"} <= set(words(last))


def test_remarks_that_do_not_fit_go_on_pages_of_their_own():
    """No ruling is lost: rows make room as far as they stay legible, and the rest follows behind."""
    said = [f"Vermerk {number}: was entschieden wurde und warum, in einer Zeile." for number in range(1, 181)]
    pages = [words(pen) for pen in draw_list(facts(remarks=said))]
    assert "… weiter auf der nächsten Seite" in pages[0]
    assert {"Unterschriften", "Endpunkte"} <= set(pages[0])
    assert [text for page in pages for text in page if text.startswith("Vermerk ")] == said
    assert [page.count("Vermerke und Entscheide, Fortsetzung") for page in pages[1:]] == [1] * (
        len(pages) - 1
    )
    assert f"Seite {len(pages)}/{len(pages)}" in pages[-1]


@given(count=st.integers(0, 60), games=st.integers(1, 48), seats=st.integers(2, 6))
def test_every_remark_stands_once_and_above_the_signatures(count, games, seats):
    said = [f"Vermerk {number}." for number in range(count)]
    pages = list(draw_list(facts(seats=seats, games=games, basic=seats != 4, remarks=said)))
    assert [text for pen in pages for text in words(pen) if text.startswith("Vermerk ")] == said
    for pen in pages:
        signs = [base for _x, _end, base, _size, text in places(pen) if text == "Unterschriften"]
        lowest = [
            base for _x, _end, base, _size, text in places(pen) if text.startswith(("Vermerk ", "… weiter"))
        ]
        assert not signs or not lowest or min(lowest) > signs[0]


def test_seven_rulings_leave_twenty_games_on_one_page():
    (sheet,) = sheets_of(facts(games=20, remarks=["Ein Entscheid mit Grund"] * 7))
    assert len(sheet.remarks) == 7


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_names_of_sixty_letters_stand_whole(seats):
    assert len(SIXTY) == 60
    (pen,) = draw_list(facts(seats=seats, games=seats * 5, basic=seats == 2, names=[SIXTY]))
    said = "".join(text for text in words(pen) if not text.endswith("…")).replace(" ", "")
    assert said.count(SIXTY.replace(" ", "")) >= seats


def test_a_name_of_three_lines_does_not_touch_the_club_below_it():
    (pen,) = draw_list(facts(names=[SIXTY, "Erster Kartenspielverein Pikhausen"]))
    boxes = [box for box in places(pen) if A4[1] - MARGIN - 45 * MM < box[2] < A4[1] - MARGIN - 30 * MM]
    for x, end, base, _size, text in boxes:
        for other in boxes:
            same_column = other[0] < end - 0.1 and other[1] > x + 0.1
            if other[4] is not text and same_column and other[2] < base:
                assert base - other[2] >= other[3] * 0.8, (text, other[4])


@pytest.mark.parametrize(
    "name", ["Kurz", "Hausregeln der drei vereinigten Kartenspielvereine an Mosel und Sauer 2026"]
)
def test_the_fingerprint_of_the_rules_is_never_cut(name):
    rules = f"{name}, Nr. 12 · 0123456789"
    made = replace(facts(), rules=rules, check=CheckFacts(code="4F-22222-33333", typed="x", link="http://x"))
    (pen,) = draw_list(made)
    assert any(text.endswith("0123456789") for text in words(pen))
    for _x, end, _base, _size, text in places(pen):
        if text.endswith("0123456789"):
            (length,) = (box for box in places(pen) if box[4] == "20 Spiele")
            assert end < length[0]
