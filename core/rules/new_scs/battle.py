"""Combat between units on the map: who attacks, with what strengths, and what else counts.

[New SCS Basic combat procedure, Factor effects and column shifts, Armor advantage, Die roll modifiers, Ambush and surprise,
Combat phase, Unit types and special abilities; else SCS 1.6 7.3]

Of the terrain that fills the defenders' hex that counts which shifts most. What lowers an attack counts along the hexside that
an attacker crosses, where a bridge counts in the place of what it spans, and in the hex that it attacks out of.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from core.analysis.hex_net import Crossing
from core.base.amounts import amount
from core.rules.kernel.combat import CombatDetail, Force
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.markers import marker_title
from core.rules.kernel.modifiers import Factor
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.new_scs.combat import DRM, PROCEDURE, Sides, fought
from core.rules.new_scs.counters import ARMOURED, unit_of
from core.rules.new_scs.going import DG, PHASE, class_of, entered, inactive, is_marked, out_of_turn
from core.rules.new_scs.movement import AMBUSH, OVERRUNS, barred_terrain, is_hazardous
from core.rules.new_scs.strengths import ATTACK, DEFENCE, FACTOR_EFFECTS, FACTORS, TERRAIN
from core.rules.new_scs.support import supporting
from core.rules.operations.battle import PROHIBITED, Battle
from core.rules.operations.battle_detail import ATTACKS, BARRED, JOINS, with_proposals
from core.rules.operations.board import Board
from core.rules.operations.effects import hexside_rows, rows_of
from core.rules.operations.fought import attacked_by_others, attacks_elsewhere, has_attacked, was_attacked
from core.rules.operations.near import Candidate, defenders_of
from core.rules.operations.passage import crossing_to

COULD_MOVE, ONCE = "SCS 1.6 7.3, which it builds on", "SCS 1.6 7.2b, which it builds on"
UNIT_TYPES = "Unit types and special abilities"
TANK, ANTI_TANK, ARTILLERY, TUBE = "tank", "anti_tank", "artillery", "tube"
ENGINEERS = ("engineers", "flame")
"""Units that take a shift of terrain away: engineers, and flame tanks and the like."""
WHO, BY_CLASS, MECHANISED = "overrun.who", "mechanised", "mechanised"
SHIFT = "shift left"
NOTHING = Fraction(0)


# Who attacks --------------------------------------------------------------------------------------------------------------


def candidate(board: Board, unit: Unit, target: int) -> Candidate:
    """Whether a unit attacks a hex, joins others in it, or does not. [New SCS Basic combat procedure; SCS 1.6 7.3]"""
    bars = tuple(_bars(board, unit, target))
    if bars:
        return Candidate(unit, BARRED, bars)
    place = board.net.hexes[target]
    told = {"unit": unit.name, "hex": place, "attack": amount(unit_of(unit).attack)}
    if unit_of(unit).attack > 0:
        reason = Reason(board.ref(PROCEDURE), "{unit} is adjacent to {hex} and attacks with {attack}", told, (place,))
        return Candidate(unit, ATTACKS, (reason,))
    reason = Reason(board.ref(PROCEDURE), "{unit} attacks with {attack} and adds nothing to an attack of others", told)
    return Candidate(unit, JOINS, (reason,))


def _bars(board: Board, unit: Unit, target: int) -> Iterator[Reason]:
    """Everything that keeps a unit from taking part in an attack on a hex."""
    place, start = board.net.hexes[target], board.place(unit)
    told: dict[str, object] = {"unit": unit.name, "hex": place}
    crossing = crossing_to(board, start, target)
    if crossing is None:
        yield Reason(board.ref(PROCEDURE), "{unit} is not adjacent to {hex}", told, (place,))
        return
    if not board.rules.reaches(board, board.rules.zone_class(unit), crossing):
        yield Reason(board.ref(COULD_MOVE), "{unit} could not move into {hex} from where it stands", told, (place,))
        why = entered(board, class_of(unit), NOTHING, crossing).off.barred
        if why is not None:
            yield board.told(why, target)
    yield from inactive(board, unit, "attack")
    yield from attacks_elsewhere(board, unit, target, ONCE)
    yield from has_attacked(board, unit, PROCEDURE)
    yield from attacked_by_others(board, unit, target, PROCEDURE)
    yield from was_attacked(board, target, defenders_of(board, target, unit.side), PROCEDURE)


# Who overruns -------------------------------------------------------------------------------------------------------------


def capable(board: Board, units: Sequence[Unit]) -> tuple[tuple[Unit, ...], Reason]:
    """The units among some that never overrun, and that as a reason. [New SCS Movement phase, Overruns]"""
    by_class = board.case.choices.get(WHO) == BY_CLASS
    unfit = tuple(unit for unit in units if not (class_of(unit) == MECHANISED if by_class else unit_of(unit).exploits))
    told = {"what": "with mechanised movement" if by_class else "capable of exploitation", "units": names(unfit or units)}
    template = "These are not {what}: {units}" if unfit else "All of them are {what}: {units}"
    return unfit, Reason(board.ref(OVERRUNS if by_class else PHASE), template, told)


def closed_to_overruns(board: Board, crossing: Crossing, target: int) -> tuple[bool, Reason]:
    """Whether the terrain of a target, or the hexside before it, bars overruns, and why. [New SCS Movement phase, Overruns]"""
    goal = board.net.hexes[target]
    rows, _ = rows_of(board, TERRAIN, (*sorted(crossing.into), *sorted(crossing.sides)))
    barred = barred_terrain(board.case, board.consulted, rows)
    told: dict[str, object] = {"hex": goal, "rows": ", ".join(barred)}
    template = "No overrun against or across this terrain: {rows}" if barred else "Nothing at {hex} bars an overrun"
    return bool(barred), Reason(board.ref(OVERRUNS), template, told, (goal,))


def _bars_overrun(board: Board, battle: Battle, field: "Field") -> Iterator[Reason]:
    """Why units that stand beside a hex do not overrun it. [New SCS Movement phase, Overruns]"""
    if len({board.place(unit) for unit in battle.attackers}) > 1:
        told = {"units": names(battle.attackers)}
        yield Reason(board.ref(OVERRUNS), "Not in one hex, and only one stack overruns: {units}", told)
    unfit, who = capable(board, battle.attackers)
    if unfit:
        yield who
    for crossing in dict.fromkeys(field.crossings.values()):
        closed, why = closed_to_overruns(board, crossing, battle.target)
        if closed:
            yield why


# What kind of unit --------------------------------------------------------------------------------------------------------


def is_tank(unit: Unit) -> bool:
    """Whether a unit counts in armour odds on both sides. [New SCS Unit types and special abilities]"""
    return unit_of(unit).armour == TANK


def is_gun(unit: Unit) -> bool:
    """Whether a unit counts in armour odds in defence without being a tank. [New SCS Unit types and special abilities]"""
    tube = unit.kind != ARTILLERY or unit.word("artillery.type") in ("", TUBE)
    return unit_of(unit).armour == ANTI_TANK and tube


def is_armoured(unit: Unit) -> bool:
    """Whether a unit is armoured, lightly or not. [New SCS Unit types and special abilities]"""
    return unit_of(unit).armour in ARMOURED


def quality(board: Board, unit: Unit) -> int:
    """How good a unit is in combat: rockets and yellow boxes are green, flak, mortars and infantry guns as their formation.

    [New SCS Unit types and special abilities]
    """
    type_ = unit.word("artillery.type") if unit.kind == ARTILLERY else ""
    if type_ == "rocket" or unit.flag("artillery.yellow_box"):
        return board.case.ruleset.whole("quality.green")
    if unit.flag("flak") or type_ in ("mortar", "infantry_gun"):
        formation = board.forces.oob.formation(unit.counter.formation)
        value = formation.values.get("quality") if formation is not None else None
        if isinstance(value, int):
            return value
    return unit_of(unit).quality


def better(board: Board, battle: Battle) -> str:
    """The side whose units are all better than the best of the other one. [New SCS Die roll modifiers]"""
    ours = [quality(board, unit) for unit in battle.attackers]
    best = max(quality(board, unit) for unit in battle.defenders)
    return "attackers" if min(ours) > best else "defenders" if best > max(ours) else "none"


# Ground -------------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Field:
    """The ground of a battle: what each attacker crosses, the rows of the chart along the way and in its own hex, and the row
    of the defenders' hex that shifts most."""

    board: Board
    battle: Battle

    @cached_property
    def crossings(self) -> Mapping[str, Crossing]:
        """What each attacker crosses, by its id."""
        target, place = self.battle.target, self.board.place
        return {unit.id: crossing_to(self.board, place(unit), target) or Crossing() for unit in self.battle.attackers}

    def lowered_by(self, unit: Unit) -> tuple[str, ...]:
        """The rows that lower the attack of a unit: along its hexside, and of the hex that it attacks out of."""
        crossing, consulted = self.crossings[unit.id], self.board.consulted
        rows = (*hexside_rows(self.board, TERRAIN, crossing), *self.out_of(unit))
        return tuple(row for row in rows if consulted.number(TERRAIN, row, ATTACK) != 1)

    def out_of(self, unit: Unit) -> tuple[str, ...]:
        """The rows of the hex that a unit attacks out of."""
        return rows_of(self.board, TERRAIN, sorted(self.crossings[unit.id].out_of))[0]

    @cached_property
    def shelter(self) -> str:
        """The row of the defenders' hex that shifts most, "" where none has a row."""
        return shelter(self.board, self.battle.target)

    @cached_property
    def is_hazardous(self) -> bool:
        """Whether all attacking hexes are hazardous. [New SCS Ambush and surprise]"""
        board = self.board
        return all(
            is_hazardous(board.consulted, (*hexside_rows(board, TERRAIN, self.crossings[unit.id]), *self.out_of(unit)))
            for unit in self.battle.attackers
        )

    def unknown(self) -> Iterator[Reason]:
        """Terrain of which the chart says nothing."""
        board, place = self.board, self.board.net.hexes[self.battle.target]
        kinds = [board.net.kinds[self.battle.target]]
        kinds += [each.sides | each.out_of for each in self.crossings.values()]
        missing = dict.fromkeys(name for some in kinds for name in rows_of(board, TERRAIN, sorted(some))[1])
        for name in missing:
            told = {"terrain": name, "hex": place}
            template = "{terrain} is not on the chart and counts for nothing at {hex}"
            yield Reason(board.ref(FACTOR_EFFECTS), template, told, (place,))


