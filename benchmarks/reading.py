"""Lists read from photos and scans: made-up sheets of hands never learnt, or a club's own (READING_SHEETS).

READING_MNIST names the folder with MNIST's files, READING_FONTS the one with handwriting fonts (docs/reading.md says where
they come from); without them only hands of our own strokes are measured. Every set has its seed and is printed with it;
`benchmarks/reading_sets.py` says who writes. READING_PART takes one part alone: `sets` (the test sets), `refusals` (what must
be refused), `row` (a hundred lists in a row in a process of their own), or `validation`, which shows what the limits were
chosen from and belongs to no run of the test, or `digits` (digits alone). READING_SETS=real takes the sets whose name begins so,
READING_SHARE=0.3 the first lists of each.
READING_CORES=2 measures two sets at a time, each on one core.
"""

from __future__ import annotations

from benchmarks import one_core  # noqa: F401  # isort: skip - before numpy

import json
import os
import resource
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from benchmarks.harness import Figure, note
from benchmarks.reading_games import Filled, filled
from benchmarks.reading_hands import Hand
from benchmarks.reading_paper import Written, on_screen, photographed
from benchmarks.reading_score import Score, calibration, count, count_slips, limits, shown, together
from benchmarks.reading_sets import (
    TEST,
    VALIDATION,
    Set,
    hands,
    pen_hands,
    phone,
    phone_or_scanner,
    real_hands,
    test_sets,
    validation_sets,
)
from benchmarks.reading_sheets import Press, grey_of, press, sheet, wrong_pictures
from scoring.points import Result
from scoring.rules import RuleSet
from scoring.rules.loader import built_in
from scoring.sheets import dealer_of_game, playing_seats
from scoring.shorthand import read_row
from tournaments.reading.core.form import from_document
from tournaments.reading.core.pictures import pictures
from tournaments.reading.core.reader import (
    ASK,
    ASK_BASIC,
    ASK_IN_ALARM,
    ASK_UNWRITTEN,
    SCREEN,
    ReadPage,
    look,
    read,
)
from tournaments.reading.paper.forms import blank_list, code_of_form
from tournaments.reading.paper.templates import templates_for


def measured(one: Set, *, lists: int) -> Score:
    made, score, rng = press(*one.form), Score(), np.random.default_rng(one.seed)
    for _number in range(lists):
        list_ = filled(made.rules, made.form, rng, sums=one.sums, slips=one.slips, struck=one.struck)
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
        count_slips(score, list_, read_)
    return score


# Digits alone -----------------------------------------------------------------------------------------------


def digits_alone(kind: str, which: str, lists: int) -> Iterator[Figure]:
    """Digits of unseen writers, one to a cell, on lists that are photographed and scanned (seed 960): which are read right."""
    part = VALIDATION if which == "validation" else TEST
    writers = {"real hands": real_hands(part), "pens": pen_hands(), "MNIST": hands(part).get("samples")}[kind]
    if writers is None:
        return
    made, rng = press("club_2018", 4, 20), np.random.default_rng(960)
    seen: dict[str, list[bool]] = {str(digit): [] for digit in range(10)}
    for _list in range(lists):
        cells = [
            cell for cell in made.form.on_sheet(1) if cell.column in ("augen", "augen_sum", "points_sum")
        ]
        texts = {cell: Written(text=str(rng.integers(10))) for cell in cells if cell.game}
        list_ = Filled(results={}, texts=texts, slips=())
        page = look(grey_of(sheet(made, writers(rng), phone_or_scanner, list_, rng)), made.templates)
        for cell, written in texts.items():
            if cell in page.cells:
                seen[written.text].append(page.cells[cell].best == written.text)
    every = [one for own in seen.values() for one in own]
    yield Figure(name=f"digits alone, {kind}", value=100 * sum(every) / len(every), unit=f"% of {len(every)}")
    for digit, own in seen.items():
        yield Figure(
            name=f"digits alone, {kind}: {digit}", value=100 * sum(own) / len(own), unit=f"% of {len(own)}"
        )


