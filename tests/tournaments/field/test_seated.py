"""The desk's list of the field and the seating are one: who comes or goes moves chairs, and the page says so first."""

from __future__ import annotations

import re
from hashlib import sha256

import pytest
from django.conf import settings
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse
from django.utils import translation

from tests import factories
from tests.tournaments.desk.test_public import words
from tests.tournaments.seating.test_story import check_day, planned_day
from tournaments.models import JournalEntry, SeatingPlan
from tournaments.seating.selectors.state import Setup, state_of
from tournaments.seating.services import changes as seating_changes
from tournaments.seating.services import plans

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(client):
    client.force_login(factories.user("leitung"))
    return client


def written(made) -> tuple[object, ...]:
    """Everything that a silent change would have touched."""
    state = state_of(made)
    return (state.series, state.entrants, SeatingPlan.objects.count(), JournalEntry.objects.count())


def confirmed(desk, page) -> str:
    """Press the button of the preview: the form as it stands in the page, sent to where the page is."""
    address, _status = page.redirect_chain[-1]
    form = re.search(r'(?s)<form method="post" class="actions".*?</form>', page.content.decode())
    assert form
    fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form[0]))
    answer = desk.post(address.split("?")[0], fields, follow=True)
    assert answer.status_code == 200
    return answer.content.decode()


def links(page: str) -> list[str]:
    """The files that the page offers to print."""
    return [one.replace("&amp;", "&") for one in re.findall(r'href="([^"]+\.pdf[^"]*)"', page)]


@pytest.mark.slow
def test_a_walk_in_after_the_draw_writes_nothing_before_the_price_was_shown(desk):
    made = planned_day(14, series=1)
    address = reverse("registrations", args=[made.slug])
    assert "Vor dem Anmelden wird gezeigt, wer dadurch umzieht" in words(desk.get(address).content.decode())
    before = written(made)
    typed = {"name": "Gekommen, Zuletzt", "club": "Karo Probe", "start_number": "40", "guest": "on"}
    page = desk.post(address, typed, follow=True)
    assert written(made) == before
    shown = words(page.content.decode())
    for told in ("So wäre es dann", "Gekommen, Zuletzt", "neu", "Danach neu zu drucken", "Spiellisten Tisch"):
        assert told in shown
    assert 'value="Gekommen, Zuletzt"' in page.content.decode()  # what was typed stays
    assert 'value="Karo Probe"' in page.content.decode()
    done = confirmed(desk, page)
    assert "Startnummer 40: Zuletzt Gekommen" in done
    one = made.registrations.get(start_number=40)
    assert (one.guest, str(one.player.club)) == (True, "Karo Probe")
    assert 40 in {p for table in check_day(made).one(1).tables for p in table}


def test_who_moves_is_told_before_and_exactly_the_stale_paper_after(desk):
    """The finding: a walk-in moved two seated players without a word, and the lists on the tables were old."""
    made = planned_day(12, series=1)  # 4 + 4 + 4: thirteen are a four and three tables of three
    old = dict(state_of(made).one(1).planned.chairs())
    page = desk.post(reverse("registrations", args=[made.slug]), {"name": "Zuletzt Gekommen"}, follow=True)
    shown = words(page.content.decode())
    done = confirmed(desk, page)
    new = dict(check_day(made).one(1).planned.chairs())
    moved = {p for p in old | new if old.get(p) != new.get(p)}
    assert len(moved) == 3  # the newcomer and two who were seated
    for p in moved - {13}:
        name = made.registrations.get(start_number=p).player.listed_name
        assert f"{name} Tisch {old[p][0]}, Platz {old[p][1]}" in shown
    touched = sorted({chair[0] for p in moved for chair in (old.get(p), new.get(p)) if chair})
    said = ",".join(map(str, touched))
    numbers = ",".join(map(str, sorted(moved)))
    paper = reverse("board_pdf", args=[made.slug])
    slug = [made.slug]
    assert links(done) == [
        f"{reverse('sheets_pdf', args=[made.slug, 1])}?leer=1&tische={said}",
        f"{paper}?serie=1&nach=namen",
        f"{paper}?serie=1&nach=tischen",
        f"{reverse('table_cards_pdf', args=slug)}?serie=1&tische={said}",
        f"{reverse('place_cards_pdf', args=slug)}?serie=1&tische={said}",
        f"{reverse('slips_pdf', args=slug)}?serie=1&tische={said}",
        f"{reverse('start_cards_pdf', args=slug)}?nummer={numbers}",
        f"{reverse('badges_pdf', args=slug)}?nummer=13",
    ]
    assert len(touched) < 4  # a list that nobody touched is not printed again
    for one in links(done):
        answer = desk.get(one)
        assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf")


