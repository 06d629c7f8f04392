"""What is done at the table and no value of a rule set can say: counting, cutting, dealing, beginning, holding, counting aloud.

Most of it stands in one of the two tournament texts only; where the club's sheet is silent, the federation's order is
named. Nothing here is judged by the engine, but a referee has to find it.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from django.utils.translation import gettext, gettext_noop

from scoring.engine.cards import full_deck
from scoring.rules import RuleSet


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """One thing to do or not to do, with its paragraph in each text; empty where it does not belong."""

    name: str
    label: str
    text: str
    club: str = ""
    federation: str = ""
    basic: str = ""


POINTS = (
    Point(
        name="at_least_three",
        label=gettext_noop("Wie viele es braucht"),
        text=gettext_noop(
            "Rommé geht ab drei Leuten; wie viele an einem Tisch sitzen, steht unter „Tische“."
        ),
        federation="§1.1",
    ),
    Point(
        name="count_the_pack",
        label=gettext_noop("Karten zählen"),
        text=gettext_noop(
            "Wer die Liste führt (Platz 1), zählt vor jeder Serie alle {cards} Karten, auch die Joker."
        ),
        club="Regel 1",
        federation="§3.2, wie Vereinsregel 1",
    ),
    Point(
        name="choose_chairs",
        label=gettext_noop("Plätze wählen"),
        text=gettext_noop(
            "Platz 1 wählt am ausgelosten oder gesetzten Tisch seinen Stuhl; die anderen folgen im Uhrzeigersinn."
        ),
        club="wie Verbandsordnung §3.1",
        federation="§3.1",
    ),
    Point(
        name="first_dealer",
        label=gettext_noop("Wer zuerst gibt"),
        text=gettext_noop("Das Los: Platz 1 ist ausgelost und gibt zuerst, danach geht das Geben reihum."),
        basic="Das Geben",
    ),
    Point(
        name="dealing_order",
        label=gettext_noop("Wer gibt"),
        text=gettext_noop(
            "Das erste Spiel einer Runde gibt Platz 1, das nächste immer der linke Nachbar des letzten Gebers. So kommt der rechte Nachbar von Platz 1 in jeder Runde als Letzter dran."
        ),
        club="wie Verbandsordnung §4.1",
        federation="§4.1",
    ),
    Point(
        name="agree_first",
        label=gettext_noop("Vorher vereinbaren"),
        text=gettext_noop("Wie viele Runden gespielt werden, oder bis zu wie vielen Punkten."),
        basic="Rommé",
    ),
    Point(
        name="shuffle",
        label=gettext_noop("Mischen"),
        text=gettext_noop(
            "Der Geber mischt gründlich. Hat er dabei gestochen oder geblättert, mischt er vor dem Geben noch einmal durch."
        ),
        club="Regel 3, wie Verbandsordnung §4.3",
        federation="§4.2, §4.3",
    ),
    Point(
        name="cut",
        label=gettext_noop("Abheben"),
        text=gettext_noop(
            "Der rechte Nachbar des Gebers muss abheben, ohne darunterzuschauen: mindestens vier Karten weg, mindestens vier bleiben liegen. Was liegen blieb, kommt obenauf."
        ),
        club="Regel 3, wie Verbandsordnung §4.2/4.4",
        federation="§4.2, §4.4, wie Vereinsregel 3",
    ),
    Point(
        name="cut_for_absent",
        label=gettext_noop("Abheben für jemanden, der fehlt"),
        text=gettext_noop(
            "Der nächste rechts von ihm hebt ab, wenn der Abwesende es sich nicht vorbehalten hat. Fehlt jemand länger, entscheidet ein Schiedsrichter, wie es weitergeht."
        ),
        club="wie Verbandsordnung §4.5",
        federation="§4.5",
    ),
    Point(
        name="deal_and_count",
        label=gettext_noop("Geben und gleich zählen"),
        text=gettext_noop(
            "Eine Karte nach der anderen, links vom Geber beginnend. Jeder zählt sofort; erst wenn alle ihre Zahl bestätigt haben, wird die oberste Karte des Stapels aufgedeckt."
        ),
        club="Regel 3, wie Verbandsordnung §4.6",
        federation="§4.6, wie Vereinsregel 3",
    ),
    Point(
        name="deal",
        label=gettext_noop("Geben"),
        text=gettext_noop(
            "Eine Karte nach der anderen. Die nächste kommt offen auf den Tisch und beginnt den Ablagestapel, der Rest liegt verdeckt daneben."
        ),
        basic="Das Geben",
    ),
    Point(
        name="who_begins",
        label=gettext_noop("Wer anfängt"),
        text=gettext_noop(
            "Den ersten Zug hat der linke Nachbar des Gebers; danach geht es im Uhrzeigersinn weiter."
        ),
        club="Regel 3",
        federation="wie Vereinsregel 3",
        basic="Spiel",
    ),
    Point(
        name="wrong_dealer",
        label=gettext_noop("Es hat jemand gegeben, der nicht dran war"),
        text=gettext_noop(
            "Das Spiel zählt nicht, auch wenn es schon fertig gespielt ist, und auch dann nicht, wenn eine Runde damit endet."
        ),
        club="wie Verbandsordnung §4.10",
        federation="§4.10",
    ),
    Point(
        name="wrong_dealer_now",
        label=gettext_noop("Der Fehler liegt in der laufenden Runde"),
        text=gettext_noop("Vom ersten falsch gegebenen Spiel an wird alles noch einmal gespielt."),
        club="wie Verbandsordnung §4.11",
        federation="§4.11",
    ),
    Point(
        name="wrong_dealer_earlier",
        label=gettext_noop("Der Fehler liegt weiter zurück"),
        text=gettext_noop(
            "Oder niemand weiß mehr, wo er anfing: Was abgeschlossen ist, bleibt stehen. Nur die laufende Runde beginnt neu, und Platz 1 gibt."
        ),
        club="wie Verbandsordnung §4.12",
        federation="§4.12",
    ),
    Point(
        name="card_shown",
        label=gettext_noop("Eine Karte wird beim Geben offen"),
        text=gettext_noop("Ist der Geber schuld oder mit schuld, wird neu gegeben."),
        club="wie Verbandsordnung §4.7",
        federation="§4.7",
    ),
    Point(
        name="object_before",
        label=gettext_noop("Einspruch gegen Mischen, Abheben und Geben"),
        text=gettext_noop("Nur, solange niemand seine Karten aufgenommen hat."),
        club="wie Verbandsordnung §4.9",
        federation="§4.9",
    ),
    Point(
        name="taken",
        label=gettext_noop("Gezogen ist eine Karte,"),
        text=gettext_noop("sobald sie sichtbar vom Stapel abgehoben ist."),
        club="Regel 4",
        federation="§5.9",
    ),
    Point(
        name="out_of_turn",
        label=gettext_noop("Eine Karte außer der Reihe"),
        text=gettext_noop(
            "Nimmt jemand eine Karte, der nicht an der Reihe ist, kommt sie an dieselbe Stelle zurück."
        ),
        club="wie Verbandsordnung §5.10",
        federation="§5.10",
    ),
    Point(
        name="lies",
        label=gettext_noop("Was liegt, das liegt"),
        text=gettext_noop(
            "Eine Auslage wird nur noch länger: Niemand nimmt eine Karte heraus oder setzt sie um. Getauscht wird nur ein Joker gegen die Karte, für die er steht."
        ),
        club="Regel 6, Regel 9",
        federation="§5.3, §5.7",
    ),
    Point(
        name="lies_without_jokers",
        label=gettext_noop("Was liegt, das liegt"),
        text=gettext_noop(
            "Eine Auslage wird nur noch länger: Niemand nimmt eine Karte heraus, um sie anderswo anzulegen."
        ),
        basic="Anlegen",
    ),
    Point(
        name="hold_above",
        label=gettext_noop("Karten halten"),
        text=gettext_noop(
            "Über der Tischkante, dass man sie sieht. Wer gefragt wird, sagt, wie viele Karten er hält."
        ),
        club="wie Verbandsordnung §5.13",
        federation="§5.13",
    ),
    Point(
        name="nobody_lays_on",
        label=gettext_noop("Wenn einer fertig ist"),
        text=gettext_noop(
            "Die Runde ist sofort zu Ende: Niemand legt noch etwas aus, an oder ab, auch wenn er könnte."
        ),
        basic="Spiel",
    ),
    Point(
        name="count_aloud",
        label=gettext_noop("Zählen am Ende"),
        text=gettext_noop(
            "Alle legen ihre Karten offen hin. Gezählt wird laut und auf Deutsch, einer nach dem anderen im Uhrzeigersinn; der linke Nachbar zählt mit. Dann erst kommen die Augen auf die Liste."
        ),
        club="Regel 11, Regel 15, wie Verbandsordnung §6.2",
        federation="§6.2, wie Vereinsregel 11",
    ),
)


def paragraph_of(rules: RuleSet, point: Point) -> str:
    """Where it stands for this rule set; a variant follows the text that it was made from."""
    if not rules.family.by_table:
        return point.basic
    return point.federation if rules.law.cite("wrong_count").startswith("§") else point.club


def points_at_table(rules: RuleSet) -> Iterator[tuple[Point, str, str]]:
    """Every point that belongs to a rule set, with its words in the language of the page and its paragraph."""
    for point in POINTS:
        paragraph = paragraph_of(rules, point)
        if paragraph:
            text = gettext(point.text).format(cards=len(full_deck(rules.law)))
            yield point, text, paragraph
