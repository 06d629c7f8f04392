"""A backup is put back on a page: looked at first, with what it would change, and only then done. For the administrator."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from django.contrib.auth import logout
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods

from scoring.sentence import gettext_noop
from tournaments.backups.services.backups import backup_folder, backups, no_backup
from tournaments.backups.services.brought import brought, lay_down, put_away
from tournaments.backups.services.checks import BackupBroken, Checked, check_backup, in_the_clear
from tournaments.backups.services.encryption import is_locked
from tournaments.backups.services.fitting import refuse_newer
from tournaments.backups.services.restoring import lines_here, restore
from tournaments.backups.services.sharing import fetched
from tournaments.backups.views.backup import WHY, counted_passphrase
from tournaments.backups.views.tables import JournalLinesTable
from tournaments.event.permissions import Actor, must_administer
from tournaments.pages.attempts import Attempt
from tournaments.pages.frame import actor_of, page

NOTHING = ("", 0)  # of a tournament that is not there
LARGEST = 60 * 1024 * 1024  # by the page; a larger file is laid into the folder by hand


@dataclass(frozen=True, slots=True, kw_only=True)
class LookedBackup:
    """A backup that was opened and found sound, and what would be otherwise afterwards."""

    key: str  # how the form names it: one that lies here by its name, one from a stick by its digest
    called: str
    locked: bool
    checked: Checked
    tournaments: list[tuple[str, int, int]]  # name, lines of the journal now, and afterwards


@never_cache
@sensitive_post_parameters("passphrase")
@require_http_methods(["GET", "HEAD", "POST"])
def machine_restore(request: HttpRequest) -> HttpResponse:
    """Choose one, see what it is, put it back."""
    actor = actor_of(request)
    must_administer(actor)
    attempt, looked = Attempt(), None
    if request.method == "POST":
        with attempt:
            if request.POST.get("deed") == "restore":
                return restored(request, actor)
            looked = looked_at_backup(request)
    return page(
        request,
        "tournaments/backups/restore.html",
        backups=[(one, WHY[one.occasion]) for one in backups()],
        folder=backup_folder(),
        looked=looked,
        lines_table=lines_table(looked) if looked else None,
        most=LARGEST // 1024**2,
        refused=attempt.said,
        status=attempt.status,
    )


def lines_table(looked: LookedBackup) -> JournalLinesTable:
    """Return the table of journal lines now and after the backup is put back."""
    return JournalLinesTable(
        [{"name": name, "now": now or None, "then": then or None} for name, now, then in looked.tournaments]
    )


def looked_at_backup(request: HttpRequest) -> LookedBackup:
    """Open and check what was chosen. Nothing is changed."""
    file = request.FILES.get("file")
    key = keep_upload(file) if file else request.POST.get("backup", "")
    path = chosen_file(key)
    with (
        counted_passphrase(path, actor_of(request)),
        in_the_clear(path, request.POST.get("passphrase", "")) as plain,
    ):
        checked = check_backup(plain)
    refuse_newer(checked)
    here, there = lines_here(), checked.journals_of
    names = {slug: name for slug, (name, _lines) in {**here, **there}.items()}
    return LookedBackup(
        key=key,
        called=str(file.name)[:100] if file else path.name,
        locked=is_locked(path),
        checked=checked,
        tournaments=[
            (names[slug], here.get(slug, NOTHING)[1], there.get(slug, NOTHING)[1]) for slug in sorted(names)
        ],
    )


def keep_upload(file: UploadedFile[bytes]) -> str:
    """Lay an uploaded file down; how the form names it from now on."""
    if (file.size or 0) > LARGEST:
        raise BackupBroken(
            gettext_noop(
                "Diese Datei ist größer als {most} MB: Am Laptop selbst in den Ordner der Sicherungen legen, "
                "dann steht sie hier in der Liste."
            ),
            most=LARGEST // 1024**2,
        )
    try:
        return lay_down(file.chunks()).name
    except OSError as full:
        raise no_backup() from full


def chosen_file(key: str) -> Path:
    """The file that a form names."""
    if not key:
        raise BackupBroken(gettext_noop("Bitte zuerst eine Sicherung wählen."))
    listed = next((one.path for one in backups() if one.path.name == key), None)
    return fetched(listed, backup_folder()) if listed is not None else brought(key)


def restored(request: HttpRequest, actor: Actor) -> HttpResponse:
    """Put back what was looked at; then everybody who is not in it signs in again, and this one does in any case."""
    if not request.POST.get("sure"):
        raise BackupBroken(
            gettext_noop("Bitte ankreuzen, dass alles wieder so werden soll: Es ist nichts geschehen.")
        )
    path = chosen_file(request.POST.get("backup", ""))
    with counted_passphrase(path, actor):
        checked = restore(
            path,
            now=timezone.now(),
            foreign=bool(request.POST.get("known")),
            passphrase=request.POST.get("passphrase", ""),
            by=actor,
            called=request.POST.get("called", "")[:100],
        )
    put_away()
    logout(request)
    vars(request).pop("_actor", None)
    told: dict[str, Any] = {"checked": checked, "rows": sum(checked.counts.values())}
    return page(request, "tournaments/backups/restored.html", **told)
