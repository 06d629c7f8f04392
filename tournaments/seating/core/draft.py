"""A plan under construction: who has met whom, and what a swap of two players would cost.

Players are 0 … n−1. The empty chair of a smaller table is "player" n: meeting it a second time is a
second seat at a table of three. Each pair has one byte: how often it met in the low half, why it
should not meet (club, team …) in the high half, so that one look-up in a price list prices a meeting.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

COUNT, CLASS = 15, 4  # low half of the byte; shift of the high half
CHAIR = 15  # the class of the empty chair
PAST_COUNT = 2  # older meetings beyond two price a new one no higher

Group = list[int]


@dataclass(frozen=True, slots=True)
class Prices:
    """What one meeting more costs (`more`) and one less saves (`less`), for each byte."""

    more: tuple[int, ...]
    less: tuple[int, ...]


def prices(rematch: int, second_three: int, classes: Sequence[int]) -> Prices:
    """The price list of one series: `classes` prices a meeting by its high half, CHAIR excepted."""
    more = []
    for byte in range(256):
        count, reason = byte & COUNT, byte >> CLASS
        again = second_three if reason == CHAIR else rematch
        price = again + min(count - 1, again) if count and again else 0  # the third time is a little worse
        more.append(price + (0 if reason == CHAIR else classes[reason]))
    less = [0 if not byte & COUNT else more[byte - 1] for byte in range(256)]
    return Prices(tuple(more), tuple(less))


class Draft:
    """The tables of every series, and the meetings that follow from them."""

    def __init__(
        self, players: int, width: int, classes: Sequence[bytearray] | None, price_lists: Sequence[Prices]
    ) -> None:
        self.n, self.width = players, width
        self.price_lists = list(price_lists)
        if classes is None:
            self.met = [bytearray(players + 1) for _unused in range(players + 1)]
        else:
            self.met = [bytearray(row) for row in classes]
        for row in self.met:
            row[players] = CHAIR << CLASS
        self.tables: list[list[Group]] = [[] for _unused in price_lists]
        self.where: list[list[int]] = [[-1] * players for _unused in price_lists]
        self.mates: list[list[tuple[int, ...]]] = [[()] * players for _unused in price_lists]
        self.cost = 0

    def remember(self, table: Sequence[int], *, small: bool) -> None:
        """Count the meetings at a past table: they cost nothing, but a repetition is a rematch."""
        for i, p in enumerate(table):
            for q in table[:i]:
                if self.met[p][q] & COUNT < PAST_COUNT:
                    self.met[p][q] += 1
                    self.met[q][p] += 1
            if small and self.met[p][self.n] & COUNT < PAST_COUNT:
                self.met[p][self.n] += 1

    def seat(self, series: int, tables: Sequence[Sequence[int]]) -> None:
        """Put these tables into a series; they must hold every player once."""
        assert not self.tables[series], "this series is seated already"
        more, met, n, width = self.price_lists[series].more, self.met, self.n, self.width
        self.tables[series] = [list(table) for table in tables]
        for t, table in enumerate(tables):
            chairs = [*table, n] if len(table) < width else list(table)
            for i, p in enumerate(table):
                self.where[series][p] = t
                self.mates[series][p] = tuple(chairs[:i] + chairs[i + 1 :])
                for q in chairs[i + 1 :]:
                    self.cost += more[met[p][q]]
                    met[p][q] += 1
                    if q != n:
                        met[q][p] += 1

    def rise(self, series: int) -> list[Group]:
        """Take the tables out of a series and return them, so that `seat` can put them back."""
        less, met = self.price_lists[series].less, self.met
        tables = self.tables[series]
        for table in tables:
            for i, p in enumerate(table):
                for q in self.mates[series][p]:
                    if q == self.n:
                        self.cost -= less[met[p][q]]
                        met[p][q] -= 1
                    elif q in table[i + 1 :]:
                        self.cost -= less[met[p][q]]
                        met[p][q] -= 1
                        met[q][p] -= 1
        self.tables[series] = []
        return tables

    def stress(self, series: int, p: int) -> int:
        """How much a player's meetings in this series cost: what the plan would save without him there."""
        less, row = self.price_lists[series].less, self.met[p]
        return sum([less[row[a]] for a in self.mates[series][p]])

    def swap_delta(self, series: int, p: int, q: int) -> int:
        """The change of cost if two players of different tables changed places."""
        price = self.price_lists[series]
        more, less = price.more, price.less
        mates = self.mates[series]
        of_p, of_q = mates[p], mates[q]
        row_p, row_q = self.met[p], self.met[q]
        if of_p[-1] == of_q[-1]:  # both beside an empty chair: nothing changes there
            of_p, of_q = of_p[:-1], of_q[:-1]
        delta = 0
        for a in of_p:
            delta += more[row_q[a]] - less[row_p[a]]
        for b in of_q:
            delta += more[row_p[b]] - less[row_q[b]]
        return delta

    def swap(self, series: int, p: int, q: int) -> None:
        """Swap two players of different tables. The cost is not updated: the caller adds `swap_delta`."""
        where, mates, tables, met = self.where[series], self.mates[series], self.tables[series], self.met
        n = self.n
        for me in (p, q):
            row = met[me]
            for a in mates[me]:
                row[a] -= 1
                if a != n:
                    met[a][me] -= 1
        mates[p], mates[q] = mates[q], mates[p]
        where[p], where[q] = where[q], where[p]
        for me, before in ((p, q), (q, p)):
            row = met[me]
            table = tables[where[me]]
            table[table.index(before)] = me
            for a in mates[me]:
                row[a] += 1
                if a != n:
                    met[a][me] += 1
                    mates[a] = tuple([me if x == before else x for x in mates[a]])

    def snapshot(self, series: Sequence[int]) -> list[list[Group]]:
        """A copy of the tables of some series."""
        return [[table[:] for table in self.tables[s]] for s in series]

    def restore(self, series: Sequence[int], kept: Sequence[Sequence[Group]]) -> None:
        """Put the tables of a `snapshot` back."""
        for s in series:
            self.rise(s)
        for s, tables in zip(series, kept, strict=True):
            self.seat(s, tables)
