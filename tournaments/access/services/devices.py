"""Lends a table's list to phones: the code handed out and closed, devices let in, barred and let in again."""

from __future__ import annotations

import re
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction

from scoring.sentence import Refusal, gettext_noop
from tournaments.access.selectors.codes import (
    code_of,
    device_of,
    let_in,
    secret_hash,
    sheet_of_pin,
    sheet_of_token,
)
from tournaments.access.services.tries import (
    TRIES_OF_ADDRESS,
    TRIES_OF_TABLE,
    forget_doors,
    forget_try,
    full_addresses,
    keyed,
    limits_at_code,
    note_try,
    remember_right,
    tries_by,
)
from tournaments.event.permissions import Actor, may_referee, must
from tournaments.event.services import journal
from tournaments.event.services.locks import if_free, lock_sheet, lock_tournament
from tournaments.models import ClosedCode, ScoreSheet, TableDevice

MOST_DEVICES = 40  # that one code lets in; a table has four players and a few who follow the game
LOOKED_IN = timedelta(minutes=1)  # how exact "last seen" is: a write each minute, not with each question
KINDS = (("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"))
MORE_KINDS = (("Macintosh", "Mac"), ("CrOS", "Chromebook"), ("Linux", "Linux"))
BROWSERS = (("Firefox", "Firefox"), ("FxiOS", "Firefox"), ("SamsungBrowser", "Samsung"), ("Edg", "Edge"))
MORE_BROWSERS = (("CriOS", "Chrome"), ("Chrome", "Chrome"), ("Safari", "Safari"))


@dataclass(frozen=True, slots=True, kw_only=True)
class ClosedDoors:
    """What strangers have closed by typing wrong PINs."""

    tables: list[int]
    addresses: int

    def __bool__(self) -> bool:
        return bool(self.tables or self.addresses)


class CodeRefused(Refusal):
    """A code that opens nothing."""


def table_code_refused() -> CodeRefused:
    return CodeRefused(
        gettext_noop(
            "Diesen Code gibt es nicht oder nicht mehr. "
            "Tisch und PIN noch einmal vergleichen, oder die Turnierleitung um den neuen Code für den Tisch bitten."
        )
    )


# The desk -----------------------------------------------------------------------------------------------------


@transaction.atomic
def lend_table(*, sheet_id: int, by: Actor, now: datetime) -> str:
    """Hand the code of this table out; the journal says that it was shown. The token is the one on the paper."""
    sheet = lock_sheet(sheet_id)
    tournament = sheet.table.series.tournament
    must(may_referee(by, tournament))
    journal.write(tournament, "table_lent", by=by, now=now, sheet=sheet, facts={"table": sheet.table.number})
    return code_of(sheet).token


@transaction.atomic
def revoke_links(*, sheet_id: int, by: Actor, now: datetime) -> int:
    """Close the code: whoever came by it is out at the next click, and what is printed opens nothing any more.

    Returns how many devices that were.
    """
    sheet = lock_sheet(sheet_id)
    tournament = sheet.table.series.tournament
    must(may_referee(by, tournament))
    code = code_of(sheet)
    out = sheet.devices.filter(code_number=code.number, barred_at__isnull=True).count()
    ClosedCode.objects.create(sheet=sheet, number=code.number, closed_at=now, closed_by=by.label)
    facts = {"links": out, "table": sheet.table.number}
    journal.write(tournament, "links_revoked", by=by, now=now, sheet=sheet, facts=facts)
    return out


@transaction.atomic
def bar_device(*, sheet_id: int, number: int, by: Actor, now: datetime) -> TableDevice:
    """Send one device away; the others go on writing. Barring twice is barring once."""
    return turn_device(sheet_id, number, barred=now, deed="device_barred", by=by, now=now)


@transaction.atomic
def readmit_device(*, sheet_id: int, number: int, by: Actor, now: datetime) -> TableDevice:
    """Let a barred device write again."""
    return turn_device(sheet_id, number, barred=None, deed="device_readmitted", by=by, now=now)


def turn_device(
    sheet_id: int, number: int, *, barred: datetime | None, deed: str, by: Actor, now: datetime
) -> TableDevice:
    sheet = lock_sheet(sheet_id)
    tournament = sheet.table.series.tournament
    must(may_referee(by, tournament))
    device = sheet.devices.filter(number=number).first()
    if device is None:
        raise CodeRefused(gettext_noop("Dieses Gerät gibt es an diesem Tisch nicht."))
    if (device.barred_at is None) == (barred is None):
        return device
    device.barred_at = barred
    device.save(update_fields=["barred_at"])
    facts = {"device": device.number, "name": device.name, "table": sheet.table.number}
    journal.write(tournament, deed, by=by, now=now, sheet=sheet, facts=facts)
    return device


