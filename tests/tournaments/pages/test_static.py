"""Static files while one version takes the other's place: nobody gets a 404."""

from __future__ import annotations

from contextlib import closing

import pytest
from django.http import HttpResponse
from django.test import RequestFactory

from tournaments.pages.static import RollingFiles

pytestmark = pytest.mark.django_db  # an answer that is closed looks after the connection
OLD, NEW = "style.0123456789ab.css", "style.ba9876543210.css"


def asked(site: RollingFiles, path: str):
    return site(RequestFactory().get(path))


def test_both_versions_files_are_found_in_a_rolling_update(settings, tmp_path):
    settings.STATIC_ROOT = tmp_path
    (tmp_path / OLD).write_text("old")
    site = RollingFiles(lambda _request: HttpResponse(status=404))
    with closing(asked(site, f"/static/{OLD}")) as answer:
        assert answer.status_code == 200
    assert asked(site, f"/static/{NEW}").status_code == 404
    (tmp_path / NEW).write_text("new")  # `prepare` of the next version, beside this process
    with closing(asked(site, f"/static/{NEW}")) as answer:
        assert b"".join(answer.streaming_content) == b"new"
        assert "immutable" in answer["Cache-Control"]
    with closing(asked(site, f"/static/{OLD}")) as answer:
        assert answer.status_code == 200, "a page that is open still has its style"


def test_nothing_outside_of_the_folder_is_found(settings, tmp_path):
    settings.STATIC_ROOT = tmp_path / "static"
    settings.STATIC_ROOT.mkdir()
    (tmp_path / OLD).write_text("secret")
    site = RollingFiles(lambda _request: HttpResponse(status=404))
    for path in (f"/static/../{OLD}", f"/static/..\\{OLD}", f"/static//{tmp_path}/{OLD}", f"/static/{OLD}/"):
        assert asked(site, path).status_code == 404, path
