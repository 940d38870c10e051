"""Who retreats from a hex and who stays, who is lost at once, and how the others lie then [TCS 4.01 15.2h, 17.4, 20.0f, 24.2e].

The steps of the procedure follow one another as they are printed: markers come off before guns are left behind, so that guns
which were Suppressed are left behind as well.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.model.deployment import Piece
from core.model.edits.edit import Edit
from core.model.edits.force_edits import ChangePieces
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.procedure import Part
from core.rules.kernel.rulings import Reason
from core.rules.operations.board import Board
from core.rules.operations.proposals import applied, work_of
from core.rules.tcs.forces.counters import FIRED_MARK, carried_how, in_move_mode, integrated_steps, kind_of
from core.rules.tcs.forces.modes import in_mode
from core.rules.tcs.forces.strength import MORTAR
from core.rules.tcs.forces.units import CARRIER, FIRE, MOVE, PARALYZED, SUPPRESSED, VEHICLE
from core.rules.tcs.forces.walking import TOW
from core.rules.tcs.orders.permissions import POINT_ACTION, vehicle_retreat
from core.rules.tcs.procedures.destroyed import Toll, toll_of
from core.rules.tcs.reckoning import NO, PROHIBITED, YES, step
from core.rules.tcs.watch.already import is_spent

OBLIGATORY, VOLUNTARY, OF_VEHICLES = KINDS = ("obligatory", "voluntary", "vehicle")
ASSAULT = "assault"
BECAUSE = ("fire", "artillery", ASSAULT, "overrun", "mines")
"""Why units retreat, as the steps before say it."""
LEFT_BEHIND = frozenset({"AT gun", "infantry gun", "AA gun", MORTAR, "on-map artillery"})
"""Kinds of units that are lost where they retreat without transport. [TCS 4.01 17.4]"""


@dataclass(frozen=True, eq=False)
class Party:
    """A stack before it retreats: who goes, and why the others do not; why nobody may."""

    board: Board
    kind: str
    because: str
    start: int
    going: tuple[Unit, ...]
    staying: Mapping[str, Reason]
    barred: tuple[Reason, ...] = ()
    said: tuple[Reason, ...] = ()

    @property
    def place(self) -> Hex:
        """The hex that is left."""
        return self.board.net.hexes[self.start]

    def parts(self) -> tuple[Part, ...]:
        """Everybody of the stack."""
        stay = [self.board.forces.unit(id_) for id_ in self.staying]
        others = (Part(unit.id, self.place, False, False, self.staying[unit.id]) for unit in stay if unit is not None)
        return (*(Part(unit.id, self.place, True, True) for unit in self.going), *others)

    def stays(self) -> tuple[Reason, ...]:
        """Why the others stay."""
        return tuple(self.staying.values())


# Who goes -----------------------------------------------------------------------------------------------------------------


def party_of(board: Board, given: Mapping[str, Any]) -> Party:
    """Who retreats from the hex that is named, by the kind of retreat. Raises WrongUse. [TCS 4.01 15.2h, 17.4]"""
    kind, because = given.get("kind") or VOLUNTARY, given.get("because") or ""
    named = board.units(given["units"]) if given.get("units") else ()
    start, stack = _stack(board, given, named)
    if kind == OBLIGATORY:
        return _obligatory(board, because, start, stack, named)
    if kind == OF_VEHICLES:
        return _of_vehicles(board, because, start, stack, named, given)
    return _voluntary(board, because, start, stack, named)


def _stack(board: Board, given: Mapping[str, Any], named: Sequence[Unit]) -> tuple[int, tuple[Unit, ...]]:
    """The units of one side in the hex that is left, by what was said. Raises WrongUse."""
    start = board.number(given["to"])
    there = board.at.get(start, ())
    if not there:
        raise WrongUse(f"to: nobody stands in {board.label(start)}.")
    strange = [unit for unit in named if unit not in there]
    if strange:
        raise WrongUse(f"units: {names(strange)} do not stand in {board.label(start)}.")
    sides, asked = dict.fromkeys(unit.side for unit in named or there), given.get("side") or ""
    if not asked and len(sides) > 1:
        raise WrongUse(f"side: units of several sides stand in {board.label(start)}; say whose retreat: {', '.join(sides)}.")
    side = asked or next(iter(sides))
    found = tuple(unit for unit in there if unit.side == side)
    if not found or any(unit.side != side for unit in named):
        raise WrongUse(f"side: {board.forces.side_name(side)} is not the side of the units that are meant.")
    return start, found


def _obligatory(board: Board, because: str, start: int, stack: tuple[Unit, ...], named: tuple[Unit, ...]) -> Party:
    """All of a stack, or those that are named: others are in a retreat of their own, or not of a formation of vehicles that has
    failed its check in an assault. [TCS 4.01 17.4, 17.4i, 22.0k]"""
    some = board.rules.along(board, named) if named else stack
    template = (
        "{unit} stays: a check takes the whole stack, but who is in a retreat already, or vehicles alone by theirs (22.0k)"
    )
    staying = {unit.id: step(board.case, "17.4i", template, unit=unit.name) for unit in stack if unit not in some}
    said = (step(board.case, "17.4", "They have to retreat, and all together: {units}", units=names(some)),)
    return Party(board, OBLIGATORY, because, start, some, staying, said=said)


def _voluntary(board: Board, because: str, start: int, stack: tuple[Unit, ...], named: tuple[Unit, ...]) -> Party:
    """All that are neither Suppressed nor Paralyzed, and those that such carriers have with them.
    [TCS 4.01 17.3a, 17.4, 17.5f, 22.0]"""
    staying: dict[str, Reason] = {}
    for unit in stack:
        held = _held(board, unit)
        if held and not _is_taken_along(board, unit, stack):
            template = "{unit} is {state} and stays behind"
            staying[unit.id] = step(board.case, "17.4", template, unit=unit.name, state=held)
    some = tuple(unit for unit in stack if unit.id not in staying)
    barred: list[Reason] = []
    left_out = [unit for unit in some if unit not in board.rules.along(board, named)] if named else []
    if left_out:
        template = "All who are neither Suppressed nor Paralyzed retreat together; left out: {units}"
        barred.append(step(board.case, "17.4", template, units=names(left_out)))
    if because != ASSAULT:
        barred += (reason for unit in some for reason in in_place_of_a_move(board, unit))
    what = "final overwatch" if because == ASSAULT else "a move"
    template = "In the place of {what} all who are neither Suppressed nor Paralyzed retreat: {units}"
    said = [step(board.case, "17.4", template, what=what, units=names(some) or "nobody")]
    if because != ASSAULT:
        said += _whose_phase(board, stack)
    return Party(board, VOLUNTARY, because, start, some, staying, tuple(barred), tuple(said))


def _held(board: Board, unit: Unit) -> str:
    """The state of morale that keeps a unit from retreating by choice; vehicles and carriers have none. [TCS 4.01 17.0a]"""
    marks = unit.piece.marks if unit.piece is not None else frozenset()
    if kind_of(board.case.ruleset, unit).category in (VEHICLE, CARRIER):
        return ""
    return next((each for each in (PARALYZED, SUPPRESSED) if each in marks), "")


def _is_taken_along(board: Board, unit: Unit, stack: Iterable[Unit]) -> bool:
    """Whether a unit is on a carrier or vehicle of the stack, which takes it along. [TCS 4.01 17.4a, 17.5f]"""
    return bool(carried_how(unit, {each.id: each for each in stack}))


def in_place_of_a_move(board: Board, unit: Unit) -> Iterator[Reason]:
    """Why a unit does not retreat in the place of a move. [TCS 4.01 17.4, 21.3, 22.0i]"""
    state = board.forces.state
    if state.moment.side == unit.side and unit.id in state.moved:
        yield step(board.case, "17.4", "{unit} has moved in this phase", unit=unit.name)
    yield from is_spent(board, unit)


def _whose_phase(board: Board, stack: Sequence[Unit]) -> Iterator[Reason]:
    moment = board.forces.state.moment
    if moment.side and moment.side != stack[0].side:
        told = board.forces.side_name(moment.side)
        yield step(board.case, "17.4", "The phase is that of {side}: others retreat by choice in their own", side=told)


def _of_vehicles(
    board: Board, because: str, start: int, stack: tuple[Unit, ...], named: tuple[Unit, ...], given: Mapping[str, Any]
) -> Party:
    """The vehicles that their owner picks, none of them marked Fired, with their riders. [TCS 4.01 15.2h, 17.4]"""
    case, staying, chosen, barred = board.case, dict[str, Reason](), list[Unit](), list[Reason]()
    for unit in stack:
        if kind_of(case.ruleset, unit).category != VEHICLE:
            if not _is_taken_along(board, unit, stack):
                staying[unit.id] = step(case, "15.2h", "{unit} is no vehicle and stays", unit=unit.name)
            continue
        fired = unit.piece is not None and FIRED_MARK in unit.piece.marks
        asked = {"trigger": given.get("trigger") or POINT_ACTION, "fired": YES if fired else NO}
        ruling = vehicle_retreat(case, asked)
        board.consulted.add(ruling.charts)
        if ruling.verdict == PROHIBITED:
            # The last of what is said against it; a reading that decides is told behind it.
            why = next(each for each in reversed(ruling.reasons) if "reading" not in each.values)
            staying[unit.id] = Reason(why.rule, f"{{unit}}: {why.template}", {**why.values, "unit": unit.name}, why.hexes)
            barred += [staying[unit.id]] if unit in named else []
        elif not named or unit in named:
            chosen.append(unit)
        else:
            staying[unit.id] = step(case, "17.4", "{unit} is not picked and stays", unit=unit.name)
    some = board.rules.along(board, tuple(chosen))
    on_others = [unit for unit in stack if unit not in some and unit.id not in staying]
    staying |= {unit.id: step(case, "17.4", "{unit} stays with what carries it", unit=unit.name) for unit in on_others}
    said = (step(case, "15.2h", "Vehicles retreat in the place of overwatch, with their riders: {units}", units=names(some)),)
    return Party(board, OF_VEHICLES, because, start, some, staying, tuple(barred), said if some else ())


# What becomes of them at once ---------------------------------------------------------------------------------------------


def is_left_behind(board: Board, unit: Unit) -> Reason | None:
    """Why a unit is lost where it retreats as it stands, None where it is not. [TCS 4.01 17.4, 20.0f, 24.2e]"""
    ruleset = board.case.ruleset
    if (unit.piece is not None and unit.piece.on) or integrated_steps(ruleset, unit):
        return None
    if kind_of(ruleset, unit).name in LEFT_BEHIND:
        section = "24.2e" if unit.flag("carrier.integrated") else "17.4"
        template = "{unit} is neither carried, towed nor in Move Mode with a carrier of its own: it is lost"
        return step(board.case, section, template, unit=unit.name)
    if unit.word("movement.class") == TOW and not unit.flag("carrier.integrated"):
        return step(board.case, "20.0f", "{unit} moves only when it is towed: it is lost", unit=unit.name)
    return None


def _halved(party: Party) -> tuple[dict[str, int], list[Reason]]:
    """The steps that Paralyzed units lose who retreat out of an assault. [TCS 4.01 17.4, 22.0c]"""
    steps: dict[str, int] = {}
    said: list[Reason] = []
    if party.kind != OBLIGATORY or party.because != ASSAULT:
        return steps, said
    for unit in party.going:
        if _held(party.board, unit) == PARALYZED:
            steps[unit.id] = -(-unit.left // 2)
            template = "{unit} is Paralyzed and retreats out of an assault: it loses {lost} of {left} steps"
            said.append(step(party.board.case, "17.4", template, unit=unit.name, lost=steps[unit.id], left=unit.left))
    return steps, said


def lost_at_once(party: Party) -> tuple[Toll, list[Reason]]:
    """Who loses steps or is lost before anybody goes. [TCS 4.01 17.4, 17.4k, 20.0f, 24.2e]"""
    steps, said = _halved(party)
    if party.kind != OF_VEHICLES:
        for unit in party.going:
            why = is_left_behind(party.board, unit)
            if why is not None:
                said.append(why)
                steps[unit.id] = unit.left
    toll = toll_of(party.board, steps, party.because) if steps else Toll()
    return toll, [*said, *toll.said]


def readied(party: Party, some: Iterable[Unit], on_foot: Iterable[str]) -> Edit:
    """Markers of morale off, and everybody in Move Mode. [TCS 4.01 4.1, 6.16c, 17.4, 24.2c]"""
    leave, made = frozenset(on_foot), dict[str, Piece]()
    for unit in some:
        assert unit.piece is not None
        stays = in_move_mode(unit) or unit.piece.on
        piece = unit.piece if stays else in_mode(party.board.case.ruleset, unit, MOVE, on_foot=unit.id in leave)
        marks = piece.marks - {SUPPRESSED, PARALYZED} if party.kind == OBLIGATORY else piece.marks
        made[unit.id] = replace(piece, marks=marks)
    return _pieces(party.board, made, "Retreat")


def settled(board: Board, units: Iterable[Unit]) -> Edit:
    """How a retreat ends: vehicles, carriers and whom they carry stay in Move Mode, all others are in Fire Mode and Suppressed.
    [TCS 4.01 17.4]"""
    made: dict[str, Piece] = {}
    for unit in units:
        is_vehicle = kind_of(board.case.ruleset, unit).category in (VEHICLE, CARRIER)
        if unit.piece is None or unit.piece.on or is_vehicle or integrated_steps(board.case.ruleset, unit):
            continue
        piece = in_mode(board.case.ruleset, unit, FIRE)
        made[unit.id] = replace(piece, marks=piece.marks - {PARALYZED} | {SUPPRESSED})
    return _pieces(board, made, "End the retreat")


def _pieces(board: Board, pieces: Mapping[str, Piece], label: str) -> Edit:
    changed = {id_: piece for id_, piece in pieces.items() if board.forces.deployment.pieces.get(id_) != piece}
    return ChangePieces(label, work_of(board).moved, MappingProxyType(changed))


def board_after(board: Board, edits: Iterable[Edit]) -> Board:
    """The board once some edits are made."""
    work = applied(work_of(board), edits)
    return Board(board.case, board.force_rules, board.rules, replace(board.forces, box=work.box, state=work.state))
