"""What cells say alone and what they say together: sums, one winner, the table of points, slips of the writer."""

from __future__ import annotations

from dataclasses import replace

import pytest

pytest.importorskip("cv2", reason="the extra `reading` is not installed: python start.py reading")

from scoring.rules.loader import built_in
from scoring.speech import say
from tests.tournaments.reading import made
from tournaments.reading.core import reader
from tournaments.reading.core.chances import Reading, beam
from tournaments.reading.core.evidence import blurred, with_lost_first
from tournaments.reading.core.joint import understood
from tournaments.reading.core.reader import ReadEntry, read
from tournaments.reading.core.rows import without_struck

FORMS = [
    ("club_2018", 4, 20),
    ("club_2018", 3, 15),
    ("federation", 4, 24),
    ("basic", 2, 8),
    ("basic", 6, 12),
    ("club_2018", 4, 48),
]


def is_right(rules, results, entry: ReadEntry) -> bool:
    result = results[entry.game]
    if entry.seat == result.winner:
        return entry.way.finish is result.finish
    held = result.hands[entry.seat]
    opened = not rules.family.by_table or held.opened == entry.way.opened
    return not entry.way.won and held.augen == entry.way.augen and opened


@pytest.mark.parametrize(("key", "seats", "games"), FORMS)
def test_a_clean_list_is_read_whole_and_nothing_is_asked(key, seats, games):
    form, list_ = made.list_of(key, seats, games, seed=games)
    result = read(built_in(key), made.pages(form, list_))
    hands = sum(len(one.hands) + (one.winner is not None) for one in list_.results.values())
    assert result.refused is None
    assert len(result.entries) == hands
    assert all(is_right(built_in(key), list_.results, entry) for entry in result.entries)
    assert not result.asked
    assert not result.slips


def test_augen_that_no_cards_make_are_believed_last():
    """Whoever loses holds at least one card: 2 Augen."""
    form, list_ = made.list_of("club_2018", 4, 20, seed=8, sums=False)
    (page,) = made.pages(form, list_)
    cell = next(cell for cell in page.cells if cell.column == "augen" and list_.texts[cell].text == "7")
    feet = {foot: Reading({"": 1.0}) for foot in page.cells if not foot.game and foot.column != "signature"}
    cells = dict(page.cells) | feet | {cell: Reading({"1": 0.6, "7": 0.4})}
    result = read(built_in("club_2018"), [replace(page, cells=cells)])
    (entry,) = [one for one in result.entries if (one.game, one.seat) == (cell.game, cell.seat)]
    assert entry.way.augen == 7
    assert entry.asked


def test_where_a_reflection_hides_cells_all_of_the_game_is_asked():
    form, list_ = made.list_of("club_2018", 4, 20, seed=5)
    (page,) = made.pages(form, list_)
    hidden = {
        cell: Reading({"": 1.0})
        for cell in page.cells
        if cell.game == 16 and cell.seat == 2 and cell.column != "opened"
    }
    result = read(built_in("club_2018"), [replace(page, cells={**page.cells, **hidden})])
    assert {entry.game for entry in result.asked} == {16}
    assert len(result.asked) == 3


def test_a_cell_that_looks_like_another_number_is_put_right_by_the_sums():
    form, list_ = made.list_of("club_2018", 4, 20, seed=5)
    (page,) = made.pages(form, list_)
    cell = next(cell for cell in page.cells if cell.column == "augen" and len(list_.texts[cell].text) == 2)
    text = list_.texts[cell].text
    other = text[0] + str((int(text[1]) + 3) % 10)
    cells = dict(page.cells) | {cell: Reading({other: 0.9, text: 0.1})}
    result = read(built_in("club_2018"), [replace(page, cells=cells)])
    (entry,) = [one for one in result.entries if (one.game, one.seat) == (cell.game, cell.seat)]
    assert str(entry.way.augen) == text
    assert not entry.asked


