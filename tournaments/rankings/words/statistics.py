"""The pictures of a tournament with their words: the same for the page and for the paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from django.utils import formats
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments.paper.core.charts import (
    Bar,
    DotColumn,
    Layout,
    LineCourse,
    Picture,
    bar_chart,
    dot_chart,
    line_chart,
    row_chart,
)
from tournaments.paper.core.charts.axes import number
from tournaments.rankings.selectors.statistics import AugenBar, PlayerCourse, SeatQuality, Statistics

MOST_HANDS = 15  # players whose Hand-Rommés are drawn; the table has all of them


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """Whose lines are drawn in their own voice, and whether points are summed up from series to series."""

    players: tuple[PlayerCourse, ...]
    running: bool = False


def laid_out(layout: Layout) -> Layout:
    """With the comma of the language."""
    return replace(layout, comma=formats.get_format("DECIMAL_SEPARATOR"))


def courses(what: Statistics, chosen: Chosen, layout: Layout) -> Picture:
    """Points from series to series."""
    ids = {one.start_number for one in chosen.players}
    others = [one for one in what.players if one.start_number not in ids]
    title = _("Punkte nach jeder Serie, zusammengezählt") if chosen.running else _("Punkte je Serie")
    meant = [course_line(one, chosen, brief=layout.brief) for one in chosen.players]
    said = [
        _("{name}: {values}").format(
            name=one.name, values=", ".join("–" if value is None else number(value) for value in one.values)
        )
        for one in meant
    ]
    rest = ngettext(
        "{count} weitere Linie ist blass gezeichnet.",
        "{count} weitere Linien sind blass gezeichnet.",
        len(others),
    ).format(count=len(others))
    return line_chart(
        laid_out(layout),
        title=title,
        description=" ".join([". ".join(said) + "." if said else "", rest if others else ""]).strip(),
        columns=[_("Serie {number}").format(number=one) for one in what.series],
        meant=meant,
        others=[course_line(one, chosen) for one in others],
        caption=rest if others else "",
    )


def course_line(one: PlayerCourse, chosen: Chosen, *, brief: bool = False) -> LineCourse:
    name = f"{one.rank}. {one.family_name if brief else one.name}"
    return LineCourse(name=name, values=one.running if chosen.running else one.points)


def augen_picture(what: Statistics, layout: Layout) -> Picture:
    """How many Augen the hands had that were left."""
    counted = sum(bar.hands for bar in what.augen)
    most = max(what.augen, key=lambda bar: bar.hands)
    said = _("{hands} Hände wurden gezählt. Am häufigsten waren es {bracket} Augen.")
    if what.opens:
        said = _(
            "{hands} Hände wurden gezählt, {unopened} davon nicht eröffnet. Am häufigsten waren es {bracket} Augen."
        )
    return bar_chart(
        laid_out(layout),
        title=_("Augen am Ende der Spiele"),
        description=said.format(
            hands=counted, unopened=sum(bar.unopened for bar in what.augen), bracket=bracket_in_words(most)
        ),
        bars=[
            Bar(
                name=str(bar.first) if bar.last else f"{bar.first}+",
                parts=(bar.opened, bar.unopened) if what.opens else (bar.hands,),
            )
            for bar in what.augen
        ],
        legend=(_("eröffnet"), _("nicht eröffnet")) if what.opens else (),
        under=_("Augen, in Schritten von zehn"),
    )


def bracket_in_words(bar: AugenBar) -> str:
    if bar.last is None:
        return _("{first} und mehr").format(first=bar.first)
    return _("{first} bis {last}").format(first=bar.first, last=bar.last)


def hands(what: Statistics, layout: Layout) -> Picture:
    """Who had how many Hand-Rommés."""
    found = what.hands
    total = sum(sum(one.hands) for one in found)
    description = ngettext(
        "{total} Hand-Rommé von {players} Spielern.", "{total} Hand-Rommés von {players} Spielern.", total
    ).format(total=total, players=len(found))
    if what.unknown:
        description += " " + ngettext(
            "Von {players} Spieler sind nur Summen bekannt: Seine fehlen hier ganz oder zum Teil.",
            "Von {players} Spielern sind nur Summen bekannt: Ihre fehlen hier ganz oder zum Teil.",
            what.unknown,
        ).format(players=what.unknown)
    with_layoff = any(one.hands[1] for one in found)
    return row_chart(
        laid_out(layout),
        title=_("Hand-Rommés"),
        description=description,
        bars=[
            Bar(
                name=one.family_name if layout.brief else one.name, parts=one.hands, words=str(sum(one.hands))
            )
            for one in found[:MOST_HANDS]
        ],
        legend=(_("Hand-Rommé"), _("mit Anlegen")) if with_layoff else (),
    )


def seats(quality: SeatQuality, layout: Layout) -> Picture:
    """Whether it matters on which seat somebody sits."""
    comma = laid_out(layout).comma
    said = [
        _("Platz {seat}: {mean}").format(seat=seat, mean=number(share.mean, 2, comma))
        for seat, share in quality.seats.items()
    ]
    description = _("Im Mittel {mean} Punkte je Spiel. {seats}.").format(
        mean=number(quality.overall.mean, 2, comma), seats=", ".join(said)
    )
    return bar_chart(
        laid_out(layout),
        title=_("Punkte je Spiel nach Platz am Tisch"),
        description=description,
        bars=[
            Bar(
                name=_("Platz {seat}").format(seat=seat),
                parts=(round(share.mean, 4),),
                words=number(share.mean, 2, comma),
            )
            for seat, share in quality.seats.items()
        ],
        level=quality.overall.mean,
        whole=False,
    )


def tables_picture(quality: SeatQuality, layout: Layout) -> Picture:
    """How much was made at each table."""
    columns = []
    for series in sorted({table.series for table in quality.tables}):
        here = [table for table in quality.tables if table.series == series]
        games = sum(table.share.games for table in here)
        columns.append(
            DotColumn(
                name=_("Serie {number}").format(number=series),
                dots=tuple(
                    (_("Tisch {table}").format(table=table.table), table.share.mean, table.seats == 3)
                    for table in here
                ),
                mean=sum(table.share.points for table in here) / games,
            )
        )
    return dot_chart(
        laid_out(layout),
        title=_("Punkte je Spiel an jedem Tisch"),
        description=_(
            "Jeder Punkt ist ein Tisch, ein Ring ein Dreiertisch, der Strich das Mittel der Serie. {tables} Tische."
        ).format(tables=len(quality.tables)),
        columns=columns,
    )


def pictures(what: Statistics, chosen: Chosen, layout: Layout) -> Sequence[tuple[str, Picture]]:
    """Every picture for which there is something to show, by its name."""
    found: list[tuple[str, Picture]] = []
    if what.games and what.series:
        found.append(("verlauf", courses(what, chosen, layout)))
    if what.augen:
        found.append(("augen", augen_picture(what, layout)))
    if what.hands:
        found.append(("hand", hands(what, layout)))
    if what.quality is not None and what.quality.tables:
        found.append(("plaetze", seats(what.quality, layout)))
        found.append(("tische", tables_picture(what.quality, layout)))
    return found
