"""The field at the desk: walk-ins in seconds, who leaves and who comes back, names that are mended."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from urllib.parse import urlencode

import django_tables2 as tables
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from django_tables2 import RequestConfig

from scoring.speech import say
from tournaments.event.forms.field import (
    LEAVE,
    RETURN,
    LeaveForm,
    NameForm,
    RegistrationForm,
    ReturnForm,
    WalkInForm,
)
from tournaments.event.permissions import Actor, may_direct
from tournaments.event.selectors import tournaments
from tournaments.event.selectors.names import by_name, clubs, known_players, matches, plain
from tournaments.event.services import corrections
from tournaments.event.services import setup as service
from tournaments.models import Registration, Tournament
from tournaments.models.naming import Naming
from tournaments.pages.attempts import Attempt
from tournaments.pages.files import CSV, file_answer
from tournaments.pages.frame import find_tournament, need_role, page
from tournaments.pages.tables import FileColumn, NumberColumn, Record, SortableTable
from tournaments.pages.words import tables_in_words
from tournaments.seating.selectors.all_seats import seats_of_everybody
from tournaments.seating.selectors.running import running_lists
from tournaments.seating.selectors.state import Entrant, Seating, state_of
from tournaments.seating.selectors.table_sizes import tables_for
from tournaments.seating.services import changes as seating_changes
from tournaments.seating.words.reprints import Reprints, of_name
from tournaments.seating.words.seating import greeting
from tournaments.spreadsheets.writing.csv import csv_table


def registrations(request: HttpRequest, slug: str) -> HttpResponse:
    """One line for a walk-in, and beneath it everybody who has entered."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    form = WalkInForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        entered = walk_in(request, tournament, form, actor)
        if entered is not None:
            return entered
    tables = tables_for(tournament)
    return page(
        request,
        "tournaments/field/registrations.html",
        tournament=tournament,
        current="desk",
        form=form,
        table=field_asked(request, tournament),
        asked=request.GET.get("suche", "").strip(),
        sort=request.GET.get("sort", ""),
        tables=tables,
        words=tables_in_words(tables.by_size),
        refusal=say(tables.refusal) if tables.refusal else "",
        clubs=clubs(),
        moves_chairs=tournament.status == Tournament.Status.RUNNING
        and moves_chairs(tournament, state_of(tournament)),
        status=422 if form.errors else 200,
    )


def field_asked(request: HttpRequest, tournament: Tournament) -> FieldTable:
    """The field as the address wants it, for the page and for the file alike."""
    asked = request.GET.get("suche", "").strip()
    table = field_table(
        one
        for one in tournaments.registrations(tournament).order_by("-start_number")
        if not asked or matches(asked, one.player.listed_name, number=one.start_number)
    )
    RequestConfig(request, paginate=False).configure(table)
    return table


@require_safe
def registrations_csv(request: HttpRequest, slug: str) -> HttpResponse:
    """The same table for a spreadsheet."""
    tournament = find_tournament(slug)
    need_role(request, may_direct, tournament)
    name = _("{name}, Anmeldungen").format(name=tournament.name)
    content = csv_table(*field_asked(request, tournament).file_rows())
    answer = file_answer(content, CSV, f"{name}.csv", inline=False)
    answer["Cache-Control"] = "no-store"
    return answer


def walk_in(
    request: HttpRequest, tournament: Tournament, form: WalkInForm, actor: Actor
) -> HttpResponse | None:
    """Enter somebody at once while nobody sits; otherwise first show what it moves. None: refused, the form says why."""
    data, state = form.cleaned_data, state_of(tournament)
    moves = moves_chairs(tournament, state)
    with Attempt(form) as attempt:
        if moves:
            service.refuse_newcomer(tournament, form.value(), data["start_number"])
        else:
            entered = seating_changes.arrive(
                tournament_id=tournament.pk,
                player=form.value(),
                start_number=data["start_number"],
                guest=data["guest"],
                seen_version=state.version,
                by=actor,
                now=timezone.now(),
            )
    if attempt.refused:
        return None
    if moves:
        typed = {name: data[name] for name in ("name", "club", "start_number", "guest")}
        return price_first("nachzuegler", tournament.slug, typed)
    assert entered.registration is not None
    messages.success(request, greeting(entered.registration))
    return redirect("registrations", tournament.slug)


def price_first(kind: str, slug: str, asked: dict[str, Any]) -> HttpResponse:
    """To the page that shows who moves and what must be printed again, with everything that was typed."""
    typed = {key: value for key, value in asked.items() if value not in (None, "", False)}
    return redirect(f"{reverse('seating_change', args=[slug, kind])}?{urlencode(typed)}")


