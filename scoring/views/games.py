"""A recorded game, turn by turn: pasted or chosen, stepped through by buttons and arrow keys."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.core.exceptions import ValidationError
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from scoring.engine.record import Record, write_record
from scoring.engine.record_reader import read_records
from scoring.forms.games import RecordForm, one_record, unpack
from scoring.models import RuleSet as RuleSetRow
from scoring.rules import BUILT_IN, RuleSet, built_in
from scoring.selectors import newest_version, rule_sets, rules_of
from scoring.speech import spoken_value
from scoring.wording.history import history

CHOSEN, PACKED, TURN = "spiel", "partie", "zug"
LONGEST_NUMBER = 6


def games_folder() -> Path:
    """Where the games lie that come with the house."""
    return Path(settings.BASE_DIR) / "fixtures" / "games"


def kept_games() -> dict[str, Record]:
    """The games that come with the house: "club_2018-2" is the second one of its file."""
    games: dict[str, Record] = {}
    for path in sorted(games_folder().glob("*.txt")):
        records = read_records(path.read_text(encoding="utf-8"))
        games |= {f"{path.stem}-{number}": record for number, record in enumerate(records, start=1)}
    return games


@require_http_methods(["GET", "HEAD", "POST"])
def game_record(request: HttpRequest) -> HttpResponse:
    """Choose or paste a game; with one in the address, the page that steps through it."""
    if request.method == "POST":
        form = RecordForm(request.POST)
        if form.is_valid():
            return redirect(f"{reverse('game_record')}?{urlencode({PACKED: form.packed})}")
        return choosing(request, form, status=422)
    if request.GET.get(CHOSEN):
        return stepping(request, {CHOSEN: request.GET[CHOSEN]}, chosen_text(request.GET[CHOSEN]))
    if request.GET.get(PACKED):
        return stepping(request, {PACKED: request.GET[PACKED]}, unpack(request.GET[PACKED]))
    return choosing(request, RecordForm())


def chosen_text(name: str) -> str:
    record = kept_games().get(name)
    if record is None:
        raise Http404(_("Diese Partie gibt es nicht."))
    return write_record(record)


def choosing(request: HttpRequest, form: RecordForm, *, status: int = 200) -> HttpResponse:
    """Where a game comes from."""
    games = [
        {
            "name": _("{rules}, Partie {number}").format(
                rules=rules_name(record), number=name.rpartition("-")[2]
            ),
            "turns": len(record.turns),
            "url": f"{reverse('game_record')}?{urlencode({CHOSEN: name})}",
        }
        for name, record in kept_games().items()
    ]
    context = {"heading": _("Partie nachspielen"), "form": form, "games": games}
    return render(request, "scoring/cards/games.html", context, status=status)


def stepping(request: HttpRequest, source: dict[str, str], text: str) -> HttpResponse:
    """The position after one turn, with its verdict."""
    form = RecordForm(initial={"mitschrift": text})
    try:
        record = one_record(text)
    except ValidationError as error:
        form = RecordForm({"mitschrift": text})
        form.is_valid()
        if not form.errors:
            form.add_error(None, error)
        return choosing(request, form, status=422)
    rules, notice = rules_for(record)
    if rules is None:
        form = RecordForm({"mitschrift": text})
        form.add_error("mitschrift", notice)
        return choosing(request, form, status=422)
    shown = history(record, rules, turn_number(request.GET.get(TURN, "")))

    def link(number: int) -> str:
        return f"{reverse('game_record')}?{urlencode(source | {TURN: str(number)})}"

    steps: list[dict[str, Any]] = [
        {"step": "first", "label": _("Anfang"), "icon": "«", "url": link(0) if shown.at else ""},
        {"step": "prev", "label": _("Zurück"), "icon": "‹", "url": link(shown.at - 1) if shown.at else ""},
        {
            "step": "next",
            "label": _("Weiter"),
            "icon": "›",
            "url": link(shown.at + 1) if shown.at < shown.last else "",
        },
        {
            "step": "last",
            "label": _("Ende"),
            "icon": "»",
            "url": link(shown.last) if shown.at < shown.last else "",
        },
    ]
    return render(
        request,
        "scoring/cards/game.html",
        {
            "heading": _("Partie nachspielen"),
            "crumbs": [
                {"label": _("Partien"), "url": reverse("game_record")},
                {"label": source.get(CHOSEN, _("Eingefügte Partie")).replace("_", " ")},
            ],
            "meta": [
                str(spoken_value(rules.name)),
                *(f"{name}: {value}" for name, value in record.tags),
            ],
            "history": shown,
            "record": record,
            "notice": notice,
            "steps": steps,
            "turns": [(told, link(told.number)) for told in shown.turns],
            "start_url": link(0),
            "form": form,
        },
    )


def turn_number(sent: str) -> int:
    """The turn of the address; anything else is the deal."""
    return int(sent) if sent.isascii() and sent.isdecimal() and len(sent) <= LONGEST_NUMBER else 0


def rules_name(record: Record) -> str:
    """The rule set of a game as people call it."""
    rules = built_in(record.rules) if record.rules in BUILT_IN else None
    return str(spoken_value(rules.name)) if rules else record.rules


def rules_for(record: Record) -> tuple[RuleSet | None, str]:
    """The rule set that the record names, and what has to be said about it."""
    row: RuleSetRow | None = None
    if record.fingerprint:
        row = rule_sets().filter(key=record.rules, fingerprint__startswith=record.fingerprint).first()
        if row is not None:
            return rules_of(row), ""
    row = newest_version(record.rules)
    rules = rules_of(row) if row else None
    if rules is None and record.rules in BUILT_IN:
        rules = built_in(record.rules)
    if rules is None:
        return None, _("Das Regelwerk „{rules}“ ist hier nicht bekannt.").format(rules=record.rules[:40])
    if record.fingerprint:
        return rules, _(
            "Die Mitschrift nennt Regeln, die hier niemand kennt. Geprüft wird nach den neuesten dieses Namens."
        )
    return rules, ""
