"""The shape of every value of JSON that comes with a tournament file, column by column; the journal's facts deed by deed.

A new JSON column of a table in `belongings.TAKEN` fails a test until it stands here. What older versions wrote passes:
names that came later may be missing. What is read by name must be there.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.db import models

from scoring.engine.law import Finish
from tournaments.event.selectors.rows import Row
from tournaments.files.core.shapes import (
    AnySmall,
    ByName,
    Flag,
    ListOf,
    Nothing,
    Number,
    Object,
    OneOf,
    Places,
    Saying,
    Shape,
    Text,
    Whole,
    Word,
    Written,
)
from tournaments.files.selectors.belongings import model_of
from tournaments.files.selectors.deed_shapes import DEEDS, FORGOTTEN, UNKNOWN
from tournaments.models import Category, SeatingSetup, Series
from tournaments.paper.core.strokes import HEIGHT, MOST_POINTS, MOST_STROKES, WIDTH

COUNT = Whole(0, 10**6)
SUM = Whole(-(10**6), 10**6)
SEATS, PLAYERS, SERIES, TABLES, GAMES = 6, 10_000, 60, 2_500, 1_000
WISH = Word(frozenset({"partners", "team_mates", "rematch", "second_three", "club_mates", "seeded"}))
MODE = Word(frozenset(Series.Mode.values))
WEIGHT = Word(frozenset(SeatingSetup.Weight.values))
CATEGORY = Word(frozenset(Category.values))


def perhaps(shape: Shape) -> Shape:
    return OneOf((shape, Nothing()))


def texts(letters: int, most: int) -> ListOf:
    return ListOf(Text(letters), most)


# Seating ------------------------------------------------------------------------------------------------------

CLOSED = ListOf(Whole(1, 100_000), TABLES)
WEIGHTS = ByName(WEIGHT, 6, WISH)
ORDER = ListOf(WISH, 6)
PAIR = OneOf((Places((SUM, SUM)), Places((SUM, SUM, SUM, SUM))))
CHAIR = perhaps(Places((COUNT, Whole(1, SEATS))))
TABLE = Object({"number": COUNT, "players": ListOf(COUNT, SEATS)})
PLANNED = Object({"number": Whole(1, SERIES), "mode": MODE, "tables": ListOf(TABLE, TABLES)})
ENTRANT = Object(
    {"start_number": COUNT},
    {
        "club": Text(120),
        "team": Text(120),
        "pair": Text(120),
        "seeded": Flag(),
        "strength": COUNT,
        "table": COUNT,
        "seat": COUNT,
    },
)
REQUEST = Object(
    {
        "players": ListOf(ENTRANT, PLAYERS),
        "standing": ByName(ListOf(OneOf((COUNT, Places((COUNT, COUNT)))), PLAYERS), SERIES),
        "drawn": COUNT,
    },
    {
        "size": perhaps(COUNT),
        "wishes": Object({"weights": WEIGHTS, "order": ORDER}),
        "closed_tables": CLOSED,
        "filling": Word(frozenset(SeatingSetup.Filling.values)),
        "groups_apart": Flag(),
        "last_series_only": Flag(),
        "method": COUNT,
    },
)
REPORT = Object(
    {
        "rematches": PAIR,
        "three_repeats": PAIR,
        "met_again": ListOf(Places((COUNT, COUNT, COUNT)), 100_000),
        "threes": ListOf(Places((COUNT, COUNT)), PLAYERS),
        "mates": ListOf(Places((WISH, ListOf(PAIR, SERIES))), 6),
        "seat_imbalance": Number(0, 10**9),
        "sentences": ListOf(Saying(), 100),
    }
)
MOVED = ListOf(
    Object(
        {
            "series": Whole(1, SERIES),
            "chairs": ListOf(Object({"player": COUNT, "before": CHAIR, "after": CHAIR}), PLAYERS),
        }
    ),
    SERIES,
)

# Lists --------------------------------------------------------------------------------------------------------

DRAWN = ListOf(ListOf(Places((Whole(0, WIDTH), Whole(0, HEIGHT))), MOST_POINTS), MOST_STROKES)
HANDS = ByName(Places((COUNT, Flag())), SEATS)
GAME = Object(
    {
        "game": Whole(1, GAMES),
        "finish": Word(frozenset(Finish)),
        "winner": perhaps(Whole(1, SEATS)),
        "hands": HANDS,
    }
)
PAPER_TOTALS = ByName(Places((perhaps(SUM), perhaps(SUM), perhaps(SUM))), SEATS)
PRESCRIBED = Object({"points": SUM}, {"augen": SUM, "voids_series": Flag()})
LINE = Text(400)
CELL = Object(maybe={"rests": Flag(), "won": Flag(), "ruled": Flag(), "texts": texts(40, 12)})
WORDS = Object(
    {
        **dict.fromkeys(
            (
                "event",
                "where",
                "series",
                "table",
                "rules",
                "length",
                "begins",
                "ends",
                "accepted",
                "state",
            ),
            LINE,
        ),
        "seats": ListOf(
            Object(
                {"number": COUNT, "start_number": Text(40), "name": LINE, "belongs": LINE, "keeper": Flag()},
                {"signed": texts(200, 10), "ink": DRAWN},
                others=AnySmall(),
            ),
            12,
        ),
        "columns": ListOf(
            Object(
                {"heading": Text(40), "share": Number(0.1, 1_000), "digits": Whole(0, 20)},
                {"bold": Flag(), "soft": Flag()},
                others=AnySmall(),
            ),
            12,
        ),
        "rows": ListOf(
            Object(
                {
                    "number": Whole(0, GAMES),
                    "round_number": Whole(0, GAMES),
                    "dealer": Text(40),
                    "finish": Text(40),
                    "cells": ListOf(CELL, 12),
                    "closes_round": Flag(),
                },
                {"struck": Text(2_000)},
                others=AnySmall(),
            ),
            GAMES,
        ),
        "totals": ListOf(
            Object({"name": Text(80), "texts": texts(80, 12)}, {"main": Flag()}, others=AnySmall()), 20
        ),
        "remarks": texts(3_000, GAMES),
        "legend": texts(1_000, 40),
        "check": perhaps(
            Object({"code": Text(80), "typed": Text(300)}, {"link": Text(500)}, others=AnySmall())
        ),
    },
    {
        "form": COUNT,
        "code": Nothing(),
        "counter": Flag(),
        "sealed": Text(200),
        "cards": COUNT,
        "endless": Flag(),
    },
    others=AnySmall(),
)

# Money --------------------------------------------------------------------------------------------------------

CENTS = Whole(0, 10**9)
SERIES_OR_ALL = perhaps(Whole(1, SERIES))
PRIZES = Object(
    {
        "step": Whole(1, 100_000),
        "rest": Text(20),
        "ties": Text(20),
        "rows": ListOf(
            Object(
                {
                    "category": CATEGORY,
                    "scope": Text(8),
                    "share": Whole(0, 10**6),
                    "cents": CENTS,
                    "scheme": Text(20),
                    "values": ListOf(CENTS, 500),
                    "one_in": COUNT,
                }
            ),
            100,
        ),
    }
)

# What was published -------------------------------------------------------------------------------------------

DAY = Text(40)
SUMS = Object(
    {
        **dict.fromkeys(
            ("plus_points", "minus_points", "crosses", "penalty_points", "augen", "games_played"), SUM
        ),
        "totals_only": Flag(),
        "voided": Flag(),
        "wins": ByName(COUNT, 10, Word(frozenset(Finish))),
    }
)
PERSON = Object(
    {
        "number": COUNT,
        "given_name": Text(120),
        "family_name": Text(120),
        "club": Text(200),
        "team": Text(200),
        "pair": perhaps(COUNT),
        "guest": Flag(),
        "withdrawn": DAY,
        "series": ByName(SUMS, SERIES),
    }
)
RANKED = Object(
    {
        "of": ListOf(COUNT, PLAYERS),
        "rank": COUNT,
        "shared": Flag(),
        "parted_by": perhaps(Text(40)),
        "points": SUM,
        "augen": SUM,
        "games": COUNT,
        "lot": perhaps(OneOf((Text(200), Whole()))),
    },
    {
        "key": OneOf((Text(400), Whole())),
        "name": Text(400),
        "remarks": ListOf(Saying(beside={"code": Text(40)}), 60),
    },
)
PUBLISHED = Object(
    {
        "games": COUNT,
        "open_lists": COUNT,
        "people": ListOf(PERSON, PLAYERS),
        "rankings": ListOf(
            Object(
                {
                    "category": CATEGORY,
                    "series": SERIES_OR_ALL,
                    "day": perhaps(DAY),
                    "rows": ListOf(RANKED, PLAYERS),
                },
                {"games": COUNT, "seed": Text(80), "unsaid": COUNT},
            ),
            1_000,
        ),
    },
    {
        "format": Text(40),
        "version": COUNT,
        "tournament": DAY,
        "rules": Text(64),
        "lot": Text(80),
        "days": ByName(DAY, SERIES),
    },
)

KEY = Whole(0)
SHAPES: Mapping[str, Shape] = {
    "tournaments.PrizePlan.document": PRIZES,
    "tournaments.PrizeAnnouncement.rankings": ListOf(Places((CATEGORY, SERIES_OR_ALL)), 1_000),
    "tournaments.SeatingSetup.weights": WEIGHTS,
    "tournaments.SeatingSetup.order": ORDER,
    "tournaments.SeatingSetup.modes": ListOf(MODE, SERIES),
    "tournaments.SeatingSetup.closed_tables": CLOSED,
    "tournaments.SeatingPlan.request": REQUEST,
    "tournaments.SeatingPlan.series": ListOf(PLANNED, SERIES),
    "tournaments.SeatingPlan.report": REPORT,
    "tournaments.SeatingPlan.moved": MOVED,
    "tournaments.SeatingPlan.sentence": Saying(),
    "tournaments.Signature.strokes": perhaps(DRAWN),
    "tournaments.PaperTyping.rows": ListOf(GAME, GAMES),
    "tournaments.PaperTyping.paper_totals": PAPER_TOTALS,
    "tournaments.Penalty.prescribed": perhaps(PRESCRIBED),
    "tournaments.FairCopy.words": WORDS,
    "tournaments.Publication.document": Written(PUBLISHED, 20_000_000),
    "tournaments.JournalEntry.written_elsewhere": Object({"list": perhaps(KEY), "account": perhaps(KEY)}),
}
FACTS = "tournaments.JournalEntry.facts"  # its shape is the deed's


def columns_of(label: str) -> list[str]:
    """The columns of a table that hold JSON, as values or as text."""
    return [
        field.name
        for field in model_of(label)._meta.concrete_fields
        if isinstance(field, models.JSONField) or f"{label}.{field.name}" in SHAPES
    ]


def shape_of(label: str, column: str, row: Row) -> Shape:
    """What a column of this row may hold."""
    name = f"{label}.{column}"
    if name != FACTS:
        return SHAPES[name]
    if row.get("digest"):
        return FORGOTTEN
    deed: Any = row.get("deed")
    return DEEDS.get(deed, UNKNOWN) if isinstance(deed, str) else UNKNOWN
