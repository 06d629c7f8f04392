"""The quality report: what happens in a plan, what cannot be avoided, and why it cannot be better."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import combinations
from math import comb

from scoring.sentence import Sentence, gettext_noop
from tournaments.event.core.sizes import FOUR
from tournaments.seating.core.chair_search import seat_excess
from tournaments.seating.core.counting import even_pairs, pairs_at, unavoidable
from tournaments.seating.core.plans import Count, Report
from tournaments.seating.core.problem import group_name
from tournaments.seating.core.request import AskedPlayer, Id, Tables
from tournaments.seating.core.wishes import MATES, Wish


def report_on(
    players: Sequence[AskedPlayer],
    past: Sequence[Tables],
    planned: Sequence[Tables],
    *,
    size: int | None,
    cut: bool,
) -> Report:
    """Make the report of a plan, from its tables alone."""
    ids = [player.id for player in players]
    width = FOUR if size is None else max((len(table) for tables in planned for table in tables), default=0)
    everything = [*past, *planned]
    met, threes = meetings_of(everything), small_tables(everything, ids, width)
    everybody, earlier = seated_in([(tuple(ids),), *everything]), seated_in(past)
    rematches = Count(
        happened=sum(met.values()) - len(met),
        bound=_rematch_bound(ids, past, planned),
        given=_repeated(meetings_of(past)),
        possible=_rematch_bound(everybody, (), everything),
    )
    repeats = Count(
        happened=sum(max(0, count - 1) for count in threes.values()),
        bound=_three_bound(ids, past, planned, width),
        given=sum(max(0, count - 1) for count in small_tables(past, ids, width).values()),
        possible=_three_bound(everybody, (), everything, width),
    )
    alone = _rematch_bound(earlier, (), past), _three_bound(earlier, (), past, width)
    mates = tuple((wish, counts) for wish in MATES if (counts := _mates(players, planned, wish)))
    again = sorted(((min(p, key=str), max(p, key=str), k) for p, k in met.items() if k > 1), key=str)
    imbalance = _seat_imbalance(ids, past, planned)
    return Report(
        rematches=rematches,
        three_repeats=repeats,
        met_again=tuple(again),
        threes=tuple(sorted(((p, k) for p, k in threes.items() if k), key=str)),
        mates=mates,
        seat_imbalance=imbalance,
        sentences=tuple(_sentences(rematches, repeats, mates, imbalance, alone=alone, cut=cut)),
    )


def seated_in(series: Sequence[Tables]) -> tuple[Id, ...]:
    """Everybody who sits somewhere in these series, each once."""
    return tuple(dict.fromkeys(player for tables in series for table in tables for player in table))


def meetings_of(series: Sequence[Tables]) -> Counter[frozenset[Id]]:
    """How often each two players shared a table."""
    return Counter(frozenset(two) for tables in series for table in tables for two in combinations(table, 2))


def _repeated(met: Counter[frozenset[Id]]) -> int:
    return sum(met.values()) - len(met)


def small_tables(series: Sequence[Tables], ids: Sequence[Id], width: int) -> Mapping[Id, int]:
    """How often each player sat at a table of three."""
    count = dict.fromkeys(ids, 0)
    for tables in series:
        usual = max([width, *map(len, tables)])
        for table in tables:
            for player in table if len(table) < usual else ():
                if player in count:
                    count[player] += 1
    return count


def _rematch_bound(ids: Sequence[Id], past: Sequence[Tables], planned: Sequence[Tables]) -> int:
    """Rematches of the past, and those that cannot be avoided in the coming series."""
    met = meetings_of(past)
    present = set(ids)
    fresh = comb(len(ids), 2) - sum(1 for two in met if two <= present)
    coming = sum(pairs_at(map(len, tables)) for tables in planned)
    return sum(met.values()) - len(met) + unavoidable(coming, fresh)


def _three_bound(ids: Sequence[Id], past: Sequence[Tables], planned: Sequence[Tables], width: int) -> int:
    before = small_tables(past, ids, width)
    fresh = sum(1 for count in before.values() if not count)
    coming = sum(len(table) for tables in planned for table in tables if len(table) < width)
    return sum(max(0, count - 1) for count in before.values()) + unavoidable(coming, fresh)


def _mates(players: Sequence[AskedPlayer], planned: Sequence[Tables], wish: Wish) -> tuple[Count, ...]:
    """Pairs of one club (team …) at the same table, series by series."""
    names = {player.id: name for player in players if (name := group_name(player, wish))}
    members = [count for count in Counter(names.values()).values() if count > 1]
    if not members:
        return ()
    result = []
    for tables in planned:
        together = sum(
            comb(count, 2)
            for table in tables
            for count in Counter(names[p] for p in table if p in names).values()
        )
        result.append(
            Count(happened=together, bound=sum(even_pairs(count, len(tables)) for count in members))
        )
    return tuple(result)


def _seat_imbalance(ids: Sequence[Id], past: Sequence[Tables], planned: Sequence[Tables]) -> int:
    at = {name: p for p, name in enumerate(ids)}
    counts = [[0] * 6 for _unused in ids]
    for tables in past:
        for table in tables:
            for seat, player in enumerate(table):
                if player in at:
                    counts[at[player]][seat] += 1
    return sum(seat_excess([[[at[p] for p in table] for table in tables] for tables in planned], counts))


_MATES_SENTENCES = {
    Wish.PARTNERS: gettext_noop(
        "Tandem-Partner am selben Tisch: {happened}, mindestens {bound} unvermeidlich."
    ),
    Wish.TEAM_MATES: gettext_noop(
        "Mannschaftskameraden am selben Tisch: {happened}, mindestens {bound} unvermeidlich."
    ),
    Wish.CLUB_MATES: gettext_noop(
        "Vereinskameraden am selben Tisch: {happened}, mindestens {bound} unvermeidlich."
    ),
    Wish.SEEDED: gettext_noop("Gesetzte am selben Tisch: {happened}, mindestens {bound} unvermeidlich."),
}


def _sentences(
    rematches: Count,
    repeats: Count,
    mates: Sequence[tuple[Wish, Sequence[Count]]],
    imbalance: int,
    *,
    alone: tuple[int, int],
    cut: bool,
) -> list[Sentence]:
    """What the report says; `alone` is what planning the given series together could have reached in them."""
    said = []
    if rematches.given:
        said.append(Sentence(gettext_noop(
            "Wiederbegegnungen in schon gesetzten Serien (Los, Rangliste, von Hand): {given}; "
            "geplant wären {possible} möglich gewesen."
        ), {"given": rematches.given, "possible": alone[0]}))  # fmt: skip
    values = {"happened": rematches.chosen, "bound": rematches.chosen_bound}
    if rematches.given and not rematches.chosen:
        pass
    elif not rematches.happened:
        said += [Sentence(gettext_noop("Niemand trifft jemanden zweimal. Besser geht es nicht."))]
    elif rematches.is_best:
        said += [Sentence(gettext_noop(
            "Wiederbegegnungen: {happened}, besser geht es nicht: Es gibt nicht genug neue Gegner für alle."
        ), values)]  # fmt: skip
    else:
        said += [Sentence(gettext_noop(
            "Wiederbegegnungen: {happened}, mindestens {bound} unvermeidlich. Ob es besser geht, ist offen."
        ), values)]  # fmt: skip
    values = {"happened": repeats.chosen, "bound": repeats.chosen_bound}
    if repeats.given:
        said.append(Sentence(gettext_noop(
            "In schon gesetzten Serien (Los, Rangliste, von Hand) saß {given}-mal jemand erneut an einem Dreiertisch; "
            "geplant wären {possible} möglich gewesen."
        ), {"given": repeats.given, "possible": alone[1]}))  # fmt: skip
    if repeats.given and not repeats.chosen:
        pass
    elif not repeats.happened:
        said.append(Sentence(gettext_noop("Niemand sitzt zweimal an einem Dreiertisch.")))
    elif repeats.is_best:
        said.append(Sentence(gettext_noop(
            "{happened}-mal sitzt jemand erneut an einem Dreiertisch, besser geht es nicht: "
            "Es gibt mehr Dreierplätze als Spieler, die noch keinen hatten."
        ), values))  # fmt: skip
    else:
        said.append(Sentence(gettext_noop(
            "{happened}-mal sitzt jemand erneut an einem Dreiertisch, mindestens {bound} unvermeidlich."
        ), values))  # fmt: skip
    for wish, counts in mates:
        happened, bound = sum(c.happened for c in counts), sum(c.bound for c in counts)
        said.append(Sentence(_MATES_SENTENCES[wish], {"happened": happened, "bound": bound}))
    if imbalance <= 0:
        said.append(
            Sentence(
                gettext_noop("Die Plätze am Tisch sind nach jeder Serie so gleich verteilt wie möglich.")
            )
        )
    else:
        said.append(Sentence(gettext_noop(
            "Die Plätze am Tisch sind nicht ganz gleich verteilt ({count} über dem Möglichen)."
        ), {"count": imbalance}))  # fmt: skip
    if cut:
        said.append(Sentence(gettext_noop("Die Zeit war um: Das ist der beste bis dahin gefundene Plan.")))
    return said