def shelter(board: Board, number: int) -> str:
    """The row of a hex that shifts odds most, "" where none has a row. [New SCS Factor effects and column shifts]"""
    rows, _ = rows_of(board, TERRAIN, sorted(board.net.kinds[number]))
    return max(rows, key=lambda row: (board.consulted.number(TERRAIN, row, SHIFT), row), default="")


def shift_of(board: Board, number: int) -> int:
    """The columns that a hex shifts to the left. [New SCS Factor effects and column shifts]"""
    row = shelter(board, number)
    return int(board.consulted.number(TERRAIN, row, SHIFT)) if row else 0


# The combat ---------------------------------------------------------------------------------------------------------------


def combat(board: Board, battle: Battle, given: Mapping[str, Any]) -> Ruling:
    """The combat of the series with units on the map. [New SCS Basic combat procedure]"""
    field, support = Field(board, battle), supporting(board, battle, given)
    barred = tuple(_bars_overrun(board, battle, field)) if given.get("overrun") == "yes" else ()
    if barred:
        return Ruling("combat", board.case.ruleset.id, PROHIBITED, None, barred, CombatDetail(), board.consulted.charts)
    attackers = tuple(_force(board, unit, ATTACK, field.lowered_by(unit)) for unit in battle.attackers)
    defenders = tuple(_force(board, unit, DEFENCE, ()) for unit in battle.defenders)
    sides = Sides(
        *(attackers, defenders, _of(attackers, battle.attackers, is_tank)),
        *(_of(defenders, battle.defenders, is_tank), _of(defenders, battle.defenders, is_gun)),
    )
    counted = _asked(board, battle, field)
    asked = {**given, **counted, "support": "yes" if support.unit is not None else "no"}
    ruling = fought(board.case, board.consulted, sides, asked)
    said = (*_told(board, battle, field, counted), *support.reasons)
    detail = ruling.detail
    if isinstance(detail, CombatDetail):
        facts = {name: counted[name] for name in ("terrain", "engineers", "better", "dg", "hazardous") if counted[name]}
        facts |= {"support": support.unit.id} if support.unit is not None else {}
        detail = with_proposals(replace(detail, facts={**detail.facts, **facts}), support.proposals, offers=support.offers)
    return replace(ruling, reasons=(*said, *ruling.reasons, *field.unknown()), detail=detail)


