"""Players from a file: 5,000 rows read, judged and registered, beside a bare read of the same file by openpyxl and calamine."""

from __future__ import annotations

import io
import tracemalloc
from collections.abc import Iterator
from datetime import UTC, date, datetime

from benchmarks import database  # isort: skip  # sets Django up
from openpyxl import Workbook, load_workbook
from python_calamine import CalamineWorkbook

from benchmarks.harness import Figure, cpu_seconds, side_by_side
from scoring.services import publish_built_in
from tournaments.event.permissions import Actor
from tournaments.event.services.setup import Frame, create_tournament
from tournaments.field.formats import arrivals, guess, read_tables
from tournaments.field.selectors.arrivals import Arrival, judge_rows, print_of
from tournaments.field.services.player_files import register_players
from tournaments.models import Tournament, User

NOON = datetime(2026, 11, 14, 12, 0, tzinfo=UTC)
HEAD = ("Nachname", "Vorname", "Verein", "Geburtsdatum", "Geschlecht", "Bemerkung")


def rows(count: int) -> Iterator[tuple[str, ...]]:
    for number in range(count):
        day = f"{number % 28 + 1}.{number % 12 + 1}.{1940 + number % 60}"
        yield f"Spieler{number}", f"Probe{number}", f"Klub {number % 90}", day, "wm"[number % 2], "bezahlt"


def workbook(count: int) -> bytes:
    book = Workbook(write_only=True)
    sheet = book.create_sheet("Meldeliste")
    sheet.append(HEAD)
    for row in rows(count):
        sheet.append(row)
    target = io.BytesIO()
    book.save(target)
    return target.getvalue()


def text(count: int) -> bytes:
    return "".join(";".join(row) + "\r\n" for row in (HEAD, *rows(count))).encode("cp1252")


def by_openpyxl(content: bytes) -> object:
    book = load_workbook(io.BytesIO(content), read_only=True, data_only=True)
    return [row for sheet in book for row in sheet.iter_rows(values_only=True)]


def by_calamine(content: bytes) -> object:
    return CalamineWorkbook.from_filelike(io.BytesIO(content)).get_sheet_by_index(0).to_python()


def empty_tournament(name: str) -> tuple[Tournament, Actor]:
    user = User.objects.filter(username="bench").first() or User.objects.create_user("bench")
    actor = Actor(user=user)
    row = publish_built_in(now=NOON)[1]
    frame = Frame(
        name=name,
        place="",
        starts_on=NOON.date(),
        ends_on=NOON.date(),
        series_count=1,
        rounds=5,
        target=None,
        table_size=4,
    )
    return create_tournament(frame, rule_set=row, confirmed=(), by=actor, now=NOON), actor


def people(content: bytes) -> list[Arrival]:
    [table] = read_tables(content)
    found = guess(table)
    return list(arrivals(table, head=found.head, columns=found.columns, today=date(2026, 11, 14)))


def whole(content: bytes, name: str) -> int:
    """From the bytes of the file to the last line of the journal."""
    made, actor = empty_tournament(name)
    arrived = people(content)
    seen = print_of(judge_rows(made, arrived, {}))
    return len(
        register_players(tournament_id=made.pk, arrivals=arrived, answers={}, seen=seen, by=actor, now=NOON)
    )


def figures(*, quick: bool) -> Iterator[Figure]:
    database.empty_tables()
    count = 200 if quick else 5_000
    book, plain = workbook(count), text(count)
    taken = side_by_side(
        {
            "ours": lambda: read_tables(book),
            "openpyxl": lambda: by_openpyxl(book),
            "calamine": lambda: by_calamine(book),
            "text": lambda: read_tables(plain),
            "people": lambda: people(book),
        },
        rounds=3 if quick else 5,
    )
    for name, peer in (("openpyxl", "bare openpyxl, read-only"), ("calamine", "bare calamine (Rust)")):
        yield Figure(
            name=f"xlsx read, {count} rows of 6",
            value=taken["ours"],
            unit="s",
            ratio=taken[name] / taken["ours"],
            compared_with=peer,
        )
    yield Figure(name=f"csv read, {count} rows of 6", value=taken["text"], unit="s")
    yield Figure(name="xlsx read, columns guessed, people made of rows", value=taken["people"], unit="s")
    first = cpu_seconds(lambda: whole(book, "Neu"))
    yield Figure(
        name=f"all, {count} new players registered",
        value=first,
        unit="s",
        ratio=taken["openpyxl"] / first,
        compared_with="the bare read by openpyxl",
    )
    again = cpu_seconds(lambda: whole(book, "Bekannt"))
    yield Figure(
        name=f"all, {count} known players registered",
        value=again,
        unit="s",
        ratio=taken["openpyxl"] / again,
        compared_with="the bare read by openpyxl",
    )
    tracemalloc.start()
    read_tables(book)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    yield Figure(name="peak memory of the read", value=peak / 1e6, unit="MB")
