"""Op sheets and minefields before play, checked: rally points, sheets of a unit, guns off the map, mines.

[TCS 4.01 6.5-6.12, 21.1, 27.1f]

A battalion, for rally points, is the nearest formation with a morale of its own, else one of battalion size, else the highest.
"""

from collections.abc import Iterator
from dataclasses import replace

from core.base.errors import Place, did_you_mean
from core.geometry.layout import plane_centre
from core.model.edits.force_edits import ChangeScenario
from core.model.issues import Issue, Severity
from core.model.oob import Formation, Oob
from core.model.orders import OpSheet
from core.model.scenario import Scenario
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Forces, Unit
from core.rules.kernel.set_up import SetUps
from core.rules.kernel.system import ForceTables
from core.rules.tcs.orders.command import TYPES
from core.rules.tcs.orders.graphic_checks import graphic_checks
from core.rules.tcs.orders.sheet_checks import forward_points, organization, too_many

MORALE = "morale.kind"
OF_BATTALION, OF_VEHICLES = "battalion", "vehicles"
BATTALION_SIZE = 16
"""Battalions and larger, in the digits of a symbol's code that say its size."""

MISSION, ON_MAP = "barrage", "artillery"
"""Kinds of pieces that are artillery: the marker of a mission, and guns that may stand on the map."""


def battalion_of(oob: Oob, formation: str) -> Formation | None:
    """The battalion, or formation of vehicles, that a formation belongs to or is; None where it belongs to none.

    [TCS 4.01 6.12a, 17.1c, 17.8a]
    """
    above = tuple(oob.above(formation))
    by_morale = (each for each in above if each.values.get(MORALE) in (OF_BATTALION, OF_VEHICLES))
    by_size = (each for each in above if each.sidc[8:10].isdecimal() and int(each.sidc[8:10]) >= BATTALION_SIZE)
    return next(by_morale, None) or next(by_size, None) or (above[-1] if above else None)


def units_of(case: ForceTables, forces: Forces, set_ups: SetUps, sheet: OpSheet) -> tuple[Unit, ...]:
    """The units of a task organization; a formation in it stands for all in it, but for artillery that is on no sheet.

    [TCS 4.01 6.7a, 6.7b]
    """
    units = tuple(forces.units_named(sheet.units))
    return units if on_sheets(case) else tuple(unit for unit in units if not is_off_map(case, set_ups, unit))


def on_sheets(case: ForceTables) -> bool:
    """Whether the game assigns artillery off the map to op sheets. [TCS 4.01 6.7b]"""
    return case.choices["artillery.on_sheets"] == "on"


def is_off_map(case: ForceTables, set_ups: SetUps, unit: Unit) -> bool:
    """Whether a unit is artillery off the map: the marker of a mission, or guns that neither stand on the map nor come onto it.

    Where no artillery stands on maps, guns of no place are off them. [TCS 4.01 18.0, 24.6]
    """
    if unit.kind != ON_MAP:
        return unit.kind == MISSION
    if unit.piece is not None and not isinstance(unit.piece.at, str):
        return False
    if set_ups.arrivals_of(unit) or any(not each.box for each in set_ups.of(unit)):
        return False
    return unit.piece is not None or case.choices["artillery.on_map"] == "off"


def scenario_checks(case: ForceTables, forces: Forces, file: str) -> Iterator[Issue | None]:
    """What is wrong with the op sheets and minefields of a scenario; None between what takes time."""
    scenario = forces.box.scenarios[file]
    set_ups = SetUps(forces, scenario)
    on: dict[str, list[OpSheet]] = {}
    for sheet in scenario.sheets:
        units = units_of(case, forces, set_ups, sheet)
        for unit in units:
            on.setdefault(unit.id, []).append(sheet)
        if not sheet.implemented:
            yield _waits(sheet, units, _place(sheet, file))
        yield from checks_of(case, forces, sheet, units, _place(sheet, file))
        yield from _off_map(case, forces, set_ups, sheet, file)
        yield None
    yield from _too_many(case, forces, on, file)
    yield from _mines(forces, scenario, set_ups, file)


