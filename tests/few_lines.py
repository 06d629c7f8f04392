"""Settings for hosts of a test on which every workbook is a large one: a handful of games goes the way of sixty thousand."""

from importlib import import_module

from django.apps import AppConfig

globals().update(vars(import_module("rommé_club.settings")))  # no import statement names the é

INSTALLED_APPS = [*globals()["INSTALLED_APPS"], "tests.few_lines.FewLines"]


class FewLines(AppConfig):
    """Takes the bound away when everything is loaded."""

    name = "tests.few_lines"
    label = "few_lines"
    path = ""

    def ready(self) -> None:
        vars(import_module("tournaments.files.views.workbook"))["AT_ONCE"] = 0
