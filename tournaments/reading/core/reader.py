"""Reads: pictures of pages become lists with a probability for every entry, or a sentence that says why not."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np

from scoring.rules import RuleSet
from scoring.sentence import Sentence, gettext_noop
from tournaments.reading.core.additions import additions
from tournaments.reading.core.cells import DOTS, STRAIGHT, Look, cut, width_of
from tournaments.reading.core.chances import Reading, mean, readings
from tournaments.reading.core.evidence import Way
from tournaments.reading.core.form import Form, FormCell
from tournaments.reading.core.joint import Place, Row, Understood, Written, feet_of, texts_meant, understood
from tournaments.reading.core.net import log_chances
from tournaments.reading.core.page import (
    Code,
    Found,
    Template,
    believable,
    best_page,
    codes_in,
    outside,
    template_of,
)
from tournaments.reading.core.rows import kept, without_struck
from tournaments.reading.core.screen import shows_screen
from tournaments.reading.core.settling import Question, Settled, settlements
from tournaments.reading.core.slips import SUMS_AT_FOOT, ReadSlip, read_away, slips_of

ASK = 0.995  # what is less sure than this is asked; chosen on validation lists (decisions 0226, 0360), like the next two
ASK_UNWRITTEN = 0.985  # and where the writer keeps no sums of Augen
ASK_BASIC = 0.98  # and by the basic rules, which know none, but whose winner adds them up
ASK_IN_ALARM = 0.9995  # and in a column whose sums do not fit
NEVER_SURER = 0.9999
SAID = (
    0.0,
    0.5,
    0.8,
    0.9,
    0.95,
    0.975,
    0.985,
    1.0,
)  # what the weighing says of an entry, and how often it was right
KEPT = (
    0.0,
    0.4,
    0.72,
    0.86,
    0.93,
    0.965,
    0.985,
    1.0,
)  # on validation lists: what is doubtful had promised too much
UNFIT = 0.05  # a foot that says less for its column's sum does not bear it out
CERTAIN = 1.0  # nothing is as sure as this: all is asked
KEPT_UP = ("augen", "augen_sum", "points", "points_sum")
STRANGE, STRANGE_ALONE = (
    0.28,
    0.12,
)  # cells that alone say something else than the list, of all and of a column: beyond
# this all is asked as in an alarm; where no sums of Augen help, sooner
FOREIGN, FOREIGN_ALONE = 0.32, 0.24  # and beyond this every entry is asked
LEFT_OUT = 0.15  # whoever leaves cells of a column empty oftener than this does so on purpose
LEAST_TYPED, ASKED_AT_MOST = (
    8,
    0.6,
)  # questions; a list of which more of the entries would be asked is typed sooner
LOOKED_AT_AGAIN = 0.98  # cells that are less sure are looked at otherwise too
ALONE, ALONE_AGAIN = (
    ("augen", "foot_augen"),
    0.9995,
)  # and what is less sure of Augen that no running sum repeats
MOST_LEFT_OUT = 0.5  # so few of the sums are there where they are left out
LOOKS: tuple[Look, ...] = ((0.14, 1.0, 1.0), (-0.14, 1.0, 1.0), (0.0, 1.0, 1.25), (0.0, 0.9, 1.0))
STEADY = 0.3  # in no ninth of the table fewer of the lines are where they are looked for; right pages have 0.6 and more
WORTH_KNOWING = 0.6  # an empty cell

NO_LIST = Sentence(
    gettext_noop(
        "Auf diesem Bild ist keine Spielliste zu erkennen. Bitte das ganze Blatt von oben aufnehmen, bei gutem Licht."
    )
)
CUT_OFF = Sentence(
    gettext_noop(
        "Ein Teil der Liste ist abgeschnitten. Bitte so aufnehmen, dass alle vier Ecken zu sehen sind."
    )
)
NOT_FLAT = Sentence(
    gettext_noop(
        "Das Blatt ist zu stark gebogen oder verdeckt: Nicht alle Linien sind zu finden. Bitte flach hinlegen und noch einmal aufnehmen."
    )
)
TWO_LISTS = Sentence(gettext_noop("Auf diesem Bild liegen zwei Listen. Bitte jede einzeln aufnehmen."))
SCREEN = Sentence(
    gettext_noop("Das ist das Foto eines Bildschirms. Bitte das Blatt Papier selbst aufnehmen.")
)
BLANK = Sentence(gettext_noop("Diese Liste ist leer: Es steht noch nichts darauf."))
TOO_FOREIGN = Sentence(
    gettext_noop("Diese Handschrift liest das Programm nicht sicher genug. Bitte diese Liste tippen.")
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadPage:
    """One picture that was looked at."""

    code: str  # what its QR code says; empty if there was none to read
    refused: Sentence | None
    sheet: int = 1
    turned: bool = False
    cells: Mapping[FormCell, Reading] = field(default_factory=dict)
    found: Found | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadEntry:
    """What one seat had in one game, and how sure that is."""

    game: int
    seat: int
    way: Way
    p: float
    asked: bool
    others: tuple[tuple[Way, float], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ListRead:
    """A list as it was read from its pages."""

    entries: tuple[ReadEntry, ...]
    rows: tuple[Row, ...]
    slips: tuple[ReadSlip, ...]
    feet: Mapping[tuple[int, str], Reading]
    refused: Sentence | None
    printed: Mapping[int, int] = field(default_factory=dict)  # game → row, where a row above is crossed out
    settles: tuple[Settled, ...] = ()  # what need not be asked after an answer

    @property
    def asked(self) -> tuple[ReadEntry, ...]:
        return tuple(entry for entry in self.entries if entry.asked)


def templates_of(form: Form, pages: Sequence[np.ndarray]) -> tuple[Template, ...]:
    """From pictures of the blank pages with `DOTS` pixels to a millimetre."""
    return tuple(template_of(form, number, page) for number, page in enumerate(pages, 1))


def look(grey: np.ndarray, templates: Sequence[Template], codes: Sequence[Code] | None = None) -> ReadPage:
    """Find the list in a picture and read its cells; what they mean together is weighed later."""
    codes = codes_in(grey) if codes is None else codes
    code = codes[0].text if codes else ""
    if len(codes) > 1 and apart(codes):
        return ReadPage(code="", refused=TWO_LISTS)
    found, second = best_page(grey, templates)
    if found is None:
        return ReadPage(code=code, refused=NO_LIST)
    refused = unreadable_for(grey, found, templates[0].form, second is not None)
    if refused is not None:
        return ReadPage(
            code=code, refused=refused, sheet=found.sheet, found=None if refused is NO_LIST else found
        )
    cells = read_cells(found)
    blank = not any(one.empty < WORTH_KNOWING for cell, one in cells.items() if cell.column != "signature")
    return ReadPage(
        code=code,
        refused=BLANK if blank else None,
        sheet=found.sheet,
        turned=found.turned,
        cells=cells,
        found=found,
    )


def unreadable_for(grey: np.ndarray, found: Found, form: Form, two: bool) -> Sentence | None:
    """Why a page that was found is not read. A screen's grid disturbs the lines that it shows, so it is asked for before them."""
    if not believable(found):
        return SCREEN if shows_screen(grey, found) else NO_LIST
    if two:
        return TWO_LISTS
    if shows_screen(grey, found):
        return SCREEN
    if outside(found, form, (grey.shape[0], grey.shape[1])):
        return CUT_OFF
    return NOT_FLAT if found.steady < STEADY else None


