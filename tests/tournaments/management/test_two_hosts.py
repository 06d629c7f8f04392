"""Two hosts with folders of their own behind the proxy that we ship, on one PostgreSQL: what is done on one is there on the other."""

from __future__ import annotations

import io
import re
import shutil
import signal
import time
import urllib.error
import urllib.parse
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import closing

import psycopg
import pytest

from tests.hosts import Browser, Federation, free_port, prepared
from tournaments.sealing import core as sealing

pytestmark = [
    pytest.mark.postgres,
    pytest.mark.skipif(not shutil.which("nginx"), reason="nginx: .ci/run postgres installs it"),
    pytest.mark.skipif(not sealing.AVAILABLE, reason="pyHanko has no wheel for this machine"),
]
FIELD = """
from tests import factories
factories.user("leitung")
made = factories.tournament(players=12, series=3)
print(f"slug={made.slug};")
"""
PLAYED = """
from tests import factories
keeper = factories.user("leitung")
keeper.is_superuser = True
keeper.save()
made = factories.tournament(players=4, series=1)
sheet = factories.sheet_of(factories.draw(made))
for number in (1, 2, 3):
    factories.play(sheet, number)
print(f"slug={made.slug};")
"""


@pytest.fixture
def federation(tmp_path) -> Iterator[Federation]:
    with prepared(tmp_path) as made:
        for host in ("a", "b"):
            made.start(host)
        made.proxy()
        yield made


def test_what_is_asked_on_one_host_is_there_on_the_other(federation):
    """Signed in by the proxy; searched on A, whose worker is killed; B's worker ends it, and B shows it."""
    slug = slug_of(federation, FIELD)
    a, b, proxy = (federation.site(name) for name in ("a", "b", "proxy"))
    browser = Browser(site=proxy)
    assert browser.ask("/anmelden/", {"username": "leitung", "password": "Kreuz-Bube-11"})[0] == 200
    search = f"/turnier/{slug}/leitung/sitzplan/suche/"
    federation.running["worker a"] = federation.manage("a", "work")
    form = {"deed": "suchen", "seed": "Probe", "seconds": "30", "scope": "alles"}
    with psycopg.connect(federation.variables["DATABASE_URL"], autocommit=True) as look:

        def searched() -> tuple[str, int]:
            row = look.execute("SELECT state, id FROM tournaments_plansearch").fetchone()
            return (row[0], row[1]) if row else ("", 0)

        def workers() -> int:
            row = look.execute(
                "SELECT jsonb_array_length(worker_ids) FROM django_tasks_database_dbtaskresult"
            ).fetchone()
            return row[0] if row else 0

        status, said, _headers = posted(browser, search, form, site=a)
        assert status == 200, said[:2000]
        federation.until(lambda: searched()[0] == "running")
        federation.stop("worker a", signal.SIGKILL)
        federation.running["worker b"] = federation.manage("b", "work")
        federation.until(lambda: workers() == 2)
        posted(browser, search, {"deed": "beenden", "suche": str(searched()[1])}, site=b)
        federation.until(lambda: searched()[0] == "found")
    assert "fertig" in browser.ask(search, site=b)[1]
    seals = {browser.ask("/siegel/zertifikat.pem", site=site)[1] for site in (a, b)}
    assert len(seals) == 1, "one certificate, whichever host is asked"
    # The proxy hides what is for those inside, and a host that goes away is passed over.
    assert browser.ask("/-/ready")[0] == 404
    federation.stop("a")
    statuses = {browser.ask("/")[0] for _time in range(12)}
    assert statuses == {200}
    federation.start("a")
    time.sleep(2.5)  # the proxy tries a host again after two seconds
    federation.stop("b")
    assert browser.ask(search)[0] == 200, "signed in on the other host as well"


@pytest.fixture
def bucket() -> Iterator[dict[str, str]]:
    """An object store that both hosts know."""
    pytest.importorskip("storages", reason="python start.py federation")
    boto3 = pytest.importorskip("boto3", reason="python start.py federation")
    server = pytest.importorskip("moto.server").ThreadedMotoServer(
        ip_address="127.0.0.1", port=0, verbose=False
    )
    server.start()
    address = "http://{}:{}".format(*server.get_host_and_port())
    keys = {"aws_access_key_id": "a", "aws_secret_access_key": "b", "region_name": "us-east-1"}
    with closing(boto3.client("s3", endpoint_url=address, **keys)) as client:
        client.create_bucket(Bucket="romme")
    yield {
        "OBJECT_STORE_BUCKET": "romme",
        "OBJECT_STORE_URL": address,
        "OBJECT_STORE_REGION": "us-east-1",
        "OBJECT_STORE_KEY": "a",
        "OBJECT_STORE_SECRET": "b",
    }
    server.stop()


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_workbook_and_backup_asked_on_one_host_are_fetched_on_the_other(tmp_path, bucket):
    """The workbook is made by the other host's worker; nothing of either lies in a host's folder; the proxy may choose."""
    with prepared(
        tmp_path, **bucket, DJANGO_SETTINGS_MODULE="tests.few_lines", AUTOMATIC_BACKUPS="0"
    ) as federation:
        for host in ("a", "b"):
            federation.start(host)
        federation.proxy()
        slug = slug_of(federation, PLAYED)
        a, b = federation.site("a"), federation.site("b")
        keeper = Browser(site=federation.site("proxy"))
        assert keeper.ask("/anmelden/", {"username": "leitung", "password": "Kreuz-Bube-11"})[0] == 200
        book = f"/turnier/{slug}/rangliste/excel/"
        assert keeper.ask(book, {}, site=a)[0] == 200
        assert keeper.ask(f"{book}datei.xlsx", site=b)[0] == 404, "nobody has made it yet"
        federation.running["worker b"] = federation.manage("b", "work")
        federation.until(lambda: keeper.fetch(f"{book}datei.xlsx", site=a)[0] == 200)
        files = {keeper.fetch(f"{book}datei.xlsx", site=site)[1] for site in (a, b, "")}
        assert len(files) == 1
        assert "xl/workbook.xml" in zipfile.ZipFile(io.BytesIO(files.pop())).namelist()
        desk = f"/turnier/{slug}/leitung/sicherung/"
        status, page, _head = keeper.ask(desk, {}, site=a)
        assert status == 200, page[:2000]
        name = re.search(r"romme-club-[^\"<]+\.zip", keeper.ask(desk, site=b)[1])
        assert name, "the other host lists it"
        kept = {keeper.fetch(desk + name[0], site=site)[1] for site in (a, b, "")}
        assert len(kept) == 1
        assert "rows.jsonl" in zipfile.ZipFile(io.BytesIO(kept.pop())).namelist()
        left = [
            path
            for host in ("a", "b")
            for path in (tmp_path / host).rglob("*")
            if path.suffix in {".zip", ".xlsx"}
        ]
        assert left == []