def test_a_writer_who_confuses_a_pair_everywhere_is_asked_rather_than_believed():
    """Without sums nothing contradicts a 1 that looks like a 7: its chance stays what the cell says."""
    form, list_ = made.list_of("club_2018", 4, 20, seed=6, sums=False)
    (page,) = made.pages(form, list_)
    ones = [
        cell
        for cell in page.cells
        if cell.column == "augen" and cell in list_.texts and "1" in list_.texts[cell].text
    ]
    cells = dict(page.cells)
    for cell in ones:
        text = list_.texts[cell].text
        cells[cell] = Reading({text: 0.5, text.replace("1", "7", 1): 0.5})
    result = read(built_in("club_2018"), [replace(page, cells=cells)])
    doubtful = {(cell.game, cell.seat) for cell in ones}
    wrong = [
        one
        for one in result.entries
        if not one.asked and not is_right(built_in("club_2018"), list_.results, one)
    ]
    assert doubtful
    assert not wrong


def test_slips_are_told_with_their_numbers_and_carried_on():
    form, list_ = made.list_of("club_2018", 4, 20, seed=8, slips=3.0)
    assert list_.slips
    result = read(built_in("club_2018"), made.pages(form, list_))
    told = {(slip.game, slip.seat, slip.column) for slip in result.slips}
    true = {(slip.game, slip.seat, slip.column) for slip in list_.slips}
    assert len(told & true) >= 0.9 * len(true)
    assert len(told - true) <= 1
    assert all(is_right(built_in("club_2018"), list_.results, one) for one in result.entries if not one.asked)
    sums = [say(slip.sentence) for slip in result.slips if slip.column == "augen_sum"]
    assert all("sind nicht" in sentence for sentence in sums)


def with_cell(page, game: int, seat: int, column: str, texts: dict[str, float]):
    cell = next(one for one in page.cells if (one.game, one.seat, one.column) == (game, seat, column))
    return replace(page, cells=dict(page.cells) | {cell: Reading(texts)})


def test_what_stands_beside_a_crossed_out_number_is_the_number():
    """The net says = to what is crossed out; \u201e=74\u201c is 74, corrected."""
    assert dict(without_struck(Reading({"=74": 0.9, "74": 0.05, "=": 0.05})).texts) == pytest.approx(
        {"74": 0.95, "": 0.05}
    )


def test_a_slip_is_not_read_away_by_what_the_writer_confuses_elsewhere():
    """A 6 that the net saw surely stays a 6, though this writer's 5 is taken for a 6 in other cells."""
    known = {("5", "6"): 0.1}
    assert blurred(Reading({"26": 1.0}), known).texts["25"] < 1e-3
    assert blurred(Reading({"26": 0.95, "25": 0.05}), known).texts["25"] > 0.2


def test_a_1_in_front_is_thought_of_where_something_was_seen_there():
    assert with_lost_first(Reading({"10": 1.0}), 1.0).texts["110"] < 1e-3
    assert with_lost_first(Reading({"10": 0.87, "210": 0.118, "110": 0.004}), 1.0).texts["110"] > 0.15


def test_points_that_fit_no_tick_are_told_although_the_tick_is_asked():
    """Not opened, yet points as if: the tick was forgotten or the points are wrong, and both are told."""
    form, list_ = made.list_of("club_2018", 4, 20, seed=8)
    (page,) = made.pages(form, list_)
    rules = built_in("club_2018")
    game, seat = next(
        (game, seat)
        for game, result in list_.results.items()
        for seat, hand in result.hands.items()
        if hand.opened and 60 <= hand.augen <= 99
    )
    result = read(rules, [with_cell(page, game, seat, "opened", {"": 1.0})])
    assert (game, seat, "points") in {(slip.game, slip.seat, slip.column) for slip in result.slips}


def test_a_foot_that_fits_nothing_asks_more_of_its_column():
    form, list_ = made.list_of("club_2018", 4, 20, seed=6, sums=False)
    (page,) = made.pages(form, list_)
    doubtful = Reading({"999": 0.6, "998": 0.4})
    foot = next(one for one in page.cells if (one.seat, one.column) == (1, "foot_augen"))
    known = understood(
        built_in("club_2018"),
        reader.written_of([replace(page, cells=dict(page.cells) | {foot: doubtful})]),
    )
    assert reader.columns_unfit(known) == {1}


