"""What one host lays into the object store another finds: workbooks and backups, with a store that speaks S3."""

from __future__ import annotations

import io
from datetime import timedelta
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest
from django.conf import settings as configured
from django.core.files.base import ContentFile
from django.db import connection

from tests import factories
from tests.factories import NOON
from tournaments.backups.services import backups as service
from tournaments.backups.services.backups import Occasion, backup_folder, backups, make_backup
from tournaments.backups.services.checks import check_backup
from tournaments.backups.services.sharing import fetched, opened_backup
from tournaments.files.services import large_workbooks
from tournaments.files.services.large_workbooks import WorkbookPlace
from tournaments.models import Workbook
from tournaments.storage.files import make_ready, store

pytestmark = [
    pytest.mark.slow,
    pytest.mark.django_db,
    pytest.mark.filterwarnings("ignore::DeprecationWarning"),
]


@pytest.fixture(scope="module")
def object_store():
    pytest.importorskip("storages", reason="python start.py federation")
    server = pytest.importorskip("moto.server").ThreadedMotoServer(
        ip_address="127.0.0.1", port=0, verbose=False
    )
    server.start()
    host, port = server.get_host_and_port()
    yield f"http://{host}:{port}"
    server.stop()


@pytest.fixture
def hosts(object_store, settings, tmp_path):
    """Two hosts with a folder of data each and one store; the answer is one that changes from host to host."""
    keys = {"access_key": "a", "secret_key": "b", "region_name": "us-east-1"}
    options = {
        "bucket_name": "romme",
        "endpoint_url": object_store,
        "default_acl": None,
        "file_overwrite": True,
    }
    client = pytest.importorskip("boto3", reason="python start.py federation").client(
        "s3",
        endpoint_url=object_store,
        aws_access_key_id="a",
        aws_secret_access_key="b",
        region_name="us-east-1",
    )
    client.create_bucket(Bucket="romme")
    settings.STORAGES = configured.STORAGES | {
        "objects": {"BACKEND": "storages.backends.s3.S3Storage", "OPTIONS": options | keys}
    }

    def on(name: str) -> None:
        settings.DATA_DIR = tmp_path / name
        settings.DATA_DIR.mkdir(exist_ok=True)

    yield on
    for item in client.list_objects_v2(Bucket="romme").get("Contents", []):
        client.delete_object(Bucket="romme", Key=item["Key"])
    client.close()


def test_a_workbook_made_on_one_host_is_fetched_on_the_other(hosts):
    made = factories.tournament(players=4)
    place = WorkbookPlace(tournament=made.pk, reader="leitung", language="de")
    begun = {"state": "making", "revision": 1, "draft": True, "asked_at": NOON, "heard_at": NOON}
    hosts("one")
    Workbook.objects.create(tournament=made, reader="leitung", language="de", **begun)
    for content in (b"older", b"newer"):
        large_workbooks.finish_workbook(place, io.BytesIO(content), revision=1, now=NOON)
    hosts("other")
    book = large_workbooks.workbook_of(place)
    assert book is not None
    with large_workbooks.files().open(book.file) as kept:
        assert kept.read() == b"newer"
    assert store("workbooks").listdir("workbooks")[1] == [book.file.removeprefix("workbooks/")]


def test_a_backup_made_on_one_host_is_seen_checked_and_cleared_away_on_the_other(hosts, monkeypatch):
    hosts("one")
    first = make_backup(Occasion.SERIES, now=NOON)
    again = make_backup(Occasion.SERIES, now=NOON)
    assert not first.path.exists(), "none lies on a disk that the other host does not see"
    hosts("other")
    assert {one.path.name for one in backups()} == {first.path.name, again.path.name}
    with opened_backup(backups()[0].path) as file:
        assert file.read(2) == b"PK"
    here = fetched(first.path, backup_folder())
    assert check_backup(here).ours, "hosts with one store know each other's backups"
    here.unlink()
    monkeypatch.setattr(service, "LATEST", 1)
    make_backup(Occasion.SERIES, now=NOON + timedelta(minutes=1))
    assert len(backups()) == 1, "the last of the day and of the month, and it is the newest too"


def test_without_a_store_everything_stays_on_this_machine(settings, tmp_path):
    settings.DATA_DIR = tmp_path
    if connection.vendor == "sqlite":
        made = make_backup(Occasion.HAND, now=NOON)
        assert made.path.parent == tmp_path / "backups"
    kept = store("workbooks")
    name = kept.save("a.xlsx", io.BytesIO(b"x"))
    assert (tmp_path / "workbooks" / name).stat().st_mode & 0o077 == 0


def test_a_store_without_its_bucket_gets_one_and_another_host_may_be_quicker(
    object_store, settings, tmp_path
):
    settings.DATA_DIR = tmp_path
    keys = {"access_key": "a", "secret_key": "b", "endpoint_url": object_store}
    for region, bucket in (("us-east-1", "made-here"), ("eu-central-1", "made-there")):
        options = keys | {"bucket_name": bucket, "region_name": region}
        settings.STORAGES = configured.STORAGES | {
            "objects": {"BACKEND": "storages.backends.s3.S3Storage", "OPTIONS": options}
        }
        with pytest.raises(Exception, match="NoSuchBucket"):
            store("backups").save("backups/one", ContentFile(b"x"))
        for _host in range(2):
            make_ready()
        assert store("backups").save("backups/one", ContentFile(b"x")) == "backups/one"


class Closed(BaseHTTPRequestHandler):
    """A store whose key may lay down and fetch, and not ask about buckets or make any."""

    def do_HEAD(self) -> None:
        self.send_response(403)
        self.end_headers()


def test_a_bucket_that_we_may_use_and_not_ask_about_is_left_alone(settings):
    pytest.importorskip("storages", reason="python start.py federation")
    with ThreadingHTTPServer(("127.0.0.1", 0), Closed) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        options = {
            "bucket_name": "given",
            "endpoint_url": f"http://127.0.0.1:{server.server_port}",
            "access_key": "a",
            "secret_key": "b",
        }
        settings.STORAGES = configured.STORAGES | {
            "objects": {"BACKEND": "storages.backends.s3.S3Storage", "OPTIONS": options}
        }
        make_ready()  # making one would be refused with 501
        server.shutdown()


def test_a_laptop_has_no_store_to_make_ready(settings):
    settings.STORAGES = configured.STORAGES
    make_ready()
