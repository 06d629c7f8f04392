"""The offence book: what the rule proposes, what the referee decides, and the way back; and every ruling there is."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.speech import say
from tournaments.event.permissions import may_referee
from tournaments.lists.selectors import progress as selectors
from tournaments.lists.selectors.sheets import SheetView, sheet_view
from tournaments.lists.views import rows as sheet_rows
from tournaments.lists.views.sheets import address, crumbs, posted, sheet_page
from tournaments.models import Penalty, Ruling
from tournaments.pages.attempts import Attempt
from tournaments.pages.forms import ReasonForm
from tournaments.pages.frame import find_sheet, find_tournament, need_role, page
from tournaments.rulings import services as service
from tournaments.rulings.forms.rulings import PenaltyForm
from tournaments.rulings.selectors.offences import PenaltyProposal, kinds_known_to
from tournaments.rulings.views.games import BOTH, found_list
from tournaments.rulings.views.steps import Prepared, seen_for, take_step
from tournaments.rulings.views.tables import PenaltiesTable, RulingsTable


@never_cache
@require_safe
def rulings(request: HttpRequest, slug: str) -> HttpResponse:
    """Every ruling and the offence book of a tournament."""
    tournament = find_tournament(slug)
    need_role(request, may_referee, tournament)
    return page(
        request,
        "tournaments/rulings/rulings.html",
        tournament=tournament,
        current="referee",
        rulings=RulingsTable(list(selectors.rulings(tournament))),
        penalties=PenaltiesTable(
            [
                sheet_rows.penalty_on_list(penalty)
                | {"row": penalty, "lift_url": reverse("lift_penalty", args=[slug, penalty.pk])}
                for penalty in selectors.penalties(tournament)
            ]
        ),
    )


@never_cache
@BOTH
def penalty(request: HttpRequest, slug: str, series: int, table: int) -> HttpResponse:
    """Impose a penalty: the rule proposes, the referee sees what it changes, then he confirms."""
    view = found_list(request, slug, series, table)
    actor = need_role(request, may_referee, view.tournament)
    form = PenaltyForm(posted(request), view=view, initial=offered_first(request, view))
    rule: PenaltyProposal | None = None

    def prepare() -> Prepared:
        nonlocal rule
        rule = service.penalty_proposed(view, form.offence)
        deed = partial(
            service.impose,
            sheet_id=view.sheet.pk,
            offence=form.offence,
            otherwise=form.otherwise,
            reason=form.cleaned_data["reason"],
            seen_version=form.cleaned_data["seen_version"],
            by=actor,
        )
        return deed, (rule.rule, rule.offence, sorted(map(str, form.cleaned_data.items())))

    step = take_step(request, view, form, prepare)
    if step.done:
        messages.success(request, _("Die Strafe steht auf der Liste."))
        return redirect(address(view))
    return sheet_page(
        request,
        "tournaments/rulings/penalty.html",
        step.view,
        status=step.status,
        heading=_("Strafe"),
        crumbs=crumbs(step.view, _("Strafe")),
        form=form,
        told=step.told,
        rule=said_proposal(form, rule) if step.told and rule else None,
        seen=seen_for(step.view, form.data, step.status),
    )


def offered_first(request: HttpRequest, view: SheetView) -> dict[str, Any]:
    """What stands in the form at first: the offence that the rule set names, and what the way here knew."""
    known = kinds_known_to(view.rules)
    kind = Penalty.Kind.LOOSE_HAND if Penalty.Kind.LOOSE_HAND in known else Penalty.Kind.WARNING
    return {
        "game": request.GET.get("spiel", ""),
        "kind": request.GET.get("was") or kind,
        "seat": request.GET.get("platz", ""),
        "noticed": "in_play",
    }


def said_proposal(form: PenaltyForm, told: PenaltyProposal) -> dict[str, Any]:
    """Whom it concerns, what the rule says, and what is decided."""
    rule, other = told.rule, form.otherwise
    proposed_cost = sheet_rows.said_cost(rule.points, rule.augen, voids=rule.voids_series)
    return {
        "name": told.registration.name,
        "kind": Penalty.Kind(form.cleaned_data["kind"]).label,
        "game": told.game_number,
        "offence": told.offence,
        "paragraph": rule.paragraph,
        "sentence": say(rule.sentence),
        "proposed": proposed_cost,
        "cost": sheet_rows.said_cost(other.points, other.augen) if other else proposed_cost,
        "otherwise": other is not None,
        "repeated": rule.referee_needed,
        "reason": form.cleaned_data["reason"],
    }


@never_cache
@BOTH
def lift_penalty(request: HttpRequest, slug: str, penalty: int) -> HttpResponse:
    """Take a penalty back by a ruling of its own."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_referee, tournament)
    row = selectors.penalties(tournament).filter(pk=penalty).first()
    if row is None:
        raise Http404
    table = row.sheet.table
    view = sheet_view(find_sheet(slug, table.series.number, table.number), now=timezone.now())
    form = ReasonForm(posted(request))

    def prepare() -> Prepared:
        deed = partial(service.lift_penalty, penalty_id=row.pk, by=actor, **form.cleaned_data)
        return deed, (row.pk, sorted(form.cleaned_data.items()))

    step = take_step(request, view, form, prepare)
    if step.done:
        messages.success(request, _("Die Strafe ist aufgehoben."))
        return redirect("rulings", slug)
    return page(
        request,
        "tournaments/rulings/lift.html",
        tournament=tournament,
        current="referee",
        status=step.status,
        form=form,
        told=step.told,
        seen=seen_for(step.view, form.data, step.status),
        penalty=sheet_rows.penalty_on_list(row) | {"name": row.registration.name},
    )


@never_cache
@BOTH
def withdraw_remark(request: HttpRequest, slug: str, ruling: int) -> HttpResponse:
    """Take a remark back; it stays to be read."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_referee, tournament)
    row = selectors.rulings(tournament).filter(number=ruling, kind=Ruling.Kind.REMARK).first()
    if row is None:
        raise Http404
    form = ReasonForm(posted(request))
    if request.method == "POST" and form.is_valid():
        with Attempt(form) as attempt:
            service.withdraw_remark(
                ruling_id=row.pk, reason=form.cleaned_data["reason"], by=actor, now=timezone.now()
            )
        if not attempt.refused:
            messages.success(request, _("Der Vermerk ist zurückgenommen."))
            return redirect("rulings", slug)
    return page(
        request,
        "tournaments/rulings/withdraw.html",
        tournament=tournament,
        current="referee",
        status=422 if form.errors else 200,
        form=form,
        ruling=row,
    )
