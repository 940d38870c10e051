"""The series as a system: its questions and their parameters."""

from typing import ClassVar

from core.rules.kernel.parameters import Part, Words
from core.rules.kernel.readings import by_readings
from core.rules.kernel.system import Parameter, Question
from core.rules.kernel.tables import TableSystem, at_once
from core.rules.scs.combat import barrage, combat, overrun, told
from core.rules.scs.losses import result
from core.rules.scs.stacking import RULES
from core.rules.scs.strengths import MODIFIERS, SUPPLY, TERRAIN

STRENGTH = (
    Part("Strength", "fraction", before="", required=True),
    Part("States and terrain", "words", before="*", words=Words((SUPPLY, TERRAIN, MODIFIERS))),
    Part("Other factor", "fraction", before="*"),
)
"""A strength as it is typed, with what multiplies it."""

_OF_TERRAIN = Words((TERRAIN,))
_TERRAIN = Parameter(
    "terrain", "texts", "kinds of terrain of the defenders' hex, as on the chart scs.terrain (7.3)", words=_OF_TERRAIN
)
_SHIFTS = Parameter("shifts", "whole", "further columns to the right, or to the left where negative")


class Scs(TableSystem):
    """The Standard Combat Series."""

    series = "scs"
    force_rules = RULES
    reads = frozenset(
        {"attack.zero_strength", "combat.terrain", "crt.dice", "odds.beyond_table", "stacking.limit", "stacking.measure"}
    )
    of_series: ClassVar[tuple[Question, ...]] = (
        Question(
            "combat",
            "the odds of an attack, its column, the chance of every result, and what a result asks of both sides",
            "7.0-7.4, 8.0, 9.2, 10.0",
            (
                Parameter(
                    "attackers",
                    "texts",
                    "strength of each attacker, with factors where it has some: 4, 2.5, 4*1/2, 4*River, 4*DG*Out of supply",
                    required=True,
                    form=STRENGTH,
                ),
                Parameter(
                    "defenders", "texts", "strength of each defender, written in the same way", required=True, form=STRENGTH
                ),
                _TERRAIN,
                Parameter(
                    "modifiers",
                    "texts",
                    "modifiers of the whole combat, as on the chart scs.modifiers (6.1f)",
                    words=Words((MODIFIERS,)),
                ),
                _SHIFTS,
                Parameter("roll_modifier", "whole", "what is added to the roll besides"),
                Parameter("roll", "whole", "the roll, read as the dice of the table are (7.0)"),
            ),
            at_once(by_readings(combat, told, "attack.zero_strength", "odds.beyond_table")),
        ),
        Question(
            "combat.result",
            "what a result such as A1D1r2 asks of both sides, and every way to meet a retreat",
            "2.1d, 7.1, 8.0, 9.0-9.2",
            (
                Parameter("result", "text", "the result as it is printed, such as A1r1", required=True),
                Parameter("zones", "whole", "hexes of the retreat that lie in enemy zones (9.0d)", least=0),
                Parameter("blocked", "whole", "hexes that cannot be retreated (9.0b)", least=0),
            ),
            at_once(result),
            title="What a result asks",
        ),
        Question(
            "barrage",
            "the column of a barrage, the chance of every result, and what a roll gives",
            "2.0a, 6.1f",
            (
                Parameter(
                    "strengths",
                    "texts",
                    "barrage strength of each gun, with factors where it has some",
                    required=True,
                    form=STRENGTH,
                ),
                Parameter(
                    "terrain", "texts", "kinds of terrain of the target hex, as on the chart scs.terrain", words=_OF_TERRAIN
                ),
                Parameter(
                    "modifiers",
                    "texts",
                    "modifiers, as on the chart scs.barrage_modifiers",
                    words=Words(("scs.barrage_modifiers",)),
                ),
                _SHIFTS,
                Parameter("roll", "whole", "the roll, read as the dice of the table are"),
            ),
            at_once(barrage),
        ),
        Question(
            "overrun",
            "what an overrun costs, and whether its target can be overrun",
            "6.0, 6.0c",
            (
                Parameter("target", "fraction", "movement points of the terrain of the target hex", required=True, least=0),
                Parameter(
                    "adjacent", "fraction", "movement points of the hex from which it is overrun", required=True, least=0
                ),
                Parameter("zone", "choice", "whether that hex lies in an enemy zone; yes without it", choices=("yes", "no")),
            ),
            at_once(overrun),
        ),
    )
