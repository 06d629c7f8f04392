"""Prizes at the desk: the table as it is typed with what it would give, what was announced, and what was handed out."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.wording.phrases import euros
from tournaments.event.permissions import may_direct, may_keep_cash, may_see_draft
from tournaments.lists.selectors.in_bulk import unfinished_series
from tournaments.models import FeePlan, Tournament
from tournaments.money.forms.prizes import PrizeTableForm, usual_prizes
from tournaments.money.paper.receipts import receipts_pdf as receipts_file
from tournaments.money.selectors.announcements import PrizeList, RankingPrizes, prize_list
from tournaments.money.selectors.fees import fee_plan_in_force
from tournaments.money.selectors.prize_rules import prize_rules
from tournaments.money.selectors.prizes import Division, Key, Prizes, prizes
from tournaments.money.services import prizes as service
from tournaments.money.views.fees import cash_page, number_or_none
from tournaments.money.words.money import SINGLES, rank_of_award, ranking_title
from tournaments.pages.attempts import Attempt
from tournaments.pages.files import PDF, file_answer
from tournaments.pages.frame import actor_of, find_tournament, need_role


@never_cache
def prize_page(request: HttpRequest, slug: str) -> HttpResponse:
    """Every ranking: what it gives now, what was announced, what was handed out. POST hands one prize out."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_keep_cash, tournament)
    if request.method != "POST":
        return prize_list_page(request, tournament)
    award = number_or_none(request.POST.get("preis", ""))
    with Attempt() as attempt:
        paid = service.pay_prize(
            tournament_id=tournament.pk, award_id=award or 0, by=actor, now=timezone.now()
        )
    if attempt.refused:
        return prize_list_page(request, tournament, refused=attempt.said, status=422)
    assert paid.award is not None
    messages.success(
        request,
        _("{name}: {amount} ausgezahlt, Beleg {number}.").format(
            name=paid.award.name, amount=euros(-paid.cents), number=paid.number
        ),
    )
    return redirect("prizes", slug)


def prize_list_page(
    request: HttpRequest, tournament: Tournament, *, refused: str = "", status: int = 200
) -> HttpResponse:
    there, unfinished = prize_list(tournament), unfinished_series(tournament)
    playing = unfinished.numbers
    draft = may_see_draft(actor_of(request), tournament)
    return cash_page(
        request,
        "tournaments/money/prizes.html",
        tournament,
        "prizes",
        status=status,
        there=there,
        singles=SINGLES,
        rankings=[
            prize_ranking_row(one, over=over(one.ranking, playing), draft=draft) for one in there.rankings
        ],
        ready=[seen_sign(one) for one in there.rankings if can_announce(one) and over(one.ranking, playing)],
        open_lists=sum(unfinished.open_lists.values()),
        refused=refused,
        stays=stays_in_box(there.prizes),
        gap=said_gap(there),
    )


def stays_in_box(there: Prizes) -> list[str]:
    """Return why less is given away than the pot holds, one sentence a reason."""
    if there.left <= 0:
        return []
    divisions = there.divisions
    parts = [
        (there.unassigned, _("{amount} gehören nach der Preistabelle zu keiner Wertung.")),
        (
            sum(one.rounded_off for one in divisions),
            _("{amount} sind durch Abrunden und unter Gleichen nicht aufgegangen."),
        ),
        (sum(one.unwon for one in divisions), _("{amount} sind Preise für Plätze, die niemand hat.")),
    ]
    return [text.format(amount=euros(cents)) for cents, text in parts if cents > 0]


def said_gap(there: PrizeList) -> list[str]:
    """Where the difference went between what is given away and what was announced; nothing before the first announcement."""
    gap = there.gap
    if not there.announced:
        return []
    parts = [
        (gap.waits, _("{amount} warten auf das Los.")),
        (gap.unannounced, _("{amount} sind noch nicht festgelegt.")),
        (gap.changed, _("{amount} sind der Unterschied zur Rangliste und Tabelle von jetzt.")),
    ]
    return [text.format(amount=euros(cents)) for cents, text in parts if cents]


def over(ranking: Key, playing: frozenset[int]) -> bool:
    """Whether nobody plays for this ranking any more: a series of its own, the event after its last one."""
    _category, series = ranking
    return not playing if series is None else series not in playing


def prize_ranking_row(one: RankingPrizes, *, over: bool, draft: bool) -> dict[str, Any]:
    """One ranking as the page draws it. Who would win now is told to those alone who may see the draft."""
    division = one.division if draft else None
    return {
        "over": over,
        "title": ranking_title(one.ranking),
        "one": one,
        "sign": seen_sign(one),
        "can_announce": can_announce(one),
        "lines": [(line, rank_of_award(line)) for line in one.lines],
        "proposed": [(award, rank_of_award(award)) for award in division.awards] if division else [],
        "changes": [
            _("{name}: festgelegt {before}, jetzt {after}").format(
                name=change.name, before=euros(change.before), after=euros(change.after)
            )
            for change in one.changes
            if draft
        ],
        "waiting": [", ".join(names) for names in division.waiting] if division else [],
    }


