"""The sheet of codes for a lost phone: large, numbered, with room to cross out."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from django.utils.translation import gettext as _

from tournaments.paper.document import Part, pdf
from tournaments.paper.flow import Flow, FlowHead
from tournaments.paper.words import moment_of


def recovery_pdf(codes: Sequence[str], *, account: str, now: datetime) -> bytes:
    title = _("Notfall-Codes")
    flow = Flow(
        FlowHead(
            title=title,
            event=_("Anmeldename: {name}").format(name=account),
            where=_("gemacht {time}").format(time=moment_of(now)),
            foot=_("Wie einen Schlüssel aufheben: zu Hause, nicht beim Laptop."),
        ),
        size=13,
    )
    flow.paragraph(
        _(
            "Handy verloren oder leer? Beim zweiten Schritt der Anmeldung einen dieser Codes eintragen. "
            "Jeder gilt einmal: danach durchstreichen. Groß und klein und die Striche sind gleich."
        )
    )
    flow.gap(12)
    half = (len(codes) + 1) // 2
    rows = [
        [str(number), code, str(number + half) if number + half <= len(codes) else "", other]
        for number, (code, other) in enumerate(zip(codes[:half], [*codes[half:], ""][:half], strict=True), 1)
    ]
    flow.table(["", _("Code"), "", _("Code")], rows, [1, 5, 1, 5], bold=[1, 3])
    flow.gap(12)
    flow.paragraph(
        _(
            "Auch das Papier ist weg? Am Rechner selbst hilft im Terminal: manage.py second_factor {name} --remove"
        ).format(name=account),
        soft=True,
        scale=0.75,  # the command stays on one line
    )
    return pdf(
        [Part(name=title, pages=flow.pages())], title=title, author="Rommé-Club", subject=title, now=now
    )
