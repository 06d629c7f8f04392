"""Make the weights of the reader again: `python -m benchmarks.reading_training --cache FOLDER` and the sources of hands.

Needs torch (CPU) beside the reading extra; nothing else of the project does. Seeds and the split of hands are printed.
Training hands: strokes of our own, MNIST's training half, the fonts that `reading_fonts.LEARNT` names, the writers that
`reading_writers.LEARNT_FROM` names, and the pens of pendigits' training file. Never: MNIST's test half, other fonts, other writers.
`--on` goes on from the weights that are there, with pages that have not been drawn before (`--first`). `--own` adds cells that
a club kept as examples.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from multiprocessing import Process
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn
from torch.nn import functional
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

from benchmarks.reading_blank import blank_pages
from benchmarks.reading_fonts import LEARNT, fonts_of
from benchmarks.reading_hands import Digits, Hand, mnist, of_font, of_samples
from benchmarks.reading_paper import Photo, Written, photographed, rows_of, scanned, write
from benchmarks.reading_writers import (
    LEARNT_FROM,
    Examples,
    Trace,
    of_pen,
    of_writer,
    own_examples,
    pens_of,
    writers_of,
)
from tournaments.reading.core import cells, net
from tournaments.reading.core.form import Box, Form, FormCell
from tournaments.reading.core.missing import WEIGHTS

SEED = 16
HANDS = 3  # who write on one page, a seat each: more hands from as many pages
CHUNK = 20  # pages that are drawn together and kept as one file
FORMS = (
    ("club_2018", 4, 20),
    ("club_2018", 4, 20),
    ("club_2018", 3, 15),
    ("federation", 4, 24),
    ("club_2018", 4, 48),
    ("club_2018", 5, 20),
    ("federation", 6, 30),
    ("basic", 3, 12),
    ("basic", 5, 20),
    ("basic", 6, 30),
    ("club_2018", 2, 8),
    ("basic", 6, 48),
    ("federation", 5, 40),
)
FASTEST, FASTEST_ON = 3e-3, 1.2e-3  # the highest rate of learning: from nothing, and going on
OWN_SHARE = 0.15  # of the batches are a club's own cells, where there are any


@cache
def paper_of(rules: str, seats: int, games: int) -> tuple[Form, list[np.ndarray]]:
    """A blank list and its pages as pictures."""
    form, _pdf, pages = blank_pages(rules, seats, games)
    return form, pages


def anything(column: str, rng: np.random.Generator, corrected: float) -> Written:
    """What a cell of this column might hold, and more: the net shall learn signs, not habits."""
    digits = "".join(
        str(rng.integers(10)) for _unused in range(int(rng.choice([1, 2, 3, 4], p=[0.25, 0.35, 0.3, 0.1])))
    )
    match column:
        case "opened":
            text = str(rng.choice(["V", "", "X", "-", '"'], p=[0.5, 0.39, 0.04, 0.04, 0.03]))
        case "finish":
            text = str(
                rng.choice(["R", "H", "HA", "S", "-", "", '"'], p=[0.27, 0.18, 0.18, 0.11, 0.11, 0.06, 0.09])
            )
        case "points":
            text = str(
                rng.choice([digits[:2], "X", "-1", "0", "-", ""], p=[0.62, 0.14, 0.06, 0.06, 0.04, 0.08])
            )
        case "foot_net" | "foot_crosses" | "foot_penalties":
            text = str(
                rng.choice([digits[:3], "-" + digits[:2], "0", "-", ""], p=[0.55, 0.27, 0.07, 0.03, 0.08])
            )
        case "signature":
            text = ""
        case _:
            text = str(rng.choice([digits, "0", "-", '"', ""], p=[0.81, 0.04, 0.03, 0.01, 0.11]))
    struck = (
        "".join(str(rng.integers(10)) for _unused in range(int(rng.integers(1, 3))))
        if text and column != "opened" and rng.random() < corrected
        else ""
    )
    return Written(text=text, struck=struck)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sources:
    """Where hands to learn from come from; what is not named is left out."""

    mnist: Path | None = None  # folder with MNIST's files
    fonts: Path | None = None  # folder with handwriting fonts
    writers: Path | None = None  # file with scanned digits by writer
    pens: Path | None = None  # pendigits' training file


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """The hands to learn from, read once in a process."""

    digits: Digits | None = None
    fonts: list[Path] = field(default_factory=list)
    writers: list[Digits] = field(default_factory=list)
    pens: list[dict[str, list[Trace]]] = field(default_factory=list)


SHARES = {"strokes": 0.16, "samples": 0.26, "font": 0.20, "writer": 0.21, "pen": 0.17}


def known_of(sources: Sources) -> Known:
    return Known(
        digits=mnist(sources.mnist, "train") if sources.mnist else None,
        fonts=fonts_of(sources.fonts, LEARNT) if sources.fonts else [],
        writers=list(writers_of(sources.writers, LEARNT_FROM).values()) if sources.writers else [],
        pens=list(pens_of(sources.pens).values()) if sources.pens else [],
    )


def hand_of(rng: np.random.Generator, known: Known) -> Hand:
    """Make somebody who writes: wider bounds of slant, width and pen than the tests have, and no sign twice the same."""
    kind = rng.choice(list(SHARES), p=list(SHARES.values()))
    slant, width = float(rng.normal(0.08, 0.2)), float(rng.uniform(0.7, 1.35))
    if kind == "samples" and known.digits is not None:
        hand = of_samples(known.digits, rng, of_each=int(rng.integers(4, 30)))
    elif kind == "font" and known.fonts:
        hand = of_font(known.fonts[rng.integers(len(known.fonts))], rng)
    elif kind == "writer" and known.writers:
        hand = of_writer(known.writers[rng.integers(len(known.writers))], rng)
        slant, width = float(rng.normal(0, 0.25)), float(rng.uniform(0.75, 1.3))
        with_pen(hand, int(rng.integers(-1, 5)))
    elif kind == "pen" and known.pens:
        hand = of_pen(known.pens[rng.integers(len(known.pens))], rng)
        slant, width = float(rng.normal(0, 0.25)), float(rng.uniform(0.75, 1.3))
    else:
        hand = Hand(rng=rng)
    hand.slant, hand.width = slant, width
    hand.thick = float(rng.uniform(2.0, 8.0))
    hand.lively = float(rng.uniform(0.0, 0.05))
    hand.uneven = float(rng.uniform(0.03, 0.13))
    hand.closest = float(rng.uniform(-0.14, 0.0))
    hand.below = {sign: float(rng.uniform(0.0, 0.35)) for sign in "479" if rng.random() < 0.2}
    return hand


def with_pen(hand: Hand, wider: int) -> None:
    """Give the samples of a hand a broader pen, or a finer one."""
    if wider > 0:
        kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (wider + 1, wider + 1))
        hand.samples = {sign: [cv2.dilate(one, kernel) for one in own] for sign, own in hand.samples.items()}


def straight(photo: Photo, rng: np.random.Generator, sheet: tuple[int, int]) -> np.ndarray:
    """As the reader will see it, its small errors included."""
    grey = photo.picture if photo.picture.ndim == 2 else cv2.cvtColor(photo.picture, cv2.COLOR_BGR2GRAY)
    jitter = np.eye(3) + np.array(
        [
            [0, rng.normal(0, 0.0008), rng.normal(0, 0.12)],
            [rng.normal(0, 0.0008), 0, rng.normal(0, 0.12)],
            [0, 0, 0],
        ]
    )
    matrix = photo.matrix @ jitter @ np.diag([1 / cells.DOTS, 1 / cells.DOTS, 1])
    return cv2.warpPerspective(
        grey, matrix, sheet, flags=cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, borderValue=255
    )


def filled_in(
    form: Form, rng: np.random.Generator
) -> tuple[dict[FormCell, Written], dict[FormCell, str], list[Box]]:
    """What stands in each cell, what the net shall say to it, and the rows that are struck out."""
    rows = rows_of(form)
    struck = set(
        rng.choice(sorted(rows), size=int(rng.choice([0, 1, 2, 3], p=[0.35, 0.3, 0.2, 0.15])), replace=False)
    )
    mended = set(rng.choice(sorted(rows), size=2, replace=False)) if rng.random() < 0.3 else set()
    texts, labels = {}, {}
    for cell in form.on_sheet(1):
        if cell.column == "signature":
            continue
        texts[cell] = anything(cell.column, rng, 0.7 if cell.game in mended else 0.04)
        labels[cell] = texts[cell].text
        if cell.game in struck:
            texts[cell] = Written(text=texts[cell].text)
            labels[cell] = "="
    return texts, labels, [rows[game] for game in struck]


def examples(pages: int, rng: np.random.Generator, known: Known, first: int = 0) -> Examples:
    """Draw pages, each written by several people, and cut their cells as the reader will see them."""
    found: dict[int, tuple[list[np.ndarray], list[str]]] = defaultdict(lambda: ([], []))
    for number in range(first, first + pages):
        form, blanks = paper_of(*FORMS[number % len(FORMS)])
        paper = blanks[0].copy()
        texts, labels, struck = filled_in(form, rng)
        for number_of_hand in range(HANDS):
            mine = {cell: text for cell, text in texts.items() if cell.seat % HANDS == number_of_hand}
            write(paper, {cell: cell.box for cell in mine}, mine, hand_of(rng, known))
        write(paper, {}, {}, Hand(rng=rng), struck)
        photo = (
            scanned(paper, rng, dots=int(rng.choice([150, 200, 300])), turned=False)
            if rng.random() < 0.35
            else photographed(paper, rng, hard=float(rng.choice([0.6, 1.0, 1.5])), turned=False)
        )
        page = cells.evened(
            straight(photo, rng, (round(form.page[0] * cells.DOTS), round(form.page[1] * cells.DOTS)))
        )
        by_width = defaultdict(list)
        for cell in texts:
            by_width[cells.width_of(cell)].append(cell)
        for wide, group in by_width.items():
            shifted = {
                c: (c.box[0] + rng.normal(0, 0.15), c.box[1] + rng.normal(0, 0.15), c.box[2], c.box[3])
                for c in group
            }
            pictures, said = found[wide]
            pictures.extend((cells.cut(page, group, shifted) * 255).astype(np.uint8))
            said.extend(labels[cell] for cell in group)
    return {wide: (np.stack(pictures), said) for wide, (pictures, said) in found.items()}


def draw(folder: Path, chunks: range, sources: Sources) -> None:
    """The other half of the training: draws and keeps pages while the net already learns from the first of them."""
    cv2.setNumThreads(1)
    known = known_of(sources)
    for chunk in chunks:
        path = folder / f"{chunk:04}.npz"
        if path.exists():
            continue
        rng = np.random.default_rng([SEED, chunk])
        found = examples(CHUNK, rng, known, first=chunk * CHUNK)
        unready = path.with_suffix(".part")
        with unready.open("wb") as file:
            np.savez(file, found=np.array(found, dtype=object))
        unready.rename(path)
        print(f"{(chunk + 1) * CHUNK} pages drawn", flush=True)


class Store:
    """The examples that are drawn by now, and those that a club kept."""

    def __init__(self, folder: Path, own: Examples | None = None) -> None:
        self.folder = folder
        self.own = own or {}
        self.taken: set[Path] = set()
        self.found: Examples = {}
        self.share: dict[int, float] = {}

    def look(self) -> None:
        new = sorted(set(self.folder.glob("*.npz")) - self.taken)
        for path in new:
            with np.load(path, allow_pickle=True) as stored:
                more: Examples = stored["found"].item()
            for wide, (pictures, labels) in more.items():
                if wide in self.found:
                    old, said = self.found[wide]
                    self.found[wide] = (np.concatenate([old, pictures]), said + labels)
                else:
                    self.found[wide] = (pictures, labels)
        self.taken |= set(new)
        whole = sum(len(labels) for _pictures, labels in self.found.values()) or 1
        self.share = {wide: len(labels) / whole for wide, (_pictures, labels) in self.found.items()}

    def of_widest(self, rng: np.random.Generator, size: int) -> np.ndarray:
        """Pictures of the width that most cells have."""
        pictures, labels = self.found[max(self.share, key=lambda wide: self.share[wide])]
        return pictures[rng.integers(len(labels), size=size)]

    def some(self, rng: np.random.Generator, size: int) -> tuple[np.ndarray, list[str]]:
        if self.own and rng.random() < OWN_SHARE:
            pictures, labels = self.own[int(rng.choice(list(self.own)))]
        else:
            pictures, labels = self.found[int(rng.choice(list(self.share), p=list(self.share.values())))]
        chosen = rng.integers(len(labels), size=size)
        return pictures[chosen], [labels[one] for one in chosen]


class Net(nn.Module):
    """The net of `tournaments.reading.core.net`, with what training needs beside it."""

    def __init__(self) -> None:
        super().__init__()
        layers: list[nn.Module] = []
        before = 1
        for layer in net.LAYERS:
            layers += [
                nn.Conv2d(before, layer.channels, layer.kernel, padding=layer.padding, bias=False),
                nn.BatchNorm2d(layer.channels),
                nn.ReLU(),
            ]
            if layer.pool != (1, 1):
                layers.append(nn.MaxPool2d(layer.pool))
            before = layer.channels
        self.layers = nn.Sequential(*layers)
        self.drop = nn.Dropout(0.15)
        self.last = nn.Conv2d(before, len(net.SIGNS) + 1, 1)

    def forward(self, pictures: torch.Tensor) -> torch.Tensor:
        scores = self.last(self.drop(self.layers(pictures)))
        return torch.log_softmax(scores.squeeze(2).permute(2, 0, 1), dim=2)  # time, batch, sign


def folded(model: Net) -> dict[str, np.ndarray]:
    """Weights for numpy: the norms go into the convolutions."""
    weights = {}
    convolutions = [one for one in model.layers if isinstance(one, nn.Conv2d)]
    norms = [one for one in model.layers if isinstance(one, nn.BatchNorm2d)]
    for number, (conv, norm) in enumerate(zip(convolutions, norms, strict=True)):
        scale = norm.weight / torch.sqrt(norm.running_var + norm.eps)
        weights[f"w{number}"] = (conv.weight * scale[:, None, None, None]).detach().numpy()
        weights[f"b{number}"] = (norm.bias - norm.running_mean * scale).detach().numpy()
    weights["w_last"] = model.last.weight.detach().numpy()[:, :, 0, 0]
    weights["b_last"] = model.last.bias.detach().numpy()
    return {name: value.astype(np.float16) for name, value in weights.items()}


@torch.no_grad()  # type: ignore[untyped-decorator]  # torch names no types for it
def go_on_from(model: Net, weights: Mapping[str, np.ndarray], pictures: np.ndarray) -> None:
    """The net as it was folded; its norms get the mean and the spread of what they see in these pictures."""
    values = torch.from_numpy(pictures.astype(np.float32) / 255)[:, None]
    number = 0
    for layer in model.layers:
        if isinstance(layer, nn.Conv2d):
            layer.weight.copy_(torch.from_numpy(weights[f"w{number}"].astype(np.float32)))
        values_before, values = values, layer(values) if not isinstance(layer, nn.BatchNorm2d) else values
        if isinstance(layer, nn.BatchNorm2d):
            mean, spread = values_before.mean((0, 2, 3)), values_before.var((0, 2, 3), unbiased=False)
            layer.running_mean.copy_(mean)
            layer.running_var.copy_(spread)
            layer.weight.copy_(torch.sqrt(spread + layer.eps))
            layer.bias.copy_(torch.from_numpy(weights[f"b{number}"].astype(np.float32)) + mean)
            values = values + torch.from_numpy(weights[f"b{number}"].astype(np.float32))[None, :, None, None]
            number += 1
    model.last.weight.copy_(torch.from_numpy(weights["w_last"].astype(np.float32))[:, :, None, None])
    model.last.bias.copy_(torch.from_numpy(weights["b_last"].astype(np.float32)))


def varied(batch: torch.Tensor) -> torch.Tensor:
    """Each cell a little wider, higher, more slanting, elsewhere, with a broader or a finer pen."""
    size, _one, high, wide = batch.shape
    theta = torch.zeros(size, 2, 3)
    theta[:, 0, 0] = torch.empty(size).uniform_(0.85, 1.12)
    theta[:, 0, 1] = torch.randn(size) * 0.12 * high / wide
    theta[:, 1, 1] = torch.empty(size).uniform_(0.87, 1.12)
    theta[:, :, 2] = torch.randn(size, 2) * torch.tensor([0.05 * high / wide, 0.05])
    batch = functional.grid_sample(
        batch, functional.affine_grid(theta, [size, 1, high, wide], align_corners=False), align_corners=False
    )
    pen, amount = torch.rand(1).item(), torch.rand(1).item() * 0.8
    if pen < 0.2:
        batch = torch.lerp(batch, functional.max_pool2d(batch, 3, 1, 1), amount)
    elif pen < 0.35:
        batch = torch.lerp(batch, -functional.max_pool2d(-batch, 3, 1, 1), amount * 0.6)
    batch = (batch * torch.empty(size, 1, 1, 1).uniform_(0.7, 1.3)).clamp(0, 1)
    batch = batch.clamp(min=1e-4) ** torch.empty(size, 1, 1, 1).uniform_(0.7, 1.5)
    if torch.rand(1).item() < 0.3:  # another camera: coarser, with more noise
        batch = batch + torch.randn_like(batch) * torch.empty(size, 1, 1, 1).uniform_(0.0, 0.06)
    return batch.clamp(0, 1)


def train(store: Store, *, minutes: float, rng: np.random.Generator, on: bool) -> None:
    """Learns for so many minutes; every two of them the mean of its last thousand steps is kept as the weights."""
    model = Net().to(memory_format=torch.channels_last)
    if on:
        with np.load(WEIGHTS) as stored:
            go_on_from(model, dict(stored), store.of_widest(rng, 384))
    fastest = FASTEST_ON if on else FASTEST
    mean = AveragedModel(model, multi_avg_fn=get_ema_multi_avg_fn(0.999), use_buffers=True)
    best = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=1e-3)
    loss_of = nn.CTCLoss(zero_infinity=True)
    begun, kept, step, running = time.monotonic(), 0.0, 0, 0.0
    code = {sign: place + 1 for place, sign in enumerate(net.SIGNS)}
    while (spent := (time.monotonic() - begun) / 60 / minutes) < 1:
        for group in best.param_groups:
            group["lr"] = fastest * min(1, step / 300 + 0.05) * 0.5 * (1 + np.cos(np.pi * spent)) + 2e-5
        pictures, texts = store.some(rng, 96)
        batch = varied(torch.from_numpy(pictures.astype(np.float32) / 255)[:, None])
        target = torch.tensor([code[sign] for text in texts for sign in text], dtype=torch.long)
        with torch.autocast("cpu", torch.bfloat16):
            scores = model(batch.contiguous(memory_format=torch.channels_last))
        loss = loss_of(
            scores.float(),
            target,
            torch.full((len(texts),), scores.shape[0]),
            torch.tensor([len(text) for text in texts]),
        )
        best.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 3.0)
        best.step()
        mean.update_parameters(model)
        step += 1
        running = 0.98 * running + 0.02 * loss.item()
        if time.monotonic() - kept > 120 or step == 10:
            kept = time.monotonic()
            keep(mean.module)
            store.look()
            print(
                f"step {step}, {spent:.0%}, loss {running:.4f}, {len(store.taken) * CHUNK} pages", flush=True
            )
    keep(mean.module)
    print(f"{step} steps")


def keep(model: Net) -> None:
    """Whole at any time: written beside, then put in its place."""
    WEIGHTS.parent.mkdir(parents=True, exist_ok=True)
    unready = WEIGHTS.with_suffix(".part.npz")
    np.savez_compressed(unready, **folded(model))
    unready.rename(WEIGHTS)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--mnist", type=Path, help="folder with MNIST's four files; left out: our own strokes and fonts only"
    )
    parser.add_argument(
        "--fonts",
        type=Path,
        help="folder with handwriting fonts (benchmarks/reading_fonts.py)",
    )
    parser.add_argument("--writers", type=Path, help="file with scanned digits by writer")
    parser.add_argument("--pens", type=Path, help="pendigits' training file in UNIPEN's format")
    parser.add_argument("--own", type=Path, help="a club's examples: what `manage.py reading_examples` wrote")
    parser.add_argument("--pages", type=int, default=1200)
    parser.add_argument(
        "--first", type=int, default=0, help="page to begin with; others than before, where it goes on"
    )
    parser.add_argument("--on", action="store_true", help="go on from the weights that are there")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--cache", type=Path, required=True, help="a folder for the examples, drawn once")
    wishes = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(SEED)
    sources = Sources(mnist=wishes.mnist, fonts=wishes.fonts, writers=wishes.writers, pens=wishes.pens)
    fonts = fonts_of(wishes.fonts, LEARNT) if wishes.fonts else []
    print(f"seed {SEED}; fonts learnt: {', '.join(path.name.split('-latin')[0] for path in fonts)}")
    print(f"writers learnt: {LEARNT_FROM if wishes.writers else 'none'}")
    wishes.cache.mkdir(parents=True, exist_ok=True)
    chunks = range(wishes.first // CHUNK, (wishes.first + wishes.pages) // CHUNK)
    beside = Process(target=draw, args=(wishes.cache, chunks, sources), daemon=True)
    beside.start()
    store = Store(wishes.cache, own_examples(wishes.own) if wishes.own else None)
    print(f"cells of a club: {sum(len(said) for _pictures, said in store.own.values())}")
    while len(store.taken) < min(2, wishes.pages // CHUNK):
        time.sleep(2)
        store.look()
    train(store, minutes=wishes.minutes, rng=np.random.default_rng([SEED, wishes.first]), on=wishes.on)
    print({wide: len(labels) for wide, (_pictures, labels) in sorted(store.found.items())})
    print(
        f"{WEIGHTS.name}: {WEIGHTS.stat().st_size / 1024:.0f} kB, {sum(one.numel() for one in Net().parameters())} weights"
    )
    beside.terminate()


if __name__ == "__main__":
    main()