def can_announce(one: RankingPrizes) -> bool:
    """Something was played, nothing waits for the lot, and it is not what was announced already."""
    division = one.division
    return (
        division is not None
        and division.played
        and not division.waiting
        and (one.announcement is None or bool(one.changes))
    )


def seen_sign(one: RankingPrizes) -> str:
    """The ranking and what was seen of it, as a form sends it back."""
    category, series = one.ranking
    return f"{category}.{series or ''}.{one.division.seen if one.division else ''}"


@never_cache
def announce(request: HttpRequest, slug: str) -> HttpResponse:
    """„Preise festlegen“: of one ranking, or of all that are ready."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    if request.method != "POST":
        return redirect("prizes", slug)
    wanted: dict[Key, str] = {}
    for sign in request.POST.getlist("wertung")[:99]:
        category, series, seen = (*sign.split("."), "", "")[:3]
        wanted[category, number_or_none(series)] = seen
    with Attempt() as attempt:
        made = service.announce_prizes(
            tournament_id=tournament.pk, rankings=wanted, by=actor, now=timezone.now()
        )
    if attempt.refused:
        return prize_list_page(request, tournament, refused=attempt.said, status=attempt.status)
    messages.success(
        request,
        _("Die Preise sind festgelegt (Nr. {number}). Jetzt können sie ausgezahlt werden.").format(
            number=made.number
        ),
    )
    return redirect("prizes", slug)


@never_cache
def prize_table(request: HttpRequest, slug: str) -> HttpResponse:
    """The table as people write it, and beneath it what it would give; the button „Vorschau“ needs no scripts."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    if request.method != "POST":
        rules = prize_rules(tournament) or usual_prizes(tournament, per_series=fees_per_series(tournament))
        form = PrizeTableForm.showing(tournament, rules)
        return table_page(request, tournament, form, prizes(tournament, rules=rules))
    form = PrizeTableForm(tournament, request.POST)
    if not form.is_valid():
        looks = "vorschau" in request.POST
        return table_page(request, tournament, form, None, status=200 if looks else 422)
    with Attempt() as attempt:
        service.check_rules(tournament, form.value())
        if "vorschau" not in request.POST:
            service.set_prizes(tournament_id=tournament.pk, rules=form.value(), by=actor, now=timezone.now())
            messages.success(request, _("Die Preistabelle gilt."))
            return redirect("prizes", slug)
    if attempt.refused:
        form.sentence = attempt.said
        return table_page(request, tournament, form, None, status=200 if "vorschau" in request.POST else 422)
    return table_page(request, tournament, form, prizes(tournament, rules=form.value()))


def fees_per_series(tournament: Tournament) -> bool:
    plan = fee_plan_in_force(tournament)
    return plan is not None and plan.per == FeePlan.Per.SERIES


def table_page(
    request: HttpRequest,
    tournament: Tournament,
    form: PrizeTableForm,
    there: Prizes | None,
    *,
    status: int = 200,
) -> HttpResponse:
    return cash_page(
        request,
        "tournaments/money/prize_table.html",
        tournament,
        "prizes",
        status=status,
        form=form,
        there=there,
        divisions=[previewed(one) for one in there.divisions] if there else [],
        announced=tournament.prize_announcements.exists(),
    )


def previewed(division: Division) -> dict[str, Any]:
    """One ranking of the preview: its prizes, and whom they would go to now."""
    return {
        "title": ranking_title(division.ranking),
        "division": division,
        "prizes": [(number, cents) for number, cents in enumerate(division.prizes, 1)],
        "awards": [(award, rank_of_award(award)) for award in division.awards],
    }


@require_safe
def receipts_pdf(request: HttpRequest, slug: str) -> HttpResponse:
    """The list that everybody signs who gets a prize; with ?einzeln=1 a slip for each."""
    tournament = find_tournament(slug)
    need_role(request, may_keep_cash, tournament)
    single = "einzeln" in request.GET
    content = receipts_file(tournament, prize_list(tournament).lines, single=single, now=timezone.now())
    name = (
        _("{name}, Quittungen").format(name=tournament.name)
        if single
        else _("{name}, Quittungsliste").format(name=tournament.name)
    )
    answer = file_answer(content, PDF, f"{name}.pdf", inline=True)
    answer["Cache-Control"] = "no-store"
    return answer
