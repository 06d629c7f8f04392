"""The day's record (Turnierbericht): what happened from the first entry to the last ruling, to be signed and filed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext

from scoring.rules import Measure
from scoring.wording import phrases
from scoring.wording.phrases import euros, signed
from tournaments.journal.selectors.day_record import DayRecord, ListRecord, SeriesRecord
from tournaments.journal.words.journal import line_told
from tournaments.models import CashEntry, Penalty, Protest, Ruling, Series
from tournaments.money.words.money import reckoned_fees
from tournaments.paper.document import Part, pdf
from tournaments.paper.flow import Flow, FlowHead
from tournaments.paper.ink import Pen
from tournaments.paper.words import belongs_of, day_of, days, hour, moment_of, rules_line, where_of
from tournaments.rankings.selectors.rankings import Category, Ranking, RankingRow, Scope
from tournaments.rankings.words.rankings import ranking_name, reasons_provisional
from tournaments.rulings.selectors.protests import ProtestView

Kind = CashEntry.Kind


def record_pdf(record: DayRecord, *, now: datetime) -> bytes:
    title = _("Turnierbericht")
    name = record.tournament.name
    return pdf(
        [Part(name=title, pages=draw_record(record, now=now))],
        title=f"{name}: {title}",
        author=name,
        subject=title,
        now=now,
    )


def draw_record(record: DayRecord, *, now: datetime) -> Iterator[Pen]:
    """Chapter after chapter; each says where nothing happened."""
    tournament = record.tournament
    flow = Flow(
        FlowHead(
            title=_("Turnierbericht"),
            event=tournament.name,
            where=where_of(tournament),
            foot=_("Stand {time} · Protokoll Nr. {number} · {head}").format(
                time=moment_of(now), number=record.journal_lines, head=record.head[:16]
            ),
        ),
        size=8.6,
    )
    for chapter in (
        draw_event,
        field_chapter,
        all_series,
        decisions,
        objections,
        results_chapter,
        money_chapter,
        journal_chapter,
    ):
        chapter(flow, record)
    signatures_chapter(flow, record)
    return flow.pages()


def draw_event(flow: Flow, record: DayRecord) -> None:
    tournament = record.tournament
    flow.heading(_("Veranstaltung"))
    flow.fact(_("Turnier"), tournament.name, share=0.26)
    flow.fact(_("Ort und Tag"), where_of(tournament), share=0.26)
    flow.fact(_("Regelwerk"), rules_line(tournament), note=tournament.rule_set.fingerprint, share=0.26)
    series_said = ngettext("{count} Serie", "{count} Serien", tournament.series_count)
    rounds_said = npgettext("zu", "{count} Runde", "{count} Runden", tournament.rounds)
    length = _("{series} zu {rounds}, Tische zu {size}").format(
        series=series_said.format(count=tournament.series_count),
        rounds=rounds_said.format(count=tournament.rounds),
        size=tournament.table_size,
    )
    flow.fact(_("Umfang"), length, share=0.26)
    state = str(tournament.get_status_display())
    if reasons := reasons_provisional(record.unfinished):
        state = _("{state}, vorläufig: {reasons}").format(state=state, reasons=" ".join(reasons))
    flow.fact(_("Stand"), state, share=0.26)
    for role in record.officials:
        flow.fact(str(role.get_kind_display()), str(role.user), share=0.26)


def field_chapter(flow: Flow, record: DayRecord) -> None:
    """Everybody who entered, with what became of him."""
    here = [one for one in record.field if one.withdrawn_at is None]
    flow.heading(_("Teilnehmer"))
    flow.paragraph(
        ngettext("{count} Anmeldung", "{count} Anmeldungen", len(record.field)).format(
            count=len(record.field)
        )
        + (
            ", " + _("{count} ausgeschieden").format(count=len(record.field) - len(here))
            if len(here) < len(record.field)
            else ""
        )
        + "."
    )
    if record.field:
        rows = []
        for one in record.field:
            notes = [_("Gast")] if one.guest else []
            if one.withdrawn_at is not None:
                notes.append(
                    _("ausgeschieden {time}: {reason}").format(
                        time=hour(one.withdrawn_at), reason=one.withdrawn_reason
                    )
                )
            rows.append((str(one.start_number), one.name, belongs_of(one), ", ".join(notes)))
        heads = (_("Nr."), _("Name"), _("Verein, Tandem, Mannschaft"), _("Vermerk"))
        flow.table(heads, rows, (1, 5, 6, 4), right=(0,), bold=(1,))


def all_series(flow: Flow, record: DayRecord) -> None:
    if not record.series:
        flow.heading(_("Serien"))
        flow.paragraph(_("Noch ist keine Serie ausgelost."))
    for one in record.series:
        series_chapter(flow, one)


def series_chapter(flow: Flow, one: SeriesRecord) -> None:
    """How it was drawn, so that anybody can redo it, and how every list ended."""
    row = one.series
    flow.heading(_("Serie {number}").format(number=row.number))
    flow.fact(_("Sitzordnung"), str(Series.Mode(row.mode).label), share=0.26)
    flow.fact(_("Los"), row.seed or "–", share=0.26)
    hours = [
        (_("ausgelost"), row.drawn_at),
        (_("ausgehängt"), row.posted_at),
        (_("begonnen"), row.started_at),
        (_("beendet"), row.ended_at),
    ]
    told_hours = " · ".join(f"{name} {moment_of(at)}" for name, at in hours if at is not None)
    flow.fact(_("Zeiten"), told_hours, share=0.26)
    if row.clock_started_at is not None:
        clock = _("{minutes} Minuten ab {time} Uhr").format(
            minutes=row.clock_minutes, time=hour(row.clock_started_at)
        )
        flow.fact(_("Uhr"), clock, share=0.26)
    heads = (_("Tisch"), _("Plätze"), _("Spiele"), _("Unterschriften"), _("Angenommen"), _("Prüfcode"))
    rows = [list_row(state) for state in one.lists]
    if rows:
        flow.table(heads, rows, (1.2, 1.2, 1.2, 2, 5, 4), right=(0, 1, 2), bold=(0,))


def list_row(state: ListRecord) -> tuple[str, ...]:
    sheet = state.sheet
    accepted = ""
    if sheet.accepted_at is not None:
        accepted = f"{moment_of(sheet.accepted_at)}, {sheet.accepted_by}"
    ended = f" ({sheet.end_reason})" if sheet.ends_after is not None and sheet.end_reason else ""
    return (
        str(sheet.table.number),
        str(state.seats),
        f"{state.games}{ended}",
        _("{signed} von {seats}").format(signed=state.signed, seats=state.seats),
        accepted or _("noch nicht"),
        state.code,
    )


# What was decided ---------------------------------------------------------------------------------------------


def decisions(flow: Flow, record: DayRecord) -> None:
    flow.heading(_("Entscheide und Strafen"))
    if not record.rulings:
        flow.paragraph(_("Es gab keinen Entscheid."))
        return
    fines = {fine.ruling_id: fine for fine in record.penalties}
    rows = [ruling_row(ruling, fines.get(ruling.pk)) for ruling in record.rulings]
    heads = (_("Nr."), _("Wann"), _("Wo"), _("Was"), _("Begründung"), _("Wer"))
    flow.table(heads, rows, (0.8, 2.4, 2.8, 4, 5, 2.4), right=(0,))


def ruling_row(ruling: Ruling, fine: Penalty | None) -> tuple[str, ...]:
    where = []
    if ruling.sheet is not None:
        table = ruling.sheet.table
        where.append(
            _("Serie {series}, Tisch {table}").format(series=table.series.number, table=table.number)
        )
    if ruling.game is not None:
        where.append(_("Spiel {number}").format(number=ruling.game.number))
    what = str(ruling.get_kind_display()) if fine is None else penalty_line(fine)
    return (
        str(ruling.number),
        moment_of(ruling.decided_at),
        ", ".join(where),
        what,
        ruling.reason,
        str(ruling.decided_by),
    )


def penalty_line(fine: Penalty) -> str:
    """Who, what, and what it costs; lifted ones say so."""
    parts = [fine.registration.name, str(fine.get_kind_display())]
    if fine.voids_series:
        parts.append(_("0 Punkte für die Serie"))
    if fine.points:
        parts.append(phrases.points(fine.points))
    if fine.augen:
        parts.append(f"+{phrases.in_augen(fine.augen)}")
    if fine.lifted_by is not None:
        parts.append(_("aufgehoben durch Entscheid {number}").format(number=fine.lifted_by.number))
    return ", ".join(parts)


def objections(flow: Flow, record: DayRecord) -> None:
    flow.heading(_("Einsprüche"))
    if not record.protests:
        flow.paragraph(_("Es gab keinen Einspruch."))
    for one in record.protests:
        objection(flow, one.protest, one)


def objection(flow: Flow, protest: Protest, one: ProtestView) -> None:
    table = protest.sheet.table
    head = _("{number}. {name}, Serie {series}, Tisch {table}, {time}").format(
        number=protest.number,
        name=protest.registration.name,
        series=table.series.number,
        table=table.number,
        time=moment_of(protest.filed_at),
    )
    flow.paragraph(head, bold=True)
    flow.paragraph(protest.text, indent=10)
    for step in one.steps:
        said = f"{moment_of(step.at)}: {step.get_kind_display()}"
        flow.paragraph(
            f"{said}. {step.reason} ({step.by})" if step.reason else f"{said} ({step.by})", indent=20
        )
    if one.is_open and one.last is None:
        flow.paragraph(_("Noch nicht entschieden."), indent=20)


# How it ended -------------------------------------------------------------------------------------------------


def results_chapter(flow: Flow, record: DayRecord) -> None:
    for ranking in record.rankings:
        flow.heading(_("Ergebnis: {ranking}").format(ranking=ranking_name(ranking)))
        augen = Measure.AUGEN_LOW in ranking.rules.measures
        heads = [_("Rang"), _("Name"), _("Spiele"), *([_("Augen")] if augen else []), _("Punkte")]
        rows = list(ranked_rows(ranking, augen=augen))
        flow.table(
            heads,
            rows,
            (1.4, 8, 1.6, *([1.8] if augen else []), 1.8),
            right=range(2, len(heads)),
            bold=(1, len(heads) - 1),
        )
    for scope, seed in sorted(record.lots.items(), key=lambda lot: str(lot[0])):
        flow.paragraph(_("Los bei Gleichstand, {scope}: {seed}").format(scope=scope_name(scope), seed=seed))


def scope_name(scope: Scope) -> str:
    if scope.series is not None:
        return _("Serie {number}").format(number=scope.series)
    return day_of(scope.day) if scope.day is not None else _("ganzes Turnier")


def ranked_rows(ranking: Ranking, *, augen: bool) -> Iterator[list[str]]:
    for row in ranking.rows:
        rank = f"{row.place.rank}." + (" =" if row.place.shared else "")
        sums = [number_format(row.augen)] if augen else []
        yield [rank, group_with_members(ranking, row), str(row.games), *sums, signed(row.points)]


def group_with_members(ranking: Ranking, row: RankingRow) -> str:
    """A tandem or a team with those who played for it."""
    if ranking.category in (Category.PAIRS, Category.MIXED_PAIRS, Category.TEAMS):
        return f"{row.name}: {', '.join(one.name for one in row.registrations)}"
    return row.name


def money_chapter(flow: Flow, record: DayRecord) -> None:
    """What came in and went out, each kind as a sum, and what the box holds; single payments are in the cash book."""
    flow.heading(_("Geld"))
    if not record.money.lines:
        flow.paragraph(_("Im Kassenbuch steht nichts."))
        return
    rows = [
        (
            str(Kind(kind).label),
            ngettext("{count} Beleg", "{count} Belege", count).format(count=count),
            euros(cents),
        )
        for kind, cents in record.money.of_kind().items()
        for count in [sum(1 for line in record.money.lines if line.entry.kind == kind)]
    ]
    balance = (_("Bestand der Kasse"), "", euros(record.money.balance))
    flow.table((_("Wofür"), _("Belege"), _("Betrag")), [*rows, balance], (6, 3, 3), right=(2,), bold=(0, 2))
    if record.fees.owing:
        flow.paragraph(
            _("Startgeld: {settled} von {owing} sind erledigt. {reckoned}").format(
                settled=record.fees.settled,
                owing=record.fees.owing,
                reckoned=reckoned_fees(record.fees.reckoning),
            )
        )
    for count in record.money.counts:
        flow.paragraph(
            _("Gezählt {time}: {cents} ({who})").format(
                time=moment_of(count.counted_at), cents=euros(count.counted), who=count.counted_by
            )
        )


def journal_chapter(flow: Flow, record: DayRecord) -> None:
    """What was done beside the games; the chain says that nothing is missing."""
    flow.heading(_("Auszug aus dem Protokoll"))
    flow.paragraph(
        _(
            "{count} Zeilen. Einzelne Spiele, Unterschriften und Anmeldungen stehen auf den Listen und oben."
        ).format(count=record.journal_lines)
    )
    rows = []
    for entry in record.lines:
        line = line_told(entry)
        said = ", ".join(filter(None, (line.where, line.details))) + (f" – {line.why}" if line.why else "")
        rows.append((str(line.number), moment_of(line.at), line.who, line.what, said))
    if rows:
        heads = (_("Nr."), _("Wann"), _("Wer"), _("Was"), _("Einzelheiten"))
        flow.table(heads, rows, (0.9, 3.1, 2.6, 3.4, 6.3), right=(0,))
    if record.left_out:
        flow.paragraph(_("{count} weitere Zeilen stehen im Protokoll selbst.").format(count=record.left_out))
    state = (
        _("Zum Nachrechnen: Das Protokoll ist lückenlos; es endet mit:")
        if record.broken_at is None
        else _(
            "Achtung: Das Protokoll ist bei Zeile {number} nicht mehr das geschriebene; es endet mit:"
        ).format(number=record.broken_at)
    )
    flow.paragraph(state, bold=record.broken_at is not None)
    flow.paragraph(record.head or "–", bold=True)


def signatures_chapter(flow: Flow, record: DayRecord) -> None:
    flow.heading(_("Unterschriften"))
    flow.paragraph(_("Die Unterzeichnenden bestätigen diesen Turnierbericht."))
    tournament = record.tournament
    where = ", ".join(filter(None, (tournament.place, days(tournament.ends_on, tournament.ends_on))))
    flow.sign([_("Turnierleitung"), _("Schiedsrichter"), _("Ort und Datum: {where}").format(where=where)])
