"""The questions about combat that every operational series answers on the map, made of its `BattleRules`."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from core.base.counted import counted
from core.base.errors import WrongUse
from core.rules.kernel.combat import CombatDetail
from core.rules.kernel.force_rules import ForceRules
from core.rules.kernel.parameters import Parameter
from core.rules.kernel.readings import Answer, Told, by_readings
from core.rules.kernel.rulings import UNDECIDABLE, Ruling
from core.rules.kernel.system import Question
from core.rules.kernel.tables import TableCase, at_once
from core.rules.operations.advances import advance
from core.rules.operations.aftermath import PARAMETERS, QUESTION, next_step
from core.rules.operations.battle import PROHIBITED, BattleRules, attackers, combat
from core.rules.operations.losses import SIDES_OF_BATTLE, losses
from core.rules.operations.questions import SCENARIO, SIDE, UNITS, OnBoard, board_of
from core.rules.operations.retreats import retreat
from core.rules.operations.rules import OperationsRules

YES_NO = ("yes", "no")


@dataclass(frozen=True)
class ByNumbers:
    """The combat of a series by strengths as they are typed, which stays beside that of units on the map.

    `numbers` are the parameters that belong to it alone, of which `needed` must be given; `both` those that count on the map as
    well, `rolls` those of them that are dice. `told` says what an answer comes to, for readings.
    """

    answer: Answer
    numbers: tuple[Parameter, ...]
    needed: tuple[str, ...]
    both: tuple[Parameter, ...]
    rolls: tuple[str, ...]
    told: Told
    rules: str


def battle_questions(
    rules: OperationsRules, battle: BattleRules, force_rules: ForceRules, by_numbers: ByNumbers
) -> tuple[Question, ...]:
    """The questions of a series with these rules."""

    def on_board(answer: OnBoard) -> Answer:
        return lambda case, given: answer(board_of(case, given, rules, force_rules), given)

    def read(name: str, answer: Answer, told: Told) -> Answer:
        names = battle.readings.get(name, ())
        return by_readings(answer, told, *names) if names else answer

    def fight(case: TableCase, given: Mapping[str, Any]) -> Ruling:
        if asks_of_units(given, by_numbers):
            return combat(board_of(case, given, rules, force_rules), given)
        return by_numbers.answer(case, given)

    def weigh(case: TableCase, given: Mapping[str, Any]) -> Ruling:
        return of_odds(fight(case, given))

    numbers = tuple(replace(each, only="numbers") for each in by_numbers.numbers)
    both = (*_ON_MAP, *numbers, *by_numbers.both, replace(SCENARIO, only="map"))
    dice = set(by_numbers.rolls)
    retreats, advances = battle.retreats, battle.advances
    return (
        Question(
            "combat",
            "the odds of an attack, its column, the chance of every result, and what a result asks of both sides",
            by_numbers.rules,
            both,
            at_once(read("combat", fight, by_numbers.told)),
        ),
        Question(
            "odds",
            "the odds of an attack, with all that multiplies strengths and shifts columns, and the chance of every result",
            by_numbers.rules,
            tuple(each for each in both if each.name not in dice),
            at_once(read("odds", weigh, by_numbers.told)),
        ),
        Question(
            "combat.attackers",
            "every unit near a hex that may attack it, and every one that may not, with why",
            battle.section,
            (
                Parameter("to", "hexes", "the hex, or several that are attacked at once", required=True),
                replace(SIDE, help="the side that attacks, by its id or name; the enemies of those in the hex without it"),
                SCENARIO,
            ),
            at_once(read("combat.attackers", on_board(attackers), _told_attackers)),
            title="Who may attack",
        ),
        Question(
            "losses",
            "the steps that units lose together: every legal choice, or what is wrong with one",
            _cited(battle.losses.section, battle.losses.spread, battle.losses.excess),
            (
                replace(UNITS, help="the units of one side that took part, by their ids or names"),
                Parameter("side", "choice", "whether they attacked or defended", required=True, choices=SIDES_OF_BATTLE),
                Parameter("result", "text", f"the result as it is printed, such as {battle.losses.such_as}"),
                Parameter("steps", "whole", "how many steps they lose, in the place of a result", least=0),
                *(_FOES if battle.losses.to_know_foes else ()),
                Parameter("choice", "texts", "who shall lose steps, a number behind a star for several: 1 Rgt, 2 Rgt*2"),
                *battle.losses.asks,
                SCENARIO,
            ),
            at_once(read("losses", on_board(losses), _told_verdict)),
        ),
        Question(
            "retreat",
            "the legal ways of units that retreat, the best first, with the steps that each costs",
            _cited(
                *(retreats.section, retreats.path_section, retreats.away, *(each.section for each in retreats.clauses)),
                retreats.apart,
            ),
            (
                replace(UNITS, help="the units that retreat together, by their ids or names"),
                Parameter("hexes", "whole", "how many hexes they retreat", required=True, least=0),
                Parameter("from", "hex", "the hex that they retreat from; where they stand without it"),
                Parameter("path", "hexes", "the hexes of a way, in order, with or without the first: what is wrong with it"),
                Parameter("toward", "hexes", "sources of supply, in the place of those of the box"),
                Parameter("entered", "hexes", "hexes with enemy zones that other units of the stack have entered and paid for"),
                *((_LOST,) if battle.losses.spread else ()),
                Parameter(
                    "choice", "texts", "who shall lose the steps of a way, a number behind a star for several: 1 Rgt, 2 Rgt*2"
                ),
                *((_BREAKTHROUGH,) if retreats.breaks_through else ()),
                *((_DEFENDED,) if retreats.ignored is not None else ()),
                *battle.losses.asks,
                SCENARIO,
            ),
            at_once(read("retreat", on_board(retreat), _told_retreat)),
        ),
        Question(
            "advance",
            "which units may advance after a combat, how far and where to",
            advances.section,
            (
                replace(UNITS, help="the units that took part, by their ids or names"),
                Parameter("target", "hex", "the hex that the other side left", required=True),
                Parameter("hexes", "whole", "how many hexes the result had the other side retreat; none without it", least=0),
                Parameter("overrun", "choice", "whether it was an overrun; no without it", choices=YES_NO),
                *(
                    (
                        Parameter("path", "hexes", "the hexes of the retreat, in order, without that of the combat"),
                        Parameter("paid", "whole", "hexes of the retreat that steps were lost for instead", least=0),
                        Parameter("result", "text", f"the result as it is printed, such as {battle.losses.such_as}"),
                        _BREAKTHROUGH,
                    )
                    if advances.follows
                    else ()
                ),
                SCENARIO,
            ),
            at_once(read("advance", on_board(advance), _told_advance)),
        ),
        Question(
            QUESTION,
            "what comes next after the roll of a combat: who loses what, retreats where or advances, and every legal way",
            _cited(battle.section, battle.losses.section, retreats.section, advances.section),
            (*PARAMETERS, *((_BREAKTHROUGH,) if retreats.breaks_through else ()), *battle.losses.asks, SCENARIO),
            at_once(on_board(next_step)),
            title="What follows a combat",
            leads=True,
        ),
    )


_ON_MAP = (
    Parameter("units", "texts", "the units on the map that attack, by their ids or names", only="map"),
    Parameter("to", "hexes", "the hex that they attack, or several at once", only="map"),
)

_FOES = (
    Parameter("target", "hex", "the hex that was attacked; that of the defenders without it"),
    Parameter("against", "texts", "the enemies who took part; all who could have, without it"),
)

_LOST = Parameter("lost", "texts", "who of them lost steps in the combat before: 1 Rgt, 2 Rgt*2")
"""Who has lost steps already, where others lose one before any loses two."""

_DEFENDED = Parameter("defended", "choice", "whether they were attacked in their hex; no without it", choices=YES_NO)
"""Whether it is defenders who retreat, where these may ignore some retreats."""

_BREAKTHROUGH = Parameter("breakthrough", "choice", "whether the result is a breakthrough; no without it", choices=YES_NO)


def asks_of_units(given: Mapping[str, Any], by_numbers: ByNumbers) -> bool:
    """Whether a combat is asked of units on the map, and not of numbers. Raises WrongUse for both, and for neither."""
    of_map = [name for name in ("units", "to", "scenario") if given.get(name) not in (None, ())]
    of_numbers = [each.name for each in by_numbers.numbers if given.get(each.name) not in (None, ())]
    if of_map and of_numbers:
        said, numbers = " and ".join(of_map), " and ".join(of_numbers)
        raise WrongUse(f"{said} ask about units on the map, {numbers} about numbers; give one or the other.")
    missing = [name for name in by_numbers.needed if given.get(name) in (None, ())]
    if not of_map and missing:
        wanted = " and ".join(f"{name}=…" for name in missing)
        raise WrongUse(f"Give units=… and to=… for units on the map, or strengths; for these {wanted} is missing.")
    return bool(of_map)


def of_odds(ruling: Ruling) -> Ruling:
    """An answer about a combat as one about its odds: they are the value."""
    detail = ruling.detail
    if ruling.verdict in (PROHIBITED, UNDECIDABLE) or not isinstance(detail, CombatDetail):
        return replace(ruling, question="odds")
    return replace(ruling, question="odds", value=detail.odds)


def _cited(*sections: str) -> str:
    return ", ".join(dict.fromkeys(section for section in sections if section))


def _told_verdict(ruling: Ruling) -> tuple[str, ...]:
    return (ruling.verdict,)


def _told_attackers(ruling: Ruling) -> tuple[str, ...]:
    return (ruling.verdict, *(f"{each.unit}: {each.role}" for each in ruling.detail.units))


def _told_retreat(ruling: Ruling) -> tuple[str, ...]:
    options: Iterable[Any] = ruling.detail.options
    return (ruling.verdict, *(f"{counted(each.hexes, 'hex', 'hexes')} for {counted(each.steps, 'step')}" for each in options))


def _told_advance(ruling: Ruling) -> tuple[str, ...]:
    return (ruling.verdict, "must enter" if ruling.detail.must else "may enter")
