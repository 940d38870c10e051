"""Many turns at once: by the clock over midnight, by parts of days, and what is no time or date."""

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.errors import WrongUse
from core.model.edits.turn_series import DAY, MONTHS, Daylight, clock_text, clock_turns, date_of, minutes_of, part_turns

minutes = st.integers(0, DAY - 1)
written = st.sampled_from(["0600", "06:00", "6:00", "06.00", "6h00"])


@given(minutes, written)
def test_a_time_of_day_is_read_as_it_was_written(minute: int, like: str) -> None:
    assert minutes_of(clock_text(minute, like)) == minute


@given(minutes, st.sampled_from(["9 am", "9pm", "9:30 PM"]))
def test_times_before_and_after_noon_are_read_as_they_were_written(minute: int, like: str) -> None:
    assert minutes_of(clock_text(minute, like)) == minute


@given(st.dates(date(1800, 1, 1), date(2100, 12, 31)), st.integers(0, 400), st.sampled_from(["{d} {m} {y}", "{m} {d}, {y}"]))
def test_the_date_of_a_later_turn_is_that_of_a_calendar(day: date, later: int, shape: str) -> None:
    def text(of: date) -> str:
        return shape.format(d=of.day, m=MONTHS[of.month - 1], y=of.year)

    assert date_of(text(day)).text(later) == text(day + timedelta(days=later))


def test_short_months_stay_short() -> None:
    assert [date_of("30 Dec. 1944").text(days) for days in (1, 2)] == ["31 Dec. 1944", "1 Jan. 1945"]
    assert date_of("28 feb").text(1) == "1 Mar"


def test_turns_by_the_clock_go_over_midnight_with_their_date() -> None:
    turns = clock_turns("2320", 20, 4, "31 December 1944")
    assert [turn.title for turn in turns] == ["2320", "2340", "0000", "0020"]
    assert [turn.date for turn in turns] == ["31 December 1944", "31 December 1944", "1 January 1945", "1 January 1945"]


def test_light_follows_the_time_of_day_and_twilight_is_dim() -> None:
    light = Daylight(minutes_of("0530"), minutes_of("0630"), minutes_of("1830"), minutes_of("1930"))
    turns = clock_turns("0500", 30, 5, light=light, dusky=6)
    assert [(turn.light, turn.visibility) for turn in turns] == [
        ("night", None),
        ("twilight", 6),
        ("twilight", 6),
        ("day", None),
        ("day", None),
    ]
    assert light.at(minutes_of("1930")) == "night"


def test_parts_of_days_share_a_date() -> None:
    turns = part_turns("AM/PM/Night", 7, "16 Dec 1944")
    assert [f"{turn.title} {turn.date}" for turn in turns] == [
        *("AM 16 Dec 1944", "PM 16 Dec 1944", "Night 16 Dec 1944"),
        *("AM 17 Dec 1944", "PM 17 Dec 1944", "Night 17 Dec 1944", "AM 18 Dec 1944"),
    ]
    assert [turn.light for turn in turns[:3]] == ["day", "day", "night"]


def test_without_parts_turns_are_numbered_days() -> None:
    turns = part_turns("", 3, "11 June 1946", days=2)
    assert [(turn.title, turn.date) for turn in turns] == [("1", "11 June 1946"), ("2", "13 June 1946"), ("3", "15 June 1946")]


@pytest.mark.parametrize(
    ("do", "said"),
    [
        (lambda: minutes_of("2530"), "hours run to 23"),
        (lambda: minutes_of("noon"), "no time of day"),
        (lambda: minutes_of("13 pm"), "from 1 to 12"),
        (lambda: date_of("16 Decembre 1944"), 'Did you mean "December"'),
        (lambda: date_of("30 February 1944"), "a day that there is not"),
        (lambda: date_of("29 Feb"), "Name the year"),
        (lambda: date_of("some day"), "no date"),
        (lambda: date_of("1 January 9999"), "a day that there is not"),
        (lambda: clock_turns("0600", 0, 3), "at least a minute"),
        (lambda: clock_turns("0600", 20, 0), "From 1 to 1,000"),
        (lambda: part_turns("AM", 3, "", 0), "at least a day"),
        (lambda: Daylight(300, 200, 400, 500), "follow one another"),
    ],
)
def test_what_is_no_series_is_refused_with_the_reason(do, said: str) -> None:
    with pytest.raises(WrongUse, match=said):
        do()