@pytest.mark.slow
def test_a_walk_in_who_cannot_enter_is_refused_on_the_page_where_he_was_typed(desk):
    made = planned_day(14, series=1)
    address = reverse("registrations", args=[made.slug])
    before = written(made)
    for typed, told in (
        ({"name": "Probe3 Spieler003"}, "ist schon angemeldet, mit der Startnummer 3"),
        ({"name": "Anna Neu", "start_number": "3"}, "Die Startnummer 3 ist schon vergeben"),
    ):
        answer = desk.post(address, typed)
        assert answer.status_code == 422
        assert told in answer.content.decode()
        assert f'value="{typed["name"]}"' in answer.content.decode()
    preview = reverse("seating_change", args=[made.slug, "nachzuegler"])
    page = desk.get(f"{preview}?name=Anna+Neu&start_number=3").content.decode()
    assert "Die Startnummer 3 ist schon vergeben" in page
    assert "So wäre es dann" not in page
    assert written(made) == before


@pytest.mark.slow
def test_who_leaves_or_comes_back_at_the_desk_is_shown_first_too(desk):
    made = planned_day(12, series=1)
    address = reverse("registration", args=[made.slug, 5])
    before = written(made)
    page = desk.post(address, {"deed": "leave", "reason": "krank"}, follow=True)
    assert written(made) == before
    assert "nicht mehr dabei" in page.content.decode()
    assert 'value="krank"' in page.content.decode()
    done = confirmed(desk, page)
    assert "Jetzt neu drucken" in done
    assert sorted(map(len, check_day(made).one(1).tables)) == [3, 4, 4]
    plan = SeatingPlan.objects.order_by("version").last()
    assert (plan.kind, plan.reason) == ("dropout", "krank")

    before = written(made)
    page = desk.post(address, {"deed": "return", "reason": ""}, follow=True)
    assert written(made) == before
    confirmed(desk, page)
    assert sorted(map(len, check_day(made).one(1).tables)) == [4, 4, 4]


def test_before_anything_is_planned_the_field_is_only_a_list(desk):
    made = factories.tournament(players=4, series=1)
    page = desk.post(reverse("registrations", args=[made.slug]), {"name": "Fünfte Spielerin"}, follow=True)
    assert "Startnummer 5: Fünfte Spielerin" in page.content.decode()
    assert made.registrations.count() == 5  # five make no tables, and that does not matter yet
    assert SeatingPlan.objects.count() == 0


def test_a_series_that_has_begun_is_left_alone_and_nothing_is_asked(desk):
    made = planned_day(14, series=1)
    factories.play(factories.sheet_of(made.series.get(), 1), 1)
    page = desk.post(reverse("registrations", args=[made.slug]), {"name": "Zu Spät"}, follow=True)
    assert "Startnummer 15: Zu Spät" in page.content.decode()
    assert "So wäre es dann" not in page.content.decode()


# The recipe of the lot ------------------------------------------------------------------------------------


def recipe(seed: str, players: range) -> list[int]:
    """As the page tells everybody to do it, written down a second time."""
    return sorted(players, key=lambda number: sha256(f"{seed}/1:{number}".encode()).hexdigest())


