"""„Blatt prüfen“: which cards, which question, and at once the answer with the rule that decides."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.forms.cards import HandForm
from scoring.selectors import newest_rule_sets

ASKED = "frage"  # the field by which a question is told from an empty page
ANSWER = "scoring/cards/_answer.html"


@require_safe
def hand(request: HttpRequest) -> HttpResponse:
    """Judge a hand by any rule set; the address says everything, so it can be kept and shared."""
    rows = newest_rule_sets()
    form = HandForm(
        request.GET if ASKED in request.GET else None,
        rule_sets=rows,
        initial={name: request.GET.get(name, "") for name in ("regeln", "karten")},
    )
    context = {"heading": _("Blatt prüfen"), "form": form, "answer": form.answer}
    return answer_page(request, form, "scoring/cards/hand.html", context)


def answer_page(
    request: HttpRequest, form: HandForm, template: str, context: dict[str, object]
) -> HttpResponse:
    """The page, or only its answer where a script asks; 422 where something cannot be read."""
    refused = form.is_bound and not form.is_valid()
    if request.headers.get("HX-Request"):
        template = ANSWER
    context["answer"] = form.answer
    response = render(request, template, context, status=422 if refused else 200)
    response["Vary"] = "HX-Request, Cookie"
    return response
