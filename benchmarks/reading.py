"""Lists read from photos and scans: made-up sheets of hands never learnt, or a club's own (READING_SHEETS).

READING_MNIST names the folder with MNIST's files, READING_FONTS the one with handwriting fonts (docs/reading.md says where
they come from); without them only hands of our own strokes are measured. Every set has its seed; the hands, fonts and
digits of a set are not among those that training has seen.
"""

from __future__ import annotations

import json
import os
import resource
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np

from benchmarks.harness import Figure, note
from benchmarks.reading_games import filled
from benchmarks.reading_hands import Digits, Hand, fonts, mnist, of_font, of_samples, small_digits
from benchmarks.reading_paper import Photo, photographed, scanned
from benchmarks.reading_sheets import Camera, Hands, Press, grey_of, press, sheet, wrong_pictures
from scoring.points import Result
from scoring.rules import Family, RuleSet
from scoring.rules.loader import built_in
from scoring.sheets import dealer_of_game, playing_seats
from scoring.shorthand import read_row
from tournaments.reading.core.form import from_document
from tournaments.reading.core.pictures import pictures
from tournaments.reading.core.reader import Entry, ListRead, Page, look, read
from tournaments.reading.paper.forms import code_of_form
from tournaments.reading.paper.templates import templates_for


@dataclass(frozen=True, slots=True, kw_only=True)
class Set:
    """Lists of one kind: who writes, what looks, how many, from which seed."""

    name: str
    hands: Hands
    camera: Camera
    lists: int
    seed: int
    form: tuple[str, int, int] = ("club_2018", 4, 20)
    sums: bool = True


@dataclass(slots=True)
class Score:
    """What was counted over a set."""

    lists: int = 0
    found: int = 0
    refused: int = 0
    entries: int = 0
    right: int = 0
    unasked: int = 0
    unasked_right: int = 0
    worst_list: int = 0  # unasked wrong entries of the worst list
    whole: int = 0  # lists right without a question
    asked: list[int] = field(default_factory=list)
    slips: int = 0
    told: int = 0
    false_alarms: int = 0
    seconds: list[float] = field(default_factory=list)
    chances: list[tuple[float, bool]] = field(default_factory=list)


def right(rules: RuleSet, result: Result | None, entry: Entry) -> bool:
    if result is None:
        return False
    if entry.seat == result.winner:
        return entry.way.won and entry.way.finish is result.finish
    held = result.hands.get(entry.seat)
    if held is None or entry.way.won:
        return False
    return held.augen == entry.way.augen and (rules.family is Family.BASIC or held.opened == entry.way.opened)


def count(score: Score, rules: RuleSet, results: dict[int, Result], read_: ListRead) -> None:
    if read_.refused is not None:
        score.refused += 1
        return
    wrong = silent = 0
    for entry in read_.entries:
        good = right(rules, results.get(entry.game), entry)
        score.entries += 1
        score.right += good
        score.unasked += not entry.asked
        score.unasked_right += good and not entry.asked
        score.chances.append((entry.p, good))
        wrong += not good
        silent += not good and not entry.asked
    missing = sum(len(one.hands) + (one.winner is not None) for one in results.values()) - len(read_.entries)
    score.entries += max(missing, 0)
    score.worst_list = max(score.worst_list, silent + max(missing, 0))
    score.whole += not wrong and not read_.asked and not missing
    score.asked.append(len(read_.asked))


def measured(one: Set, *, lists: int) -> Score:
    made, score, rng = press(*one.form), Score(), np.random.default_rng(one.seed)
    for _number in range(lists):
        list_ = filled(made.rules, made.form, rng, sums=one.sums)
        hand = one.hands(rng)
        photos = [
            sheet(made, hand, one.camera, list_, rng, number) for number in range(1, made.form.sheets + 1)
        ]
        greys = [grey_of(photo) for photo in photos]
        begun = time.process_time()
        pages = [look(grey, made.templates) for grey in greys]
        score.lists += 1
        if any(page.refused for page in pages):
            score.seconds.append(time.process_time() - begun)
            continue
        score.found += 1
        read_ = read(made.rules, pages)
        score.seconds.append(time.process_time() - begun)
        count(score, made.rules, list_.results, read_)
        told = {(slip.game, slip.seat, slip.column) for slip in read_.slips}
        true = {(slip.game, slip.seat, slip.column) for slip in list_.slips}
        score.slips += len(true)
        score.told += len(told & true)
        score.false_alarms += len(told - true)
    return score


