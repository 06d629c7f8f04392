"""From an empty folder to a drawn first series: no demo, no account, a real server, and somebody who sits at the laptop."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import LAPTOP, PHONE, fits
from tests.power_cut import Site, standing

NAMES = ("Anna Probe", "Bert Probe", "Carla Probe", "Dora Probe", "Emil Probe", "Fritz Probe", "Gerda Probe")


@dataclass
class EmptyFolder(Site):
    """A laptop as `start.py --no-demo` finds it: the folder decides, nothing comes from the environment."""

    @property
    def environment(self) -> dict[str, str]:
        own = {"DATABASE_URL", "SECRET_KEY", "DEBUG"}
        return {name: value for name, value in super().environment.items() if name not in own}


@pytest.fixture
def laptop(tmp_path: Path) -> Iterator[EmptyFolder]:
    site = EmptyFolder(folder=tmp_path / "data", database="")
    site.folder.mkdir()
    site.run("manage.py", "prepare", "--no-demo")
    with standing(site):
        site.start()
        yield site


@pytest.fixture
def at_the_laptop(chromium, laptop: EmptyFolder) -> Iterator[Page]:
    yield from opened(chromium, laptop, LAPTOP)


@pytest.fixture
def on_a_phone(chromium, laptop: EmptyFolder) -> Iterator[Page]:
    yield from opened(chromium, laptop, PHONE)


def opened(chromium, site: Site, size: ViewportSize) -> Iterator[Page]:
    context = chromium.new_context(viewport=size, locale="de-DE", base_url=site.url)
    page = context.new_page()
    page.set_default_timeout(30_000)
    yield page
    context.close()


def test_from_an_empty_folder_to_a_drawn_first_series(laptop, at_the_laptop, on_a_phone):
    assert "Noch hat hier niemand ein Konto" in (laptop.folder / "server.log").read_text(encoding="utf-8")
    page = at_the_laptop
    page.goto("/")
    page.get_by_role("link", name="Anmelden und beginnen").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Wer leitet hier?")
    assert fits(page)
    page.get_by_label("Anmeldename").fill("probe")
    page.get_by_label("Passwort", exact=True).fill("Herz-Dame-1900")
    page.get_by_label("Passwort noch einmal").fill("Herz-Dame-1900")
    page.get_by_role("button", name="Konto anlegen und beginnen").click()
    page.wait_for_url(re.compile(r"/turniere/neu/"))
    page.get_by_role("link", name=re.compile("Vereinsregeln")).first.click()
    page.locator("input[name=name]").fill("Probetag")
    page.locator("input[name=place]").fill("Probesaal")
    page.locator("main form button.button--big").click()
    page.wait_for_url(re.compile(r"/anmeldungen/$"))
    for count, name in enumerate(NAMES, 1):
        page.locator("input[name=name]").fill(name)
        page.keyboard.press("Enter")
        expect(page.get_by_role("heading", name=re.compile(rf"^{count} Spieler"))).to_be_visible()
    page.goto("/turnier/probetag/leitung/auslosen/")
    page.locator("main form button.button--big").click()
    page.wait_for_url(re.compile(r"/sitzordnung/1/$"))
    for name in NAMES:
        expect(page.locator("main")).to_contain_text(name.split()[0])
    # The account that was made is one for every device; and nobody makes a second one.
    on_a_phone.goto("/anmelden/")
    expect(on_a_phone.get_by_role("heading", level=1)).to_have_text("Anmelden")
    on_a_phone.get_by_label("Anmeldename").fill("probe")
    on_a_phone.get_by_label("Passwort").fill("Herz-Dame-1900")
    on_a_phone.locator("main form button").click()
    expect(on_a_phone.locator("main")).to_contain_text("Probetag")


@pytest.mark.parametrize("large", [False, True], ids=["normal", "large"])
def test_the_page_of_the_first_account_fits_a_phone_in_large_type(laptop, on_a_phone, large):
    """Somebody may show the laptop's page in a narrow window."""
    page = on_a_phone
    if large:
        page.context.add_cookies([{"name": "rommeclub_type", "value": "large", "url": laptop.url}])
    page.goto("/anmelden/erstes-konto/")
    expect(page.get_by_role("button", name="Konto anlegen und beginnen")).to_be_visible()
    assert fits(page)
