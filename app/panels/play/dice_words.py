"""Chances, luck and declared rolls in words, each with its numbers."""

from collections.abc import Sequence
from fractions import Fraction

from PySide6.QtCore import QCoreApplication

from app.panels.play.words import side_word
from app.widgets.rule_words import said
from core.play.events import Player
from core.play.luck import ALL, SideLuck, Spread, Streak, WayLuck
from core.play.pledges import OpenPledge
from core.rules.kernel.dice import dice

ANY, LEAST, MOST, JUST = "any", "least", "most", "just"


def _tr(text: str) -> str:
    return QCoreApplication.translate("DiceWords", text)


def way_words(way: str) -> str:
    """What a way to read dice is called."""
    return said(dice(way).title)


def chance_of(way: str, wanted: str, number: int) -> Fraction | None:
    """The exact chance of what is wanted of a roll, None where nothing is.

    >>> str(chance_of("2d6", LEAST, 9)), str(chance_of("d6", MOST, 2)), str(chance_of("2d6", JUST, 7))
    ('5/18', '1/3', '1/6')
    """
    chances = dice(way).chances
    if wanted == LEAST:
        return sum((chance for roll, chance in chances.items() if roll >= number), Fraction(0))
    if wanted == MOST:
        return sum((chance for roll, chance in chances.items() if roll <= number), Fraction(0))
    return chances.get(number, Fraction(0)) if wanted == JUST else None


def chance_words(way: str, wanted: str, number: int) -> str:
    """The chance of what is wanted as a fraction and in parts of a hundred; "" where nothing is wanted."""
    chance = chance_of(way, wanted, number)
    if chance is None:
        return ""
    return f"{chance} ({percent(float(chance))}) {wanted_words(wanted, number)}"


def wanted_words(wanted: str, number: int) -> str:
    """What is wanted of a roll."""
    words = {LEAST: _tr("for %d or more"), MOST: _tr("for %d or less"), JUST: _tr("for just %d")}
    return words[wanted] % number


def percent(part: float) -> str:
    """A share in parts of a hundred, with as many digits as say something.

    >>> percent(0.2778), percent(0.0004), percent(1.0)
    ('27.8 %', '0.04 %', '100 %')
    """
    shown = 100 * part
    if shown >= 99.95 or shown == 0:
        return f"{shown:.0f} %"
    return f"{shown:.1f} %" if shown >= 0.1 else f"{shown:.1g} %"


def pledge_words(pledge: OpenPledge, players: Sequence[Player]) -> str:
    """A batch of rolls that is not done with, and whose move it is."""
    waits = {
        "answer": _tr("waits for the answer of {side}"),
        "disclosure": _tr("is answered; {side} opens it"),
        "rolls": _tr("is open; {side} writes down what fell"),
    }[pledge.waits_for]
    whose = waits.replace("{side}", side_word(players, pledge.waits_on))
    rolls = "; ".join(f"{way}: {purpose}" if purpose else way for way, purpose in pledge.rolls)
    return f"{pledge.number} · {side_word(players, pledge.by)}: {rolls} — {whose}"


# Luck --------------------------------------------------------------------------------------------------------------------


def luck_title(luck: SideLuck, players: Sequence[Player]) -> str:
    """Whose luck it is, and how many rolls of it there are."""
    whose = _tr("All together") if luck.side == ALL else side_word(players, luck.side) if luck.side else _tr("The table")
    rolls = _tr("1 roll") if luck.number == 1 else _tr("%d rolls") % luck.number
    typed = ""
    if luck.typed:
        typed = ", " + (_tr("1 of them with real dice") if luck.typed == 1 else _tr("%d of them with real dice") % luck.typed)
    return f"{whose}: {rolls}{typed}"


def spread_words(spread: Spread) -> str:
    """How often each value fell, its mean, and whether fair dice do so."""
    counts = ", ".join(f"{value} × {spread.counts.get(value, 0)}" for value in sorted(spread.expected))
    mean = spread.mean
    parts = [counts] if len(spread.expected) <= 16 else []
    if mean is not None:
        shown = _tr("mean {mean}, {expected} is to be expected")
        parts.append(shown.replace("{mean}", f"{float(mean):.2f}").replace("{expected}", f"{float(spread.expected_mean):.2f}"))
    parts.append(verdict_words(spread))
    return "; ".join(parts)


def verdict_words(spread: Spread) -> str:
    """What is to be thought of it, with chi-square and its chance."""
    if spread.chance is None:
        return _tr("too few to say anything")
    verdicts = {
        "usual": _tr("nothing unusual"),
        "unusual": _tr("unusual"),
        "very unusual": _tr("very unusual"),
    }
    how = _tr("counted out exactly") if spread.exact else _tr("by the chi-square distribution")
    numbers = (
        _tr("chi-square {x} with {n} degrees of freedom; fair dice differ so much in {p} of all games, {how}")
        .replace("{x}", f"{float(spread.statistic):.2f}")
        .replace("{n}", str(spread.freedom))
        .replace("{p}", percent(spread.chance))
        .replace("{how}", how)
    )
    return f"{verdicts.get(spread.verdict, spread.verdict)} ({numbers})"


def streak_words(way: WayLuck) -> tuple[str, ...]:
    """The longest runs above and below the mean."""
    found = []
    for streak, words in (
        (way.high, _tr("longest run above the mean: {n}")),
        (way.low, _tr("longest run below the mean: {n}")),
    ):
        if streak.length > 1:
            found.append(_streak(streak, words))
    return tuple(found)


def _streak(streak: Streak, words: str) -> str:
    rest = _tr("entries {first} to {last}, a chance of {p}")
    rest = rest.replace("{first}", str(streak.first)).replace("{last}", str(streak.last))
    return f"{words.replace('{n}', str(streak.length))} ({rest.replace('{p}', percent(float(streak.chance)))})"