def apart(codes: Sequence[Code]) -> bool:
    """Two codes at two places: the same one read twice does not count."""
    first, second = codes[0].corners.mean(axis=0), codes[1].corners.mean(axis=0)
    side = float(np.linalg.norm(codes[0].corners[0] - codes[0].corners[1]))
    return float(np.linalg.norm(first - second)) > side


def read_cells(found: Found) -> dict[FormCell, Reading]:
    groups: dict[int, list[FormCell]] = defaultdict(list)
    for cell in found.boxes:
        if cell.column != "signature":
            groups[width_of(cell)].append(cell)
    known: dict[FormCell, Reading] = {}
    for group in groups.values():
        known.update(zip(group, seen(found, group, STRAIGHT), strict=True))
    alone = augen_stand_alone(known)
    at_odds = cells_at_odds(known, begins=found.sheet == 1)
    for group in groups.values():
        doubtful = [
            cell
            for cell in group
            if cell in at_odds
            or known[cell].sure < (ALONE_AGAIN if alone and cell.column in ALONE else LOOKED_AT_AGAIN)
        ]
        if doubtful:
            looks = [seen(found, doubtful, look) for look in LOOKS]
            for number, cell in enumerate(doubtful):
                known[cell] = mean([known[cell], *(look[number] for look in looks)])
    return known


