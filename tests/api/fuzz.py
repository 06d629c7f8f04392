"""Schemathesis against the API, all of its checks and phases: `python -m tests.api.fuzz`. It must find nothing.

Runs on a database of its own, over HTTP, against Django's threaded server. Three runs: what
is described, sent with a token for everything to addresses that exist; the same token and whatever comes to mind;
a stranger and whatever comes to mind.
Prints how many cases were sent, and every failure with the request that shows it again.
"""

from __future__ import annotations

import argparse
import logging
import sys
import threading
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import schemathesis
from django.core.servers.basehttp import ThreadedWSGIServer, WSGIRequestHandler
from django.core.wsgi import get_wsgi_application
from django.utils import timezone
from schemathesis.config import SchemathesisConfig
from schemathesis.engine import from_schema
from schemathesis.engine.events import EngineEvent, FatalError, NonFatalError, ScenarioFinished

from benchmarks import database  # Django on an empty database: before any model
from tests import factories
from tournaments.access.services import tries
from tournaments.accounts.services import programs as access_service
from tournaments.accounts.services.programs import grant_access

SEED = 20_261_118
PATIENCE = 120  # seconds: a busy machine is slow, not wrong
DESCRIPTION = "/api/v1/openapi.json"
KNOWN = {"slug": "probeturnier", "series": 1, "table": 1, "category": "players"}


def staged() -> str:
    """A tournament with two lists in play and one publication's worth of games; the token that may do everything."""
    database.empty_tables()
    made = factories.tournament(players=8, rounds=2)
    series = factories.draw(made)
    for number in (1, 2, 3):
        factories.play(factories.sheet_of(series), number)
    factories.sign_all(factories.play_all(factories.sheet_of(series, 2)))
    now = timezone.now()
    _access, token = grant_access(
        tournament_id=made.pk, name="Probe", scope="all", ends_at=None, by=factories.director(), now=now
    )
    # A run sends hundreds of wrong tokens; that guessing is paused has tests of its own (tests/api/test_problems.py).
    access_service.TRIES = tries.TRIES_OF_ADDRESS = 10**9
    return token


@contextmanager
def served() -> Iterator[str]:
    """The site on a free port, as long as it is needed."""
    server = ThreadedWSGIServer(("127.0.0.1", 0), WSGIRequestHandler)
    server.set_app(get_wsgi_application())
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join(timeout=10)


def settings(
    cases: int,
    *,
    token: str = "",
    mode: str = "all",
    known: Mapping[str, Any] | None = None,
    brief: bool = False,
) -> SchemathesisConfig:
    """Every check, data as described and data against the description, examples, coverage, links between operations."""
    wanted: dict[str, Any] = {
        "seed": SEED,
        "request-timeout": PATIENCE,
        "generation": {"max-examples": cases, "mode": mode, "deterministic": True},
        "phases": {"stateful": {"enabled": True}, "coverage": {"enabled": not brief}},
        # 412 is what a well-formed If-Match gets that names another state.
        "checks": {
            "positive_data_acceptance": {"expected-statuses": [200, 201, 304, 401, 403, 404, 409, 412]}
        },
    }
    if token:
        wanted["headers"] = {"Authorization": f"Bearer {token}"}
    if known:
        wanted["parameters"] = dict(known)
    return SchemathesisConfig.from_dict(wanted)


def run(name: str, site: str, config: SchemathesisConfig) -> tuple[Counter[str], list[str]]:
    """One run: how many cases each phase has sent, and what was found."""
    schema = schemathesis.openapi.from_url(site + DESCRIPTION, config=config, timeout=PATIENCE)
    sent: Counter[str] = Counter()
    found: list[str] = []
    for event in from_schema(schema).execute():
        note(event, sent, found)
    print(
        f"{name}: {sum(sent.values())} cases ({', '.join(f'{n} {phase}' for phase, n in sorted(sent.items()))})"
    )
    return sent, found


def note(event: EngineEvent, sent: Counter[str], found: list[str]) -> None:
    match event:
        case ScenarioFinished():
            sent[event.phase.value] += len(event.recorder.interactions)
            for checks in event.recorder.checks.values():
                found.extend(
                    f"{check.name}: {event.label}\n{check.failure_info.failure}\n{check.failure_info.code_sample}"
                    for check in checks
                    if check.failure_info is not None
                )
        case NonFatalError():
            found.append(f"{event.label}: {event.value!r}")
        case FatalError():
            found.append(repr(event.exception))


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--cases", type=int, default=10, help="examples for each operation and phase")
    asked.add_argument("--brief", action="store_true", help="the stranger without the coverage phase")
    told = asked.parse_args()
    cases: int = told.cases
    logging.disable(logging.CRITICAL)
    token = staged()
    with database.plain_static_files(), served() as site:
        runs = [
            run("as described", site, settings(cases, token=token, mode="positive", known=KNOWN)),
            run("with a token", site, settings(cases, token=token)),
            run("as a stranger", site, settings(cases, brief=told.brief)),
        ]
    found = list(dict.fromkeys(text for _sent, texts in runs for text in texts))
    print(f"seed {SEED}: {sum(sum(sent.values()) for sent, _found in runs)} cases, {len(found)} failures")
    for text in found:
        print("\n" + text)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
