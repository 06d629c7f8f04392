"""One person whom two clubs have entered: shown before, said, followed by every season, taken back."""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

import pytest
from django.db import IntegrityError
from django.test import Client
from django.urls import reverse

from tests import factories
from tests.factories import NOON, administrator
from tests.tournaments.federation.test_clubs import browser, club
from tournaments.event.permissions import Actor, NotAllowed
from tournaments.event.selectors.persons import entries_of, persons
from tournaments.federation.selectors.register import MOST_ALIKE, seasons_changed, written_alike
from tournaments.federation.services import clubs as of_clubs
from tournaments.federation.services.clubs import FederationRefused
from tournaments.federation.services.register import part_entries, say_same
from tournaments.models import Club, MachineEntry, Player, Registration, SamePerson, SeasonVersion
from tournaments.rankings.selectors.seasons import (
    SeasonRow,
    season_in_force,
    season_mark,
    season_standing,
    tournaments_of,
)
from tournaments.rankings.services.seasons import (
    SeasonFrame,
    SeasonRefused,
    change_season,
    create_season,
    frame_of,
)

pytestmark = pytest.mark.django_db
LATER = NOON + timedelta(hours=1)


@pytest.fixture(scope="module")
def staged(stage: None) -> tuple[SeasonVersion, Player, Player]:
    """Two clubs, an evening each, four people at both; the first player of each evening has one name and another club."""
    made = []
    for number, name in enumerate(("Karo Nord", "Pik Süd")):
        one = club(name)
        of_clubs.name_director(
            club=one, user=factories.user(name.lower().replace(" ", "-")), by=administrator(), now=NOON
        )
        evening = factories.tournament(players=4, rounds=1, name=f"Abend {name}")
        factories.play_all(factories.sheet_of(factories.draw(evening)))
        first = Registration.objects.filter(tournament=evening).earliest("start_number").player
        first.given_name, first.family_name, first.club = "Erfunden", "Doppelbeispiel", one
        first.pk = first.pk if number == 0 else None
        first.save()
        Registration.objects.filter(tournament=evening, start_number=1).update(player=first)
        made.append((evening, first))
    frame = SeasonFrame(
        name="Verbandsjahr", holder="Verband", starts_on=date(2026, 1, 1), ends_on=date(2026, 12, 31),
        unit="event", rule="best", figure=8,
    )  # fmt: skip
    season = create_season(
        frame, tournaments=[one.pk for one, _first in made], by=factories.director(), now=NOON
    )
    return season, made[0][1], made[1][1]


def rows_of(version: SeasonVersion) -> dict[int, SeasonRow]:
    newest = season_in_force(version.season.slug)
    assert newest is not None
    found = season_standing(newest, tournaments_of(newest)).rows
    return {int(str(row.place.entry.key)): row for row in found}


@pytest.mark.slow
def test_two_entries_are_one_person_in_every_season_and_two_again(staged):
    season, north, south = staged
    before, events = rows_of(season), list(tournaments_of(season))
    mark = season_mark(season, events)
    said = say_same(entry_id=south.pk, person_id=north.pk, by=administrator(), now=NOON)
    after = rows_of(season)
    assert south.pk not in after
    assert after[north.pk].place.entry.results == 2
    both = before[north.pk].place.entry.points + before[south.pk].place.entry.points
    assert after[north.pk].place.entry.points == both
    assert str(after[north.pk].player.club) == "Karo Nord", "the name and the club of the one that stays"
    assert season_mark(season, events) != mark, "no browser takes the old table for the new one"
    assert Registration.objects.filter(player=south).count() == 1, "nothing of the entry is changed"
    assert entries_of(south.pk) == entries_of(north.pk) == {north.pk, south.pk}
    part_entries(same_id=said.pk, by=administrator(), now=LATER)
    part_entries(same_id=said.pk, by=administrator(), now=LATER)
    assert {key: row.place for key, row in rows_of(season).items()} == {
        k: row.place for k, row in before.items()
    }
    deeds = list(MachineEntry.objects.order_by("number").values_list("deed", flat=True))
    assert deeds[-2:] == ["persons_joined", "persons_parted"]
    assert "Doppelbeispiel" not in str(MachineEntry.objects.latest("number").facts), (
        "no name that stays for ever"
    )
    again = say_same(entry_id=north.pk, person_id=south.pk, by=administrator(), now=LATER)
    assert (again.entry_id, persons()) == (north.pk, {north.pk: south.pk})


