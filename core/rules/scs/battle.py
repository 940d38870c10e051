"""Combat between units on the map [SCS 1.6 2.1c-e, 7.0-7.4, 8.0-8.0d, 9.0-9.2, 10.0-10.0d].

Every kind of terrain that fills the defenders' hex counts, and every feature along the hexside that an attacker crosses; they
count together (Cumulative Effects). A bridge counts in the place of what it crosses. What a hexside shifts, and what it does to
defenders, counts where all attackers cross it.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from core.analysis.hex_net import Crossing
from core.base.counted import counted
from core.rules.kernel.combat import Force, Losses, read_result
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.markers import marker_title
from core.rules.kernel.modifiers import Factor
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.operations.advances import Advance, AdvanceRules, Stretch, enters
from core.rules.operations.battle import BY_RETREAT, HOLDS, SURELY, Battle, BattleRules, SeveralHexes
from core.rules.operations.battle_detail import ATTACKS, BARRED, JOINS, RetreatWay
from core.rules.operations.board import Board
from core.rules.operations.effects import hexside_rows, rows_of
from core.rules.operations.fought import attacked_by_others, attacks_elsewhere, has_attacked, took_no_part, was_attacked
from core.rules.operations.losses import ATTACKER, WHO, Bounds, First, Fought, LossRules, bounds_of
from core.rules.operations.near import Candidate, defenders_of, near_by_number
from core.rules.operations.passage import crossing_to
from core.rules.operations.retreats import RetreatRules, can_leave, out_of_zones, toward_supply
from core.rules.scs.combat import fought
from core.rules.scs.counters import unit_of
from core.rules.scs.movement import class_of, entered
from core.rules.scs.strengths import ATTACK, COLUMNS, DEFENCE, MODIFIERS, SUPPLY, TERRAIN, terrain_factors
from core.rules.scs.zones import reaches, zone

NOTHING = Fraction(0)
PHASE = "7.2d"
"""The section by which units attack and are attacked once in a Combat Phase."""
ZERO, NEVER = "attack.zero_strength", "never"
BY_TERRAIN, SHIFTS = "combat.terrain", "shift"
SPLIT, ONCE = "zones.split_retreat", "once"
ENTRY, BY_CHOICE = "overrun.entry", "by_choice"
EDGE, DESTROYED = "retreat.map_edge", "destroyed"
EXPLOITS, BY_GAME = "exploitation.who", "game"


# Who attacks --------------------------------------------------------------------------------------------------------------


def candidate(board: Board, unit: Unit, target: int) -> Candidate:
    """Whether a unit attacks a hex, joins others in it, or does not. [SCS 1.6 2.1c, 7.2b, 7.2e, 7.3]"""
    bars = tuple(_bars(board, unit, target))
    if bars:
        return Candidate(unit, BARRED, bars)
    place = board.net.hexes[target]
    said = zone(board, unit)
    if said.yes:
        template = "{unit} attacks units in its zone, and {hex} lies in it"
        return Candidate(unit, ATTACKS, (Reason(board.ref("2.1c"), template, {"unit": unit.name, "hex": place}, (place,)),))
    told = {"unit": unit.name, "attack": str(unit_of(unit).attack)}
    return Candidate(
        *(unit, JOINS),
        (Reason(board.ref("7.2e"), "{unit} attacks with {attack} and has no zone; it joins an attack of others", told),),
    )


def _bars(board: Board, unit: Unit, target: int) -> Iterator[Reason]:
    """Everything that keeps a unit from taking part in an attack on a hex."""
    ref, place, start = board.ref, board.net.hexes[target], board.place(unit)
    told: dict[str, object] = {"unit": unit.name, "hex": place}
    attack = unit_of(unit).attack
    if attack is None:
        yield Reason(ref("7.2e"), "{unit} prints no attack strength", told)
    elif attack == 0 and board.case.choices.get(ZERO) == NEVER:
        yield Reason(
            ref("7.2e"), "{unit} has an attack strength of 0 and by the options of the box takes part in no attack", told
        )
    crossing = crossing_to(board, start, target)
    if crossing is None:
        yield Reason(ref("2.1c"), "{unit} is not adjacent to {hex}", told, (place,))
        return
    if not reaches(board, class_of(unit), crossing):
        yield Reason(ref("7.3"), "{unit} could not move into {hex} from where it stands", told, (place,))
        why = entered(board, class_of(unit), NOTHING, crossing).off.barred
        if why is not None:
            yield why
    into, _ = rows_of(board, TERRAIN, sorted(crossing.into))
    for row in (*hexside_rows(board, TERRAIN, crossing), *into):
        if board.consulted.number(TERRAIN, row, ATTACK) == 0:
            yield Reason(ref("7.3"), "{terrain} prohibits an attack on {hex}", {"terrain": row, "hex": place}, (place,))
    yield from attacks_elsewhere(board, unit, target, "7.2b")
    yield from has_attacked(board, unit, PHASE)
    yield from attacked_by_others(board, unit, target, PHASE)
    yield from was_attacked(board, target, defenders_of(board, target, unit.side), PHASE)


# Strengths ----------------------------------------------------------------------------------------------------------------


def combat(board: Board, battle: Battle, given: Mapping[str, Any]) -> Ruling:
    """The combat of the series with the strengths of units on the map. [SCS 1.6 7.2c, 7.3, 7.4]"""
    case, consulted = board.case, board.consulted
    met = {unit.id: crossing_to(board, board.place(unit), battle.target) or Crossing() for unit in battle.attackers}
    sides = {id_: hexside_rows(board, TERRAIN, crossing) for id_, crossing in met.items()}
    common = [row for row in dict.fromkeys(row for rows in sides.values() for row in rows) if _all_cross(sides, row)]
    terrain, missing = rows_of(board, TERRAIN, sorted(board.net.kinds[battle.target]))
    multiplies = case.choices.get(BY_TERRAIN) != SHIFTS
    of_hex = terrain_factors(case, consulted, terrain, ATTACK)
    attackers = tuple(
        _force(board, unit, ATTACK, (*(side_factors(board, sides[unit.id], ATTACK) if multiplies else ()), *of_hex))
        for unit in battle.attackers
    )
    in_hex = terrain_factors(case, consulted, terrain, DEFENCE)
    behind = side_factors(board, common, DEFENCE) if multiplies else ()
    defenders = tuple(_force(board, unit, DEFENCE, (*in_hex, *behind)) for unit in battle.defenders)
    asked = {**given, "terrain": (*terrain, *common)}
    ruling = fought(case, consulted, attackers, defenders, asked)
    return _with(ruling, (*_unknown(board, battle, met, missing), *_partly(board, sides, common, multiplies)))


def _force(board: Board, unit: Unit, side: str, factors: tuple[Factor, ...]) -> Force:
    """The strength of a unit, with its states by its markers before terrain. [SCS 1.6 Cumulative Effects]"""
    held = unit_of(unit)
    printed = held.attack if side == ATTACK else held.defence
    return Force(printed or NOTHING, (*states(board, unit, side), *factors), unit.id, unit.name)


def states(board: Board, unit: Unit, side: str) -> Iterator[Factor]:
    """What the markers on a unit do to its strength: those of which a chart has a row. [SCS 1.6 6.1f, 12.2]"""
    for mark in sorted(unit.piece.marks) if unit.piece is not None else ():
        title = marker_title(board.case.ruleset, mark)
        for chart, section in ((SUPPLY, "12.2"), (MODIFIERS, "6.1f")):
            row = board.consulted.book.chart(chart).rows.index(title)
            if row is None:
                continue
            label = board.consulted.book.chart(chart).rows.labels[row]
            value = board.consulted.number(chart, label, side)
            if value != 1:
                yield Factor(label, value, board.ref(section))
            break


def side_factors(board: Board, rows: Iterable[str], side: str) -> tuple[Factor, ...]:
    """What features along hexsides do to a strength. [SCS 1.6 7.3]"""
    found = (Factor(row, board.consulted.number(TERRAIN, row, side), board.ref("7.3")) for row in rows)
    return tuple(factor for factor in found if factor.value != 1)


def _all_cross(sides: Mapping[str, Sequence[str]], row: str) -> bool:
    return all(row in rows for rows in sides.values())


def _unknown(board: Board, battle: Battle, met: Mapping[str, Crossing], missing: tuple[str, ...]) -> Iterator[Reason]:
    """Terrain of which the chart says nothing."""
    along = {name for crossing in met.values() for name in rows_of(board, TERRAIN, sorted(crossing.sides))[1]}
    place = board.net.hexes[battle.target]
    for name in (*missing, *sorted(along)):
        told = {"terrain": name, "hex": place}
        yield Reason(board.ref("7.3"), "{terrain} is not on the chart and counts for nothing at {hex}", told, (place,))


def _partly(board: Board, sides: Mapping[str, Sequence[str]], common: Sequence[str], multiplies: bool) -> Iterator[Reason]:
    """What only some attackers cross, and so does nothing but to them."""
    for row in dict.fromkeys(row for rows in sides.values() for row in rows):
        shift = board.consulted.number(TERRAIN, row, COLUMNS)
        defence = board.consulted.number(TERRAIN, row, DEFENCE)
        if row not in common and (shift != 0 or (defence != 1 and multiplies)):
            template = "{terrain} is crossed by some attackers only, and does nothing for the defenders"
            yield Reason(board.ref("7.3"), template, {"terrain": row})


def _with(ruling: Ruling, reasons: tuple[Reason, ...]) -> Ruling:
    return replace(ruling, reasons=(*ruling.reasons, *reasons)) if reasons else ruling


def falls(board: Board, battle: Battle, losses: Losses) -> str:
    """What a result does to the defenders' hex; they stay where they pay for each hex with a step. [SCS 1.6 7.1, 9.0b, 9.2]"""
    loss = losses.defender
    left = sum(unit.left for unit in battle.defenders)
    if loss.steps + loss.retreat >= left:
        return SURELY
    ids = tuple(unit.id for unit in battle.defenders)
    if loss.retreat and board.kept(("can leave", ids), lambda: can_leave(board, battle.defenders)):
        return BY_RETREAT
    return HOLDS


