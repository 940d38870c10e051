"""What units that are lost count for: boxes of battalions, tracks of vehicles, the morale that follows [TCS 4.01 17.1, 17.8].

What is counted stands in the state of play among the conditions of formations, each as a whole number from the start of play
on; what their boxes and tracks held before stands with the formations of the game. Morale itself is kept nowhere: it follows::

    battalion  start + platoons + others by threes (both with those of the start) - points recovered
    vehicles   start + points of the boxes that steps lost have marked - points recovered

Every loss in combat goes through `toll_of`: steps off pieces, units off the map with what they carried, what is counted, and
the questions that follow. Losses that are none of combat do not count, and are plain edits of pieces.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from core.geometry.hexes import Hex
from core.model.edits.edit import Edit
from core.model.edits.state_edits import Count, counted
from core.model.oob import Formation
from core.rules.kernel.charts import Consulted
from core.rules.kernel.forces import Forces, Unit
from core.rules.kernel.proposals import Next
from core.rules.kernel.rulings import Reason
from core.rules.kernel.system import ForceTables
from core.rules.operations.board import Board
from core.rules.operations.proposals import losing, work_of
from core.rules.tcs.forces.counters import kind_of
from core.rules.tcs.procedures.formations import MARKED, VEHICLE, track_of, vehicle_steps
from core.rules.tcs.procedures.tracks import Track, hits
from core.rules.tcs.reckoning import step

KIND, BATTALION, VEHICLES = "morale.kind", "battalion", "vehicles"
PLATOONS, OTHERS, RECOVERED, STEPS, RALLIED = "platoons", "others", "recovered", "steps", "rallied"
ROLLED = "rolled"
"""What is counted of formations: kinds of conditions of the series. The last one is of the turn alone: rolls to recover, of
which each formation has one on a full hour. [TCS 4.01 17.1d, 17.8d]"""

AT_START: Mapping[str, str] = MappingProxyType({PLATOONS: "morale.platoons", OTHERS: "morale.others"})
"""The values of formations that say what lies in their boxes at the start."""

_START, _PLATOON = "morale.start", "infantry"


@dataclass(frozen=True, slots=True)
class Box:
    """What a battalion has suffered: its morale at the start, the infantry platoons and the other units in its box, those that
    were there at the start among them, and the points recovered since. [TCS 4.01 17.1a, 17.1d]"""

    start: int
    platoons: int
    others: int
    recovered: int
    by: int

    @property
    def morale(self) -> int:
        """The battalion morale, never below 0."""
        return max(self.start + self.platoons + self.others // self.by - self.recovered, 0)


@dataclass(frozen=True, slots=True)
class Marked:
    """How a formation of vehicles stands: its track, where that comes from, its steps at full strength and those lost."""

    track: Track
    source: str
    steps: int
    gone: int


@dataclass(frozen=True)
class Toll:
    """What losses come to: the edits, the units that are destroyed, what is said of them, and what is asked then: vehicle
    morale, and for units of no battalion to which several are equally near `losses.box`, by which the other side picks one."""

    edits: tuple[Edit, ...] = ()
    destroyed: tuple[Unit, ...] = ()
    said: tuple[Reason, ...] = ()
    then: tuple[Next, ...] = ()


# Whose morale it is ---------------------------------------------------------------------------------------------------------


def has_vehicle_morale(unit: Unit) -> bool:
    """Whether the losses of a unit are those of vehicles; carriers are none. [TCS 4.01 3.1c-d, 17.1c]"""
    return unit.kind == VEHICLE


def formation_of(forces: Forces, unit: Unit) -> Formation | None:
    """The formation whose box or track a unit counts for by itself: the nearest above it that says what morale it has.

    None for a unit of no battalion, and for vehicles of no track. [TCS 4.01 17.1b-c, 17.8f]
    """
    named = next((each for each in forces.oob.above(unit.counter.formation) if each.values.get(KIND)), None)
    wanted = VEHICLES if has_vehicle_morale(unit) else BATTALION
    return named if named is not None and named.values.get(KIND) == wanted else None


def box_of(case: ForceTables, forces: Forces, formation: Formation) -> Box:
    """The box of a battalion as it is now. [TCS 4.01 17.1, 17.1a, 17.1d]"""
    preset = case.choices.get("morale.battalion_start", "0")
    start = _printed(formation, _START, int(preset) if preset.isdecimal() else 0)
    held = {what: _printed(formation, value) + _counted(forces, formation, what) for what, value in AT_START.items()}
    by = case.ruleset.whole("battalion_morale.others")
    return Box(start, held[PLATOONS], held[OTHERS], _counted(forces, formation, RECOVERED), by)


def has_rolled(forces: Forces, formation: Formation) -> bool:
    """Whether a formation has rolled to recover morale in this turn. [TCS 4.01 17.1d, 17.8d]"""
    return _counted(forces, formation, ROLLED) > 0


def battalion_morale_of(case: ForceTables, forces: Forces, unit: Unit) -> int:
    """The battalion morale that a unit checks with; 0 for one of no battalion. [TCS 4.01 17.1b-c]"""
    formation = None if has_vehicle_morale(unit) else formation_of(forces, unit)
    return box_of(case, forces, formation).morale if formation is not None else 0


def marked_of(case: ForceTables, consulted: Consulted, forces: Forces, formation: Formation, but: int = 0) -> Marked | None:
    """The track of a formation of vehicles as it is now, or before the last steps (`but`) were lost; None for one without.

    Raises NotInChart for a size that the chart of tracks does not have. [TCS 4.01 17.8a, 17.8d-e]
    """
    boxes, source = track_of(case, consulted, formation.id)
    if not boxes:
        return None
    steps, lost = vehicle_steps(forces, formation.id), max(_counted(forces, formation, STEPS) - but, 0)
    before = _lost_before(forces, formation)
    track = Track(boxes, _printed(formation, MARKED) % len(boxes), _printed(formation, _START))
    for hit in hits(track, lost, before, steps):
        track = hit.track
    morale = max(track.morale - _counted(forces, formation, RALLIED), 0)
    return Marked(Track(boxes, track.marked, morale), source, steps, before + lost)


def _printed(formation: Formation, value: str, preset: int = 0) -> int:
    found = formation.values.get(value)
    return found if isinstance(found, int) and not isinstance(found, bool) else preset


def _counted(forces: Forces, formation: Formation, what: str) -> int:
    return counted(forces.state.conditions.get((formation.id, what), ""))


def _lost_before(forces: Forces, formation: Formation) -> int:
    """The steps that vehicles of a formation have lost before play. [TCS 4.01 27.1d-e]"""
    start = forces.scenario.start.pieces if forces.scenario is not None else {}
    known = (forces.unit(each.id) for each in forces.oob.all_members(formation.id))
    return sum(start[unit.id].lost for unit in known if unit is not None and unit.kind == VEHICLE and unit.id in start)


# What losses come to --------------------------------------------------------------------------------------------------------


def toll_of(
    board: Board, steps: Mapping[str, int], because: str = "", driven_by: Mapping[str, str] = MappingProxyType({})
) -> Toll:
    """What it comes to when units lose steps in combat, by their ids: all that they lose, of a unit that is eliminated all that
    it has. What a destroyed unit carried or towed is destroyed with it, whether it is named or not.

    Vehicle morale is asked about for each formation that has lost steps, of which `because` may be an assault, and `driven_by`
    what is known of where the enemy came from, by which vehicles that fail retreat.
    [TCS 4.01 10.0c, 17.1a, 17.1c, 17.4k, 17.6, 17.8a, 24.1d]
    """
    forces = board.forces
    losing_now = {unit: min(lost, unit.left) for unit, lost in _losers(forces, steps) if lost > 0}
    destroyed = tuple(unit for unit, lost in losing_now.items() if lost >= unit.left)
    work = work_of(board)
    edits = [*losing(work, losing_now, {unit.id: lost for unit, lost in losing_now.items()}, _same_face)]
    more: dict[tuple[str, str], int] = {}
    said: list[Reason] = []
    then: list[Next] = []
    for unit in destroyed:
        if not has_vehicle_morale(unit):
            said += _boxed(board, unit, more, then)
    suffered: dict[str, int] = {}
    for unit, lost in losing_now.items():
        if not has_vehicle_morale(unit):
            continue
        formation = formation_of(forces, unit)
        if formation is None:
            said.append(
                step(board.case, "17.8f", "{unit}: of no formation with a track, so that nobody counts it", unit=unit.name)
            )
        else:
            suffered[formation.id] = suffered.get(formation.id, 0) + lost
    for id_, lost in suffered.items():
        more[id_, STEPS] = lost
        then.append(_vehicle_morale(board, id_, lost, because, driven_by))
    if more and forces.state.in_play:
        edits.append(Count("Count what is lost", more))
    return Toll(tuple(edits), destroyed, tuple(said), tuple(then))


def destroying(board: Board, units: Iterable[Unit], because: str = "") -> Toll:
    """What it comes to when units are eliminated in combat. [TCS 4.01 17.1a, 17.4, 17.6]"""
    return toll_of(board, {unit.id: unit.left for unit in units}, because)


def box_edit(formation: str, platoon: bool) -> Edit:
    """The edit by which a destroyed unit counts for a battalion. [TCS 4.01 17.1a, 17.1c]"""
    return Count("Count what is lost", {(formation, PLATOONS if platoon else OTHERS): 1})


def is_platoon(board: Board, unit: Unit) -> bool:
    """Whether a destroyed unit counts by itself, and not by threes. [TCS 4.01 17.1a]"""
    return kind_of(board.case.ruleset, unit).name == _PLATOON


def nearest_boxes(board: Board, unit: Unit) -> tuple[tuple[Formation, ...], int]:
    """The battalions of the units of its side that are nearest to a unit, in the order of the box, and how far they are.

    [TCS 4.01 17.1c]
    """
    at = unit.piece.at if unit.piece is not None else None
    if not isinstance(at, Hex):
        return (), 0
    best: dict[str, Formation] = {}
    least = -1
    for number, other in board.of(unit.side):
        away = board.net.hexes[number].distance(at)
        if other.id == unit.id or has_vehicle_morale(other) or (0 <= least < away):
            continue
        formation = formation_of(board.forces, other)
        if formation is None:
            continue
        if away != least:
            best, least = {}, away
        best[formation.id] = formation
    order = list(board.forces.oob.ids("formations"))
    return tuple(sorted(best.values(), key=lambda each: order.index(each.id))), max(least, 0)


def _losers(forces: Forces, steps: Mapping[str, int]) -> Iterator[tuple[Unit, int]]:
    """Who loses how many steps, each once: those that are named, and all that destroyed carriers had with them."""
    lost = dict(steps)
    waiting = list(steps)
    while waiting:
        unit = forces.unit(waiting.pop())
        if unit is not None and lost[unit.id] >= unit.left:
            for rider in forces.deployment.carried(unit.id):
                carried = forces.unit(rider)
                if carried is not None and lost.get(rider, 0) < carried.left:
                    lost[rider] = carried.left
                    waiting.append(rider)
    for id_, number in lost.items():
        unit = forces.unit(id_)
        if unit is not None and unit.piece is not None:
            yield unit, number


def _same_face(unit: Unit, left: int) -> int:
    """The sides of counters are their modes: losses turn none. [TCS 4.01 3.3, 4.0]"""
    return unit.piece.face if unit.piece is not None else 0


def _boxed(board: Board, unit: Unit, more: dict[tuple[str, str], int], then: list[Next]) -> Iterator[Reason]:
    """For which battalion a destroyed unit counts; where the other side has to say so, that it is asked. [TCS 4.01 17.1a, c]"""
    case, platoon = board.case, is_platoon(board, unit)
    what = PLATOONS if platoon else OTHERS
    own = formation_of(board.forces, unit)
    found, away = ((own,), 0) if own is not None else nearest_boxes(board, unit)
    if not found:
        yield step(case, "17.1c", "{unit}: no battalion of its side has a box and units on the map", unit=unit.name)
        return
    if len(found) > 1:
        template = "{unit}: of no battalion; equally near, {away} hexes away, are {names}: the other side says which"
        names = ", ".join(each.name for each in found)
        yield step(case, "17.1c", template, unit=unit.name, away=away, names=names)
        given = {"unit": unit.id, "among": ", ".join(each.id for each in found)}
        title = Reason(board.ref("17.1c"), "The battalion that {unit} counts for", {"unit": unit.name})
        then.append(Next("losses.box", title, given, side=next((side for side in board.sides if side != unit.side), "")))
        return
    key = found[0].id, what
    more[key] = more.get(key, 0) + 1
    told = {"unit": unit.name, "formation": found[0].name}
    if own is None:
        yield step(case, "17.1c", "{unit}: of no battalion, it counts for the nearest, {formation}", **told)
    template = "{unit}, an infantry platoon: a point of morale of {formation}"
    yield step(case, "17.1a", template if platoon else "{unit}: one of three that make a point of {formation}", **told)


def _vehicle_morale(board: Board, formation: str, lost: int, because: str, driven_by: Mapping[str, str]) -> Next:
    found = board.forces.oob.formation(formation)
    name = found.name if found is not None else formation
    given = {"formation": formation, "losses": str(lost), "counted": "yes"} | ({"because": because} if because else {})
    given |= driven_by
    title = Reason(board.ref("17.8b"), "Vehicle morale of {formation}", {"formation": name})
    return Next("vehicle_morale.at", title, given, side=found.side if found is not None else "")
