"""Players from a file: upload, look at what was understood, answer what is asked, and take everybody or nobody."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any, assert_never

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.speech import say
from tournaments.event.permissions import Actor, may_direct
from tournaments.field.formats import arrivals, best_table, guess, read_tables, stored_tables, unstored
from tournaments.field.formats.columns import Meaning
from tournaments.field.formats.sample import players_sample
from tournaments.field.forms.uploads import PlayerFileForm, ReadingForm, answers_in
from tournaments.field.selectors.arrivals import (
    NEW,
    OUT,
    SAME,
    TAKEN,
    Arrival,
    JudgedRow,
    RowKind,
    judge_rows,
    print_of,
)
from tournaments.field.selectors.newcomers import seated_together, with_newcomers
from tournaments.field.services import player_files as service
from tournaments.field.services.seated_files import register_and_seat
from tournaments.field.views.registrations import moves_chairs
from tournaments.field.views.tables import ArrivalsTable
from tournaments.models import Player, PlayerFile, Tournament
from tournaments.pages.attempts import Attempt
from tournaments.pages.files import XLSX, file_answer
from tournaments.pages.frame import find_tournament, need_role, page
from tournaments.seating.selectors.places import hanging
from tournaments.seating.selectors.state import state_of
from tournaments.seating.services.changes import next_seed
from tournaments.seating.words.reprints import reprints
from tournaments.seating.words.seating import moves_of
from tournaments.spreadsheets.reading.limits import UPLOADED, FilledTable, too_large

ASKED = 100  # questions that stand on one page
SHOWN = 100  # rows of those who enter
DIGITS = 9  # of a version, at most
GLANCE = 6  # rows beneath the columns


@dataclass(frozen=True, slots=True, kw_only=True)
class UploadSeen:
    """An uploaded table as it is understood now."""

    tables: list[FilledTable]
    width: int
    judged: list[JudgedRow]

    def count(self, *kinds: RowKind) -> int:
        return sum(one.kind in kinds for one in self.judged)

    def of(self, *kinds: RowKind) -> list[JudgedRow]:
        return [one for one in self.judged if one.kind in kinds]


@dataclass(frozen=True, slots=True)
class RowTold:
    """A judged row with its sentences in the language of the page."""

    judged: JudgedRow

    @property
    def arrival(self) -> Arrival:
        return self.judged.arrival

    @property
    def player(self) -> Player | None:
        return self.judged.player

    @property
    def candidates(self) -> tuple[Player, ...]:
        return self.judged.candidates

    @property
    def notes(self) -> list[str]:
        return [say(note) for note in self.arrival.notes]

    @property
    def said(self) -> str:
        """Why somebody is asked, or why this row brings nobody."""
        match self.judged.kind:
            case RowKind.HERE:
                return _("schon angemeldet")
            case RowKind.OUT:
                return _("ausgelassen")
            case RowKind.TWICE:
                return _("dasselbe wie Zeile {row}").format(row=self.judged.earlier)
            case RowKind.NEW | RowKind.SAME | RowKind.DOUBT | RowKind.WRONG:
                return say(self.judged.why) if self.judged.why else ""
            case unknown:
                assert_never(unknown)


def rows_told(judged: list[JudgedRow], most: int = 0) -> list[RowTold]:
    return [RowTold(one) for one in (judged[:most] if most else judged)]


@never_cache
def upload(request: HttpRequest, slug: str) -> HttpResponse:
    """The upload; what was understood waits on the server and is shown next."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    form = PlayerFileForm(*((request.POST, request.FILES) if request.method == "POST" else ()))
    if request.method == "POST" and form.is_valid():
        with Attempt(form, field="file") as attempt:
            file = keep_rows(tournament, form.cleaned_data["file"], actor)
        if not attempt.refused:
            return redirect("player_file", slug, file.pk)
    return page(
        request,
        "tournaments/field/player_upload.html",
        tournament=tournament,
        current="desk",
        form=form,
        waiting=tournament.player_files.select_related("kept_by"),
        status=422 if form.errors else 200,
    )


def keep_rows(tournament: Tournament, uploaded: Any, actor: Actor) -> PlayerFile:
    """Read the file once; only rows of text are kept of it."""
    if uploaded.size > UPLOADED:
        raise too_large()
    content = uploaded.read()
    tables = read_tables(content)
    best = best_table(tables)
    found = guess(tables[best])
    return service.keep_file(
        tournament_id=tournament.pk,
        name=uploaded.name or "",
        fingerprint=hashlib.sha256(content).hexdigest(),
        tables=stored_tables(tables),
        table=best,
        head=found.head,
        columns=[meaning.value for meaning in found.columns],
        by=actor,
        now=timezone.now(),
    )


