"""The day on one printed page: what comes after what, and what each page is for."""

from __future__ import annotations

from collections.abc import Iterator

from django.utils.translation import gettext as _

from tournaments.pages.guide import DAY, TOPICS
from tournaments.paper.flow import Flow, FlowHead
from tournaments.paper.ink import Pen


def draw_day_guide(*, event: str, where: str) -> Iterator[Pen]:
    """Large enough to hang beside the laptop."""
    title = _("Der Tag auf einer Seite")
    flow = Flow(FlowHead(title=title, event=event, where=where, foot=title), size=11.0)
    for number, (what, how) in enumerate(DAY, 1):
        flow.fact(f"{number}. {what}", str(how), share=0.26)
    flow.heading(_("Wozu welche Seite da ist"))
    for topic in TOPICS:
        flow.fact(str(topic.title), " ".join(str(one) for one in topic.sentences), share=0.26)
    yield from flow.pages()
