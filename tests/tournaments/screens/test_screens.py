"""Screens in the hall: what each deed does and refuses, whose turn it is, and what no screen ever shows."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import IntegrityError
from hypothesis import given
from hypothesis import strategies as st

from tests import factories
from tests.factories import NOON
from tournaments.event.permissions import Actor, NotAllowed
from tournaments.lists.services.clock import start_clock
from tournaments.models import Player, Registration, Screen, ScreenMessage, Tournament
from tournaments.rulings.services.calls import call_referee
from tournaments.screens.selectors import View, active_messages, from_key, item, screen_of
from tournaments.screens.services import messages
from tournaments.screens.services import screens as service
from tournaments.screens.services.messages import MessageRefused
from tournaments.screens.services.screens import ScreenRefused
from tournaments.screens.views.letters import (
    Cards,
    LetterSheet,
    name_lines,
    row_pages,
    short_names,
    spread_pages,
    whole_words,
    with_joints,
)
from tournaments.screens.views.material import Material
from tournaments.screens.views.pages import slots_of
from tournaments.screens.views.seats import parted_tables
from tournaments.screens.views.turns import Slot, ahead_of, slot_now, with_messages
from tournaments.seating.selectors.places import LaidTable, Sitting

BY = {"now": NOON}


def slot(seconds: int, view: str = "standings", **more) -> Slot:
    return Slot(view=view, title="", template="", seconds=seconds, **more)


# Turns: by the hour alone -------------------------------------------------------------------------------------


@given(
    lengths=st.lists(st.integers(4, 120), min_size=1, max_size=12),
    moment=st.integers(0, 2_000_000_000_000),
)
def test_every_page_stands_as_long_as_it_should_and_they_follow_each_other(lengths, moment):
    slots = [slot(seconds) for seconds in lengths]
    at, left = slot_now(slots, moment)
    assert 1 <= left <= lengths[at]
    following, whole = slot_now(slots, moment + 1000 * left)
    assert following == (at + 1) % len(lengths)
    assert lengths[following] - 1 <= whole <= lengths[following]


def test_what_is_over_loses_its_turn_and_what_is_urgent_takes_it():
    slots = [slot(10), slot(10, until=50_000), slot(10, urgent_until=5_000)]
    assert slot_now(slots, 1_000) == (2, 4)  # urgent
    assert slot_now(slots, 12_000) == (1, 8)
    assert {slot_now(slots, moment)[0] for moment in range(50_000, 90_000, 500)} == {0, 2}
    assert slot_now([slot(10, until=5)], 6) == (0, 10)  # nothing left: the page asks again


@given(lengths=st.lists(st.integers(4, 60), min_size=1, max_size=40), screens=st.integers(1, 6))
def test_neighbours_show_different_pages_as_long_as_there_are_enough(lengths, screens):
    slots = [slot(seconds) for seconds in lengths]
    starts = [slot_now(slots, 0, ahead=ahead_of(slots, at, screens))[0] for at in range(screens)]
    assert starts == [at * len(slots) // screens % len(slots) for at in range(screens)]
    assert len(set(starts)) == min(screens, len(slots))


def test_messages_come_first_and_again_after_every_third_page():
    said, pages = slot(12, "messages"), [slot(5) for _ in range(7)]
    found = with_messages(pages, [said])
    assert [one.view == "messages" for one in found] == [True, *[False] * 3, True, *[False] * 3, True, False]
    assert with_messages([], [said]) == [said]


@given(names=st.integers(0, 300), most=st.integers(1, 40))
def test_pages_are_whole_and_about_the_same_length(names, most):
    pages = spread_pages(range(names), most)
    assert [one for page in pages for one in page] == list(range(names))
    assert all(0 < len(page) <= most for page in pages)
    assert len(pages) == -(-names // most)


@given(lines=st.lists(st.integers(1, 4), max_size=120), columns=st.integers(1, 3), high=st.integers(4, 10))
def test_a_name_of_several_lines_has_them_all_to_itself(lines, columns, high):
    sheet = LetterSheet(columns=columns, lines=high, room=7.0)
    pages, used = row_pages(list(enumerate(lines)), sheet)
    assert [row for page in pages for row, _needed in page] == list(range(len(lines)))
    assert used <= high
    for page in pages:
        columns_used, line = 1, 0
        for _row, needed in page:  # as the browser fills them: no row is parted between two columns
            if line + needed > used:
                columns_used, line = columns_used + 1, 0
            line += needed
        assert columns_used <= columns


def test_how_many_lines_a_name_takes():
    assert name_lines("Kurz, Ida", 10) == 1
    assert name_lines("von und zu Überlangenstein-Hohenprobe", 10.2) == 3
    assert name_lines("Wwwmmwwmmwwmmww", 6) >= 3
    assert name_lines("名" * 12, 7) == 2
    assert whole_words("Mustermann-Probebauer", 8)
    assert not whole_words("Mustermannprobebauer", 8)
    assert with_joints("Überlangen-Muster", 4).replace("\u00ad", "|") == "Über|lan|gen-Muster"
    assert with_joints("Kurz-Muster", 8) == "Kurz-Muster"


def test_long_names_become_short_as_long_as_nobody_else_is_meant():
    def player(given: str, family: str):
        return Player(given_name=given, family_name=family)

    field = dict(
        enumerate(
            [
                player("Ida", "Kurz"),
                player("Maximiliane", "Überlangenfeld"),
                player("Moritz", "Überlangenfeld"),
                player("Anna", "Langwieriger"),
                player("Otto", "Langwieriger"),
                player("", "Einname"),
            ]
        )
    )
    names = short_names(field.items(), 8.5)
    assert names[0] == "Kurz, Ida"
    assert (
        names[1] == "Überlangenfeld, Maximiliane"
    )  # two of them share the initial: better small than mistaken
    assert names[3] == "Langwieriger, A."
    assert names[5] == "Einname"
    assert len(set(names.values())) == len(names)


# Deeds --------------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def staged(stage: None) -> Tournament:
    made = factories.tournament(players=8, name="Bildschirm-Pokal")
    factories.draw(made)
    for code in ("11111", "22222"):
        service.add_screen(tournament_id=made.pk, code=code, by=factories.director(), now=NOON)
    return made


@pytest.fixture
def made(db, staged: Tournament) -> Tournament:
    return Tournament.objects.select_related("rule_set").get(pk=staged.pk)


@pytest.fixture
def by() -> Actor:
    return factories.director()


def views(code: str = "11111", *, minutes: float = 0) -> list[str]:
    """What this screen shows so many minutes after noon, in its order."""
    screen = screen_of(code)
    assert screen is not None
    slots = slots_of(screen, Material(screen.tournament, now=NOON + timedelta(minutes=minutes)))
    return list(dict.fromkeys(one.view for one in slots))


@pytest.mark.slow
def test_the_programme_follows_the_day_by_itself(made, by):
    assert views() == ["names", "tables"]
    sheet = factories.sheet_of(made.series.get())
    factories.play(sheet, 1)
    assert views() == ["progress", "standings"]
    call_referee(sheet_id=sheet.pk, by=factories.scorer(sheet), now=NOON)
    start_clock(tournament_id=made.pk, number=1, minutes=60, by=by, now=NOON)
    assert views() == ["clock", "progress", "calls", "standings"]
    for table in (1, 2):
        factories.play_all(factories.sheet_of(made.series.get(), table))
    assert views() == ["standings"]


def test_a_tap_fixes_one_screen_or_all_until_a_programme_runs_again(made, by):
    item_now = item(View.NAMES, series=1).document()
    service.show(tournament_id=made.pk, numbers=[2], item=item_now, by=by, now=NOON)
    assert (views("11111"), views("22222")) == (["names", "tables"], ["names"])
    service.show(tournament_id=made.pk, numbers=None, item=item(View.TABLES).document(), by=by, now=NOON)
    assert (views("11111"), views("22222")) == (["tables"], ["tables"])
    service.run(tournament_id=made.pk, numbers=None, programme="auto", by=by, now=NOON)
    assert views("22222") == ["names", "tables"]
    deeds = list(made.journal.order_by("-number").values_list("deed", "facts")[:3])
    assert [deed for deed, _facts in deeds] == ["screens_run", "screens_fixed", "screens_fixed"]
    assert deeds[1][1]["screens"] == [1, 2]


def test_a_programme_of_its_own_keeps_its_order_and_its_seconds(made, by):
    own = [item(View.TABLES).document() | {"seconds": 30}, item(View.NAMES).document()]
    common = {"tournament_id": made.pk, "number": 1, "letters": "medium", "dark": True, "by": by, "now": NOON}
    service.change_screen(name="Bühne", own=own, **common)
    slots = slots_of(screen_of("11111"), Material(made, now=NOON))
    assert [(one.view, one.seconds) for one in slots] == [("tables", 30), ("names", 10)]
    for wrong in ([], [item(View.NAMES).document() | {"seconds": 3}], [{"view": "nichts", "seconds": 10}]):
        with pytest.raises(ScreenRefused), factories.undone():
            service.change_screen(name="", own=wrong, **common)
    service.change_screen(name="Tür", own=None, **common)
    assert screen_of("11111").programme == Screen.Programme.OWN
    with pytest.raises(ScreenRefused):
        service.run(tournament_id=made.pk, numbers=[2], programme="own", by=by, now=NOON)


@pytest.mark.parametrize("code", ["11111", "1234", "12a45", "１２３４５"])
def test_a_number_that_is_taken_or_none_is_refused(made, by, code):
    with pytest.raises(ScreenRefused):
        service.add_screen(tournament_id=made.pk, code=code, by=by, now=NOON)


def test_a_screen_that_was_removed_can_come_again_under_a_new_number(made, by):
    service.remove_screen(tournament_id=made.pk, number=1, by=by, now=NOON)
    assert screen_of("11111") is None
    again = service.add_screen(tournament_id=made.pk, code="11111", by=by, now=NOON)
    assert again.number == 3
    free = service.add_screen(tournament_id=made.pk, by=by, now=NOON)
    assert len(free.code) == 5
    with pytest.raises(ScreenRefused):
        service.remove_screen(tournament_id=made.pk, number=1, by=by, now=NOON)


def test_nobody_but_the_director_touches_the_screens(made):
    for person in (factories.referee(made), Actor(user=factories.user("fremd")), Actor()):
        for deed in (
            lambda by: service.add_screen(tournament_id=made.pk, by=by, now=NOON),
            lambda by: service.remove_screen(tournament_id=made.pk, number=1, by=by, now=NOON),
            lambda by: service.run(tournament_id=made.pk, numbers=None, programme="auto", by=by, now=NOON),
            lambda by: messages.send_message(tournament_id=made.pk, text="Hallo", by=by, now=NOON),
        ):
            with pytest.raises(NotAllowed), factories.undone():
                deed(person)


def test_that_a_television_asked_is_noted_once_a_minute_and_is_no_deed(made):
    before = made.revision
    for seconds, noted in ((0, 0), (30, 0), (59, 0), (60, 60), (100, 60)):
        service.note_asked(screen_of("11111"), now=NOON + timedelta(seconds=seconds))
        assert screen_of("11111").asked_at == NOON + timedelta(seconds=noted)
    assert Tournament.objects.get(pk=made.pk).revision == before


# Messages -----------------------------------------------------------------------------------------------------


def send(made: Tournament, text: str = "Pause", **more) -> ScreenMessage:
    return messages.send_message(
        tournament_id=made.pk, text=text, **({"by": factories.director()} | BY | more)
    )


def test_a_message_runs_on_all_screens_or_on_one_until_it_ends_or_is_taken_back(made, by):
    everywhere = send(made, ends_at=NOON + timedelta(minutes=5))
    send(made, "Nur hier", screen=2)
    assert "messages" in views("11111")
    assert [one.text for one in active_messages(made, now=NOON)] == ["Nur hier", "Pause"]
    assert "messages" not in views("11111", minutes=6)
    assert "messages" in views("22222", minutes=6)
    messages.take_message_back(tournament_id=made.pk, message_id=everywhere.pk, by=by, now=NOON)
    assert "messages" not in views("11111")
    messages.take_message_back(
        tournament_id=made.pk, message_id=everywhere.pk, by=by, now=NOON
    )  # and once more
    assert made.journal.filter(deed="message_taken_back").count() == 1


def test_the_same_message_twice_is_said_once_and_a_sixth_is_refused(made):
    assert send(made) == send(made)
    for number in range(4):
        send(made, f"Nummer {number}")
    with pytest.raises(MessageRefused, match="Mehr als 5"):
        send(made, "zu viel")


@pytest.mark.parametrize("text", ["", "   ", "\x07", "x" * 161])
def test_what_cannot_be_read_is_not_sent(made, text):
    with pytest.raises(MessageRefused):
        send(made, text)


def test_the_next_start_is_said_once_and_replaced_by_a_later_one(made, by):
    def start(minutes: int) -> ScreenMessage:
        at = NOON + timedelta(minutes=minutes)
        return messages.say_start(tournament_id=made.pk, text="Serie 2", starts_at=at, by=by, now=NOON)

    start(20)
    start(30)
    assert [one.starts_at for one in active_messages(made, now=NOON)] == [NOON + timedelta(minutes=30)]
    assert views()[0] == "start"
    assert "start" not in views(minutes=41)
    with pytest.raises(MessageRefused, match="schon vorbei"):
        start(0)


@pytest.mark.parametrize("deed", ["update", "delete"])
def test_what_was_said_stays_said(made, deed):
    rows = ScreenMessage.objects.filter(pk=send(made).pk)
    with pytest.raises(IntegrityError, match="a message"), factories.undone():
        rows.update(text="anders") if deed == "update" else rows._raw_delete("default")


# Never on a screen --------------------------------------------------------------------------------------------


def test_a_call_shows_its_table_and_nothing_else(made):
    sheet = factories.sheet_of(made.series.get(), 2)
    factories.play(sheet, 1)
    call_referee(sheet_id=sheet.pk, by=factories.scorer(sheet), now=NOON)
    [calls] = [one for one in slots_of(screen_of("11111"), Material(made, now=NOON)) if one.view == "calls"]
    assert calls.facts == {"tables": [2]}


@pytest.mark.parametrize(
    "key", ["", "nichts", "standings:x", "standings:²", "standings:123", "names:-1:players"]
)
def test_a_button_that_does_not_exist_is_nothing(key):
    assert from_key(key) is None


def test_a_table_that_is_too_long_for_a_card_goes_on_on_the_next_one():
    seats = tuple(
        Sitting(number=number, registration=Registration(start_number=number), keeper=False)
        for number in (1, 2, 3)
    )
    table = LaidTable(number=7, seats=seats, complete=False, has_list=True)
    long = "Maximiliane-Friederike Zweiundfünfzigblatt"
    kind = Cards(cards=1, lines=5, room=12.6)
    lines = name_lines(long, kind.room)
    assert 2 * lines <= kind.lines < 3 * lines
    parts = parted_tables(table, kind, dict.fromkeys((1, 2, 3), long))
    assert [(part.number, [seat.number for seat in part.seats]) for part in parts] == [(7, [1, 2]), (7, [3])]
    assert parted_tables(table, kind, dict.fromkeys((1, 2, 3), "Anni")) == [table]
