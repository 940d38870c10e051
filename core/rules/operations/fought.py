"""What units have fought already, as far as the state of play keeps it: what is declared, and what was and is resolved.

Outside play nothing is declared; nobody knows then whether somebody has fought already.
"""

from collections.abc import Iterable, Iterator, Sequence

from core.model.deployment import Spot
from core.model.state import SUPPORT, Declared
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.rulings import Reason
from core.rules.operations.board import Board
from core.rules.operations.movement_detail import Condition

ATTACK, OVERRUN, BOMBARDMENT = "attack", "overrun", "bombardment"
"""What it is called where it is declared."""


def declared(board: Board, what: str) -> tuple[Declared, ...]:
    """What is declared of a kind, and not resolved."""
    return tuple(each for each in board.forces.state.declared if each.what == what)


def fought(board: Board, what: str) -> tuple[Declared, ...]:
    """What of a kind is resolved and counts still."""
    return tuple(each for each in board.forces.state.fought if each.what == what)


def attempts(board: Board, kinds: Iterable[str], unit: str = "", side: str = "", but: Declared | None = None) -> int:
    """How often something of some kinds was done to places, or is declared, by a unit or by a side; `but` one of these."""
    some = (each for kind in kinds for each in (*declared(board, kind), *fought(board, kind)))
    return sum(each != but and (unit in each.units if unit else each.by == side) for each in some)


def standing(board: Board, attempt: Declared) -> Declared | None:
    """An attempt as it stands declared, maybe with more units; None where it does not."""
    alike = (each for each in declared(board, attempt.what) if each.by == attempt.by and set(each.units) >= set(attempt.units))
    return next((each for each in alike if set(each.against) == set(attempt.against)), None)


def rolled_for(board: Board, what: str, side: str, units: Sequence[Unit], place: Spot) -> Declared | None:
    """What a side has rolled for, which is done with that: as it stands declared, else as it counts; None outside play."""
    made = Declared(side, tuple(unit.id for unit in units), (place,), what)
    return standing(board, made) or made_in_play(board, made)


def made_in_play(board: Board, attempt: Declared) -> Declared | None:
    """An attempt that a roll makes, as it counts with what follows from it; None outside play, where nothing is counted."""
    return attempt if board.forces.state.in_play else None


def targets(board: Board, what: str = ATTACK) -> frozenset[Spot]:
    """The places against which something of a kind is declared or was fought."""
    return frozenset(spot for each in (*declared(board, what), *fought(board, what)) for spot in each.against)


def labels(board: Board, spots: Iterable[Spot]) -> str:
    """Places as they are called."""
    return ", ".join(spot if isinstance(spot, str) else board.forces.box.label(spot) for spot in spots)


def last_fight(board: Board, target: int, side: str, *, attacking: bool) -> Declared | None:
    """The last attack or overrun of the phase on a hex by a side, or against it, the one that is declared before those that are
    resolved; None where nobody knows of one."""
    place = board.net.hexes[target]
    return next((each for each in _fights(board) if place in each.against and (each.by == side) == attacking), None)


def last_attack_by(board: Board, units: Sequence[Unit]) -> Declared | None:
    """The last attack or overrun of the phase in which one of some units attacks; None where nobody knows of one."""
    ids = {unit.id for unit in units}
    return next((each for each in _fights(board) if not ids.isdisjoint(each.units)), None)


def _fights(board: Board) -> Iterator[Declared]:
    """The attacks and overruns that are declared, then those that are resolved, the last ones first."""
    for kind in (declared, fought):
        yield from reversed([each for what in (ATTACK, OVERRUN) for each in kind(board, what)])


def attacks_elsewhere(board: Board, unit: Unit, target: int, section: str) -> Iterator[Reason]:
    """That a unit is declared for an attack on another place; `section` says that no unit is in two."""
    place = board.net.hexes[target]
    for each in declared(board, ATTACK):
        if unit.id in each.units and place not in each.against:
            told = {"unit": unit.name, "others": labels(board, each.against)}
            yield Reason(board.ref(section), "{unit} is declared for an attack on {others}", told)


def has_attacked(board: Board, unit: Unit, section: str) -> Iterator[Reason]:
    """That a unit has attacked already in the phase; `section` says that it does so once."""
    for each in fought(board, ATTACK):
        if unit.id in each.units:
            told = {"unit": unit.name, "others": labels(board, each.against)}
            yield Reason(board.ref(section), "{unit} has attacked already in this phase, in {others}", told)


