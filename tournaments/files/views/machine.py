"""„Dieser Rechner“: every tournament on it, hidden or not, and the journal of what was done to them. For its administrator."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from tournaments.event.permissions import Actor, must_administer
from tournaments.event.services.machine import first_broken_machine_line
from tournaments.files.services import machine as service
from tournaments.models import MachineEntry, Tournament
from tournaments.pages.attempts import Attempt
from tournaments.pages.frame import actor_of, page

DEEDS = {
    "person_forgotten": gettext_lazy("Name gelöscht"),
    "tournament_taken_over": gettext_lazy("übernommen"),
    "tournament_hidden": gettext_lazy("verborgen"),
    "tournament_shown": gettext_lazy("wieder gezeigt"),
    "tournament_removed": gettext_lazy("gelöscht"),
    "backup_restored": gettext_lazy("Sicherung eingespielt"),
    "foreign_backup_restored": gettext_lazy("fremde Sicherung eingespielt"),
    "app_set_up": gettext_lazy("Code-App eingerichtet"),
    "app_removed": gettext_lazy("Code-App entfernt"),
    "passkey_added": gettext_lazy("Passkey angelegt"),
    "passkey_removed": gettext_lazy("Passkey entfernt"),
    "recovery_codes_made": gettext_lazy("Notfall-Codes gemacht"),
    "recovery_code_used": gettext_lazy("mit einem Notfall-Code angemeldet"),
    "second_factor_removed": gettext_lazy("zweiter Schritt am Rechner entfernt"),
    "devices_signed_out": gettext_lazy("andere Geräte abgemeldet"),
    "first_account": gettext_lazy("erstes Konto angelegt"),
    "password_changed": gettext_lazy("Passwort geändert"),
    "address_chosen": gettext_lazy("Adresse für Handys"),
    "address_printed": gettext_lazy("Adresse neu gedruckt"),
    "club_director_named": gettext_lazy("Leitung eingetragen"),
    "club_director_dismissed": gettext_lazy("Leitung entlassen"),
    "club_key_registered": gettext_lazy("Schlüssel eingetragen"),
    "club_key_withdrawn": gettext_lazy("Schlüssel gesperrt"),
    "organiser_set": gettext_lazy("Ausrichter bestimmt"),
    "persons_joined": gettext_lazy("dieselbe Person im Verzeichnis"),
    "persons_parted": gettext_lazy("wieder zwei Personen"),
}
NEWEST = 200


@never_cache
def machine(request: HttpRequest) -> HttpResponse:
    """The tournaments of this machine; POST hides one, shows it again or removes it."""
    actor = actor_of(request)
    must_administer(actor)
    attempt = Attempt()
    if request.method == "POST":
        with attempt:
            messages.success(request, do_and_say(request.POST, actor))
        if not attempt.refused:
            return redirect("machine")
    return page(
        request,
        "tournaments/files/machine.html",
        tournaments=Tournament.objects.order_by("-starts_on", "name"),
        lines=[
            (line, DEEDS.get(line.deed, line.deed))
            for line in MachineEntry.objects.order_by("-number")[:NEWEST]
        ],
        broken=first_broken_machine_line(),
        refused=attempt.said,
        status=attempt.status,
    )


def do_and_say(sent: Any, actor: Actor) -> str:
    """The deed that was tapped, as a sentence."""
    typed = str(sent.get("tournament", ""))
    key = int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 12 else 0
    tournament = get_object_or_404(Tournament, pk=key)
    reason = " ".join(str(sent.get("reason", "")).split())[:300]
    now = timezone.now()
    match sent.get("deed"):
        case "hide":
            service.hide(tournament_id=key, reason=reason, by=actor, now=now)
            return _("„{name}“ ist verborgen.").format(name=tournament.name)
        case "show":
            service.show(tournament_id=key, reason=reason, by=actor, now=now)
            return _("„{name}“ ist wieder zu sehen.").format(name=tournament.name)
        case _:
            typed_name = str(sent.get("name", ""))[:200]
            gone = service.remove(tournament_id=key, typed=typed_name, reason=reason, by=actor, now=now)
            return _("„{name}“ ist gelöscht; die Sicherung von eben hat es noch.").format(name=gone)
