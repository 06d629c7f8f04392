"""Pages about rules: all rule sets, one rule set explained, its own text, and the form for a variant."""

from __future__ import annotations

from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from scoring.forms.variants import VariantForm
from scoring.models import RuleSet
from scoring.selectors import (
    find_rule_set,
    may_publish_rules,
    newest_rule_sets,
    newest_version,
    rules_of,
    versions_of_rules,
)
from scoring.services import publish_variant
from scoring.wording import loose_examples, scale, section_line, sections


def rule_set_or_404(key: str, version: int) -> RuleSet:
    row = find_rule_set(key, version)
    if row is None:
        raise Http404(_("Dieses Regelwerk gibt es nicht."))
    return row


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    """Every rule set in its newest version."""
    rows = newest_rule_sets()
    return render(request, "scoring/rules.html", {"heading": _("Regelwerke"), "rows": rows})


@require_safe
def newest(_request: HttpRequest, key: str) -> HttpResponse:
    """The newest version of a rule set, by its key alone."""
    row = newest_version(key)
    if row is None:
        raise Http404(_("Dieses Regelwerk gibt es nicht."))
    return redirect("rule_set", key=row.key, version=row.version)


@require_safe
def rule_set(request: HttpRequest, key: str, version: int) -> HttpResponse:
    """One rule set in words: what counts, where it is written, and how we read it."""
    row = rule_set_or_404(key, version)
    values = rules_of(row)
    parts = tuple(sections(values))
    allowed = may_publish_rules(request.user)
    check = {
        "url": f"{reverse('hand')}?{urlencode({'regeln': key})}",
        "label": _("Blatt prüfen"),
        "icon": "cards",
    }
    variant = {
        "url": reverse("rule_variant", args=[key, version]),
        "label": _("Eigene Variante"),
        "icon": "plus",
    }
    return render(
        request,
        "scoring/rule_set.html",
        {
            "heading": row.title,
            "meta": [row.edition_title, _("Nr. {version}").format(version=row.version)],
            "crumbs": [{"label": _("Regelwerke"), "url": reverse("rules")}, {"label": row.title}],
            "actions": [check, variant] if allowed else [check],
            "row": row,
            "rules": values,
            "to_confirm": [section_line(values, place) for place in values.to_confirm],
            "scale": scale(values),
            "loose": loose_examples(values),
            "points_readings": [
                line for part in parts if part.name == "points" for line in part.lines if line.reading
            ],
            "sections": parts,
            "versions": versions_of_rules(key),
        },
    )


@require_safe
def document(_request: HttpRequest, key: str, version: int) -> HttpResponse:
    """The very text whose SHA-256 is the fingerprint, so that anybody can check it."""
    row = rule_set_or_404(key, version)
    name = f"{row.key}-{row.version}.json"
    return HttpResponse(
        row.canonical,
        content_type="application/json; charset=utf-8",
        headers={"Content-Disposition": f'attachment; filename="{name}"'},
    )


@require_http_methods(["GET", "HEAD", "POST"])
def variant(request: HttpRequest, key: str, version: int) -> HttpResponse:
    """An own variant of a rule set, for directors."""
    base = rule_set_or_404(key, version)
    if not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    if not may_publish_rules(request.user):
        raise PermissionDenied(
            _("Eigene Regeln darf nur die Turnierleitung veröffentlichen. Lesen darf sie jeder.")
        )
    form = VariantForm(request.POST if request.method == "POST" else None, base=base)
    if form.is_bound and form.is_valid():
        row = publish_variant(
            base, form.changes, name=form.cleaned_data["name"], by=request.user, now=timezone.now()
        )
        messages.success(request, _("Veröffentlicht: {rules}.").format(rules=row))
        return redirect("rule_set", key=row.key, version=row.version)
    return render(
        request,
        "scoring/variant.html",
        {
            "heading": _("Eigene Variante"),
            "meta": [_("auf der Grundlage von {rules}").format(rules=base)],
            "crumbs": [
                {"label": _("Regelwerke"), "url": reverse("rules")},
                {"label": base.title, "url": reverse("rule_set", args=[key, version])},
                {"label": _("Eigene Variante")},
            ],
            "form": form,
            "base": base,
        },
        status=422 if form.is_bound else 200,
    )
