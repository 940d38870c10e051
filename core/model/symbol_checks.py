"""Symbol codes of an order of battle that are none, or that cannot be drawn: what is wrong whatever the rules are."""

from collections.abc import Iterator
from functools import lru_cache

from core.base.errors import Place
from core.model.issues import Issue, Severity
from core.model.oob import Counter, Formation, Oob
from core.model.sidc import BadSidc
from core.model.symbol_table import findings, read_sidc


def symbol_issues(oob: Oob, file: str) -> Iterator[Issue]:
    """What is wrong with the symbols of formations and counters; they are drawn as "?", so each is a warning.

    `file` is where items are that do not know their place.
    """
    items: tuple[Formation | Counter, ...] = (*oob.formations, *oob.counters)
    for item in items:
        if not item.sidc:
            continue
        is_counter = isinstance(item, Counter)
        called = f'The {"counter" if is_counter else "formation"} "{item.id}"'
        place = item.place if item.place.file else Place(file)
        units = (item.id,) if is_counter else ()
        for said in symbol_faults(item.sidc):
            yield Issue(place, f"{called}: {said}", Severity.WARNING, code="symbol", units=units)


@lru_cache(maxsize=4096)
def symbol_faults(text: str) -> tuple[str, ...]:
    """What is wrong with the text of a symbol code, as sentences; nothing when it can be drawn as it is.

    >>> symbol_faults("10031000161211020000")
    ()
    >>> symbol_faults("12345")
    ('"12345" is no symbol code: it has 5 digits, and a code has 20, or 30 in APP-6E.',)
    """
    try:
        reading = read_sidc(text)
    except BadSidc as fault:
        return (str(fault),)
    return (*((reading.finding,) if reading.finding else ()), *findings(reading.sidc))