@pytest.mark.slow
@pytest.mark.parametrize("who", ["comes", "goes", "swaps"])
def test_the_recipe_of_the_lot_stays_true_and_names_every_chair_that_was_changed_since(client, who):
    made = factories.tournament(players=12, series=1)
    factories.draw(made, seed="Pfingsten")
    page = reverse("seating_series", args=[made.slug, 1])
    assert "Anders als ausgelost" not in client.get(page).content.decode()
    drawn = dict(state_of(made).one(1).planned.chairs())
    assert sorted(drawn, key=drawn.__getitem__) == recipe("Pfingsten", range(1, 13))

    frame = {"tournament_id": made.pk, "by": factories.director(), "now": factories.NOON}
    if who == "comes":
        new = factories.NewPlayer(given_name="Zuletzt", family_name="Gekommen")
        seating_changes.arrive(player=new, **frame)
    elif who == "goes":
        seating_changes.drop_out(start_number=5, reason="krank", **frame)
    else:
        one, other = drawn_apart(drawn)
        seating_changes.swap_seats(series=1, one=one, other=other, seen_version=1, **frame)
    now = dict(state_of(made).one(1).planned.chairs())
    changed = {p for p in drawn | now if drawn.get(p) != now.get(p)}
    text = client.get(page).content.decode()
    assert "Los <b>Pfingsten</b>" in text
    assert "„Pfingsten/1:Startnummer“" in words(text)
    listed = text[text.index("Anders als ausgelost") :]
    told = {words(name) for name in re.findall(r'(?s)<li class="move .*?<b>(.*?)</b>', listed)}
    assert told == {made.registrations.get(start_number=p).player.listed_name for p in changed}
    for p in drawn.keys() - changed:
        assert now[p] == drawn[p]  # who is not named sits as the lot says


def test_a_series_laid_after_a_change_of_its_plan_tells_the_seed_of_the_lot(client):
    """The seed of a change is none of the lot: laid from the changed version, the series told that one."""
    made = factories.tournament(players=14, series=1)
    frame = {"tournament_id": made.pk, "by": factories.director(), "now": factories.NOON}
    plans.choose_wishes(setup=Setup(modes=("lots",)), **frame)
    plans.post_plan(version=plans.draft_plan(seed="Pfingsten", **frame).version, seen_version=0, **frame)
    drawn = dict(state_of(made).one(1).planned.chairs())
    new = factories.NewPlayer(given_name="Zuletzt", family_name="Gekommen")
    changed = seating_changes.arrive(player=new, **frame).plan
    plans.seat_series(number=1, seen_version=changed.version, **frame)
    text = client.get(reverse("seating_series", args=[made.slug, 1])).content.decode()
    assert sorted(drawn, key=drawn.__getitem__) == recipe("Pfingsten", range(1, 15))
    assert "„Pfingsten/1:Startnummer“" in words(text)
    assert changed.seed not in text
    assert "Gekommen, Zuletzt" in text[text.index("Anders als ausgelost") :]


def drawn_apart(drawn: dict[int, tuple[int, int]]) -> tuple[int, int]:
    one = min(drawn)
    return one, next(p for p in sorted(drawn) if drawn[p][0] != drawn[one][0])


def test_every_word_of_the_price_is_told_in_three_languages(desk):
    made = planned_day(14, series=1)
    address = reverse("seating_change", args=[made.slug, "nachzuegler"])
    said = {}
    for language in ("de", "lb", "en"):
        desk.cookies[settings.LANGUAGE_COOKIE_NAME] = language
        with translation.override(language):
            said[language] = words(desk.get(f"{address}?name=Anna+Neu").content.decode())
    assert "Danach neu zu drucken" in said["de"]
    assert "To be printed again afterwards" in said["en"]
    assert "Duerno nei ze drécken" in said["lb"]


