"""The series as a system: its questions and their parameters."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, ClassVar

from core.base.errors import WrongUse
from core.base.steps import finish
from core.rules.kernel.parameters import Part, Words, in_words
from core.rules.kernel.readings import by_readings
from core.rules.kernel.rulings import Ruling
from core.rules.kernel.system import Parameter, Question
from core.rules.kernel.tables import TableCase, TableSystem, at_once
from core.rules.operations.battle_questions import ByNumbers, battle_questions
from core.rules.operations.questions import SCENARIO, board_of, operation_questions
from core.rules.operations.rules import OperationsRules
from core.rules.vcs import chits, going, ground, movement, results, supply, support
from core.rules.vcs.assets import fire
from core.rules.vcs.battle import BATTLE
from core.rules.vcs.combat import combat
from core.rules.vcs.depots import transfer
from core.rules.vcs.ground import demolition, targets
from core.rules.vcs.lines import SUPPLY_RULES
from core.rules.vcs.obligation import obligation
from core.rules.vcs.relief import air_supply, surrendered
from core.rules.vcs.replacing import replacements
from core.rules.vcs.shifts import ANTI_TANK, ARMOUR, NONE
from core.rules.vcs.stacking import RULES
from core.rules.vcs.strengths import RIVER, STATES, TERRAIN
from core.rules.vcs.works import WORKS, demolish, engineering
from core.rules.vcs.zones_on_map import NEGATED, reaches, zone, zone_class

YES_NO = ("yes", "no")


def _yes(name: str, help_: str) -> Parameter:
    return Parameter(name, "choice", help_, choices=YES_NO)


def _number(name: str, help_: str, *, required: bool = False, least: int | None = 0) -> Parameter:
    return Parameter(name, "whole", help_, required=required, least=least)


def _strength(words: tuple[str, ...]) -> tuple[Part, ...]:
    """A strength as it is typed, with what changes it."""
    return (
        Part("Strength", "fraction", before="", required=True),
        Part("Supply and ground", "words", words, before="*"),
        Part("Other factor", "fraction", before="*"),
    )


_ROLL = _number("roll", "the roll", least=None)
_BY_NUMBERS = (
    Parameter(
        "attackers",
        "texts",
        "strength of each attacker by numbers, with its supply: 21, 6*Out of supply, 8*Isolated",
        form=_strength(STATES),
    ),
    Parameter(
        "defenders",
        "texts",
        "strength of each defender, written alike; Entrenchment and River may stand with it",
        form=_strength((*STATES, "Entrenchment", RIVER)),
    ),
    Parameter(
        "terrain",
        "texts",
        "terrain of the defenders' hexes; the line that is best for them counts (10.1)",
        words=Words((TERRAIN, "vcs.crt_lines")),
    ),
    _yes("river", "whether all attackers attack across rivers, so that the defenders stand solely behind them (10.1)"),
    Parameter("attacker_levels", "fractions", "levels that attackers stand on; the highest counts (10.1)", least=0),
    Parameter("defender_levels", "fractions", "levels that defenders stand on; the highest counts (10.1)", least=0),
    _number("integrity", "parents of which all members are adjacent to the defenders (10.3)"),
    _number("pairs", "parents of which two members attack together, for the reading of 10.3 that counts them", least=0),
    _number("defence_integrity", "parents of which two members defend together (10.3)"),
    _number("combined_arms", "attacking stacks with combined arms (10.41)"),
    Parameter(
        "defence_combined_arms",
        "choice",
        "what the defenders' combined arms include (10.42)",
        choices=(NONE, ARMOUR, ANTI_TANK),
    ),
    _yes("attackers_heavy", "whether any attacker is armour or anti-tank (10.42)"),
    _number("artillery", "artillery units that support the attack (10.5)"),
    _number("defence_artillery", "artillery units that support the defence (10.5)"),
    _yes("engineers", "whether engineers attack an entrenchment (13.6)"),
)
"""What a combat by numbers is given; on the map units say it."""
_OF_UNITS = (
    Parameter("chits", "texts", "what is known of strengths on the map: 1-1*Blue strong for a chit, 1-1*5 for the strength"),
    Parameter("fighting", "texts", "the parents on the map that fight of several in a hex (8.2); the strongest without it"),
    Parameter("supporting", "texts", "artillery and ships on the map that support the defence (10.5, 10.7)"),
    _number("air_roll", "the roll for the air point of the attack, by the Air Unit Chart (10.6); without it the point arrived"),
    _number("defence_air_roll", "the roll for the air point of the defence (10.6)"),
)
_OF_BOTH = (
    _number("air", "air points that arrived for the attack (10.6)"),
    _number("defence_air", "air points that arrived for the defence (10.6)"),
    _number("naval", "columns of naval gunfire for the attack (10.7), beside those of ships that are named"),
    _number("defence_naval", "columns of naval gunfire for the defence (10.7), beside those of ships that are named"),
    _number("attacker_support", "the attackers' support points; at 0 or less 12.2 holds", least=None),
    _number("defender_support", "the defenders' support points; at 0 or less 12.2 holds", least=None),
    _yes("airborne", "whether airborne units alone attack, in their first assault, which costs no support (12.0)"),
    _number("shifts", "further columns to the right, or to the left where negative", least=None),
    _ROLL,
)
_RESULT = (
    Parameter("result", "text", "the result as the table prints it, such as D2-(1), B1-(1) or D2b", required=True),
    _number("attacker_steps", "steps that the attackers lose in all, those in the place of a retreat included"),
    _number("defender_steps", "steps that the defenders lose in all"),
    Parameter("eliminated", "choice", "the side of which nothing is left", choices=("attackers", "defenders")),
    _number("zones", "hexes of the retreat that lie in enemy zones (10.9)"),
    _number("stacks", "stacks that retreat through them; 1 without it", least=1),
)
_TRACE = (
    _number("level", "the level of the unit's hex"),
    Parameter("path", "fractions", "the levels of the hexes on the way", least=0),
    _number("road_level", "the level of the road hex or source that is reached"),
    _number("distance", "hexes from the unit to the road or source; 0 on it, 1 adjacent"),
    _yes("connected", "whether the road leads to a source of the nation; yes without it"),
    Parameter(
        "line",
        "choice",
        "blocked where enemies leave no way at all, terrain where rivers or the sea alone do; open without it",
        choices=("open", "blocked", "terrain"),
    ),
    _yes("friend", "whether a supplied friend stands near enough to a unit without a line (11.2)"),
    Parameter("sources", "choice", "whether the nation still holds a source; held without it", choices=("held", "captured")),
    _yes("ally", "whether the only source is a depot of an ally (11.3)"),
    _number("support", "the nation's support points; at 0 or less 12.2 holds", least=None),
    _yes("arrived", "whether the unit arrived in this turn"),
)


OPERATIONS = OperationsRules(
    modes=going.MODES,
    zone=zone,
    zone_class=zone_class,
    reaches=reaches,
    zone_section="7.0",
    movement_section="5.0",
    zone_rules="2.33, 7.0, 7.1",
    movement_rules="5.0-5.4, 6.0, 7.1, 8.0, 11.1.5, 11.2.5, 13.1, 13.3, 13.5, 13.7",
    mover=going.mover,
    tolls=going.tolls,
    layers=going.layers,
    over=going.over,
    passage=going.PASSAGE,
    negated=NEGATED,
    supply=SUPPLY_RULES,
    battle=BATTLE,
)
"""What VCS says of zones, movement, supply and combat on the map."""


def _by_numbers(case: TableCase, given: Mapping[str, Any]) -> Ruling:
    """A combat by numbers. Raises WrongUse for what is said of units. [VCS 10.1-10.8]"""
    of_units = next((each.name for each in _OF_UNITS if given.get(each.name)), "")
    if of_units:
        raise WrongUse(f"{of_units} says something of units on the map; give units=… and to=… with it.")
    return combat(case, given)


BY_NUMBERS = ByNumbers(
    answer=_by_numbers,
    numbers=_BY_NUMBERS,
    needed=("attackers", "defenders"),
    both=(*_OF_BOTH, *_OF_UNITS),
    rolls=("roll",),
    told=lambda ruling: (ruling.verdict,),
    rules="8.1, 8.2, 9.0-9.3, 10.0-10.11, 11.1.5, 11.2.5, 12.0, 12.2, 13.5, 13.6",
)
"""Combat by strengths as they are typed."""


def _targets(case: TableCase, given: Mapping[str, Any]) -> Ruling:
    """Whom units oblige to attack, on the map or by levels alone. Raises WrongUse. [VCS 10.0, 10.1]"""
    if not given.get("units"):
        return targets(case, given)
    levels = next((name for name in ("levels", "enemy_levels", "terrain") if given.get(name)), "")
    if levels:
        raise WrongUse(f"units=… asks about units on the map; leave {levels}=… out.")
    return obligation(board_of(case, given, OPERATIONS, RULES), given)


def _movement_by_reading(question: Question) -> Question:
    """Movement, with the reading of rivers where mechanised infantry would go elsewhere by the other one. [VCS 5.1, 5.4]"""

    def answer(case: TableCase, given: Mapping[str, Any]) -> Ruling:
        return finish(question.answer(case, given))

    by_reading = by_readings(answer, _told_movement, going.RIVERS_READING)

    def steps(case: TableCase, given: Mapping[str, Any]) -> Ruling:
        forces = case.forces.in_scenario(given.get("scenario") or "")
        some = board_of(case, given, OPERATIONS, RULES).units(given.get("units") or ())
        side = {unit.side for unit in some} or {each.id for each in forces.oob.sides}
        units = some or [unit for unit in forces.all_units() if unit.side in side]
        decides = any(going.class_of(unit) == movement.CLASSES[1] for unit in units)
        return by_reading(case, given) if decides else answer(case, given)

    return replace(question, answer=at_once(steps))


def _told_movement(ruling: Ruling) -> tuple[str, ...]:
    verdict = in_words(ruling.verdict).lower()
    return verdict, f"{ruling.value} {'points' if getattr(ruling.detail, 'way', ()) else 'in all'}"


def _demolition(case: TableCase, given: Mapping[str, Any]) -> Ruling:
    """A demolition on the map, or by numbers alone. Raises WrongUse. [VCS 13.1, 13.3]"""
    if not given.get("units"):
        return demolition(case, given)
    numbers = next((name for name in ("line", "enemy", "level") if given.get(name) is not None), "")
    if numbers:
        raise WrongUse(f"units=… asks about a unit on the map; leave {numbers}=… out.")
    return demolish(board_of(case, given, OPERATIONS, RULES), given)


def _fire(case: TableCase, given: Mapping[str, Any]) -> Ruling:
    """Where ships can fire. Raises WrongUse. [VCS 10.7]"""
    return fire(board_of(case, given, OPERATIONS, RULES), given)


def _transfer(case: TableCase, given: Mapping[str, Any]) -> Ruling:
    """Whether a depot moves to a port. Raises WrongUse. [VCS 4.23, 11.3]"""
    return transfer(board_of(case, given, OPERATIONS, RULES), given)


def _air_supply(case: TableCase, given: Mapping[str, Any]) -> Ruling:
    """Supply by air or sea, on the map or by numbers alone. Raises WrongUse. [VCS 11.4]"""
    if given.get("units"):
        _alone(given, "enemies", "coastal", "state")
        return air_supply(board_of(case, given, OPERATIONS, RULES), given)
    if given.get("enemies") is None:
        raise WrongUse("Give units=… for a unit on the map, or enemies=… for what stands near it.")
    return supply.by_air(case, given)


def _surrender(case: TableCase, given: Mapping[str, Any]) -> Ruling:
    """Surrender, on the map or by numbers alone. Raises WrongUse. [VCS 11.2.6]"""
    if given.get("units"):
        _alone(given, "markers")
        return surrendered(board_of(case, given, OPERATIONS, RULES), given)
    if given.get("markers") is None:
        raise WrongUse("Give units=… for a unit on the map, or markers=… for its markers of isolation.")
    return supply.surrender(case, given)


def _alone(given: Mapping[str, Any], *numbers: str) -> None:
    """Raises WrongUse for numbers beside a unit on the map."""
    named = next((name for name in numbers if given.get(name) is not None), None)
    if named is not None:
        raise WrongUse(f"units=… asks about a unit on the map; leave {named}=… out.")


def _engineering(case: TableCase, given: Mapping[str, Any]) -> Ruling:
    """What engineers and others may build. Raises WrongUse. [VCS 13.2-13.5]"""
    return engineering(board_of(case, given, OPERATIONS, RULES), given)


def _replacements(case: TableCase, given: Mapping[str, Any]) -> Ruling:
    """Who may receive replacements. Raises WrongUse. [VCS 2.33, 15.0]"""
    return replacements(board_of(case, given, OPERATIONS, RULES), given)


_ON_MAP = tuple(
    _movement_by_reading(each) if each.name in ("movement", "movement.onto") else each
    for each in operation_questions(OPERATIONS, RULES)
)
"""What is asked on the map."""


class Vcs(TableSystem):
    """The Variable Combat System."""

    series = "vcs"
    force_rules = RULES
    reads = frozenset(
        {
            "advance.eliminated",
            "attack.several_hexes",
            "demolition.limits",
            "entrenchment.time",
            "entry.first_hex",
            "integrity.differences",
            "integrity.left_shift",
            "isolation.movement",
            "isolation.surrender",
            "lines.level",
            "retreat.exception",
            "rivers.mechanised_infantry",
            "rail.movement",
            "reinforcements.late",
            "rubble.placed",
            "scale.grouping",
            "supply.attempts",
            "supply.enemy_near",
            "supply.friend_nearby",
            "supply.level",
            "support.marked",
            "support.points",
            "targets.higher_ground",
            "transit.tracks",
            "works.first_phase",
        }
    )
    of_series: ClassVar[tuple[Question, ...]] = (
        Question(
            "combat.result",
            "what a result asks of both sides, and how far each may advance",
            "10.8-10.11",
            _RESULT,
            at_once(results.result),
            title="What a result asks",
        ),
        Question(
            "chits",
            "the chances of a strength chit, or what losses leave of a unit with a known one",
            "9.1, 9.2, 10.8",
            (
                Parameter("class", "choice", "the colour of the box on the unit", choices=chits.CLASSES),
                Parameter("rating", "choice", "the letter in the box", required=True, choices=chits.RATINGS),
                Parameter("chit", "text", "the chit, a row of the chart vcs.chits", words=Words(("vcs.chits",))),
                _number("lost", "steps lost"),
            ),
            at_once(chits.chits),
        ),
        Question(
            "supply.trace",
            "the state of supply of a unit",
            "11.0-11.3, 12.2",
            _TRACE,
            at_once(supply.trace),
            title="State of supply",
        ),
        Question(
            "supply.effects",
            "what a state of supply leaves of strengths and movement",
            "11.1.5, 11.2.5",
            (
                Parameter("state", "choice", "the state of supply", required=True, choices=STATES),
                _number("attack", "the printed strength, attacking", least=0),
                _number("defence", "the printed strength, defending", least=0),
                _number("movement", "the printed movement allowance", least=0),
                _yes("mechanised", "whether the unit is mechanised"),
            ),
            at_once(supply.effects),
            title="Effects of supply",
        ),
        Question(
            "supply.air",
            "the chance of supply by air or sea, and what it does",
            "11.4",
            (
                Parameter("units", "texts", "the unit on the map, by its id or name; its markers say its state"),
                Parameter("enemies", "choice", "enemies near the unit, by numbers", choices=("zone", "adjacent", "none")),
                Parameter("by", "choice", "by air or by sea", choices=("air", "sea")),
                _yes("coastal", "whether the unit is in a coastal hex"),
                Parameter("weather", "choice", "the weather", choices=("clear", "rain", "storm")),
                Parameter("state", "choice", "the unit's state of supply before", choices=STATES),
                _ROLL,
                SCENARIO,
            ),
            at_once(_air_supply),
            title="Supply by air or sea",
        ),
        Question(
            "surrender",
            "what an isolated unit may lose in the supply phase",
            "11.2.6",
            (
                Parameter("units", "texts", "the unit on the map, by its id or name; its markers are counted"),
                _number("markers", "isolation markers on the unit, by numbers"),
                _yes("attacked", "whether it was attacked while isolated"),
                _ROLL,
                SCENARIO,
            ),
            at_once(_surrender),
        ),
        Question(
            "support",
            "the support points spent in a game turn, and what is left",
            "12.0-12.2",
            (
                _number("attacks", "all attacks of the side in the game turn"),
                _number("breakthroughs", "those of them that were breakthroughs"),
                _number("airborne", "those of them by airborne units alone in their first assault"),
                _number("air_sea", "attempts of supply by air or sea"),
                _number("bridges", "bridges begun"),
                _number("roads", "repairs of roads begun"),
                _number("entrenchments", "entrenchments begun"),
                _number("points", "support points at the start", least=None),
            ),
            at_once(support.support),
        ),
        Question(
            "movement.allowance",
            "what supply, zones, rivers and the road leave of a movement allowance, by numbers",
            "5.1, 5.4, 7.1, 11.1.5, 11.2.5, 13.5",
            (
                _number("allowance", "the printed movement factor", required=True),
                Parameter("class", "choice", "how the unit moves", required=True, choices=movement.CLASSES),
                Parameter("state", "choice", "its state of supply; Supplied without it", choices=STATES),
                _number("support", "the nation's support points; at 0 or less 12.2 holds", least=None),
                _yes("leaving", "whether it leaves an enemy zone (7.1)"),
                _yes("river", "whether it crosses a river without a bridge (5.1)"),
                _number("rubble", "hexes with rubble that it enters (13.5)"),
                _number("friends", "hexes with friends on the road that it passes (5.1)"),
            ),
            at_once(movement.movement),
            title="What is left of an allowance",
        ),
        Question(
            "zone",
            "whether a unit has a zone of control",
            "2.33, 7.0",
            (Parameter("size", "choice", "the size or kind of the unit", required=True, choices=ground.SIZES),),
            at_once(ground.zone),
        ),
        Question(
            "targets",
            "whether units that attack must attack every adjacent enemy",
            "10.0, 10.1",
            (
                Parameter("units", "texts", "units on the map that attack, by their ids or names"),
                Parameter("to", "hexes", "the hexes that they attack; any beside them without it"),
                Parameter("levels", "fractions", "levels of the attackers' hex, by numbers", least=0),
                Parameter("enemy_levels", "fractions", "levels of the adjacent enemies' hexes", least=0),
                Parameter(
                    "terrain", "texts", "terrain of the attackers' hex: Town, City, Entrenchment", words=Words((TERRAIN,))
                ),
                SCENARIO,
            ),
            at_once(_targets),
        ),
        Question(
            "naval",
            "where ships can fire: within range, and in their own sea zone",
            "10.7",
            (
                Parameter("units", "texts", "the ships, by their ids or names; all on the map without it"),
                Parameter("side", "text", "the side whose ships are meant"),
                SCENARIO,
            ),
            at_once(_fire),
            title="Naval gunfire",
        ),
        Question(
            "demolition",
            "whether a bridge or road may be destroyed, and the chance of it",
            "13.1, 13.3",
            (
                Parameter("target", "choice", "what is to be destroyed", required=True, choices=ground.TARGETS),
                Parameter("units", "texts", "the unit on the map that tries it, by its id or name"),
                Parameter("to", "hex", "the hex of the bridge or road"),
                _number("line", "hexes from the unit to the target, along a line of supply", least=0),
                _number("enemy", "hexes to the nearest enemy", least=0),
                _number("level", "the level of the road hex"),
                _number("attempts", "attempts of the unit in the game turn, this one included", least=1),
                _number("side_attempts", "attempts of the side in the player turn, this one included", least=1),
                _ROLL,
                SCENARIO,
            ),
            at_once(_demolition),
        ),
        Question(
            "engineering",
            "whether units may build a bridge, repair a road, entrench or clear rubble, and what it takes",
            "13.2-13.5",
            (
                Parameter("units", "texts", "the units, by their ids or names", required=True),
                Parameter("work", "choice", "what they are to do", required=True, choices=WORKS),
                Parameter("to", "hex", "the hex of it; where they stand without it"),
                _yes("passed", "for rubble in an empty hex, whether units of the side were the last to pass it (13.5)"),
                SCENARIO,
            ),
            at_once(_engineering),
        ),
        Question(
            "transfer",
            "whether a depot moves to a port, in the Air and Sea Stage",
            "4.23, 11.3",
            (
                Parameter("units", "texts", "the depot, by its id or name", required=True),
                Parameter("to", "hex", "the port", required=True),
                SCENARIO,
            ),
            at_once(_transfer),
            title="Transfer of a depot",
        ),
        Question(
            "replacements",
            "whether units may receive replacements, and why not",
            "2.33, 15.0",
            (
                Parameter("units", "texts", "the units, by their ids or names", required=True),
                Parameter("raised", "texts", "those of them that have just received air or sea supply"),
                SCENARIO,
            ),
            at_once(_replacements),
            title="Who may receive replacements",
        ),
        *_ON_MAP,
        *battle_questions(OPERATIONS, BATTLE, RULES, BY_NUMBERS),
    )