def moves_chairs(tournament: Tournament, state: Seating) -> bool:
    """Whether whoever comes or goes changes seats that are printed or hang out."""
    return tournament.status != Tournament.Status.FINISHED and state.somebody_sits


def known(request: HttpRequest, slug: str) -> HttpResponse:
    """People of earlier days, as suggestions beneath the line."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    found = known_players(tournament, request.GET.get("name", "")[:80], by=actor)
    return render(request, "tournaments/field/_known.html", {"found": found})


def find_registration(tournament: Tournament, number: int) -> Registration:
    found = tournaments.registrations(tournament).filter(start_number=number).first()
    if found is None:
        raise Http404(_("Diese Startnummer ist nicht vergeben."))
    return found


def registration(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """One player: leaves the field, or comes back into it, with the reason."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    one = find_registration(tournament, number)
    if request.method != "POST":
        return registration_page(request, tournament, one)
    leaves = request.POST.get("deed", LEAVE if one.withdrawn_at is None else RETURN) != RETURN
    form = (LeaveForm if leaves else ReturnForm)(request.POST)
    if not form.is_valid():
        return registration_page(request, tournament, one, form=form)
    state = state_of(tournament)
    runs = leaves and bool(running_lists(tournament, number, now=timezone.now()))
    if leaves == (one.withdrawn_at is None) and (runs or moves_chairs(tournament, state)):
        asked = {"player": number, "reason": form.cleaned_data["reason"]}
        return price_first("ausgeschieden" if leaves else "zurueck", slug, asked)
    deed = seating_changes.drop_out if leaves else seating_changes.come_back
    reason = form.cleaned_data["reason"]
    with Attempt() as attempt:
        deed(
            tournament_id=tournament.pk,
            start_number=number,
            reason=reason,
            seen_version=state.version,
            by=actor,
            now=timezone.now(),
        )
    if attempt.refused:
        return overtaken(request, find_registration(tournament, number), reason, attempt.said)
    said = _("{name} ist ausgeschieden.") if leaves else _("{name} spielt wieder mit.")
    messages.success(request, said.format(name=one.player.name))
    return redirect("registrations", slug)


def empty_form(one: Registration) -> LeaveForm | ReturnForm:
    """What can be done with this player now."""
    return LeaveForm() if one.withdrawn_at is None else ReturnForm()


def overtaken(request: HttpRequest, one: Registration, reason: str, sentence: str) -> HttpResponse:
    """Somebody did it already: say so, and offer what can be done now with what was typed."""
    now = empty_form(one)
    form = type(now)({"deed": now.fields["deed"].initial, "reason": reason})
    form.add_error(None, sentence)
    return registration_page(request, one.tournament, one, status=409, form=form)


