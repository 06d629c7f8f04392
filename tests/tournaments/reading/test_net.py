"""The net's arithmetic: its layers as products of matrices say the same as place by place, and cells are read alike alone and together."""

from __future__ import annotations

import pytest

pytest.importorskip("cv2", reason="the extra `reading` is not installed: python start.py reading")

import numpy as np

from tournaments.reading.core import net
from tournaments.reading.core.chances import KEPT, beam


@pytest.mark.parametrize(("kernel", "padding"), [((3, 3), (1, 1)), ((2, 3), (0, 1)), ((1, 1), (0, 0))])
def test_a_layer_is_what_every_place_of_it_sees(kernel: tuple[int, int], padding: tuple[int, int]):
    rng = np.random.default_rng(1)
    values = rng.normal(size=(2, 4, 5, 3)).astype(np.float32)
    weights = rng.normal(size=(6, 3, *kernel)).astype(np.float32)
    said = net.convolved(values, weights, padding)
    room = np.pad(values, ((0, 0), (padding[0], padding[0]), (padding[1], padding[1]), (0, 0)))
    down, across = room.shape[1] - kernel[0] + 1, room.shape[2] - kernel[1] + 1
    assert said.shape == (2, down, across, 6)
    for row in range(down):
        for column in range(across):
            seen = room[:, row : row + kernel[0], column : column + kernel[1]]
            assert np.allclose(
                said[:, row, column], np.einsum("ndac,ocda->no", seen, weights), rtol=1e-4, atol=1e-5
            )


def test_pooling_keeps_the_largest_of_its_field():
    values = np.arange(2 * 4 * 6, dtype=np.float32).reshape(1, 4, 6, 2)
    assert net.pooled(values, (2, 1))[0, :, 0, 0].tolist() == [12, 36]
    assert net.pooled(values, (2, 2))[0, 0, :, 1].tolist() == [15, 19, 23]
    assert net.pooled(values, (1, 1)) is values


def test_a_cell_is_read_alike_alone_and_among_others():
    rng = np.random.default_rng(2)
    cells = rng.random((net.AT_ONCE + 3, 32, 40)).astype(np.float32)
    together = net.log_chances(cells)
    assert together.shape[2] == len(net.SIGNS) + 1
    assert np.allclose(np.exp(together).sum(axis=2), 1, atol=1e-5)
    for number in (0, 5, net.AT_ONCE, net.AT_ONCE + 2):
        assert np.allclose(net.log_chances(cells[number : number + 1])[0], together[number], atol=1e-3)


def every_way(strips: np.ndarray) -> dict[str, float]:
    """What each text is likely to be, over every single way of saying it."""
    found: dict[str, float] = {}
    for way in np.ndindex(*[strips.shape[1]] * len(strips)):
        chance, text, last = 1.0, "", 0
        for strip, place in zip(strips, way, strict=True):
            chance *= float(strip[place])
            if place not in (0, last):
                text += net.SIGNS[place - 1]
            last = place
        found[text] = found.get(text, 0.0) + chance
    return found


def test_texts_have_the_probability_of_all_their_ways():
    """Four strips of two signs each: few enough texts to try every way."""
    rng = np.random.default_rng(3)
    strips = np.zeros((4, 3))
    strips[:] = rng.dirichlet(np.ones(3), size=4)
    known = every_way(strips)
    assert len(known) > KEPT
    full = np.zeros((4, len(net.SIGNS) + 1))
    full[:, :3] = strips
    read = beam(full)
    likeliest = sorted(known, key=lambda text: -known[text])[:3]
    ratios = [read[text] / known[text] for text in likeliest]
    assert ratios == pytest.approx([ratios[0]] * 3, rel=0.05)  # the least likely are dropped on the way
    assert max(read, key=lambda text: read[text]) == likeliest[0]
