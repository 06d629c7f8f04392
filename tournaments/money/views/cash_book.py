"""The cash book: every line with the balance, other money, a line turned round, the count at the end, fees; as CSV too."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.timezone import localtime
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.wording.phrases import euros
from tournaments.event.permissions import may_direct, may_keep_cash
from tournaments.event.selectors.names import clubs
from tournaments.models import CashCount, CashEntry, Tournament
from tournaments.money.forms.cash import CountForm, FeesForm, MoneyReasonForm, OtherForm
from tournaments.money.selectors.cash import CashBook, CashLine, cash_book
from tournaments.money.selectors.fees import fee_plan_in_force
from tournaments.money.services import cash as service
from tournaments.money.services.cash import OTHER
from tournaments.money.services.fees import Fees, set_fees
from tournaments.money.views.fees import cash_page
from tournaments.money.views.tables import CashBookTable
from tournaments.money.words.money import what_for
from tournaments.pages.attempts import Attempt
from tournaments.pages.files import CSV, file_answer
from tournaments.pages.frame import find_tournament, need_role
from tournaments.spreadsheets.writing.csv import Cents, csv_table


@never_cache
def book(request: HttpRequest, slug: str) -> HttpResponse:
    """Every line, the newest first, and a form for other money."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_keep_cash, tournament)
    if request.method != "POST":
        return cash_book_page(request, tournament)
    form = OtherForm(request.POST)
    if not form.is_valid():
        return cash_book_page(request, tournament, form=form, status=422)
    said = form.cleaned_data
    with Attempt(form) as attempt:
        entry = service.enter_other(
            tournament_id=tournament.pk,
            income=said["way"] == "in",
            cents=said["cents"],
            text=said["text"],
            voucher=said["voucher"],
            to_pot=said["to_pot"],
            seen=said["seen"],
            by=actor,
            now=timezone.now(),
        )
    if attempt.refused:
        return cash_book_page(request, tournament, form=form, status=attempt.status)
    messages.success(
        request, _("Beleg {number}: {amount}.").format(number=entry.number, amount=euros(entry.cents))
    )
    return redirect("cash_book", slug)


def cash_book_page(
    request: HttpRequest, tournament: Tournament, *, form: OtherForm | None = None, status: int = 200
) -> HttpResponse:
    found = cash_book(tournament)
    last = max((line.entry.number for line in found.lines if line.entry.kind in OTHER), default=0)
    if form is None:
        form = OtherForm(initial={"seen": last})
    else:
        # Seen again, and sent once more it is meant.
        form.data = {**form.data.dict(), "seen": str(last)}  # type: ignore[attr-defined]  # a QueryDict
    return cash_page(
        request,
        "tournaments/money/book.html",
        tournament,
        "cash_book",
        status=status,
        book=found,
        entries_table=CashBookTable(
            [
                {
                    "entry": line.entry,
                    "what": what_for(line.entry),
                    "balance": line.balance,
                    "undone": line.undone is not None,
                    "undo_url": reverse("cash_undo", args=[tournament.slug, line.entry.number]),
                }
                for line in reversed(found.lines)
            ]
        ),
        kinds=kinds_of(found),
        form=form,
    )


def kinds_of(found: CashBook) -> list[tuple[str, int]]:
    """What each kind came to, in words."""
    words = dict(CashEntry.Kind.choices)
    return [(str(words[kind]), cents) for kind, cents in found.of_kind().items()]


@require_safe
def book_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """The cash book for Excel: amounts as German numbers that can be added up."""
    tournament = find_tournament(slug)
    need_role(request, may_keep_cash, tournament)
    head = [
        _("Beleg"),
        _("Datum"),
        _("Uhrzeit"),
        _("Art"),
        _("wofür"),
        _("Einnahme"),
        _("Ausgabe"),
        _("Bestand"),
        _("Kassenzettel-Nr."),
        _("wer"),
    ]
    content = csv_table(head, (cash_csv_row(line) for line in cash_book(tournament).lines))
    name = _("{name}, Kassenbuch").format(name=tournament.name)
    answer = file_answer(content, CSV, f"{name}.csv", inline=False)
    answer["Cache-Control"] = "no-store"
    return answer


