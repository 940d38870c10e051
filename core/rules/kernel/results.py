"""The ways in which charts write results, each with the reader that procedures use; and the words that a chart knows.

A result that no procedure can read would count for nothing: a chart says in `grammar`, `words`, `closed` what it may hold, in
`words_of` what single columns or rows may.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from core.base.errors import did_you_mean
from core.model.charts import Chart, read_odds
from core.rules.kernel.combat import UNKNOWN, read_result

RETREAT_FIRST = re.compile(r"(?!B.*b)(?P<side>[ABD])(?P<retreat>\d)(?:-?\((?P<steps>\d)\))?(?P<breakthrough>b?)")
"""A side, its hexes of retreat, and in brackets steps that must be lost: D2-(1)b. What hits both sides is no breakthrough."""

STEPS_FIRST = re.compile(r"(?=.)(?:A(?P<attackers>\d)(?P<prepared>p?))?(?:D(?P<defenders>\d))?(?P<retreat>[SR]?)")
"""Steps of the attackers, steps of the defenders, and the kind of retreat: A1p, D1S."""

NO_STEPS = ("none", "no effect")
"""How the same charts print that nothing happens."""

_STEPS = re.compile(r"[0-9]{1,3}")


@dataclass(frozen=True, slots=True)
class Notation:
    """One way to write results. `such_as` are examples for people."""

    reads: Callable[[str], bool]
    such_as: str


NOTATIONS: Mapping[str, Notation] = MappingProxyType(
    {
        "steps": Notation(lambda text: _STEPS.fullmatch(text) is not None, "0, 1 or 2"),
        "odds": Notation(lambda text: read_odds(text) is not None, "1-2 or 5-1"),
        "crt": Notation(lambda text: text == UNKNOWN or read_result(text) is not None, "A1, A1r1 or A1D2r1"),
        "vcs": Notation(lambda text: RETREAT_FIRST.fullmatch(text.replace("–", "-")) is not None, "A1, D2-(1), B1-(1) or D2b"),
        "bcs": Notation(lambda text: text in NO_STEPS or STEPS_FIRST.fullmatch(text) is not None, "A1, A1p, D1S or D2R"),
    }
)
"""Every notation by its name in charts (`core.model.charts.Grammar`)."""


def knows(chart: Chart, result: str, row: str = "", column: str = "") -> bool:
    """Whether a chart may hold a result, or a word in the place of a number, in a row and column.

    A chart that says nothing of it may hold any.
    """
    here = chart.words_at(row, column)
    if here is not None:
        return result in here
    if not chart.closed and not chart.grammar:
        return True
    if result in chart.words or (chart.closed and result in chart.order):
        return True
    return bool(chart.grammar) and NOTATIONS[chart.grammar].reads(result)


def allowed(chart: Chart, result: str, row: str = "", column: str = "") -> str:
    """What a chart may hold in the place of a result that it does not know, as the end of a sentence."""
    here = chart.words_at(row, column)
    if here is not None and not here:
        return " is no number."
    if here is not None:
        return f" cannot stand here.{did_you_mean(result, here)}"
    words = tuple(dict.fromkeys((*chart.words, *(chart.order if chart.closed else ()))))
    near = did_you_mean(result, words)
    if not chart.grammar:
        return f" is no result of this chart.{near}" if chart.form == "dice" else f" is no word of this chart.{near}"
    known = f", nor {' nor '.join(words)}" if words else ""
    return f" is no result such as {NOTATIONS[chart.grammar].such_as}{known}."
