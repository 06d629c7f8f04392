"""Cards, boards, badges, slips, certificates without a database: any name at any size stays on its page."""

from __future__ import annotations

import io
from collections.abc import Iterable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pypdf import PdfReader
from reportlab.lib.pagesizes import A4

from tests.factories import NOON
from tournaments.lists.words.facts import CodeFacts
from tournaments.paper import fonts
from tournaments.paper.card_pen import SUITS, CardPen, drawn_words
from tournaments.paper.document import Part, pdf
from tournaments.paper.flow import Flow, FlowHead
from tournaments.paper.ink import Pen
from tournaments.printing.paper.badges import BadgeFacts, draw_badges
from tournaments.printing.paper.board import BoardFacts, SeatedName, SeatedTable, draw_by_name, draw_by_table
from tournaments.printing.paper.certificates import CertificateFacts, draw_certificates
from tournaments.printing.paper.place_cards import PlaceCardFacts, draw_place_cards
from tournaments.printing.paper.slips import SlipFacts, SlipRow, draw_table_slips
from tournaments.printing.paper.start_cards import StartCardFacts, draw_start_cards
from tournaments.printing.paper.table_cards import TableCardFacts, draw_table_cards

LETTERS = "ĄąĆćĈĉČčĐđĘęĞğĦħİıĴĵŁłŃńŇňŐőŒœŘřŚśŞşȘșŠšŢţȚțŬŭŮůŰűŴŵŶŷŹźŻżŽžẞßÅåÆæØøÞþÐðÑñ"
SIXTY = "Maximiliane-Friederike Zweiundfünfzigblatt-Kartenspielerinnen"
CODE = CodeFacts(
    link="http://192.0.2.7:8000/s/1b-abcdefghijklmnopqrst/", typed="192.0.2.7:8000/s/17-123456", pin="123 456"
)
EVENT = "Kreuzbuben-Pokal der Rommé-Freunde"


