"""Answers about a hand: a lay-out, all cards at once, the best use, and what it counts when it is held."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from django.utils.translation import gettext as _

from scoring.engine import (
    JOKER,
    Card,
    Law,
    Meld,
    augen,
    census,
    judge,
    recount,
    sign,
    write_cards,
    write_melds,
)
from scoring.engine.best import BestTurn, best, most_melded
from scoring.engine.cards import ACE, rank_of, suit_of
from scoring.engine.claim import claim
from scoring.engine.law import GoingOut
from scoring.engine.verdict import Verdict
from scoring.rules import RuleSet
from scoring.speech import say
from scoring.wording import phrases
from scoring.wording.answers import (
    Answer,
    AnswerRow,
    Why,
    cards_left,
    census_found,
    discarded,
    drawn_all,
    ground_in_words,
    meld_drawn,
    said_lines,
    why,
)
from scoring.wording.asked import Asked
from scoring.wording.faces import faces

# --- a lay-out ----------------------------------------------------------------------------------------


def lay_out(asked: Asked, rules: RuleSet) -> Answer:
    """Whether melds lie right and open; cards that nobody parted are parted as they count most."""
    law = rules.law
    melds = parted_hand(asked.melds, law)
    over = tuple(cards_left(asked.cards, [card for meld in melds for card in meld]))
    verdict = claim(melds, law, opened=asked.opened)
    if over:
        return not_all(melds, over, verdict, rules)
    shown = tuple(meld_drawn(meld, cards) for meld, cards in zip(verdict.melds, melds, strict=True))
    rows = [AnswerRow(title=_("Ausgelegt"), melds=shown)]
    if verdict.stays and not verdict.valid:
        rows.append(
            AnswerRow(title=_("Das darf liegen bleiben"), melds=tuple(map(meld_drawn, verdict.stays)))
        )
    right = [meld for meld in verdict.melds if isinstance(meld, Meld)]
    same = verdict.instead and verdict.instead.value == verdict.value and len(right) == len(melds)
    if verdict.instead and verdict.instead.melds and not same:
        rows.append(
            AnswerRow(
                title=_("Besser") if verdict.valid else _("Möglich wäre"),
                melds=drawn_all(verdict.instead.melds, law),
                loose=faces(
                    cards_left(asked.cards, [card for meld in verdict.instead.melds for card in meld])
                ),
                loose_title=_("bleibt übrig"),
            )
        )
    drawn_already = [sentence for meld in right for sentence in meld.sentences]
    notes = [say(note) for note in verdict.notes if note not in drawn_already]
    if verdict.instead:
        notes.append(say(verdict.instead.sentence))
    reasons = tuple(ground_in_words(rules, ground) for ground in verdict.grounds)
    if verdict.valid and law.opening_augen and not asked.opened:
        text = _("Zum Eröffnen braucht es {opening}.").format(opening=phrases.in_augen(law.opening_augen))
        reasons = (why(rules, text, "opening_augen"),)
    return Answer(
        good=verdict.valid,
        title=say(verdict.sentence),
        why=reasons,
        rows=tuple(rows),
        notes=tuple(notes),
        short=f"{write_melds(melds)} – {say(verdict.sentence)}",
        paragraph=reasons[0].paragraph if reasons else "",
    )


def not_all(
    melds: Sequence[Sequence[Card]], over: tuple[Card, ...], verdict: Verdict, rules: RuleSet
) -> Answer:
    """A heap of which some cards fit nowhere."""
    title = _("Nicht alles lässt sich auslegen: {cards} bleibt übrig.").format(cards=write_cards(over))
    text = _("Jede Karte einer Auslage gehört zu einem Satz oder einer Folge.")
    reasons = (why(rules, text, "group_max"), *(ground_in_words(rules, ground) for ground in verdict.grounds))
    row = AnswerRow(
        title=_("Höchstens möglich: {augen}").format(augen=phrases.in_augen(verdict.value)),
        melds=drawn_all(melds, rules.law),
        loose=faces(over),
        loose_title=_("bleibt übrig"),
    )
    cards = sorted([*over, *(card for meld in melds for card in meld)])
    return Answer(
        good=False,
        title=title,
        why=reasons,
        rows=(row,),
        short=f"{write_cards(cards)} – {title}",
        paragraph=reasons[0].paragraph,
    )


def parted_hand(melds: tuple[tuple[Card, ...], ...], law: Law) -> tuple[tuple[Card, ...], ...]:
    """The melds as they were parted; a heap that is no meld is parted so that it counts most.

    Cards of one suit or of one rank were surely meant as one meld: they stay together, and are told why not.
    """
    if len(melds) != 1 or isinstance(judge(melds[0], law, ordered=False), Meld) or census(*melds, law=law):
        return melds
    naturals = [card for card in melds[0] if card != JOKER]
    if len({suit_of(card) for card in naturals}) < 2 or len({rank_of(card) for card in naturals}) < 2:
        return melds
    return most_melded(melds[0], law)[1] or melds


# --- a whole hand -------------------------------------------------------------------------------------


def turn_row(title: str, turn: BestTurn, asked: Asked, law: Law) -> AnswerRow:
    """A turn as it is drawn: melds, discard, and what stays in the hand."""
    used = [card for meld in turn.melds for card in meld]
    used += [] if turn.discard is None else [turn.discard]
    left = tuple(cards_left(asked.cards, used))
    return AnswerRow(
        title=title,
        melds=drawn_all(turn.melds, law),
        discard=discarded(turn.discard),
        loose=faces(left),
        loose_title=_("bleibt auf der Hand: {augen}").format(augen=phrases.in_augen(turn.left))
        if left
        else "",
        words=said_lines(_("nichts auszulegen") if not turn.melds else None),
    )


def expected_after_drawing(law: Law) -> int:
    """So many cards are held after drawing at a table of the usual size."""
    return law.hand_cards[max(law.hand_cards)] + 1


def whole_hand(asked: Asked, rules: RuleSet) -> Answer:
    """Whether all cards can go at once, the discard apart."""
    law = rules.law
    turns = best(asked.cards, law)
    out = turns.super or turns.goes_out
    counted = recount(asked.cards, expected=expected_after_drawing(law), law=law)
    allowed = {count + 1 for count in law.hand_cards.values()}
    counts = () if len(asked.cards) in allowed else census_found(rules, counted)
    if counts and len(asked.cards) + 1 in allowed:
        counts = (
            replace(counts[0], text=f"{counts[0].text} {one_card_missing(len(asked.cards), law)}"),
            *counts[1:],
        )
    if out is not None:
        name = _("Superrommé") if turns.super else _("Hand-Rommé")
        name = name if law.opening_augen else _("Fertig in einem Zug")
        title = _("Zulässig: {finish}.").format(finish=name)
        text = (
            _("Alle Karten lassen sich auslegen.")
            if out.discard is None
            else _("Alle Karten bis auf {card} lassen sich auslegen, diese wird abgelegt.").format(
                card=sign(out.discard)
            )
        )
        rows = [turn_row(name, out, asked, law)]
        if turns.super and turns.goes_out:
            rows.append(turn_row(_("Hand-Rommé"), turns.goes_out, asked, law))
    else:
        title = _("Nicht zulässig: Nicht alle Karten lassen sich auslegen.")
        text = _("Zum Beenden bleibt höchstens eine Karte übrig, und die wird abgelegt.")
        rows = []
        if turns.least is not None:
            text += " " + _("Hier bleiben mindestens {augen}.").format(
                augen=phrases.in_augen(turns.least.left)
            )
            rows.append(turn_row(_("Am nächsten kommt"), turns.least, asked, law))
    good: bool | None = out is not None
    if counts:
        good, title = None, _("Noch nicht entschieden: Die Zahl der Karten stimmt nicht.")
    reason = why(rules, text, "going_out")
    reasons = (*counts, reason)
    return Answer(
        good=good,
        title=title,
        why=reasons,
        rows=tuple(rows),
        short=f"{write_cards(asked.cards)} – {title}",
        paragraph=reasons[0].paragraph,
    )


def one_card_missing(count: int, law: Law) -> str:
    """Say which card of a whole hand was left out: as many were given as are dealt."""
    if law.going_out is GoingOut.ANY:
        text = _("Es fehlt die gezogene Karte (Blatt + gezogene Karte = {all}).")
    else:
        text = _("Es fehlt die abgelegte Karte (Blatt + Ablage = {all}).")
    return text.format(all=count + 1)


def best_use(asked: Asked, rules: RuleSet) -> Answer:
    """The highest opening, the least that stays, and whether it goes out."""
    law = rules.law
    turns = best(asked.cards, law)
    limit = law.opening_augen
    rows: list[AnswerRow] = []
    shown: list[BestTurn] = []

    def offer(title: str, turn: BestTurn | None) -> None:
        if turn is not None and turn not in shown:
            shown.append(turn)
            rows.append(turn_row(title, turn, asked, law))

    offer(_("Superrommé"), turns.super)
    offer(_("Alles auf einmal"), turns.goes_out)
    if turns.opening is not None and turns.opening.melds:
        offer(_("Höchster Wert: {augen}").format(augen=phrases.in_augen(turns.value)), turns.opening)
    if turns.least_opened is not None:
        offer(_("Am wenigsten bleibt, wenn ausgelegt wird"), turns.least_opened)
    offer(_("Am wenigsten bleibt, ohne auf den Wert zu sehen"), turns.least)
    reasons: tuple[Why, ...] = ()
    if not shown:
        title, good = _("Mit diesem Blatt ist kein Zug möglich."), None
        reasons = (
            why(rules, _("Ein Joker wird nur als allerletzte Karte abgelegt."), "joker_discard_only_last"),
        )
    elif turns.super or turns.goes_out:
        title, good = _("Das Blatt geht auf einmal aus."), True
        reasons = (why(rules, _("Nach dem Ablegen bleibt nichts auf der Hand."), "going_out"),)
    elif not limit:
        title, good = (
            _("Höchstens {value} sind auszulegen.").format(value=phrases.in_augen(turns.value)),
            None,
        )
    elif turns.value >= limit:
        title, good = (
            _("Es reicht zum Eröffnen: {value}.").format(value=phrases.in_augen(turns.value)),
            True,
        )
    else:
        title, good = (
            _("Es reicht nicht zum Eröffnen: höchstens {value}.").format(value=phrases.in_augen(turns.value)),
            False,
        )
    if limit and not reasons:
        text = _("Zum Eröffnen braucht es {opening}.").format(opening=phrases.in_augen(limit))
        reasons = (why(rules, text, "opening_augen"),)
    return Answer(
        good=good,
        title=title,
        why=reasons,
        rows=tuple(rows),
        short=f"{write_cards(asked.cards)} – {title}",
        paragraph=reasons[0].paragraph if reasons else "",
    )


def held_augen(asked: Asked, rules: RuleSet) -> Answer:
    """What a held hand counts, and whether there can be such cards."""
    law = rules.law
    wrong = census_found(rules, census(asked.cards, law=law))
    count = phrases.in_augen(augen(asked.cards, law))
    title = _("{cards}: {augen}.").format(cards=phrases.cards(len(asked.cards)), augen=count)
    reasons = wrong or tuple(counting(asked.cards, rules))
    return Answer(
        good=False if wrong else None,
        title=title,
        why=reasons,
        rows=(AnswerRow(title=_("Auf der Hand"), loose=faces(sorted(asked.cards))),),
        short=f"{write_cards(asked.cards)} – {title}",
        paragraph=reasons[0].paragraph,
    )


def counting(cards: Sequence[Card], rules: RuleSet) -> Iterator[Why]:
    """What the rule set says of the kinds of card that are held."""
    for field, held in (
        ("joker_held", JOKER in cards),
        ("ace_held", any(card != JOKER and rank_of(card) == ACE for card in cards)),
        ("court_held", any(card != JOKER and rank_of(card) != ACE for card in cards)),
    ):
        if held:
            line = why(rules, "", field)
            yield Why(text=line.rule, paragraph=line.paragraph, rule="")
