"""The version of the installed program."""

import re

_VERSION = re.compile(r"(\d{1,9}(?:\.\d{1,9}){0,9})[-_.]?(dev|a|alpha|b|beta|c|rc|pre)?")
"""The numbers of a version, and what says that it comes before the one with these numbers."""

NOT_INSTALLED = "0"


def version() -> str:
    """The version, "0" when the program runs without having been installed."""
    from importlib import metadata

    try:
        return metadata.version("phaseline")
    except metadata.PackageNotFoundError:
        return NOT_INSTALLED


def is_newer(then: str, now: str) -> bool:
    """Whether version `then` comes after `now`; False where one of them is none.

    >>> is_newer("0.10", "0.9.1"), is_newer("0.1", "0.1.0"), is_newer("1.0", "1.0rc1"), is_newer("soon", "0.1")
    (True, False, True, False)
    """
    parts = [_VERSION.match(each) for each in (then, now)]
    if None in parts or now == NOT_INSTALLED:
        return False
    first, second = (_order(part) for part in parts if part is not None)
    return first > second


def _order(version: re.Match[str]) -> tuple[tuple[int, ...], bool]:
    """What versions are compared by: their numbers without zeros at the end, then whether they are out."""
    numbers = [int(number) for number in version[1].split(".")]
    while numbers and not numbers[-1]:
        numbers.pop()
    return tuple(numbers), version[2] is None
