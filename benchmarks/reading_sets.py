"""Which lists are measured: who writes, what looks, under which rules, from which seed; validation and test share nobody.

Limits (from which probability on nothing is asked) are chosen on the validation sets alone. MNIST's test half, the fonts
that training never saw, those of another origin and the second data set are each cut in two: blocks of digits, every other font.
Real hands are split by writer (`benchmarks/reading_writers.py`).
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from benchmarks.harness import note
from benchmarks.reading_fonts import CHOSEN_ON, TESTED, fonts_of, others
from benchmarks.reading_hands import Digits, Hand, mnist, of_font, of_samples, small_digits
from benchmarks.reading_paper import Photo, photographed, scanned
from benchmarks.reading_sheets import Camera, Hands
from benchmarks.reading_writers import CHOSEN_ON as WRITERS_CHOSEN_ON
from benchmarks.reading_writers import TESTED_ON, kept, of_pen, of_writer, pens_of

VALIDATION, TEST = 0, 1
BLOCK = 500  # digits that stand together in a data set are by few writers


@dataclass(frozen=True, slots=True, kw_only=True)
class Set:
    """Lists of one kind."""

    name: str
    hands: Hands
    camera: Camera
    lists: int
    seed: int
    form: tuple[str, int, int] = ("club_2018", 4, 20)
    sums: bool = True
    struck: bool = False  # a row is crossed out, the games after it stand one row lower
    slips: float = 0.4  # of the writer, in the mean of a list


def half(digits: Digits, part: int, block: int = BLOCK) -> Digits:
    """Every other block of a data set."""
    mine = (np.arange(len(digits.labels)) // block) % 2 == part
    return Digits(pictures=digits.pictures[mine], labels=digits.labels[mine])


def hands(part: int) -> dict[str, Hands]:
    """Who writes: strokes of seeds never used, MNIST's test half, fonts never learnt, the second data set."""
    known: dict[str, Hands] = {"strokes": lambda rng: Hand(rng=rng)}
    if folder := os.environ.get("READING_MNIST"):
        digits = half(mnist(Path(folder), "t10k"), part)
        known["samples"] = lambda rng: of_samples(digits, rng)
    if folder := os.environ.get("READING_FONTS"):
        unseen = fonts_of(Path(folder), CHOSEN_ON if part == VALIDATION else TESTED)
        foreign = others(Path(folder))[part::2]
        for kind, files in (("never learnt", unseen), ("of another origin", foreign)):
            note(f"fonts {kind}: {', '.join(path.name.split('-latin')[0] for path in files)}")
        if unseen:
            known["fonts"] = lambda rng: of_font(unseen[rng.integers(len(unseen))], rng)
        if foreign:
            known["foreign"] = lambda rng: of_font(foreign[rng.integers(len(foreign))], rng)
    try:
        second = half(small_digits(), part, block=100)
        known["second"] = lambda rng: of_samples(second, rng)
    except ImportError:
        note("scikit-learn is not here: no second data set")
    return known


def real_hands(part: int) -> Hands:
    """Return who writes a list in a real hand: one of the writers that nothing was learnt from."""
    writers = list(kept(WRITERS_CHOSEN_ON if part == VALIDATION else TESTED_ON).values())
    return lambda rng: of_writer(writers[rng.integers(len(writers))], rng)


def pen_hands() -> Hands | None:
    """Return the pens on a tablet that limits are chosen on (READING_PENS: pendigits' second file); they test nothing."""
    if not (path := os.environ.get("READING_PENS")):
        return None
    pens = list(pens_of(Path(path)).values())
    return lambda rng: of_pen(pens[rng.integers(len(pens))], rng)


def phone(paper: np.ndarray, rng: np.random.Generator) -> Photo:
    return photographed(paper, rng)


def hard_phone(paper: np.ndarray, rng: np.random.Generator) -> Photo:
    return photographed(paper, rng, hard=1.5)