def cells_at_odds(known: Mapping[FormCell, Reading], *, begins: bool) -> set[FormCell]:
    """Return the cells of additions that do not add up: the writer slipped, or one of them was misread."""
    cells: dict[Place, dict[str, Reading]] = defaultdict(dict)
    for cell, reading in known.items():
        if cell.game and cell.seat:
            cells[cell.game, cell.seat][cell.column] = reading
    places = {place for one in additions(cells, begins=begins) if one.wrong for place in one.places}
    return {cell for cell in known if ((cell.game, cell.seat), cell.column) in places}


def augen_stand_alone(known: Mapping[FormCell, Reading]) -> bool:
    """The form has running sums of Augen, and this writer leaves them out."""
    sums = [one.empty for cell, one in known.items() if cell.column == "augen_sum"]
    augen = [one.empty for cell, one in known.items() if cell.column == "augen"]
    return bool(sums) and len(sums) - sum(sums) < MOST_LEFT_OUT * (len(augen) - sum(augen))


def seen(found: Found, group: Sequence[FormCell], look: Look) -> list[Reading]:
    """Cells of one width, each read once."""
    pictures = cut(found.page, group, found.boxes, look)
    return readings(log_chances(pictures), [cell.column for cell in group])


def written_of(pages: Sequence[ReadPage]) -> Written:
    """The cells of all pages of one list; rows in which nothing stands were not played."""
    cells: dict[tuple[int, int], dict[str, Reading]] = defaultdict(dict)
    finishes, feet = {}, {}
    for page in pages:
        for cell, reading in page.cells.items():
            if cell.column == "finish":
                finishes[cell.game] = reading
            elif cell.game:
                cells[cell.game, cell.seat][cell.column] = reading
            else:
                feet[cell.seat, cell.column] = reading
    rows = kept(cells, finishes)
    played = {game for game in rows.finishes if row_written(game, rows.cells)}
    return Written(
        cells={place: columns for place, columns in rows.cells.items() if place[0] in played},
        finishes={game: reading for game, reading in rows.finishes.items() if game in played},
        feet={place: without_struck(reading) for place, reading in feet.items()},
        begins=any(page.sheet == 1 for page in pages),
        struck=rows.struck,
        printed=rows.printed if rows.moved else {},
    )


def row_written(game: int, cells: Mapping[tuple[int, int], Mapping[str, Reading]]) -> bool:
    """At least two seats have something in this row."""
    own = [columns for (number, _seat), columns in cells.items() if number == game]
    return sum(any(one.empty < 0.4 for one in columns.values()) for columns in own) >= 2


def read(rules: RuleSet, pages: Sequence[ReadPage]) -> ListRead:
    """All pages of one list together."""
    written = written_of(pages)
    if not written.cells:
        return ListRead(entries=(), rows=(), slips=(), feet={}, refused=BLANK)
    known = understood(rules, written)
    slips = slips_of(rules, written, known)
    alarmed = {slip.seat for slip in slips if slip.column in SUMS_AT_FOOT}
    unfit = columns_unfit(known)
    limits = limits_of(rules, written, known)
    bare = bare_games(written, known)
    torn = set(read_away(written, known))
    entries = tuple(
        entry
        for row in known.rows
        for entry in read_entries(row, alarmed, unfit, whole_limits(row, limits, bare, torn))
    )
    return ListRead(
        entries=entries,
        rows=known.rows,
        slips=slips,
        feet=written.feet,
        refused=TOO_FOREIGN if longer_than_typing(entries) else None,
        printed=written.printed,
        settles=settlements(known.table, questions_of(entries, alarmed, bare, torn, limits)),
    )


def whole_limits(row: Row, limits: Mapping[int, float], bare: set[int], torn: set[Place]) -> dict[int, float]:
    """Return from which probability on each seat of a game is not asked; what is bare or torn is asked in any case."""
    return {
        seat: CERTAIN if row.game in bare or (row.game, seat) in torn else limits[seat] for seat in row.ways
    }


def questions_of(
    entries: Sequence[ReadEntry],
    alarmed: set[int],
    bare: set[int],
    torn: set[Place],
    limits: Mapping[int, float],
) -> list[Question]:
    """List what is asked for being doubtful; what is asked in any case (alarms, bare games, slips) is settled by nothing."""
    return [
        Question(
            place=(one.game, one.seat),
            ways=(one.way, *(way for way, _p in one.others)),
            limit=limits[one.seat],
        )
        for one in entries
        if one.asked
        and one.seat not in alarmed
        and one.game not in bare
        and (one.game, one.seat) not in torn
        and limits[one.seat] < CERTAIN
    ]


