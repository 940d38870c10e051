"""Words and numbers of rulings as people read them, in the user's language."""

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction

from PySide6.QtCore import QT_TRANSLATE_NOOP, QCoreApplication

from core.base.amounts import MINUS
from core.base.counted import agreeing
from core.geometry.sightlines import Contact
from core.rules.kernel.rulings import Number, metres

_PLAIN = re.compile(r"[A-Za-z][a-z]{2,}([ _][a-z]+)*|[a-z]+([ _][a-z]+)+")

NOBODY = "nobody"
"""The verdict of an answer that nobody can do what is asked: there is no number to it."""

_VERDICTS = {
    "clear": QT_TRANSLATE_NOOP("Words", "Clear"),
    "blocked": QT_TRANSLATE_NOOP("Words", "Blocked"),
    "undecidable": QT_TRANSLATE_NOOP("Words", "Undecidable"),
    "crossfire": QT_TRANSLATE_NOOP("Words", "Cross fire"),
    "no_crossfire": QT_TRANSLATE_NOOP("Words", "No cross fire"),
    "none": QT_TRANSLATE_NOOP("Words", "No effect"),
    "syr": QT_TRANSLATE_NOOP("Words", "SYR"),
    "normal": QT_TRANSLATE_NOOP("Words", "No ambush, no surprise"),
    "first": QT_TRANSLATE_NOOP("Words", "The first side picks"),
    "second": QT_TRANSLATE_NOOP("Words", "The second side picks"),
    "hit": QT_TRANSLATE_NOOP("Words", "Hit"),
    "all": QT_TRANSLATE_NOOP("Words", "Every adjacent enemy must be attacked"),
    "higher_ones": QT_TRANSLATE_NOOP("Words", "Enemies on higher ground must be attacked"),
    "free": QT_TRANSLATE_NOOP("Words", "No enemy must be attacked"),
    "none_left": QT_TRANSLATE_NOOP("Words", "No support points are left"),
    "not_played": QT_TRANSLATE_NOOP("Words", "The options of this box leave it out"),
    "paid": QT_TRANSLATE_NOOP("Words", "To be paid"),
    "stays": QT_TRANSLATE_NOOP("Words", "Stays as it is"),
    "soft": QT_TRANSLATE_NOOP("Words", "Soft jump"),
    "hard": QT_TRANSLATE_NOOP("Words", "Hard jump"),
    "fits": QT_TRANSLATE_NOOP("Words", "Within the limits"),
    "over": QT_TRANSLATE_NOOP("Words", "Overstacked"),
    "enemies": QT_TRANSLATE_NOOP("Words", "Units of both sides"),
    "empty": QT_TRANSLATE_NOOP("Words", "No unit there"),
    "arrives": QT_TRANSLATE_NOOP("Words", "Comes in later"),
    "nowhere": QT_TRANSLATE_NOOP("Words", "Nothing says where"),
    "none_coming": QT_TRANSLATE_NOOP("Words", "Nobody comes in later"),
    NOBODY: QT_TRANSLATE_NOOP("Words", "Nobody can do that"),
    "nobody_isolated": QT_TRANSLATE_NOOP("Words", "Nobody has to roll for isolation"),
    "unnamed": QT_TRANSLATE_NOOP("Words", "Pick what fires"),
    "no_track": QT_TRANSLATE_NOOP("Words", "No track"),
}
_FACTS = {
    "length": QT_TRANSLATE_NOOP("Words", "Hexes to retreat"),
    "steps": QT_TRANSLATE_NOOP("Words", "Steps lost"),
    "legal": QT_TRANSLATE_NOOP("Words", "Legal choices"),
    "headquarters_hexes": QT_TRANSLATE_NOOP("Words", "Hexes open to the headquarters"),
    "trains_hexes": QT_TRANSLATE_NOOP("Words", "Hexes open to the trains"),
    "in_words": QT_TRANSLATE_NOOP("Words", "What it does"),
}
_COUNTED = {
    "headquarters_hexes": QT_TRANSLATE_NOOP("Words", "{count} hexes open to the headquarters"),
    "trains_hexes": QT_TRANSLATE_NOOP("Words", "{count} hexes open to the trains"),
    "legal": QT_TRANSLATE_NOOP("Words", "{count} legal choices"),
}
_METHODS = {
    "standard": QT_TRANSLATE_NOOP("Words", "Standard"),
    "simplified": QT_TRANSLATE_NOOP("Words", "Simplified"),
    "heads_a": QT_TRANSLATE_NOOP("Words", "Contour-heads a"),
    "heads_ab": QT_TRANSLATE_NOOP("Words", "Contour-heads a+b"),
    "heads_ac": QT_TRANSLATE_NOOP("Words", "Contour-heads a+c"),
    "heads_abc": QT_TRANSLATE_NOOP("Words", "Contour-heads a+b+c"),
}
_CONTACTS = {
    Contact.INTERIOR.value: QT_TRANSLATE_NOOP("Words", "through"),
    Contact.HEXSIDE.value: QT_TRANSLATE_NOOP("Words", "hexside"),
    Contact.CORNER.value: QT_TRANSLATE_NOOP("Words", "corner"),
}
_HOW = {
    "contour": QT_TRANSLATE_NOOP("Words", "on a contour line"),
    "hilltop": QT_TRANSLATE_NOOP("Words", "on a hilltop"),
    "bottom": QT_TRANSLATE_NOOP("Words", "in a bottom"),
    "between": QT_TRANSLATE_NOOP("Words", "between contour lines"),
    "nearest": QT_TRANSLATE_NOOP("Words", "between contour lines, by the nearest distances"),
    "next_lower": QT_TRANSLATE_NOOP("Words", "the next lower contour line"),
    "sea": QT_TRANSLATE_NOOP("Words", "at sea level"),
    "undecidable": QT_TRANSLATE_NOOP("Words", "not decidable"),
}


