"""The grid of a paper list as its page and its answers while typing draw it: one set of facts for both."""

from __future__ import annotations

from typing import Any, assert_never

from django.utils.translation import gettext as _

from scoring.points import Result
from scoring.reconcile import Explanation, Slip
from scoring.sheets import Cell
from scoring.shorthand import written
from tournaments.lists.selectors.sheets import SheetView
from tournaments.lists.views.rows import names_above, signed_cell
from tournaments.lists.views.sheets import address
from tournaments.paper_entry.forms.grid import TOTALS, GridForm, GridRow, total_name

Drawn = dict[str, Any]


def drawn_grid(form: GridForm) -> Drawn:
    """Rows, sums and what does not fit: what the template prints, and what the script asks for while one types."""
    view = form.view
    sums = {int(row.number): row for row in form.sums.rows}
    names = names_above(view)
    return {
        "seats": [
            {
                "number": seat.number,
                "name": names[seat.number],
                "start_number": seat.registration.start_number,
            }
            for seat in view.seats
        ],
        "rows": [
            grid_row_drawn(form, row, sums[row.number].cells if row.number in sums else None)
            for row in form.rows
        ],
        "totals": [drawn_total(form, seat.number) for seat in view.seats],
        "all_locked": all(row.locked for row in form.rows),
        "typed": len(form.results),
        "planned": view.planned,
        "check": drawn_check(form),
    }


def grid_row_drawn(form: GridForm, row: GridRow, sums: Any) -> Drawn:
    return {
        "number": row.number,
        "dealer": row.dealer,
        "ends_round": row.ends_round,
        "locked": row.locked,
        "url": address(form.view, "game", row.number) if row.locked else "",
        "finish": row.finish,
        "refusal": row.refusal,
        "doubts": row.doubts,
        "known": said_row(form.view, row.known) if row.known and row.changed else "",
        "cells": [
            {
                "seat": cell.seat,
                "name": cell.name,
                "text": cell.text,
                "wrong": cell.wrong,
                "label": _("Spiel %(game)s, Platz %(seat)s") % {"game": row.number, "seat": cell.seat},
            }
            | drawn_sums(form.view, sums[cell.seat] if sums else None)
            for cell in row.cells
        ],
    }


def drawn_sums(view: SheetView, cell: Cell | None) -> Drawn:
    """What the row was worth and the sums after it, as on paper."""
    if cell is None or cell.score is None:
        return {"points": "", "cross": False, "augen_total": "", "total": ""}
    basic = not view.rules.family.by_table
    return {
        "points": "✕" if cell.score.cross else signed_cell(cell.score.points),
        "cross": cell.score.cross,
        "augen_total": "" if basic or cell.running_augen is None else str(cell.running_augen),
        "total": "" if cell.running_points is None else str(cell.running_points),
    }


def drawn_total(form: GridForm, seat: int) -> Drawn:
    total = form.sums.totals[seat]
    missing = form.reconciled.missing.get(seat, {}) if form.is_bound else {}
    own: dict[str, int] = {"points": total.net_points, "crosses": total.crosses, "augen": total.augen}
    asked = TOTALS if form.asks_augen else ("points",)
    labels = {"points": _("Punkte"), "crosses": _("Kreuze"), "augen": _("Augen")}
    return {
        "seat": seat,
        "plus": total.plus_points,
        "parts": [
            {
                "what": what,
                "label": labels[what],
                "own": signed_cell(own[what]),
                "name": total_name(what, seat),
                "text": form.total_text(what, seat),
                "aria": _("%(what)s auf dem Papier, Platz %(seat)s") % {"what": labels[what], "seat": seat},
                "off": f"{missing[what]:+d}".replace("-", "−") if missing.get(what) else "",
                "wrong": total_name(what, seat) in form.total_errors,
            }
            for what in asked
        ],
    }


def drawn_check(form: GridForm) -> Drawn:
    """What the paper's totals say: nothing yet, the same, or where to look first."""
    if not form.is_bound or not form.reconciled.asked:
        return {"state": "", "title": "", "rows": []}
    if form.reconciled.agrees:
        return {"state": "ok", "title": _("Die Summen stimmen mit dem Papier überein."), "rows": []}
    explained = form.reconciled.explanations
    if not explained:
        return {
            "state": "warn",
            "title": _(
                "Die Summen stimmen nicht. Keine einzelne Zeile erklärt es: bitte Zeile für Zeile vergleichen."
            ),
            "rows": [],
        }
    return {
        "state": "warn",
        "title": _("Die Summen stimmen nicht. Zuerst hier nachsehen:"),
        "rows": [{"number": one.number, "text": said_explanation(form, one)} for one in explained],
    }


def said_explanation(form: GridForm, one: Explanation) -> str:
    """Which row, what stands there, and what the paper probably says."""
    view = form.view
    values: dict[str, object] = {"number": one.number, "seat": one.seat}
    now = form.results.get(one.number)
    if one.instead is None:
        return _("Spiel %(number)s: Steht diese Zeile wirklich auf dem Papier?") % values
    if now is None:
        values |= {"row": said_row(view, one.instead)}
        return _("Spiel %(number)s fehlt: Steht auf dem Papier %(row)s?") % values
    before, after = written(view.rules, now), written(view.rules, one.instead)
    match one.slip:
        case Slip.WINNER_EXCHANGED:
            return _("Spiel %(number)s: Hat Platz %(seat)s gewonnen?") % values
        case Slip.HANDS_EXCHANGED:
            values |= {"row": said_row(view, one.instead)}
            return _("Spiel %(number)s: Zwei Hände vertauscht? Dann %(row)s.") % values
        case (
            Slip.AUGEN_SWAPPED_DIGITS
            | Slip.AUGEN_ONE_DIGIT
            | Slip.AUGEN_LOST_DIGIT
            | Slip.AUGEN_OTHER
            | Slip.OPENED
            | Slip.FINISH
            | Slip.ROW_MISSING
            | Slip.ROW_TOO_MANY
        ):
            seat = one.seat or 0
            values |= {"before": before.get(seat, ""), "after": after.get(seat, "")}
            return _("Spiel %(number)s, Platz %(seat)s: %(after)s statt %(before)s?") % values
        case unknown:
            assert_never(unknown)


def said_row(view: SheetView, result: Result) -> str:
    """A row in shorthand, seat by seat: „1: 25 · 2: R · 4: 88-“."""
    cells = written(view.rules, result)
    return " · ".join(f"{seat}: {cells[seat]}" for seat in sorted(cells))


def grid_answer(form: GridForm, drawn: Drawn) -> Drawn:
    """What the script needs after a key: only what the server has worked out, nothing that was typed."""
    keep = ("points", "cross", "augen_total", "total", "wrong")
    return {
        "version": form.view.sheet.version,
        "typed": drawn["typed"],
        "rows": {
            row["number"]: {
                "finish": row["finish"],
                "refusal": row["refusal"],
                "doubts": row["doubts"],
                "known": row["known"],
                "list": written(form.view.rules, form.known[row["number"]])
                if row["number"] in form.known
                else {},
                "cells": {cell["seat"]: {name: cell[name] for name in keep} for cell in row["cells"]},
            }
            for row in drawn["rows"]
        },
        "totals": {
            total["seat"]: {part["what"]: [part["own"], part["off"]] for part in total["parts"]}
            for total in drawn["totals"]
        },
        "check": drawn["check"],
    }