# Losses, retreats, advances -----------------------------------------------------------------------------------------------


def first(board: Board, units: Sequence[Unit], fought: Fought) -> First:
    """The strongest by printed strength lose the first step. [SCS 1.6 8.0a, 8.0c]"""

    def raw(unit: Unit) -> Fraction:
        held = unit_of(unit)
        return (held.attack if fought.side == ATTACKER else held.defence) or NOTHING

    most = max(raw(unit) for unit in units)
    strongest = tuple(unit for unit in units if raw(unit) == most)
    told = {"who": WHO[fought.side], "units": names(strongest), "strength": str(most)}
    template = "{who}: the first step is lost by the strongest, with a printed strength of {strength}: {units}"
    template = template.replace("by the strongest", "by one of the strongest") if len(strongest) > 1 else template
    said = Reason(board.ref("8.0a"), template, told, (), {"strength": most})
    return First(tuple(unit.id for unit in strongest), "owner", said)


def zone_loss(board: Board, units: Sequence[Unit], number: int) -> tuple[int, Reason]:
    """One step of all together for a hex in enemy zones; own units do not help. [SCS 1.6 2.1d, 9.0d]"""
    steps = board.case.ruleset.whole("zones.retreat_steps")
    template = "{hex} lies in an enemy zone: {steps} of all that enter it together"
    return steps, Reason(board.ref("9.0d"), template, {"steps": counted(steps, "step")})


