"""What follows a combat on the map: steps lost, retreats and advances.

[New SCS Applying combat results, Unit types and special abilities, Ambush and surprise; else SCS 1.6 9.0-9.1d, 10.0-10.0d]
"""

from collections.abc import Collection, Iterator, Sequence
from types import MappingProxyType

from core.base.counted import counted
from core.base.errors import WrongUse
from core.rules.kernel.combat import Loss, Losses, read_result
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.rulings import Reason
from core.rules.new_scs.battle import candidate, combat, is_armoured, is_gun, is_tank, shift_of
from core.rules.new_scs.combat import OF_COMBAT, PROCEDURE, may_stay
from core.rules.new_scs.movement import APPLYING, MIXED, ZONES, is_spared, most_zones
from core.rules.operations.advances import Advance, AdvanceRules, Stretch, enters
from core.rules.operations.battle import BY_RETREAT, HOLDS, SURELY, Battle, BattleRules, SeveralHexes
from core.rules.operations.battle_detail import RetreatWay
from core.rules.operations.board import Board
from core.rules.operations.fought import took_no_part
from core.rules.operations.losses import ATTACKER, DEFENDER, Bounds, First, Fought, LossRules
from core.rules.operations.near import near_by_number
from core.rules.operations.retreats import RetreatRules, can_leave, out_of_zones, toward_supply

UNIT_TYPES = "Unit types and special abilities"
ARMOUR_FIRST, ANY = "losses.armour_first", "any"
CONVERSION, CONVERTIBLE = "retreat.conversion", "convertible"
EDGE, DESTROYED = "retreat.map_edge", "destroyed"
OVER_EDGE = "SCS 1.6 3.3c, which it builds on"
ONE_HEX, STAYS, RETREATS = "retreat.one_hex", "stay", "retreat"
ELIMINATED, EMPTIED = "advance.eliminated", "emptied_hex"
EMPTY_HEX = "SCS 1.6 10.0, which it builds on"
NO_RETREAT = "SCS 1.6 9.2, which it builds on"


# The hex ------------------------------------------------------------------------------------------------------------------


def falls(board: Board, battle: Battle, losses: Losses) -> str:
    """What a result does to the defenders' hex: retreats are mandatory. [New SCS Applying combat results]"""
    loss = losses.defender
    lefts = [unit.left for unit in battle.defenders]
    if loss.steps >= sum(lefts):
        return SURELY
    if not loss.retreat:
        return HOLDS
    if may_stay(board.case, shift_of(board, battle.target), loss.retreat) and board.case.choices.get(ONE_HEX) != RETREATS:
        return HOLDS if board.case.choices.get(ONE_HEX) == STAYS else BY_RETREAT
    ids = tuple(unit.id for unit in battle.defenders)
    leave = board.kept(("can leave", ids), lambda: can_leave(board, battle.defenders))
    if board.case.choices.get(CONVERSION) == CONVERTIBLE and loss.steps + loss.retreat < sum(lefts):
        return BY_RETREAT if leave else HOLDS
    return SURELY if leave or not _outlast(board, battle, loss) else HOLDS


def _outlast(board: Board, battle: Battle, loss: Loss) -> bool:
    """Whether somebody is left of defenders who cannot go, of whom each loses a step for each hex after those of the combat.

    [New SCS Applying combat results]
    """
    lefts = {unit.id: unit.left for unit in battle.defenders}
    stuck = loss.retreat * board.case.ruleset.whole("retreat.blocked_steps")

    def outlasts(id_: str, picked: str) -> bool:
        # The owner puts on the others what they can bear, but for the step that the enemy picks.
        spare = lefts[id_] - stuck - 1
        return spare >= (id_ == picked) and sum(lefts.values()) - lefts[id_] + spare >= loss.steps

    picks = first(board, battle.defenders, Fought(DEFENDER, battle.target, battle.attackers)).units if loss.steps else ("",)
    return all(any(outlasts(id_, picked) for id_ in lefts) for picked in picks)


# Losses -------------------------------------------------------------------------------------------------------------------


def first(board: Board, units: Sequence[Unit], fought: Fought) -> First:
    """The enemy picks who loses the first step, and armour only where something of his can hurt it.

    [New SCS Applying combat results, Unit types and special abilities]
    """
    armoured = [unit for unit in units if is_armoured(unit)]
    soft = [unit for unit in units if not is_armoured(unit)]
    allowed, why = _armour_may(board, fought) if armoured and soft else (True, None)
    some = units if allowed else soft
    if why is None:
        template = "The enemy picks which unit loses the first step" if len(some) > 1 else "{units} alone is there to lose it"
        why = Reason(board.ref(APPLYING), template, {"units": names(some)})
    return First(tuple(unit.id for unit in some), "enemy", why)