def closed_doors(tables: list[int], *, now: datetime) -> ClosedDoors:
    """Where typed PINs wait at this moment because too many wrong ones were typed."""
    keys = {keyed("table", str(table)): table for table in tables}
    counted = tries_by(keys, now)
    return ClosedDoors(
        tables=sorted(keys[who] for who, tries in counted.items() if tries >= TRIES_OF_TABLE),
        addresses=full_addresses(now),
    )


@transaction.atomic
def open_doors(*, tournament_id: int, by: Actor, now: datetime) -> int:
    """Typed PINs are let in again at once, at every table and from every address. Returns how many tries were forgotten."""
    tournament = lock_tournament(tournament_id)
    must(may_referee(by, tournament))
    gone = forget_doors()
    journal.write(tournament, "doors_opened", by=by, now=now, facts={"tries": gone})
    return gone


# The phone ----------------------------------------------------------------------------------------------------


def open_list_by_token(*, token: str, address: str, now: datetime) -> ScoreSheet:
    """The list of a scanned code. Only codes that open nothing are counted: nobody guesses a hundred bits."""
    sheet = sheet_of_token(token)
    if sheet is None:
        note_try({keyed("address", address): TRIES_OF_ADDRESS}, now)
        raise table_code_refused()
    return sheet


def open_list_by_pin(*, table: int, pin: str, address: str, now: datetime, device: str = "") -> ScoreSheet:
    """The list of a typed table and PIN. Wrong ones are counted for the address and for the table.

    `device` is what a phone is known by that was let in before, at whatever table, or nothing.
    """
    noted = note_try(limits_at_code("table", str(table), TRIES_OF_TABLE, address, device, now), now)
    sheet = sheet_of_pin(table, pin)
    if sheet is None:
        raise table_code_refused()
    forget_try(noted)
    remember_right("address", address, now)
    return sheet


def check_room(sheet: ScoreSheet) -> None:
    """Refuse one more device where the table's code has let in as many as a table ever needs."""
    if sheet.devices.filter(code_number=code_of(sheet).number).count() >= MOST_DEVICES:
        raise CodeRefused(
            gettext_noop(
                "Mit diesem Code sind schon {most} Geräte angemeldet, mehr gehen nicht. "
                "Die Turnierleitung kann dem Tisch einen neuen Code geben."
            ),
            most=MOST_DEVICES,
        )


def device_arrived(*, token: str, secret: str, browser: str, now: datetime) -> TableDevice | None:
    """The device with this secret: known, or let in by a code in force. None when neither."""
    device = device_of(secret)
    if device is None:
        with suppress(CodeRefused):
            device = let_device_in(token, secret, browser, now)
    elif abs(now - device.last_seen_at) > LOOKED_IN:  # abs: a clock that ran ahead wrote an hour to come
        with if_free():
            TableDevice.objects.filter(pk=device.pk).update(last_seen_at=now)
    return device if device is not None and let_in(device) else None


def let_device_in(token: str, secret: str, browser: str, now: datetime) -> TableDevice | None:
    """Give the device its number at this list; two that come at once wait for each other at the list's lock."""
    with transaction.atomic():
        found = sheet_of_token(token)
        if found is None:
            return None
        sheet = lock_sheet(found.pk)
        check_room(sheet)
        last = sheet.devices.order_by("-number").values_list("number", flat=True).first() or 0
        try:
            with transaction.atomic():
                TableDevice.objects.create(
                    sheet=sheet,
                    number=last + 1,
                    code_number=code_of(sheet).number,
                    secret_hash=secret_hash(secret),
                    name=device_name(browser),
                    first_seen_at=now,
                    last_seen_at=now,
                )
        except IntegrityError:
            pass  # the same phone asked twice at once: it is in
    return device_of(secret)


def device_name(browser: str) -> str:
    """What people call it: `iPhone, Safari`. From what browsers say of themselves, so nothing depends on it."""
    kind = next((name for sign, name in (*KINDS, *MORE_KINDS) if sign in browser), "")
    model = re.search(r"Android [\d.]+; ([^;)]{2,30})", browser)
    if kind == "Android" and model and model[1] != "K":  # K is what Chrome says instead of the model
        kind = f"Android {model[1].strip()}"
    program = next((name for sign, name in (*BROWSERS, *MORE_BROWSERS) if sign in browser), "")
    return ", ".join(filter(None, (kind, program)))[:60] or "Gerät"