def test_what_cannot_be_one_person(staged):
    _season, north, south = staged
    neighbour = Registration.objects.get(tournament__name="Abend Karo Nord", start_number=2).player
    federation = administrator()
    with pytest.raises(FederationRefused, match="zwei Personen"):
        say_same(entry_id=neighbour.pk, person_id=north.pk, by=federation, now=NOON)
    with pytest.raises(FederationRefused, match="derselbe Eintrag"):
        say_same(entry_id=north.pk, person_id=north.pk, by=federation, now=NOON)
    with pytest.raises(FederationRefused, match="gibt es nicht"):
        say_same(entry_id=999_999, person_id=north.pk, by=federation, now=NOON)
    third = Player.objects.create(given_name="Erfunden", family_name="Doppelbeispiel")
    say_same(entry_id=south.pk, person_id=north.pk, by=federation, now=NOON)
    assert say_same(entry_id=south.pk, person_id=north.pk, by=federation, now=LATER).said_at == NOON, (
        "twice is once"
    )
    with pytest.raises(FederationRefused, match="Erst dort trennen"):
        say_same(entry_id=south.pk, person_id=third.pk, by=federation, now=NOON)
    with pytest.raises(FederationRefused, match="schon dieselbe"):
        say_same(entry_id=north.pk, person_id=south.pk, by=federation, now=NOON)
    say_same(entry_id=north.pk, person_id=third.pk, by=federation, now=NOON)
    assert persons() == {south.pk: third.pk, north.pk: third.pk}, "along to the end"
    with pytest.raises(FederationRefused, match="zwei Personen"):  # also through those who are him already
        say_same(entry_id=neighbour.pk, person_id=third.pk, by=federation, now=NOON)


def test_who_sat_in_one_tournament_afterwards_has_two_rows_again(staged):
    season, north, south = staged
    say_same(entry_id=south.pk, person_id=north.pk, by=administrator(), now=NOON)
    Registration.objects.filter(tournament__name="Abend Pik Süd", start_number=2).update(player=north)
    assert {north.pk, south.pk} <= rows_of(season).keys()


def test_directors_say_it_of_their_own_clubs_only(staged):
    _season, north, south = staged
    director = Actor(user=factories.user("karo-nord"))
    with pytest.raises(NotAllowed):
        say_same(entry_id=south.pk, person_id=north.pk, by=director, now=NOON)
    own = Player.objects.create(given_name="Erf.", family_name="Doppelbeispiel", club=north.club)
    said = say_same(entry_id=own.pk, person_id=north.pk, by=director, now=NOON)
    with pytest.raises(NotAllowed):
        part_entries(same_id=said.pk, by=Actor(user=factories.user("pik-sued")), now=NOON)
    assert [ones[0].family_name for ones in written_alike(None)].count("Doppelbeispiel") == 1
    assert written_alike(frozenset({north.club_id})) == []
    client = browser("karo-nord")
    assert client.get(reverse("player_entry", args=[south.pk])).status_code == 404, (
        "another club's is not there"
    )
    assert client.get(reverse("player_same", args=[north.pk, south.pk])).status_code == 404
    assert client.get(reverse("player_entry", args=[north.pk])).status_code == 200
    assert Client().get(reverse("players_twice")).status_code == 403


def test_a_name_that_somebody_brought_a_thousand_times_makes_no_endless_page(staged):
    """Twenty thousand of one name made a page of 22 seconds, for which every reader waited."""
    _season, north, _south = staged
    Player.objects.bulk_create(
        Player(given_name="Alma", family_name="Tausendfach", club=north.club) for _one in range(1_000)
    )
    named = {ones[0].family_name: len(ones) for ones in written_alike(None)}
    assert named["Tausendfach"] == MOST_ALIKE
    assert named["Doppelbeispiel"] == 2
    page = browser("verwaltung").get(reverse("players_twice")).content.decode()
    assert page.count("Dieselbe Person?") == MOST_ALIKE - 1 + named["Doppelbeispiel"] - 1


