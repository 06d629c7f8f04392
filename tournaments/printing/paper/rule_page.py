"""The rule page on paper: what a game is worth, every value with its paragraph, the readings, and the fingerprint."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from scoring.models import RuleSet as RuleSetRow
from scoring.selectors import rules_of
from scoring.speech import cited
from scoring.wording import loose_examples, scale, sections
from tournaments.paper.flow import Flow, FlowHead
from tournaments.paper.ink import Pen
from tournaments.paper.words import day_of

MOST_PAGES = 3
SIZES = (8.6, 8.3, 8.0)  # nothing smaller: it has to be read; then it is a page more


def draw_rule_pages(row: RuleSetRow, *, event: str, where: str) -> Iterator[Pen]:
    """As large as three pages allow."""
    pages: list[Pen] = []
    for size in SIZES:
        flow = Flow(rule_page_head(row, event, where), columns=2, size=size)
        fill(flow, row)
        pages = list(flow.pages())
        if len(pages) <= MOST_PAGES:
            break
    yield from pages


def rule_page_head(row: RuleSetRow, event: str, where: str) -> FlowHead:
    return FlowHead(
        title=_("Regeln: {name}").format(name=row.title),
        event=event,
        where=where,
        foot=_("{name}, Nr. {version} · {fingerprint}").format(
            name=row.title, version=row.version, fingerprint=row.fingerprint
        ),
    )


def fill(flow: Flow, row: RuleSetRow) -> None:
    rules = rules_of(row)
    flow.heading(_("Was ein Spiel wert ist"))
    worth = scale(rules)
    for line in worth:
        value = f"{line.points} ✕" if line.cross else line.points
        flow.fact(outcome_sentence(line.outcome, line.sign), value, note=cited(line.paragraph), share=0.8)
    if not worth:
        flow.paragraph(
            _("Wer gewinnt, bekommt alle Augen der anderen als Punkte; die anderen bekommen nichts.")
        )
    if rules.table.dealer_sits_out_at:
        flow.paragraph(_("Ein Geber, der aussetzt, hat keinen Wert, auch keine 0."), soft=True)
    for part in sections(rules):
        flow.heading(part.title)
        if part.name == "loose_hands":
            loose(flow, row)
        for one in part.lines:
            notes = [
                cited(one.paragraph),
                _("Lesart: {reason}").format(reason=one.reading) if one.reading else "",
            ]
            notes += [_("vom Veranstalter gesetzt")] if one.own else []
            flow.fact(one.label, one.value, note=" · ".join(filter(None, notes)), share=0.42)
    flow.heading(_("Nachrechnen"))
    flow.fact(_("Nr."), str(row.version))
    flow.fact(_("Veröffentlicht"), day_of(row.published_at.date()))
    flow.fact(_("Prüfzeichen"), row.fingerprint)
    flow.paragraph(
        _(
            "Das Prüfzeichen ist die SHA-256-Summe des Wortlauts; auf jeder Spielliste stehen seine ersten zehn Zeichen."
        ),
        soft=True,
    )


def outcome_sentence(outcome: str, sign: str) -> str:
    return f"{outcome} ({sign})" if sign else outcome


def loose(flow: Flow, row: RuleSetRow) -> None:
    """What a hand thrown together costs."""
    rules = rules_of(row)
    again = _("ab dem {count}. Mal").format(
        count=rules.loose_hands.referee_from_offence if rules.loose_hands else ""
    )
    rows = [(one.hand, one.before, one.first, one.again) for one in loose_examples(rules)]
    if rows:
        flow.table((_("Hand"), _("ohne Strafe"), _("beim ersten Mal"), again), rows, (4, 2.6, 2.6, 2.6))