DRAWN = "import redis; from django.conf import settings; print(f\"kept={len(redis.Redis.from_url(settings.CACHE_URL).keys('*:page:*'))};\")"


@pytest.mark.skipif(not shutil.which("redis-server"), reason="redis-server: .ci/run postgres installs it")
def test_a_page_is_drawn_by_one_host_for_both_and_by_each_when_the_cache_is_away(tmp_path):
    """What A has drawn lies in the cache, B gives it out; killed or back, readers notice nothing."""
    pytest.importorskip("redis", reason="python start.py federation")
    cache_port = free_port()
    with prepared(tmp_path, CACHE_URL=f"redis://127.0.0.1:{cache_port}/0") as federation:
        federation.ports["cache"] = cache_port
        federation.cache()
        for host in ("a", "b"):
            federation.start(host)
        slug = slug_of(federation, PLAYED)
        page, reader = f"/turnier/{slug}/rangliste/", Browser(site="")
        one = {"Host": "turnier.example.org"}  # as the proxy hands it on, whichever host answers
        drawn = {host: reader.ask(page, site=federation.site(host), **one)[1] for host in ("a", "b")}
        bare = {re.sub(r'value="[A-Za-z0-9]{64}"', "", text) for text in drawn.values()}
        assert len(bare) == 1
        kept = re.search(r"kept=(\d+);", federation.said(DRAWN))
        assert kept
        assert int(kept[1]) == 1, "one page, drawn once"
        federation.stop("cache", signal.SIGKILL)
        for host in ("a", "b", "a", "b"):
            assert reader.ask(f"{page}?suche=x", site=federation.site(host))[0] == 200
        federation.cache()
        assert reader.ask(page, site=federation.site("a"))[0] == 200


def test_who_guesses_is_counted_by_his_own_address_behind_two_proxies_on_both_hosts(tmp_path):
    """One guest's wrong words close the door for him alone, whichever host he asks; what he writes himself before it counts for nothing."""
    with prepared(tmp_path, BEHIND_PROXY="2") as federation:
        for host in ("a", "b"):
            federation.start(host)
        federation.proxy()
        slug_of(federation, FIELD)

        def told(address: str, word: str) -> int:
            """As the outer proxy hands it on: it has appended what it saw."""
            form = {"username": "leitung", "password": word}
            status = Browser(site=federation.site("proxy")).ask(
                "/anmelden/", form, **{"X-Forwarded-For": address}
            )[0]
            time.sleep(0.6)  # the proxy lets two a second through this door
            return status

        tries = [told(f"198.51.100.{n}, 203.0.113.5", "falsch") for n in range(12)]
        assert tries[0] == 422
        assert tries[-1] == 429, tries
        assert told("203.0.113.6", "falsch") == 422, "his neighbour"


def test_a_file_that_one_host_alone_has_is_found_behind_the_proxy(federation):
    """In a rolling update: a fingerprint of the next version lies on B alone."""
    name = "css/next.0123456789ab.css"
    path = federation.folder / "b" / "static" / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("body{}", encoding="utf-8")
    proxy = Browser(site=federation.site("proxy"))
    assert proxy.ask(f"/static/{name}", site=federation.site("a"))[0] == 404
    assert {proxy.ask(f"/static/{name}")[0] for _time in range(8)} == {200}


def slug_of(federation: Federation, script: str) -> str:
    """What a script on a host has made."""
    said = federation.said(script)
    made = re.search(r"slug=(\S+);", said)
    assert made, said
    return made[1]


def posted(browser: Browser, path: str, form: dict[str, str], *, site: str):
    """A form whose secret stands on the page of the plan."""
    page = browser.ask(path.replace("suche/", "planen/"), site=site)[1]
    secret = re.search(r'name="csrfmiddlewaretoken" value="([^"]+)"', page)
    assert secret, page[:500]
    opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(browser.jar))
    data = urllib.parse.urlencode({**form, "csrfmiddlewaretoken": secret[1]}).encode()
    try:
        with closing(opener.open(urllib.request.Request(site + path, data=data), timeout=30)) as answer:
            return answer.status, answer.read().decode(), answer.headers
    except urllib.error.HTTPError as refused:
        with closing(refused):
            return refused.code, refused.read().decode(), refused.headers
