"""The questions that a referee asks about cards, and their answers in words.

Legal is said "zulässig", never "bewiesen": nobody here saw what was held.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.engine import (
    Card,
    Flaw,
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
from scoring.engine.best import Turn, best, most_melded
from scoring.engine.claim import claim
from scoring.engine.law import Finish
from scoring.engine.table import TableTurn, best_turn, grown, joker_swaps, lay_offs
from scoring.rules import RuleSet
from scoring.speech import say
from scoring.wording import phrases
from scoring.wording.answers import (
    Answer,
    Drawn,
    Row,
    Why,
    discarded,
    drawn,
    drawn_all,
    found,
    lines,
    rest,
    said,
    why,
)
from scoring.wording.faces import faces


class Question(StrEnum):
    """What is asked about the cards."""

    LAY_OUT = "auslage"
    HAND = "hand"
    BEST = "beste"
    AUGEN = "augen"
    TABLE = "anlegen"


QUESTIONS: Mapping[Question, tuple[object, object]] = {
    Question.LAY_OUT: (gettext_lazy("Auslage"), gettext_lazy("Liegt es richtig? Reicht es zum Eröffnen?")),
    Question.HAND: (gettext_lazy("Hand-Rommé"), gettext_lazy("Gehen alle Karten auf einmal?")),
    Question.BEST: (gettext_lazy("Beste Auslage"), gettext_lazy("Was geht mit diesem Blatt?")),
    Question.TABLE: (gettext_lazy("Anlegen"), gettext_lazy("Was passt an die Auslagen am Tisch?")),
    Question.AUGEN: (gettext_lazy("Augen"), gettext_lazy("Was zählt das Blatt in der Hand?")),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question with its cards: melds as they were parted, the table, and what is known besides."""

    question: Question
    melds: tuple[tuple[Card, ...], ...]
    table: tuple[tuple[Card, ...], ...] = ()
    open_card: Card | None = None
    opened: bool = False

    @property
    def cards(self) -> tuple[Card, ...]:
        return tuple(card for meld in self.melds for card in meld)


def answer(asked: Asked, rules: RuleSet) -> Answer:
    """The answer; a Refusal where nothing sensible was asked."""
    return ANSWERS[asked.question](asked, rules)


# --- a lay-out ----------------------------------------------------------------------------------------


def lay_out(asked: Asked, rules: RuleSet) -> Answer:
    """Whether melds lie right and open; cards that nobody parted are parted as they count most."""
    law = rules.law
    melds = parted(asked.melds, law)
    verdict = claim(melds, law, opened=asked.opened)
    shown = tuple(drawn(meld, cards) for meld, cards in zip(verdict.melds, melds, strict=True))
    rows = [Row(title=_("So gelegt"), melds=shown)]
    if verdict.stays and not verdict.valid:
        rows.append(Row(title=_("Das darf liegen bleiben"), melds=tuple(map(drawn, verdict.stays))))
    right = [meld for meld in verdict.melds if isinstance(meld, Meld)]
    same = verdict.instead and verdict.instead.value == verdict.value and len(right) == len(melds)
    if verdict.instead and verdict.instead.melds and not same:
        rows.append(
            Row(
                title=_("Besser") if verdict.valid else _("Möglich wäre"),
                melds=drawn_all(verdict.instead.melds, law),
                loose=faces(rest(asked.cards, [card for meld in verdict.instead.melds for card in meld])),
                loose_title=_("bleibt übrig"),
            )
        )
    drawn_already = [sentence for meld in right for sentence in meld.sentences]
    notes = [say(note) for note in verdict.notes if note not in drawn_already]
    if verdict.instead:
        notes.append(say(verdict.instead.sentence))
    reasons = tuple(said(rules, ground) for ground in verdict.grounds)
    if verdict.valid and law.opening_augen and not asked.opened:
        text = _("Zum Eröffnen braucht es {opening}.").format(opening=phrases.augen(law.opening_augen))
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


def parted(melds: tuple[tuple[Card, ...], ...], law: Law) -> tuple[tuple[Card, ...], ...]:
    """The melds as they were parted; one heap that is no meld is parted if that leaves nothing over."""
    if len(melds) != 1 or isinstance(judge(melds[0], law, ordered=False), Meld) or census(*melds, law=law):
        return melds
    _value, best_melds = most_melded(melds[0], law)
    whole = sum(map(len, best_melds)) == len(melds[0])
    return best_melds if whole else melds


# --- a whole hand -------------------------------------------------------------------------------------


