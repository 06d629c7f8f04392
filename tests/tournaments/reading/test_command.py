"""Anybody can try the reader: a blank list with its form, and pictures of it read back."""

from __future__ import annotations

import io
import json

import pytest

pytest.importorskip("cv2", reason="the extra `reading` is not installed: python start.py reading")

from django.core.management import CommandError, call_command
from PIL import Image

from tests.tournaments.reading import made
from tournaments.reading.core import reader
from tournaments.reading.core.form import NoForm, from_document
from tournaments.reading.core.missing import WEIGHTS


def form_and_paper(folder, *words: str):
    said = io.StringIO()
    call_command("list_form", "--json", "--pdf", str(folder / "blank.pdf"), *words, stdout=said)
    (folder / "form.json").write_text(said.getvalue(), encoding="utf-8")
    return json.loads(said.getvalue())


def read(folder, *files):
    said = io.StringIO()
    call_command(
        "read_list",
        *map(str, files),
        "--form",
        str(folder / "form.json"),
        "--rules",
        "club_2018",
        stdout=said,
    )
    return json.loads(said.getvalue())["pages"]


def test_the_form_says_where_every_cell_is(tmp_path):
    form = form_and_paper(tmp_path, "--seats", "4", "--games", "20")
    assert form["page"] == [210, 297]
    assert len(form["qr"]) == 4
    augen = [cell for cell in form["cells"] if cell["column"] == "augen"]
    assert {(cell["game"], cell["seat"]) for cell in augen} >= {(1, 2), (20, 1)}
    assert (1, 1) not in {
        (cell["game"], cell["seat"]) for cell in augen
    }  # the dealer of a table of four rests
    assert len(augen) == 60
    for cell in form["cells"]:
        left, top, width, height = cell["box"]
        assert left >= 0 <= top
        assert left + width <= 210
        assert top + height <= 297
    assert (tmp_path / "blank.pdf").read_bytes().startswith(b"%PDF")


def test_forms_have_one_or_two_sheets_and_refuse_what_the_rules_do_not_know(tmp_path):
    assert form_and_paper(tmp_path, "--seats", "4", "--games", "48")["sheets"] == 2
    assert form_and_paper(tmp_path, "--seats", "6", "--games", "12")["form"]["rules"] == "basic"
    with pytest.raises(CommandError):
        form_and_paper(tmp_path, "--seats", "6", "--games", "12", "--rules", "club_2018")
    with pytest.raises(NoForm):
        from_document({"cells": [{"column": "augen", "box": [1, 2, 3]}]})


@pytest.mark.slow
def test_a_scan_is_read_back_and_a_blank_one_is_told(tmp_path):
    form_and_paper(tmp_path, "--seats", "3", "--games", "9")
    form, list_ = made.list_of("club_2018", 3, 9, seed=21)
    paper = (tmp_path / "blank.pdf").read_bytes()
    scan = Image.open(io.BytesIO(made.picture_of(paper, form, list_, seed=21)))
    scan.rotate(180).save(tmp_path / "turned.jpg", quality=90)
    turned, blank = read(tmp_path, tmp_path / "turned.jpg", tmp_path / "blank.pdf")
    assert turned["refused"] is None
    assert turned["list"] == "romme-liste:club_2018:3x9"
    assert turned["notes"] == ["Das Bild stand auf dem Kopf und wurde gedreht."]
    for entry in turned["entries"]:
        result = list_.results[entry["game"]]
        if not entry["asked"]:
            assert entry["won"] == (result.winner == entry["seat"])
            assert entry["won"] or entry["augen"] == result.hands[entry["seat"]].augen
    assert len(turned["entries"]) == 27
    assert sum(entry["asked"] for entry in turned["entries"]) <= 5
    assert blank["refused"] == str(reader.BLANK)
    assert not blank["entries"]


@pytest.mark.slow
def test_a_list_printed_before_its_layout_changed_a_little_is_read(tmp_path):
    """Its form has other places, and a program of somebody else kept only what the cells say."""
    form_and_paper(tmp_path, "--seats", "3", "--games", "9")
    form, list_ = made.list_of("club_2018", 3, 9, seed=23)
    paper = (tmp_path / "blank.pdf").read_bytes()
    (tmp_path / "scan.jpg").write_bytes(made.picture_of(paper, form, list_, seed=23))
    said = json.loads((tmp_path / "form.json").read_text(encoding="utf-8"))
    for cell in said["cells"]:
        cell["box"][0] += 0.7
    kept = {name: said[name] for name in ("page", "qr", "cells")}
    (tmp_path / "form.json").write_text(json.dumps(kept), encoding="utf-8")
    (page,) = read(tmp_path, tmp_path / "scan.jpg")
    assert page["refused"] is None
    assert len(page["entries"]) == 27
    for entry in page["entries"]:
        result = list_.results[entry["game"]]
        if not entry["asked"] and not entry["won"]:
            assert entry["augen"] == result.hands[entry["seat"]].augen


@pytest.mark.slow
def test_the_photo_of_an_iphone_is_read(tmp_path):
    heif = pytest.importorskip("pillow_heif", reason="no wheel of pillow-heif on this machine")
    heif.register_heif_opener()
    form_and_paper(tmp_path, "--seats", "3", "--games", "9")
    form, list_ = made.list_of("club_2018", 3, 9, seed=22)
    paper = (tmp_path / "blank.pdf").read_bytes()
    photo = Image.open(io.BytesIO(made.picture_of(paper, form, list_, seed=22, scan=False)))
    photo.save(tmp_path / "list.heic", "HEIF", quality=70, enc_params={"preset": "ultrafast"})
    assert (tmp_path / "list.heic").read_bytes()[4:12] == b"ftypheic"
    (page,) = read(tmp_path, tmp_path / "list.heic")
    assert page["refused"] is None
    assert page["list"] == "romme-liste:club_2018:3x9"
    assert len(page["entries"]) == 27


def test_without_its_library_a_photo_of_an_iphone_is_told(tmp_path, monkeypatch):
    monkeypatch.setattr("tournaments.reading.core.pictures.heic_known", lambda: False)
    form_and_paper(tmp_path, "--seats", "3", "--games", "9")
    (tmp_path / "list.heic").write_bytes(b"\0\0\0\x18ftypheic" + b"\0" * 40)
    (page,) = read(tmp_path, tmp_path / "list.heic")
    assert "HEIC" in page["refused"]


@pytest.mark.slow
def test_what_is_no_list_is_a_sentence_and_never_a_fault(tmp_path):
    form_and_paper(tmp_path, "--seats", "3", "--games", "9")
    (tmp_path / "no.jpg").write_bytes(b"this is no picture")
    (tmp_path / "no.pdf").write_bytes(b"%PDF-1.7 and then nothing")
    Image.new("L", (400, 500), 200).save(tmp_path / "grey.png")
    Image.new("L", (3, 2), 200).save(tmp_path / "tiny.png")
    pages = read(tmp_path, *(tmp_path / name for name in ("no.jpg", "no.pdf", "grey.png", "tiny.png")))
    assert [bool(page["refused"]) for page in pages] == [True] * 4
    assert str(reader.NO_LIST) in [page["refused"] for page in pages]


def test_what_was_learnt_fits_into_the_repository():
    assert WEIGHTS.stat().st_size < 1_000_000
