"""Two classics on bipartite graphs: a matching by augmenting paths, an edge colouring by Kempe chains."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping, Sequence


class Matching:
    """Assigns players to tables, one to one; who is assigned stays so, perhaps elsewhere."""

    def __init__(self, tables: Mapping[int, Sequence[int]]) -> None:
        self.tables = tables
        self.player_of: dict[int, int] = {}
        self.table_of: dict[int, int] = {}
        self._tables_with: dict[int, list[int]] = {}
        for table, players in tables.items():
            for p in players:
                self._tables_with.setdefault(p, []).append(table)

    def cover_table(self, table: int) -> bool:
        """Find a player for the table, moving others if need be."""
        if table in self.player_of:
            return True
        return self._augment(table, self.tables, self.table_of, self.player_of)

    def cover_player(self, player: int) -> bool:
        """Find a table for the player, moving others if need be."""
        if player in self.table_of:
            return True
        return self._augment(player, self._tables_with, self.player_of, self.table_of)

    def _augment(
        self,
        start: int,
        neighbours: Mapping[int, Sequence[int]],
        owner_of: dict[int, int],
        own: dict[int, int],
    ) -> bool:
        came_from: dict[int, int] = {}
        queue = deque([start])
        while queue:
            node = queue.popleft()
            for there in neighbours.get(node, ()):
                if there in came_from:
                    continue
                came_from[there] = node
                owner = owner_of.get(there)
                if owner is None:
                    _hand_over(there, came_from, owner_of, own)
                    return True
                queue.append(owner)
        return False


def _hand_over(
    found: int, came_from: Mapping[int, int], owner_of: dict[int, int], own: dict[int, int]
) -> None:
    """Walk the path back to its start: each takes what was found and gives up what he had."""
    free: int | None = found
    while free is not None:
        node = came_from[free]
        before = own.get(node)
        own[node], owner_of[free] = free, node
        free = before


def colour_edges(edges: Sequence[tuple[int, int]], lefts: int, rights: int, colours: int) -> list[int]:
    """A colour for each edge, no colour twice at a node; no node may have more edges than there are colours."""
    left = [[-1] * colours for _unused in range(lefts)]
    right = [[-1] * colours for _unused in range(rights)]
    colour = [-1] * len(edges)
    for e, (u, v) in enumerate(edges):
        a, b = left[u].index(-1), right[v].index(-1)
        if a != b:
            _flip_chain(v, a, b, edges, left, right, colour)
        left[u][a] = right[v][a] = e
        colour[e] = a
    return colour


def _flip_chain(
    v: int,
    a: int,
    b: int,
    edges: Sequence[tuple[int, int]],
    left: list[list[int]],
    right: list[list[int]],
    colour: list[int],
) -> None:
    """Exchange the colours a and b along the chain that leaves the right node v with colour a."""
    chain = []
    side, node, wanted = right, v, a
    while (e := side[node][wanted]) >= 0:
        chain.append(e)
        side, node = (left, edges[e][0]) if side is right else (right, edges[e][1])
        wanted = a + b - wanted
    for e in chain:
        u, w = edges[e]
        left[u][colour[e]] = right[w][colour[e]] = -1
    for e in chain:
        u, w = edges[e]
        colour[e] = a + b - colour[e]
        left[u][colour[e]] = right[w][colour[e]] = e
