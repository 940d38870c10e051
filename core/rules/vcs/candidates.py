"""Who attacks a hex, or several at once, and who supports [VCS 8.2, 10.0, 10.2, 10.5, 11.3]."""

from collections.abc import Iterable, Iterator, Sequence

from core.geometry.hexes import Hex
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.readings import reading_reason
from core.rules.kernel.rulings import Reason
from core.rules.operations.battle import Battle, SeveralHexes, hexes_told
from core.rules.operations.battle_detail import ATTACKS, BARRED, SUPPORTS
from core.rules.operations.board import Board
from core.rules.operations.fought import ATTACK as DECLARED
from core.rules.operations.fought import attacks_elsewhere, declared, has_attacked, has_supported, was_attacked
from core.rules.operations.fought import fought as resolved
from core.rules.operations.movement import once
from core.rules.operations.near import Candidate, defenders_of
from core.rules.operations.sources import pieces
from core.rules.operations.zones import SIDES
from core.rules.vcs.assets import is_ship, ship_candidate
from core.rules.vcs.counters import ARTILLERY, DEPOT, PARENT, unit_of
from core.rules.vcs.parents import beside
from core.rules.vcs.supply import DISTANCES

PHASE = "10.2"
"""The section by which units are in one combat of a phase, and several hexes are attacked at once."""
RANGE = "Range of artillery"
SEVERAL, EVERY, ANY = "attack.several_hexes", "every", "any"


def candidate(board: Board, unit: Unit, target: int) -> Candidate:
    """Whether a unit attacks a hex, supports an attack on it as artillery, or does neither. [VCS 8.2, 10.0, 10.2, 10.5]"""
    return candidate_of(board, unit, (target,))


def candidate_of(board: Board, unit: Unit, targets: Sequence[int]) -> Candidate:
    """The same of several hexes that are attacked at once. [VCS 8.2, 10.0, 10.2, 10.5, 10.7]"""
    if is_ship(unit):
        return ship_candidate(board, unit, targets)
    ref, places = board.ref, tuple(board.net.hexes[target] for target in targets)
    told: dict[str, object] = {"unit": unit.name, "hex": hexes_told(board, targets)}
    bars = tuple(once(_bars(board, unit, targets)))
    if bars:
        return Candidate(unit, BARRED, bars)
    near = [target for target in targets if beside(board, unit, target)]
    if len(near) == len(targets):
        return Candidate(unit, ATTACKS, (Reason(ref("10.0"), "{unit} is adjacent to {hex}", told, places),))
    if near:
        return _beside_some(board, unit, targets, near)
    if unit_of(unit).kind != ARTILLERY:
        why = Reason(ref("10.0"), "{unit} is not adjacent to {hex}", told, places)
        return Candidate(unit, BARRED, (why,))
    why_not = no_support(board, unit, targets)
    if why_not is not None:
        return Candidate(unit, BARRED, (why_not,))
    told["distance"] = _distance(board, unit, targets)
    template = "{unit} supports at a distance of {distance}, once in the combat phase of each side"
    return Candidate(unit, SUPPORTS, (Reason(ref("10.5"), template, told, places),))


def _beside_some(board: Board, unit: Unit, targets: Sequence[int], near: Sequence[int]) -> Candidate:
    """A unit that stands beside some of the hexes alone: what it does is a reading. [VCS 10.2]"""
    others = [target for target in targets if target not in near]
    told: dict[str, object] = {"unit": unit.name, "hex": hexes_told(board, near), "others": hexes_told(board, others)}
    places = tuple(board.net.hexes[target] for target in targets)
    takes_part = board.case.choices.get(SEVERAL, EVERY) == ANY
    template = "{unit} is adjacent to {hex} and not to {others}"
    template += "" if takes_part else "; who attacks several hexes at once is adjacent to all of them"
    why = Reason(board.ref(PHASE), template, told, places)
    other, outcome = (EVERY, "it takes no part") if takes_part else (ANY, "it attacks")
    reading = reading_reason(board.case, SEVERAL, other, outcome, places)
    return Candidate(unit, ATTACKS if takes_part else BARRED, (why, reading))


def _bars(board: Board, unit: Unit, targets: Sequence[int]) -> Iterator[Reason]:
    """What keeps a unit from an attack, wherever it stands: an attack of its own, of its hex, or on those in the hexes."""
    for target in targets:
        yield from attacks_elsewhere(board, unit, target, PHASE)
        yield from has_attacked(board, unit, PHASE)
        defenders = defenders_of(board, target, unit.side)
        # A fresh stack is attacked though units have retreated into it.
        if all(each.id in in_combat(board) for each in defenders):
            yield from was_attacked(board, target, defenders, PHASE)
    yield from _parent_of_hex(board, unit, targets)


