"""A new tournament in two steps: choose the rules, then say what, where, when and how long. The latter can be changed."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils import timezone
from django.utils.translation import gettext as _

from scoring.models import RuleSet as RuleSetRow
from scoring.rules import RuleSet
from scoring.selectors import find_rule_set, newest_rule_sets, rules_of
from tournaments.event.forms.setup import FrameForm, TournamentForm
from tournaments.event.permissions import Actor, may_create, may_direct, must
from tournaments.event.services.details import change_frame
from tournaments.event.services.setup import create_tournament
from tournaments.models import Role
from tournaments.pages.attempts import Attempt
from tournaments.pages.frame import actor_of, find_tournament, need_role, page
from tournaments.pages.words import measures_in_words, rounds_in_short, sizes_in_words

ROUNDS = range(1, 25)
SINGLE_DEALS = range(1, 61)  # where a Runde is one game


def tournament_new(request: HttpRequest) -> HttpResponse:
    """The form that fits the rules: those of the last tournament, or those chosen from the tiles."""
    actor = actor_of(request)
    must(may_create(actor))
    asked = request.GET.get("regeln")
    row = usual_rules(actor) if asked is None and request.method != "POST" else chosen(asked or "")
    if row is None:
        return page(
            request,
            "tournaments/desk/choose_rules.html",
            tiles=[rule_set_tile(one) for one in newest_rule_sets()],
        )
    rules = rules_of(row)
    form = TournamentForm(
        request.POST if request.method == "POST" else None, rules=rules, rounds=rounds_offered(rules)
    )
    if request.method == "POST" and form.is_valid():
        with Attempt(form) as attempt:
            made = create_tournament(
                form.frame(), rule_set=row, confirmed=form.confirmed(), by=actor, now=timezone.now()
            )
        if not attempt.refused:
            messages.success(request, _("Das Turnier ist angelegt. Jetzt die Spieler anmelden."))
            return redirect("registrations", made.slug)
    return page(
        request,
        "tournaments/desk/new.html",
        form=form,
        tile=rule_set_tile(row),
        status=422 if form.errors else 200,
    )


def tournament_frame(request: HttpRequest, slug: str) -> HttpResponse:
    """Name, place, days and length of a tournament that is there."""
    tournament = find_tournament(slug)
    actor = need_role(request, may_direct, tournament)
    rules = rules_of(tournament.rule_set)
    form = FrameForm(
        request.POST if request.method == "POST" else None,
        tournament=tournament,
        rules=rules,
        rounds=rounds_offered(rules),
        drawn=tournament.series.exists(),
    )
    if request.method == "POST" and form.is_valid():
        with Attempt(form) as attempt:
            change_frame(tournament.pk, form.frame(), by=actor, now=timezone.now())
        if not attempt.refused:
            messages.success(request, _("Gespeichert."))
            return redirect("tournament", slug)
    return page(
        request,
        "tournaments/desk/details.html",
        tournament=tournament,
        current="desk",
        form=form,
        tile=rule_set_tile(tournament.rule_set),
        status=422 if form.errors else 200,
    )


def chosen(typed: str) -> RuleSetRow | None:
    """The published rule set of "key/version"; None when there is none."""
    key, _slash, version = typed.partition("/")
    return find_rule_set(key, int(version)) if version.isdecimal() and len(version) < 6 else None


def usual_rules(actor: Actor) -> RuleSetRow | None:
    """The newest version of the rules that this person directed a tournament by last."""
    role = (
        Role.objects.filter(user=actor.user, kind=Role.Kind.DIRECTOR)
        .select_related("tournament__rule_set")
        .order_by("-tournament__created_at", "-pk")
        .first()
    )
    if role is None:
        return None
    key = role.tournament.rule_set.key
    return next((row for row in newest_rule_sets() if row.key == key), None)


def rule_set_tile(row: RuleSetRow) -> dict[str, Any]:
    """A rule set in a few lines: who plays, what counts, what has to be confirmed."""
    rules = rules_of(row)
    return {"row": row, "choice": f"{row.key}/{row.version}", "lines": summary(rules)}


def summary(rules: RuleSet) -> list[str]:
    lines = [sizes_in_words(rules)]
    if not rules.family.by_table:
        lines.append(_("Wer ausmacht, bekommt die Augen der anderen."))
    else:
        assert rules.points is not None
        lines.append(
            _("Rommé {plain}, Hand-Rommé {hand} Punkte.").format(
                plain=rules.points.plain, hand=rules.points.hand
            )
        )
    lines.append(_("Vorn liegt: {measures}.").format(measures=measures_in_words(rules)))
    if rules.to_confirm:
        lines.append(_("Ein vorgeschlagener Wert ist beim Anlegen zu bestätigen."))
    return lines


def rounds_offered(rules: RuleSet) -> list[tuple[int, str]]:
    """Each number of Runden with the games it makes, short enough for a phone."""
    offered = SINGLE_DEALS if rules.series.one_deal else ROUNDS
    return [(rounds, rounds_in_short(rounds, rules, size=rules.table.preferred_size)) for rounds in offered]
