"""`manage.py read_list FILE… --form FORM.json --rules club_2018`: reads lists from photos and scans, outside of any tournament."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from scoring.rules import RulesError
from scoring.rules.loader import built_in
from scoring.speech import say
from tournaments.reading.core.form import Form, NoForm, from_document
from tournaments.reading.core.missing import missing
from tournaments.reading.core.page import Template
from tournaments.reading.core.pictures import NoPicture, pictures
from tournaments.reading.core.reader import Page, look
from tournaments.reading.core.said import OTHER_LIST, Looked, told
from tournaments.reading.paper.forms import code_of_form
from tournaments.reading.paper.templates import templates_for


class Command(BaseCommand):
    help = "Read filled lists from pictures or PDFs; the form is what list_form has printed beside its PDF."
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("files", nargs="+", type=Path)
        parser.add_argument("--form", type=Path, required=True, help="the JSON that list_form has written")
        parser.add_argument(
            "--rules", default="", help="basic, club_2018 or federation; those of the form if left out"
        )
        parser.add_argument(
            "--json", action="store_true", help="for the sake of scripts: the answer is always JSON"
        )

    def handle(self, *_args: Any, **options: Any) -> None:
        if gone := missing():
            raise CommandError(say(gone))
        try:
            form = from_document(json.loads(options["form"].read_text(encoding="utf-8")))
            rules = built_in(options["rules"] or str(form.drawn.get("rules", "club_2018")))
        except (OSError, ValueError, NoForm, RulesError) as error:
            raise CommandError(f"{options['form']}: {error}") from error
        templates = templates_for(form, rules)
        codes = expected(form)
        looked = [one for path in options["files"] for one in pages_of(path, templates, codes)]
        self.stdout.write(json.dumps({"pages": told(looked, form, rules, say)}, ensure_ascii=False))


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
                page = Page(code=page.code, refused=OTHER_LIST)
            yield Looked(file=path.name, number=number, page=without_picture(page))
    except NoPicture as refusal:
        yield Looked(file=path.name, number=number + 1, page=Page(code="", refused=refusal.sentence))
    except OSError as error:
        raise CommandError(str(error)) from error


def without_picture(page: Page) -> Page:
    """What was read is kept, the pixels are not: a hundred pages need no more memory than one."""
    return replace(page, found=None)
