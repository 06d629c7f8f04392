"""Many players at once: who is new, who is known, who is asked about, and nobody half-way."""

from __future__ import annotations

from datetime import date

import pytest

from tests import factories
from tournaments.event.permissions import Actor, NotAllowed
from tournaments.event.services.journal import first_broken
from tournaments.field.formats import arrivals, guess, read_tables, stored_tables
from tournaments.field.selectors.arrivals import SAME, Arrival, JudgedRow, RowKind, judge_rows, print_of
from tournaments.field.selectors.newcomers import with_newcomers
from tournaments.field.services import player_files as service
from tournaments.models import Club, JournalEntry, Player, PlayerFile, Registration, Tournament
from tournaments.rankings.services.finish import finish_tournament
from tournaments.seating.selectors.state import state_of

pytestmark = pytest.mark.django_db
TODAY = date(2026, 11, 18)


def people(text: str) -> list[Arrival]:
    [table] = read_tables(text.encode())
    found = guess(table)
    return arrivals(table, head=found.head, columns=found.columns, today=TODAY)


def judged(made: Tournament, text: str, answers: dict[int, str] | None = None) -> list[JudgedRow]:
    return judge_rows(made, people(text), answers or {})


def kinds(made: Tournament, text: str, answers: dict[int, str] | None = None) -> list[str]:
    return [one.kind.value for one in judged(made, text, answers)]


def register(
    made: Tournament, text: str, answers: dict[int, str] | None = None, **more: object
) -> list[Registration]:
    return service.register_players(
        tournament_id=made.pk,
        arrivals=people(text),
        answers=answers or {},
        seen=str(more.get("seen", print_of(judged(made, text, answers)))),
        by=factories.director(),
        now=factories.NOON,
    )


def test_everybody_enters_with_a_line_of_the_journal_each():
    made = factories.tournament()
    before = made.revision
    entered = register(made, "Name;Verein;Startnr\nPaul Pik;Ass;2\nKlara Karo;Ass;\nHans Herz;;7\n")
    assert [(one.start_number, one.player.name, str(one.player.club or "")) for one in entered] == [
        (2, "Paul Pik", "Ass"),
        (1, "Klara Karo", "Ass"),
        (7, "Hans Herz", ""),
    ]
    lines = JournalEntry.objects.filter(tournament=made).order_by("number")
    assert [line.deed for line in lines][-4:] == ["players_imported"] + ["player_registered"] * 3
    assert first_broken(lines) is None
    made.refresh_from_db()
    assert made.revision == before + 4


def test_a_field_has_no_more_than_its_pages_can_show(monkeypatch):
    """Fifteen thousand names from one file made four seconds and three megabytes of every page, for every reader."""
    monkeypatch.setattr(service, "MOST_PLAYERS", 3)
    made = factories.tournament(players=2)
    with pytest.raises(service.ImportRefused, match="höchstens 3 Spieler"):
        register(made, "Name\nPaul Pik\nKlara Karo\n")
    assert made.registrations.count() == 2
    assert len(register(made, "Name\nPaul Pik\n")) == 1


def test_who_was_here_before_is_the_same_person():
    old = factories.tournament(name="Voriges")
    register(old, "Name;Verein\nJürgen Groß;Böse Sieben\n")
    made = factories.tournament()
    [one] = judged(made, "Nachname;Vorname;Verein;geb\nGROSS;Juergen;BÖSE SIEBEN;1.2.1950\n")
    assert one.kind is RowKind.SAME
    [entered] = register(made, "Nachname;Vorname;Verein;geb\nGROSS;Juergen;BÖSE SIEBEN;1.2.1950\n")
    assert entered.player.name == "Jürgen Groß"  # a file mends nobody's name
    assert Player.objects.get().born_on == date(1950, 2, 1)  # but says what nobody knew
    assert Club.objects.count() == 1