def _armour_may(board: Board, fought: Fought) -> tuple[bool, Reason]:
    """Whether an armoured unit may be the first loss beside soft ones, and why. Raises WrongUse where no enemies are known.

    [New SCS Unit types and special abilities]
    """
    ref, any_ = board.ref(UNIT_TYPES), board.case.choices.get(ARMOUR_FIRST) == ANY
    if fought.target is not None and shift_of(board, fought.target) > 0:
        place = board.net.hexes[fought.target]
        template = "{hex} shifts odds, so that the enemy may pick an armoured unit first"
        return True, Reason(ref, template, {"hex": place}, (place,))
    if not fought.foes:
        raise WrongUse("against: nobody is there who fought them; name the enemies who took part.")
    tanks = [unit for unit in fought.foes if is_tank(unit)]
    guns = [unit for unit in fought.foes if is_gun(unit)]
    # Guns count where they defend, that is against losses of the attackers, or wherever a game reads it so.
    fit = [*tanks, *(guns if fought.side == ATTACKER or any_ else ())]
    if fit:
        return True, Reason(ref, "These can hurt armour, so that the enemy may pick it first: {units}", {"units": names(fit)})
    return False, Reason(ref, "No enemy there can hurt armour: the first step is lost by a unit without it", {})


# Retreats -----------------------------------------------------------------------------------------------------------------


def zone_loss(board: Board, units: Sequence[Unit], number: int) -> tuple[int, Reason]:
    """One step of the stack in an enemy zone; zones of units that cannot fight armour harm soft units alone.

    [New SCS Applying combat results, Unit types and special abilities]
    """
    ref, steps = board.ref(APPLYING), board.case.ruleset.whole("zones.retreat_steps")
    soft = sum(not is_armoured(unit) for unit in units)
    biting = zone_bites(board, units[0].side, number)
    if biting:
        told = {"units": names(biting)}
        told["steps"] = counted(steps, "step")
        return steps, Reason(ref, "{hex} lies in a zone of units that can fight armour: {steps} of all ({units})", told)
    if is_spared(board.case, soft, len(units) - soft):
        return 0, Reason(ref, "{hex} lies only in zones of units that cannot fight armour, which cost armour nothing")
    if soft == len(units):
        return steps, Reason(ref, "{hex} lies in an enemy zone: {steps} of all", {"steps": counted(steps, "step")})
    template = "{hex} lies only in zones of units that cannot fight armour: {steps} of the soft units"
    return steps, Reason(ref, template, {"steps": counted(steps, "step")})


def zone_bites(board: Board, side: str, number: int) -> tuple[Unit, ...]:
    """Enemies with a zone in a hex that can fight armour: tanks, and guns. [New SCS Unit types and special abilities]"""
    exerting = (board.forces.unit(id_) for id_ in board.enemy_zones(side).into(number))
    return tuple(unit for unit in exerting if unit is not None and (is_tank(unit) or is_gun(unit)))


def blocked_loss(board: Board, units: Sequence[Unit], hexes: int) -> tuple[int, Reason]:
    """A step of each unit for each hex that they cannot go. [New SCS Applying combat results]"""
    each = board.case.ruleset.whole("retreat.blocked_steps")
    lost = sum(min(hexes * each, unit.left) for unit in units)
    told = {"hexes": hexes, "units": len(units), "steps": counted(each, "step")}
    template = "{hexes} hexes cannot be retreated: each of {units} units loses {steps} for each"
    return lost, Reason(board.ref(APPLYING), template, told, (), {"steps": lost})


def shares(board: Board, units: Sequence[Unit], lefts: Sequence[int], way: RetreatWay, hurt: Collection[int]) -> Bounds:
    """How the steps of a way are shared out: of each unit for hexes that it cannot go, of soft ones where armour is spared.

    [New SCS Applying combat results]
    """
    if way.off_map:
        return Bounds(tuple(lefts), tuple(lefts), way.steps, frozenset(range(len(units))))
    ruleset = board.case.ruleset
    least = tuple(min(way.short * ruleset.whole("retreat.blocked_steps"), left) for left in lefts)
    soft = [n for n, unit in enumerate(units) if not is_armoured(unit)]
    side = units[0].side
    bitten = sum(bool(zone_bites(board, side, board.number(place))) for place in way.zones)
    by_soft = bool(soft) and bitten < len(way.zones) and not is_spared(board.case, len(soft), len(units) - len(soft))
    paid, biting = max(0, way.steps - sum(least)), bitten * ruleset.whole("zones.retreat_steps")
    most = tuple(
        left if not by_soft or n in soft else min(left, low + min(biting, paid))
        for n, (left, low) in enumerate(zip(lefts, least, strict=True))
    )
    total = min(way.steps, sum(most))
    return Bounds(least, most, total, frozenset(soft if by_soft else range(len(units))))


def pays(board: Board, breakthrough: bool) -> str:
    """Whether hexes may be paid with steps: only where a game plays so. [New SCS Applying combat results; SCS 1.6 9.2]"""
    return NO_RETREAT if board.case.choices.get(CONVERSION) == CONVERTIBLE else ""