def _place(sheet: OpSheet, file: str) -> Place:
    return sheet.place if sheet.place.file else Place(file)


def _waits(sheet: OpSheet, units: tuple[Unit, ...], place: Place) -> Issue:
    """A sheet that does not begin in force. [TCS 4.01 27.1f]"""
    text = f"The op sheet {sheet.id} begins unimplemented; a sheet drawn up before play begins implemented."
    return Issue(place, text, Severity.ERROR, "27.1f", "sheet-waits", units=tuple(unit.id for unit in units))


def checks_of(case: ForceTables, forces: Forces, sheet: OpSheet, units: tuple[Unit, ...], place: Place) -> Iterator[Issue]:
    """What is wrong with what one op sheet says, before play or in it. [TCS 4.01 6.5c, 6.6, 6.7, 6.12, 6.14]"""
    yield from _of_sheet(forces, sheet, units, place)
    yield from _of_line(case, sheet, place)
    # Who is added to a sheet gathers somewhere, too.
    added = forces.units_named(name for each in sheet.added for name in each.units)
    gathering = tuple({unit.id: unit for unit in (*units, *added)}.values())
    yield from _rally(forces, sheet, gathering, place)
    yield from organization(case, forces, sheet, units, place)
    yield from forward_points(forces, sheet, gathering, place)
    yield from graphic_checks(forces, sheet, place)


def _of_sheet(forces: Forces, sheet: OpSheet, units: tuple[Unit, ...], place: Place) -> Iterator[Issue]:
    ids = tuple(unit.id for unit in units)
    if sheet.type not in TYPES:
        near = did_you_mean(sheet.type, TYPES)
        text = f'The op sheet {sheet.id} is of the type "{sheet.type}", which there is not.{near}'
        if not sheet.type:
            text = f"Nothing says of which type the op sheet {sheet.id} is.{near}"
        yield Issue(place, text, Severity.ERROR, "6.6", "sheet-type", units=ids)
    if not units:
        yield Issue(place, f"No unit is on the op sheet {sheet.id}.", Severity.WARNING, "6.7", "sheet-empty")
    strangers = tuple(unit for unit in units if unit.side != sheet.side)
    if strangers:
        text = (
            f"On the op sheet {sheet.id} of {forces.side_name(sheet.side)} there are units of another side: {names(strangers)}."
        )
        yield Issue(place, text, Severity.ERROR, "6.7a", "sheet-side", units=tuple(unit.id for unit in strangers))


def _of_line(case: ForceTables, sheet: OpSheet, place: Place) -> Iterator[Issue]:
    """What is wrong with a line entry: nobody has agreed on it, it says no mission, or it has a graphic. [TCS 4.01 6.15]"""
    if not sheet.line:
        return
    if case.choices.get("command.line_entry") != "on":
        text = f"The op sheet {sheet.id} is a line, and by the options of the box op sheets have a graphic."
        yield Issue(place, text, Severity.WARNING, "6.15", "sheet-line")
    if not sheet.note.strip():
        text = f"The line of the op sheet {sheet.id} says no mission; a few words of notes do."
        yield Issue(place, text, Severity.WARNING, "6.15a", "sheet-line")
    if sheet.measures:
        text = f"The op sheet {sheet.id} is a line, and its graphic is not looked at."
        yield Issue(place, text, Severity.WARNING, "6.15", "sheet-line")


def _off_map(case: ForceTables, forces: Forces, set_ups: SetUps, sheet: OpSheet, file: str) -> Iterator[Issue]:
    """Artillery off the map that a sheet names, by itself or as a formation of nothing else. [TCS 4.01 6.7b]

    A formation of other units may have it: then it is simply not on the sheet with them.
    """
    if on_sheets(case):
        return
    guns: dict[str, Unit] = {}
    wrong = []
    for name in sheet.units:
        units = tuple(forces.units_named((name,)))
        if units and all(is_off_map(case, set_ups, unit) for unit in units):
            wrong.append(name)
            guns |= {unit.id: unit for unit in units}
    if not guns:
        return
    text = f"On the op sheet {sheet.id} there is artillery off the map, which this game puts on none: {names(guns.values())}."
    scenario = forces.box.scenarios[file]
    left = tuple(name for name in sheet.units if name not in wrong)
    rest = replace(sheet, units=left, rally=tuple(pair for pair in sheet.rally if pair[0] not in wrong))
    sheets = tuple(rest if each is sheet else each for each in scenario.sheets)
    fix = ChangeScenario("Take off-map artillery off the sheet", file, replace(scenario, sheets=sheets))
    yield Issue(_place(sheet, file), text, Severity.ERROR, "6.7b", "sheet-artillery", units=tuple(guns), fix=fix)