def test_the_page_shows_what_changes_before_anybody_agrees(staged):
    season, north, south = staged
    [change] = seasons_changed(south.pk, north.pk)
    assert (change.version, len(change.before)) == (season, 2)
    assert change.after is not None
    assert change.after.place.entry.results == 2
    client, address = browser("verwaltung"), reverse("player_same", args=[north.pk, south.pk])
    assert str(south.pk) in client.get(reverse("players_twice")).content.decode()
    page = client.get(address).content.decode()
    assert "Verbandsjahr" in page
    assert "mit 2 Ergebnissen" in page
    assert SamePerson.objects.count() == 0, "looking says nothing"
    assert client.post(address).url == reverse("player_entry", args=[north.pk])
    page = client.get(reverse("player_entry", args=[south.pk])).content.decode()
    assert "Wieder trennen" in page
    said = SamePerson.objects.get()
    assert client.post(reverse("player_part", args=[said.pk])).status_code == 302
    assert client.get(reverse("player_entry", args=[north.pk]), {"nr": str(south.pk)}).url == address
    wrong = client.get(reverse("player_entry", args=[north.pk]), {"nr": "zwölf"})
    assert (wrong.status_code, "zwölf" in wrong.content.decode()) == (422, True)
    for far in (0, 10**25):
        assert client.get(f"/verband/spieler/{far}/").status_code == 404
    both = Registration.objects.get(tournament__name="Abend Karo Nord", start_number=2).player
    refused = client.post(reverse("player_same", args=[north.pk, both.pk]))
    assert (refused.status_code, "zwei Personen" in refused.content.decode()) == (422, True)
    assert "Ja, eine Person" not in refused.content.decode(), "what would be refused is not offered"
    assert "Ja, eine Person" in client.get(address).content.decode()


def test_what_was_said_is_never_rewritten(staged):
    _season, north, south = staged
    said = say_same(entry_id=south.pk, person_id=north.pk, by=administrator(), now=NOON)
    other = Player.objects.create(given_name="Erfunden", family_name="Anders", club=Club.objects.first())
    with pytest.raises(IntegrityError, match="never rewritten"), factories.undone():
        SamePerson.objects.filter(pk=said.pk).update(person=other)
    with pytest.raises(IntegrityError, match="never deleted"), factories.undone():
        SamePerson.objects.all()._raw_delete("default")
    with pytest.raises(IntegrityError), factories.undone():
        SamePerson.objects.create(entry=south, person=other, said_at=NOON, said_by="zwei")


def test_clubs_are_ranked_over_all_clubs_by_the_sum_of_their_best(staged):
    season, north, south = staged
    newest = season_in_force(season.season.slug)
    assert newest is not None
    assert season_standing(newest, tournaments_of(newest)).clubs == (), "only where the season says so"
    keeper = factories.director()
    frame = replace(frame_of(newest), of_a_club=1)
    events = [one.pk for one in tournaments_of(newest)]
    changed = change_season(
        season_id=newest.season_id, frame=frame, tournaments=events, seen=1, reason="", by=keeper, now=LATER
    )
    rows = rows_of(changed)
    table = season_standing(changed, tournaments_of(changed)).clubs
    assert {one.key: one.points for one in table} == {
        str(one.club): rows[one.pk].place.entry.points for one in (north, south)
    }
    say_same(entry_id=south.pk, person_id=north.pk, by=administrator(), now=NOON)
    [only] = season_standing(changed, tournaments_of(changed)).clubs
    assert (only.key, only.members) == ("Karo Nord", 1), "both results are the one club's now"
    client = Client()
    page = client.get(reverse("season", args=[changed.season.slug])).content.decode()
    assert "Vereinswertung" in page
    assert "zählt sein Bester" in page
    lines = client.get(reverse("season_csv", args=[changed.season.slug]), {"vereine": ""}).content.decode()
    assert "Karo Nord" in lines.splitlines()[1]
    too_many = replace(frame, of_a_club=51)
    with pytest.raises(SeasonRefused, match="höchstens"):
        change_season(
            season_id=newest.season_id,
            frame=too_many,
            tournaments=events,
            seen=2,
            reason="",
            by=keeper,
            now=LATER,
        )
