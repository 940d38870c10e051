"""What is wrong with what an op sheet says of its units: tasks, reserves, alternates, rally points.

[TCS 4.01 6.6-6.7, 6.12, 6.14]

The same findings are told of the sheets of a scenario and of those that are drawn up in play.
"""

from collections.abc import Iterator, Mapping, Sequence

from core.base.errors import Place, did_you_mean
from core.geometry.hexes import Hex
from core.model.issues import Issue, Severity
from core.model.orders import OpSheet
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Forces, Unit
from core.rules.kernel.system import ForceTables
from core.rules.tcs.orders.command import TYPES, highest, rating_of
from core.rules.tcs.orders.sheet_sets import played_together
from core.rules.tcs.reckoning import at_least

MOST_SHEETS = "sheets.most"


def organization(case: ForceTables, forces: Forces, sheet: OpSheet, units: Sequence[Unit], place: Place) -> Iterator[Issue]:
    """What is wrong with how the units of a sheet are divided and held back. [TCS 4.01 6.6, 6.7, 6.14b-d]"""
    yield from _groups(forces, sheet, units, place)
    yield from _reserve(case, forces, sheet, units, place)
    yield from _alternates(case, forces, sheet, place)


def _groups(forces: Forces, sheet: OpSheet, units: Sequence[Unit], place: Place) -> Iterator[Issue]:
    """Every unit has one task: it is in one group, where there are groups. [TCS 4.01 6.6, 6.7]"""
    if not sheet.groups:
        return
    added = forces.units_named(name for each in sheet.added for name in each.units)
    on = {unit.id: unit for unit in (*units, *added)}
    tasks: dict[str, list[str]] = {}
    for group in sheet.groups:
        if group.type and group.type not in TYPES:
            near = did_you_mean(group.type, TYPES)
            text = f'The group {group.name} on the op sheet {sheet.id} has the type "{group.type}", which there is not.{near}'
            yield Issue(place, text, Severity.ERROR, "6.6", "sheet-type")
        for unit in forces.units_named(group.units):
            tasks.setdefault(unit.id, []).append(group.name)
            if unit.id not in on:
                text = f"{unit.name} is in the group {group.name}, but not on the op sheet {sheet.id}."
                yield Issue(place, text, Severity.ERROR, "6.7", "sheet-groups", units=(unit.id,))
    bare = tuple(unit for unit in units if unit.id not in tasks)
    if bare:
        text = f"On the op sheet {sheet.id} there are units in none of its groups: {names(bare)}."
        yield Issue(place, text, Severity.WARNING, "6.7", "sheet-groups", units=tuple(unit.id for unit in bare))
    twice: dict[tuple[str, ...], list[Unit]] = {}
    for id_, held in tasks.items():
        if len(held) > 1 and id_ in on:
            twice.setdefault(tuple(held), []).append(on[id_])
    for held_by, some in twice.items():
        text = (
            f"{names(some)}: in the groups {' and '.join(held_by)} of the op sheet {sheet.id}; units have one task on a sheet."
        )
        yield Issue(place, text, Severity.ERROR, "6.6", "sheet-groups", units=tuple(unit.id for unit in some))
    known = [group for group in sheet.groups if group.type in TYPES and sheet.type in TYPES]
    above = [group.type for group in known if TYPES.index(group.type) < TYPES.index(sheet.type)]
    if above:
        best = min(above, key=TYPES.index)
        text = f"The op sheet {sheet.id} has a group with the type {best}, so that it counts as {best} and not as {sheet.type}."
        yield Issue(place, text, Severity.WARNING, "6.6", "sheet-type")


def _reserve(case: ForceTables, forces: Forces, sheet: OpSheet, units: Sequence[Unit], place: Place) -> Iterator[Issue]:
    """Up to half of the units are held back, by a side whose rating lets it commit them. [TCS 4.01 6.14b, 6.14d]"""
    held = tuple(unit for unit in forces.units_named(sheet.reserve) if unit.id not in sheet.gone)
    if not held:
        return
    on = {unit.id for unit in units}
    strangers = tuple(unit for unit in held if unit.id not in on)
    if strangers:
        text = f"{names(strangers)}: in reserve, but not on the op sheet {sheet.id}."
        yield Issue(place, text, Severity.ERROR, "6.14b", "sheet-reserve", units=tuple(unit.id for unit in strangers))
    if len(held) * 2 > len(units) and not sheet.committed:
        text = f"On the op sheet {sheet.id} {len(held)} of {len(units)} units are in reserve; it may be half of them at most."
        yield Issue(place, text, Severity.ERROR, "6.14b", "sheet-reserve", units=tuple(unit.id for unit in held))
    yield from _never(case, forces, sheet, place, "reserves")