@pytest.mark.parametrize(
    ("row", "kind"),
    [
        ("Klara Karo;Ass;", "same"),
        ("Klara Karo;;", "same"),
        ("Klara Karo;Zehn;", "doubt"),
        ("Klara Karo;Zehn;3.4.1960", "same"),  # name and day of birth: she has changed her club
        ("Klara Karo;Ass;5.5.1955", "doubt"),  # mother and daughter, or a slip
        ("Karo Klara;Ass;", "doubt"),  # the other way round
        ("Clara Karo;Ass;", "doubt"),  # one letter
        ("Clara Karo;Zehn;", "new"),
        ("Konrad Kreuz;Ass;", "new"),
    ],
)
def test_who_is_who(row, kind):
    old = factories.tournament(name="Voriges")
    register(old, "Name;Verein;geb\nKlara Karo;Ass;3.4.1960\n")
    assert kinds(factories.tournament(), f"Name;Verein;geb\n{row}\n") == [kind]


def test_the_same_file_twice_brings_nobody_twice():
    made = factories.tournament()
    text = "Name;Verein\nPaul Pik;Ass\nKlara Karo;Ass\nPaul Pik;Ass\n"
    assert kinds(made, text) == ["new", "new", "twice"]
    register(made, text)
    assert kinds(made, text) == ["here", "here", "twice"]
    with pytest.raises(service.ImportRefused, match="niemand, der noch anzumelden"):
        register(made, text)


def test_all_or_nobody():
    made = factories.tournament()
    text = "Name;Verein\nPaul Pik;Ass\n;Ass\nKlara Karo;Ass\n"
    with pytest.raises(service.ImportRefused, match="die erste ist Zeile 3"):
        register(made, text)
    assert not made.registrations.exists()
    assert not Player.objects.exists()
    assert len(register(made, text, {3: "aus"})) == 2


def test_two_who_are_alike_in_all_that_is_known_are_a_question():
    register(factories.tournament(name="Voriges"), "Name;Verein\nKlara Karo;Ass\n")
    text = "Name;Verein;geb\nKlara Karo;Ass;3.4.1960\n"
    register(factories.tournament(name="Nebenan"), text, {2: "neu"})
    [one] = judged(factories.tournament(), "Name;Verein\nKlara Karo;Ass\n")
    assert (one.kind, str(one.why), len(one.candidates)) == (
        RowKind.DOUBT,
        "Diesen Namen gibt es mehrmals.",
        2,
    )


def test_who_is_known_enters_the_seating_with_his_own_club():
    register(factories.tournament(name="Voriges"), "Name;Verein\nKlara Karo;Ass\nPaul Pik;\n")
    made = factories.tournament(players=4)
    rows = judged(made, "Name\nKlara Karo\nPaul Pik\nHans Herz\n")
    assert [one.kind.value for one in rows] == ["same", "same", "new"]
    after = with_newcomers(made, state_of(made), rows)
    assert [(one.start_number, one.name, one.listed, one.club) for one in after.entrants[4:]] == [
        (5, "Klara Karo", "Karo, Klara", "Ass"),
        (6, "Paul Pik", "Pik, Paul", None),
        (7, "Hans Herz", "Herz, Hans", None),
    ]


def test_an_answer_settles_a_question():
    old = factories.tournament(name="Voriges")
    [entered] = register(old, "Name;Verein\nKlara Karo;Ass\n")
    made, text = factories.tournament(), "Name;Verein\nKlara Karo;Zehn\n"
    assert kinds(made, text) == ["doubt"]
    assert kinds(made, text, {2: "neu"}) == ["new"]
    assert kinds(made, text, {2: "ist-999999"}) == ["doubt"]
    [same] = register(made, text, {2: f"ist-{entered.player_id}"})
    assert same.player_id == entered.player_id


def test_a_start_number_belongs_to_one():
    made = factories.tournament(players=1)
    assert kinds(made, "Name;Startnr\nPaul Pik;1\nKlara Karo;5\nHans Herz;5\n") == ["wrong", "new", "wrong"]


