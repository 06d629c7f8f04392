"""Plans as they are stored and back: series, report, wishes, moved chairs and sentences as plain JSON."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from scoring.sentence import Sentence
from tournaments.models import SeatingPlan, Series
from tournaments.seating.core import (
    Count,
    Draw,
    Moved,
    PlannedSeries,
    PlannedTable,
    Report,
    Weight,
    Wish,
    Wishes,
)

Document = dict[str, Any]

DRAWS: Mapping[str, Draw] = {
    Series.Mode.LOTS: Draw.STANDING,  # the order of the lots is taken for the standing
    Series.Mode.PLAN: Draw.LOTS,
    Series.Mode.STANDING: Draw.STANDING,
    Series.Mode.TANDEM: Draw.TANDEM,
    Series.Mode.SWISS: Draw.SWISS,
    Series.Mode.HAND: Draw.STANDING,
}


def sentence_document(sentence: Sentence) -> Document:
    """A sentence with its places still open, so that a page can say it in its own language."""
    values = {
        name: sentence_document(value) if isinstance(value, Sentence) else value
        for name, value in sentence.values.items()
    }
    return {"text": sentence.text, "values": values}


def sentence_from(document: Document) -> Sentence:
    values = {
        name: sentence_from(value) if isinstance(value, dict) else value
        for name, value in document.get("values", {}).items()
    }
    return Sentence(document.get("text", ""), values)


def series_document(series: Iterable[tuple[int, str, PlannedSeries]]) -> list[Document]:
    """Every series with its number, mode and tables; players in seat order."""
    return [
        {
            "number": number,
            "mode": str(mode),
            "tables": [{"number": table.number, "players": list(table.players)} for table in planned.tables],
        }
        for number, mode, planned in series
    ]


def planned_series(document: Document) -> PlannedSeries:
    """One series of a stored plan as the planner knows it."""
    return PlannedSeries(
        draw=DRAWS[document["mode"]],
        tables=tuple(
            PlannedTable(number=table["number"], players=tuple(table["players"]))
            for table in document["tables"]
        ),
    )


def wishes_document(wishes: Wishes) -> Document:
    return {
        "weights": {wish.value: wishes.weight(wish).name.lower() for wish in Wish},
        "order": [wish.value for wish in wishes.order],
    }


def wishes_of(weights: Mapping[str, str], order: Sequence[str]) -> Wishes:
    """The stored words of a director as wishes; what is not named keeps its usual weight and place."""
    return Wishes(
        weights={Wish(wish): Weight[weight.upper()] for wish, weight in weights.items()},
        order=tuple(Wish(wish) for wish in order) or tuple(Wish),
    )


def report_document(report: Report) -> Document:
    return {
        "rematches": _pair(report.rematches),
        "three_repeats": _pair(report.three_repeats),
        "met_again": [list(entry) for entry in report.met_again],
        "threes": [list(entry) for entry in report.threes],
        "mates": [[wish.value, [_pair(count) for count in counts]] for wish, counts in report.mates],
        "seat_imbalance": report.seat_imbalance,
        "sentences": [sentence_document(sentence) for sentence in report.sentences],
    }


def report_of(document: Document) -> Report:
    return Report(
        rematches=_count(document["rematches"]),
        three_repeats=_count(document["three_repeats"]),
        met_again=tuple((a, b, times) for a, b, times in document["met_again"]),
        threes=tuple((player, times) for player, times in document["threes"]),
        mates=tuple((Wish(wish), tuple(map(_count, counts))) for wish, counts in document["mates"]),
        seat_imbalance=document["seat_imbalance"],
        sentences=tuple(map(sentence_from, document["sentences"])),
    )


def moved_document(moved: Mapping[int, Sequence[Moved]]) -> list[Document]:
    """Chairs that changed, by series: table and seat before and after, nothing for who was or will not be there."""
    return [
        {
            "series": number,
            "chairs": [
                {
                    "player": chair.player,
                    "before": list(chair.before) if chair.before else None,
                    "after": list(chair.after) if chair.after else None,
                }
                for chair in chairs
            ],
        }
        for number, chairs in sorted(moved.items())
        if chairs
    ]


def tables_of(plan: SeatingPlan, number: int) -> PlannedSeries | None:
    """One series of a stored plan by its number."""
    return next((planned_series(one) for one in plan.series if one["number"] == number), None)


def _pair(count: Count) -> list[int]:
    more = [count.given, count.possible] if count.given else []
    return [count.happened, count.bound, *more]


def _count(pair: Sequence[int]) -> Count:
    given, possible = pair[2:] or (0, 0)  # plans that were stored earlier have two numbers
    return Count(happened=pair[0], bound=pair[1], given=given, possible=possible)