def blocked_loss(board: Board, units: Sequence[Unit], hexes: int) -> tuple[int, Reason]:
    """One step of all together for each hex that they cannot go. [SCS 1.6 9.0b]"""
    each = board.case.ruleset.whole("retreat.blocked_steps")
    told = {"hexes": hexes, "steps": counted(each, "step")}
    template = "{hexes} hexes cannot be retreated: {steps} of all together for each"
    return each * hexes, Reason(board.ref("9.0b"), template, told, (), {"hexes": hexes})


def shares(board: Board, units: Sequence[Unit], lefts: Sequence[int], way: RetreatWay, hurt: Collection[int]) -> Bounds:
    """How the steps of a way are shared out: as the owner likes what zones and closed hexes cost, and what is paid for hexes as
    the steps of a combat, each unit one before any loses two, those that its result has cost among them.

    [SCS 1.6 8.0b, 9.0b, 9.0d, 9.2]
    """
    return bounds_of(lefts, tuple(range(len(lefts))), way.steps, spread=not (way.zones or way.short), hurt=hurt)


CLAUSES = (toward_supply("9.1c"), out_of_zones("9.1d"))
"""The priorities of ways: toward supply, then out of enemy zones. [SCS 1.6 9.1c, 9.1d]"""


def advance_bars(board: Board, unit: Unit, asked: Advance) -> Iterator[Reason]:
    """Why a unit does not advance: it took no part, or defended. [SCS 1.6 10.0, 10.0c]"""
    told: dict[str, object] = {"unit": unit.name}
    if unit_of(unit).attack is None:
        yield Reason(board.ref("10.0"), "{unit} prints no attack strength and took no part", told)
    yield from took_no_part(board, unit, asked.target, "10.0")
    moment = board.forces.state.moment
    if moment.side and moment.side != unit.side:
        told["side"] = board.forces.side_name(moment.side)
        yield Reason(board.ref("10.0c"), "{unit} defends in the phase of {side}, and defenders never advance", told)


