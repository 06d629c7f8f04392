"""Where the writer was wrong: sums that do not follow, points that the table does not give, feet that differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from scoring.rules import RuleSet
from scoring.sentence import Sentence, gettext_noop
from tournaments.reading.core.additions import Addition, additions
from tournaments.reading.core.evidence import BY, likely_numbers
from tournaments.reading.core.joint import Place, Understood, Written, own_words
from tournaments.reading.core.takings import added_wrongly

SURE, FOOT_SURE = 0.5, 0.9
PERHAPS = (
    0.25  # a slip of Augen that is less likely than a misread cell, whose entry is asked: told from here on
)
CLEAR = 0.98  # an addition of which every cell was seen so surely is not explained by misreading one of them
TAKINGS_SURE = 0.9  # by the basic rules: below, some hand of the row is asked, and that is likelier wrong
ODD_SURE = 0.995  # and where a foot is wrong by no such number as people who add are wrong by
SUMS_AT_FOOT = ("foot_augen", "foot_plus", "foot_points")
SUMS = ("augen_sum", "points_sum")
WRONG_SUMS = (
    gettext_noop("Spiel {game}, Platz {seat}: Augen {before} + {augen} sind nicht {after}."),
    gettext_noop("Spiel {game}, Platz {seat}: Punkte {before} + {points} sind nicht {after}."),
)
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
        *in_games(written, understood),
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


def read_away(written: Written, understood: Understood) -> dict[Place, Addition]:
    """Return wrong additions of a loser's Augen that the list explains by a misread cell, though a slip is not unlikely.

    All three cells were seen clearly, or the slip is nearly as likely. What was added is then what the sums say and not
    what its cell shows. The reader cannot know which of them is wrong, so the slip is told and the entry is asked.
    Points need none of this: they follow from the Augen.
    """
    way_of = {(row.game, seat): way for row in understood.rows for seat, way in row.ways.items()}
    found = {}
    for one in additions(written.cells, begins=written.begins):
        place = one.game, one.seat
        if one.column != SUMS[0] or place not in way_of:
            continue
        known, way = understood.passed[place], way_of[place]
        meant = replace(one, before=known.before[0], after=known.after[0])
        clear = meant == one and one.sure >= CLEAR
        if (clear or known.slips[0] > PERHAPS) and meant.wrong and not way.won and way.augen != one.added:
            found[place] = meant
    return found


def in_games(written: Written, understood: Understood) -> Iterator[ReadSlip]:
    clear = read_away(written, understood)
    for row in understood.rows:
        for seat, way in sorted(row.ways.items()):
            known = understood.passed[row.game, seat]
            for index, (column, text) in enumerate(zip(SUMS, WRONG_SUMS, strict=True)):
                added = (way.augen, way.points)[index]
                before, after, p = known.before[index], known.after[index], known.slips[index]
                told = clear.get((row.game, seat)) if column == SUMS[0] else None
                if told is not None:
                    added, p = told.added, max(p, SURE)
                elif p <= SURE or before + added == after:
                    continue
                values = {"game": row.game, "seat": seat, "before": before, "after": after}
                values["points" if index else "augen"] = added
                yield ReadSlip(game=row.game, seat=seat, column=column, p=p, sentence=Sentence(text, values))
            values = {"game": row.game, "seat": seat}
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
