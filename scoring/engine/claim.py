"""Claims: is this lay-out right, what does it open with, which rule decides, and what was possible instead."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from scoring.engine.best import best, most_melded
from scoring.engine.cards import JOKER, Card, census
from scoring.engine.law import FailedOpening, GoingOut, Law
from scoring.engine.melds import Flaw, Meld, judge, meld_readings
from scoring.engine.notation import write_cards, write_melds
from scoring.engine.verdict import Alternative, Ground, Verdict, ground
from scoring.sentence import Sentence, gettext_noop


def claim(
    melds: Sequence[Sequence[Card]],
    law: Law,
    *,
    hand: Sequence[Card] | None = None,
    opened: bool = False,
    as_laid: bool = False,
) -> Verdict:
    """The verdict on melds laid in one turn.

    Each meld is a heap and gets the reading that counts most, unless it is judged `as_laid`. `hand` is
    what was held after drawing, melds included; without it nothing is said about what stays in the hand.

    >>> from tests.laws import CLUB_2018
    >>> from scoring.engine.notation import read_melds
    >>> verdict = claim(read_melds("♥7 ★ ♥9 | ♣2 ♠2 ♦2"), CLUB_2018)
    >>> verdict.valid, verdict.value, verdict.decides.paragraph, str(verdict.decides.sentence)
    (False, 30, 'Regel 6', 'Zum Eröffnen braucht es 40 Augen, hier sind es 30.')
    """
    return _Claim(tuple(tuple(meld) for meld in melds), law, hand, opened=opened, as_laid=as_laid).verdict()


class _Claim:
    """A claimed lay-out, and the questions that are put to it."""

    def __init__(
        self,
        laid: tuple[tuple[Card, ...], ...],
        law: Law,
        hand: Sequence[Card] | None,
        *,
        opened: bool,
        as_laid: bool,
    ) -> None:
        self.laid, self.law, self.hand = laid, law, hand
        self.cards = [card for meld in laid for card in meld]
        self.must_open = bool(law.opening_augen) and not opened
        self.judged = tuple(judge(meld, law, ordered=as_laid) for meld in laid)
        self.right = tuple(meld for meld in self.judged if isinstance(meld, Meld))
        self.wrong = tuple(flaw for flaw in self.judged if isinstance(flaw, Flaw))
        self.value = sum(meld.value for meld in self.right)
        self.as_laid = as_laid

    def verdict(self) -> Verdict:
        """Everything there is to say."""
        grounds = tuple(self.grounds())
        valid = not grounds
        return Verdict(
            valid=valid,
            sentence=self._in_one_line(grounds),
            value=self.value,
            melds=self.judged,
            grounds=grounds,
            stays=self.right if valid else self._stays(grounds),
            notes=tuple(self._notes()),
            instead=self._instead(valid=valid),
        )

    # --- why not ----------------------------------------------------------------------------------------

    def grounds(self) -> Iterator[Ground]:
        """Every reason against it, the deciding one first."""
        yield from self._not_there()
        law = self.law
        for flaw in self.wrong:
            yield Ground(sentence=flaw.sentence, field=flaw.field, paragraph=flaw.paragraph)
        if not self.laid:
            text = gettext_noop("Nichts ausgelegt. Bitte die Karten der Auslage nennen.")
            yield ground(law, "opening_augen", text)
        if law.melds_per_turn and len(self.laid) > law.melds_per_turn:
            text = gettext_noop("Mehr Auslagen, als ein Zug erlaubt: {count} statt höchstens {most}.")
            yield ground(law, "melds_per_turn", text, count=len(self.laid), most=law.melds_per_turn)
        free = law.hand_below_opening and self._from_hand()
        if self.must_open and self.laid and self.value < law.opening_augen and not free:
            text = gettext_noop("Zum Eröffnen braucht es {opening} Augen, hier sind es {value}.")
            yield ground(law, "opening_augen", text, opening=law.opening_augen, value=self.value)
        yield from self._no_discard()

    def _not_there(self) -> Iterator[Ground]:
        """Cards that the deck or the hand does not have."""
        law = self.law
        for finding in census(self.hand if self.hand is not None else self.cards, law=law):
            field = "jokers" if finding.card == JOKER else "decks"
            yield Ground(sentence=finding.sentence, field=field, paragraph=finding.paragraph)
        if self.hand is not None:
            missing = Counter(self.cards) - Counter(self.hand)
            if missing:
                text = gettext_noop("Ausgelegt, aber nicht auf dem Blatt: {cards}.")
                cards = write_cards(sorted(missing.elements()))
                yield ground(law, "decks", text, cards=cards)

    def _no_discard(self) -> Iterator[Ground]:
        if self.hand is None or self.wrong:
            return
        law, rest = self.law, list((Counter(self.hand) - Counter(self.cards)).elements())
        if not rest and law.going_out is GoingOut.DISCARD:
            text = gettext_noop("Alles ausgelegt: Es fehlt die Karte, die zum Schluss abgelegt wird.")
            yield ground(law, "going_out", text)
        elif not rest and law.going_out is GoingOut.DISCARD_OR_SUPER and not self._from_hand():
            text = gettext_noop(
                "Ohne Ablegen beendet nur ein Superrommé: alle Karten auf einmal aus der Hand."
            )
            yield ground(law, "going_out", text)
        elif len(rest) > 1 and law.joker_discard_only_last and all(card == JOKER for card in rest):
            text = gettext_noop("Es bleiben nur Joker; abgelegt wird ein Joker nur als allerletzte Karte.")
            yield ground(law, "joker_discard_only_last", text)

    def _from_hand(self) -> bool:
        """Whether all cards that were dealt lie at once: then the opening value does not matter."""
        law = self.law
        if not self.must_open or self.wrong:
            return False
        laid, left = len(self.cards), 0 if self.hand is None else len(self.hand) - len(self.cards)
        dealt = law.hand_cards.values()
        if laid - 1 in dealt and not left:
            return law.going_out is not GoingOut.DISCARD
        return laid in dealt and left <= 1

    # --- what follows -----------------------------------------------------------------------------------

    def _in_one_line(self, grounds: Sequence[Ground]) -> Sentence:
        if grounds:
            return Sentence(gettext_noop("Nicht zulässig: {reason}"), {"reason": grounds[0].sentence})
        if self.must_open and self.value < self.law.opening_augen:
            return Sentence(
                gettext_noop("Zulässig als Hand-Rommé: alle Karten auf einmal, {value} Augen."), self._v
            )
        return Sentence(gettext_noop("Zulässig: {value} Augen."), self._v)

    @property
    def _v(self) -> dict[str, object]:
        return {"value": self.value}

    def _stays(self, grounds: Sequence[Ground]) -> tuple[Meld, ...]:
        """The right melds, where wrong ones are the only fault and the rule set lets right ones lie."""
        law = self.law
        only_wrong_melds = len(grounds) == len(self.wrong)
        enough = not self.must_open or self.value >= law.opening_augen
        may_stay = law.failed_opening is FailedOpening.WRONG_BACK
        return self.right if only_wrong_melds and enough and may_stay else ()

    def _notes(self) -> Iterator[Sentence]:
        for meld in self.right:
            yield from meld.sentences
            others = () if self.as_laid else meld_readings(meld.cards, self.law)[1:]
            if others and others[0].value < meld.value:
                text = gettext_noop("Anders gelesen zählt {meld} nur {less}; gewertet wird {value}.")
                less = others[0].value
                yield Sentence(
                    text, {"meld": write_cards(others[0].cards), "less": less, "value": meld.value}
                )
        if self.wrong and self._stays([]) and self.must_open:
            text = gettext_noop("Die richtigen Auslagen zählen zusammen {value} Augen.")
            yield Sentence(text, self._v)

    def _instead(self, *, valid: bool) -> Alternative | None:
        """The lay-out that counts most, where the claim is wrong or counts less."""
        law = self.law
        if tuple(self._not_there()) or not self.cards:
            return None
        if self.hand is None:
            value, melds = most_melded(self.cards, law)
        else:
            turn = best(self.hand, law).opening
            value, melds = (turn.value, turn.melds) if turn else (0, ())
        if valid and value <= self.value:
            return None
        if not melds:
            text = gettext_noop("Mit diesen Karten ist keine Auslage möglich.")
        elif valid:
            text = gettext_noop("Mehr wäre möglich: {melds} zählt {value} Augen.")
        else:
            text = gettext_noop("Höchstens {value} Augen möglich: {melds}.")
        values = {"value": value, "melds": write_melds(melds)}
        return Alternative(melds=melds, value=value, sentence=Sentence(text, values))