def turn_row(title: str, turn: Turn, asked: Asked, law: Law) -> Row:
    """A turn as it is drawn: melds, discard, and what stays in the hand."""
    used = [card for meld in turn.melds for card in meld]
    used += [] if turn.discard is None else [turn.discard]
    left = tuple(rest(asked.cards, used))
    return Row(
        title=title,
        melds=drawn_all(turn.melds, law),
        discard=discarded(turn.discard),
        loose=faces(left),
        loose_title=_("bleibt auf der Hand: {augen}").format(augen=phrases.augen(turn.left)) if left else "",
        words=lines(_("nichts auszulegen") if not turn.melds else None),
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
    counts = () if len(asked.cards) in allowed else found(rules, counted)
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
            text += " " + _("Hier bleiben mindestens {augen}.").format(augen=phrases.augen(turns.least.left))
            rows.append(turn_row(_("Am nächsten kommt"), turns.least, asked, law))
    reason = why(rules, text, "going_out")
    return Answer(
        good=out is not None and not counts,
        title=title
        if not (out and counts)
        else _("Noch nicht entschieden: Die Zahl der Karten stimmt nicht."),
        why=(*counts, reason),
        rows=tuple(rows),
        short=f"{write_cards(asked.cards)} – {title}",
        paragraph=reason.paragraph,
    )


def best_use(asked: Asked, rules: RuleSet) -> Answer:
    """The highest opening, the least that stays, and whether it goes out."""
    law = rules.law
    turns = best(asked.cards, law)
    limit = law.opening_augen
    rows: list[Row] = []
    shown: list[Turn] = []

    def offer(title: str, turn: Turn | None) -> None:
        if turn is not None and turn not in shown:
            shown.append(turn)
            rows.append(turn_row(title, turn, asked, law))

    offer(_("Superrommé"), turns.super)
    offer(_("Alles auf einmal"), turns.goes_out)
    if turns.opening is not None and turns.opening.melds:
        offer(_("Höchster Wert: {augen}").format(augen=phrases.augen(turns.value)), turns.opening)
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
        title, good = _("Höchstens {value} sind auszulegen.").format(value=phrases.augen(turns.value)), None
    elif turns.value >= limit:
        title, good = _("Es reicht zum Eröffnen: {value}.").format(value=phrases.augen(turns.value)), True
    else:
        title, good = (
            _("Es reicht nicht zum Eröffnen: höchstens {value}.").format(value=phrases.augen(turns.value)),
            False,
        )
    if limit and not reasons:
        text = _("Zum Eröffnen braucht es {opening}.").format(opening=phrases.augen(limit))
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
    wrong = found(rules, census(asked.cards, law=law))
    count = phrases.augen(augen(asked.cards, law))
    title = _("{cards}: {augen}.").format(cards=phrases.cards(len(asked.cards)), augen=count)
    reason = why(rules, _("So zählen die Karten auf der Hand."), "court_held")
    return Answer(
        good=False if wrong else None,
        title=title,
        why=wrong or (reason,),
        rows=(Row(title=_("Auf der Hand"), loose=faces(sorted(asked.cards))),),
        short=f"{write_cards(asked.cards)} – {title}",
        paragraph=(wrong or (reason,))[0].paragraph,
    )


# --- at the table -------------------------------------------------------------------------------------


def at_the_table(asked: Asked, rules: RuleSet) -> Answer:
    """What can be laid off and swapped, and whether that finishes the game."""
    law = rules.law
    judged = tuple(judge(cards, law, ordered=False) for cards in asked.table)
    lying = Row(
        title=_("Am Tisch"),
        numbered=True,
        melds=tuple(drawn(meld, cards) for meld, cards in zip(judged, asked.table, strict=True)),
    )
    short = _("{hand}, am Tisch {table}").format(
        hand=write_cards(asked.cards), table=write_melds(asked.table) or "–"
    )
    wrong = tuple(
        why(rules, say(flaw.sentence), flaw.field, flaw.paragraph)
        for flaw in judged
        if isinstance(flaw, Flaw)
    )
    drawn_card = () if asked.open_card is None else (asked.open_card,)
    wrong += found(rules, census(asked.cards, drawn_card, *asked.table, law=law))
    if wrong:
        title = _("So kann der Tisch nicht liegen.")
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
        reasons = (why(rules, title, "going_out", turns.paragraph),) if turns.paragraph else ()
    if turns.least is not None and turns.least != turns.finish:
        left = phrases.augen(turns.least.left)
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


FINISHES: Mapping[Finish, object] = {
    Finish.PLAIN: gettext_lazy("Rommé"),
    Finish.HAND: gettext_lazy("Hand-Rommé"),
    Finish.HAND_WITH_LAYOFF: gettext_lazy("Hand-Rommé mit Anlegen"),
    Finish.SUPER: gettext_lazy("Superrommé"),
}


def table_row(title: str, turn: TableTurn, table: Sequence[Meld], law: Law) -> Row:
    """A turn at the table: own melds, then the melds of the table as they have grown."""
    changed: list[Drawn] = []
    words: list[str] = []
    for growth in turn.grown:
        changed.append(drawn(grown(table[growth.at], growth, law)))
        added = [*growth.before, *growth.after]
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
    return Row(
        title=title,
        melds=(*drawn_all(turn.melds, law), *changed),
        discard=discarded(turn.discard),
        words=tuple(words),
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


ANSWERS: Mapping[Question, Callable[[Asked, RuleSet], Answer]] = {
    Question.LAY_OUT: lay_out,
    Question.HAND: whole_hand,
    Question.BEST: best_use,
    Question.AUGEN: held_augen,
    Question.TABLE: at_the_table,
}