def is_parent(unit: Unit) -> bool:
    """Whether a unit is a parent of which one fights from a hex; cadres are none. [VCS 2.33, 8.2]"""
    return unit_of(unit).kind == PARENT and not unit_of(unit).is_cadre


def _parent_of_hex(board: Board, unit: Unit, targets: Sequence[int]) -> Iterator[Reason]:
    """That another parent of its hex attacks elsewhere in the phase, or has: one parent attacks from a hex. [VCS 8.2, 10.2]

    One that has attacked counts where it still stands beside what it attacked; else it has come there in a retreat.
    """
    if not is_parent(unit):
        return
    place = board.net.hexes[board.place(unit)]
    others = {each.id: each for each in board.at.get(board.place(unit), ()) if each.id != unit.id and is_parent(each)}
    here = {board.net.hexes[target] for target in targets}
    for each in (*declared(board, DECLARED), *resolved(board, DECLARED)):
        if not here.isdisjoint(each.against) or not any(place.distance(spot) == 1 for spot in _hexes(each.against)):
            continue
        for other in (others[id_] for id_ in each.units if id_ in others):
            told = {"unit": unit.name, "other": other.name, "hex": place}
            template = "One parent unit attacks from {hex} in the phase, and {other} does: {unit} attacks nobody else"
            yield Reason(board.ref("8.2"), template, told, (place,))


def _hexes(spots: Iterable[object]) -> Iterator[Hex]:
    return (spot for spot in spots if isinstance(spot, Hex))


def in_combat(board: Board) -> frozenset[str]:
    """The units that were attacked already in the phase, by their ids. [VCS 10.2]"""
    return frozenset(id_ for each in resolved(board, DECLARED) for id_ in each.shown)


def lone_depots(board: Board, target: int, side: str) -> tuple[Unit, ...]:
    """The depots of others than a side that defend themselves, alone in a hex. [VCS 11.3]"""
    return tuple(unit for number, unit in pieces(board, "", DEPOT) if number == target and unit.side != side)


def _distance(board: Board, unit: Unit, targets: Iterable[int]) -> int:
    start = board.net.hexes[board.place(unit)]
    return min(start.distance(board.net.hexes[target]) for target in targets)


def no_support(board: Board, unit: Unit, targets: Sequence[int]) -> Reason | None:
    """Why artillery gives no shifts to a combat: it is too far from all its hexes, has fired, or is beside enemies; None where
    it may. [VCS 10.5]"""
    distance, places = _distance(board, unit, targets), tuple(board.net.hexes[target] for target in targets)
    most = int(board.consulted.number(DISTANCES, RANGE, "number"))
    most = min(most, unit.whole("range", most))
    told: dict[str, object] = {"unit": unit.name, "hex": hexes_told(board, targets), "distance": distance, "most": most}
    if distance > most:
        return Reason(board.ref("10.5"), "{hex} is {distance} hexes from {unit}, at most {most} are in range", told, places)
    # Who is declared to support those in one of the hexes supports the one combat that they are in.
    fired = [next(has_supported(board, unit, target, "10.5"), None) for target in targets]
    if None not in fired:
        return fired[0]
    number = board.place(unit)
    near = board.net.near[SIDES * number : SIDES * number + SIDES]
    foes = [each for n in near if n >= 0 for each in board.at.get(n, ()) if each.side != unit.side]
    if foes:
        told["units"] = names(foes)
        return Reason(board.ref("10.5"), "{unit} gives no shift, for enemies are adjacent to it: {units}", told)
    return None


def apart(board: Board, battle: Battle) -> Iterator[Reason]:
    """Why units do not attack hexes at once: nobody is beside one of them, or those beside some have nothing to do with those
    beside the others, so that these are battles of their own. [VCS 10.2]"""
    fighting = {board.place(unit) for unit in battle.attackers}
    linked, waiting = {battle.target}, [battle.target]
    around = {
        target: fighting.intersection(board.net.near[SIDES * target : SIDES * target + SIDES]) for target in battle.targets
    }
    while waiting:
        reached = around[waiting.pop()]
        more = [target for target in battle.targets if target not in linked and around[target] & reached]
        linked.update(more)
        waiting += more
    for target in battle.targets:
        if target not in linked or not around[target]:
            place = board.net.hexes[target]
            template = "No attacker is adjacent both to {hex} and to another of the hexes: it is a battle of its own"
            yield Reason(board.ref(PHASE), template, {"hex": place}, (place,))


SEVERAL_HEXES = SeveralHexes(PHASE, candidate=candidate_of, bars=apart)
"""Several hexes may be attacked at once. [VCS 10.2]"""
