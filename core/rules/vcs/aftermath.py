"""Losses, retreats and advances on the map [VCS 7.0, 8.1, 9.2, 10.8-10.11, 13.5]."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from typing import Any

from core.rules.kernel.combat import CombatDetail, Loss, Losses
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.parameters import Parameter
from core.rules.kernel.rulings import Reason
from core.rules.operations.advances import Advance, AdvanceRules, Stretch
from core.rules.operations.battle import BY_RETREAT, HOLDS, SURELY, Battle
from core.rules.operations.board import Board
from core.rules.operations.fought import targets
from core.rules.operations.losses import ATTACKER, WHO, First, Fought, LossRules
from core.rules.operations.passage import Passage, direction_to
from core.rules.operations.retreats import LIMIT, UNKNOWN, Clause, Path, RetreatRules, can_leave
from core.rules.operations.sources import pieces
from core.rules.operations.zones import SIDES
from core.rules.vcs.chits import CHITS, REDUCED
from core.rules.vcs.counters import DEPOT
from core.rules.vcs.drawn import known_of
from core.rules.vcs.going import GUNS, class_of, is_wet, marked_hexes
from core.rules.vcs.lines import enemy_depots
from core.rules.vcs.movement import CLASSES
from core.rules.vcs.parents import is_armour
from core.rules.vcs.results import NOTED, further, read_result

BREAKTHROUGH = "b"
"""The sign of a loss that is a breakthrough."""
RUBBLE_MARK = "rubble"
ELIMINATED, EMPTIED = "advance.eliminated", "emptied_hex"


# Results ------------------------------------------------------------------------------------------------------------------


def marked(losses: Losses, breakthrough: bool) -> Losses:
    """Losses with the sign of a breakthrough on those who retreat. [VCS 10.11]"""
    if not breakthrough:
        return losses

    def signed(loss: Loss) -> Loss:
        return replace(loss, marks=BREAKTHROUGH) if loss.retreat else loss

    return Losses(signed(losses.attacker), signed(losses.defender))


def read_losses(text: str) -> Losses | None:
    """What a printed result asks of both sides; None for what is none. [VCS 10.8, 10.11]"""
    found = read_result(text)
    return marked(found.losses, found.breakthrough) if found is not None else None


def results(detail: CombatDetail) -> Iterator[tuple[Losses | None, Fraction]]:
    """The results of a combat with their chances. [VCS 10.8]"""
    for text, chance in detail.tables[-1].chances if detail.tables else ():
        yield read_losses(text), chance


def falls(board: Board, battle: Battle, losses: Losses) -> str:
    """What a result does to a hex of the defenders; they stay where they pay for each hex with a step. [VCS 10.8-10.11]

    Of several hexes that are attacked at once the others bear what steps they can, and each stack pays for its own retreat.
    """
    loss, here = losses.defender, [unit for unit in battle.defenders if board.place(unit) == battle.target]
    left, others = sum(unit.left for unit in here), sum(unit.left for unit in battle.defenders if unit not in here)
    steps = max(0, loss.steps - others)
    if steps >= left or (loss.retreat and steps + loss.retreat >= left):
        return SURELY
    ids = tuple(unit.id for unit in here)
    if not loss.retreat or not board.kept(("can leave", ids), lambda: can_leave(board, here)):
        return HOLDS
    return SURELY if loss.marks == BREAKTHROUGH else BY_RETREAT


# Losses -------------------------------------------------------------------------------------------------------------------


def first(board: Board, units: Sequence[Unit], fought: Fought) -> First:
    """Of attackers with armour the armour loses the first step; else anybody does. [VCS 10.8]"""
    tanks = tuple(unit for unit in units if is_armour(unit) and unit.left > 0) if fought.side == ATTACKER else ()
    some = tanks or tuple(units)
    told = {"who": WHO[fought.side], "units": names(some)}
    template = "{who}: the first step is lost by armour: {units}" if tanks else "{who}: any of them may lose the first step"
    return First(tuple(unit.id for unit in some), "owner", Reason(board.ref("10.8"), template, told))


def face(unit: Unit, left: int) -> int:
    """The side that is up with so many steps left: a parent is turned to its cadre alone, its chit before. [VCS 9.2]"""
    up = unit.piece.face if unit.piece is not None else 0
    if unit.counter.back is None or left >= unit.full:
        return up
    return 1 if not unit.flag("cadre") or left == 1 else up


def short_of(board: Board, given: Mapping[str, Any]) -> Mapping[str, int]:
    """Units at full strength whose chit is known and says 0 on its reduced side: they have a step less. Raises WrongUse.

    [VCS 9.2, 10.8]
    """
    known, found = known_of(board, given.get("chits") or ()), {}
    for id_, chit in known.items():
        unit = board.forces.unit(id_)
        if unit is None or unit.left < unit.full or not isinstance(chit, str):
            continue
        column = unit.word("strength.rating") + REDUCED
        if not board.consulted.number(CHITS, chit, column):
            found[id_] = 1
    return found


def chit_back(unit: Unit, left: int) -> bool:
    """Whether the chit of a unit with so many steps left goes back into its cup: as a cadre, and with the last. [VCS 9.2]"""
    return left <= int(unit.flag("cadre"))


LOSSES = LossRules(
    section="10.8",
    first=first,
    excess="10.8",
    read=read_losses,
    such_as="D2-(1), A1 or B1-(1)",
    face=face,
    asks=(
        Parameter(
            "chits", "texts", "chits that are known, as in 1-1*Blue weak; with a reduced side of 0 a unit has a step less"
        ),
    ),
    short=short_of,
    returns=chit_back,
)
"""What VCS says of steps lost."""


# Retreats -----------------------------------------------------------------------------------------------------------------


def zone_loss(board: Board, units: Sequence[Unit], number: int) -> tuple[int, Reason]:
    """A step of the stack for a hex in enemy zones. [VCS 7.0, 10.9]"""
    steps = board.case.ruleset.whole("retreat.zone_loss")
    template = "{hex} lies in an enemy zone: {steps} of the stack is lost"
    told = {"steps": "one step" if steps == 1 else f"{steps} steps"}
    return steps, Reason(board.ref("10.9"), template, told)


def blocked_loss(board: Board, units: Sequence[Unit], hexes: int) -> tuple[int, Reason]:
    """A step for each hex that cannot be retreated. [VCS 10.9]"""
    told = {"hexes": hexes}
    template = "{hexes} hexes cannot be retreated: a step is lost in the place of each"
    return hexes, Reason(board.ref("10.9"), template, told, (), told)


def _not_nearer(path: Path) -> int:
    """Whether a way ends no nearer to a source of supply."""
    return int(UNKNOWN not in (path.far, path.far_before) and path.far >= path.far_before)


CLAUSES = (
    Clause(
        section="10.9",
        name="zones",
        measure=lambda path: len(path.zones),
        kept="Only ways free of enemy zones are legal",
        broken="{hexes} hexes in enemy zones cannot be avoided",
        against="The way enters more hexes in enemy zones than the {hexes} that cannot be avoided",
    ),
    Clause(
        section="10.9",
        name="friends",
        measure=lambda path: len(path.friends),
        kept="Only ways through empty hexes are legal",
        broken="{hexes} hexes with friends cannot be avoided",
        against="The way enters more hexes with friends than the {hexes} that cannot be avoided",
    ),
    Clause(
        section="10.9",
        name=LIMIT,
        measure=lambda path: path.over,
        kept="Only ways that end in no stack above the limit are legal",
        broken="Every way ends in a stack above the limit: {hexes} units are too many there until the next Movement Phase",
        against="The way ends in a stack that is more above the limit than others",
    ),
    Clause(
        section="10.9",
        name="supply",
        measure=_not_nearer,
        kept="Only ways that end nearer to the nearest source of supply are legal",
        broken="No way ends nearer to a source of supply",
        against="The way ends no nearer to a source of supply, though others do",
    ),
)
"""The priorities of ways: empty hexes without enemy zones, then those of friends, then zones; above the limit only where it is
forced; then toward supply. [VCS 10.9]"""


def abandoned(board: Board, units: Sequence[Unit], start: int) -> tuple[tuple[str, ...], Reason | None]:
    """The depots that are eliminated where the last of their side leave a hex in a retreat: they never go along. [VCS 11.3]

    In play it is known where somebody was attacked; a depot behind attackers has nothing to do with their combat.
    """
    going, side, place = {unit.id for unit in units}, units[0].side, board.net.hexes[start]
    if board.forces.state.in_play and place not in targets(board):
        return (), None
    if any(unit.side == side and unit.id not in going for unit in board.at.get(start, ())):
        return (), None
    left = [piece for number, piece in pieces(board, "", DEPOT) if number == start and piece.side == side]
    if not left:
        return (), None
    template = "Depots never retreat: with those who leave {hex} these are eliminated, {units}"
    told = {"hex": place, "units": names(left)}
    return tuple(piece.id for piece in left), Reason(board.ref("11.3"), template, told, (place,))


RETREATS = RetreatRules(
    section="10.9",
    path_section="10.9",
    away="",
    clauses=CLAUSES,
    zone=zone_loss,
    blocked=blocked_loss,
    pays=lambda board, breakthrough: "" if breakthrough else "10.9",
    apart="",
    paid_once=lambda board: False,
    abandons=abandoned,
    picks=lambda breakthrough: "winner" if breakthrough else "owner",
    breaks_through=True,
    whole="10.9",
)
"""What VCS says of retreats."""


# Advances -----------------------------------------------------------------------------------------------------------------


def advance_bars(board: Board, unit: Unit, asked: Advance) -> Iterator[Reason]:
    """Why a unit does not advance at all: it is no combat unit. [VCS 10.10, 11.3]"""
    if not board.force_rules.is_unit(unit):
        yield Reason(board.ref("11.3"), "{unit} is no combat unit and never advances", {"unit": unit.name})


def advance_length(board: Board, unit: Unit, asked: Advance) -> Stretch:
    """What is left of the retreat, one more for mechanised units after a breakthrough. [VCS 10.9-10.11]"""
    told: dict[str, object] = {"unit": unit.name, "hexes": asked.hexes}
    if asked.hexes < 1:
        left_empty = not any(each.side != unit.side for each in board.at.get(asked.target, ()))
        if left_empty and asked.result and read_result(asked.result) == NOTED:
            template = "By the note on this result {unit} may advance into the hex left vacant, once its side has lost 2 steps"
            return Stretch(1, Reason(board.ref("10.8"), template, told))
        template = "Nothing is left of the retreat, and so nobody advances; the note on B1-(1) lets attackers in"
        if board.case.choices.get(ELIMINATED) == EMPTIED and left_empty:
            template = "{unit} may advance into the hex that the others, who were eliminated, have left empty"
            return Stretch(1, Reason(board.ref("10.8"), template, told))
        return Stretch(0, Reason(board.ref("10.9"), template, told))
    if asked.breakthrough and class_of(unit) in CLASSES[1:]:
        told["hexes"] = asked.hexes + further(board.case)
        template = "{unit} is mechanised and advances up to {hexes} hexes after a breakthrough"
        return Stretch(asked.hexes + further(board.case), Reason(board.ref("10.11"), template, told))
    template = "{unit} advances up to {hexes} hexes, as far as the others still had to retreat"
    if asked.hexes > 1 and not asked.path and class_of(unit) not in CLASSES[1:]:
        template += "; no way of a retreat is given with path=…, so that none is followed"
    return Stretch(asked.hexes, Reason(board.ref("10.9"), template, told))


def advance_enters(board: Board, passage: Passage, way: tuple[int, ...], near: int, asked: Advance) -> Reason | None:
    """Why a hex is not entered: off the way of the retreat, behind a river, with enemies, or closed. [VCS 10.10]"""
    direction = direction_to(board, way[-1], near)
    if direction is None:
        return None
    unit, place = passage.units[0], board.net.hexes[near]
    told: dict[str, object] = {"unit": unit.name, "hex": place}
    beyond = len(way) - 1
    follows = class_of(unit) not in CLASSES[1:]
    if beyond >= 1 and follows and asked.path and (beyond > len(asked.path) or asked.path[beyond - 1] != near):
        template = "{unit} is not mechanised and follows the way of the retreat, which does not lead into {hex}"
        return Reason(board.ref("10.10"), template, told, (place,))
    if asked.path and near == asked.path[-1] and _staying(board, unit, asked):
        return Reason(board.ref("8.0"), "Those who retreat will stand in {hex}", told, (place,))
    if is_wet(board, SIDES * way[-1] + direction):
        if class_of(unit) in (CLASSES[2], GUNS):
            template = "{unit} never advances over a river without a bridge, as into {hex}"
            return Reason(board.ref("10.10"), template, told, (place,))
        if beyond >= 1:
            template = "{unit} advances over a river without a bridge in the first hex alone, not into {hex}"
            return Reason(board.ref("10.10"), template, told, (place,))
    if beyond == 0 and (near in passage.enemies or near in enemy_depots(board, unit.side)):
        # The hex is supposed to become empty: what is asked is whether the ground lets the unit in.
        journey = passage.journeys[0]
        tolls = journey.tolls(SIDES * way[-1] + direction)
        return tolls.off.barred if tolls.off.barred is not None and tolls.road is None else None
    return None if passage.opens(way[-1], direction) else passage.bar(way[-1], direction)


def advance_stops(board: Board, unit: Unit, way: tuple[int, ...], asked: Advance) -> Reason | None:
    """Why an advance goes no further: rubble, a river crossed, a zone beyond the first hex. [VCS 10.10, 10.11, 13.5]"""
    here, place = way[-1], board.net.hexes[way[-1]]
    told: dict[str, object] = {"unit": unit.name, "hex": place}
    if here in marked_hexes(board, RUBBLE_MARK):
        return Reason(board.ref("13.5"), "An advance ends in the rubble of {hex}", told, (place,))
    if len(way) == 2:
        direction = direction_to(board, way[0], here)
        if direction is not None and is_wet(board, SIDES * way[0] + direction):
            return Reason(board.ref("10.10"), "{unit} has crossed a river into {hex} and stops there", told, (place,))
        return None
    if _in_zone(board, unit, here, asked):
        return Reason(board.ref("10.10"), "{hex} lies in an enemy zone: the advance ends there", told, (place,))
    return None


def _staying(board: Board, unit: Unit, asked: Advance) -> tuple[Unit, ...]:
    """Those who have still to retreat out of the hex that was fought for."""
    return tuple(each for each in board.at.get(asked.target, ()) if each.side != unit.side)


def _in_zone(board: Board, unit: Unit, number: int, asked: Advance) -> bool:
    """Whether a hex lies in an enemy zone once those who were fought have retreated. [VCS 10.10, 10.11]

    They have none during an advance after a breakthrough; else that of the hex where their way ends, as far as it is known.
    """
    end, staying = asked.path[-1] if asked.path else None, _staying(board, unit, asked)
    gone = {each.id for each in staying}
    if asked.breakthrough and end is not None:
        gone |= {each.id for each in board.at.get(end, ()) if each.side != unit.side}
    if any(id_ not in gone for id_ in board.enemy_zones(unit.side).into(number)):
        return True
    if asked.breakthrough or end is None or number not in board.net.near[SIDES * end : SIDES * end + SIDES]:
        return False
    return any(board.zone(each).yes for each in staying)


def nobody_advances(board: Board, asked: Advance) -> bool:
    """Whether nothing is left of a retreat for anybody to advance, whoever is gone. [VCS 10.8, 10.9]"""
    noted = bool(asked.result) and read_result(asked.result) == NOTED
    return asked.hexes < 1 and not noted and board.case.choices.get(ELIMINATED) != EMPTIED


ADVANCES = AdvanceRules(
    section="10.10",
    bars=advance_bars,
    length=advance_length,
    enters=advance_enters,
    stops=advance_stops,
    must=lambda board, asked: None,
    follows=True,
    nobody=nobody_advances,
)
"""What VCS says of advances."""
