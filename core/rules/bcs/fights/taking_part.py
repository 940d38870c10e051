"""Who stands in a hex and of which formation, and whose activation it is [BCS 1.1 7, 8, published summaries]."""

from collections.abc import Iterable, Iterator, Sequence

from core.base.errors import WrongUse
from core.rules.bcs.ground.zones import is_combat
from core.rules.bcs.standing import Standing, standing_of_unit
from core.rules.bcs.tables import ON, PUBLISHED
from core.rules.kernel.forces import Unit
from core.rules.kernel.rulings import Reason
from core.rules.operations.board import Board


def combat_units(units: Iterable[Unit]) -> tuple[Unit, ...]:
    """Those of some units that fight: neither headquarters nor trains."""
    return tuple(filter(is_combat, units))


def behind_the_lines(units: Iterable[Unit]) -> tuple[Unit, ...]:
    """Headquarters and combat trains among some units. [BCS 1.1 variant 7]"""
    return tuple(unit for unit in units if not is_combat(unit))


def in_hex(board: Board, number: int, side: str = "") -> tuple[Unit, ...]:
    """The units of a side in a hex, or all of them."""
    return tuple(unit for unit in board.at.get(number, ()) if side in ("", unit.side))


def held_by(board: Board, number: int, parameter: str = "to") -> str:
    """The side that holds a hex, the one with combat units before others. Raises WrongUse where nobody is there."""
    there = board.at.get(number, ())
    if not there:
        raise WrongUse(f"{parameter}: nobody stands in {board.label(number)}.")
    return (*combat_units(there), *there)[0].side


def formation_name(board: Board, id_: str) -> str:
    """What a formation is called."""
    formation = board.forces.oob.formation(id_)
    return formation.name if formation is not None and formation.name else id_


def standing(board: Board, unit: Unit) -> Standing:
    """What is kept of a unit's formation; of an independent unit nothing is."""
    return standing_of_unit(board.forces, unit) or Standing("")


def away(board: Board, one: int, other: int) -> int:
    """How many hexes lie between two, the second one counted."""
    return board.net.hexes[one].distance(board.net.hexes[other])


def acts_now(board: Board, unit: Unit) -> bool:
    """Whether the activation is that of a unit's formation; of independent units, and where none is known, nobody says no.

    [BCS 1.1 published summaries]
    """
    active, formation = board.forces.state.moment.of, unit.counter.formation
    return not formation or formation == active or board.forces.oob.formation(active) is None


def whose(board: Board, units: Sequence[Unit]) -> Iterator[Reason]:
    """That the activation is that of others, who bar nobody: it is told."""
    active = board.forces.state.moment.of
    others = [unit for unit in units if active and unit.counter.formation != active]
    if others and board.forces.oob.formation(active) is not None:
        told = {"formation": formation_name(board, active), "units": ", ".join(unit.name for unit in others)}
        template = "{formation} is activated, and these are not of it: {units}"
        yield Reason(board.ref(PUBLISHED), template, told)


def marched(board: Board, unit: Unit) -> Iterator[Reason]:
    """That a formation on a forced march fights nothing. [BCS 1.1 variant 3]"""
    if board.case.choices["fatigue.planned"] == ON and standing(board, unit).marched:
        told = {"unit": unit.name, "formation": formation_name(board, unit.counter.formation)}
        template = "{unit}: {formation} makes a forced march, which allows no combat"
        yield Reason(board.ref("3"), template, told)


def listed(units: Iterable[Unit]) -> str:
    """Units as a form writes them."""
    return ", ".join(unit.id for unit in units)


def one_unit(board: Board, name: str, parameter: str = "units") -> Unit:
    """The unit that is named. Raises WrongUse for a name that means several, as that of a formation does."""
    found = board.units((name,), parameter)
    if len(found) != 1:
        raise WrongUse(f"{parameter}: {name} means {len(found)} units; name one of them.")
    return found[0]


def one_in(board: Board, name: str, number: int, parameter: str) -> Unit:
    """The unit that is named, which must stand in a hex. Raises WrongUse."""
    return units_in(board, (one_unit(board, name, parameter).id,), number, parameter)[0]


def units_in(board: Board, names: Iterable[str], number: int, parameter: str = "units") -> tuple[Unit, ...]:
    """Units that are named, all of which must stand in a hex. Raises WrongUse."""
    found = board.units(names, parameter)
    for unit in found:
        if board.place(unit, parameter) != number:
            raise WrongUse(f"{parameter}: {unit.name} does not stand in {board.label(number)}.")
    return found
