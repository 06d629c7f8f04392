"""Fair copies and seals as people see them, and what an uploaded file is worth."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Exists, OuterRef, QuerySet

from tournaments.event.selectors.sheets import sheets
from tournaments.lists.selectors.check_codes import SaidOfPaper, said_of_list, taken_over
from tournaments.models import FairCopy, Player, ScoreSheet, Seal, Seat
from tournaments.models.naming import Naming, reads_full_names
from tournaments.sealing import core as sealing


class Worth(StrEnum):
    """What a file is worth that somebody holds in his hands."""

    KEPT = "kept"  # byte for byte the file that is kept here, signed with the key of this machine
    TAKEN = "taken"  # byte for byte a file that is kept here, signed with another key: taken over, or of an older key
    OWN = "own"  # signed with the key of this machine, whole, and yet not kept here
    ADDED = "added"  # the sealed part is untouched, but something was written behind it
    BROKEN = "broken"  # something in the sealed part was changed
    FOREIGN = "foreign"  # whole, and signed with a key that this site does not know
    NONE = "none"  # no seal of this kind


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgedFile:
    """An uploaded file, and what is known of it."""

    worth: Worth
    seal: Seal | None = None
    said: SaidOfPaper | None = None  # how the list stands by now
    fingerprint: str = ""  # of the certificate in the file
    name: str = ""


def copies_of(sheet: ScoreSheet) -> QuerySet[FairCopy]:
    """The fair copies of a list, the newest first, each with its seal but without the file."""
    return (
        FairCopy.objects.filter(sheet=sheet)
        .select_related("seal", "ruling")
        .defer("words", "seal__pdf", "seal__certificate")
        .order_by("-number")
    )


def newest_copies(lists: Sequence[ScoreSheet]) -> list[FairCopy]:
    """The newest copy of each of these accepted lists, in the order of the tables."""
    later = FairCopy.objects.filter(sheet=OuterRef("sheet"), number__gt=OuterRef("number"))
    found = FairCopy.objects.filter(
        ~Exists(later), sheet__in=[sheet.pk for sheet in lists if sheet.accepted_at]
    )
    newest = {copy.sheet_id: copy for copy in found.select_related("sheet__table__series__tournament")}
    return [newest[sheet.pk] for sheet in lists if sheet.pk in newest]


def judge_file(pdf: bytes, *, own: str) -> JudgedFile:
    """What a file is worth. `own` is the fingerprint of this machine's certificate, or nothing where there is none.

    That a file is kept here is not enough to call it ours: a tournament that was taken over brings its seals along,
    so the signature is verified every time.
    """
    found = sealing.signature_in(pdf) if sealing.AVAILABLE else None
    intact = found is not None and found.holds and found.whole
    ours = intact and found is not None and found.certificate.fingerprint == own
    kept = kept_as(pdf) if intact or not sealing.AVAILABLE else None
    if kept is not None:
        sheet = sheets().select_related("accepted_by").filter(pk=kept.fair_copy.sheet_id).first()
        said = said_of_list(sheet, kept.fair_copy.mark) if sheet else None
        worth = Worth.KEPT if ours and not (sheet and taken_over(sheet)) else Worth.TAKEN
        return JudgedFile(worth=worth, seal=kept, said=said, fingerprint=kept.fingerprint)
    if found is None:
        return JudgedFile(worth=Worth.NONE)
    if not found.holds:
        worth = Worth.BROKEN
    elif not found.whole:
        worth = Worth.ADDED
    else:
        worth = Worth.OWN if ours else Worth.FOREIGN
    return JudgedFile(worth=worth, fingerprint=found.certificate.fingerprint, name=found.certificate.name)


def kept_as(pdf: bytes) -> Seal | None:
    """The seal that is this very file."""
    kept = Seal.objects.select_related("fair_copy").defer("pdf", "fair_copy__words")
    return kept.filter(sha256=hashlib.sha256(pdf).hexdigest()).first()


def fingerprint_in_groups(fingerprint: str) -> str:
    """A fingerprint as people compare it: groups of four."""
    return " ".join(fingerprint[start : start + 4] for start in range(0, len(fingerprint), 4)).upper()


def seals_are_read() -> bool:
    """Whether this machine can tell whose a seal is."""
    return sealing.AVAILABLE


def origin_holds(seal: Seal) -> bool:
    """Whether a seal that came with a file is one: whole, unbroken, and of the certificate that lies beside it."""
    pdf = bytes(seal.pdf)
    found = sealing.signature_in(pdf)
    return (
        found is not None
        and found.holds
        and found.whole
        and found.certificate.fingerprint == seal.fingerprint
        and found.certificate.pem == seal.certificate
        and hashlib.sha256(pdf).hexdigest() == seal.sha256
    )


def tells_a_name_too_many(copy: FairCopy) -> bool:
    """Return whether the words of a copy hold a name that its bearer does not want to have in public any more.

    Words stay as they were accepted, so a name that was corrected since stands there as it was typed first: at the head of
    a column a stranger may find what the registration shows to strangers now, and nothing else.
    """
    tournament = copy.sheet.table.series.tournament_id
    if reads_full_names(tournament):
        return False
    shy = Seat.objects.filter(table=copy.sheet.table_id).exclude(registration__shown_as=Naming.FULL)
    text = json.dumps(copy.words, ensure_ascii=False)
    heads: dict[str, set[str]] = {}
    for head in copy.words.get("seats", ()):
        heads.setdefault(head["start_number"], set()).add(head["name"])
    for seat in shy.select_related("registration__player"):
        one = seat.registration
        stored = Player.objects.get(pk=one.player_id)  # `registration.player` is what this reader sees
        if (stored.family_name and stored.family_name in text) or heads.get(str(one.start_number), set()) - {
            one.name
        }:
            return True
    return False
