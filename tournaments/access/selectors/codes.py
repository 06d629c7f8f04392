"""Codes of tables: the address and the PIN that open one list, derived from the key, and who came in by them."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db.models import Count, Q
from django.utils.crypto import constant_time_compare, salted_hmac

from tournaments.event.selectors.sheets import sheets
from tournaments.models import ScoreSheet, Seat, TableDevice, Tournament

PIN_DIGITS = 6
SIGNS = 20  # of base32: a hundred bits
TOKEN = re.compile(rf"([0-9a-z]{{1,12}})-([a-z2-7]{{{SIGNS}}})")
TYPED = re.compile(rf"([0-9]{{1,4}})-([0-9]{{{PIN_DIGITS}}})")
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
OPEN_AT_ONCE = 50  # lists of one table number among which a PIN is looked for: the youngest
PRESENT = timedelta(minutes=2)  # so long after its last question a phone counts as being there


@dataclass(frozen=True, slots=True, kw_only=True)
class TableCode:
    """What opens one list: the token in the QR code's address, and the PIN for those who type."""

    sheet_id: int
    table: int
    number: int  # which of the list's codes this is
    token: str
    pin: str

    @property
    def typed(self) -> str:
        """The short address of a table's code as people type it, after /t/."""
        return f"{self.table}-{self.pin}"

    @property
    def spoken_pin(self) -> str:
        """In two groups, as one reads it out."""
        return f"{self.pin[:3]} {self.pin[3:]}"


def base36(number: int) -> str:
    signs = ""
    while number:
        number, rest = divmod(number, 36)
        signs = DIGITS[rest] + signs
    return signs or "0"


def derived_code(purpose: str, sheet: ScoreSheet, number: int) -> bytes:
    """Follows from the site's key, the list, the hour of its draw and how many codes were closed before.

    The hour of the draw keeps a code of a rehearsal from opening a later list that got the same row number.
    """
    drawn = sheet.table.series.drawn_at.timestamp()
    value = f"{sheet.pk}/{drawn:.6f}/{number}"
    return salted_hmac(f"tournaments.table.{purpose}", value, algorithm="sha256").digest()


def code_in_force(sheet: ScoreSheet, closed: int) -> TableCode:
    """The code of a list of which so many were closed: the same each time it is printed."""
    number = closed + 1
    signature = base64.b32encode(derived_code("token", sheet, number)).decode().lower()[:SIGNS]
    pin = int.from_bytes(derived_code("pin", sheet, number)[:8], "big") % 10**PIN_DIGITS
    return TableCode(
        sheet_id=sheet.pk,
        table=sheet.table.number,
        number=number,
        token=f"{base36(sheet.pk)}-{signature}",
        pin=f"{pin:0{PIN_DIGITS}}",
    )


def codes_of(lists: Iterable[ScoreSheet]) -> dict[int, TableCode]:
    """The codes in force of several lists, in one query."""
    lists = list(lists)
    closed = dict(
        ScoreSheet.objects.filter(pk__in=[sheet.pk for sheet in lists])
        .annotate(closed=Count("closed_codes"))
        .values_list("pk", "closed")
    )
    return {sheet.pk: code_in_force(sheet, closed.get(sheet.pk, 0)) for sheet in lists}


def code_of(sheet: ScoreSheet) -> TableCode:
    return codes_of([sheet])[sheet.pk]


def sheet_of_token(token: str) -> ScoreSheet | None:
    """The list that this token opens now, or None when it was forged, closed or meant for another list."""
    parts = TOKEN.fullmatch(token.lower()) if len(token) < 64 else None
    if parts is None:
        return None
    found = sheets().annotate(closed=Count("closed_codes")).filter(pk=int(parts[1], 36)).first()
    if found is None or not constant_time_compare(code_in_force(found, found.closed).token, token.lower()):
        return None
    return found


def sheet_of_pin(table: int, pin: str) -> ScoreSheet | None:
    """The list of this table that has this PIN, open ones first, then those of tournaments that are over.

    None when there is none, or when two share it.
    """
    over = Q(table__series__tournament__status=Tournament.Status.FINISHED)
    for which in (Q(accepted_at__isnull=True), over):
        lists = (
            sheets()
            .filter(which, table__number=table)
            .annotate(closed=Count("closed_codes"))
            .order_by("-table__series__drawn_at", "-pk")[:OPEN_AT_ONCE]
        )
        fitting = [one for one in lists if constant_time_compare(code_in_force(one, one.closed).pin, pin)]
        if fitting:
            return fitting[0] if len(fitting) == 1 else None
    return None


def secret_hash(secret: str) -> str:
    """What the database keeps of a device's secret."""
    return hashlib.sha256(secret.encode()).hexdigest()


def device_of(secret: str) -> TableDevice | None:
    """The device with this secret, and whether its table stands, in one query, whether it may still write or not."""
    known = TableDevice.objects.select_related("sheet__table").annotate(closed=Count("sheet__closed_codes"))
    return known.filter(secret_hash=secret_hash(secret)).first()


def let_in(device: TableDevice | None) -> bool:
    """Whether this device may write: not barred, come by the code in force, at a table that stands. As `device_of` found it."""
    if device is None or device.barred_at is not None or device.sheet.table.cleared_at is not None:
        return False
    closed: int = device.closed  # type: ignore[attr-defined]  # annotated by device_of
    return device.code_number == closed + 1


def table_devices(lists: Sequence[ScoreSheet]) -> dict[int, list[TableDevice]]:
    """The devices that came by the codes in force, barred ones too, by list."""
    numbers = {pk: code.number for pk, code in codes_of(lists).items()}
    found: dict[int, list[TableDevice]] = {pk: [] for pk in numbers}
    for device in TableDevice.objects.filter(sheet__in=list(numbers)).order_by("sheet_id", "number"):
        if device.code_number == numbers[device.sheet_id]:
            found[device.sheet_id].append(device)
    return found


def seats_at(lists: Sequence[ScoreSheet]) -> dict[int, list[Seat]]:
    """Who sits at the tables of these lists, by list, in one query."""
    found: dict[int, list[Seat]] = {sheet.pk: [] for sheet in lists}
    by_table = {sheet.table_id: sheet.pk for sheet in lists}
    seats = Seat.objects.filter(table__in=list(by_table)).select_related("registration__player__club")
    for seat in seats.order_by("table_id", "number"):
        if seat.table_id in by_table:
            found[by_table[seat.table_id]].append(seat)
    return found


def is_there(device: TableDevice, now: datetime) -> bool:
    """Whether the device has asked for news a moment ago."""
    return abs(now - device.last_seen_at) < PRESENT  # abs: a clock that ran ahead wrote an hour to come
