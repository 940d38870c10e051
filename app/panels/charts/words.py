"""What charts say in words: where they come from, how they are grouped, and their numbers as people read them."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from PySide6.QtCore import QT_TRANSLATE_NOOP

from app.panels.words import plain, tr
from app.widgets.rule_words import said
from core.base import amounts
from core.base.amounts import amount
from core.model.charts import Cell, Chart
from core.model.terrain import Provenance

_BADGES = {
    "published": QT_TRANSLATE_NOOP("Words", "Published"),
    "rules text": QT_TRANSLATE_NOOP("Words", "Rules text"),
    "transcription": QT_TRANSLATE_NOOP("Words", "Transcription, unverified"),
    "stand-in": QT_TRANSLATE_NOOP("Words", "Stand-in"),
    "box": QT_TRANSLATE_NOOP("Words", "Of this box"),
    "yours": QT_TRANSLATE_NOOP("Words", "Yours"),
}

MOST_SHARE = Fraction(3, 4)
"""So many of the titles of a group must hold the words that it is called by."""

_NUMBER = re.compile(r"(\d+)(?:\.(\d+))?")
_WORD = re.compile(r"[\w'’-]+")


def badge_word(status: str) -> str:
    """Where a chart comes from, as its badge says it."""
    return tr(str(_BADGES[status])) if status in _BADGES else plain(status)


def chart_badge(chart: Chart) -> str:
    """The badge of a chart; one that is a stand-in only here and there says so."""
    word = badge_word(chart.status)
    if chart.status != "stand-in" and chart.is_stand_in:
        return tr("{badge}, stand-in in parts").format(badge=word)
    return word


def cell_text(value: Cell) -> str:
    """What stands in a cell: words as they are, numbers as people read them.

    >>> cell_text(Fraction(-2)), cell_text(Fraction(1, 2)), cell_text(Fraction(5, 4)), cell_text(Fraction(4, 3)), cell_text("P")
    ('−2', '½', '1¼', '1⅓', 'P')
    """
    return value if isinstance(value, str) else amount(value)


def percent(chance: Fraction) -> str:
    """A chance in percent, with one decimal; one that is neither nothing nor all never reads as either.

    >>> percent(Fraction(11, 36)), percent(Fraction(1)), percent(Fraction(1, 216)), percent(Fraction(1, 46656))
    ('30.6 %', '100 %', '0.5 %', 'below 0.1 %')
    """
    return amounts.percent(chance, tr("below 0.1"), tr("above 99.9"))


def chance_words(chance: Fraction) -> str:
    """A chance exactly and in percent.

    >>> chance_words(Fraction(11, 36)), chance_words(Fraction(0))
    ('11/36 (30.6 %)', '0 (0 %)')
    """
    return f"{chance} ({percent(chance)})"


def origin_words(origin: Provenance) -> str:
    """Where numbers come from, as one line."""
    return f"{badge_word(origin.status)}: {origin.source}"


@dataclass(frozen=True, slots=True)
class Group:
    """Charts that belong together, and what they are called together; one alone needs no name."""

    title: str
    charts: tuple[Chart, ...]


def groups(charts: Iterable[Chart]) -> tuple[Group, ...]:
    """The charts by the first word of their ids after the series, in the order of the rules that read them."""
    found: dict[str, list[Chart]] = {}
    for chart in sorted(charts, key=_section):
        found.setdefault(_subject(chart.id).partition("_")[0], []).append(chart)
    for each in found.values():
        each.sort(key=lambda chart: chart.id)
    return tuple(Group(_title(each) if len(each) > 1 else "", tuple(each)) for each in found.values())


def _section(chart: Chart) -> tuple[tuple[float, ...], str]:
    """Where the first rule of a chart stands in its book; rules without numbers come last."""
    found = _NUMBER.match(chart.rules[0]) if chart.rules else None
    return tuple(float(each or 0) for each in found.groups()) if found is not None else (float("inf"),), chart.id


def _subject(id_: str) -> str:
    """The part of an id between the first two dots.

    >>> _subject("tcs.area.range"), _subject("tcs.at_roll"), _subject("odd")
    ('area', 'at_roll', 'odd')
    """
    parts = id_.split(".")
    return parts[1] if len(parts) > 1 else id_


def _title(charts: Sequence[Chart]) -> str:
    """The words that most titles have in common, else what the ids have."""
    words = [_WORD.findall(said(chart.title)) for chart in charts]
    for length in range(max(map(len, words)), 0, -1):
        for own in words:
            for start in range(len(own) - length + 1):
                run = own[start : start + length]
                wanted = [word.casefold() for word in run]
                holding = sum(_holds([word.casefold() for word in other], wanted) for other in words)
                if holding >= MOST_SHARE * len(words) and any(len(word) > 3 for word in run):
                    text = " ".join(run)
                    return text[0].upper() + text[1:]
    subjects = [_subject(chart.id).split("_") for chart in charts]
    common = [parts[0] for parts in zip(*subjects, strict=False) if len(set(parts)) == 1]
    return plain("_".join(common))


def _holds(words: Sequence[str], run: Sequence[str]) -> bool:
    return any(list(words[start : start + len(run)]) == list(run) for start in range(len(words) - len(run) + 1))
