"""Refuses rule sets whose values contradict each other, each with a sentence that says what to mend."""

from __future__ import annotations

from itertools import pairwise

from scoring.engine.law import GoingOut, JokerShare
from scoring.rules.schema import (
    SECTION_OF,
    Bracket,
    Ending,
    Measure,
    PointsTable,
    RulesError,
    RuleSet,
    described,
)
from scoring.sentence import gettext_noop

# The widest that each number of the cards may be: beyond it somebody has mistyped. The others: schema.py.
CARD_SPANS = {
    "cards.decks": (1, 4),
    "cards.jokers": (0, 12),
    "cards.joker_held": (0, 50),
    "cards.ace_held": (0, 50),
    "cards.court_held": (0, 50),
    "melds.ace_low_melded": (0, 50),
    "melds.ace_high_melded": (0, 50),
    "melds.group_max": (3, 4),
    "turn.opening_augen": (0, 100),
    "turn.melds_per_turn": (0, 4),
}
POINT_SPAN = (-99, 99)
AUGEN_MOST = 880  # two packs and six jokers, all of them
BRACKETS_MOST = 8


def check_consistency(rules: RuleSet) -> None:
    """Stop at the first thing that cannot be."""
    check_spans(rules.law, CARD_SPANS)
    for name in SECTION_OF:
        check_described(name, getattr(rules, name))
    check_cards(rules)
    check_table(rules)
    check_series_rules(rules)
    if rules.points is not None:
        check_brackets(rules.points.opened, "points.opened")
        check_brackets(rules.points.unopened, "points.unopened")
        check_finishes(rules.points)
        check_super(rules, rules.points)


def within(value: int, span: tuple[int, int], place: str) -> None:
    least, most = span
    if value < least:
        raise RulesError(
            gettext_noop("{value} ist zu klein, mindestens {least}."), place=place, value=value, least=least
        )
    if value > most:
        raise RulesError(
            gettext_noop("{value} ist zu groß, höchstens {most}."), place=place, value=value, most=most
        )


def check_spans(values: object, spans: dict[str, tuple[int, int]]) -> None:
    for place, span in spans.items():
        within(getattr(values, place.partition(".")[2]), span, place)


def check_described(section: str, values: object | None) -> None:
    """The numbers of a section that this rule set has, against the span that each is described with."""
    for key, what in described(section).items() if values is not None else ():
        if what.least is not None and what.most is not None:
            within(getattr(values, key), (what.least, what.most), f"{section}.{key}")


def check_cards(rules: RuleSet) -> None:
    law = rules.law
    if law.jokers and law.joker_share is JokerShare.NONE:
        raise RulesError(
            gettext_noop(
                "Mit Jokern im Spiel braucht es eine Regel, wie viele davon eine Auslage haben darf."
            ),
            place="melds.joker_share",
        )
    deck = 52 * law.decks + law.jokers
    for players, cards in law.hand_cards.items():
        if players < 2 or cards < 1:
            raise RulesError(
                gettext_noop("Es spielen mindestens zwei, und jeder bekommt mindestens eine Karte."),
                place="table.hand_cards",
            )
        if players * cards >= deck:
            raise RulesError(
                gettext_noop(
                    "{players} Spieler mit je {cards} Karten brauchen mehr, als das Spiel hat ({deck})."
                ),
                place="table.hand_cards",
                players=players,
                cards=cards,
                deck=deck,
            )


def check_table(rules: RuleSet) -> None:
    table = rules.table
    if not table.sizes or min(table.sizes) < 2 or max(table.sizes) > 6:
        raise RulesError(gettext_noop("Ein Tisch hat 2 bis 6 Plätze."), place="table.sizes")
    for place, some in {
        "table.preferred_size": (table.preferred_size,),
        "table.dealer_sits_out_at": table.dealer_sits_out_at,
    }.items():
        for size in some:
            if size not in table.sizes:
                raise RulesError(
                    gettext_noop("{size} steht nicht unter den Tischgrößen."), place=place, size=size
                )
    for size in table.sizes:
        playing = size - 1 if table.dealer_sits_out(size) else size
        if playing not in rules.law.hand_cards:
            raise RulesError(
                gettext_noop("Für {playing} Mitspieler fehlt die Zahl der Handkarten."),
                place="table.hand_cards",
                playing=playing,
            )


def check_series_rules(rules: RuleSet) -> None:
    if Ending.ROUNDS not in rules.series.endings:
        raise RulesError(
            gettext_noop("Eine feste Zahl von Runden muss immer möglich sein."), place="series.endings"
        )
    if not rules.measures or len(set(rules.measures)) != len(rules.measures):
        raise RulesError(
            gettext_noop("Jede Wertung steht genau einmal in der Liste."), place="ranking.measures"
        )
    if Measure.LOT in rules.measures[:-1]:
        raise RulesError(gettext_noop("Das Los entscheidet zuletzt."), place="ranking.measures")