def understood_people(file: PlayerFile) -> UploadSeen:
    """The people of the file, each with what becomes of him."""
    tables = unstored(file.tables)
    table = tables[file.table]
    columns = [Meaning(said) for said in file.columns]
    people = arrivals(table, head=file.head, columns=columns, today=timezone.localdate())
    return UploadSeen(
        tables=tables,
        width=max(len(row.cells) for row in table.rows),
        judged=judge_rows(file.tournament, people, answers_of(file)),
    )


def answers_of(file: PlayerFile) -> dict[int, str]:
    return {int(row): str(answer) for row, answer in file.answers.items()}


@never_cache
def preview(request: HttpRequest, slug: str, file: int) -> HttpResponse:
    """What was understood; columns and answers can be changed, then all enter or nobody."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    kept = tournament.player_files.filter(pk=file).first()
    if kept is None:
        messages.info(request, _("Diese Datei ist schon erledigt."))
        return redirect("registrations", slug)
    if request.method != "POST":
        return preview_page(request, tournament, kept)
    match request.POST.get("deed"):
        case "discard":
            service.discard_file(file_id=kept.pk, by=actor)
            messages.info(request, _("Die Datei ist verworfen, niemand wurde angemeldet."))
            return redirect("registrations", slug)
        case "take":
            return take(request, tournament, kept, actor)
    return read_again(request, tournament, kept, actor)


def reading_form(
    request: HttpRequest, file: PlayerFile, tables: list[FilledTable], width: int
) -> ReadingForm:
    sheets = [table.name for table in tables]
    said = {f"column{place}": meaning for place, meaning in enumerate(file.columns)}
    initial = {"table": file.table, "head": file.head, **said}
    data = request.POST if request.method == "POST" and request.POST.get("deed") == "read" else None
    return ReadingForm(data, sheets=sheets, width=width, initial=initial)


def read_again(request: HttpRequest, tournament: Tournament, file: PlayerFile, actor: Actor) -> HttpResponse:
    """Other columns, another sheet, or answers: everything is understood anew."""
    answers = answers_in(request.POST)
    table, head, columns = file.table, file.head, list(file.columns)
    if request.POST.get("deed") == "read":
        tables = unstored(file.tables)
        form = reading_form(request, file, tables, max(len(row.cells) for row in tables[table].rows))
        if not form.is_valid() and sheet_chosen(form, table) == table:
            return preview_page(request, tournament, file, form=form, status=422)
        chosen = sheet_chosen(form, table)
        if chosen != table:
            found = guess(tables[chosen])
            table, head, columns = chosen, found.head, [meaning.value for meaning in found.columns]
        else:
            head, columns = form.cleaned_data["head"], form.columns()
    rest = request.POST.get("rest", "")
    if request.POST.get("deed") == "hidden":
        answers |= {one.arrival.row: OUT for one in understood_people(file).judged if one.arrival.hidden}
    if rest in (NEW, OUT, "first"):
        waiting = [one for one in understood_people(file).of(RowKind.DOUBT) if one.arrival.row not in answers]
        answers |= {one.arrival.row: rest_answer(one, rest) for one in waiting}
    with Attempt() as attempt:
        service.say_about_file(
            file_id=file.pk, table=table, head=head, columns=columns, answers=answers, by=actor
        )
    if attempt.refused:
        messages.info(request, attempt.said)
        return redirect("registrations", tournament.slug)
    return redirect("player_file", tournament.slug, file.pk)


def sheet_chosen(form: ReadingForm, now: int) -> int:
    """The sheet that was asked for, also beside columns that belong to another one."""
    chosen = form.cleaned_data.get("table")
    return now if chosen is None else int(chosen)


def rest_answer(one: JudgedRow, rest: str) -> str:
    """The same answer for every question that is left."""
    if rest != "first":
        return rest
    return f"{SAME}{one.candidates[0].pk}" if one.candidates else OUT


def take(request: HttpRequest, tournament: Tournament, file: PlayerFile, actor: Actor) -> HttpResponse:
    """Everybody enters as the page has shown it; if that has changed, the newer page is shown."""
    seen = understood_people(file)
    deed: dict[str, Any] = {
        "tournament_id": tournament.pk,
        "arrivals": [one.arrival for one in seen.judged],
        "answers": answers_of(file),
        "seen": request.POST.get("seen", ""),
        "by": actor,
        "now": timezone.now(),
        "file_id": file.pk,
    }
    state = state_of(tournament)
    with Attempt() as attempt:
        if moves_chairs(tournament, state):
            shown = request.POST.get("gesehen", "")
            version = int(shown) if shown.isdecimal() and len(shown) < DIGITS else -1
            made = register_and_seat(**deed, seen_version=version)
            entered, after = made.entered, reverse("seating_moves", args=[tournament.slug, made.plan.version])
        else:
            entered = service.register_players(**deed)
            after = reverse("registrations", args=[tournament.slug])
    if attempt.refused:
        return preview_page(request, tournament, file, refused=attempt.said, status=attempt.status)
    messages.success(
        request,
        ngettext("{count} Spieler ist angemeldet.", "{count} Spieler sind angemeldet.", len(entered)).format(
            count=len(entered)
        ),
    )
    return redirect(after)


def price_of(tournament: Tournament, judged: list[JudgedRow]) -> dict[str, Any]:
    """Who moves when all of them enter now, and which paper is stale then; nothing while nobody sits."""
    state = state_of(tournament)
    if not moves_chairs(tournament, state):
        return {}
    after = with_newcomers(tournament, state, judged)
    with Attempt() as attempt:
        proposal = seated_together(state, after, seed=next_seed(state))
    if attempt.refused:
        return {"seated": state, "unseatable": attempt.said}
    moves = moves_of(proposal, after)
    standing = {
        one.number: frozenset(table.number for table in one.planned.tables) for one in proposal.series
    }
    stale = reprints(tournament, moves, standing, hanging(tournament), directs=True)
    return {"seated": state, "moves": moves, "reprints": stale}


def preview_page(
    request: HttpRequest,
    tournament: Tournament,
    file: PlayerFile,
    *,
    form: ReadingForm | None = None,
    refused: str = "",
    status: int = 200,
) -> HttpResponse:
    seen = understood_people(file)
    form = form or reading_form(request, file, seen.tables, seen.width)
    table = seen.tables[file.table]
    beneath = [row for row in table.rows if file.head is None or row.number > file.head]
    hidden = sum(one.arrival.hidden and one.kind is not RowKind.OUT for one in seen.judged)
    questions, wrong, entering = seen.of(RowKind.DOUBT), seen.of(RowKind.WRONG), seen.of(*TAKEN)
    ready = bool(entering) and not questions and not wrong
    at = Paginator(rows_told(entering), SHOWN).get_page(request.GET.get("seite"))
    return page(
        request,
        "tournaments/field/player_file.html",
        tournament=tournament,
        current="desk",
        file=file,
        form=form,
        sheets=len(seen.tables),
        columns=[
            {"field": field, "head": heading}
            for field, heading in zip_longest(
                form.column_fields(), heading_of(table, file.head), fillvalue=""
            )
        ],
        glance_rows=[
            (row.number, [*row.cells, *[""] * (seen.width - len(row.cells))]) for row in beneath[:GLANCE]
        ],
        figures=figures_of_kinds(seen),
        questions=rows_told(questions, ASKED),
        more_questions=max(0, len(questions) - ASKED),
        wrong=rows_told(wrong, ASKED),
        more_wrong=max(0, len(wrong) - ASKED),
        aside=rows_told(seen.of(RowKind.HERE, RowKind.TWICE, RowKind.OUT), ASKED),
        entering=at,
        arrivals_table=ArrivalsTable(list(at)),
        count=len(entering),
        hidden=hidden,
        seen=print_of(seen.judged),
        refused=refused,
        status=status,
        **(price_of(tournament, seen.judged) if ready else {}),
    )


def heading_of(table: FilledTable, head: int | None) -> tuple[str, ...]:
    """The headings as they stand in the file."""
    return next((row.cells for row in table.rows if row.number == head), ())


def figures_of_kinds(seen: UploadSeen) -> list[tuple[str, int]]:
    """How many of each kind; what is none is left out."""
    told = [
        (_("neu"), seen.count(RowKind.NEW)),
        (_("schon bekannt"), seen.count(RowKind.SAME)),
        (_("zu klären"), seen.count(RowKind.DOUBT)),
        (_("fehlerhaft"), seen.count(RowKind.WRONG)),
        (_("schon angemeldet"), seen.count(RowKind.HERE)),
        (_("doppelt"), seen.count(RowKind.TWICE)),
        (_("ausgelassen"), seen.count(RowKind.OUT)),
    ]
    return [(label, count) for label, count in told if count]


@require_safe
def sample(request: HttpRequest, slug: str) -> HttpResponse:
    """A table to fill in, which is understood without a question."""
    tournament = find_tournament(slug)
    need_role(request, may_direct, tournament)
    return file_answer(players_sample(), XLSX, _("Spielerliste, Muster.xlsx"), inline=False)
