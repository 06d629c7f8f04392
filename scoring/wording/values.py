"""Says what each value of a rule set means at the table. One line per value; no key name is shown to anybody."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from django.utils.translation import gettext, gettext_noop, ngettext

from scoring.engine.law import (
    AceInRun,
    FailedOpening,
    GoingOut,
    JokerShare,
    LastCard,
    MendingBars,
    NewDeal,
    OpenCard,
    StockEmpty,
    WrongCount,
)
from scoring.rules import (
    CountAtEnd,
    Ending,
    LooseHands,
    LossGame,
    LossMoney,
    Offences,
    RuleSet,
    Span,
    WrongSeat,
)
from scoring.rules.schema import DESCRIBED
from scoring.standings import MEASURES
from scoring.wording.phrases import cards, euros, in_augen, minutes, one_of_these, points, span

Words: TypeAlias = Callable[[RuleSet], str]


def value_in_words(rules: RuleSet, place: str) -> str:
    """What stands at "section.key", as one would say it."""
    return WORDS[place](rules) if place in WORDS else as_described(rules, place)


def as_described(rules: RuleSet, place: str) -> str:
    """A value that is said by the sentence it is described with (scoring/rules/schema.py)."""
    section, _dot, key = place.partition(".")
    value = getattr(getattr(rules, section), key)
    match DESCRIBED[place].said:
        case str(text):
            return gettext(text).format(value=value)
        case texts:
            return gettext(texts[value])


def loose_hands(rules: RuleSet) -> LooseHands:
    assert rules.loose_hands is not None
    return rules.loose_hands


def offences(rules: RuleSet) -> Offences:
    assert rules.offences is not None
    return rules.offences


def money(rules: RuleSet) -> LossMoney:
    assert rules.loss_money is not None
    return rules.loss_money


def yes_no(yes: str, no: str, of: Callable[[RuleSet], bool]) -> Words:
    return lambda rules: gettext(yes) if of(rules) else gettext(no)


def choice(texts: Mapping[Any, str], of: Callable[[RuleSet], Any]) -> Words:
    return lambda rules: gettext(texts[of(rules)])


def joker_share(rules: RuleSet) -> str:
    share = rules.law.joker_share
    if share is JokerShare.NONE:
        return gettext("keine")
    most = [(size - 1) // 2 if share is JokerShare.FEWER else size // 2 for size in (3, 4, 5, 6)]
    rule = {
        JokerShare.FEWER: gettext("weniger als andere Karten"),
        JokerShare.NOT_MORE: gettext("nicht mehr als andere Karten"),
    }[share]
    counts = " / ".join(map(str, most))
    return gettext("{rule}; bei 3 / 4 / 5 / 6 Karten höchstens {counts}").format(rule=rule, counts=counts)


def hand_cards(rules: RuleSet) -> str:
    dealt = rules.law.hand_cards
    if len(dealt) == 1:
        return cards(next(iter(dealt.values())))
    return " · ".join(
        gettext("zu {players}: {cards}").format(players=players, cards=cards(count))
        for players, count in sorted(dealt.items())
    )


def dealer_sits_out(rules: RuleSet) -> str:
    out = [str(size) for size in rules.table.dealer_sits_out_at]
    if not out:
        return gettext("spielt immer mit")
    return gettext("setzt am Tisch zu {sizes} aus, sonst spielt er mit").format(sizes=one_of_these(out))


def ace_high(rules: RuleSet) -> str:
    low = rules.law.ace_in_run is AceInRun.LOW
    text = gettext("{augen} im Satz; neben dem König liegt es hier nie") if low else "{augen}"
    return text.format(augen=in_augen(rules.law.ace_high_melded))


def mauscheln(rules: RuleSet) -> str:
    if rules.law.open_card is not OpenCard.MUST_USE:
        return gettext("braucht keine Erlaubnis: Die offene Karte darf in die Hand und dann überall hin")
    if rules.law.mauscheln:
        return gettext("erlaubt, mit zwei oder mehr Karten in der Hand")
    return gettext("nicht erlaubt")


def rounds(rules: RuleSet) -> str:
    count = rules.series.rounds
    said = ngettext("{count} Runde", "{count} Runden", count).format(count=count)
    if rules.series.one_deal:
        return gettext("{rounds}, jede ein Spiel").format(rounds=said)
    one = gettext("zu {size}: {games} Spiele")
    games = ", ".join(one.format(size=size, games=size * count) for size in rules.table.sizes)
    return gettext("{rounds}, in jeder gibt jeder Platz einmal ({games})").format(rounds=said, games=games)


def measures(rules: RuleSet) -> str:
    kinds = [MEASURES[measure] for measure in rules.measures]
    return gettext(", dann ").join(
        gettext((rules.family.by_table and kind.rule_by_table) or kind.rule) for kind in kinds
    )


def finish_points(name: str) -> Words:
    return lambda rules: points(getattr(rules.points, name))


def super_points(rules: RuleSet) -> str:
    table = rules.points
    assert table is not None
    return gettext("kein Wert, wird nicht angenommen") if table.super is None else points(table.super)


def brackets(name: str) -> Words:
    def words(rules: RuleSet) -> str:
        return " · ".join(
            f"{span(row.first, row.last)}: {points(row.points)}" for row in getattr(rules.points, name)
        )

    return words


WORDS: Mapping[str, Words] = {
    "cards.decks": lambda rules: ngettext(
        "{count} Spiel zu 52 Blatt", "{count} Spiele zu 52 Blatt", rules.law.decks
    ).format(count=rules.law.decks),
    "cards.jokers": lambda rules: str(rules.law.jokers) if rules.law.jokers else gettext("keine"),
    "cards.joker_held": lambda rules: in_augen(rules.law.joker_held),
    "cards.ace_held": lambda rules: in_augen(rules.law.ace_held),
    "cards.court_held": lambda rules: gettext("je {augen}; 2 bis 10 ihre Zahl").format(
        augen=in_augen(rules.law.court_held)
    ),
    "table.sizes": lambda rules: one_of_these([str(size) for size in rules.table.sizes]),
    "table.preferred_size": lambda rules: gettext("zu {size}").format(size=rules.table.preferred_size),
    "table.dealer_sits_out_at": dealer_sits_out,
    "table.hand_cards": hand_cards,
    "melds.ace_in_run": choice(
        {
            AceInRun.LOW: gettext_noop("nur vor der 2"),
            AceInRun.BOTH: gettext_noop("vor der 2 oder neben dem König"),
            AceInRun.CORNER: gettext_noop("vor der 2 oder neben dem König; auch König-As-2 ist erlaubt"),
        },
        lambda rules: rules.law.ace_in_run,
    ),
    "melds.ace_low_melded": lambda rules: in_augen(rules.law.ace_low_melded),
    "melds.ace_high_melded": ace_high,
    "melds.group_max": lambda rules: gettext(
        "{sizes} Karten gleichen Werts, jede in einer anderen Farbe"
    ).format(sizes=one_of_these([str(size) for size in range(3, rules.law.group_max + 1)])),
    "melds.joker_share": joker_share,
    "melds.jokers_adjacent": yes_no(
        gettext_noop("erlaubt"), gettext_noop("nicht erlaubt"), lambda rules: rules.law.jokers_adjacent
    ),
    "turn.opening_augen": lambda rules: (
        gettext("mit mindestens {augen} aus der eigenen Hand").format(augen=in_augen(rules.law.opening_augen))
        if rules.law.opening_augen
        else gettext("ohne Mindestwert")
    ),
    "turn.melds_per_turn": lambda rules: str(rules.law.melds_per_turn or gettext("beliebig viele")),
    "turn.layoff_needs_opening": yes_no(
        gettext_noop("erst, wer selbst eröffnet hat"),
        gettext_noop("auch ohne eigene Auslage"),
        lambda rules: rules.law.layoff_needs_opening,
    ),
    "turn.open_card": choice(
        {
            OpenCard.FREE: gettext_noop("darf in die Hand; im selben Zug wird eine andere abgelegt"),
            OpenCard.MUST_USE: gettext_noop(
                "nur, wenn sie sofort gebraucht wird: zum Eröffnen; wer eröffnet hat, auch zum Auslegen, Anlegen oder Tauschen. Sonst geht sie zurück und der Zug ist vorbei"
            ),
            OpenCard.MAY_PASS: gettext_noop(
                "darf in die Hand; wer sie gleich wieder ablegt, hat seinen Zug gehabt"
            ),
        },
        lambda rules: rules.law.open_card,
    ),
    "turn.last_card": choice(
        {
            LastCard.FREE: gettext_noop("offen oder verdeckt ziehen"),
            LastCard.CLOSED_ONLY: gettext_noop("nur verdeckt ziehen"),
            LastCard.NO_OPEN_FINISH: gettext_noop(
                "keine offene Karte nehmen, mit der das Spiel zu Ende wäre"
            ),
        },
        lambda rules: rules.law.last_card,
    ),
    "turn.mauscheln": mauscheln,
    "turn.joker_swap": yes_no(
        gettext_noop(
            "wer eröffnet hat, gegen die ersetzte Karte; der Joker kommt im selben Zug wieder auf den Tisch"
        ),
        gettext_noop("nicht erlaubt"),
        lambda rules: rules.law.joker_swap,
    ),
    "turn.swap_needs_full_group": yes_no(
        gettext_noop("nur, wenn der Satz vier Karten hat"),
        gettext_noop("auch aus einem Satz mit drei Karten"),
        lambda rules: rules.law.swap_needs_full_group,
    ),
    "turn.joker_discard_only_last": yes_no(
        gettext_noop("nur als allerletzte Karte"),
        gettext_noop("jederzeit"),
        lambda rules: rules.law.joker_discard_only_last,
    ),
    "turn.failed_opening": choice(
        {
            FailedOpening.NONE: gettext_noop("gibt es nicht: kein Mindestwert"),
            FailedOpening.WRONG_BACK: gettext_noop(
                "falsche Auslagen gehen zurück, richtige bleiben, wenn sie noch reichen; sonst alles zurück, ablegen, Zug vorbei"
            ),
            FailedOpening.ALL_BACK: gettext_noop(
                "alles zurück, eine Karte ablegen (keinen Joker), Zug vorbei"
            ),
        },
        lambda rules: rules.law.failed_opening,
    ),
    "turn.going_out": choice(
        {
            GoingOut.ANY: gettext_noop("mit Auslegen, Anlegen oder Ablegen der letzten Karte"),
            GoingOut.DISCARD: gettext_noop("mit Ablegen der letzten Karte"),
            GoingOut.DISCARD_OR_SUPER: gettext_noop(
                "mit Ablegen der letzten Karte, oder alle 14 Karten auf einmal (Superrommé)"
            ),
        },
        lambda rules: rules.law.going_out,
    ),
    "turn.stock_empty": choice(
        {
            StockEmpty.TURN_OVER: gettext_noop("Ablagestapel ungemischt umdrehen und weiterspielen"),
            StockEmpty.GAME_OVER: gettext_noop("Spiel zu Ende, niemand gewinnt, alle Hände werden gezählt"),
        },
        lambda rules: rules.law.stock_empty,
    ),
    "turn.wrong_count": choice(
        {
            WrongCount.NONE: gettext_noop("nicht geregelt"),
            WrongCount.SKIP_DRAW_OR_DISCARD: gettext_noop(
                "nicht ziehen oder nicht ablegen, bis sie stimmt; dabei nicht eröffnen, auslegen, anlegen oder tauschen"
            ),
            WrongCount.SKIP_DRAW_OR_DRAW: gettext_noop(
                "nicht ziehen oder nachziehen, bis sie stimmt; dabei nicht auslegen"
            ),
        },
        lambda rules: rules.law.wrong_count,
    ),
    "turn.mending_bars": choice(
        {
            MendingBars.TURN: gettext_noop("in dem Zug, in dem berichtigt wird"),
            MendingBars.GAME: gettext_noop("bis zum Ende des Spiels"),
        },
        lambda rules: rules.law.mending_bars,
    ),
    "turn.new_deal": choice(
        {
            NewDeal.BEFORE_PLAY: gettext_noop("wenn es vor dem ersten Zug auffällt"),
            NewDeal.OR_SEVERAL: gettext_noop(
                "wenn es vor dem ersten Zug auffällt, oder wenn mehrere Hände falsch sind"
            ),
            NewDeal.ALWAYS: gettext_noop("immer, wenn eine Zahl nicht stimmt"),
        },
        lambda rules: rules.law.new_deal,
    ),
    "turn.hand_below_opening": yes_no(
        gettext_noop("ja: Wer alle Karten auf einmal auslegt, braucht den Wert zum Eröffnen nicht"),
        gettext_noop("nein: Der Wert zum Eröffnen gilt auch dafür"),
        lambda rules: rules.law.hand_below_opening,
    ),
    "turn.super_with_layoffs": yes_no(
        gettext_noop("erlaubt, wenn die eigenen Auslagen zum Eröffnen reichen"),
        gettext_noop("nein, alle Karten liegen in eigenen Auslagen"),
        lambda rules: rules.law.super_with_layoffs,
    ),
    "points.hand": finish_points("hand"),
    "points.hand_with_layoff": finish_points("hand_with_layoff"),
    "points.plain": finish_points("plain"),
    "points.super": super_points,
    "points.opened": brackets("opened"),
    "points.unopened": brackets("unopened"),
    "loose_hands.points_less": lambda rules: points(loose_hands(rules).points_less),
    "loose_hands.lift_to_next_bracket": yes_no(
        gettext_noop("steigen auf den Anfang der nächsten Stufe"),
        gettext_noop("bleiben"),
        lambda rules: loose_hands(rules).lift_to_next_bracket,
    ),
    "loose_hands.referee_from_offence": lambda rules: gettext("ab dem {count}. Mal rufen").format(
        count=loose_hands(rules).referee_from_offence
    ),
    "loose_hands.extra_from_then": lambda rules: points(loose_hands(rules).extra_from_then),
    "loose_hands.count_over": choice(
        {
            Span.EVENT: gettext_noop("über die ganze Veranstaltung"),
            Span.SERIES: gettext_noop("in jeder Serie neu"),
        },
        lambda rules: loose_hands(rules).count_over,
    ),
    "offences.wrong_seat": choice(
        {
            WrongSeat.NONE: gettext_noop("nicht geregelt"),
            WrongSeat.SERIES_ZERO: gettext_noop("0 Punkte für diese Serie; die anderen behalten ihre"),
        },
        lambda rules: offences(rules).wrong_seat,
    ),
    "offences.count_at_end": choice(
        {
            CountAtEnd.NONE: gettext_noop("nicht geregelt"),
            CountAtEnd.DRAWN_UP_AND_COUNTED: gettext_noop(
                "zu wenige werden nachgezogen, zu viele alle gezählt"
            ),
        },
        lambda rules: offences(rules).count_at_end,
    ),
    "series.endings": lambda rules: one_of_these(
        [
            {
                Ending.ROUNDS: gettext("eine feste Zahl von Runden"),
                Ending.TARGET: gettext("bis zu einem Punkteziel"),
            }[ending]
            for ending in rules.series.endings
        ]
    ),
    "series.round_is": yes_no(
        gettext_noop("ein Spiel; das Geben geht reihum"),
        gettext_noop("so viele Spiele, wie am Tisch Plätze sind: jeder gibt einmal"),
        lambda rules: rules.series.one_deal,
    ),
    "series.rounds": rounds,
    "series.time_limit_minutes": lambda rules: (
        minutes(rules.series.time_limit_minutes)
        if rules.series.time_limit_minutes
        else gettext("ohne Grenze")
    ),
    "series.objection_minutes": lambda rules: (
        gettext("bis {minutes} nach der Annahme der Liste").format(
            minutes=minutes(rules.series.objection_minutes)
        )
        if rules.series.objection_minutes
        else gettext("keine Frist")
    ),
    "ranking.measures": measures,
    "loss_money.enabled": yes_no(
        gettext_noop("eingeschaltet"),
        gettext_noop("ausgeschaltet; die Beträge sind ein Vorschlag"),
        lambda rules: money(rules).enabled,
    ),
    "loss_money.counts": choice(
        {
            LossGame.CROSS: gettext_noop("für jedes Spiel mit Kreuz"),
            LossGame.UNOPENED: gettext_noop("für jedes Spiel, in dem man nicht eröffnet hat"),
        },
        lambda rules: money(rules).counts,
    ),
    "loss_money.first_games": lambda rules: gettext("die ersten {count} einer Liste").format(
        count=money(rules).first_games
    ),
    "loss_money.first_cents": lambda rules: euros(money(rules).first_cents),
    "loss_money.later_cents": lambda rules: euros(money(rules).later_cents),
}
