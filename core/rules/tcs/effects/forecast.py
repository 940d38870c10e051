"""What an area fire does to a stack, as one picture: steps lost and morale together, exact over both tables.

[TCS 4.01 10.0e-g, 17.0-17.6]


Each result of the Fire Table is carried out as its procedure would: both sides choose steps as is best for each of them, units
that are destroyed count for their battalions at once, and the stack that is left checks with the column that this leads to.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from types import MappingProxyType
from typing import Any

from core.geometry.hexes import Hex
from core.rules.kernel.combat import NO_RESULT
from core.rules.kernel.procedure import Outcome
from core.rules.operations.board import Board
from core.rules.operations.proposals import applied, work_of
from core.rules.tcs.effects.checking import checks_morale
from core.rules.tcs.effects.losing import likely, steps_of
from core.rules.tcs.effects.stack_morale import OUTCOMES, check_at, effect, stack_of
from core.rules.tcs.effects.suffering import suffering_of
from core.rules.tcs.procedures.destroyed import toll_of
from core.rules.tcs.procedures.morale import NONE

NOBODY_LEFT = "eliminated"
STEPS, MORALE = "Steps lost", "Morale"
"""The groups of what can come of it."""

_NAMES: Mapping[str, str] = MappingProxyType({**OUTCOMES, NOBODY_LEFT: "nobody is left"})


@dataclass(frozen=True)
class Forecast:
    """The chance of each pair of steps lost and of what morale makes of the stack: `none`, `suppressed`, `syr`, `paralyzed`,
    `surrender`, `syr or a step` in assaults, or `eliminated`."""

    joint: Mapping[tuple[int, str], Fraction]

    @cached_property
    def steps(self) -> Mapping[int, Fraction]:
        """The chance of each number of steps lost, from the fewest on."""
        found: dict[int, Fraction] = {}
        for (lost, _), chance in sorted(self.joint.items()):
            found[lost] = found.get(lost, Fraction(0)) + chance
        return MappingProxyType(found)

    @cached_property
    def morale(self) -> Mapping[str, Fraction]:
        """The chance of each thing that morale makes of the stack, in the order in which they are told."""
        sums = {name: sum((p for (_, each), p in self.joint.items() if each == name), Fraction(0)) for name in _NAMES}
        return MappingProxyType({name: chance for name, chance in sums.items() if chance})

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """Both as they are shown at one glance."""
        lost = (Outcome(STEPS, str(steps), chance) for steps, chance in self.steps.items())
        return (*lost, *(Outcome(MORALE, _NAMES[name], chance) for name, chance in self.morale.items()))


def forecast(
    board: Board, place: Hex, side: str, chances: Iterable[tuple[str, Fraction]], given: Mapping[str, Any] | None = None
) -> Forecast:
    """What an area fire at the units of a side in a hex does. `chances` are those of the results of its column.

    `given` may hold what `losses.at` and `morale.at` are told, as they read it: `firers`, `assaulting`, `units` (those that
    alone are hit and check), `crossfire`, `between`, `because`, `retreating`. Raises WrongUse, NotInChart.
    [TCS 4.01 10.0e-g, 17.0b, 17.1a, 17.2]
    """
    told = {**(given or {}), "to": place, "side": side}
    if told.get("units"):
        told["targets"] = told["units"]
    here = suffering_of(board, told)
    most = sum(each.steps for each in here.bearers)
    joint: dict[tuple[int, str], Fraction] = {}
    by_loss: dict[int, Mapping[str, Fraction]] = {}
    for result, chance in chances:
        if result in NO_RESULT:
            joint[0, NONE] = joint.get((0, NONE), Fraction(0)) + chance
            continue
        lost = min(int(result), most) if result.isdecimal() else 0
        if lost not in by_loss:
            steps = steps_of(here, likely(here, lost))[0] if lost else {}
            by_loss[lost] = board.kept(_key(told, steps), partial(_morale_after, board, steps, told))
        for outcome, part in by_loss[lost].items():
            joint[lost, outcome] = joint.get((lost, outcome), Fraction(0)) + chance * part
    return Forecast(MappingProxyType({pair: chance for pair, chance in joint.items() if chance}))


def _key(told: Mapping[str, Any], steps: Mapping[str, int]) -> tuple[object, ...]:
    """What the morale of a stack hangs on, beside the state of play."""
    listed = (tuple(told.get(name) or ()) for name in ("units", "retreating"))
    plain = (told.get(name) for name in ("to", "side", "crossfire", "between", "because"))
    return ("morale after", frozenset(steps.items()), *listed, *plain)


def _morale_after(board: Board, steps: Mapping[str, int], told: Mapping[str, Any]) -> Mapping[str, Fraction]:
    """What morale makes of the stack once so many steps are lost, each with its chance. [TCS 4.01 17.0-17.2]"""
    toll = toll_of(board, steps)
    work = applied(work_of(board), toll.edits)
    after = replace(board.forces, box=work.box, state=work.state)
    later = Board(board.case, board.force_rules, board.rules, after) if toll.edits else board
    gone = {unit.id for unit in toll.destroyed}
    lost = [unit.id for unit in toll.destroyed if checks_morale(board, unit)]
    number = board.number(told["to"])
    if not any(unit.side == told["side"] for unit in later.at.get(number, ())):
        return {NOBODY_LEFT: Fraction(1)}
    asked = {**told, "lost": tuple(lost)}
    if told.get("units"):
        asked["units"] = tuple(unit.id for unit in board.units(told["units"]) if unit.id not in gone)
        if not asked["units"]:
            return {NOBODY_LEFT: Fraction(1)}
    stack = stack_of(later, asked)
    if not lost and not any(checks_morale(later, unit) for unit in stack.units):
        return {NONE: Fraction(1)}
    check = check_at(later, stack.units, stack.lost, asked)
    found: dict[str, Fraction] = {}
    for result, chance in check.table.chances:
        outcome = effect(stack, result)[0]
        found[outcome] = found.get(outcome, Fraction(0)) + chance
    board.consulted.add(later.consulted.charts)
    return found