def check_brackets(brackets: tuple[Bracket, ...], place: str) -> None:
    """Brackets run from 0 upwards without a gap and without an overlap; the last is open above."""
    if not brackets or brackets[0].first != 0:
        raise RulesError(gettext_noop("Die erste Stufe beginnt bei 0 Augen."), place=f"{place}[0]")
    if len(brackets) > BRACKETS_MOST:
        raise RulesError(
            gettext_noop("Mehr als {most} Stufen sind nicht vorgesehen."),
            place=f"{place}[{BRACKETS_MOST}]",
            most=BRACKETS_MOST,
        )
    for row, bracket in enumerate(brackets):
        within(bracket.first, (0, AUGEN_MOST), f"{place}[{row}]")
        within(bracket.points, POINT_SPAN, f"{place}[{row}]")
    for row, (lower, upper) in enumerate(pairwise(brackets), start=1):
        check_neighbours(lower, upper, f"{place}[{row - 1}]", f"{place}[{row}]")
    if brackets[-1].last is not None:
        raise RulesError(
            gettext_noop("Die letzte Stufe muss nach oben offen sein: „bis“ leer lassen."),
            place=f"{place}[{len(brackets) - 1}]",
        )


def check_neighbours(lower: Bracket, upper: Bracket, here: str, there: str) -> None:
    """Two brackets, one above the other; what is wrong stands at the one that has to be mended."""
    if lower.last is None:
        raise RulesError(
            gettext_noop("Nur die letzte Stufe ist nach oben offen: hier fehlt „bis“."), place=here
        )
    values = {"first": lower.first, "last": lower.last, "next": lower.last + 1}
    if lower.last < lower.first:
        raise RulesError(
            gettext_noop("Die Stufe von {first} bis {last} endet vor ihrem Anfang."), place=here, **values
        )
    if upper.first <= lower.last:
        raise RulesError(
            gettext_noop(
                "Überschneidung: Die Stufe davor geht bis {last}. Diese muss bei {next} beginnen, nicht bei {found}."
            ),
            place=there,
            found=upper.first,
            **values,
        )
    if upper.first > lower.last + 1:
        raise RulesError(
            gettext_noop(
                "Lücke: Die Stufe davor geht nur bis {last}. Diese muss bei {next} beginnen, nicht bei {found}."
            ),
            place=there,
            found=upper.first,
            **values,
        )
    if upper.points >= lower.points:
        raise RulesError(
            gettext_noop("Mehr Augen müssen weniger Punkte bringen als die Stufe davor."), place=there
        )


def check_finishes(points: PointsTable) -> None:
    for name in ("plain", "hand_with_layoff", "hand"):
        within(getattr(points, name), POINT_SPAN, f"points.{name}")
    if points.unopened[0].points > points.opened[-1].points:
        raise RulesError(
            gettext_noop("Wer nicht eröffnet hat, darf nicht mehr bekommen als wer eröffnet hat."),
            place="points.unopened[0]",
        )
    best_loser = max(points.opened[0].points, 0)  # who has not opened never gets more
    if points.plain <= best_loser:
        raise RulesError(
            gettext_noop("Rommé muss mehr zählen als jeder Verlierer bekommt, also mehr als {best}."),
            place="points.plain",
            best=best_loser,
        )
    if points.hand_with_layoff < points.plain:
        raise RulesError(
            gettext_noop("Hand-Rommé mit Anlegen muss mindestens so viel zählen wie Rommé ({least})."),
            place="points.hand_with_layoff",
            least=points.plain,
        )
    if points.hand < points.hand_with_layoff:
        raise RulesError(
            gettext_noop("Hand-Rommé muss mindestens so viel zählen wie Hand-Rommé mit Anlegen ({least})."),
            place="points.hand",
            least=points.hand_with_layoff,
        )


def check_super(rules: RuleSet, points: PointsTable) -> None:
    """A Superrommé counts exactly where a game may end without a discard."""
    allowed = rules.law.going_out is GoingOut.DISCARD_OR_SUPER
    if points.super is None:
        if allowed:
            raise RulesError(
                gettext_noop("Wenn das Spiel ohne Ablegen enden darf, braucht Superrommé einen Wert."),
                place="points.super",
            )
        return
    within(points.super, POINT_SPAN, "points.super")
    if not allowed:
        raise RulesError(
            gettext_noop(
                "Superrommé kann nur zählen, wenn das Spiel ohne Ablegen enden darf (turn.going_out)."
            ),
            place="points.super",
        )
    if points.super < points.hand:
        raise RulesError(
            gettext_noop("Superrommé muss mindestens so viel zählen wie Hand-Rommé ({least})."),
            place="points.super",
            least=points.hand,
        )
