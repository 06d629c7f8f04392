"""The day as a line: where it is, what comes next, which tables are late, and what a search finds. No database."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.desk.core.day import (
    AT_THE_END,
    BEFORE_THE_END,
    OTHERS,
    PRIZES_WAIT,
    Act,
    Facts,
    Station,
    day,
    reached_station,
)
from tournaments.desk.core.finding import FindablePlace, find
from tournaments.desk.core.pace import Pace, ends_at, late_tables
from tournaments.money.core import PrizeState

NOON = datetime(2026, 11, 14, 12, 0, tzinfo=UTC)

# What is known, where the day is, and the first act.
DAY = [
    (Facts(), Station.REGISTER, Act.REGISTER),
    (Facts(playable=True, of=3), Station.SEAT, Act.SEAT),
    (Facts(playable=True, of=3, draft=True), Station.SEAT, Act.HANG_OUT),
    (Facts(playable=True, series=1, of=3, untouched=4), Station.PAPERS, Act.PRINT),
    (Facts(playable=True, series=1, of=3, untouched=4, hanging=False), Station.SEAT, Act.HANG_AGAIN),
    (Facts(playable=True, series=1, of=3, untouched=4, seated=True), Station.PLAY, Act.TYPE),
    (Facts(playable=True, series=1, of=3, untouched=1, begun=3), Station.PLAY, Act.CODES),
    (Facts(playable=True, series=1, of=3, begun=3, complete=1), Station.PLAY, Act.SIGN_ALL),
    (Facts(playable=True, series=1, of=3, begun=3, signed=1), Station.PLAY, Act.ACCEPT_ALL),
    (Facts(playable=True, series=1, of=3, complete=3, signed=1), Station.COLLECT, Act.ACCEPT_ALL),
    (Facts(playable=True, series=1, of=3, complete=4), Station.COLLECT, Act.SIGN_ALL),
    (Facts(playable=True, series=1, of=3, signed=4), Station.ACCEPT, Act.ACCEPT_ALL),
    (Facts(playable=True, series=2, of=3, accepted=4, earlier=1), Station.ACCEPT, Act.ACCEPT_ALL),
    (Facts(playable=True, series=1, of=3, accepted=4, unposted=True), Station.POST, Act.POST),
    (Facts(playable=True, series=1, of=3, accepted=4), Station.SEAT, Act.SEAT),
    (Facts(playable=False, series=1, of=3, accepted=4), Station.REGISTER, Act.REGISTER),
    (Facts(playable=True, series=3, of=3, accepted=4, tied=True), Station.POST, Act.LOT),
    (Facts(playable=True, series=3, of=3, accepted=4, tied=True, unposted=True), Station.POST, Act.POST),
    (Facts(series=1, accepted=4), Station.CLOSE, Act.CLOSE),
    (
        Facts(playable=True, series=3, of=3, accepted=4, prizes=PrizeState.TO_CONFIRM),
        Station.PRIZES,
        Act.PRIZES,
    ),
    (Facts(series=3, of=3, accepted=4, prizes=PrizeState.UNPAID), Station.PRIZES, Act.PRIZES),
    (Facts(series=3, of=3, accepted=4, prizes=PrizeState.DONE), Station.CLOSE, Act.CLOSE),
    (Facts(series=3, of=3, accepted=4), Station.CLOSE, Act.CLOSE),
    (Facts(finished=True, series=3, of=3, accepted=4, prizes=PrizeState.UNPAID), Station.CLOSE, Act.PRIZES),
]


@pytest.mark.parametrize(("facts", "at", "first"), DAY)
def test_where_the_day_is_and_what_comes_next(facts, at, first):
    seen = day(facts)
    assert (seen.at, seen.first) == (at, first)


def test_the_last_screen_leads_to_payout_certificates_workbook_and_backup():
    files = (Act.CERTIFICATES, Act.WORKBOOK, Act.BACKUP)
    for prizes in PrizeState:
        acts = (Act.PRIZES, *files) if prizes in PRIZES_WAIT else (*files, Act.PRIZES)
        seen = day(Facts(finished=True, series=3, of=3, accepted=4, prizes=prizes))
        assert (seen.first, *seen.others) == acts


def test_at_the_end_only_that_is_ticked_of_which_somebody_knows():
    def ticked(prizes: PrizeState, *, finished: bool = False) -> set[Station]:
        line = day(Facts(series=3, of=3, accepted=4, prizes=prizes, finished=finished)).line
        return {stop.station for stop in line if stop.done}

    for prizes in PrizeState:
        done = {Station.PRIZES} if prizes is PrizeState.DONE else set()
        assert ticked(prizes) == done
        assert ticked(prizes, finished=True) == done | {Station.CLOSE}


def test_a_tournament_can_be_closed_while_a_prize_is_unpaid():
    assert Act.CLOSE in day(Facts(series=3, of=3, accepted=4, prizes=PrizeState.UNPAID)).others


def test_what_nobody_has_begun_can_be_taken_down():
    assert Act.TAKE_DOWN in day(Facts(playable=True, series=1, of=3, untouched=4)).others
    assert Act.TAKE_DOWN not in day(Facts(playable=True, series=1, of=3, untouched=3, begun=1)).others


def test_the_line_is_about_the_series_that_comes():
    assert day(Facts(playable=True, series=1, of=3, accepted=4)).series == 2
    assert day(Facts(playable=True, series=1, of=3, begun=4)).series == 1
    assert day(Facts(playable=True, series=2, of=3, untouched=4, hanging=False)).series == 2


def test_three_others_are_offered_and_they_are_those_of_the_moment():
    for facts, others in (
        (Facts(playable=True, of=3), (Act.REGISTER, Act.CASH)),
        (Facts(playable=True, of=3, series=1, accepted=4), (Act.COME_AND_GO, Act.STANDINGS)),
        (
            Facts(playable=True, of=3, series=1, begun=3, signed=1, complete=1),
            (Act.SIGN_ALL, Act.CODES, Act.COME_AND_GO),
        ),
    ):
        assert day(facts).others == others


def test_the_line_has_what_is_done_behind_it_and_at_the_end_no_series():
    seen = day(Facts(playable=True, series=1, of=3, complete=4))
    assert [(stop.done, stop.now) for stop in seen.line] == [(True, False)] * 4 + [(False, True)] + [
        (False, False)
    ] * 2
    assert day(Facts(series=3, of=3, accepted=4)).series == 0
    assert Facts(untouched=1, begun=2, complete=4, signed=8, accepted=16).lists == 31


counts = st.integers(0, 3)


@given(
    st.builds(
        Facts,
        finished=st.booleans(),
        playable=st.booleans(),
        series=counts,
        of=st.integers(1, 3),
        untouched=counts,
        begun=counts,
        complete=counts,
        signed=counts,
        accepted=counts,
        earlier=counts,
        seated=st.booleans(),
        hanging=st.booleans(),
        unposted=st.booleans(),
        draft=st.booleans(),
        tied=st.booleans(),
        prizes=st.sampled_from(PrizeState),
    )
)
def test_there_is_always_one_act_and_never_more_than_three_others(facts):
    seen = day(facts)
    assert len(seen.others) <= OTHERS
    assert len({seen.first, *seen.others}) == 1 + len(seen.others)
    assert seen.at is reached_station(facts)
    assert [stop.station for stop in seen.line] in ([*BEFORE_THE_END], [*AT_THE_END])
    assert sum(stop.now for stop in seen.line) == (not facts.finished)


# How fast a table plays ---------------------------------------------------------------------------------------


def pace(table: int, played: int, *, minutes: float = 5, planned: int | None = 20) -> Pace:
    """A table that has just written a game, as all of its games took so many minutes."""
    since = timedelta(minutes=minutes * max(played - 1, 0))
    return Pace(
        table=table, played=played, planned=planned, first_at=NOON - since, last_at=NOON if played else None
    )


def test_a_table_is_late_from_two_games_behind_the_middle():
    hall = [pace(1, 12), pace(2, 12), pace(3, 11), pace(4, 9)]
    [found] = late_tables(hall, now=NOON)
    assert (found.table, found.behind) == (4, 3)
    assert found.ends_at == NOON + timedelta(minutes=5 * 11)


def test_a_table_of_three_plays_fewer_games_and_is_not_late_for_that():
    hall = [pace(1, 12), pace(2, 12), pace(3, 9, planned=15)]
    assert late_tables(hall, now=NOON) == ()


def test_the_series_ends_with_its_slowest_table():
    hall = [pace(1, 20), pace(2, 10), pace(3, 10, minutes=6)]
    assert ends_at(hall, now=NOON) == NOON + timedelta(minutes=60)
    assert ends_at([pace(1, 20)], now=NOON) is None


def test_whoever_types_from_paper_says_nothing_of_the_pace():
    assert pace(1, 20, minutes=0.1).a_game is None
    assert pace(1, 1).ends_at(NOON) is None
    assert ends_at([pace(1, 5, planned=None)], now=NOON) is None


def test_an_end_is_never_in_the_past():
    assert pace(1, 10).ends_at(NOON + timedelta(hours=3)) == NOON + timedelta(hours=3)


# Finding ------------------------------------------------------------------------------------------------------

PLACES = [
    FindablePlace(kind="table", label="Tisch 1", url="/1", hint="Serie 2, Liste"),
    FindablePlace(kind="table", label="Tisch 11", url="/11", hint="Serie 2, Liste"),
    FindablePlace(kind="table", label="Tisch 1", url="/alt", hint="Serie 1, Liste"),
    FindablePlace(kind="page", label="Kasse", url="/kasse", hint="wer hat bezahlt", also="Startgeld Geld"),
    FindablePlace(kind="person", label="Änne Weiß", url="/7", hint="Startnummer 7, Karo 1900"),
    FindablePlace(kind="print", label="Sitzordnung nach Namen", url="/wand", hint="für die Wand"),
]


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("tisch 1", ["/1", "/alt"]),
        ("1 serie 1", ["/alt"]),
        ("11", ["/11"]),
        ("ann", ["/7"]),
        ("WEISS", ["/7"]),
        ("karo", ["/7"]),
        ("geld", ["/kasse"]),
        ("namen sitz", ["/wand"]),
        ("ordnung", ["/wand"]),
        ("kasse tisch", []),
        ("", []),
        ("  ?!", []),
    ],
)
def test_words_lead_to_places(asked, found):
    assert [place.url for place in find(asked, PLACES)] == found


def test_no_more_is_found_than_anybody_reads():
    many = [FindablePlace(kind="table", label=f"Tisch {n}", url=str(n)) for n in range(40)]
    assert len(find("tisch", many)) == 12


def test_nothing_is_known_of_a_day_until_it_is_said():
    facts = Facts()
    assert (facts.series, facts.of, facts.lists, facts.earlier) == (0, 1, 0, 0)
    assert not any((facts.finished, facts.playable, facts.seated, facts.unposted, facts.draft, facts.tied))
    assert facts.prizes is PrizeState.NONE
    assert not any((facts.pristine, facts.fresh))
    assert facts.hanging


# Finding, to the last rank -----------------------------------------------------------------------------------------


def found(asked, *labels, **more):
    return [
        one.label
        for one in find(asked, [FindablePlace(kind="x", label=label, url="/") for label in labels], **more)
    ]


def test_whole_words_before_beginnings_and_the_own_name_before_what_it_is_known_by():
    places = [
        FindablePlace(kind="x", label="Überkasse", url="/"),  # inside a word
        FindablePlace(
            kind="x", label="Geld", url="/", also="Kassenbuch"
        ),  # the beginning of what it is known by
        FindablePlace(kind="x", label="Beleg", url="/", hint="Kasse"),  # a whole word of the hint
        FindablePlace(kind="x", label="Kassenbuch", url="/"),  # a beginning of the name
        FindablePlace(kind="x", label="Kasse", url="/"),  # the name
        FindablePlace(kind="x", label="Wand", url="/"),
    ]
    assert [one.label for one in find("kasse", places)] == [
        "Kasse",
        "Kassenbuch",
        "Beleg",
        "Geld",
        "Überkasse",
    ]


def test_of_equal_rank_the_shorter_name_and_then_the_order():
    assert found("ta", "Tafeln", "Tafel", "Tag 12", "Tasche") == ["Tafel", "Tafeln", "Tag 12", "Tasche"]


def test_two_letters_are_only_looked_for_at_the_beginning():
    assert found("si", "Kasse", "Unsinn") == []
    assert found("sin", "Kasse", "Unsinn") == ["Unsinn"]


def test_each_number_that_is_asked_for_is_meant():
    assert found("1 serie 1", "Tisch 1 Serie 2", "Tisch 1 Serie 1", "Serie 11 Tisch 1") == ["Tisch 1 Serie 1"]
    assert found("1", "Tisch 11", "Tisch 1") == ["Tisch 1"]
    assert found("", "Tisch 1") == []


def test_no_more_than_so_many():
    assert len(found("tisch", *[f"Tisch {n}" for n in range(20)])) == 12
    assert len(found("tisch", *[f"Tisch {n}" for n in range(20)], most=3)) == 3


# Pace, to the last game --------------------------------------------------------------------------------------------


def playing(table, played, planned, *, minutes=None):
    """A table whose first game was written at noon and whose latest so many minutes later."""
    last = None if minutes is None else NOON + timedelta(minutes=minutes)
    return Pace(
        table=table,
        played=played,
        planned=planned,
        first_at=(minutes is not None and NOON) or None,
        last_at=last,
    )


def test_what_a_game_takes():
    assert playing(1, 1, 12, minutes=0).a_game is None, "one game has no length"
    assert playing(1, 2, 12, minutes=5).a_game == timedelta(minutes=5)
    assert playing(1, 4, 12, minutes=15).a_game == timedelta(minutes=5)
    assert playing(1, 3, 12, minutes=2).a_game == timedelta(minutes=1)
    assert playing(1, 4, 12, minutes=2).a_game is None, "typed from paper"
    assert playing(1, 3, 12).a_game is None


def test_when_the_last_game_will_be_written():
    at = playing(1, 4, 6, minutes=15)
    assert at.ends_at(NOON) == NOON + timedelta(minutes=25)
    assert at.ends_at(NOON + timedelta(hours=2)) == NOON + timedelta(hours=2), "never in the past"
    assert playing(1, 6, 6, minutes=25).ends_at(NOON + timedelta(hours=2)) == NOON + timedelta(minutes=25)
    assert playing(1, 7, 6, minutes=30).ends_at(NOON + timedelta(hours=2)) == NOON + timedelta(minutes=30)
    assert playing(1, 5, 6, minutes=20).ends_at(NOON) == NOON + timedelta(minutes=25)
    assert playing(1, 4, None, minutes=15).ends_at(NOON) is None
    done = playing(2, 6, 6, minutes=40)
    assert ends_at([at, done, playing(3, 2, 6)], now=NOON) == NOON + timedelta(minutes=25)
    assert ends_at([done], now=NOON) is None


def test_who_is_behind_the_middle_of_the_hall():
    def behind(*played, planned=12):
        tables = [Pace(table=n, played=one, planned=planned) for n, one in enumerate(played, start=1)]
        return [(one.table, one.behind) for one in late_tables(tables, now=NOON)]

    assert behind(6, 6, 4) == [(3, 2)]
    assert behind(6, 6, 5) == []
    assert behind(6, 2) == [(2, 2)], "two tables are enough to compare"
    assert behind(6) == behind() == []
    assert behind(8, 8, 8, 2, 5, 2) == [(4, 4), (6, 4)]
    assert behind(8, 8, 8, 8, 2, 5, 2) == [(5, 6), (7, 6), (6, 3)]
    assert behind(6, 6, 4, planned=None) == []
