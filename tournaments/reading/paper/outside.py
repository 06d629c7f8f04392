"""Reads pictures of lists outside of any tournament: a form, rules, files; for `manage.py read_list`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2

from scoring.rules import RulesError
from scoring.rules.loader import built_in
from scoring.speech import say
from tournaments.reading.core.form import Form, NoForm, from_document
from tournaments.reading.core.page import Template
from tournaments.reading.core.pictures import NoPicture, pictures
from tournaments.reading.core.reader import ReadPage, look
from tournaments.reading.core.said import OTHER_LIST, Looked, told
from tournaments.reading.paper.forms import code_of_form
from tournaments.reading.paper.templates import templates_for


class CannotRead(Exception):
    """A form or a file that cannot be opened; its argument says which."""


def read_files(files: Sequence[Path], form_file: Path, rules_key: str) -> dict[str, Any]:
    """What `read_list` answers: an object for each page."""
    cv2.setNumThreads(1)
    try:
        form = from_document(json.loads(form_file.read_text(encoding="utf-8")))
        rules = built_in(rules_key or str(form.drawn.get("rules", "club_2018")))
    except (OSError, ValueError, NoForm, RulesError) as error:
        raise CannotRead(f"{form_file}: {error}") from error
    templates, code = templates_for(form, rules), expected(form)
    looked = [one for path in files for one in pages_of(path, templates, code)]
    return {"pages": told(looked, form, rules, say)}


def expected(form: Form) -> str:
    """What the code on this form says; empty where the form does not tell."""
    try:
        rules = built_in(str(form.drawn.get("rules", "")))
    except RulesError:
        return ""
    return code_of_form(rules, seats=form.seats, games=form.games)


def pages_of(path: Path, templates: tuple[Template, ...], code: str) -> Iterator[Looked]:
    """Every page of a file; one that cannot be opened is a refused page."""
    number = 0
    try:
        for number, picture in enumerate(pictures(path.read_bytes()), 1):
            page = look(picture, templates)
            if code and page.code and page.code != code:
                page = ReadPage(code=page.code, refused=OTHER_LIST)
            yield Looked(file=path.name, number=number, page=without_picture(page))
    except NoPicture as refusal:
        yield Looked(file=path.name, number=number + 1, page=ReadPage(code="", refused=refusal.sentence))
    except OSError as error:
        raise CannotRead(str(error)) from error


def without_picture(page: ReadPage) -> ReadPage:
    """What was read is kept, the pixels are not: a hundred pages need no more memory than one."""
    return replace(page, found=None)
