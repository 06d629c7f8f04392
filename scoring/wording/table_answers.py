"""Answers about a hand at a table: what fits where, and whether the game can be finished."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from scoring.engine import (
    JOKER,
    Card,
    Flaw,
    Kind,
    Law,
    Meld,
    census,
    judge,
    sign,
    swaps,
    write_cards,
    write_melds,
)
from scoring.engine.law import Finish, OpenCard
from scoring.engine.table import TableAnswer, TableTurn, best_turn, grown, joker_swaps, lay_offs
from scoring.engine.table_growth import growths
from scoring.rules import RuleSet
from scoring.speech import say
from scoring.wording import phrases
from scoring.wording.answers import (
    Answer,
    AnswerRow,
    Drawn,
    Why,
    census_found,
    discarded,
    meld_drawn,
    why,
)
from scoring.wording.asked import Asked
from scoring.wording.labels import FINISHES


def at_the_table(asked: Asked, rules: RuleSet) -> Answer:
    """What can be laid off and swapped, and whether that finishes the game."""
    law = rules.law
    judged = tuple(judge(cards, law, ordered=False) for cards in asked.table)
    lying = AnswerRow(
        title=_("Am Tisch"),
        numbered=True,
        melds=tuple(meld_drawn(meld, cards) for meld, cards in zip(judged, asked.table, strict=True)),
    )
    said = _("{hand}, am Tisch {table}")
    if asked.open_card is not None:
        said = _("{hand}, offen {card}, am Tisch {table}")
    short = said.format(
        hand=write_cards(asked.cards),
        card="" if asked.open_card is None else sign(asked.open_card),
        table=write_melds(asked.table) or "–",
    )
    wrong = tuple(
        why(rules, say(flaw.sentence), flaw.field, flaw.paragraph)
        for flaw in judged
        if isinstance(flaw, Flaw)
    )
    drawn_card = () if asked.open_card is None else (asked.open_card,)
    wrong += census_found(rules, census(asked.cards, drawn_card, *asked.table, law=law))
    if wrong:
        title = _("Diese Auslagen sind so nicht erlaubt.")
        return Answer(good=False, title=title, why=wrong, rows=(lying,), short=f"{short} – {title}")
    table = tuple(meld for meld in judged if isinstance(meld, Meld))
    turns = best_turn(table, asked.cards, law, opened=asked.opened, open_card=asked.open_card)
    rows = []
    reasons: tuple[Why, ...] = ()
    if turns.finish is not None:
        finish = turns.finish.finish or Finish.PLAIN
        title = _("Zulässig: Damit ist das Spiel zu Ende ({finish}).").format(finish=FINISHES[finish])
        rows.append(table_row(_("So geht es aus"), turns.finish, table, law))
        reasons = (why(rules, _("Nach diesem Zug bleibt keine Karte auf der Hand."), "going_out"),)
    else:
        title = say(turns.why_not) if turns.why_not else _("Kein Zug ist möglich.")
        reasons = (why(rules, title, turns.field, turns.paragraph),) if turns.paragraph else ()
        reasons += tuple(refused_steps(asked, table, turns, rules))
    if turns.least is not None and turns.least != turns.finish:
        left = phrases.in_augen(turns.least.left)
        rows.append(table_row(_("Am wenigsten bleibt: {augen}").format(augen=left), turns.least, table, law))
    return Answer(
        good=True if turns.finish else None if turns.least else False,
        title=title,
        why=reasons,
        rows=(*rows, lying),
        notes=tuple(steps(table, (*asked.cards, *drawn_card), law)),
        short=f"{short} – {title}",
        paragraph=reasons[0].paragraph if reasons else "",
    )


def table_row(title: str, turn: TableTurn, table: Sequence[Meld], law: Law) -> AnswerRow:
    """A turn at the table: own melds as they lie in the end, then the melds of the table as they have grown."""
    lying = list(turn.lying(table, law))
    changed: list[Drawn] = []
    words: list[str] = []
    for growth in turn.grown:
        before, lying[growth.at] = lying[growth.at], grown(lying[growth.at], growth, law)
        added = [*growth.before, *growth.after]
        if growth.at >= len(table):
            words.append(_("An {meld} dann: {cards} anlegen").format(meld=before, cards=write_cards(added)))
            continue
        changed.append(meld_drawn(lying[growth.at]))
        if growth.swapped:
            words.append(
                _("Auslage {number}: {cards} gegen den Joker tauschen").format(
                    number=growth.at + 1, cards=write_cards(growth.swapped)
                )
            )
        if added:
            words.append(
                _("Auslage {number}: {cards} anlegen").format(number=growth.at + 1, cards=write_cards(added))
            )
    return AnswerRow(
        title=title,
        melds=(*map(meld_drawn, lying[len(table) :]), *changed),
        discard=discarded(turn.discard),
        words=tuple(words),
    )


def refused_steps(asked: Asked, table: Sequence[Meld], turns: TableAnswer, rules: RuleSet) -> Iterator[Why]:
    """Yield what somebody may be asking for and may not do: each with the rule that forbids it."""
    law, held = rules.law, set(asked.cards) | {asked.open_card}
    opens = asked.opened or (turns.least is not None and bool(turns.least.melds))
    if not opens and law.layoff_needs_opening and any(steps(table, asked.cards, law)):
        yield why(rules, _("Anlegen darf nur, wer schon eröffnet hat."), "layoff_needs_opening")
    if asked.open_card is not None and asked.opened and turns.least is None:
        at = next((at for at, meld in enumerate(table) if fits_behind(at, meld, asked, law)), None)
        if at is not None:
            text = _("An Auslage {number} passt {card} erst hinter einer eigenen Karte.").format(
                number=at + 1, card=sign(asked.open_card)
            )
            yield why(rules, text, "mauscheln")
    for at, meld in enumerate(table):
        if not (law.joker_swap and law.swap_needs_full_group and meld.kind is Kind.GROUP) or swaps(meld, law):
            continue
        for card in sorted({card for _unused, cards in meld.jokers for card in cards} & held):
            text = _(
                "{card} gegen den Joker in Auslage {number}: Erst muss der Satz voll sein (vier Karten), hier liegen {count}."
            ).format(card=sign(card), number=at + 1, count=len(meld.cards))
            yield why(rules, text, "swap_needs_full_group")


def fits_behind(at: int, meld: Meld, asked: Asked, law: Law) -> bool:
    """Return whether the open card fits at this meld only behind an own card."""
    assert asked.open_card is not None
    cards = (*asked.cards, asked.open_card)
    counts = [cards.count(card) for card in range(JOKER + 1)]
    return law.open_card is OpenCard.MUST_USE and any(
        meld.kind is Kind.RUN and growth.indirect(asked.open_card)
        for growth in growths(at, meld, counts, counts[JOKER], law)
    )


def steps(table: Sequence[Meld], cards: Sequence[Card], law: Law) -> list[str]:
    """Every single card that fits somewhere, and every joker that can be had."""
    said_steps = [
        _("{cards} passt an Auslage {number}.").format(cards=write_cards(step.cards), number=at + 1)
        for at, step in lay_offs(table, cards, law)
    ]
    said_steps += [
        _("{card} lässt sich in Auslage {number} gegen den Joker tauschen.").format(
            card=sign(swap.card), number=at + 1
        )
        for at, swap in joker_swaps(table, cards, law)
    ]
    return list(dict.fromkeys(said_steps))
