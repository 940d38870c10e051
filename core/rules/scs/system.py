"""The series as a system: its questions and their parameters."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from core.rules.kernel.parameters import Words
from core.rules.kernel.readings import by_readings
from core.rules.kernel.rulings import Ruling
from core.rules.kernel.system import Parameter, Question
from core.rules.kernel.tables import TableCase, TableSystem, at_once
from core.rules.operations.battle_questions import ByNumbers, battle_questions
from core.rules.operations.either_way import MAP, NUMBERS, asked_about, needs, overrun_on_map, strength_form, strengths
from core.rules.operations.overrun_questions import who_may_overrun
from core.rules.operations.overruns import COMBAT
from core.rules.operations.questions import SCENARIO, SIDE, board_of, operation_questions
from core.rules.operations.rules import OperationsRules
from core.rules.scs.barraging import barragers, barraging
from core.rules.scs.battle import BATTLE
from core.rules.scs.combat import barrage, combat, overrun, told
from core.rules.scs.lines import SUPPLY_RULES
from core.rules.scs.losses import result
from core.rules.scs.movement import MODES, layers, mover, tolls
from core.rules.scs.overruns import OVERRUN_RULES, TARGET, of_overrun
from core.rules.scs.overruns import overrun as overrun_on_the_map
from core.rules.scs.stacking import RULES
from core.rules.scs.strengths import BARRAGE_MODIFIERS, MODIFIERS, SUPPLY, TERRAIN
from core.rules.scs.zones import NEGATED, by_reading, reaches, zone, zone_class

FACTORS = (SUPPLY, TERRAIN, MODIFIERS)
"""The charts whose words may stand behind a strength."""

GUN_FACTORS = (SUPPLY, MODIFIERS, BARRAGE_MODIFIERS)
"""Those whose words may stand behind that of a barrage."""

_OF_TERRAIN = Words((TERRAIN,))
_TERRAIN = Parameter(
    "terrain", "texts", "kinds of terrain of the defenders' hex, as on the chart scs.terrain (7.3)", words=_OF_TERRAIN
)
_SHIFTS = Parameter("shifts", "whole", "further columns to the right, or to the left where negative")


OPERATIONS = OperationsRules(
    modes=MODES,
    zone=zone,
    zone_class=zone_class,
    zone_of_unit_alone=True,
    reaches=reaches,
    zone_section="2.0b",
    zone_readings=by_reading,
    movement_section="3.1b",
    zone_rules="2.0-2.0b, 2.1a, 2.1g, 2.1h",
    movement_rules="2.1a-b, 3.0-3.3c, 11.0-11.0c",
    mover=mover,
    tolls=tolls,
    layers=layers,
    negated=NEGATED,
    supply=SUPPLY_RULES,
    battle=BATTLE,
)
"""What SCS says of zones, movement, supply and combat on the map."""


def overrun_asked(case: TableCase, given: Mapping[str, Any]) -> Ruling:
    """An overrun on the map, or by numbers alone. Raises WrongUse. [SCS 1.6 6.0-6.2b]"""
    on_map = ("units", "to", "from", "spent", "began", "before", *COMBAT)
    if asked_about("An overrun", given, numbers=("target", "adjacent", "zone"), on_map=on_map) != NUMBERS:
        return overrun_on_the_map(board_of(case, given, OPERATIONS, RULES), given)
    needs("overrun", given, "target", "adjacent")
    return overrun(case, given)


def barrage_asked(case: TableCase, given: Mapping[str, Any]) -> Ruling:
    """A barrage on the map, or by numbers alone. Raises WrongUse. [SCS 1.6 2.0a, 6.1f]"""
    on_map = ("units", "to", "scenario")
    if asked_about("A barrage", given, numbers=("strengths", "terrain"), on_map=on_map) == MAP:
        return barraging(board_of(case, given, OPERATIONS, RULES), given)
    needs("barrage", given, "strengths")
    return barrage(case, given)


BY_NUMBERS = ByNumbers(
    answer=combat,
    numbers=(*strengths(FACTORS, FACTORS), _TERRAIN),
    needed=("attackers", "defenders"),
    both=(
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
    rolls=("roll",),
    told=told,
    rules="7.0-7.4, 8.0, 9.2, 10.0",
)
"""Combat by strengths as they are typed."""


class Scs(TableSystem):
    """The Standard Combat Series."""

    series = "scs"
    force_rules = RULES
    reads = frozenset(
        {
            *(
                "attack.zero_strength",
                "combat.terrain",
                "crt.dice",
                "exploitation.who",
                "map.off_map_movement",
                "movement.minimum_hex",
            ),
            *(
                "odds.beyond_table",
                "overrun.entry",
                "stacking.limit",
                "stacking.measure",
                "zones.barrage_units",
                "zones.fixed_units",
            ),
            "overrun.target_cost",
            "retreat.map_edge",
            "zones.split_retreat",
        }
    )
    of_series: ClassVar[tuple[Question, ...]] = (
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
            "the column of a barrage, the chance of every result, and what a roll gives; on the map what it does to the hex",
            "2.0a, 6.1f",
            (
                Parameter("units", "texts", "the guns and aircraft on the map that barrage, by their ids or names", only="map"),
                Parameter("to", "hex", "the hex that they barrage", only="map"),
                Parameter(
                    "strengths",
                    "texts",
                    "barrage strength of each gun by numbers, with factors where it has some",
                    form=strength_form(*GUN_FACTORS),
                    only="numbers",
                ),
                Parameter(
                    "terrain",
                    "texts",
                    "kinds of terrain of the target hex, as on the chart scs.terrain",
                    words=_OF_TERRAIN,
                    only="numbers",
                ),
                Parameter(
                    "modifiers",
                    "texts",
                    "modifiers, as on the chart scs.barrage_modifiers",
                    words=Words((BARRAGE_MODIFIERS,)),
                ),
                _SHIFTS,
                Parameter("roll", "whole", "the roll, read as the dice of the table are"),
                replace(SCENARIO, only="map"),
            ),
            at_once(barrage_asked),
        ),
        Question(
            "barrage.guns",
            "every gun and aircraft that may barrage a hex, with its strength, and every one that may not, with why",
            "2.0a",
            (
                Parameter("to", "hex", "the hex", required=True),
                replace(SIDE, help="the side that barrages, by its id or name; the enemies of those in the hex without it"),
                SCENARIO,
            ),
            at_once(lambda case, given: barragers(board_of(case, given, OPERATIONS, RULES), given)),
            title="Who may barrage",
        ),
        Question(
            "overrun",
            "what an overrun costs, whether its target can be overrun, and from where",
            "6.0-6.2",
            (
                *overrun_on_map(each.id for each in MODES),
                Parameter("target", "fraction", "movement points of the terrain of the target hex, by numbers", least=0),
                Parameter("adjacent", "fraction", "movement points of the hex from which it is overrun", least=0),
                Parameter("zone", "choice", "whether that hex lies in an enemy zone; yes without it", choices=("yes", "no")),
                *BY_NUMBERS.both,
                SCENARIO,
            ),
            at_once(by_readings(overrun_asked, of_overrun, TARGET, *BATTLE.readings["combat"])),
        ),
        who_may_overrun(OPERATIONS, OVERRUN_RULES, RULES, (each.id for each in MODES), "6.0-6.2"),
        *operation_questions(OPERATIONS, RULES),
        *battle_questions(OPERATIONS, BATTLE, RULES, BY_NUMBERS),
    )
