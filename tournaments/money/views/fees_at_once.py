"""„Alle haben bezahlt“: everybody who owes something, ticked; who has not paid is unticked."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scoring.speech import say
from scoring.wording.phrases import euros
from tournaments.event.permissions import may_keep_cash
from tournaments.event.selectors.names import by_name
from tournaments.models import Tournament
from tournaments.money.selectors.fees import accounts
from tournaments.money.services.fees_at_once import take_all_fees
from tournaments.money.views.fees import cash_page, number_or_none
from tournaments.pages.frame import find_tournament, need_role

MOST = 2_000


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def cash_all(request: HttpRequest, slug: str) -> HttpResponse:
    """Show who is meant, then take it of all who are ticked."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_keep_cash, tournament)
    upto = number_or_none(request.POST.get("bis", request.GET.get("bis", "")))
    if request.method != "POST":
        return everybody(request, tournament, upto)
    seen = {}
    for value in request.POST.getlist("wer")[:MOST]:
        number, _dot, turn = value.partition(".")
        if number_or_none(number) is not None and number_or_none(turn) is not None:
            seen[int(number)] = int(turn)
    if not seen:
        return everybody(
            request, tournament, upto, refused=_("Wer hat bezahlt? Bitte ankreuzen."), status=422
        )
    taken = take_all_fees(tournament_id=tournament.pk, seen=seen, upto=upto, by=actor, now=timezone.now())
    left = " ".join(say(refusal) for _one, refusal in taken.left)
    if not taken.people:
        return everybody(
            request, tournament, upto, refused=left or _("Es ist nichts mehr offen."), status=409
        )
    said = ngettext(
        "{count} Person hat bezahlt, zusammen {amount}.",
        "{count} Personen haben bezahlt, zusammen {amount}.",
        taken.people,
    )
    amount = euros(sum(line.cents for line in taken.lines))
    messages.success(request, said.format(count=taken.people, amount=amount))
    if left:
        messages.warning(request, left)
    return redirect(f"{reverse('cash', args=[slug])}{f'?bis={upto}' if upto else ''}")


def everybody(
    request: HttpRequest, tournament: Tournament, upto: int | None, *, refused: str = "", status: int = 200
) -> HttpResponse:
    seen = accounts(tournament, upto=upto)
    rows = sorted((row for row in seen.rows if row.open), key=lambda row: by_name(row.registration.player))
    return cash_page(
        request,
        "tournaments/money/everybody.html",
        tournament,
        "cash",
        status=status,
        rows=rows,
        upto=upto,
        total=sum(row.open for row in rows),
        refused=refused,
    )
