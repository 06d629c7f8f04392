"""The little table with the cash box: one tap a person, whoever is looked up by three letters; and one person's account."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django import forms
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from scoring.wording.phrases import euros
from tournaments.event.permissions import Actor, may_direct, may_keep_cash
from tournaments.event.selectors.names import by_name, matches
from tournaments.models import CashEntry, Tournament
from tournaments.money.forms.cash import PayForm, RepayForm, WaiveForm
from tournaments.money.selectors.cash import cash_book, pots
from tournaments.money.selectors.fees import Account, Accounts, accounts
from tournaments.money.services import fees as service
from tournaments.money.views.tables import PersonEntriesTable
from tournaments.money.words.money import reckoned_fees, what_for
from tournaments.pages.attempts import Attempt
from tournaments.pages.frame import actor_of, find_tournament, need_role, page

LATEST = 4  # lines that are shown again, so that a wrong tap is seen at once


def cash_page(
    request: HttpRequest,
    template: str,
    tournament: Tournament,
    tab: str,
    *,
    status: int = 200,
    **context: Any,
) -> HttpResponse:
    """A page about money, in its frame: the tabs, and the way back to the desk for whoever has one."""
    tabs = [
        ("cash", _("Startgeld"), "people"),
        ("prizes", _("Preise"), "ranks"),
        ("cash_book", _("Kassenbuch"), "list"),
        ("cash_count", _("Zählen"), "coin"),
    ]
    return page(
        request,
        template,
        tournament=tournament,
        current="cash",
        status=status,
        tabs=[
            {
                "url": reverse(name, args=[tournament.slug]),
                "label": label,
                "icon": icon,
                "current": name == tab,
            }
            for name, label, icon in tabs
        ],
        directs=may_direct(actor_of(request), tournament),
        **context,
    )


def number_or_none(text: str) -> int | None:
    """A number out of an address or a form; anything else is none."""
    return int(text) if text.isdecimal() and text.isascii() and len(text) < 9 else None


@never_cache
def cash(request: HttpRequest, slug: str) -> HttpResponse:
    """Who has not paid, found by three letters; one tap takes what is open."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_keep_cash, tournament)
    upto = number_or_none(request.POST.get("bis", request.GET.get("bis", "")))
    if request.method != "POST":
        return overview(request, tournament, upto=upto)
    number, _dot, seen = request.POST.get("wer", "").partition(".")
    if not number_or_none(number):
        return overview(request, tournament, upto=upto, refused=_("Wer zahlt? Bitte antippen."), status=422)
    with Attempt() as attempt:
        taken = service.take_fee(
            tournament_id=tournament.pk,
            start_number=int(number),
            seen=number_or_none(seen),
            upto=upto,
            by=actor,
            now=timezone.now(),
        )
    if attempt.refused:
        return overview(request, tournament, upto=upto, refused=attempt.said, status=attempt.status)
    messages.success(request, thanks(taken))
    return redirect(f"{reverse('cash', args=[slug])}{f'?bis={upto}' if upto else ''}")


def thanks(taken: list[CashEntry]) -> str:
    first = taken[0]
    assert first.registration is not None
    return _("{name}: {amount} bezahlt, Beleg {number}.").format(
        name=first.registration.name,
        amount=euros(sum(line.cents for line in taken)),
        number=", ".join(str(line.number) for line in taken),
    )


def overview(
    request: HttpRequest, tournament: Tournament, *, upto: int | None, refused: str = "", status: int = 200
) -> HttpResponse:
    seen = accounts(tournament, upto=upto)
    asked = request.GET.get("suche", "").strip()[:80]
    everybody = "alle" in request.GET
    rows = sorted(seen.rows, key=lambda row: by_name(row.registration.player))
    if asked:
        rows = [row for row in rows if account_fits(row, asked)]
    elif not everybody:
        rows = [row for row in rows if row.open or row.loss_open]
    book = cash_book(tournament)
    return cash_page(
        request,
        "tournaments/money/cash.html",
        tournament,
        "cash",
        status=status,
        seen=seen,
        rows=rows,
        only=only_open(rows) if asked else None,
        asked=asked,
        everybody=everybody,
        upto=upto,
        series=range(1, tournament.series_count + 1) if per_series(seen) else (),
        balance=book.balance,
        pot=pots(tournament).total,
        reckoned=reckoned_fees(seen.reckoning) if seen.owing else "",
        latest=[(line.entry, what_for(line.entry)) for line in reversed(book.lines[-LATEST:])],
        refused=refused,
    )


def account_fits(row: Account, asked: str) -> bool:
    one = row.registration
    return matches(asked, one.player.listed_name, number=one.start_number)


def only_open(rows: list[Account]) -> Account | None:
    """The one person who is meant, so that Enter takes the money."""
    owing = [row for row in rows if row.open]
    return owing[0] if len(owing) == 1 and len(rows) == 1 else None