def was_attacked(board: Board, target: int, defenders: Sequence[Unit], section: str) -> Iterator[Reason]:
    """That units in a hex were attacked already in the phase; `section` says that they are once. They are where they are
    now: units that retreated into another stack are not attacked with it once more, for a stack defends as one."""
    place = board.net.hexes[target]
    elsewhere = (each for each in declared(board, ATTACK) if place not in each.against)
    for each in (*fought(board, ATTACK), *elsewhere):
        again = [unit for unit in defenders if unit.id in each.shown]
        if again:
            told = {"units": names(again), "hex": place}
            yield Reason(board.ref(section), "Attacked already in this phase, and now in {hex}: {units}", told, (place,))


def attacked_by_others(board: Board, unit: Unit, target: int, section: str) -> Iterator[Reason]:
    """That others are declared to attack a hex without a unit; `section` says that it is attacked once."""
    place = board.net.hexes[target]
    for each in declared(board, ATTACK):
        if place in each.against and each.by == unit.side and unit.id not in each.units:
            others = [found for id_ in each.units if (found := board.forces.unit(id_)) is not None]
            told: dict[str, object] = {"unit": unit.name, "others": names(others), "hex": place}
            template = "The attack on {hex} is declared by {others}, and {unit} is not among them"
            yield Reason(board.ref(section), template, told, (place,))


def took_no_part(board: Board, unit: Unit, target: int, section: str) -> Iterator[Reason]:
    """That a unit is not among those of its side that have attacked or overrun a hex in the phase; `section` says that only
    they advance. Nothing where nobody knows of a combat there."""
    place = board.net.hexes[target]
    known = (each for what in (ATTACK, OVERRUN) for each in (*declared(board, what), *fought(board, what)))
    theirs = [each.units for each in known if place in each.against and each.by == unit.side]
    if theirs and not any(unit.id in units for units in theirs):
        told = {"unit": unit.name, "hex": place}
        yield Reason(board.ref(section), "{unit} took no part in the combat for {hex}", told, (place,))


def has_supported(board: Board, unit: Unit, target: int, section: str) -> Iterator[Reason]:
    """That a unit supports in another combat of the phase, or has; `section` says that it does so once."""
    place = board.net.hexes[target]
    for each in declared(board, SUPPORT):
        if unit.id in each.units and place not in each.against:
            told = {"unit": unit.name, "others": labels(board, each.against)}
            yield Reason(board.ref(section), "{unit} is declared to support those in {others}", told)
    for each in fought(board, SUPPORT):
        if unit.id in each.units:
            told = {"unit": unit.name, "others": labels(board, each.against)}
            yield Reason(board.ref(section), "{unit} has supported already in this phase, in {others}", told)


def overruns_once(board: Board, units: Sequence[Unit], target: int, of_units: str, of_hexes: str) -> Iterator[Condition]:
    """That units overrun once in the phase, as one stack, and a hex is overrun once; `of_units` and `of_hexes` are the sections
    that say so. Outside play nobody knows it."""
    place, ids, ref, hex_ref = board.net.hexes[target], {unit.id for unit in units}, board.ref(of_units), board.ref(of_hexes)
    told: dict[str, object] = {"units": names(units), "hex": place}
    broken: list[Reason] = []
    for each in declared(board, OVERRUN):
        here = place in each.against
        if here and ids != set(each.units):
            broken.append(Reason(hex_ref, "{hex} is being overrun by others", told, (place,)))
        elif not here and not ids.isdisjoint(each.units):
            some = {"units": names(unit for unit in units if unit.id in each.units)}
            broken.append(Reason(ref, "{units} are overrunning another hex", some))
    for each in fought(board, OVERRUN):
        again = [unit for unit in units if unit.id in each.units]
        if again:
            some = {"units": names(again), "others": labels(board, each.against)}
            broken.append(Reason(ref, "{units} have overrun already in this phase, in {others}", some))
        if place in each.against:
            broken.append(Reason(hex_ref, "{hex} was overrun already in this phase", told, (place,)))
    for why in broken:
        yield Condition("once", False, why)
    if broken:
        return
    in_play = board.forces.state.in_play
    template = "{units} may overrun once in the phase, and {hex} be overrun once; "
    template += "no such overrun is resolved" if in_play else "outside play earlier overruns are not known"
    yield Condition("once", True if in_play else None, Reason(ref, template, told, (place,)))
