"""The foot of a printed list: totals, what was decided, what the signs mean, who has accepted it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.engine.law import Finish
from scoring.points import possible_finishes
from scoring.rules import LossGame, RuleSet
from scoring.sheets import SeatTotals, SheetTally
from scoring.wording import phrases
from scoring.wording.labels import FINISHES
from scoring.wording.phrases import euros, signed
from tournaments.lists.selectors.check_codes import taken_over
from tournaments.lists.selectors.shares import parts_of_seats
from tournaments.lists.selectors.sheets import Life, SheetView
from tournaments.lists.words.facts import CROSS, RULED, TotalFacts
from tournaments.models import Penalty, Ruling
from tournaments.paper.words import moment_of


def foot_totals(view: SheetView, *, blank: bool) -> tuple[TotalFacts, ...]:
    """The foot of the columns (Regel 14), empty on a list to be filled in."""
    seats = [seat.number for seat in view.seats]
    ended = not blank and view.life is not Life.OPEN
    only_sums = view.totals is not None
    return totals_of_tally(view.rules, view.tally, seats, blank=blank, ended=ended, only_sums=only_sums)


def totals_of_tally(
    rules: RuleSet,
    tally: SheetTally,
    seats: Sequence[int],
    *,
    blank: bool,
    ended: bool = False,
    only_sums: bool = False,
) -> tuple[TotalFacts, ...]:
    """The same without anybody's names: also for a form outside of any tournament."""
    sums = tally.totals

    def row(name: str, texts: Mapping[int, str], *, main: bool = False) -> TotalFacts:
        return TotalFacts(name=name, texts=tuple("" if blank else texts[seat] for seat in seats), main=main)

    ranks = {seat: f"{place.rank}." if ended else "" for seat, place in tally.ranks.items()}
    if not rules.family.by_table:
        wins = {seat: "–" if only_sums else str(sum(total.finishes.values())) for seat, total in sums.items()}
        return (
            row(_("Punkte"), {seat: signed(total.net_points) for seat, total in sums.items()}, main=True),
            row(_("gewonnen"), wins),
            row(_("Rang am Tisch"), ranks),
        )
    signs = [finish for finish in possible_finishes(rules) if finish.has_winner]
    rows = [
        row(_("Pluspunkte"), {seat: str(total.plus_points) for seat, total in sums.items()}),
        row(_("Kreuze") + f" {CROSS}", {seat: crosses_in_words(total) for seat, total in sums.items()}),
        row(_("Strafen") + f" {RULED}", {seat: penalties_in_words(total) for seat, total in sums.items()}),
        row(_("Endpunkte"), {seat: signed(total.net_points) for seat, total in sums.items()}, main=True),
        row(_("Augen"), {seat: str(total.augen) for seat, total in sums.items()}),
        row(
            " · ".join(signs),
            {seat: "–" if only_sums else finishes_in_words(total, signs) for seat, total in sums.items()},
        ),
    ]
    if rules.loss_money is not None and rules.loss_money.enabled:
        known = not only_sums or rules.loss_money.counts is LossGame.CROSS  # sums say the crosses alone
        rows.append(
            row(
                _("Verlustgeld"),
                {seat: euros(total.loss_cents) if known else "–" for seat, total in sums.items()},
            )
        )
    return (*rows, row(_("Rang am Tisch"), ranks))


def crosses_in_words(total: SeatTotals) -> str:
    return f"{total.crosses}  ({signed(-total.minus_points)})" if total.crosses else "0"


def penalties_in_words(total: SeatTotals) -> str:
    if not total.penalty_points and not total.penalty_augen:
        return "–"
    augen = f"+{phrases.in_augen(total.penalty_augen)}" if total.penalty_augen else ""
    return "  ".join(filter(None, (signed(total.penalty_points), augen)))


def finishes_in_words(total: SeatTotals, signs: Sequence[Finish]) -> str:
    return " · ".join(str(total.finishes.get(sign, 0)) for sign in signs)