# What must be refused ---------------------------------------------------------------------------------------


def refusals(*, rounds: int) -> Iterator[Figure]:
    """Pictures that are no list of this form, not whole, or more than one; seed 740."""
    made, rng = press("club_2018", 4, 20), np.random.default_rng(740)
    other = press("basic", 5, 20)
    writers = hands(TEST).get("samples", lambda rng: Hand(rng=rng))
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


def screens(*, rounds: int) -> Iterator[Figure]:
    """Photos of screens that show a filled list (seed 741): told as such, no list to be found, or read like paper.

    What is read like paper must be as right as paper is; paper that is taken for a screen is not found above.
    """
    made, rng = press("club_2018", 4, 20), np.random.default_rng(741)
    told, lost, score = 0, 0, Score()
    for _round in range(rounds):
        list_ = filled(made.rules, made.form, rng)
        photo = sheet(
            made, Hand(rng=rng), lambda paper, rng: photographed(on_screen(paper, rng), rng), list_, rng
        )
        page = look(grey_of(photo), made.templates)
        told += page.refused is SCREEN
        lost += page.refused is not None and page.refused is not SCREEN
        if page.refused is None:
            score.lists += 1
            count(score, made.rules, list_.results, read(made.rules, [page]))
    yield Figure(name="photo of a screen: told as such", value=told, unit=f"of {rounds}")
    yield Figure(name="photo of a screen: refused otherwise", value=lost, unit=f"of {rounds}")
    yield Figure(name="photo of a screen: read like paper", value=score.lists, unit=f"of {rounds}")
    yield Figure(
        name="photo of a screen, read like paper: unasked right",
        value=100 * score.unasked_right / max(score.unasked, 1),
        unit=f"% of {score.unasked}",
    )


def made_code(made: Press) -> str:
    return code_of_form(made.rules, seats=made.form.seats, games=made.form.games)


def photos_for_row() -> list[bytes]:
    """Four photos as files, of seed 742."""
    made, rng = press("club_2018", 4, 20), np.random.default_rng(742)
    photos = [
        sheet(made, Hand(rng=rng), phone, filled(made.rules, made.form, rng), rng) for _unused in range(4)
    ]
    return [cv2.imencode(".jpg", photo.picture)[1].tobytes() for photo in photos]