# The sets -------------------------------------------------------------------------------------------------------


def hands() -> dict[str, Hands]:
    """Who writes in the tests: strokes of seeds never used, MNIST's test half, every other font, the second data set."""
    known: dict[str, Hands] = {"strokes": lambda rng: Hand(rng=rng)}
    if folder := os.environ.get("READING_MNIST"):
        digits = mnist(Path(folder), "t10k")
        known["samples"] = lambda rng: of_samples(digits, rng)
    if folder := os.environ.get("READING_FONTS"):
        unseen = fonts([Path(folder)])[1::2]
        note(f"fonts never learnt: {', '.join(path.name.split('-latin')[0] for path in unseen)}")
        known["fonts"] = lambda rng: of_font(unseen[rng.integers(len(unseen))], rng)
    try:
        second: Digits = small_digits()
        known["second"] = lambda rng: of_samples(second, rng)
    except ImportError:
        note("scikit-learn is not here: no second data set")
    return known


def phone(paper: np.ndarray, rng: np.random.Generator) -> Photo:
    return photographed(paper, rng)


def hard_phone(paper: np.ndarray, rng: np.random.Generator) -> Photo:
    return photographed(paper, rng, hard=1.5)


def scanner(paper: np.ndarray, rng: np.random.Generator) -> Photo:
    return scanned(paper, rng)


def sets() -> Iterator[Set]:
    known = hands()
    writers = known.get("samples", known["strokes"])
    yield Set(name="phone", hands=writers, camera=phone, lists=60, seed=101)
    yield Set(name="scanner", hands=writers, camera=scanner, lists=60, seed=102)
    yield Set(name="hard photos", hands=writers, camera=hard_phone, lists=30, seed=103)
    if "fonts" in known:
        yield Set(name="fonts never learnt", hands=known["fonts"], camera=phone, lists=30, seed=104)
    if "second" in known:
        yield Set(name="second data set", hands=known["second"], camera=scanner, lists=30, seed=105)
    yield Set(name="sums not written", hands=writers, camera=phone, lists=24, seed=106, sums=False)
    yield Set(
        name="table of three", hands=writers, camera=phone, lists=20, seed=107, form=("federation", 3, 15)
    )
    yield Set(
        name="basic rules, five", hands=writers, camera=phone, lists=20, seed=108, form=("basic", 5, 20)
    )
    yield Set(
        name="two sheets, 48 games",
        hands=writers,
        camera=scanner,
        lists=10,
        seed=109,
        form=("club_2018", 4, 48),
    )


def shown(name: str, score: Score) -> Iterator[Figure]:
    asked = score.asked or [0]
    yield Figure(name=f"{name}: pages found", value=100 * score.found / score.lists, unit="%")
    yield Figure(name=f"{name}: lists handed to typing", value=score.refused, unit=f"of {score.lists}")
    yield Figure(name=f"{name}: entries right", value=100 * score.right / max(score.entries, 1), unit="%")
    yield Figure(name=f"{name}: lists right, nothing asked", value=100 * score.whole / score.lists, unit="%")
    yield Figure(name=f"{name}: asked a list, median", value=float(np.median(asked)), unit="entries")
    yield Figure(name=f"{name}: asked a list, p90", value=float(np.percentile(asked, 90)), unit="entries")
    yield Figure(
        name=f"{name}: unasked right", value=100 * score.unasked_right / max(score.unasked, 1), unit="%"
    )
    yield Figure(name=f"{name}: unasked wrong, worst list", value=score.worst_list, unit="entries")
    if score.slips:
        yield Figure(
            name=f"{name}: slips told", value=100 * score.told / score.slips, unit=f"% of {score.slips}"
        )
    yield Figure(name=f"{name}: false alarms", value=score.false_alarms / max(score.found, 1), unit="a list")
    yield Figure(
        name=f"{name}: processor time, median", value=float(np.median(score.seconds)), unit="s a list"
    )


# What must be refused ---------------------------------------------------------------------------------------