def advance_length(board: Board, unit: Unit, asked: Advance) -> Stretch:
    """As far as the result had the defenders retreat, for units that exploit; else one hex. [SCS 1.6 10.0, 10.0a]"""
    one = board.case.ruleset.whole("advance.hexes")
    told = {"unit": unit.name, "hexes": asked.hexes}
    if asked.hexes <= one:
        return Stretch(one, Reason(board.ref("10.0"), "The units advance one hex, into that of the defenders", {}))
    if unit_of(unit).exploits:
        template = "{unit} exploits and advances up to {hexes} hexes, the retreat of the result whatever was paid in steps"
        return Stretch(asked.hexes, Reason(board.ref("10.0"), template, told, (), {"hexes": asked.hexes}))
    if board.case.choices.get(EXPLOITS) == BY_GAME:
        template = "{unit} advances up to {hexes} hexes if the game lets it exploit, else one"
        return Stretch(asked.hexes, Reason(board.ref("11.0a"), template, told, (), {"hexes": asked.hexes}))
    return Stretch(one, Reason(board.ref("10.0"), "{unit} does not exploit and advances one hex", told))


def advance_must(board: Board, asked: Advance) -> tuple[bool, Reason] | None:
    """Whether units have to enter the hex: after an overrun, by the reading in force. [SCS 1.6 6.0, 6.2a, 10.0d]"""
    if not asked.overrun:
        return None
    place = board.net.hexes[asked.target]
    told = {"hex": place}
    if board.case.choices.get(ENTRY) == BY_CHOICE:
        return False, Reason(board.ref("6.2a"), "After an overrun the units enter {hex} if their owner likes", told, (place,))
    template = "After an overrun the units must enter {hex}; only hexes beyond it are by choice"
    return True, Reason(board.ref("10.0d"), template, told, (place,))


BATTLE = BattleRules(
    section="7.0",
    near=near_by_number,
    candidate=candidate,
    combat=combat,
    falls=falls,
    falls_section="10.0",
    several=SeveralHexes(
        "7.2c", "An attack is on the units of one hex, which defend as a single strength: others are attacked by themselves"
    ),
    once="7.2d",
    losses=LossRules(
        section="8.0c", first=first, excess="8.0b", read=read_result, such_as="A1r1 or D2r2", spread="8.0b", took_part="8.0b"
    ),
    retreats=RetreatRules(
        section="9.0a",
        path_section="9.0b",
        away="9.1b",
        clauses=CLAUSES,
        zone=zone_loss,
        blocked=blocked_loss,
        pays=lambda board, breakthrough: "9.2",
        apart="9.0e",
        paid_once=lambda board: board.case.choices.get(SPLIT) == ONCE,
        leaves_map=lambda board: "3.3c" if board.case.choices.get(EDGE) == DESTROYED else "",
        any_source=True,
        as_one=True,
        shares=shares,
    ),
    advances=AdvanceRules(
        section="10.0",
        bars=advance_bars,
        length=advance_length,
        enters=enters,
        stops=lambda board, unit, way, asked: None,
        must=advance_must,
    ),
    readings=MappingProxyType(
        {
            "combat": (ZERO, "odds.beyond_table"),
            "odds": (ZERO, "odds.beyond_table"),
            "combat.attackers": (ZERO,),
            "retreat": (SPLIT, EDGE),
            "advance": (ENTRY,),
        }
    ),
)
"""What SCS says of combat on the map."""