def _alternates(case: ForceTables, forces: Forces, sheet: OpSheet, place: Place) -> Iterator[Issue]:
    """Each unit has one alternate at most. [TCS 4.01 6.14c, 6.14d]"""
    if not sheet.alternates:
        return
    count: dict[str, list[Unit]] = {}
    for alternate in sheet.alternates:
        for unit in forces.units_named(alternate.units):
            count.setdefault(unit.id, []).append(unit)
    some = tuple(held[0] for held in count.values() if len(held) > 1)
    if some:
        text = f"{names(some)}: with more than one alternate on the op sheet {sheet.id}; each unit has one."
        yield Issue(place, text, Severity.ERROR, "6.14c", "sheet-alternates", units=tuple(unit.id for unit in some))
    yield from _never(case, forces, sheet, place, "alternates")


def _never(case: ForceTables, forces: Forces, sheet: OpSheet, place: Place, what: str) -> Iterator[Issue]:
    """A side whose rating no die reaches has neither reserves nor alternates. [TCS 4.01 6.14d]"""
    rating = rating_of(case, forces, sheet.side)
    if rating is not None and not at_least("d6", rating):
        text = f"{forces.side_name(sheet.side)} has the rating {rating}, which no die reaches: it has no {what} [6.14d]."
        yield Issue(place, text, Severity.ERROR, "6.14d", "sheet-reserve" if what == "reserves" else "sheet-alternates")


def forward_points(forces: Forces, sheet: OpSheet, units: Sequence[Unit], place: Place) -> Iterator[Issue]:
    """Rally points that lead all units of theirs toward the enemy. [TCS 4.01 6.12c]"""
    enemies = [
        spot
        for spot, ids in forces.deployment.stacks.items()
        if isinstance(spot, Hex) and any((unit := forces.unit(id_)) is not None and unit.side != sheet.side for id_ in ids)
    ]
    if not enemies:
        return
    for label, point in sheet.rally:
        within = {unit.id for unit in forces.units_named((label,))}
        standing = [unit for unit in units if unit.id in within and unit.piece and isinstance(unit.piece.at, Hex)]
        if standing and all(_is_nearer(unit, point, enemies) for unit in standing):
            name = _name_of(forces, label)
            text = (
                f"The rally point of {name} on the op sheet {sheet.id}, {forces.box.label(point)}, leads it toward the enemy; "
                "it is to be a safe place."
            )
            ids = tuple(unit.id for unit in standing)
            yield Issue(place, text, Severity.WARNING, "6.12c", "rally-forward", units=ids)


def _is_nearer(unit: Unit, point: Hex, enemies: Sequence[Hex]) -> bool:
    """Whether a hex is nearer to the enemy that is nearest to a unit than the unit is."""
    assert unit.piece is not None and isinstance(unit.piece.at, Hex)
    here = unit.piece.at
    nearest = min(enemies, key=lambda spot: (here.distance(spot), spot))
    return point.distance(nearest) < here.distance(nearest)


def _name_of(forces: Forces, label: str) -> str:
    formation = forces.oob.formation(label)
    if formation is not None:
        return formation.name or label
    unit = forces.unit(label)
    return unit.name if unit is not None else label


def too_many(
    case: ForceTables, on: Mapping[str, Sequence[OpSheet]], forces: Forces
) -> Iterator[tuple[Sequence[OpSheet], str, tuple[Unit, ...]]]:
    """Units on more sheets than they may be on: the sheets, why that cannot be, and the units. A sheet that is over
    does not count: a success by its rule, a failure as units that fail are crossed out of theirs. Who is added to a sheet in
    force is on one that is not implemented until the roll for them passes. [TCS 4.01 6.7c, 6.11d, 6.13c]"""
    most = case.ruleset.whole(MOST_SHEETS)
    found: dict[tuple[str, tuple[str, ...]], list[Unit]] = {}
    for id_, listing in ((id_, some) for id_, every in on.items() for some in played_together(case, every)):
        sheets = [each for each in listing if not each.is_over]
        waiting = [kind for each in sheets if (kind := _waits_as(forces, each, id_)) is not None]
        if len(sheets) > most:
            why = f"a unit is on {most} at most"
        elif len(sheets) - len(waiting) > 1:
            why = "only one of them may be implemented"
        elif len(set(waiting)) < len(waiting):
            why = "two that are not implemented must be of different types"
        else:
            continue
        unit = forces.unit(id_)
        if unit is not None:
            found.setdefault((why, tuple(each.id for each in sheets)), []).append(unit)
    for (why, ids), units in found.items():
        sheets = [each for each in on[units[0].id] if each.id in ids]
        yield sheets, why, tuple(units)


def _waits_as(forces: Forces, sheet: OpSheet, id_: str) -> str | None:
    """The type of what a sheet prepares for a unit, None where it binds it already. [TCS 4.01 6.6, 6.7c, 6.13c]"""
    if sheet.in_preparation:
        return highest((sheet.type, *(group.type for group in sheet.groups)))
    joins = (each.type for each in sheet.added if each.in_preparation and id_ in forces.oob.counters_meant(each.units))
    return next(joins, None)
