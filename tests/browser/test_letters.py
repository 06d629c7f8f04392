"""Every name in letters: the machine of these tests has none, so whatever is drawn came with the page."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

NAMES = {
    "German": "Größe ẞ „Ää“ – 1.234,56 €",
    "every Latin alphabet": "Łódź Ștefan Gülşah Þórunn Ŋ ō ũ Ħ",
    "Vietnamese": "Nguyễn Thị Hằng Đặng Ữ",
    "Greek": "Ελένη Παπαδοπούλου",
    "Cyrillic": "Юлія Ґалаґан Щербак",
    "Arabic": "محمد عبد الله",
    "Hebrew": "יעל כהן",
    "Thai": "สมชาย น้ำใจ",
    "Chinese": "王小明 張學友",
    "Japanese": "さくら サクラ 桜庭 々",
    "Korean": "김철수 박지민",
    "signs": "♣♠♥♦★✕✓✎←→↑↓↕▲▼▸▾⌫⚠≤≥−",
}
# How often a letter of the text is drawn like one that nobody has, in that face and weight.
BOXES = """async ([text, face, weight]) => {
    const font = `${weight} 40px ${getComputedStyle(document.documentElement).getPropertyValue(face)}`;
    await document.fonts.load(font, text);
    const drawn = letter => {
        const paper = document.createElement("canvas");
        paper.width = 120; paper.height = 90;
        const pen = paper.getContext("2d");
        pen.font = font; pen.textBaseline = "alphabetic"; pen.fillText(letter, 20, 60);
        return paper.toDataURL();
    };
    const missing = drawn("\\uE000"), blank = drawn(" ");
    return [...text].filter(letter => letter.trim() && [missing, blank].includes(drawn(letter)));
}"""


@pytest.mark.parametrize("face", ["--text", "--display", "--mono"])
def test_every_name_is_drawn_in_letters(open_page: Callable[..., Page], face: str) -> None:
    page = open_page("/")
    for script, text in NAMES.items():
        for weight in (400, 700):
            assert page.evaluate(BOXES, [text, face, weight]) == [], script


def test_figures_stand_below_each_other_and_bold_is_drawn_bold(open_page: Callable[..., Page]) -> None:
    widths = """style => ["0", "1", "8", "9"].map(digit => {
        const item = document.body.appendChild(document.createElement("span"));
        item.style.cssText = style + ";position:absolute;font-variant-numeric:tabular-nums";
        item.textContent = digit.repeat(20);
        const width = item.getBoundingClientRect().width;
        item.remove();
        return Math.round(width * 10);
    })"""
    page = open_page("/")
    for face in ("--text", "--mono"):
        for weight in (400, 600, 700):
            assert len(set(page.evaluate(widths, f"font: {weight} 20px var({face})"))) == 1, (face, weight)
    page.evaluate("document.fonts.load('700 20px \"Club Text\"')")
    ink = """weight => { const pen = document.createElement("canvas").getContext("2d");
        pen.font = `${weight} 100px "Club Text"`; return pen.measureText("Herz").width; }"""
    assert page.evaluate(ink, 400) < page.evaluate(ink, 600) < page.evaluate(ink, 700), (
        "bold faces of their own, not smeared"
    )


def test_an_ordinary_page_fetches_few_faces(open_page: Callable[..., Page]) -> None:
    page = open_page("/")
    fetched = page.evaluate(
        "performance.getEntriesByType('resource').map(e => e.name).filter(n => n.endsWith('.woff2'))"
    )
    assert {name.rsplit("/", 1)[1] for name in fetched} <= {
        "text-latin.woff2", "display-latin.woff2", "symbols.woff2", "symbols-bold.woff2"
    }  # fmt: skip
