"""Which turns are full hours, by what their titles say."""

import pytest

from core.model.scenario import Turn
from core.play.turns import happens

CLOCK = tuple(f"{minutes // 60:02}:{minutes % 60:02}" for minutes in range(7 * 60, 9 * 60, 20))


@pytest.mark.parametrize(
    ("title", "full"),
    [
        ("08:00", True),
        ("08:40 hours", False),
        ("2200", True),
        ("2220 h", False),
        ("1944", False),
        ("July 1944", True),
        ("", True),
    ],
)
def test_a_full_hour_is_told_from_the_title_of_a_turn(title: str, full: bool) -> None:
    assert happens("full_hour", Turn(title)) == full


@pytest.mark.parametrize("title", CLOCK)
def test_each_third_turn_of_twenty_minutes_is_a_full_hour(title: str) -> None:
    assert happens("full_hour", Turn(title)) == title.endswith(":00")
