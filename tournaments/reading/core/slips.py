"""Where the writer was wrong: sums that do not follow, points that the table does not give, feet that differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from scoring.rules import RuleSet
from scoring.sentence import Sentence, gettext_noop
from tournaments.reading.core.evidence import BY, likely_numbers
from tournaments.reading.core.joint import Understood, Written, own_words
from tournaments.reading.core.takings import added_wrongly

SURE, FOOT_SURE = 0.5, 0.9
TAKINGS_SURE = 0.9  # by the basic rules: below, some hand of the row is asked, and that is likelier wrong
ODD_SURE = 0.995  # and where a foot is wrong by no such number as people who add are wrong by
SUMS_AT_FOOT = ("foot_augen", "foot_plus", "foot_points")
NOTES = ("row", "foot_penalties")  # what is told beside slips: nobody was wrong there


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadSlip:
    """One slip, and the sentence that tells it. Game 0 is the foot."""

    game: int
    seat: int
    column: str
    p: float
    sentence: Sentence


def slips_of(rules: RuleSet, written: Written, understood: Understood) -> tuple[ReadSlip, ...]:
    return (
        *crossed_out(written),
        *in_games(understood),
        *takings(rules, understood),
        *at_feet(rules, written, understood),
        *told_penalties(written),
    )


def crossed_out(written: Written) -> Iterator[ReadSlip]:
    """Rows that somebody struck: told above everything else, for the games after them may have moved."""
    for row in written.struck:
        sentence = Sentence(
            gettext_noop(
                "Zeile {row} ist durchgestrichen: Die Spiele danach stehen eine Zeile tiefer als gedruckt. Bitte vergleichen."
            )
            if written.printed
            else gettext_noop("Zeile {row} ist durchgestrichen: Bitte Spiel {row} vom Papier ergänzen."),
            {"row": row},
        )
        yield ReadSlip(game=row, seat=0, column="row", p=1.0, sentence=sentence)


def told_penalties(written: Written) -> Iterator[ReadSlip]:
    """Penalties are a referee's: what stands at the foot is told and never written by the reader."""
    for (seat, column), reading in sorted(written.feet.items()):
        points = reading.best.removeprefix("-")
        if (
            column == "foot_penalties"
            and points.isdigit()
            and int(points) > 0
            and reading.texts[reading.best] > FOOT_SURE
        ):
            sentence = Sentence(
                gettext_noop(
                    "Platz {seat}: Unten stehen {points} Strafpunkte. Auf die Liste schreibt sie ein Schiedsrichter."
                ),
                {"seat": seat, "points": int(points)},
            )
            yield ReadSlip(game=0, seat=seat, column=column, p=reading.texts[reading.best], sentence=sentence)


def in_games(understood: Understood) -> Iterator[ReadSlip]:
    for row in understood.rows:
        for seat, way in sorted(row.ways.items()):
            known = understood.passed[row.game, seat]
            values = {"game": row.game, "seat": seat}
            if known.slips[0] > SURE and known.before[0] + way.augen != known.after[0]:
                sentence = Sentence(
                    gettext_noop("Spiel {game}, Platz {seat}: Augen {before} + {augen} sind nicht {after}."),
                    values | {"before": known.before[0], "augen": way.augen, "after": known.after[0]},
                )
                yield ReadSlip(
                    game=row.game, seat=seat, column="augen_sum", p=known.slips[0], sentence=sentence
                )
            if known.slips[1] > SURE and known.before[1] + way.points != known.after[1]:
                sentence = Sentence(
                    gettext_noop(
                        "Spiel {game}, Platz {seat}: Punkte {before} + {points} sind nicht {after}."
                    ),
                    values | {"before": known.before[1], "points": way.points, "after": known.after[1]},
                )
                yield ReadSlip(
                    game=row.game, seat=seat, column="points_sum", p=known.slips[1], sentence=sentence
                )
            if row.contradicted[seat] > SURE:
                sentence = Sentence(
                    gettext_noop(
                        "Spiel {game}, Platz {seat}: Für {augen} Augen stehen falsche Punkte auf dem Papier."
                    )
                    if row.misscored[seat] > SURE
                    else gettext_noop(
                        "Spiel {game}, Platz {seat}: Die Punkte passen nicht zu {augen} Augen und zum Haken für „geöffnet“."
                    ),
                    values | {"augen": way.augen},
                )
                yield ReadSlip(
                    game=row.game, seat=seat, column="points", p=row.contradicted[seat], sentence=sentence
                )


def takings(rules: RuleSet, understood: Understood) -> Iterator[ReadSlip]:
    """By the basic rules: the winner's points are the others' Augen together, unless he added wrongly."""
    if rules.family.by_table:
        return
    for row in understood.rows:
        if row.winner is None:
            continue
        augen = sum(way.augen for seat, way in row.ways.items() if seat != row.winner)
        seats = {seat: understood.table.ways[row.game, seat] for seat in row.ways}
        words = {seat: own_words(understood.table, (row.game, seat)) for seat in seats}
        p = added_wrongly(seats, words, row.winner)
        points = row.ways[row.winner].points
        if points != augen and p > TAKINGS_SURE:
            sentence = Sentence(
                gettext_noop(
                    "Spiel {game}, Platz {seat}: Die Augen der anderen ergeben {sum}, als Punkte steht {points} da."
                ),
                {"game": row.game, "seat": row.winner, "sum": augen, "points": points},
            )
            yield ReadSlip(game=row.game, seat=row.winner, column="points", p=p, sentence=sentence)


def at_feet(rules: RuleSet, written: Written, understood: Understood) -> Iterator[ReadSlip]:
    """The foot against the last sums of its column, where both can be read."""
    last: dict[int, tuple[int, int]] = {}
    for row in understood.rows:
        for seat in row.ways:
            last[seat] = understood.passed[row.game, seat].after
    columns: Mapping[str, int] = (
        {"foot_augen": 0, "foot_plus": 1} if rules.family.by_table else {"foot_points": 1}
    )
    for seat, sums in sorted(last.items()):
        for column, place in columns.items():
            reading = written.feet.get((seat, column))
            if reading is None or reading.empty > 0.5:
                continue
            numbers = likely_numbers(reading, 9999)
            best = max(numbers, key=lambda number: numbers[number], default=None)
            if (
                best is not None
                and best != sums[place]
                and numbers[best] > (FOOT_SURE if abs(best - sums[place]) in BY else ODD_SURE)
                and numbers.get(sums[place], 0.0) < 0.01
            ):
                sentence = Sentence(
                    gettext_noop("Platz {seat}: Unten steht {written}, die Spiele ergeben {sum}."),
                    {"seat": seat, "written": best, "sum": sums[place]},
                )
                yield ReadSlip(game=0, seat=seat, column=column, p=numbers[best], sentence=sentence)