def scanner(paper: np.ndarray, rng: np.random.Generator) -> Photo:
    return scanned(paper, rng)


def phone_or_scanner(paper: np.ndarray, rng: np.random.Generator) -> Photo:
    return photographed(paper, rng) if rng.random() < 0.5 else scanned(paper, rng)


def by_writers(writers: Hands, name: str, first: int, lists: int) -> Iterator[Set]:
    """Lists in real hands: with running sums, without, and with as many slips of the writer as tell something of them."""
    yield Set(name=f"{name}, sums", hands=writers, camera=phone_or_scanner, lists=lists, seed=first + 1)
    yield Set(
        name=f"{name}, no sums",
        hands=writers,
        camera=phone_or_scanner,
        lists=lists,
        seed=first + 2,
        sums=False,
    )
    yield Set(
        name=f"{name}, slips",
        hands=writers,
        camera=phone_or_scanner,
        lists=-(-lists // 2),
        seed=first + 3,
        slips=3.0,
    )


def by_hands(part: int, first: int) -> Iterator[Set]:
    """Sets that differ by who writes and what looks."""
    known = hands(part)
    writers = known.get("samples", known["strokes"])
    yield Set(name="phone", hands=writers, camera=phone, lists=60, seed=first + 1)
    yield Set(name="scanner, 200 dpi", hands=writers, camera=scanner, lists=60, seed=first + 2)
    yield Set(name="hard photos", hands=writers, camera=hard_phone, lists=20, seed=first + 3)
    if "fonts" in known:
        yield Set(name="fonts never learnt", hands=known["fonts"], camera=phone, lists=30, seed=first + 4)
    if "foreign" in known:
        yield Set(
            name="fonts of another origin", hands=known["foreign"], camera=phone, lists=30, seed=first + 7
        )
    if "second" in known:
        yield Set(name="second data set", hands=known["second"], camera=scanner, lists=30, seed=first + 5)
    yield Set(name="sums not written", hands=writers, camera=phone, lists=30, seed=first + 6, sums=False)


def by_forms(part: int, first: int) -> Iterator[Set]:
    """All families, two to six seats, one sheet and two, a row crossed out."""
    known = hands(part)
    writers = known.get("samples", known["strokes"])
    forms = (
        ("club_2018", 2, 8),
        ("club_2018", 3, 48),
        ("federation", 3, 15),
        ("federation", 4, 48),
        ("basic", 2, 12),
        ("basic", 3, 20),
        ("basic", 4, 24),
        ("basic", 5, 20),
        ("basic", 6, 48),
        ("federation", 6, 30),
        ("club_2018", 5, 40),
    )
    for number, form in enumerate(forms):
        rules, seats, games = form
        yield Set(
            name=f"{rules}, {seats} seats, {games} games",
            hands=writers,
            camera=scanner if games >= 30 else phone,
            lists=4,
            seed=first + (10 + number if number < 9 else 21 + number),
            form=form,
        )
    yield Set(
        name="a row crossed out",
        hands=writers,
        camera=phone,
        lists=12,
        seed=first + 20,
        form=("club_2018", 3, 18),
        struck=True,
    )


def test_sets() -> list[Set]:
    real = by_writers(real_hands(TEST), "real hands", 950, lists=100)
    return [*by_hands(TEST, 900), *by_forms(TEST, 900), *real]


def validation_sets() -> list[Set]:
    """Smaller, by other hands, from other seeds."""
    found = [replace(one, lists=min(one.lists, 20)) for one in by_hands(VALIDATION, 200)]
    basic = [one for one in by_forms(VALIDATION, 200) if one.form[0] == "basic" or one.struck]
    real = list(by_writers(real_hands(VALIDATION), "real hands", 250, lists=30))
    if pens := pen_hands():
        real += by_writers(pens, "pens", 260, lists=30)
    return [*found, *(replace(one, lists=6) for one in basic), *real]
