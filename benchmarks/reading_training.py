"""Makes the weights of the reader again: `python -m benchmarks.reading_training --mnist FOLDER --fonts FOLDER`.

Needs torch (CPU) beside the reading extra; nothing else of the house does. Seeds and the split of hands are printed.
Training hands: strokes of our own, MNIST's training half, every second font. Never: MNIST's test half, the other fonts.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from pathlib import Path

import cv2
import numpy as np
import torch
from torch import nn

from benchmarks.reading_blank import blank_pages
from benchmarks.reading_hands import Digits, Hand, fonts, mnist, of_font, of_samples
from benchmarks.reading_paper import Photo, Written, photographed, scanned, write
from tournaments.reading.core import cells, net
from tournaments.reading.core.form import Form
from tournaments.reading.core.missing import WEIGHTS

SEED = 16
FORMS = (
    ("club_2018", 4, 20),
    ("club_2018", 4, 20),
    ("club_2018", 3, 15),
    ("federation", 4, 24),
    ("basic", 3, 12),
    ("basic", 5, 20),
    ("basic", 6, 30),
)


def paper_of(rules: str, seats: int, games: int) -> tuple[Form, list[np.ndarray]]:
    """A blank list and its pages as pictures."""
    form, _pdf, pages = blank_pages(rules, seats, games)
    return form, pages


def anything(column: str, rng: np.random.Generator) -> Written:
    """What a cell of this column might hold, and more: the net shall learn signs, not habits."""
    digits = "".join(
        str(rng.integers(10)) for _ in range(int(rng.choice([1, 2, 3, 4], p=[0.25, 0.35, 0.3, 0.1])))
    )
    match column:
        case "opened":
            text = str(rng.choice(["V", "", "X", "-"], p=[0.52, 0.4, 0.04, 0.04]))
        case "finish":
            text = str(rng.choice(["R", "H", "HA", "S", "-", ""], p=[0.3, 0.2, 0.2, 0.12, 0.12, 0.06]))
        case "points":
            text = str(
                rng.choice([digits[:2], "X", "-1", "0", "-", ""], p=[0.62, 0.14, 0.06, 0.06, 0.04, 0.08])
            )
        case "foot_net" | "foot_crosses":
            text = str(rng.choice([digits[:3], "-" + digits[:2], "0", ""], p=[0.6, 0.25, 0.07, 0.08]))
        case "signature":
            text = ""
        case _:
            text = str(rng.choice([digits, "0", "-", ""], p=[0.82, 0.04, 0.03, 0.11]))
    struck = (
        "".join(str(rng.integers(10)) for _ in range(int(rng.integers(1, 3))))
        if text and column != "opened" and rng.random() < 0.03
        else ""
    )
    return Written(text=text, struck=struck)


def hand_of(rng: np.random.Generator, digits: Digits | None, known: list[Path]) -> Hand:
    kind = rng.choice(["strokes", "samples", "font"], p=[0.22, 0.48, 0.3])
    if kind == "samples" and digits is not None:
        return of_samples(digits, rng, of_each=int(rng.integers(4, 30)))
    if kind == "font" and known:
        return of_font(known[rng.integers(len(known))], rng)
    return Hand(rng=rng)


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


def examples(
    pages: int, rng: np.random.Generator, digits: Digits | None, known: list[Path]
) -> dict[int, tuple[np.ndarray, list[str]]]:
    """Pictures of cells with what they say, by width."""
    papers = {kind: paper_of(*kind) for kind in dict.fromkeys(FORMS)}
    found: dict[int, tuple[list[np.ndarray], list[str]]] = defaultdict(lambda: ([], []))
    for number in range(pages):
        form, blanks = papers[FORMS[number % len(FORMS)]]
        paper = blanks[0].copy()
        on_sheet = [cell for cell in form.on_sheet(1) if cell.column != "signature"]
        texts = {cell: anything(cell.column, rng) for cell in on_sheet}
        write(paper, {cell: cell.box for cell in on_sheet}, texts, hand_of(rng, digits, known))
        photo = (
            scanned(paper, rng, dots=int(rng.choice([150, 200, 300])), turned=False)
            if rng.random() < 0.35
            else photographed(paper, rng, hard=float(rng.choice([0.6, 1.0, 1.5])), turned=False)
        )
        page = cells.evened(
            straight(photo, rng, (round(form.page[0] * cells.DOTS), round(form.page[1] * cells.DOTS)))
        )
        by_width = defaultdict(list)
        for cell in on_sheet:
            by_width[cells.width_of(cell.box)].append(cell)
        for wide, group in by_width.items():
            shifted = [
                (c.box[0] + rng.normal(0, 0.15), c.box[1] + rng.normal(0, 0.15), c.box[2], c.box[3])
                for c in group
            ]
            pictures, labels = found[wide]
            pictures.extend((cells.cut(page, shifted) * 255).astype(np.uint8))
            labels.extend(texts[cell].text for cell in group)
        if number % 50 == 49:
            print(f"{number + 1} pages", flush=True)
    return {wide: (np.stack(pictures), labels) for wide, (pictures, labels) in found.items()}


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


def train(found: dict[int, tuple[np.ndarray, list[str]]], *, minutes: float, rng: np.random.Generator) -> Net:
    model = Net()
    best = torch.optim.AdamW(model.parameters(), lr=2e-3, weight_decay=1e-3)
    loss_of = nn.CTCLoss(zero_infinity=True)
    begun, step, mean = time.monotonic(), 0, 0.0
    widths = np.array(list(found))
    share = np.array([len(found[wide][1]) for wide in widths], float)
    share /= share.sum()
    code = {sign: place + 1 for place, sign in enumerate(net.SIGNS)}
    while (spent := (time.monotonic() - begun) / 60 / minutes) < 1:
        for group in best.param_groups:
            group["lr"] = 2e-3 * min(1, step / 200 + 0.05) * 0.5 * (1 + np.cos(np.pi * spent)) + 1e-5
        pictures, labels = found[int(rng.choice(widths, p=share))]
        chosen = rng.integers(len(labels), size=96)
        batch = torch.from_numpy(pictures[chosen].astype(np.float32) / 255)
        batch = (batch * torch.empty(len(chosen), 1, 1).uniform_(0.75, 1.25)).clamp(0, 1)[:, None]
        texts = [labels[one] for one in chosen]
        target = torch.tensor([code[sign] for text in texts for sign in text], dtype=torch.long)
        scores = model(batch)
        loss = loss_of(
            scores,
            target,
            torch.full((len(texts),), scores.shape[0]),
            torch.tensor([len(text) for text in texts]),
        )
        best.zero_grad()
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 3.0)
        best.step()
        step += 1
        mean = 0.98 * mean + 0.02 * float(loss)
        if step % 500 == 0:
            print(f"step {step}, {spent:.0%}, loss {mean:.4f}", flush=True)
    return model.eval()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "--mnist", type=Path, help="folder with MNIST's four files; left out: our own strokes and fonts only"
    )
    parser.add_argument(
        "--fonts",
        type=Path,
        nargs="*",
        default=[],
        help="folders with handwriting fonts (fontsource packages)",
    )
    parser.add_argument("--pages", type=int, default=450)
    parser.add_argument("--minutes", type=float, default=20)
    parser.add_argument("--cache", type=Path, help="keep the examples here, to train again without drawing")
    wishes = parser.parse_args()
    torch.set_num_threads(1)
    cv2.setNumThreads(1)
    torch.manual_seed(SEED)
    rng = np.random.default_rng(SEED)
    known = fonts(wishes.fonts)[::2]
    print(f"seed {SEED}; fonts learnt: {', '.join(path.name.split('-latin')[0] for path in known)}")
    if wishes.cache and wishes.cache.exists():
        stored = np.load(wishes.cache, allow_pickle=True)
        found = stored["found"].item()
    else:
        digits = mnist(wishes.mnist, "train") if wishes.mnist else None
        found = examples(wishes.pages, rng, digits, known)
        if wishes.cache:
            np.savez(wishes.cache, found=np.array(found, dtype=object))
    print({wide: len(labels) for wide, (_pictures, labels) in found.items()})
    model = train(found, minutes=wishes.minutes, rng=rng)
    WEIGHTS.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(WEIGHTS, **folded(model))
    print(
        f"{WEIGHTS.name}: {WEIGHTS.stat().st_size / 1024:.0f} kB, {sum(one.numel() for one in model.parameters())} weights"
    )


if __name__ == "__main__":
    main()
