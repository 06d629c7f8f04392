"""The acts of the day in words: what a button says, what it is for, and where it leads or what it sends."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from scoring.sentence import gettext_noop
from tournaments.desk.core.day import Act
from tournaments.desk.selectors.day import Desk
from tournaments.lists.core.life import Life
from tournaments.money.core import PrizeState


@dataclass(frozen=True, slots=True, kw_only=True)
class Button:
    """An act as the page draws it; what is sent makes it a form."""

    act: str
    label: str
    url: str
    icon: str
    text: str = ""
    sends: tuple[tuple[str, object], ...] | None = None


@dataclass(frozen=True, slots=True)
class ActKind:
    """What an act is called, its icon, the page it leads to, and what it is for."""

    label: Callable[[Desk], str]
    icon: str
    page: str
    text: Callable[[Desk], str] = field(default=lambda _desk: "")
    series: bool = False  # the page is one of the series drawn last


def button(seen: Desk, act: Act) -> Button:
    """One act at this moment."""
    slug = seen.tournament.slug
    if act in SENT:
        return SENT[act](seen)
    if act is Act.HANG_OUT and seen.draft is not None:
        return Button(
            act=act,
            label=_("Entwurf ansehen und aushängen"),
            icon="table",
            url=reverse("seating_version", args=[slug, seen.draft]),
            text=_("Nichts ist ausgehängt, solange Sie nicht zustimmen."),
        )
    kind = KINDS[act]
    more = [seen.current.number] if kind.series and seen.current else []
    return Button(
        act=act,
        label=kind.label(seen),
        icon=kind.icon,
        url=reverse(kind.page, args=[slug, *more]),
        text=kind.text(seen),
    )


def first_open(seen: Desk) -> int:
    """The table whose list is typed next."""
    return next((one.number for one in seen.those(Life.OPEN)), 1)


def lists_sent(seen: Desk, *lives: Life) -> list[tuple[str, object]]:
    """The lists that a touch is about, each with the version that the page shows."""
    return [("liste", f"{one.sheet_id}.{one.version}") for one in seen.those(*lives)]


def seat(seen: Desk) -> Button:
    """The next series: as it stands in the plan in force, or as a draft that is looked at first."""
    slug, number = seen.tournament.slug, seen.next_number or 0
    if seen.planned:
        return Button(
            act=Act.SEAT,
            label=_("Serie {number} wie geplant aushängen").format(number=number),
            icon="table",
            url=reverse("seating_lay", args=[slug]),
            text=_("Der Sitzplan steht. Bis zum ersten Spiel lässt er sich zurücknehmen."),
            sends=(("serie", number), ("gesehen", seen.version)),
        )
    return Button(
        act=Act.SEAT,
        label=_("Serie {number} setzen").format(number=number),
        icon="table",
        url=reverse("seat_next", args=[slug]),
        text=_(
            "Es entsteht ein Entwurf. Erst ausgehängt gilt er, und bis zum ersten Spiel lässt er sich zurücknehmen."
        ),
        sends=(),
    )


def sign_all_button(seen: Desk) -> Button:
    waiting = len(seen.those(Life.COMPLETE))
    label = ngettext(
        "Auf {count} Liste haben alle auf Papier unterschrieben",
        "Auf allen {count} Listen haben alle auf Papier unterschrieben",
        waiting,
    )
    return Button(
        act=Act.SIGN_ALL,
        label=label.format(count=waiting),
        icon="signed",
        url=reverse("desk_sign_all", args=[seen.tournament.slug]),
        sends=tuple(lists_sent(seen, Life.COMPLETE)),
    )


def accept_all_button(seen: Desk) -> Button:
    lists = lists_sent(seen, Life.SIGNED)
    lists += [("liste", f"{one.sheet_id}.{one.version}") for one in seen.earlier]
    label = ngettext("{count} Liste annehmen", "Alle {count} Listen annehmen", len(lists))
    return Button(
        act=Act.ACCEPT_ALL,
        label=label.format(count=len(lists)),
        icon="check",
        url=reverse("desk_accept_all", args=[seen.tournament.slug]),
        sends=tuple(lists),
    )


def of_series(act: Act, page: str, label: str, icon: str, text: str) -> Callable[[Desk], Button]:
    """An act that is sent for the series drawn last. Label and text are translated when they are drawn."""

    def drawn(seen: Desk) -> Button:
        number = seen.current.number if seen.current else 0
        return Button(
            act=act,
            label=_(label).format(number=number),
            icon=icon,
            url=reverse(page, args=[seen.tournament.slug, number]),
            text=_(text),
            sends=(),
        )

    return drawn


def typing(seen: Desk) -> Button:
    number = seen.current.number if seen.current else 0
    return Button(
        act=Act.TYPE,
        label=_("Liste von Tisch {table} eintippen").format(table=first_open(seen)),
        icon="pencil",
        url=f"{reverse('paper_grid', args=[seen.tournament.slug, number, first_open(seen)])}?weiter=1",
        text=_("Für Listen, die auf Papier geführt werden. Nach dem Speichern kommt die nächste."),
    )


PRIZE_LABELS = {
    PrizeState.NONE: gettext_noop("Preise anlegen"),
    PrizeState.TO_CONFIRM: gettext_noop("Preise festlegen"),
    PrizeState.UNPAID: gettext_noop("Preise auszahlen"),
    PrizeState.DONE: gettext_noop("Preise ansehen"),
}
SENT: Mapping[Act, Callable[[Desk], Button]] = {
    Act.SEAT: seat,
    Act.SIGN_ALL: sign_all_button,
    Act.ACCEPT_ALL: accept_all_button,
    Act.TYPE: typing,
    Act.TAKE_DOWN: of_series(
        Act.TAKE_DOWN,
        "series_take_down",
        gettext_noop("Serie {number} zurücknehmen"),
        "undo",
        gettext_noop("Der Sitzplan verschwindet aus dem Saal, bis er wieder ausgehängt wird."),
    ),
    Act.HANG_AGAIN: of_series(
        Act.HANG_AGAIN,
        "series_hang_again",
        gettext_noop("Serie {number} wieder aushängen"),
        "table",
        gettext_noop("Der Sitzplan ist zurückgenommen: Im Saal und auf den Handys sieht ihn niemand."),
    ),
    Act.SEAT_ANEW: of_series(
        Act.SEAT_ANEW,
        "series_seat_anew",
        gettext_noop("Serie {number} neu setzen"),
        "cards",
        gettext_noop("Alle bekommen neue Plätze. Danach wird angesehen und ausgehängt."),
    ),
}

KINDS: Mapping[Act, ActKind] = {
    Act.REGISTER: ActKind(
        lambda _desk: _("Spieler anmelden"),
        "people",
        "registrations",
        lambda _desk: _("Name und Enter. Wie viele Tische es werden, steht daneben."),
    ),
    Act.PRINT: ActKind(
        lambda seen: _("Listen der Serie {number} drucken").format(number=seen.current.number if seen.current else 0),
        "print",
        "sheets_pdf",
        lambda _desk: _("Auf jedem Blatt steht der Tischcode: Mit dem Handy führt jeder Tisch seine Liste selbst."),
        series=True,
    ),
    Act.CODES: ActKind(
        lambda _desk: _("Tischcodes"),
        "qr",
        "table_links",
        lambda _desk: _("Die Tische führen ihre Listen auf dem Handy."),
    ),
    Act.POST: ActKind(
        lambda _desk: _("Rangliste aushängen"),
        "ranks",
        "publish",
        lambda _desk: _("Zuerst ansehen, was sich geändert hat."),
    ),
    Act.LOT: ActKind(
        lambda _desk: _("Das Los ziehen"),
        "deal",
        "final_lot",
        lambda _desk: _("Einige sind in allem gleich. Das Los bringt sie in eine Reihenfolge."),
    ),
    Act.PRIZES: ActKind(
        lambda seen: _(PRIZE_LABELS[seen.facts.prizes]),
        "coin",
        "prizes",
        lambda _desk: _("Wer bekommt was. Danach Urkunden, Excel und Sicherung."),
    ),
    Act.CERTIFICATES: ActKind(lambda _desk: _("Urkunden drucken"), "print", "certificates_pdf"),
    Act.WORKBOOK: ActKind(lambda _desk: _("Excel-Datei"), "download", "standings_xlsx"),
    Act.BACKUP: ActKind(lambda _desk: _("Sicherung"), "lock", "backup"),
    Act.CLOSE: ActKind(
        lambda _desk: _("Turnier abschließen"),
        "final",
        "finish",
        lambda _desk: _("Alle Listen sind angenommen. Danach kommt niemand mehr dazu."),
    ),
    Act.COME_AND_GO: ActKind(lambda _desk: _("Jemand kommt oder geht"), "people", "seating_changes"),
    Act.CLOCK: ActKind(lambda _desk: _("Uhr"), "clock", "run_clock", series=True),
    Act.SCREENS: ActKind(lambda _desk: _("Bildschirme"), "screen", "screens"),
    Act.CASH: ActKind(lambda _desk: _("Kasse"), "coin", "cash"),
    Act.STANDINGS: ActKind(lambda _desk: _("Rangliste"), "ranks", "standings"),
}  # fmt: skip