def in_a_row(files: list[bytes], lists: int) -> list[Figure]:
    """Many lists in a row in a process that does nothing else: time, what it needs at most, and whether that grows."""
    cv2.setNumThreads(1)
    rules = built_in("club_2018")
    templates = templates_for(blank_list(rules, seats=4, games=20)[0], rules)
    held, seconds = [resident()], []
    for number in range(lists):
        begun = time.process_time()
        read(rules, [look(grey, templates) for grey in pictures(files[number % len(files)])])
        seconds.append(time.process_time() - begun)
        held.append(resident())
    early, most = held[max(1, lists // 5)], at_most()
    return [
        Figure(
            name=f"{lists} in a row: processor time, median", value=float(np.median(seconds)), unit="s a list"
        ),
        Figure(name=f"{lists} in a row: processor time, slowest", value=max(seconds), unit="s a list"),
        Figure(name=f"{lists} in a row: memory held at the end", value=held[-1], unit="MB"),
        Figure(name=f"{lists} in a row: growth over the last four fifths", value=held[-1] - early, unit="MB"),
        Figure(name=f"{lists} in a row: memory at most", value=most, unit="MB"),
    ]


def at_most() -> float:
    """The most that this process held; `ru_maxrss` of a process that was started by a large one tells of that one."""
    status = Path("/proc/self/status")
    if status.exists():
        return next(
            int(line.split()[1]) / 1024
            for line in status.read_text().splitlines()
            if line.startswith("VmHWM")
        )
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def resident() -> float:
    """What this process holds now; where the system does not say so, what it held at most."""
    place = Path("/proc/self/statm")
    if place.exists():
        return int(place.read_text().split()[1]) * resource.getpagesize() / 1024 / 1024
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
        pages: list[ReadPage] = [look(grey, templates) for grey in pictures(picture.read_bytes())]
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


def told(one: Set, score: Score) -> str:
    """A line while it runs: this takes a while."""
    asked = score.asked or [0]
    return (
        f"{one.name}: seed {one.seed}, {score.found} of {score.lists} found, {score.refused} to typing, right {score.right}"
        f" of {score.entries}, asked {np.median(asked):.0f}/{np.percentile(asked, 90):.0f}, unasked {score.unasked_right} of"
        f" {score.unasked}, worst {score.worst_list}, slips {score.told} of {score.slips}, false {score.false_alarms},"
        f" notes {score.notes_told} of {score.notes} and {score.notes_false}, {np.median(score.seconds):.2f} s"
    )


def sets_of(which: str) -> list[Set]:
    """The validation sets or the test sets, all or those that READING_SETS names."""
    wanted = os.environ.get("READING_SETS", "")
    every = validation_sets() if which == "validation" else test_sets()
    return [one for one in every if one.name.startswith(wanted)]


def measured_set(which: str, number: int, quick: bool) -> Score:
    """One set in a process of its own: hands are made there anew, they cannot be sent."""
    cv2.setNumThreads(1)
    one = sets_of(which)[number]
    part = float(os.environ.get("READING_SHARE", "1"))
    score = measured(one, lists=min(3, one.lists) if quick else max(2, round(one.lists * part)))
    note(told(one, score))
    return score


def all_sets(which: str, *, quick: bool) -> Iterator[Figure]:
    """Set by set, as many at a time as READING_CORES says."""
    names = [one.name for one in sets_of(which)]
    cores = int(os.environ.get("READING_CORES", "1"))
    with ProcessPoolExecutor(cores, mp_context=get_context("spawn")) as pool:
        scores = list(pool.map(measured_set, [which] * len(names), range(len(names)), [quick] * len(names)))
    for name, score in zip(names, scores, strict=True):
        yield from shown(name, score)
    yield from shown("all sets", together(scores))
    families = [score for name, score in zip(names, scores, strict=True) if "seats," in name]
    if families:
        yield from shown("families and seats", together(families))
    yield from calibration(scores)
    if which == "validation":
        yield from limits(scores, ASK_IN_ALARM)


def alone(work: Callable[..., list[Any]], *facts: Any) -> list[Any]:
    """In a process of its own, whose memory is nobody else's."""
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        return pool.submit(work, *facts).result()


def figures(*, quick: bool) -> Iterator[Figure]:
    cv2.setNumThreads(1)
    if folder := os.environ.get("READING_SHEETS"):
        yield from own_sheets(Path(folder))
        return
    part, begun = os.environ.get("READING_PART", ""), time.monotonic()
    note(
        f"asked below {ASK}, where no sums are written {ASK_UNWRITTEN}, by the basic rules {ASK_BASIC}, where a foot differs {ASK_IN_ALARM}"
    )
    if part == "validation":
        yield from all_sets("validation", quick=quick)
    if part in ("", "sets"):
        yield from all_sets("test", quick=quick)
    if part in ("", "sets", "digits"):
        for kind in ("real hands", "MNIST"):
            yield from digits_alone(
                kind, "test", 2 if quick else round(40 * float(os.environ.get("READING_SHARE", "1")))
            )
    if part in ("validation", "validation digits"):
        for kind in ("real hands", "pens", "MNIST"):
            yield from digits_alone(kind, "validation", 2 if quick else 14)
    if part in ("", "refusals"):
        yield from refusals(rounds=1 if quick else 10)
        yield from screens(rounds=2 if quick else 30)
    if part in ("", "row"):
        files = alone(photos_for_row)
        yield from alone(in_a_row, files, 5 if quick else 100)
    note(f"took {(time.monotonic() - begun) / 60:.1f} minutes")