@pytest.mark.slow
def test_a_list_that_contradicts_itself_everywhere_is_handed_to_typing():
    form, list_ = made.list_of("club_2018", 4, 20, seed=9)
    pages = made.pages(form, list_, noise=0.95, seed=4)
    assert read(built_in("club_2018"), pages).refused is reader.TOO_FOREIGN


def test_rows_that_were_not_played_are_left_out():
    form, list_ = made.list_of("club_2018", 4, 20, seed=10)
    (page,) = made.pages(form, list_)
    cells = {cell: Reading({"": 1.0}) if cell.game > 16 else reading for cell, reading in page.cells.items()}
    result = read(built_in("club_2018"), [replace(page, cells=cells)])
    assert {entry.game for entry in result.entries} == set(range(1, 17))


def test_a_second_sheet_is_read_without_its_first():
    form, list_ = made.list_of("club_2018", 4, 48, seed=11)
    second = made.pages(form, list_)[1]
    result = read(built_in("club_2018"), [second])
    assert result.entries
    assert all(is_right(built_in("club_2018"), list_.results, one) for one in result.entries if not one.asked)


@pytest.mark.slow
def test_chances_are_worth_what_they_say():
    """Over noisy lists: what is said to be sure is right, what is doubtful is wrong about as often as it says."""
    sure, doubtful = [], []
    for seed in range(8):
        form, list_ = made.list_of("club_2018", 3, 15, seed=100 + seed, sums=seed % 3 > 0)
        result = read(built_in("club_2018"), made.pages(form, list_, noise=0.15, seed=seed))
        for entry in result.entries:
            (sure if not entry.asked else doubtful).append(
                (entry.p, is_right(built_in("club_2018"), list_.results, entry))
            )
    assert sum(good for _p, good in sure) >= 0.995 * len(sure)
    expected = sum(p for p, _good in doubtful)
    assert doubtful
    assert abs(sum(good for _p, good in doubtful) - expected) <= 3 + 0.25 * len(doubtful)


def test_a_row_that_is_crossed_out_moves_the_games_after_it():
    form, list_ = made.list_of("club_2018", 3, 15, seed=12, struck=True)
    result = read(built_in("club_2018"), made.pages(form, list_))
    assert {entry.game for entry in result.entries} == set(range(1, 15))
    assert all(is_right(built_in("club_2018"), list_.results, one) for one in result.entries)
    (row,) = list_.struck
    assert result.printed[14] == 15
    (note,) = [slip for slip in result.slips if slip.column == "row"]
    assert say(note.sentence).startswith(f"Zeile {row} ist durchgestrichen: Die Spiele danach")


def test_where_the_dealer_rests_a_crossed_out_row_stays_open():
    form, list_ = made.list_of("club_2018", 4, 20, seed=12)
    (page,) = made.pages(form, list_)
    cells = {cell: Reading({"=": 1.0}) if cell.game == 7 else reading for cell, reading in page.cells.items()}
    result = read(built_in("club_2018"), [replace(page, cells=cells)])
    assert {entry.game for entry in result.entries} == set(range(1, 21)) - {7}
    assert any("Bitte Spiel 7 vom Papier ergänzen" in say(slip.sentence) for slip in result.slips)
    assert not result.printed


def test_a_ditto_mark_says_what_stands_above_it():
    form, list_ = made.list_of("club_2018", 3, 15, seed=13)
    (page,) = made.pages(form, list_)
    texts = {cell.game: reading.best for cell, reading in page.cells.items() if cell.column == "finish"}
    again = {game for game in texts if texts.get(game - 1) == texts[game]}
    assert again
    cells = {
        cell: Reading({'"': 1.0}) if cell.column == "finish" and cell.game in again else reading
        for cell, reading in page.cells.items()
    }
    result = read(built_in("club_2018"), [replace(page, cells=cells)])
    assert all(is_right(built_in("club_2018"), list_.results, one) for one in result.entries)


