"""Backups at the desk: one click makes one, and the page says what lies where and what stays."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.contrib import messages
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_safe

from scoring.sentence import Refusal, gettext_noop
from scoring.speech import say
from tournaments.access.services.tries import TRIES, forget_try, keyed, note_try
from tournaments.backups.services import encryption, own_copies
from tournaments.backups.services.backups import (
    Backup,
    Occasion,
    backup_folder,
    backups,
    make_backup,
    no_backup,
)
from tournaments.backups.services.checks import check_backup, in_the_clear, no_backup_file
from tournaments.backups.services.sharing import fetched, opened_backup
from tournaments.event.permissions import Actor, may_direct, must
from tournaments.pages.attempts import status_of
from tournaments.pages.frame import actor_of, find_tournament, need_role, page

WHY = {
    Occasion.HAND: gettext_lazy("von Hand"),
    Occasion.SERIES: gettext_lazy("vor einer Serie"),
    Occasion.CORRECTION: gettext_lazy("vor einer Berichtigung"),
    Occasion.UPDATE: gettext_lazy("vor einer neuen Version des Programms"),
    Occasion.RESTORE: gettext_lazy("vor dem Einspielen einer Sicherung"),
}
AGAIN = 20  # seconds in which a second tap is the same wish


@never_cache
@sensitive_post_parameters("passphrase", "again")
def backup(request: HttpRequest, slug: str) -> HttpResponse:
    """What lies here; POST makes one more, opened and checked before the page says so, or tries a locked one."""
    tournament = find_tournament(slug)
    need_role(request, may_direct, tournament)
    refused, status = "", 200
    if request.method == "POST":
        try:
            said = tried_passphrase(request) if request.POST.get("look") else made_as_asked(request)
        except Refusal as refusal:
            refused, status = say(refusal), status_of(refusal)
        except OSError:
            refused, status = say(no_backup()), 422
        else:
            messages.success(request, said)
            return redirect("backup", slug)
    return page(
        request,
        "tournaments/backups/backup.html",
        tournament=tournament,
        current="desk",
        backups=[(one, WHY[one.occasion]) for one in backups()],
        own=[(one, WHY[one.occasion]) for one in own_copies.own_copies(tournament.slug)],
        folder=backup_folder(),
        may_take=may_take(request),
        may_lock=encryption.AVAILABLE,
        shortest=encryption.SHORTEST,
        refused=refused,
        status=status,
    )


def made_as_asked(request: HttpRequest) -> str:
    """A backup, under a passphrase where both fields say the same one; and the sentence about it."""
    passphrase = request.POST.get("passphrase", "").strip()
    if passphrase != request.POST.get("again", "").strip():
        raise encryption.Locked(
            gettext_noop("Die beiden Passwörter sind verschieden: Noch einmal eintippen.")
        )
    if "passphrase" in request.POST and not passphrase:
        encryption.sound_passphrase("")
    made = make_backup(Occasion.HAND, now=timezone.now(), passphrase=passphrase) if passphrase else by_hand()
    if made.locked:
        return _("Verschlüsselt gesichert und geprüft: {name}").format(name=made.path.name)
    return _("Gesichert und geprüft: {name}").format(name=made.path.name)


def tried_passphrase(request: HttpRequest) -> str:
    """Whether a locked backup opens with what was typed; it is opened and checked, and nothing is put back."""
    must(may_take(request))
    name = request.POST["look"]
    found = next((one for one in backups() if one.path.name == name and one.locked), None)
    if found is None:
        raise no_backup_file()
    path = fetched(found.path, backup_folder())
    with (
        counted_passphrase(path, actor_of(request)),
        in_the_clear(path, request.POST.get("passphrase", "")) as plain,
    ):
        checked = check_backup(plain)
    rows = sum(checked.counts.values())
    return _("Das Passwort passt, die Sicherung ist heil: {rows} Zeilen.").format(rows=rows)


@contextmanager
def counted_passphrase(path: Path, actor: Actor) -> Iterator[None]:
    """Count a try at a locked backup until it opens, as at the log-in."""
    noted = []
    if path.is_file() and encryption.is_locked(path) and actor.user is not None:
        noted = note_try({keyed("passphrase", str(actor.user.pk)): TRIES}, timezone.now())
    yield
    forget_try(noted)


def by_hand() -> Backup:
    """A new backup; tapped twice, the one of the first tap."""
    now = timezone.now()
    newest = next(iter(backups()), None)
    if (
        newest
        and newest.occasion is Occasion.HAND
        and not newest.locked
        and 0 <= (now - newest.made_at).total_seconds() < AGAIN
    ):
        return newest
    return make_backup(Occasion.HAND, now=now)


def may_take(request: HttpRequest) -> bool:
    """Whether this actor may download backups: each holds every tournament and account, so only the machine's administrator may."""
    user = actor_of(request).user
    return user is not None and user.is_active and user.is_superuser


@never_cache
@require_safe
def backup_file(request: HttpRequest, slug: str, name: str) -> HttpResponseBase:
    """One backup, to be kept elsewhere; a copy of this tournament alone is for whoever directs it."""
    need_role(request, may_direct, find_tournament(slug))
    found = next((one for one in own_copies.own_copies(slug) if one.path.name == name), None)
    if found is None:
        must(may_take(request))
        found = next((one for one in backups() if one.path.name == name), None)
    if found is None:
        raise Http404(name)
    kind = "application/octet-stream" if found.locked else "application/zip"
    return FileResponse(opened_backup(found.path), as_attachment=True, filename=name, content_type=kind)
