"""What the report of a seating says of each figure."""

from __future__ import annotations

import pytest

from tournaments.seating.words.seating import ReportFigure


@pytest.mark.parametrize(
    ("happened", "bound", "given", "said"),
    [
        (0, 0, 0, "keine, besser geht es nicht"),
        (3, 3, 0, "besser geht es nicht"),
        (3, 0, 0, "vielleicht ginge es besser"),
        (3, 2, 0, "mindestens 2 unvermeidlich"),
        (
            3,
            2,
            1,
            "davon 1 durch Los, Rangliste oder von Hand; geplant wären 2 möglich gewesen",
        ),
    ],
)
def test_a_figure_is_judged_by_its_bound_and_by_what_nobody_planned(happened, bound, given, said):
    figure = ReportFigure(what="", happened=happened, bound=bound, given=given, possible=2)
    assert figure.verdict == said
