"""The journal in words, what is done with money: fees, prizes, the cash book. Amounts as people write them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from scoring.wording.phrases import euros
from tournaments.models import CashEntry, FeePlan

Facts = Mapping[str, Any]

DEEDS: Mapping[str, Any] = {
    "fees_set": gettext_lazy("Startgeld festgelegt"),
    "fee_paid": gettext_lazy("Startgeld bezahlt"),
    "fee_waived": gettext_lazy("Startgeld erlassen"),
    "fee_repaid": gettext_lazy("Startgeld zurückgezahlt"),
    "loss_money_paid": gettext_lazy("Verlustgeld bezahlt"),
    "cash_income": gettext_lazy("Einnahme gebucht"),
    "cash_expense": gettext_lazy("Ausgabe gebucht"),
    "cash_turned_round": gettext_lazy("Buchung zurückgenommen"),
    "cash_counted": gettext_lazy("Kasse gezählt"),
    "prizes_set": gettext_lazy("Preistabelle festgelegt"),
    "prizes_announced": gettext_lazy("Preise festgelegt"),
    "prize_paid": gettext_lazy("Preis ausgezahlt"),
}


def vouchers(facts: Facts) -> str:
    """As „Beleg 12, Startnummer 7, 12,50 €“."""
    numbers = ", ".join(map(str, facts["vouchers"]))
    parts = [ngettext("Beleg {numbers}", "Belege {numbers}", len(facts["vouchers"])).format(numbers=numbers)]
    if "start_number" in facts:
        parts.append(_("Startnummer {number}").format(number=facts["start_number"]))
    return ", ".join([*parts, euros(facts["cents"])])


def turned(facts: Facts) -> str:
    kind = dict(CashEntry.Kind.choices).get(facts["kind"], facts["kind"])
    return _("{vouchers}, gegen Beleg {of} ({kind})").format(
        vouchers=vouchers(facts), of=facts["of"], kind=kind
    )


def fees_told(facts: Facts) -> str:
    """As „für jede Serie: 5,00 €, Jugend 2,50 €“."""
    parts = [euros(facts["ordinary"])]
    for name, word in (("youth", _("Jugend")), ("member", _("Mitglieder")), ("guest", _("Gäste"))):
        if facts[name] is not None:
            parts.append(f"{word} {euros(facts[name])}")
    per = dict(FeePlan.Per.choices).get(facts["per"], facts["per"])
    return f"{per}: {', '.join(parts)}"


def count_told(facts: Facts) -> str:
    return _("gezählt {counted}, laut Kassenbuch {expected}").format(
        counted=euros(facts["counted"]), expected=euros(facts["expected"])
    )


def announced_told(facts: Facts) -> str:
    """As „Nr. 2: 5 Preise, zusammen 120,00 €“."""
    return ngettext(
        "Nr. {number}: {prizes} Preis, {sum}",
        "Nr. {number}: {prizes} Preise, zusammen {sum}",
        facts["prizes"],
    ).format(number=facts["announcement"], prizes=facts["prizes"], sum=euros(facts["cents"]))


DETAILS: Mapping[str, Callable[[Facts], str]] = {
    "fees_set": fees_told,
    "fee_paid": vouchers,
    "fee_waived": vouchers,
    "fee_repaid": vouchers,
    "loss_money_paid": vouchers,
    "cash_income": vouchers,
    "cash_expense": vouchers,
    "cash_turned_round": turned,
    "cash_counted": count_told,
    "prizes_set": lambda facts: _("Nr. {version}").format(version=facts["version"]),
    "prizes_announced": announced_told,
    "prize_paid": lambda facts: f"{facts['name']}, {vouchers(facts)}",
}
