"""Fields of players for the seating tests: one line each."""

from tournaments.seating import core as seating


def field(n, *, start=1, **of):
    """Players start … start+n−1; keywords are functions of the number, e.g. club=lambda i: i % 5."""
    return tuple(
        seating.AskedPlayer(id=i, **{name: value(i) for name, value in of.items()})
        for i in range(start, start + n)
    )


def planned(n, series, *, seed=1, wishes=None, moves=150_000, **of):
    """A plan by lot for a fresh field."""
    players = field(n, **of)
    request = seating.Request(
        players=players,
        series=seating.series_by_lots(series),
        seed=seed,
        wishes=wishes or seating.Wishes(),
        budget=seating.Budget(moves=moves),
    )
    return seating.plan(request)


def club_mixes(n):
    """Three ways clubs come: coaches of eight, one big host and small guests, a few large and many small."""
    sizes = [max(1, n // (3 * k)) for k in range(1, 13)]
    skewed = [f"v{k}" for k, size in enumerate(sizes) for _ in range(size)][:n]
    skewed += [f"alone{i}" for i in range(n - len(skewed))]
    return {
        "coaches": [f"bus{i // 8}" for i in range(n)],
        "host": ["host"] * (n // 4) + [f"guest{i // 5}" for i in range(n - n // 4)],
        "skewed": skewed,
    }