def test_a_preview_that_has_aged_registers_nobody():
    made = factories.tournament()
    text = "Name;Verein\nPaul Pik;Ass\n"
    seen = print_of(judged(made, text))
    register(factories.tournament(name="Nebenan"), text)  # meanwhile he has become known
    with pytest.raises(service.PeopleMoved):
        register(made, text, seen=seen)
    assert not made.registrations.exists()


def test_only_the_director_and_only_while_it_runs():
    made = factories.tournament()
    with pytest.raises(NotAllowed):
        service.register_players(
            tournament_id=made.pk, arrivals=[], answers={}, seen="", by=Actor(), now=factories.NOON
        )
    finish_tournament(tournament_id=made.pk, by=factories.director(), now=factories.NOON)
    with pytest.raises(service.ImportRefused, match="beendet"):
        register(made, "Name\nPaul Pik\n")


def test_what_waits_is_gone_when_it_is_decided():
    made = factories.tournament()
    tables = read_tables(b"Name\nPaul Pik\n")
    kept = service.keep_file(
        tournament_id=made.pk,
        name="liste.csv",
        fingerprint="ab",
        tables=stored_tables(tables),
        table=0,
        head=1,
        columns=["name"],
        by=factories.director(),
        now=factories.NOON,
    )
    seen = judged(made, "Name\nPaul Pik\n")
    deed = {
        "tournament_id": made.pk,
        "arrivals": [one.arrival for one in seen],
        "answers": {},
        "seen": print_of(seen),
        "by": factories.director(),
        "now": factories.NOON,
        "file_id": kept.pk,
    }
    service.register_players(**deed)
    assert not PlayerFile.objects.exists()
    with pytest.raises(service.ImportRefused, match="schon erledigt"):  # tapped twice
        service.register_players(**deed)
    assert made.registrations.count() == 1


@pytest.mark.slow
def test_a_hundred_rows_cost_as_many_queries_as_ten(django_assert_max_num_queries):
    made = factories.tournament()
    text = "Name;Verein\n" + "".join(f"Probe{n} Spieler{n};Klub {n % 7}\n" for n in range(300))
    arrived, seen = people(text), print_of(judged(made, text))
    with django_assert_max_num_queries(30):
        service.register_players(
            tournament_id=made.pk,
            arrivals=arrived,
            answers={},
            seen=seen,
            by=factories.director(),
            now=factories.NOON,
        )


@pytest.mark.parametrize(
    ("known", "rows", "kinds_of_rows"),
    [
        ((), "Anna Muster;Ass;\nAnna Muster;Ass;\n", ["new", "twice"]),
        ((), "Anna Muster;Ass;\nAnna Muster;Bube;\n", ["new", "new"]),  # two clubs, two people
        ((), "Anna Muster;Ass;1950-01-01\nAnna Muster;Ass;1960-01-01\n", ["new", "new"]),  # two birthdays
        ((), "Anna Muster;Ass;\nAnna Muster;;\n", ["new", "doubt"]),  # perhaps the same
        ((("Anna", "Muster", "Ass"),), "Anna Muster;Ass;\n", ["same"]),
    ],
)
def test_who_stands_twice_in_a_file_enters_once_or_is_asked_about(known, rows, kinds_of_rows):
    made = factories.tournament()
    for given, family, club in known:
        Player.objects.create(given_name=given, family_name=family, club=Club.objects.create(name=club))
    assert kinds(made, f"Name;Verein;Geburtsdatum\n{rows}") == kinds_of_rows


def test_one_person_who_is_said_to_be_two_rows_enters_once():
    made = factories.tournament()
    player = Player.objects.create(given_name="Anna", family_name="Muster", club=None)
    rows = "Name;Verein;Startnr\nAnna Muster;Ass;\nAnnna Muster;Bube;\n"
    answers = {one.row: f"{SAME}{player.pk}" for one in people(rows)}
    assert kinds(made, rows, answers) == ["same", "twice"]