def ignored(board: Board, start: int, hexes: int) -> Reason | None:
    """Why defenders may ignore a retreat: a short one, out of terrain that shifts most. [New SCS Applying combat results]"""
    if board.case.choices.get(ONE_HEX) == RETREATS or not may_stay(board.case, shift_of(board, start), hexes):
        return None
    told, place = {"hex": board.net.hexes[start], "hexes": counted(hexes, "hex", "hexes")}, board.net.hexes[start]
    return Reason(
        board.ref(APPLYING), "The terrain of {hex} shifts most, so that they may ignore a retreat of {hexes}", told, (place,)
    )


def most_zone_steps(board: Board) -> int | None:
    """The most steps that zones cost on one way. [New SCS Applying combat results]"""
    return most_zones(board.case)


# Advances -----------------------------------------------------------------------------------------------------------------


def advance_bars(board: Board, unit: Unit, asked: Advance) -> Iterator[Reason]:
    """Why a unit does not advance: it took no part, or defended. [New SCS Applying combat results]"""
    yield from took_no_part(board, unit, asked.target, APPLYING)
    moment = board.forces.state.moment
    if moment.side and moment.side != unit.side:
        told = {"unit": unit.name, "side": board.forces.side_name(moment.side)}
        yield Reason(board.ref(APPLYING), "{unit} defends in the phase of {side}, and defenders never advance", told)


def advance_length(board: Board, unit: Unit, asked: Advance) -> Stretch:
    """As far as the result had the defenders retreat, whoever advances; after an overrun into the hex alone.

    By one reading the hex of those who are eliminated can be entered without a retreat, too. [New SCS Applying combat results,
    Overruns; SCS 1.6 10.0]
    """
    if asked.overrun:
        why = Reason(board.ref("Overruns"), "An overrun leads into the hex that was attacked, and no further", {})
        return Stretch(board.case.ruleset.whole("advance.overrun"), why)
    told = {"hexes": asked.hexes}
    if not asked.hexes and not nobody_advances(board, asked):
        template = "The result has nobody retreat; the hex that eliminated units leave empty can be entered all the same"
        return Stretch(board.case.ruleset.whole("advance.emptied"), Reason(board.ref(EMPTY_HEX), template))
    template = "All units advance up to {hexes} hexes, as far as the result had the others retreat"
    template = template if asked.hexes else "The result has nobody retreat, so that nobody advances"
    return Stretch(asked.hexes, Reason(board.ref(APPLYING), template, told, (), told))


def nobody_advances(board: Board, asked: Advance) -> bool:
    """Whether a result that has nobody retreat lets nobody advance, as by one reading. [New SCS Applying combat results]"""
    return not asked.overrun and not asked.hexes and board.case.choices.get(ELIMINATED) != EMPTIED


def advance_must(board: Board, asked: Advance) -> tuple[bool, Reason] | None:
    """Whether units have to enter the hex: after an overrun; else as they like. [New SCS Applying combat results]"""
    if not asked.overrun:
        return None
    place = board.net.hexes[asked.target]
    template = "After an overrun the units must enter {hex}; what is left of their points takes them on"
    return True, Reason(board.ref(APPLYING), template, {"hex": place}, (place,))


BATTLE = BattleRules(
    section=PROCEDURE,
    near=near_by_number,
    candidate=candidate,
    combat=combat,
    falls=falls,
    falls_section=APPLYING,
    several=SeveralHexes(
        PROCEDURE, "All attackers are adjacent to the one hex that they attack; units in others are attacked by themselves"
    ),
    once=PROCEDURE,
    losses=LossRules(
        section=APPLYING,
        first=first,
        excess="SCS 1.6 8.0b, which it builds on",
        read=read_result,
        such_as="A1Dr2 or D2r1",
        took_part="SCS 1.6 8.0b, which it builds on",
        to_know_foes=True,
        enemy_first=True,
    ),
    retreats=RetreatRules(
        section=APPLYING,
        path_section="SCS 1.6 9.0b, which it builds on",
        away="SCS 1.6 9.1b, which it builds on",
        clauses=(
            toward_supply("SCS 1.6 9.1c, which it builds on"),
            out_of_zones("SCS 1.6 9.1d, which it builds on"),
        ),
        zone=zone_loss,
        blocked=blocked_loss,
        pays=pays,
        apart="SCS 1.6 9.0e, which it builds on",
        paid_once=lambda board: False,
        most_zones=most_zone_steps,
        any_source=True,
        as_one=True,
        ignored=ignored,
        leaves_map=lambda board: OVER_EDGE if board.case.choices.get(EDGE) == DESTROYED else "",
        shares=shares,
    ),
    advances=AdvanceRules(
        section=APPLYING,
        bars=advance_bars,
        length=advance_length,
        enters=enters,
        stops=lambda board, unit, way, asked: None,
        must=advance_must,
        nobody=nobody_advances,
    ),
    readings=MappingProxyType(
        {
            "combat": OF_COMBAT,
            "odds": OF_COMBAT,
            "losses": (ARMOUR_FIRST,),
            "retreat": (CONVERSION, EDGE, ZONES, MIXED),
            "advance": (ELIMINATED,),
        }
    ),
)
"""What New SCS says of combat on the map."""