def tr(text: str) -> str:
    """A sentence of this package in the user's language."""
    return QCoreApplication.translate("Words", text)


def verdict_word(verdict: str) -> str:
    """A verdict as a heading."""
    return _word(_VERDICTS, verdict)


def method_word(method: str) -> str:
    """The name of a method of finding heights."""
    return _word(_METHODS, method)


def fact_name(name: str) -> str:
    """The name of a fact, as rulesets call it."""
    return _word(_FACTS, name)


def counted_fact(name: str, value: object) -> str:
    """A fact that counts something, with what it counts, "" for one whose name says less than that."""
    return agreeing(tr(str(_COUNTED[name])), {"count": value}).format(count=value) if name in _COUNTED else ""


def is_word(verdict: str) -> bool:
    """Whether a verdict is a word of the program's, which may be written otherwise, and not a result as a chart prints it.

    >>> [is_word(each) for each in ("too_early", "both lose", "A1Dr2", "D2-(1)", "3")]
    [True, True, False, False, False]
    """
    return verdict in _VERDICTS or (
        len(verdict) > 1 and verdict.replace("_", "").replace(" ", "").isalpha() and verdict.islower()
    )


def result_word(result: str) -> str:
    """A result as it is told: what charts print stays, names of the program become words."""
    return result.upper() if result == "syr" else result.replace("_", " ")


def contact_word(contact: Contact) -> str:
    """How a sight line meets a hex, in one word."""
    return _word(_CONTACTS, contact.value)


def how_word(how: str) -> str:
    """How a height was found."""
    return _word(_HOW, how)


def _word(words: Mapping[str, object], identifier: str) -> str:
    return tr(str(words[identifier])) if identifier in words else plain(identifier)


def plain(identifier: str) -> str:
    """An identifier without a word of its own, made readable.

    >>> plain("deep_snow")
    'Deep snow'
    """
    return identifier.replace("_", " ").replace("-", " ").capitalize()


def height(value: Number | None) -> str:
    """A height with its unit; "?" for one that is not known."""
    return "?" if value is None else f"{metres(value)} m"


def decimal(value: Number | None) -> str:
    """A number with one decimal, for columns of numbers; "?" for one that is not known.

    >>> decimal(Fraction(140, 3)), decimal(-10), decimal(None)
    ('46.7', '−10.0', '?')
    """
    if value is None:
        return "?"
    return f"{float(value):.1f}".replace("-", MINUS)


def margin(value: Number | None) -> str:
    """A margin with its sign. One that is not zero never reads as zero.

    >>> margin(Fraction(-40, 3)), margin(5), margin(0), margin(Fraction(-1, 300))
    ('−13.3', '+5.0', '0.0', '−0.003')
    """
    if value is None:
        return "?"
    if value == 0:
        return "0.0"
    digits = 1
    while digits < 6 and not float(f"{float(value):.{digits}f}"):
        digits += 1
    return f"{float(value):+.{digits}f}".replace("-", MINUS)


def exact(value: Number | None) -> str:
    """A height to the last bit: a fraction stays a fraction.

    >>> exact(Fraction(140, 3)), exact(Fraction(60))
    ('140/3 m', '60 m')
    """
    if value is None:
        return tr("not known")
    return f"{Fraction(value)} m".replace("-", MINUS)


def quarter(part: float) -> str:
    """The nearest quarter mark of a chord.

    >>> quarter(0.3), quarter(0.97)
    ('1/4', '4/4')
    """
    return f"{int(part * 4 + 0.5)}/4"


def listed(items: Iterable[str]) -> str:
    """Several words in a row.

    >>> listed(["2.09", "2.04", "3.05"])
    '2.09, 2.04 and 3.05'
    """
    words = list(items)
    if len(words) < 2:
        return "".join(words)
    return tr("{first} and {last}").format(first=", ".join(words[:-1]), last=words[-1])


def capital(words: str) -> str:
    """Words with a capital at the beginning, all else as it is.

    >>> capital("sent in: Attack")
    'Sent in: Attack'
    """
    return words[:1].upper() + words[1:]