def _rally(forces: Forces, sheet: OpSheet, units: tuple[Unit, ...], place: Place) -> Iterator[Issue]:
    """Every battalion on a sheet needs exactly one rally point. [TCS 4.01 6.5c, 6.12a]"""
    oob = forces.oob
    battalions: dict[str, tuple[Formation, list[Unit]]] = {}
    alone = []
    for unit in units:
        battalion = battalion_of(oob, unit.counter.formation)
        if battalion is None:
            alone.append(unit)
        else:
            battalions.setdefault(battalion.id, (battalion, []))[1].append(unit)
    for id_, (battalion, some) in battalions.items():
        ids = tuple(unit.id for unit in some)
        within = {each.id for each in oob.below(id_)} | set(ids)
        # Parts of it that gather in the same hex have one rally point between them.
        points = {spot for label, spot in sheet.rally if label in within}
        for each in oob.above(battalion.parent):
            points = points or {spot for label, spot in sheet.rally if label == each.id}
        if len(points) > 1:
            text = f"{battalion.name} has {len(points)} rally points on the op sheet {sheet.id}; a battalion has exactly one."
            yield Issue(place, text, Severity.ERROR, "6.12a", "rally-points", units=ids)
        elif not points:
            text = f"{battalion.name} has no rally point on the op sheet {sheet.id}; every battalion on it needs one."
            yield Issue(place, text, Severity.ERROR, "6.12a", "rally-points", units=ids)
    named = [label for label, _ in sheet.rally]
    for number, said in ((0, "have no rally point"), (2, "have more than one rally point")):
        these = tuple(unit for unit in alone if min(named.count(unit.id), 2) == number)
        if these:
            text = f"Units on the op sheet {sheet.id} {said}: {names(these)}."
            yield Issue(place, text, Severity.ERROR, "6.12a", "rally-points", units=tuple(unit.id for unit in these))


def _too_many(case: ForceTables, forces: Forces, on: dict[str, list[OpSheet]], file: str) -> Iterator[Issue]:
    """Units on more sheets than they may be on. [TCS 4.01 6.7c]"""
    for sheets, why, units in too_many(case, on, forces):
        text = f"{names(units)}: on the op sheets {' and '.join(each.id for each in sheets)}; {why}."
        ids = tuple(unit.id for unit in units)
        yield Issue(_place(sheets[-1], file), text, Severity.ERROR, "6.7c", "sheets-of-unit", units=ids)


def _mines(forces: Forces, scenario: Scenario, set_ups: SetUps, file: str) -> Iterator[Issue | None]:
    """Mines of the side that sets up first, where the other may be set up. [TCS 4.01 21.1]"""
    fields = [
        (spot, mark)
        for spot, marks in scenario.start.marks.items()
        for mark in marks
        if mark.kind == "minefield" and not isinstance(spot, str) and mark.side in ("", scenario.sets_up_first)
    ]
    if not fields or not scenario.sets_up_first:
        return
    open_to: set[int] = set()
    for unit in forces.all_units():
        if unit.side != scenario.sets_up_first:
            open_to |= {id(each) for each in set_ups.of(unit)}
    yield None
    areas = [(each, set_ups.hexes(each)) for each in scenario.set_ups if id(each) in open_to]
    for spot, _ in sorted(fields, key=lambda field: field[0]):
        if any(spot in area for _, area in areas):
            text = (
                f"There is a minefield in {forces.box.label(spot)}, where enemies of the side that sets up first may be set up."
            )
            yield Issue(Place(file), text, Severity.ERROR, "21.1", "mines-in-set-up", at=plane_centre(spot))
