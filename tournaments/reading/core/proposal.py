"""What was read as the grid shows it: each cell as somebody would type it, what else it may be, and where it stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from scoring.rules import RuleSet
from scoring.sentence import Sentence
from scoring.shorthand import UNOPENED_SIGN
from tournaments.reading.core.cells import DOTS, window
from tournaments.reading.core.chances import Reading
from tournaments.reading.core.evidence import Way
from tournaments.reading.core.form import Form, FormCell
from tournaments.reading.core.page import Found
from tournaments.reading.core.reader import ListRead

CANDIDATES = 3
FOOT_SURE = 0.95
FEET = {"foot_net": "points", "foot_points": "points", "foot_crosses": "crosses", "foot_augen": "augen"}
AROUND = 1.2  # millimetres of paper around a strip


def typed(rules: RuleSet, way: Way) -> str:
    """A result of one seat as the shorthand of the grid."""
    if way.finish is not None:
        return way.finish.value
    if not rules.family.by_table or way.opened:
        return str(way.augen)
    return f"{way.augen}{UNOPENED_SIGN}"


def kept_sentence(sentence: Sentence | None) -> dict[str, Any]:
    return {} if sentence is None else {"text": sentence.text, "values": dict(sentence.values)}


def proposal(rules: RuleSet, result: ListRead) -> dict[str, Any]:
    """Everything that the page needs, as plain data."""
    return {
        "refused": kept_sentence(result.refused),
        "entries": [
            {
                "game": entry.game,
                "seat": entry.seat,
                "text": typed(rules, entry.way),
                "p": round(entry.p, 4),
                "asked": entry.asked,
                "candidates": list(
                    dict.fromkeys(
                        [typed(rules, entry.way), *(typed(rules, way) for way, p in entry.others if p > 1e-4)]
                    )
                )[:CANDIDATES],
            }
            for entry in result.entries
        ],
        "settles": settles(rules, result),
        "feet": feet(result.feet),
        "printed": {str(game): row for game, row in result.printed.items() if game != row},
        "slips": [
            {"game": slip.game, "seat": slip.seat, "sentence": kept_sentence(slip.sentence)}
            for slip in result.slips
        ],
    }


def settles(rules: RuleSet, result: ListRead) -> dict[str, dict[str, dict[str, str]]]:
    """Of each question („game-seat“) by its answer what then stands in other places, which need not be asked any more."""
    found: dict[str, dict[str, dict[str, str]]] = {}
    for one in result.settles:
        then = {named(place): typed(rules, way) for place, way in one.then.items()}
        found.setdefault(named(one.place), {})[typed(rules, one.answer)] = then
    return found


def named(place: tuple[int, int]) -> str:
    game, seat = place
    return f"{game}-{seat}"


def feet(read: Mapping[tuple[int, str], Reading]) -> list[dict[str, Any]]:
    """Sums at the foot that can be read for sure; the others are left to whoever looks."""
    found = []
    for (seat, column), reading in sorted(read.items()):
        what = FEET.get(column)
        best = reading.best
        if what is None or reading.texts.get(best, 0.0) < FOOT_SURE:
            continue
        if best.removeprefix("-").isdigit():
            found.append({"seat": seat, "what": what, "text": best})
    return found


def cells_document(cells: Mapping[FormCell, Reading]) -> dict[str, Any]:
    return {
        f"{cell.column}|{cell.game}|{cell.seat}": {
            text: round(chance, 6) for text, chance in reading.texts.items()
        }
        for cell, reading in cells.items()
    }


def cells_of(said: Mapping[str, Mapping[str, float]], form: Form, part: int) -> dict[FormCell, Reading]:
    """The way back, for pages that were read before."""
    return {
        cell: Reading(dict(said[key]))
        for cell in form.on_sheet(part)
        if (key := f"{cell.column}|{cell.game}|{cell.seat}") in said
    }


def strips(found: Found) -> dict[str, list[int]]:
    """Of each seat in each game the part of the straightened page that shows it, in pixels."""
    groups: dict[str, list[Sequence[float]]] = {}
    for cell, box in found.boxes.items():
        if cell.game and cell.seat:
            groups.setdefault(f"{cell.game}-{cell.seat}", []).append(box)
    high, wide = found.page.shape
    places = {}
    for name, boxes in groups.items():
        left, top = min(b[0] for b in boxes) - AROUND, min(b[1] for b in boxes) - AROUND
        right, low = max(b[0] + b[2] for b in boxes) + AROUND, max(b[1] + b[3] for b in boxes) + AROUND
        places[name] = [
            max(0, round(left * DOTS)),
            max(0, round(top * DOTS)),
            min(wide, round(right * DOTS)),
            min(high, round(low * DOTS)),
        ]
    return places


def augen_cells(found: Found) -> dict[str, list[int]]:
    """Return for each seat in each game the part of the straightened page that the net looks at for its Augen, in pixels."""
    places = {}
    for cell, (left, top, width, height) in found.boxes.items():
        if cell.column == "augen":
            wide, high = window(cell)
            x, y = (left + width / 2 - wide / 2) * DOTS, (top + height / 2 - high / 2) * DOTS
            places[f"{cell.game}-{cell.seat}"] = [
                round(x),
                round(y),
                round(x + wide * DOTS),
                round(y + high * DOTS),
            ]
    return places