@pytest.mark.slow
def test_a_name_that_is_mended_offers_exactly_the_paper_that_carries_it(desk):
    made = factories.tournament(players=8, series=2, rounds=1, name="Tippfehler-Pokal")
    address = reverse("registration", args=[made.slug, 5])
    assert "stehen schon auf" not in desk.get(address).content.decode(), "nobody sits, nothing is printed"
    series = factories.draw(made)
    table = series.tables.get(seats__registration__start_number=5).number
    assert "Name und Verein stehen schon auf" in words(desk.get(address).content.decode())
    sent = {"given_name": "Probe5", "family_name": "Richtiggeschrieben"}
    done = desk.post(reverse("correct_name", args=[made.slug, 5]), sent, follow=True)
    assert done.redirect_chain[-1][0] == f"{address}?berichtigt=1"
    page = done.content.decode()
    assert "Jetzt neu drucken" in page
    found = links(page)
    assert any(f"leer=1&tische={table}" in one for one in found), "the list of his table and no other"
    assert any("nummer=5" in one and "start" in one for one in found)
    assert any("nummer=5" in one and "namensschilder" in one for one in found)
    for one in found:
        assert desk.get(one).status_code == 200
    again = desk.post(
        reverse("correct_name", args=[made.slug, 5]), sent | {"born_on": "1950-01-02"}, follow=True
    )
    assert again.redirect_chain[-1][0] == reverse("registrations", args=[made.slug]), (
        "a birthday is on no paper"
    )


LATE = b"Name;Verein;Startnummer\nAnna Neu;Karo Probe;\nBerta Neu;;40\nCarla Neu;;\n"


def upload(desk, made, content: bytes = LATE):
    file = SimpleUploadedFile("spaet.csv", content)
    return desk.post(reverse("player_upload", args=[made.slug]), {"file": file}, follow=True)


def fields_of_taking(page: str) -> dict[str, str]:
    form = next(
        one for one in re.findall(r"(?s)<form method=\"post\".*?</form>", page) if 'value="take"' in one
    )
    return dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', form))


@pytest.mark.slow
def test_a_file_after_the_draw_shows_who_moves_and_what_is_stale_before_anybody_enters(desk):
    """The finding: a file brought people into the field after the draw without a chair and without a word."""
    made = planned_day(12, series=1)
    before = written(made)
    old = dict(state_of(made).one(1).planned.chairs())
    page = upload(desk, made)
    address, _status = page.redirect_chain[-1]
    text = page.content.decode()
    assert written(made) == before
    assert "So wäre es dann" in text
    assert "Danach neu zu drucken" in text
    assert "Neu, Berta" in words(text)
    done = desk.post(address, fields_of_taking(text), follow=True)
    assert "Jetzt neu drucken" in done.content.decode()
    assert "3 Spieler sind angemeldet" in done.content.decode()
    new = dict(check_day(made).one(1).planned.chairs())
    assert set(new) == {*range(1, 15), 40}
    for p in {p for p in old if old[p] != new[p]}:
        name = made.registrations.get(start_number=p).player.listed_name
        assert f"{name} Tisch {old[p][0]}, Platz {old[p][1]}" in words(text)
    plan = SeatingPlan.objects.order_by("version").last()
    assert (plan.kind, SeatingPlan.objects.count()) == ("arrival", before[2] + 1), (
        "one change for all of them"
    )


@pytest.mark.slow
def test_a_file_is_shown_anew_when_somebody_else_moved_chairs_meanwhile(desk):
    made = planned_day(12, series=1)
    page = upload(desk, made)
    address, _status = page.redirect_chain[-1]
    fields = fields_of_taking(page.content.decode())
    state = state_of(made)
    seating_changes.drop_out(
        tournament_id=made.pk, start_number=5, reason="krank", seen_version=state.version,
        by=factories.director(), now=factories.NOON,
    )  # fmt: skip
    before = written(made)
    for typed in (fields, fields | {"gesehen": ""}, fields | {"gesehen": "x" * 400}):
        again = desk.post(address, typed)
        assert again.status_code == 409
        assert "So wäre es dann" in again.content.decode()
        assert written(made) == before