def _force(board: Board, unit: Unit, side: str, rows: tuple[str, ...]) -> Force:
    """The strength of a unit, with its states by its markers and what terrain takes. [New SCS Factor effects]"""
    held = unit_of(unit)
    ref = board.ref(FACTOR_EFFECTS)
    ground = (Factor(row, board.consulted.number(TERRAIN, row, side), ref) for row in rows)
    return Force(held.attack if side == ATTACK else held.defence, (*_states(board, unit, side), *ground), unit.id, unit.name)


def _states(board: Board, unit: Unit, side: str) -> Iterator[Factor]:
    """What the markers on a unit do to its strength. [New SCS Factor effects and column shifts]"""
    rows = board.consulted.book.chart(FACTORS).rows
    for mark in sorted(unit.piece.marks) if unit.piece is not None else ():
        title = marker_title(board.case.ruleset, mark)
        if rows.index(title) is not None:
            yield Factor(title, board.consulted.number(FACTORS, title, side), board.ref(FACTOR_EFFECTS))


def _of(forces: tuple[Force, ...], units: tuple[Unit, ...], kind: Callable[[Unit], bool]) -> tuple[Force, ...]:
    return tuple(force for force, unit in zip(forces, units, strict=True) if kind(unit))


def _asked(board: Board, battle: Battle, field: Field) -> dict[str, Any]:
    """What the combat by numbers is asked, counted from units. [New SCS Die roll modifiers, Ambush and surprise]"""
    stacks = attacking_stacks(board, battle)
    all_dg = [
        who for who, units in (("attackers", battle.attackers), ("defenders", battle.defenders)) if all(map(_is_dg, units))
    ]
    return {
        "terrain": field.shelter,
        "engineers": _yes(any(unit.word("engineers") in ENGINEERS and not _is_dg(unit) for unit in battle.attackers)),
        "armoured": _yes(any(map(is_armoured, battle.attackers))),
        "defending_units": len(battle.defenders),
        "stack": max(map(len, stacks)),
        "soft_stack": max(sum(not is_armoured(unit) for unit in units) for units in stacks),
        "better": better(board, battle),
        "dg": "both" if len(all_dg) == 2 else all_dg[0] if all_dg else "none",
        "hazardous": _yes(field.is_hazardous),
    }


