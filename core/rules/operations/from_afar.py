"""Units that fire at a hex from afar, before others attack it: who of a side does, and who does not, each with why.

What their fire does is said by the series, and what it is called: bombardment, barrage.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from core.base.errors import WrongUse
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.operations.battle import told_once
from core.rules.operations.battle_detail import ATTACKS, BARRED, AttackersDetail, NearUnit
from core.rules.operations.board import Board
from core.rules.operations.fought import declared, fought, labels
from core.rules.operations.near import attacking_side

MOST_NAMED = 12
"""So many units are named that may fire."""


@dataclass(frozen=True)
class FireRules:
    """A series' rules of fire from afar.

    `question` is the one of who may, `section` says who fires, and `may` and `nobody` tell it. `guns` says whether a unit fires
    out of its hex at all, `flying` are kinds of pieces that do from none. `bars` are reasons for which one does not fire at a
    hex, by the hex's number; `fires` is why it does.
    """

    question: str
    section: str
    may: str
    nobody: str
    guns: Callable[[Unit], bool]
    flying: frozenset[str]
    bars: Callable[[Board, Unit, str, int], Iterator[Reason]]
    fires: Callable[[Board, Unit, int], Reason]


def firers(board: Board, rules: FireRules, given: Mapping[str, Any]) -> Ruling:
    """Every unit of a side that fires at a hex, near ones first, then what flies; and every one that does not, each with why.
    Raises WrongUse."""
    target = board.number(given["to"])
    side = attacking_side(board, (target,), given.get("side") or "")
    place, ref = board.net.hexes[target], board.ref(rules.section)
    there = enemies_in(board, target, side)
    told: dict[str, object] = {"side": board.forces.side_name(side), "hex": place}
    ruleset, charts = board.case.ruleset.id, board.consulted.charts
    if not there:
        why = Reason(ref, "No enemy of {side} is in {hex}", told, (place,))
        return Ruling(rules.question, ruleset, "empty", 0, (why,), AttackersDetail(place, (), ()), charts)
    judged = [(unit, tuple(rules.bars(board, unit, side, target))) for unit in _might(board, rules, side, target)]
    judged.sort(key=lambda each: bool(each[1]))
    fit = [unit for unit, bars in judged if not bars]
    first = Reason(ref, rules.may if fit else rules.nobody, {**told, "units": names(fit, MOST_NAMED)}, (place,))
    units = tuple(
        NearUnit(unit.id, BARRED if bars else ATTACKS, bars or (rules.fires(board, unit, target),)) for unit, bars in judged
    )
    said = told_once(reason for each in units for reason in each.reasons)
    detail = AttackersDetail(place, tuple(unit.id for unit in there), units)
    return Ruling(rules.question, ruleset, "attackers" if fit else "none", len(fit), (first, *said), detail, charts)


def _might(board: Board, rules: FireRules, side: str, target: int) -> Iterator[Unit]:
    """What of a side fires at all, wherever it is."""
    place, hexes = board.net.hexes[target], board.net.hexes
    guns = [unit for _, unit in board.of(side) if rules.guns(unit)]
    yield from sorted(guns, key=lambda unit: (hexes[board.place(unit)].distance(place), unit.id))
    flying = (unit for unit in board.forces.all_units() if unit.kind in rules.flying)
    yield from (unit for unit in flying if unit.side == side and unit.piece is not None)


def enemies_in(board: Board, target: int, side: str) -> tuple[Unit, ...]:
    """The units in a hex that a side fires at."""
    return tuple(unit for unit in board.at.get(target, ()) if unit.side != side)


def fired_at(board: Board, units: Sequence[Unit], target: int, side: str) -> tuple[Unit, ...]:
    """The enemies in the hex that units of a side fire at. Raises WrongUse for units of several sides, and for no enemy."""
    if len({unit.side for unit in units}) > 1:
        raise WrongUse("units: guns that fire together are of one side.")
    there = enemies_in(board, target, side)
    if not there:
        raise WrongUse(f"to: no enemy of {board.forces.side_name(side)} is in {board.label(target)}.")
    return there


def fires_once(board: Board, what: str, unit: Unit, target: int, section: str) -> Iterator[Reason]:
    """That a unit has fired already, or is declared to fire elsewhere; `section` says that it does so once."""
    place = board.net.hexes[target]
    for each in fought(board, what):
        if unit.id in each.units:
            told = {"unit": unit.name, "others": labels(board, each.against)}
            yield Reason(board.ref(section), "{unit} has fired already, at {others}", told)
    for each in declared(board, what):
        if unit.id in each.units and place not in each.against:
            told = {"unit": unit.name, "others": labels(board, each.against)}
            yield Reason(board.ref(section), "{unit} is declared to fire at {others}", told)


def out_of_reach(board: Board, unit: Unit, target: int, reach: object, section: str) -> Iterator[Reason]:
    """That a hex lies farther from a unit than it reaches; nothing for one that prints no range."""
    place = board.net.hexes[target]
    far = place.distance(board.net.hexes[board.place(unit)])
    if isinstance(reach, int) and far > reach:
        told = {"unit": unit.name, "hex": place, "range": reach, "distance": far}
        yield Reason(board.ref(section), "{unit} reaches {range} hexes, and {hex} is {distance} away", told, (place,))