def per_series(seen: Accounts) -> bool:
    return seen.plan is not None and seen.plan.per == seen.plan.Per.SERIES


FORMS: dict[str, type[forms.Form]] = {"pay": PayForm, "waive": WaiveForm, "repay": RepayForm, "loss": PayForm}


@never_cache
def cash_person(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One person: what is owed and paid, another amount, a waived fee, money back, loss money, every line."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_keep_cash, tournament)
    upto = number_or_none(request.POST.get("upto", request.GET.get("bis", "")))
    account = find_account(tournament, number, upto)
    if request.method != "POST":
        return person_page(request, tournament, account, upto)
    kind = request.POST.get("deed", "pay")
    if kind not in DEEDS:
        raise Http404
    form = FORMS[kind](request.POST)
    if not form.is_valid():
        return person_page(request, tournament, account, upto, status=422, **{kind: form})
    with Attempt(form) as attempt:
        said = DEEDS[kind](tournament, number, form.cleaned_data, actor, timezone.now())
    if attempt.refused:
        return person_page(
            request,
            tournament,
            find_account(tournament, number, upto),
            upto,
            status=attempt.status,
            **{kind: form},
        )
    messages.success(request, said)
    return redirect("cash_person", slug, number)


def find_account(tournament: Tournament, number: int, upto: int | None) -> Account:
    registration = tournament.registrations.filter(start_number=number).first()
    if registration is None:
        raise Http404(_("Diese Startnummer ist nicht vergeben."))
    [account] = accounts(tournament, upto=upto, only=registration.pk).rows
    return account


def person_page(
    request: HttpRequest,
    tournament: Tournament,
    account: Account,
    upto: int | None,
    *,
    status: int = 200,
    **filled: forms.Form,
) -> HttpResponse:
    """Every form with what the page shows; the one that was sent keeps what was typed."""
    shown = {"seen": account.turn, "upto": upto}
    context: dict[str, Any] = {
        f"{name}_form": fresh(filled[name], account.turn)
        if name in filled
        else form(initial=shown, auto_id=f"{name}_%s")
        for name, form in FORMS.items()
    }
    turned = {entry.undoes_id for entry in account.entries if entry.undoes_id is not None}
    return cash_page(
        request,
        "tournaments/money/person.html",
        tournament,
        "cash",
        status=status,
        account=account,
        upto=upto,
        entries_table=PersonEntriesTable(
            [
                {
                    "entry": entry,
                    "what": what_for(entry),
                    "turned": entry.pk in turned,
                    "wrong": entry.undoes_id is None and entry.pk not in turned,
                }
                for entry in reversed(account.entries)
            ]
        ),
        **context,
    )


def fresh(form: forms.Form, turn: int) -> forms.Form:
    """The form again with what was typed and the newest state, so that sending it once more confirms it."""
    form.data = {**form.data.dict(), "seen": str(turn)}  # type: ignore[attr-defined]  # a QueryDict
    return form


Deed = Callable[[Tournament, int, dict[str, Any], Actor, datetime], str]


def pay(tournament: Tournament, number: int, said: dict[str, Any], by: Actor, now: datetime) -> str:
    return thanks(
        service.take_fee(
            **deed_facts(tournament, number, said, by, now), upto=said["upto"], cents=said["cents"]
        )
    )


def waive(tournament: Tournament, number: int, said: dict[str, Any], by: Actor, now: datetime) -> str:
    lines = service.waive_fee(
        **deed_facts(tournament, number, said, by, now),
        upto=said["upto"],
        cents=said["cents"],
        reason=said["reason"],
    )
    return _("Erlassen: {amount}.").format(amount=euros(sum(line.settles for line in lines)))


def repay(tournament: Tournament, number: int, said: dict[str, Any], by: Actor, now: datetime) -> str:
    lines = service.repay_fee(
        **deed_facts(tournament, number, said, by, now), cents=said["cents"], reason=said["reason"]
    )
    return _("Zurückgezahlt: {amount}.").format(amount=euros(-sum(line.cents for line in lines)))


def loss(tournament: Tournament, number: int, said: dict[str, Any], by: Actor, now: datetime) -> str:
    line = service.take_loss_money(**deed_facts(tournament, number, said, by, now))
    return _("Verlustgeld genommen: {amount}.").format(amount=euros(line.cents))


DEEDS: dict[str, Deed] = {"pay": pay, "waive": waive, "repay": repay, "loss": loss}


def deed_facts(
    tournament: Tournament, number: int, said: dict[str, Any], by: Actor, now: datetime
) -> dict[str, Any]:
    """What every deed with one person's money wants to know."""
    return {
        "tournament_id": tournament.pk,
        "start_number": number,
        "seen": said["seen"],
        "by": by,
        "now": now,
    }
