"""What the reader says of itself is true: over pictures of made-up lists, entries are right as often as their probability says."""

from __future__ import annotations

import pytest

pytest.importorskip("cv2", reason="the extra `reading` is not installed: python start.py reading")

import numpy as np

from benchmarks.reading import measured
from benchmarks.reading_hands import Hand
from benchmarks.reading_score import Score, calibration
from benchmarks.reading_sets import VALIDATION, Set, hard_phone, phone, real_hands, scanner


def strokes(rng: np.random.Generator) -> Hand:
    return Hand(rng=rng)


HOW = (
    ("hard photos", strokes, hard_phone, True, 401),
    ("scans", strokes, scanner, True, 402),
    ("no sums", strokes, phone, False, 403),
    ("real hands, no sums", real_hands(VALIDATION), phone, False, 404),
)


@pytest.mark.slow
def test_the_curve_of_probabilities_is_straight(capsys):
    """Whole pictures, hands of our own strokes and of real people (seeds 401 to 404); the curve is printed with `-s`."""

    scores: list[Score] = []
    for name, hands, camera, sums, seed in HOW:
        one = Set(
            name=name,
            hands=hands,
            camera=camera,
            lists=6,
            seed=seed,
            form=("club_2018", 3, 15),
            sums=sums,
        )
        scores.append(measured(one, lists=one.lists))
    with capsys.disabled():
        for figure in calibration(scores):
            print(f"\n{figure.name}: {figure.value:.2f} {figure.unit}", end="")
    every = [(p, good) for score in scores for list_ in score.chances for p, good, _alarm in list_]
    assert len(every) > 500
    for low, high in ((0.0, 0.95), (0.95, 1.01)):
        these = [(p, good) for p, good in every if low <= p < high]
        said, spread = sum(p for p, _ in these), sum(p * (1 - p) for p, _ in these)
        assert abs(sum(good for _, good in these) - said) <= 3 * np.sqrt(spread) + 2
    sure = [good for p, good in every if p >= 0.997]
    assert sum(sure) >= len(sure) - 1
