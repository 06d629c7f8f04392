"""Lists on paper without a database: facts by the number of seats and games, and what stands on the drawn pages."""

from __future__ import annotations

from collections.abc import Sequence

from tournaments.lists.words.facts import CellFacts, ColumnFacts, ListFacts, RowFacts, SeatFacts, TotalFacts
from tournaments.paper import fonts
from tournaments.paper.ink import Pen

TOURNAMENT = (("✓", 1, 6), ("Augen", 3, 10), ("Σ", 4, 10.5), ("Pkt.", 2, 8), ("Σ", 3, 8.5))
BASIC = (("Augen", 3, 10), ("Punkte", 3, 11.2), ("Σ", 4, 9.8))


def facts(
    *,
    seats: int = 4,
    games: int = 20,
    names: Sequence[str] = ("Karla Kreuzbube",),
    struck: Sequence[int] = (),
    remarks: Sequence[str] = (),
    event: str = "Probeturnier",
    basic: bool = False,
    endless: bool = False,
    filled: bool = True,
) -> ListFacts:
    columns = tuple(
        ColumnFacts(heading=heading, share=share, digits=digits, soft=heading == "Σ")
        for heading, digits, share in (BASIC if basic else TOURNAMENT)
    )
    rows = []
    for number in range(1, games + 1):
        if number in struck:
            rows.append(row(number, seats, columns, struck="gestrichen: außer der Reihe gegeben"))
        rows.append(row(number, seats, columns, filled=filled))
    return ListFacts(
        event=event,
        where="Festsaal Pikhausen · 14.11.2026",
        series="3",
        table="117",
        rules="Probefassung 2026, Nr. 12 · 0123456789",
        length=f"{games} Spiele",
        begins="",
        ends="18:30",
        seats=tuple(
            SeatFacts(
                number=seat,
                start_number=str(240 + seat),
                name=names[(seat - 1) % len(names)],
                belongs=names[seat % len(names)],
                keeper=seat == 1,
                signed=("✓ am Bildschirm", "14.11.2026 18:31"),
            )
            for seat in range(1, seats + 1)
        ),
        columns=columns,
        rows=tuple(rows),
        totals=tuple(
            TotalFacts(name=name, texts=("1234",) * seats, main=name == "Endpunkte")
            for name in (
                "Pluspunkte",
                "Kreuze ✕",
                "Strafen §",
                "Endpunkte",
                "Augen",
                "R · HA · H",
                "Rang am Tisch",
            )
        ),
        remarks=tuple(remarks),
        legend=("✎ führt die Liste", "R Rommé"),
        accepted="",
        state="Stand 7: noch nicht fertig",
        endless=endless,
    )


def row(
    number: int, seats: int, columns: Sequence[ColumnFacts], *, struck: str = "", filled: bool = True
) -> RowFacts:
    """A row with the widest numbers that can stand there; at four the dealer rests."""
    dealing = (number - 1) % seats + 1
    texts = tuple("8" * column.digits for column in columns) if filled else ()
    return RowFacts(
        number=number,
        round_number=(number - 1) // seats + 1,
        dealer=str(dealing),
        finish="HA" if filled else "",
        cells=tuple(
            CellFacts(rests=True) if seats == 4 and seat == dealing else CellFacts(texts=texts)
            for seat in range(1, seats + 1)
        ),
        closes_round=number % seats == 0,
        struck=struck,
    )


def words(pen: Pen) -> list[str]:
    return [text for texts in pen.texts.values() for _x, _y, text in texts]


def places(pen: Pen) -> list[tuple[float, float, float, float, str]]:
    """Every text with its left and right edge, base line and size."""
    return [
        (x, x + fonts.width(text, size, bold=font == fonts.BOLD), y, size, text)
        for (font, size, _colour), texts in pen.texts.items()
        for x, y, text in texts
    ]