def read_entries(
    row: Row, alarmed: set[int], unfit: set[int], limits: Mapping[int, float]
) -> list[ReadEntry]:
    found = []
    for seat, way in sorted(row.ways.items()):
        p = min(float(np.interp(row.chances[seat], SAID, KEPT)), NEVER_SURER)
        least = ASK_IN_ALARM if seat in alarmed else ASK if seat in unfit else 0.0
        asked = p < max(least, limits[seat])
        found.append(ReadEntry(game=row.game, seat=seat, way=way, p=p, asked=asked, others=row.others[seat]))
    return found


def columns_unfit(known: Understood) -> set[int]:
    """Columns of Augen whose foot is there and says nothing like their sum, be it ever so hard to read."""
    last = {seat: known.passed[row.game, seat].after[0] for row in known.rows for seat in row.ways}
    found = set()
    for seat, total in last.items():
        foot = feet_of(known.table, seat)[0]
        if foot is not None and foot.texts.get(str(total), 0.0) < UNFIT:
            found.add(seat)
    return found


def bare_games(written: Written, known: Understood) -> set[int]:
    """Games of which a seat lacks several cells that this writer fills otherwise: a reflection or a spot, and all of it is asked."""
    lacking: Counter[Place] = Counter()
    for (game, seat), columns in written.cells.items():
        lacking[game, seat] += sum(
            reading.empty > 0.5
            for column, reading in columns.items()
            if column in KEPT_UP and known.habits.left_out(column) < LEFT_OUT
        )
    return {game for (game, _seat), count in lacking.items() if count >= 2}


def unwritten(rules: RuleSet, known: Understood) -> bool:
    """A tournament list whose writer adds nothing up before the foot."""
    return rules.family.by_table and known.habits.left_out("augen_sum") >= 0.5


def limit_of(rules: RuleSet, known: Understood) -> float:
    """What is asked of an ordinary hand: less where nothing says twice what each seat's Augen were."""
    if not rules.family.by_table:
        return ASK_BASIC
    return ASK_UNWRITTEN if unwritten(rules, known) else ASK


def limits_of(rules: RuleSet, written: Written, known: Understood) -> dict[int, float]:
    """Return from which probability on each seat is not asked: stricter, the less its cells agree with the list.

    One bad column is asked as a whole and leaves the others as they are.
    """
    helped = rules.family.by_table and not unwritten(rules, known)
    strange, foreign = (STRANGE, FOREIGN) if helped else (STRANGE_ALONE, FOREIGN_ALONE)
    weights = disagreements(written, known)
    whole = share([weight for one in weights.values() for weight in one])
    limits = {}
    for seat in {seat for row in known.rows for seat in row.ways}:
        own = share(weights.get(seat, []))
        limits[seat] = (
            CERTAIN
            if max(own, whole) > foreign
            else ASK_IN_ALARM
            if max(own, whole) > strange
            else limit_of(rules, known)
        )
    return limits


def longer_than_typing(entries: Sequence[ReadEntry]) -> bool:
    """Whether so much would be asked that a list is typed sooner."""
    return sum(entry.asked for entry in entries) > max(LEAST_TYPED, ASKED_AT_MOST * len(entries))


def share(weights: Sequence[float]) -> float:
    """Return the mean; of nothing 0."""
    return sum(weights) / len(weights) if weights else 0.0


def disagreements(written: Written, known: Understood) -> dict[int, list[float]]:
    """Return for each cell of a seat how surely it alone says something else than the list as it was understood.

    A cell that says itself that it is doubtful, as in a blurred picture, disagrees with nothing.
    """
    found: dict[int, list[float]] = defaultdict(list)
    for (game, seat, column), text in texts_meant(known).items():
        reading = written.cells[game, seat].get(column)
        if reading is None:
            continue
        empty = reading.empty > 0.5
        if empty and (text == "0" or known.habits.left_out(column) > LEFT_OUT):
            continue
        other = empty or (reading.best != text and not (text == "0" and reading.best in ("-", "")))
        found[seat].append(reading.sure if other else 0.0)
    return found


__all__ = ["DOTS", "ListRead", "ReadEntry", "ReadPage", "look", "read", "templates_of"]
