"""Cards for 250 players: pages a second beside a bare canvas that draws the same marks, and memory."""

from __future__ import annotations

import io
import tracemalloc
from collections.abc import Callable, Iterator, Sequence

from django.utils import timezone
from reportlab.lib.pagesizes import A4
from reportlab.pdfgen.canvas import Canvas

from benchmarks import database  # before any model
from benchmarks.harness import Figure, side_by_side
from tournaments.lists.words.facts import CodeFacts
from tournaments.paper import fonts
from tournaments.paper.document import Part, pdf
from tournaments.paper.ink import Pen
from tournaments.printing.paper.badges import BadgeFacts, draw_badges
from tournaments.printing.paper.board import BoardFacts, SeatedName, SeatedTable, draw_by_name
from tournaments.printing.paper.place_cards import PlaceCardFacts, draw_place_cards
from tournaments.printing.paper.start_cards import StartCardFacts, draw_start_cards
from tournaments.printing.paper.table_cards import TableCardFacts, draw_table_cards

EVENT, NOW = "Kreuzbuben-Pokal", timezone.now()
GIVEN = ("Karla", "Jempi", "Mariechen", "Wilhelmine-Charlotte", "Anni")
FAMILY = ("Kreuzbube", "Häerzkinnek", "Schëppendamm", "Zweiundfünfzigblatt", "Achter")

Draw = Callable[[], Iterator[Pen]]


def code(number: int) -> CodeFacts:
    """Another one for each card: no square is drawn twice."""
    return CodeFacts(
        link=f"http://192.0.2.7:8000/s/{number:x}-{number * 7919:020d}/",
        typed=f"192.0.2.7:8000/s/{number}-{number * 3571 % 10**6:06}",
        pin=f"{number * 3571 % 10**6:06}",
    )


def kinds(players: int) -> dict[str, Draw]:
    """What is printed by the hundred, each with names of its own."""
    people = [(f"{GIVEN[n % 5]} {n}", FAMILY[n // 5 % 5]) for n in range(players)]
    start = [
        StartCardFacts(
            event=EVENT,
            where="Festsaal · 14.11.2026",
            name=" ".join(person),
            start_number=str(n + 1),
            belongs="Probeverein",
            seats=tuple((str(series), str(n // 4 + 1), str(n % 4 + 1)) for series in range(1, 6)),
            with_augen=True,
            code=code(n + 1),
        )
        for n, person in enumerate(people)
    ]
    badges = [
        BadgeFacts(event=EVENT, given_name=one, family_name=other, belongs="Probeverein", corner=str(n + 1))
        for n, (one, other) in enumerate(people)
    ]
    places = [
        PlaceCardFacts(
            event=EVENT,
            series="Serie 1",
            given_name=one,
            family_name=other,
            table=str(n // 4 + 1),
            seat=str(n % 4 + 1),
        )
        for n, (one, other) in enumerate(people)
    ]
    tables = [
        TableCardFacts(
            event=EVENT,
            series="Serie 1",
            number=str(first // 4 + 1),
            seats=tuple(
                (str(seat), " ".join(person), seat == 1)
                for seat, person in enumerate(people[first : first + 4], 1)
            ),
            code=code(first + 1),
        )
        for first in range(0, players, 4)
    ]
    names = BoardFacts(
        title="Sitzordnung Serie 1",
        event=EVENT,
        where="Festsaal",
        note="ausgelost",
        names=tuple(
            SeatedName(
                name=f"{other}, {one}", belongs="Probeverein", table=str(n // 4 + 1), seat=str(n % 4 + 1)
            )
            for n, (one, other) in enumerate(people)
        ),
        tables=tuple(SeatedTable(number=card.number, seats=card.seats) for card in tables),
    )
    return {
        "start cards": lambda: draw_start_cards(start),
        "badges": lambda: draw_badges(badges),
        "place cards": lambda: draw_place_cards(places),
        "table cards": lambda: draw_table_cards(tables),
        "board by name": lambda: draw_by_name(names),
    }


def made(draw: Draw) -> bytes:
    """The file as the site makes it."""
    return pdf([Part(name="Karten", pages=draw())], title="Karten", author=EVENT, subject="Karten", now=NOW)


def bare(pens: Sequence[Pen]) -> bytes:
    """What reportlab needs for the same marks when nothing has to be thought about any more."""
    target = io.BytesIO()
    canvas = Canvas(target, pagesize=A4, pageCompression=1, invariant=1, initialFontName=fonts.PLAIN)
    for pen in pens:
        pen.put_down(canvas)
        canvas.showPage()
    canvas.save()
    return target.getvalue()


def figures(*, quick: bool) -> Iterator[Figure]:
    database.empty_tables()
    fonts.register()
    players = 24 if quick else 250
    for name, draw in kinds(players).items():
        pens = list(draw())
        taken = side_by_side(
            {"site": lambda draw=draw: made(draw), "bare": lambda pens=pens: bare(pens)},  # type: ignore[misc]  # of this round
            rounds=1 if quick else 5,
        )
        yield Figure(name=f"{name} for {players} players", value=taken["site"], unit="s")
        yield Figure(
            name=f"{name}, pages",
            value=len(pens) / taken["site"],
            unit="pages/s",
            ratio=taken["bare"] / taken["site"],
            compared_with="the rate of a bare canvas with the same marks; more is better",
        )
    yield from memory(players)


def memory(players: int) -> Iterator[Figure]:
    """The most that is held while the largest file is made."""
    draw = kinds(players)["start cards"]
    tracemalloc.start()
    content = made(draw)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    yield Figure(name=f"file of {players} start cards", value=len(content) / 1e3, unit="kB")
    yield Figure(name=f"peak memory for {players} start cards", value=peak / 1e6, unit="MB")
