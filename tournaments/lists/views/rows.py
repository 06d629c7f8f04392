"""A list as the templates draw it: names, rows, sums and sentences, with nothing left to add up."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime, timedelta
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.engine.law import Finish
from scoring.numbers import GameNumber
from scoring.points import Result
from scoring.sheets import Cell, SeatTotals, SheetRow
from scoring.speech import say
from scoring.verification import Finding
from scoring.wording.labels import FINISHES
from tournaments.lists.selectors.sheets import Life, SheetView, result_of
from tournaments.models import Game, Penalty, Signature
from tournaments.paper.core import strokes

Link = Callable[[Game | None], str]  # where a row leads; None is the row that comes next
Drawn = dict[str, Any]

LIFE = {
    Life.OPEN: gettext_lazy("offen"),
    Life.COMPLETE: gettext_lazy("vollständig"),
    Life.SIGNED: gettext_lazy("unterschrieben"),
    Life.ACCEPTED: gettext_lazy("angenommen"),
    Life.FINAL: gettext_lazy("endgültig"),
}


def sheet_title(view: SheetView) -> str:
    table = view.sheet.table
    return _("Tisch %(table)s, Serie %(series)s") % {"table": table.number, "series": table.series.number}


def names_above(view: SheetView) -> dict[int, str]:
    """As there is room above a column: the given name, with a letter of the family name where two share it."""
    players = {seat.number: seat.registration.player for seat in view.seats}
    given = Counter(player.given_name for player in players.values())
    return {
        number: player.family_name
        if not player.given_name
        else player.given_name
        if given[player.given_name] == 1
        else f"{player.given_name} {player.family_name[:1]}."
        for number, player in players.items()
    }


def life_steps(view: SheetView) -> list[Drawn]:
    """How far the list has come."""
    order = list(Life)
    now = order.index(view.life)
    return [
        {"label": str(LIFE[life]), "done": place < now, "current": place == now}
        for place, life in enumerate(order)
    ]


def drawn_sheet(view: SheetView, *, link: Link, show_doubts: bool) -> Drawn:
    """What `parts/score_sheet.html` needs."""
    names = names_above(view)
    return {
        "caption": sheet_title(view),
        "seats": [
            {
                "number": seat.number,
                "name": names[seat.number],
                "keeper": seat.pk == view.sheet.scorer_id,
            }
            for seat in view.seats
        ],
        "rows": list(drawn_rows(view, link, show_doubts)),
        "totals": [drawn_totals(view, seat.number) for seat in view.seats]
        if view.games or view.totals
        else None,
    }


def drawn_rows(view: SheetView, link: Link, show_doubts: bool) -> Iterator[Drawn]:
    """Every row in the order of the list, struck ones before the one that counts, then the deal that comes."""
    beside = penalties_beside(view)
    games = sorted(
        [*view.games, *view.struck], key=lambda game: (game.number, game.struck_at is None, game.pk)
    )
    upcoming = next_row(view, link)
    for row, game in zip(view.tally.rows, games, strict=True):
        if upcoming and upcoming["number"] < row.number:
            yield upcoming
            upcoming = None
        yield drawn_row(view, row, game, link, beside, show_doubts)
    if upcoming:
        yield upcoming


def drawn_row(
    view: SheetView,
    row: SheetRow,
    game: Game,
    link: Link,
    beside: Mapping[tuple[int, int], list[str]],
    show_doubts: bool,
) -> Drawn:
    doubtful = {doubt.seat for doubt in view.doubts(game)} if show_doubts and not row.struck else set()
    return {
        "number": row.number,
        "dealer": row.dealer,
        "finish": game.finish,
        "ends_round": row.closes_round and not row.struck,
        "struck": row.struck,
        "reason": _("Gestrichen: %(reason)s") % {"reason": game.struck_reason} if row.struck else "",
        "url": "" if row.struck else link(game),
        "cells": [
            drawn_cell(view, row.cells[seat.number])
            | {
                "doubt": seat.number in doubtful,
                "penalty": "" if row.struck else "; ".join(beside.get((row.number, seat.number), [])),
            }
            for seat in view.seats
        ],
    }


def drawn_cell(view: SheetView, cell: Cell) -> Drawn:
    if not cell.plays:
        return {"deals": True}
    if cell.score is None:
        return {"empty": True}
    return {
        "opened": bool(cell.opened) and view.rules.family.by_table,
        "winner": cell.won,
        "augen": cell.score.augen,
        "augen_total": "" if cell.running_augen is None else cell.running_augen,
        "points": signed_cell(cell.score.points),
        "total": "" if cell.running_points is None else cell.running_points,
        "cross": cell.score.cross,
    }


def next_row(view: SheetView, link: Link) -> Drawn | None:
    """The deal that comes next, still without figures."""
    coming = view.next_game
    if coming is None:
        return None
    playing = {seat.number for seat in coming.playing}
    return {
        "number": coming.number,
        "dealer": coming.dealer.number,
        "finish": "",
        "next": True,
        "ends_round": coming.last_of_round,
        "url": link(None),
        "cells": [{"empty": True} if seat.number in playing else {"deals": True} for seat in view.seats],
    }


def drawn_totals(view: SheetView, seat: int) -> Drawn:
    total, place = view.tally.totals[seat], view.tally.ranks[seat]
    return {
        "plus": total.plus_points,
        "crosses": total.crosses,
        "net": signed_cell(total.net_points),
        "augen": total.augen if augen_known(view) else "–",
        "finishes": said_finishes(total),
        "penalty": said_cost(total.penalty_points, total.penalty_augen)
        if total.penalty_points or total.penalty_augen
        else "",
        "rank": place.rank,
    }


def augen_known(view: SheetView) -> bool:
    """Return whether the list says the Augen: by the basic rules nobody adds them up on a list of sums."""
    return view.totals is None or view.rules.family.by_table


def said_finishes(total: SeatTotals) -> str:
    """`R 3 · H 1`: how often somebody went out, and how."""
    order = [finish for finish in Finish if total.finishes.get(finish)]
    return " · ".join(f"{finish.value} {total.finishes[finish]}" for finish in order)


def penalties_beside(view: SheetView) -> dict[tuple[int, int], list[str]]:
    """What stands in the cell of a game that a penalty belongs to."""
    seat_of = {seat.registration_id: seat.number for seat in (*view.former, *view.seats)}
    beside: dict[tuple[int, int], list[str]] = defaultdict(list)
    for penalty in view.penalties:
        if penalty.of_game is not None:
            cost = said_cost(penalty.points, penalty.augen, voids=penalty.voids_series)
            beside[penalty.of_game, seat_of[penalty.registration_id]].append(cost)
    return beside


def tally_bar(view: SheetView, *, number: GameNumber | None = None) -> list[Drawn]:
    """What `parts/tally.html` needs: where everybody stands, and who deals this game."""
    names, dealing = names_above(view), None
    if number is not None:
        dealing = view.course.deal(number).dealer
    elif view.next_game is not None:
        dealing = view.next_game.dealer.number
    return [
        {
            "number": seat.number,
            "name": names[seat.number],
            "points": signed_cell(view.tally.totals[seat.number].net_points),
            "crosses": view.tally.totals[seat.number].crosses,
            "augen": view.tally.totals[seat.number].augen,
            "deals": seat.number == dealing,
        }
        for seat in view.seats
    ]


def signed_cell(points: int) -> str:
    """With a true minus sign, as it is printed; digits are grouped in none of our languages."""
    return str(points).replace("-", "−")


def said_cost(points: int, augen: int, *, voids: bool = False) -> str:
    """`−1 Punkt, +6 Augen`; a warning costs nothing."""
    parts = [_("0 Punkte für die Serie")] if voids else []
    if points:
        words = ngettext("%(points)s Punkt", "%(points)s Punkte", abs(points))
        parts.append(words % {"points": signed_cell(points)})
    if augen:
        parts.append(_("+%(augen)s Augen") % {"augen": augen})
    return ", ".join(parts) or _("ohne Abzug")


def said_result(view: SheetView, result: Result) -> list[str]:
    """A game in words, one line for each seat that played."""
    names: dict[int, str] = {seat.number: seat.registration.name for seat in view.seats}
    lines = []
    if result.winner is None:
        lines.append(str(FINISHES[Finish.EXHAUSTED]))
    else:
        how = FINISHES[result.finish]
        lines.append(f"{result.winner} {names[result.winner]}: {how}")
    for seat, hand in sorted(result.hands.items()):
        words = _("%(augen)s Augen") % {"augen": hand.augen}
        if view.rules.family.by_table:
            words += ", " + (_("eröffnet") if hand.opened else _("nicht eröffnet"))
        lines.append(f"{seat} {names[seat]}: {words}")
    return lines


def said_game(view: SheetView, game: Game) -> list[str]:
    return said_result(view, result_of(game))


def short_game(view: SheetView, game: Game) -> str:
    """As „Bert Rommé · Anna 12 · Carl 41 ✕“: given names, Augen, and the cross of who had not opened."""
    result = result_of(game)
    names = names_above(view)
    how = str(FINISHES[result.finish])
    won = how if result.winner is None else f"{names[result.winner]} {how}"
    crossed = view.rules.family.by_table
    held = [
        f"{names[seat]} {hand.augen}{' ✕' if crossed and not hand.opened else ''}"
        for seat, hand in sorted(result.hands.items())
    ]
    return " · ".join([won, *held])


def said_doubts(view: SheetView) -> list[str]:
    """Every doubt about a row in force, for those who can look at the cards or the paper again."""
    return [said_doubt(game.number, doubt) for game in view.games for doubt in view.doubts(game)]


def said_doubt(number: int, doubt: Finding) -> str:
    """One of them, as „Spiel 3: …“."""
    return _("Spiel %(number)s: %(doubt)s") % {"number": number, "doubt": say(doubt.sentence)}


def said_penalties(view: SheetView) -> list[Drawn]:
    names = {seat.registration_id: seat.registration.name for seat in (*view.former, *view.seats)}
    return [penalty_on_list(penalty) | {"name": names[penalty.registration_id]} for penalty in view.penalties]


def penalty_on_list(penalty: Penalty) -> Drawn:
    return {
        "kind": penalty.get_kind_display(),
        "offence": penalty.offence,
        "cost": said_cost(penalty.points, penalty.augen, voids=penalty.voids_series),
        "otherwise": said_prescribed(penalty),
        "game": penalty.of_game,
        "reason": penalty.ruling.reason,
        "at": penalty.ruling.decided_at,
    }


def said_prescribed(penalty: Penalty) -> str:
    """What the rule would have taken, where a referee has decided otherwise."""
    rule = penalty.prescribed
    if rule is None:
        return ""
    cost = said_cost(rule["points"], rule["augen"], voids=rule["voids_series"])
    return _("anders als die Regel: %(cost)s") % {"cost": cost}


def drawn_seats(view: SheetView, *, ink: bool = False) -> list[Drawn]:
    """Who sits here, and who has signed; `ink` shows drawn names, which are for the table and those who lead."""
    signatures = {signature.seat_id: signature for signature in view.signatures}
    return [
        {
            "number": seat.number,
            "name": seat.registration.name,
            "keeper": seat.pk == view.sheet.scorer_id,
            "who": {
                "name": seat.registration.name,
                "start_number": seat.registration.start_number,
                "club": str(seat.registration.player.club or ""),
                "team": str(seat.registration.team or ""),
                "keeper": seat.pk == view.sheet.scorer_id,
            },
            "signature": signatures.get(seat.pk),
            "ink": drawn_name(signatures.get(seat.pk)) if ink else "",
            "left": _("bis Runde %(round)s dabei") % {"round": seat.last_round} if seat.last_round else "",
            "net": signed_cell(view.tally.totals[seat.number].net_points),
            "augen": view.tally.totals[seat.number].augen,
            "crosses": view.tally.totals[seat.number].crosses,
            "rank": view.tally.ranks[seat.number].rank,
        }
        for seat in view.seats
    ]


def drawn_name(signature: Signature | None) -> str:
    """A name drawn on the screen, as the path of an SVG."""
    return strokes.stroke_path(signature.strokes) if signature is not None and signature.strokes else ""


def objections_until(view: SheetView) -> datetime | None:
    """When an accepted list becomes final."""
    if view.sheet.accepted_at is None:
        return None
    return view.sheet.accepted_at + timedelta(minutes=view.rules.series.objection_minutes)


def target_words(view: SheetView) -> str:
    """How far the table is from the points that were agreed on."""
    target = view.tournament.target
    if target is None:
        return ""
    best = max(view.seats, key=lambda seat: (view.tally.totals[seat.number].net_points, -seat.number))
    points = view.tally.totals[best.number].net_points
    values = {"target": target, "name": best.registration.name, "points": points, "left": target - points}
    if points >= target:
        return _("Ziel %(target)s Punkte: %(name)s hat es mit %(points)s Punkten erreicht.") % values
    return (
        _("Gespielt wird bis %(target)s Punkte: %(name)s führt mit %(points)s, es fehlen %(left)s.") % values
    )