def remarks_of(view: SheetView, rulings: Sequence[Ruling]) -> Iterator[str]:
    """What a referee decided about this list, with its hour, its reason and who decided it."""
    if taken_over(view.sheet):
        yield _(
            "Übernommen: Diese Liste wurde ganz oder zum Teil auf einem anderen Rechner geschrieben. "
            "Dieser Rechner hat nicht gesehen, was dort geschah."
        )
    if view.totals is not None:
        yield ngettext(
            "Nur Summen nach {games} Spiel: Die einzelnen Spiele stehen auf dem Papier ({who}).",
            "Nur Summen nach {games} Spielen: Die einzelnen Spiele stehen auf dem Papier ({who}).",
            view.totals.games,
        ).format(games=view.totals.games, who=view.totals.entered_by)
    yield from changes_of(view)
    penalty_of = {penalty.ruling_id: penalty for penalty in view.penalties}
    for ruling in sorted(rulings, key=lambda one: one.number):
        about = (
            penalty_words(view, penalty_of[ruling.pk]) if ruling.pk in penalty_of else ruling_words(ruling)
        )
        yield _("{time}  {about}: {reason} ({referee})").format(
            time=moment_of(ruling.decided_at), about=about, reason=ruling.reason, referee=ruling.decided_by
        )


def changes_of(view: SheetView) -> Iterator[str]:
    """Games that were not played, and who sat on a seat that changed hands, with what each has made there."""
    if view.unplayed:
        yield _("Spiele {first} bis {last} nicht gespielt, nicht gewertet: {reason}").format(
            first=view.unplayed[0], last=view.unplayed[-1], reason=view.sheet.end_reason
        )
    for part in parts_of_seats(view):
        span = (
            _("ab Runde {first}").format(first=part.since)
            if part.until is None
            else _("bis Runde {last}").format(last=part.until)
        )
        yield _("Platz {seat}, {name}, {span}: {points}, {augen}").format(
            seat=part.seat,
            name=part.name,
            span=span,
            points=phrases.points(part.points),
            augen=phrases.in_augen(part.augen),
        )


def ruling_words(ruling: Ruling) -> str:
    kind = ruling.get_kind_display()
    return _("Spiel {number}, {kind}").format(number=ruling.game.number, kind=kind) if ruling.game else kind


def penalty_words(view: SheetView, penalty: Penalty) -> str:
    """A penalty with what it takes and adds."""
    seat = next(
        seat for seat in (*view.former, *view.seats) if seat.registration_id == penalty.registration_id
    )
    parts = [f"{RULED} {penalty.get_kind_display()}", _("Platz {seat}").format(seat=seat.number)]
    if penalty.of_game:
        parts.insert(0, _("Spiel {number}").format(number=penalty.of_game))
    costs = [_("0 Punkte für die Serie")] if penalty.voids_series else []
    costs += [phrases.points(penalty.points)] if penalty.points else []
    costs += [f"+{phrases.in_augen(penalty.augen)}"] if penalty.augen else []
    return ", ".join(parts) + (f" ({', '.join(costs)})" if costs else "")


def legend_of(rules: RuleSet, *, counter: bool = False) -> tuple[str, ...]:
    """What the signs mean, for somebody who sees the list for the first time."""
    keeper = () if counter else (_("✎ führt die Liste"),)
    if not rules.family.by_table:
        return (" · ".join((*keeper, _("Augen: was auf der Hand blieb"), _("Σ Summe der Punkte"))),)
    ways = possible_finishes(rules)
    return (
        " · ".join(
            (
                *keeper,
                _("✓ eröffnet"),
                _("✕ Kreuz, Minuspunkt"),
                _("Σ Summe bis hierher, bei Punkten nur Plus"),
            )
        ),
        " · ".join(f"{way.value} {FINISHES[way]}" for way in ways),
    )


def accepted_line(view: SheetView) -> str:
    sheet = view.sheet
    if sheet.accepted_at is None:
        return ""
    return _("{name}, {time}").format(name=sheet.accepted_by, time=moment_of(sheet.accepted_at))


def state_line(view: SheetView) -> str:
    words = {
        Life.OPEN: _("noch nicht fertig"),
        Life.COMPLETE: _("vollständig, noch nicht unterschrieben"),
        Life.SIGNED: _("unterschrieben"),
        Life.ACCEPTED: _("angenommen"),
        Life.FINAL: _("endgültig"),
    }
    state = words[view.life]
    if taken_over(view.sheet):
        state = _("{state}, übernommen").format(state=state)
    if view.totals is not None:
        state = _("{state}, nur Summen").format(state=state)
    return _("Stand {version}: {state}").format(version=view.sheet.version, state=state)