def board(names: int, name: str, *, size: int = 4) -> BoardFacts:
    tables = -(-names // size)
    return BoardFacts(
        title="Sitzordnung Serie 2",
        event=EVENT,
        where="Probesaal",
        note="ausgelost",
        names=tuple(
            SeatedName(name=name, belongs="Probeverein", table=str(n // size + 1), seat=str(n % size + 1))
            for n in range(names)
        ),
        tables=tuple(
            SeatedTable(number=str(t + 1), seats=tuple((str(s + 1), name, s == 0) for s in range(size)))
            for t in range(tables)
        ),
    )


def everything(name: str, *, series: int = 3, size: int = 4, players: int = 5) -> dict[str, list[Pen]]:
    """Each kind of page, with this name in each of its places."""
    given, _space, family = name.partition(" ")
    seats = tuple((str(s + 1), name, s == 0) for s in range(size))
    card = TableCardFacts(event=EVENT, series="Serie 2", number="117", seats=seats, code=CODE)
    place = PlaceCardFacts(
        event=EVENT, series="Serie 2", given_name=given, family_name=family, table="117", seat="4"
    )
    start = StartCardFacts(
        event=EVENT,
        where="Probesaal",
        name=name,
        start_number="250",
        belongs=name,
        seats=tuple((str(n + 1), "117", "4") for n in range(series)),
        with_augen=True,
        code=CODE,
    )
    row = SlipRow(seat="1", start_number="Nr. 250", name=name, values=("20", "3 999", "−120"))
    slip = SlipFacts(
        event=EVENT,
        series="60",
        table="117",
        headings=("Kreuze ✕", "Augen", "Punkte"),
        rows=(row,) * size,
        state="Stand 21: angenommen",
    )
    certificate = CertificateFacts(
        event=name,
        place="117. Platz",
        sentence="belegt in der Wertung „Mannschaften, Serie 60“ mit 612 Punkten aus 60 Spielen den",
        names=(name, name),
        members=(name,) * 4,
        belongs=name,
        where="Probesaal, 14. November 2026",
        signers=("Turnierleitung", "Schiedsrichter"),
    )
    badge = BadgeFacts(
        event=EVENT, given_name=given, family_name=family, belongs=name, corner="Schiedsrichter"
    )
    return {
        "names": list(draw_by_name(board(players, name, size=size))),
        "tables": list(draw_by_table(board(players, name, size=size))),
        "table cards": list(draw_table_cards([card])),
        "place cards": list(draw_place_cards([place] * players)),
        "start cards": list(draw_start_cards([start] * players)),
        "badges": list(draw_badges([badge] * players)),
        "slips": list(draw_table_slips([slip] * players)),
        "certificates": list(draw_certificates([certificate])),
    }


def outside(pens: Iterable[Pen]) -> list[str]:
    """What would be printed beyond the paper."""
    found = []
    for pen in pens:
        for (font, size, _colour), texts in pen.texts.items():
            found += [
                text
                for x, y, text in texts
                if x < 0 or y < 0 or y + size > A4[1] or x + fonts.unit_width(text, font) * size > A4[0] + 0.1
            ]
        if isinstance(pen, CardPen):
            found += [
                text
                for x, y, text, font, size, _colour in pen.turned
                if x > A4[0] or x - fonts.unit_width(text, font) * size < -0.1 or y - size < 0 or y > A4[1]
            ]
    return found


def test_large_letters_shrink_break_and_are_torn_before_anything_is_cut():
    room = fonts.unit_width("Kreuzbube", fonts.DISPLAY) * 20
    assert fonts.fit("Kreuzbube", room, size=40, smallest=9, font=fonts.DISPLAY) == fonts.Fitted(
        lines=("Kreuzbube",), size=20.0
    )
    two = fonts.fit("Karla Kreuzbube", room, size=20, smallest=9, lines=2, font=fonts.DISPLAY)
    assert two.lines == ("Karla", "Kreuzbube")
    torn = fonts.fit("Kreuzbube" * 2, room, size=20, smallest=18, lines=3, font=fonts.DISPLAY)
    assert "".join(line.rstrip("-") for line in torn.lines) == "Kreuzbube" * 2
    assert torn.size >= 18


@pytest.mark.parametrize("name", ["Anni Achter", SIXTY, "W" * 60 + " " + "M" * 60, "X", LETTERS[:40]])
@pytest.mark.parametrize("size", [4, 6])
def test_every_page_keeps_every_name_on_the_paper(name, size):
    for kind, pens in everything(name, size=size).items():
        assert outside(pens) == [], kind


@given(
    name=st.text(alphabet=st.characters(blacklist_categories=["Cs"]), min_size=1, max_size=70),
    series=st.sampled_from([1, 9, 10, 15, 16, 60]),
    size=st.integers(2, 6),
)
@settings(max_examples=3)
def test_whatever_people_are_called(name, series, size):
    for kind, pens in everything(name, series=series, size=size, players=2).items():
        assert outside(pens) == [], kind


@pytest.mark.parametrize(
    ("players", "pages"), [(0, 1), (4, 1), (16, 1), (41, 1), pytest.param(250, 5, marks=pytest.mark.slow)]
)
def test_the_board_takes_as_many_pages_as_it_needs(players, pages):
    by_name = list(draw_by_name(board(players, "Achter, Anni")))
    assert len(by_name) == pages
    said = drawn_words(by_name)
    assert said.count("Achter, Anni") == players
    assert f"Seite {pages}/{pages}" in said
    by_table = list(draw_by_table(board(players, "Anni Achter")))
    assert drawn_words(by_table).count("Anni Achter") == -(-players // 4) * 4
    if not players:
        assert "Für diese Serie ist noch kein Platz vergeben." in said


def test_how_many_fit_on_a_sheet():
    pages = {kind: len(pens) for kind, pens in everything("Anni Achter", players=11).items()}
    assert pages == {
        "names": 1,
        "tables": 1,
        "table cards": 1,
        "place cards": 3,
        "start cards": 3,
        "badges": 2,
        "slips": 3,
        "certificates": 1,
    }
    assert len(everything("Anni Achter", series=60, players=3)["start cards"]) == 2


def test_a_table_card_without_a_code_has_its_suits_instead():
    seats = (("1", "Anni Achter", True), ("2", "Paul Pik", False))
    with_code, without = (
        list(
            draw_table_cards(
                [TableCardFacts(event=EVENT, series="Serie 2", number="7", seats=seats, code=code)]
            )
        )
        for code in (CODE, None)
    )
    assert "PIN 123 456" in drawn_words(with_code)
    assert SUITS not in drawn_words(with_code)
    assert SUITS in drawn_words(without)
    assert not [word for word in drawn_words(without) if "PIN" in word]
    assert outside(without) == []


def test_the_start_card_has_a_line_for_each_series_and_the_code(tmp_path):
    said = drawn_words(everything("Anni Achter", series=5, players=1)["start cards"])
    assert {"PIN 123 456", "192.0.2.7:8000/s/", "17-123456", "Startnummer", "250"} <= set(said)
    assert said.count("117") == 5


@pytest.mark.slow
def test_the_file_has_its_fonts_its_title_its_language_and_its_bookmark():
    parts = [Part(name=kind, pages=pens) for kind, pens in everything("Șerban Őrségi-Łukasz").items()]
    read = PdfReader(
        io.BytesIO(pdf(parts, title="Käse & Spaß: Karten", author=EVENT, subject="Karten", now=NOON))
    )
    assert read.metadata is not None
    assert read.metadata.title == "Käse & Spaß: Karten"
    assert read.trailer["/Root"]["/Lang"] == "de"
    assert [one.title for one in read.outline] == [part.name for part in parts]
    for page in read.pages:
        assert "Őrségi" in page.extract_text()
        for font in page["/Resources"]["/Font"].values():
            assert "/FontFile2" in font.get_object()["/FontDescriptor"], "every font travels with the file"


def test_what_flows_breaks_between_rows_and_a_hash_finds_its_lines():
    flow = Flow(FlowHead(title="Turnierbericht", event=EVENT, where="", foot=""), columns=2)
    flow.heading("Kapitel")
    flow.fact("Prüfzeichen", "0123456789abcdef" * 8, note="ein langer Vermerk " * 8)
    flow.table(("Nr.", "Name"), [(str(n), f"Spieler {n}") for n in range(200)], (1, 4), right=(0,))
    flow.sign(("Turnierleitung", "Schiedsrichter"))
    pens = list(flow.pages())
    said = drawn_words(pens)
    assert outside(pens) == []
    assert [text for text in said if text.startswith("Spieler ")] != []
    assert {f"Spieler {n}" for n in range(200)} <= set(said)
    assert "".join(text for text in said if set(text) <= set("0123456789abcdef") and len(text) > 5) == (
        "0123456789abcdef" * 8
    )
    assert said.count("Name") > 2, "headings stand again in every column"