def test_penalties_at_the_foot_are_told_and_written_by_nobody():
    form, list_ = made.list_of("club_2018", 3, 15, seed=14)
    (page,) = made.pages(form, list_)
    place = next(cell for cell in page.cells if cell.column == "foot_penalties" and cell.seat == 2)
    result = read(
        built_in("club_2018"), [replace(page, cells=dict(page.cells) | {place: Reading({"5": 1.0})})]
    )
    (told,) = [slip for slip in result.slips if slip.column == "foot_penalties" and slip.seat == 2]
    assert "Platz 2: Unten stehen 5 Strafpunkte" in say(told.sentence)
    assert all(is_right(built_in("club_2018"), list_.results, one) for one in result.entries)


def test_texts_are_weighed_over_all_ways_to_say_them():
    strips = [[0.1, *[0.0] * 17] for _ in range(4)]
    for strip, sign in zip(strips, (3, 3, 1, 8), strict=True):
        strip[sign] = 0.9  # signs 2, 2, 0, 7: two strips of one sign are one sign
    texts = beam(reader.np.array(strips))
    assert max(texts, key=texts.get) == "207"


def mistaken(list_, page, *, seat: int = 2):
    """A game of this seat whose Augen the writer carried on as ten more: its number, and the page on which all later sums follow."""
    sums = {cell.game: cell for cell in page.cells if (cell.seat, cell.column) == (seat, "augen_sum")}
    game = next(
        game
        for game, result in list_.results.items()
        if game > 3 and seat in result.hands and 10 <= result.hands[seat].augen <= 80
    )
    cells = dict(page.cells)
    for number, cell in sums.items():
        if number >= game and list_.texts.get(cell):
            cells[cell] = Reading({str(int(list_.texts[cell].text) + 10): 1.0})
    foot = next(cell for cell in cells if (cell.seat, cell.column) == (seat, "foot_augen"))
    if list_.texts.get(foot):
        cells[foot] = Reading({str(int(list_.texts[foot].text) + 10): 1.0})
    return game, replace(page, cells=cells)


def test_a_slip_between_numbers_that_were_seen_clearly_is_told_though_a_misread_digit_explains_it():
    """14 that may be a 24 fits the sums as a misread digit: it is asked, and the addition is told as it stands on the paper."""
    form, list_ = made.list_of("club_2018", 4, 20, seed=5)
    (page,) = made.pages(form, list_)
    game, wrong = mistaken(list_, page)
    augen = list_.results[game].hands[2].augen
    seen = with_cell(wrong, game, 2, "augen", {str(augen): 0.985, str(augen + 10): 0.015})
    result = read(built_in("club_2018"), [seen])
    (slip,) = [one for one in result.slips if one.column == "augen_sum"]
    assert (slip.game, slip.seat) == (game, 2)
    assert f"+ {augen} sind nicht" in say(slip.sentence)
    assert (game, 2) in {(entry.game, entry.seat) for entry in result.asked}


def test_a_digit_that_was_seen_badly_is_put_right_by_its_sums_and_no_slip_is_told():
    form, list_ = made.list_of("club_2018", 4, 20, seed=5)
    (page,) = made.pages(form, list_)
    game, wrong = mistaken(list_, page)
    augen = list_.results[game].hands[2].augen
    result = read(
        built_in("club_2018"), [with_cell(wrong, game, 2, "augen", {str(augen): 0.7, str(augen + 10): 0.3})]
    )
    assert not result.slips


@pytest.mark.parametrize(("sums", "bad_seats"), [(True, {2}), (False, {2, 3})])
def test_bad_columns_are_asked_and_the_others_are_read(sums, bad_seats):
    """Seats that nobody can read are no reason to type the whole list."""
    form, list_ = made.list_of("club_2018", 4, 20, seed=9, sums=sums)
    (page,) = made.pages(form, list_)
    (bad,) = made.pages(form, list_, noise=1.0, seed=4)
    cells = {
        cell: bad.cells[cell] if cell.seat in bad_seats else reading for cell, reading in page.cells.items()
    }
    result = read(built_in("club_2018"), [replace(page, cells=cells)])
    assert result.refused is None
    asked = [entry for entry in result.asked if entry.seat in bad_seats]
    assert sums or len(asked) >= 10
    assert len(result.asked) - len(asked) <= 8
    assert all(is_right(built_in("club_2018"), list_.results, one) for one in result.entries if not one.asked)
