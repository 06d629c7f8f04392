"""Every printable with names that nobody would dare: no two texts touch, nothing is cut, boxed, too small or beyond the paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import pytest

from tests.tournaments.paper.boxes import boxes, faults
from tests.tournaments.paper.papers import facts
from tests.tournaments.printing.test_cards import everything
from tournaments.lists.paper.page import draw_list
from tournaments.money.paper.receipts import Receipt, ReceiptFacts, draw_receipt_list, draw_receipt_slips
from tournaments.paper.card_pen import CardPen
from tournaments.paper.ink import Pen
from tournaments.printing.paper.certificates import CertificateFacts, Design, draw_certificates
from tournaments.rankings.paper.wall import draw_standings
from tournaments.rankings.words.wall import PlaceFacts, WallFacts

SIXTY = "Donaudampfschifffahrtsgesellschaftskapitänskajütenschlüssel"
NAMES = {
    "one letter": "X",
    "short": "Anni Achter",
    "hyphens": "Maximiliane-Friederike Zweiundfünfzigblatt-Kartenspielerinnen",
    "one word of sixty letters": SIXTY,
    "given name and a long word": "Ännchen " + SIXTY[:50],
    "three lines": "Anna Maria Sophie Theresia von und zu Überlangenstein auf Hohenprobe",
    "wide": "WWWWWWWWWWWWWW MMMMMMMMMMMMMMMM",
    "Vietnamese": "Nguyễn Hoàng Phương Thảo Trần Thị Thùy Dương",
    "Greek": "Αικατερίνη Παπαδημητρακοπούλου",
    "Cyrillic": "Олександра-Вікторія Щербаківська-Ґалаґан",
    "Arabic": "محمد عبد الرحمن بن خالد الأنصاري الحسيني",
    "Hebrew": "אליהו-משה בן-דוד הכהן ירושלמי",
    "Chinese": "歐陽修明 司馬相如 諸葛孔明 王小明",
    "Japanese": "勅使河原さくら 小鳥遊ひかり",
    "Korean": "남궁민수 황보지연 제갈공명",
    "Thai": "สมเกียรติศักดิ์ดา น้ำใจประเสริฐวัฒนากุล",
}
# In the suite: the widest, the longest word, letters from elsewhere, and those that run the other way.
OFTEN = ("one word of sixty letters", "wide", "Vietnamese", "Arabic", "Thai")
KINDS = [name if name in OFTEN else pytest.param(name, marks=pytest.mark.slow) for name in NAMES]


def across(name: str) -> Iterator[tuple[str, CardPen]]:
    """Certificates in every dress, upright and across."""
    certificate = CertificateFacts(
        event=name,
        names=(name, name),
        members=(name,) * 4,
        belongs=name,
        sentence="belegt in der Wertung „Mannschaften, Serie 60“ mit 612 Punkten aus 60 Spielen den",
        place="117. Platz",
        where=f"{name}, 14. November 2026",
        signers=("Turnierleitung", "Schiedsrichter"),
    )
    for design in Design:
        for wide in (False, True):
            for pen in draw_certificates([certificate], design=design, across=wide):
                yield f"{design.value}, {'across' if wide else 'upright'}", pen


@pytest.mark.parametrize("kind", KINDS)
def test_certificates_in_every_dress(kind):
    assert [
        f"{page}: {fault}" for page, pen in across(NAMES[kind]) for fault in faults(pen, size=pen.size)
    ] == []


def lists(name: str) -> dict[str, list[Pen]]:
    """Lists of three to six, blank and filled, short and long."""
    made = {}
    for seats, games in ((3, 15), (4, 20), (4, 48), (5, 20), (6, 12), (2, 10)):
        for filled in (True, False):
            made[f"list of {seats}, {games} games, {'filled' if filled else 'blank'}"] = list(
                draw_list(
                    facts(
                        seats=seats,
                        games=games,
                        names=(name,),
                        event=name,
                        filled=filled,
                        basic=seats not in (3, 4),
                    )
                )
            )
    return made


@pytest.mark.parametrize("kind", KINDS)
def test_cards_boards_slips_certificates(kind):
    told: Sequence[str] = [
        f"{page}: {fault}"
        for size in (4, 6)
        for page, pens in everything(NAMES[kind], size=size).items()
        for pen in pens
        for fault in faults(pen)
    ]
    assert told == []


@pytest.mark.parametrize("kind", KINDS)
def test_lists(kind):
    assert [
        f"{page}: {fault}"
        for page, pens in lists(NAMES[kind]).items()
        for pen in pens
        for fault in faults(pen)
    ] == []


def wall(name: str, *, places: int, series: int, points: str = "−120", number: str = "250") -> Iterator[Pen]:
    """Standings on the wall: of many, and of a few tandems that fill the page."""
    line = PlaceFacts(
        rank="17.", shared=True, start_number=number, name=name, belongs=name, series=(points,) * series,
        games="60", each="12,35", augen="3.999", decides="Augen", points="−1234", first_three=False,
    )  # fmt: skip
    return draw_standings(
        WallFacts(
            title="Rangliste",
            event=name,
            where="Probesaal · 14.11.2026",
            note="Zwischenstand",
            series=tuple(f"S{number}" for number in range(1, series + 1)),
            augen=True,
            places=(line,) * places,
            order="Punkte, dann Augen",
            state="Stand 7",
        )
    )


@pytest.mark.parametrize("kind", KINDS)
def test_walls(kind):
    assert [
        fault
        for places, series in ((3, 3), (12, 5), (41, 5))
        for pen in wall(NAMES[kind], places=places, series=series)
        for fault in faults(pen)
    ] == []


def test_few_lines_fill_the_wall():
    (pen,) = wall("Anni Achter", places=5, series=3)
    names = [box for box in boxes(pen) if box.text == "Anni Achter" and box.size > 20]
    assert len(names) >= 5


@pytest.mark.parametrize("places", [5, 41])
def test_the_points_of_two_series_are_two_numbers(places):
    """Clubs with three digits a series: „157 187 162“ once hung on the wall as one number."""
    for pen in wall("Anni Achter", places=places, series=3, points="187"):
        row = sorted((box.bottom, box.left, box.right) for box in boxes(pen) if box.text == "187")
        for (y, _left, right), (beside, left, _right) in pairwise(row):
            assert y != beside or left - right > 5


def test_who_has_no_start_number_has_no_column_for_it():
    (clubs,) = wall("Anni Achter", places=5, series=3, number="")
    (players,) = wall("Anni Achter", places=5, series=3)
    left = [
        min(box.left for box in boxes(pen) if box.size > 20 and box.text[0] == "A")
        for pen in (clubs, players)
    ]
    assert "Nr." not in {box.text for box in boxes(clubs)}
    assert "Nr." in {box.text for box in boxes(players)}
    assert left[0] < left[1] - 20


def receipts(name: str) -> Iterator[Pen]:
    facts = ReceiptFacts(
        event=name, where="Probesaal · 14.11.2026", state="Stand 7",
        receipts=tuple(
            Receipt(number=str(n), rank="3. geteilt", name=name, club=name, ranking="Mixed-Tandem, Serie 12", cents=99_999_99)
            for n in range(1, 6)
        ),
    )  # fmt: skip
    yield from draw_receipt_list(facts)
    yield from draw_receipt_slips(facts)


@pytest.mark.parametrize("kind", KINDS)
def test_receipts(kind):
    assert [fault for pen in receipts(NAMES[kind]) for fault in faults(pen)] == []