def refusals(*, rounds: int) -> Iterator[Figure]:
    made, rng = press("club_2018", 4, 20), np.random.default_rng(110)
    other = press("basic", 5, 20)
    writers = hands().get("samples", lambda rng: Hand(rng=rng))
    seen: dict[str, list[bool]] = {}
    for _round in range(rounds):
        for kind, grey in wrong_pictures(made, writers, rng):
            seen.setdefault(kind, []).append(look(grey, made.templates).refused is not None)
        list_ = filled(other.rules, other.form, rng)
        page = look(grey_of(sheet(other, writers(rng), phone, list_, rng)), made.templates)
        seen.setdefault("another form", []).append(page.refused is not None or page.code != made_code(made))
    for kind, refused in seen.items():
        yield Figure(
            name=f"refused: {kind}", value=100 * sum(refused) / len(refused), unit=f"% of {len(refused)}"
        )


def made_code(made: Press) -> str:
    return code_of_form(made.rules, seats=made.form.seats, games=made.form.games)


def without_growth(*, lists: int) -> Iterator[Figure]:
    """Many lists in a row in one process: what it needs at most, and whether that grows."""
    made, rng = press("club_2018", 4, 20), np.random.default_rng(111)
    greys = [
        grey_of(sheet(made, Hand(rng=rng), phone, filled(made.rules, made.form, rng), rng)) for _ in range(3)
    ]
    early = 0.0
    for number in range(lists):
        read(made.rules, [look(greys[number % 3], made.templates)])
        if number == lists // 5:
            early = peak()
    yield Figure(name=f"memory after {lists} lists in a row", value=peak(), unit="MB")
    yield Figure(name="growth over the last four fifths", value=peak() - early, unit="MB")


def peak() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


# A club's own sheets ----------------------------------------------------------------------------------------------


def own_sheets(folder: Path) -> Iterator[Figure]:
    """`form.json`, and beside each picture NAME.jpg the truth NAME.txt: a line for each game, cells as one types them."""
    form = from_document(json.loads((folder / "form.json").read_text(encoding="utf-8")))
    rules = built_in(str(form.drawn["rules"]))
    templates, score = templates_for(form, rules), Score()
    for truth in sorted(folder.glob("*.txt")):
        picture = next(path for path in sorted(folder.glob(f"{truth.stem}.*")) if path != truth)
        results = truth_of(rules, form.seats, truth.read_text(encoding="utf-8"))
        begun = time.process_time()
        pages: list[Page] = [look(grey, templates) for grey in pictures(picture.read_bytes())]
        score.lists += 1
        if not any(page.refused for page in pages):
            score.found += 1
            count(score, rules, results, read(rules, pages))
        score.seconds.append(time.process_time() - begun)
    yield from shown("own sheets", score)


def truth_of(rules: RuleSet, seats: int, text: str) -> dict[int, Result]:
    """`25 88- + .` says seats 1 to 4 of a game; a dot is a dealer who rests."""
    found = {}
    for number, line in enumerate(text.splitlines(), 1):
        playing = playing_seats(rules, seats, dealer_of_game(number, seats))
        known = {seat: sign for seat, sign in enumerate(line.split(), 1) if sign != "."}
        result = read_row(rules, known, playing=playing)
        if result is not None:
            found[number] = result
    return found


def figures(*, quick: bool) -> Iterator[Figure]:
    cv2.setNumThreads(1)
    if folder := os.environ.get("READING_SHEETS"):
        yield from own_sheets(Path(folder))
        return
    whole = Score()
    for one in sets():
        score = measured(one, lists=3 if quick else one.lists)
        note(f"{one.name}: seed {one.seed}, {score.lists} lists")
        whole.chances += score.chances
        yield from shown(one.name, score)
    yield from calibration(whole)
    yield from refusals(rounds=1 if quick else 10)
    if not quick:
        yield from without_growth(lists=100)


def calibration(score: Score) -> Iterator[Figure]:
    """Of the entries with such a probability, how many are right."""
    for low, high in ((0.0, 0.5), (0.5, 0.8), (0.8, 0.95), (0.95, 0.985), (0.985, 0.999), (0.999, 1.0)):
        these = [good for p, good in score.chances if low <= p < high]
        if these:
            yield Figure(
                name=f"right where p is {low} to {high}",
                value=100 * sum(these) / len(these),
                unit=f"% of {len(these)}",
            )
