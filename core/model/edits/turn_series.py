"""Many turns of a track at once: every so many minutes by the clock, or by parts of days such as AM, PM and Night."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from core.base.errors import WrongUse, did_you_mean
from core.model.scenario import Light, Turn

DAY = 24 * 60
"""Minutes of a day."""

MOST = 1000
"""Turns that are made at once."""

MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)

_CLOCK = re.compile(r"(\d{1,2})(?:[:.h]?(\d{2}))?(?:\s*([ap]m))?", re.IGNORECASE)
_ISO = re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})")
_DAY_FIRST = re.compile(r"(\d{1,2})(\.?)\s+([^\W\d]+)(\.?)(?:\s+(\d{4}))?")
_MONTH_FIRST = re.compile(r"([^\W\d]+)(\.?)\s+(\d{1,2})(?:(,?)\s+(\d{4}))?")

_ANY_YEAR = 2001
"""A year without a 29 February, for dates that name none."""


@dataclass(frozen=True, slots=True)
class Daylight:
    """When it grows light, is day, grows dark and is night, in minutes after midnight, one after the other."""

    dawn: int
    day: int
    dusk: int
    night: int

    def __post_init__(self) -> None:
        """Raises WrongUse for times that do not follow one another."""
        if not 0 <= self.dawn <= self.day <= self.dusk <= self.night <= DAY:
            raise WrongUse("Dawn, day, dusk and night must follow one another within one day.")

    def at(self, minute: int) -> Light:
        """The light at a minute after midnight."""
        if self.day <= minute < self.dusk:
            return "day"
        return "twilight" if self.dawn <= minute < self.night else "night"


def minutes_of(text: str) -> int:
    """The minutes after midnight of a time of day. Raises WrongUse.

    >>> minutes_of("0540"), minutes_of("6:00"), minutes_of("18"), minutes_of("9 pm")
    (340, 360, 1080, 1260)
    """
    found = _CLOCK.fullmatch(text.strip())
    if found is None:
        raise WrongUse(f'"{text}" is no time of day; write it as 0540 or 05:40.')
    hour, minute, half = int(found[1]), int(found[2] or 0), (found[3] or "").casefold()
    if half and not 1 <= hour <= 12:
        raise WrongUse(f'"{text}" is no time of day; hours before and after noon run from 1 to 12.')
    if half:
        hour = hour % 12 + (12 if half == "pm" else 0)
    if hour > 23 or minute > 59:
        raise WrongUse(f'"{text}" is no time of day; hours run to 23 and minutes to 59.')
    return 60 * hour + minute


def clock_text(minute: int, like: str) -> str:
    """A time of day, written as another one is.

    >>> clock_text(345, "0540"), clock_text(345, "5:40"), clock_text(1260, "9 pm"), clock_text(1260, "09:00")
    ('0545', '5:45', '9 pm', '21:00')
    """
    hour, rest = divmod(minute % DAY, 60)
    like = like.strip()
    found = _CLOCK.fullmatch(like)
    half = found[3] if found is not None else None
    if half:
        gap = " " if " " in like else ""
        named = ("am" if hour < 12 else "pm") if half.islower() else ("AM" if hour < 12 else "PM")
        return f"{hour % 12 or 12}{f':{rest:02}' if rest or (found and found[2]) else ''}{gap}{named}"
    sign = next((each for each in ":.h" if each in like), "")
    wide = not sign or like[:1] == "0" or like.find(sign) == 2
    return f"{hour:02}{sign}{rest:02}" if wide else f"{hour}{sign}{rest:02}"


@dataclass(frozen=True, slots=True)
class WrittenDate:
    """A date as somebody writes dates; `text` writes others alike."""

    day: date
    shape: str
    short: bool = False

    def text(self, later: int) -> str:
        """The date so many days later."""
        day = self.day + timedelta(days=later)
        month = MONTHS[day.month - 1]
        told = {"d": day.day, "m": month[:3] if self.short else month, "y": day.year, "n": day.month}
        return self.shape.format(**told)


def date_of(text: str) -> WrittenDate:
    """Reads a date as it may stand on a turn track. Raises WrongUse.

    >>> [date_of(each).text(20) for each in ("16 December 1944", "16 Dec", "Dec 16, 1944", "1944-12-16")]
    ['5 January 1945', '5 Jan', 'Jan 5, 1945', '1945-01-05']
    """
    plain = " ".join(text.split())
    if found := _ISO.fullmatch(plain):
        return WrittenDate(_day(text, int(found[1]), int(found[2]), int(found[3])), "{y:04}-{n:02}-{d:02}")
    if found := _DAY_FIRST.fullmatch(plain):
        number, dot, name, end, year = found.groups()
        shape = f"{{d}}{dot} {{m}}{end}" + (" {y}" if year else "")
    elif found := _MONTH_FIRST.fullmatch(plain):
        name, end, number, comma, year = found.groups()
        shape = f"{{m}}{end} {{d}}" + (f"{comma or ''} {{y}}" if year else "")
    else:
        raise WrongUse(f'"{text}" is no date; write it as 16 December 1944, 16 Dec, Dec 16, 1944 or 1944-12-16.')
    month, short = _month(name)
    return WrittenDate(_day(text, int(year) if year else _ANY_YEAR, month, int(number)), shape, short or bool(end))


def _month(name: str) -> tuple[int, bool]:
    folded = name.casefold()
    for number, month in enumerate(MONTHS, 1):
        if len(folded) >= 3 and month.casefold().startswith(folded):
            return number, len(folded) < len(month)
    raise WrongUse(f'"{name}" is no month.{did_you_mean(name, MONTHS)}')


def _day(text: str, year: int, month: int, day: int) -> date:
    try:
        found = date(year, month, day)
        # The last turn may be years later.
        found + timedelta(days=100 * 366)
    except (ValueError, OverflowError):
        leap = " Name the year of a 29 February." if (month, day) == (2, 29) and year == _ANY_YEAR else ""
        raise WrongUse(f'"{text}" is a day that there is not.{leap}') from None
    return found


def clock_turns(
    first: str, every: int, count: int, day: str = "", light: Daylight | None = None, dusky: int | None = None
) -> tuple[Turn, ...]:
    """Turns every so many minutes from a time of day on; the date goes on at midnight.

    `dusky` is the visibility in hexes of turns in twilight, None for unlimited. Raises WrongUse.
    """
    begins, written = minutes_of(first), date_of(day) if day.strip() else None
    _check(count)
    if every < 1:
        raise WrongUse("A turn takes at least a minute.")
    made = []
    for number in range(count):
        days, minute = divmod(begins + number * every, DAY)
        seen = light.at(minute) if light is not None else "day"
        near = dusky if seen == "twilight" else None
        made.append(Turn(clock_text(minute, first), written.text(days) if written else "", seen, near))
    return tuple(made)


def part_turns(parts: str, count: int, day: str = "", days: int = 1) -> tuple[Turn, ...]:
    """Turns that are parts of days ("AM/PM/Night"), or whole days when no part is named; raises WrongUse.

    A part that speaks of night is one, one of dawn, dusk or twilight is that. `days` are those from one date to the next.

    >>> [f"{turn.title}, {turn.date}: {turn.light}" for turn in part_turns("AM/PM/Night", 4, "31 Dec 1944")][2:]
    ['Night, 31 Dec 1944: night', 'AM, 1 Jan 1945: day']
    """
    named = [each.strip() for each in re.split(r"[/,;]", parts) if each.strip()]
    written = date_of(day) if day.strip() else None
    _check(count)
    if days < 1:
        raise WrongUse("From one date to the next it is at least a day.")
    return tuple(_parts(named, count, written, days))


def _parts(named: Sequence[str], count: int, written: WrittenDate | None, days: int) -> Iterator[Turn]:
    for number in range(count):
        later, part = divmod(number, len(named)) if named else (number, 0)
        title = named[part] if named else str(number + 1)
        yield Turn(title, written.text(later * days) if written else "", _light_of(title))


def _light_of(title: str) -> Light:
    folded = title.casefold()
    if any(each in folded for each in ("twilight", "dusk", "dawn")):
        return "twilight"
    return "night" if "night" in folded else "day"


def _check(count: int) -> None:
    if not 1 <= count <= MOST:
        raise WrongUse(f"From 1 to {MOST:,} turns are made at once.")