def cash_csv_row(line: CashLine) -> list[object]:
    entry, at = line.entry, localtime(line.entry.at)
    return [
        entry.number,
        f"{at:%d.%m.%Y}",
        f"{at:%H:%M}",
        str(entry.get_kind_display()),
        what_for(entry),
        Cents(entry.cents) if entry.cents > 0 else "",
        Cents(-entry.cents) if entry.cents < 0 else "",
        Cents(line.balance),
        entry.voucher,
        entry.by,
    ]


@never_cache
def turn_round(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """A wrong line: what it was, why it was wrong, and the counter line."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_keep_cash, tournament)
    line = next((line for line in cash_book(tournament).lines if line.entry.number == number), None)
    if line is None:
        raise Http404(_("Diesen Beleg gibt es nicht."))
    form = MoneyReasonForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        with Attempt(form) as attempt:
            back = service.turn_round(
                tournament_id=tournament.pk,
                number=number,
                reason=form.cleaned_data["reason"],
                by=actor,
                now=timezone.now(),
            )
        if not attempt.refused:
            messages.success(
                request,
                _("Beleg {number} ist zurückgenommen, mit Beleg {back}.").format(
                    number=number, back=back.number
                ),
            )
            person = line.entry.registration
            return (
                redirect("cash_person", slug, person.start_number) if person else redirect("cash_book", slug)
            )
    return cash_page(
        request,
        "tournaments/money/turn_round.html",
        tournament,
        "cash_book",
        line=line,
        what=what_for(line.entry),
        form=form,
        status=422 if form.errors else 200,
    )


@never_cache
def count(request: HttpRequest, slug: str) -> HttpResponse:
    """Count the box: what should be there is said after it was typed, so that nobody counts towards a number."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_keep_cash, tournament)
    form = CountForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        with Attempt(form) as attempt:
            counted = service.count_cash(
                tournament_id=tournament.pk,
                counted=form.cleaned_data["counted"],
                note=form.cleaned_data["note"],
                by=actor,
                now=timezone.now(),
            )
        if not attempt.refused:
            tell = messages.success if counted.counted == counted.expected else messages.warning
            tell(request, difference_in_words(counted))
            return redirect("cash_count", slug)
    found = cash_book(tournament)
    return cash_page(
        request,
        "tournaments/money/count.html",
        tournament,
        "cash_count",
        form=form,
        book=found,
        counts=[(one, difference_in_words(one)) for one in reversed(found.counts)],
        status=422 if form.errors else 200,
    )


def difference_in_words(counted: CashCount) -> str:
    """The count as a sentence."""
    values = {"counted": euros(counted.counted), "expected": euros(counted.expected)}
    off = counted.counted - counted.expected
    if not off:
        return _("Die Kasse stimmt: {counted}.").format(**values)
    if off < 0:
        return _("Es fehlen {off}: Gezählt sind {counted}, laut Kassenbuch sind es {expected}.").format(
            off=euros(-off), **values
        )
    return _("Es sind {off} zu viel: Gezählt sind {counted}, laut Kassenbuch sind es {expected}.").format(
        off=euros(off), **values
    )


@never_cache
def fees(request: HttpRequest, slug: str) -> HttpResponse:
    """What is to be paid."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    plan = fee_plan_in_force(tournament)
    form = FeesForm(request.POST) if request.method == "POST" else FeesForm(initial=plan_as_typed(plan))
    if request.method == "POST" and form.is_valid():
        with Attempt(form) as attempt:
            set_fees(tournament_id=tournament.pk, fees=form.value(), by=actor, now=timezone.now())
        if not attempt.refused:
            messages.success(request, _("Das Startgeld ist festgelegt."))
            return redirect("cash", slug)
    return cash_page(
        request,
        "tournaments/money/fees.html",
        tournament,
        "cash",
        form=form,
        clubs=clubs(),
        plan=plan,
        status=422 if form.errors else 200,
    )


def plan_as_typed(plan: Any) -> dict[str, Any]:
    """A plan as it could have been typed."""
    if plan is None:
        return {}
    amounts = ("ordinary", "youth", "member", "guest")
    values = {name: getattr(plan, name) for name in Fees.__slots__}
    return values | {
        name: f"{values[name] // 100},{values[name] % 100:02}" for name in amounts if values[name] is not None
    }
