"""Who in a hex can be hurt, and what bears its steps [TCS 4.01 5.0, 10.0e-h, 11.1b, 24.1e, 24.2a]."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.rules.kernel.force_rules import Count, names
from core.rules.kernel.forces import Unit
from core.rules.kernel.rulings import Reason
from core.rules.operations.board import Board
from core.rules.tcs.effects.allocating import Bearer
from core.rules.tcs.effects.checking import checker_of, checks_morale
from core.rules.tcs.forces.counters import integrated_steps, kind_of, unit_of
from core.rules.tcs.forces.limits import EXCESS, above_limits
from core.rules.tcs.forces.stacking import ON_TRACKS
from core.rules.tcs.forces.units import CARRIER, KINDS, MOUNTED, MOVE, VEHICLE
from core.rules.tcs.forces.units import Unit as Counted
from core.rules.tcs.procedures.area_shifts import exposed
from core.rules.tcs.reckoning import step

AREA, POINT, AT, CARRIED, ASSAULT = "area", "point", "rolls", "carried", "assault"
"""How steps are lost: by kinds of fire, or with a carrier. [TCS 4.01 10.0f-h, 16.0]"""

FIRE, MISSIONS, OVERRUN = "fire", "artillery", "overrun"

NOTIONAL = "/carrier"
"""Behind the id of a unit: its notional carrier. [TCS 4.01 24.2a]"""


@dataclass(frozen=True)
class Suffering:
    """What stands in a hex that loses steps: the units of its side, those that can be hurt, and what was told. `excess` is how
    much is above a limit, where that is what is lost; None for all other losses."""

    board: Board
    given: Mapping[str, Any]
    place: Hex
    units: tuple[Unit, ...]
    bearers: tuple[Bearer, ...]
    of: Mapping[str, Unit]
    spared: tuple[tuple[Unit, Reason], ...]
    said: list[Reason] = field(default_factory=list)
    excess: int | None = None

    @property
    def most(self) -> int:
        """How many steps can be lost."""
        return sum(each.steps for each in self.bearers) if self.excess is None else self.excess

    @property
    def fire(self) -> str:
        """How the steps are lost, one of `FIRES`."""
        return str(self.given.get("fire") or AREA)

    @property
    def side(self) -> str:
        """The side that loses steps."""
        return self.units[0].side

    @property
    def enemy(self) -> str:
        """The side that fires; "" where nobody else fights."""
        return next((side for side in self.board.sides if side != self.side), "")


def has_gone(unit: Unit, place: Hex) -> bool:
    """Whether a unit that was in a hex is lost, or somewhere else."""
    return unit.piece is None or unit.piece.at != place


def suffering_of(board: Board, given: Mapping[str, Any]) -> Suffering:
    """What in a hex can lose steps, by what `losses.at` is told. Raises WrongUse. [TCS 4.01 10.0f-h, 11.1b, 24.1e, 24.2a]"""
    place, fire = given["to"], given.get("fire") or AREA
    there = board.at.get(board.number(place), ())
    label = board.forces.box.label(place)
    if not there:
        raise WrongUse(f"to: nobody stands in {label}.")
    firers = board.units(given.get("firers") or (), "firers")
    side = _side(board, given, there, firers)
    units = tuple(unit for unit in there if unit.side == side)
    named = tuple(unit for unit in board.units(given.get("targets") or (), "targets") if not has_gone(unit, place))
    if strange := [unit for unit in named if unit.side != side]:
        raise WrongUse(f"targets: {names(strange)} is no unit of the side that loses steps in {label}.")
    assaulting = {unit.id for unit in board.units(given.get("assaulting") or (), "assaulting")}
    if missing := assaulting - {unit.id for unit in units}:
        raise WrongUse(f"assaulting: {', '.join(sorted(missing))} is none of those who lose steps in {label}.")
    some = tuple(unit for unit in units if unit in named) if named else units
    if fire == EXCESS:
        over = next(above_limits(board, units), None)
        if over is None:
            said = [step(board.case, "5.0", "Nothing in {hex} is above the limits of stacking any more", hex=label)]
            return replace(_made(board, given, place, units, (), {}, said, assaulting), excess=0)
        said = [
            step(
                board.case, "5.0", "Above the limit of {limit} {name}: {over}", name=over.name, limit=over.limit, over=over.over
            )
        ]
        here = _made(board, given, place, units, _above(board, units, over), {}, said, assaulting)
        return replace(here, excess=over.over)
    if fire == CARRIED:
        if not named:
            raise WrongUse("targets: name the carried units that lose the steps.")
        said = [
            step(board.case, "10.0g", "The steps of what is carried go with those of its carrier: {units}", units=names(some))
        ]
        return _made(board, given, place, units, _carried(board, some), {}, said, assaulting)
    counted = _counted(board, units)
    bodies, spared, said = _hurt(board, some, counted, firers, fire)
    return _made(board, given, place, units, bodies, spared, said, assaulting)


def _side(board: Board, given: Mapping[str, Any], there: Sequence[Unit], firers: Sequence[Unit]) -> str:
    """The side that loses steps. Raises WrongUse where it is not clear."""
    sides = list(dict.fromkeys(unit.side for unit in there))
    if given.get("side"):
        if given["side"] not in sides:
            raise WrongUse(f"side: {given['side']} has nobody in the hex; there are {' and '.join(sides)}.")
        return str(given["side"])
    enemies = [side for side in sides if firers and side != firers[0].side] or sides
    if len(enemies) > 1:
        raise WrongUse(f"side: both sides stand in the hex; say which loses steps: {' or '.join(enemies)}.")
    return enemies[0]


def _counted(board: Board, units: Sequence[Unit]) -> dict[str, Counted]:
    """What stands in a hex as the procedures count it, notional carriers among it. [TCS 4.01 24.2a]"""
    found: dict[str, Counted] = {}
    ruleset = board.case.ruleset
    for unit in units:
        body = unit_of(ruleset, unit, units)
        own = integrated_steps(ruleset, unit)
        if own:
            kind = KINDS["carrier"]
            letter = "P" if unit.word("carrier.target_class") == "point" else "B"
            target = f"{letter}-{unit.whole('carrier.defence')}"
            found[unit.id + NOTIONAL] = Counted(kind, own, own, target=target, posture=MOVE)
            body = replace(body, carried=MOUNTED) if body.target == "A" else body
        found[unit.id] = body
    return found


def _hurt(
    board: Board, some: Sequence[Unit], counted: Mapping[str, Counted], firers: Sequence[Unit], fire: str
) -> tuple[list[tuple[str, Unit, int]], dict[str, Reason], list[Reason]]:
    """What can lose steps by a fire, with what spares the rest of the units. [TCS 4.01 10.0f, 11.1b, 12.0, 24.2a]"""
    case = board.case
    firing = tuple(unit_of(case.ruleset, unit) for unit in firers)
    bodies: list[tuple[str, Unit, int]] = []
    spared: dict[str, Reason] = {}
    said: list[Reason] = []
    for unit in some:
        for id_ in (unit.id, unit.id + NOTIONAL):
            if id_ not in counted:
                continue
            if fire in (AREA, ASSAULT):
                hurt, why = exposed(case, firing, (counted[id_],))
            else:
                is_target = counted[id_].target[:1] != "A"
                hurt = (counted[id_],) if is_target else ()
                why = [] if is_target else [step(case, "12.0", "{unit}: no point target and no B-target", unit=unit.name)]
            if hurt:
                bodies.append((id_, unit, counted[id_].steps))
                said += why
            elif why:
                spared.setdefault(unit.id, Reason(why[0].rule, why[0].template, {**why[0].values, "unit": unit.name}))
    return bodies, spared, said


def _above(board: Board, units: Sequence[Unit], over: Count) -> list[tuple[str, Unit, int]]:
    """What counts against a limit: units, and the notional carriers of those who go with one. [TCS 4.01 5.1, 24.2a]"""
    known = {unit.id: unit for unit in units}
    found = []
    for id_, steps in over.shares:
        unit = known[id_]
        own = over.name == ON_TRACKS and kind_of(board.case.ruleset, unit).category not in (VEHICLE, CARRIER)
        found.append((id_ + NOTIONAL if own else id_, unit, steps))
    return found


def _carried(board: Board, some: Sequence[Unit]) -> list[tuple[str, Unit, int]]:
    return [(unit.id, unit, unit.left) for unit in some]


def _made(
    board: Board,
    given: Mapping[str, Any],
    place: Hex,
    units: tuple[Unit, ...],
    bodies: Sequence[tuple[str, Unit, int]],
    spared: Mapping[str, Reason],
    said: list[Reason],
    assaulting: set[str],
) -> Suffering:
    """The hex with its bearers; the largest of them, of those that assault where there are any, bear the first step.
    [TCS 4.01 10.0f, 22.0]"""
    stack = [each for each in bodies if each[1].id in assaulting]
    if assaulting and not stack:
        said.append(
            step(board.case, "10.0f", "Nothing of the assaulting stack can be hurt; the largest unit of the hex counts")
        )
    elif assaulting:
        template = "The first step is lost by the assaulting stack, all others by any unit of the hex"
        said.append(step(board.case, "10.0f", template))
    most = max((steps for _, _, steps in stack or bodies), default=0)
    largest = {id_ for id_, _, steps in stack or bodies if steps == most}
    bearers = tuple(_bearer(board, id_, unit, steps, id_ in largest) for id_, unit, steps in bodies)
    listed = tuple((unit, spared[unit.id]) for unit in units if unit.id in spared)
    return Suffering(board, given, place, units, bearers, {id_: unit for id_, unit, _ in bodies}, listed, said)


def _bearer(board: Board, id_: str, unit: Unit, steps: int, largest: bool) -> Bearer:
    notional = id_ != unit.id
    checker = checker_of(board, unit) if checks_morale(board, unit) and not notional else None
    worth = 2 + len(board.forces.deployment.carried(unit.id)) + (unit.left // 2 if notional else 0)
    name = f"{unit.name} (its carrier)" if notional else unit.name
    return Bearer(id_, name, steps, largest, checker.total if checker is not None else None, worth)