def correct_name(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Mend a name or club that was typed wrongly."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    one = find_registration(tournament, number)
    if request.method != "POST":
        return redirect("registration", slug, number)
    form, before = NameForm(request.POST), (one.player.name, one.player.club_id)
    if form.is_valid():
        with Attempt(form) as attempt:
            service.correct_player(
                tournament_id=tournament.pk,
                start_number=number,
                corrected=form.value(),
                born_and_sex=True,
                by=actor,
                now=timezone.now(),
            )
        if not attempt.refused:
            messages.success(request, _("Die Angaben sind berichtigt."))
            one = find_registration(tournament, number)
            if (one.player.name, one.player.club_id) != before and paper_of(one):
                return redirect(f"{reverse('registration', args=[slug, number])}?berichtigt=1")
            return redirect("registrations", slug)
    return registration_page(request, tournament, one, name_form=form)


def correct_registration(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Correct what was typed for this tournament only: start number, guest, why somebody left."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    one = find_registration(tournament, number)
    if request.method != "POST":
        return redirect("registration", slug, number)
    form = registration_form(one, request.POST)
    if form.is_valid():
        data = form.cleaned_data
        with Attempt(form) as attempt:
            corrections.correct_registration(
                tournament_id=tournament.pk,
                start_number=number,
                new_start_number=data["start_number"],
                guest=data["guest"],
                withdrawn_reason=data.get("withdrawn_reason"),
                by=actor,
                now=timezone.now(),
            )
        if not attempt.refused:
            messages.success(request, _("Die Anmeldung ist berichtigt."))
            return redirect("registration", slug, data["start_number"])
    return registration_page(request, tournament, one, registration_form=form)


def registration_form(one: Registration, data: Any = None) -> RegistrationForm:
    """Return the form of what was typed for this registration."""
    fixed = corrections.number_is_fixed(one.tournament)
    return RegistrationForm(data, one=one, number_is_fixed=fixed)


def paper_of(one: Registration) -> Reprints:
    """What carries this name and hangs or lies in the hall."""
    person = Entrant(start_number=one.start_number, pk=one.pk, name=one.player.name)
    chairs = seats_of_everybody(one.tournament).get(one.start_number, {})
    return of_name(one.tournament, person, chairs)


def registration_page(
    request: HttpRequest,
    tournament: Tournament,
    one: Registration,
    *,
    status: int = 422,
    **forms: LeaveForm | ReturnForm | NameForm | RegistrationForm,
) -> HttpResponse:
    """All forms of one player; the one that was sent shows what is wrong."""
    player = one.player
    said: dict[str, Any] = {
        "given_name": player.given_name,
        "family_name": player.family_name,
        "club": player.club or "",
    }
    said |= {"born_on": player.born_on, "sex": player.sex}
    context: dict[str, Any] = {
        "form": empty_form(one),
        "name_form": NameForm(initial=said),
        "registration_form": registration_form(one),
        "reprints": paper_of(one),
        "corrected": "berichtigt" in request.GET,
    } | forms
    return page(
        request,
        "tournaments/field/registration.html",
        tournament=tournament,
        current="desk",
        one=one,
        naming=Naming.choices,
        clubs=clubs(),
        status=status if any(form.errors for form in forms.values()) else 200,
        **context,
    )


# The table: the newest first, or by name, number, club, team; the same as a file -----------------------------


class FieldTable(SortableTable):
    """Everybody who has entered, also who has left."""

    name = tables.Column(gettext_lazy("Name"))
    number = NumberColumn(gettext_lazy("Nr."))
    club = tables.Column(gettext_lazy("Verein"))
    together = tables.Column(gettext_lazy("Tandem, Mannschaft"))

    csv = "registrations_csv"

    class Meta(SortableTable.Meta):
        attrs = {
            "class": "table--hold table--tight field-table",
            "label": gettext_lazy("Anmeldungen"),
            "id": "anmeldungen",
        }
        row_attrs = {"class": lambda record: record["row_class"] or None}
        order_by = ("-number",)

    def file_columns(self) -> list[FileColumn]:
        """Return the columns of the file; the small print beside a name has columns of its own."""
        return [
            (gettext_lazy("Startnummer"), lambda record: record["number"]),
            (gettext_lazy("Name"), lambda record: record["one"].player.listed_name),
            (gettext_lazy("Verein"), lambda record: record["one"].player.club),
            (gettext_lazy("Gast"), lambda record: gettext("ja") if record["one"].guest else ""),
            (gettext_lazy("Tandem"), lambda record: record["one"].pair),
            (gettext_lazy("Mannschaft"), lambda record: record["one"].team),
            (
                gettext_lazy("ausgeschieden"),
                lambda record: gettext("ja") if record["one"].withdrawn_at else "",
            ),
            (gettext_lazy("Grund"), lambda record: record["one"].withdrawn_reason),
        ]

    def render_name(self, _value: object, record: Record) -> SafeString:
        one = record["one"]
        address = reverse("registration", args=[one.tournament.slug, one.start_number])
        cell = format_html('<a href="{}">{}</a>', address, one.player.listed_name)
        if one.guest:
            cell = format_html('{} <small class="muted">{}</small>', cell, gettext("Gast"))
        if one.withdrawn_at:
            left = gettext("ausgeschieden")
            cell = format_html('{} <small class="reason">{}: {}</small>', cell, left, one.withdrawn_reason)
        return cell

    def render_club(self, _value: object, record: Record) -> str:
        return str(record["one"].player.club or "")

    def render_together(self, _value: object, record: Record) -> str:
        return ", ".join(pair_and_team(record["one"]))


def pair_and_team(one: Registration) -> list[str]:
    """Tandem and team, where there are some."""
    return [str(group) for group in (one.pair, one.team) if group]


def field_table(field: Iterable[Registration]) -> FieldTable:
    """The table of these players, the newest first."""
    return FieldTable(
        [
            {
                "one": one,
                "row_class": "is-out" if one.withdrawn_at else "",
                "name": by_name(one.player),
                "number": one.start_number,
                "club": plain(str(one.player.club or "")),
                "together": plain(", ".join(pair_and_team(one))),
            }
            for one in field
        ]
    )