def _yes(holds: bool) -> str:
    return "yes" if holds else "no"


def _is_dg(unit: Unit) -> bool:
    return is_marked(unit, DG)


def attacking_stacks(board: Board, battle: Battle) -> tuple[tuple[Unit, ...], ...]:
    """All units of the attackers' side in each hex that they attack out of. [New SCS Die roll modifiers]"""
    numbers = dict.fromkeys(board.place(unit) for unit in battle.attackers)
    return tuple(tuple(unit for unit in board.at[number] if unit.side == battle.side) for number in numbers)


def _told(board: Board, battle: Battle, field: Field, asked: Mapping[str, Any]) -> Iterator[Reason]:
    """What was counted of both sides, before the combat is made of it."""
    for unit in battle.attackers:
        yield from out_of_turn(board, unit, "attacks", "attack")
    stacks = attacking_stacks(board, battle)
    told: dict[str, object] = {"defending": asked["defending_units"], "stack": asked["stack"], "soft": asked["soft_stack"]}
    template = "{defending} units in the hex that is attacked; "
    template += "the fullest attacking hex holds {stack}, and {soft} without armour are in one"
    yield Reason(board.ref(DRM), template, told)
    idle = [unit for units in stacks for unit in units if unit not in battle.attackers]
    if idle:
        yield Reason(board.ref(DRM), "They count in their hex though they do not attack: {units}", {"units": names(idle)})
    ours, theirs = (
        ", ".join(f"{unit.name} {quality(board, unit)}" for unit in units) for units in (battle.attackers, battle.defenders)
    )
    template = "Quality: attackers {ours}; defenders {theirs}"
    yield Reason(board.ref(UNIT_TYPES), template, {"ours": ours, "theirs": theirs})
    if field.is_hazardous:
        yield Reason(board.ref(AMBUSH), "All attacking hexes are hazardous", {})
