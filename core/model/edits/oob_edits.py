"""Edits of the order of battle as a tree: what belongs to what, what is called how, what comes and what goes.

Every function gives one edit, and changes nothing itself. What cannot be done is refused with WrongUse, whose text says why.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from core.base.errors import WrongUse
from core.model.box import GameBox
from core.model.deployment import Deployment, Mark, Spot
from core.model.edits.edit import Edit, Several
from core.model.edits.force_edits import ChangePieces, ChangeScenario, ChangeUnits, forgotten
from core.model.oob import NO_VALUES, OOB_SECTIONS, Counter, Formation, Oob, OobItem, OobRef, Side, Value, Values
from core.model.scenario import Scenario
from core.model.side_colours import colour_for
from core.model.work import Work


def reassigned(oob: Oob, moved: Iterable[OobRef], to: OobRef) -> ChangeUnits:
    """Puts counters and formations, with all that belongs to them, into a formation, or to a side itself.

    What belongs to something that is moved goes along with it. Raises WrongUse for sides, for what would belong to itself, and
    where there is nothing to put it into.
    """
    refs = tuple(dict.fromkeys(moved))
    target = oob.item(to)
    if not isinstance(target, Side | Formation):
        raise WrongUse("Counters and formations can only be put into a formation, or to a side.")
    above = {each.id for each in oob.above(target.id)} if isinstance(target, Formation) else set()
    side, parent = (target.id, "") if isinstance(target, Side) else (target.side, target.id)
    formations = {item.id for ref in refs if isinstance(item := oob.item(ref), Formation)}
    changes: dict[OobRef, OobItem | None] = {}
    for ref in refs:
        item = oob.item(ref)
        if isinstance(item, Side):
            raise WrongUse(f"{item.name} is a side, which belongs to nothing.")
        if isinstance(item, Formation):
            if item.id in above:
                what = "itself" if item.id == parent else f"{target.name}, which belongs to it"
                raise WrongUse(f"{item.name} cannot be put into {what}.")
            if not _goes_along(oob, item.parent, formations):
                changes |= _with_side(oob, item, side)
                changes[ref] = replace(item, parent=parent, side=side)
        elif isinstance(item, Counter) and not _goes_along(oob, item.formation, formations):
            changes[ref] = replace(item, formation=parent, side=side)
    made = {ref: item for ref, item in changes.items() if oob.item(ref) != item}
    return ChangeUnits(f"Move {_called(oob, made or refs)} to {target.name}", made)


def _goes_along(oob: Oob, formation: str, moved: set[str]) -> bool:
    return any(each.id in moved for each in oob.above(formation))


def _with_side(oob: Oob, formation: Formation, side: str) -> dict[OobRef, OobItem | None]:
    """All that belongs to a formation, as belonging to a side."""
    changes: dict[OobRef, OobItem | None] = {}
    for each in oob.below(formation.id):
        if each.side != side and (ref := oob.ref("formations", each.id)) is not None:
            changes[ref] = replace(each, side=side)
        for counter in oob.members(each.id):
            if counter.side != side and (ref := oob.ref("counters", counter.id)) is not None:
                changes[ref] = replace(counter, side=side)
    return changes


def _called(oob: Oob, refs: Iterable[OobRef]) -> str:
    """What is changed, in words: a formation by its name, all else by how many."""
    found = tuple(refs)
    if len(found) == 1 and isinstance(item := oob.item(found[0]), Side | Formation):
        return item.name
    counters = sum(ref.section == "counters" for ref in found)
    words = [
        f"{number} {word}{'' if number == 1 else 's'}"
        for number, word in ((len(found) - counters, "formation"), (counters, "counter"))
        if number
    ]
    return " and ".join(words) or "nothing"


# What comes ----------------------------------------------------------------------------------------------------------------


def added_side(oob: Oob, name: str) -> ChangeUnits:
    """A new side, in a colour that is told from those of the others."""
    ref = OobRef("sides", oob.sides.next_key)
    colour = colour_for(name, (side.colour for side in oob.sides))
    return ChangeUnits("Add a side", {ref: Side(oob.new_id("sides", name), name, colour)})


def added_formation(oob: Oob, within: OobRef, name: str) -> ChangeUnits:
    """A new formation in another one, or of a side. Raises WrongUse where there is neither."""
    side, parent = _home(oob, within)
    ref = OobRef("formations", oob.formations.next_key)
    return ChangeUnits("Add a formation", {ref: Formation(oob.new_id("formations", name), name, side, parent)})


def added_counter(oob: Oob, within: OobRef, name: str, name_id: str, beside: Counter | None = None) -> ChangeUnits:
    """A new counter in a formation, or of a side. `name_id` is the value that says what a counter is called, "" for none.

    It prints what the one `beside` it prints, but for the name. Raises WrongUse where there is neither formation nor side.
    """
    side, formation = _home(oob, within)
    values = beside.values if beside is not None else NO_VALUES
    if name_id:
        values = values.set(name_id, name)
    id_ = oob.new_id("counters", name)
    made = Counter(id_, side, values, None, formation)
    if beside is not None:
        made = replace(made, back=beside.back, sidc=beside.sidc, look=beside.look)
    return ChangeUnits("Add a counter", {OobRef("counters", oob.counters.next_key): made})


def _home(oob: Oob, within: OobRef) -> tuple[str, str]:
    """The side and the formation of what is put in there."""
    match oob.item(within):
        case Side(id=id_):
            return id_, ""
        case Formation(id=id_, side=side):
            return side, id_
        case Counter(side=side, formation=formation):
            return side, formation
        case _:
            raise WrongUse("There must be a side before anything can belong to it.")


# What is said --------------------------------------------------------------------------------------------------------------


def renamed(oob: Oob, ref: OobRef, name: str, name_id: str) -> ChangeUnits:
    """Calls something otherwise; its id stays. Raises WrongUse for no name, and for counters that print none."""
    name = name.strip()
    if not name:
        raise WrongUse("A name must have letters.")
    item = oob.item(ref)
    label = f"Rename to {name}"
    if isinstance(item, Side | Formation):
        return ChangeUnits(label, {ref: replace(item, name=name)})
    if not isinstance(item, Counter):
        raise WrongUse("It is there no more.")
    if not name_id:
        raise WrongUse("The rules of this box have no value for the name of a counter.")
    return ChangeUnits(label, {ref: replace(item, values=item.values.set(name_id, name))})


def christened(oob: Oob, ref: OobRef, name: str, name_id: str) -> ChangeUnits:
    """Says what something is called that has just been made: its id is made of the name, too, while nothing belongs to it, and
    a side gets the colour that it is called by. Whoever asks knows that no scenario names it. Raises WrongUse as `renamed`."""
    was, edit = oob.item(ref), renamed(oob, ref, name, name_id)
    item = edit.items[ref]
    if was is None or item is None or item == was or _is_named(oob, was):
        return edit
    item = replace(item, id=oob.new_id(ref.section, name))
    if isinstance(item, Side):
        item = replace(item, colour=colour_for(item.name, (side.colour for side in oob.sides if side is not was)))
    return ChangeUnits(edit.label, {ref: item})


def _is_named(oob: Oob, item: OobItem) -> bool:
    """Whether anything belongs to it."""
    match item:
        case Side(id=id_):
            return any(each.side == id_ for each in oob.formations) or any(each.side == id_ for each in oob.counters)
        case Formation(id=id_):
            return any(each.parent == id_ for each in oob.formations) or any(each.formation == id_ for each in oob.counters)
    return False


def with_value(oob: Oob, refs: Iterable[OobRef], id_: str, value: Value | None, title: str) -> ChangeUnits:
    """Says one value of some items otherwise, or (None) no longer."""
    changes: dict[OobRef, OobItem | None] = {}
    for ref in refs:
        item = oob.item(ref)
        if item is not None:
            changes[ref] = replace(item, values=_said(item.values, id_, value))
    return ChangeUnits(f"Change: {title}", changes)


def _said(values: Values, id_: str, value: Value | None) -> Values:
    if value is not None:
        return values.set(id_, value)
    return values.delete(id_) if id_ in values else values


def striped(oob: Oob, within: OobRef, colours: Iterable[str]) -> ChangeUnits:
    """Gives the formations directly in a formation, or at the top of a side, one colour after the other."""
    given = tuple(colours)
    side, parent = _home(oob, within)
    changes: dict[OobRef, OobItem | None] = {}
    for number, each in enumerate(oob.children(parent, side)):
        ref = oob.ref("formations", each.id)
        if ref is not None and given:
            changes[ref] = replace(each, stripe=given[number % len(given)])
    return ChangeUnits("Colour the formations", changes)


# What goes -----------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Going:
    """What is taken out of an order of battle: sides, formations and counters by their ids."""

    sides: frozenset[str]
    formations: frozenset[str]
    counters: frozenset[str]


def going(oob: Oob, refs: Iterable[OobRef]) -> Going:
    """What goes with some items: all that belongs to them. To one whose id another has before it nothing belongs."""
    return _ids(oob, _going(oob, refs))


def _going(oob: Oob, refs: Iterable[OobRef]) -> dict[OobRef, OobItem]:
    """Items and all that belongs to them."""
    found: dict[OobRef, OobItem] = {ref: item for ref in refs if (item := oob.item(ref)) is not None}
    firsts = {(ref.section, item.id) for ref, item in found.items() if oob.ref(ref.section, item.id) == ref}
    sides = {id_ for section, id_ in firsts if section == "sides"}
    formations = {each.id for section, id_ in firsts if section == "formations" for each in oob.below(id_)}
    for key, formation in oob.formations.keyed():
        is_first = oob.ref("formations", formation.id) == OobRef("formations", key)
        if formation.side in sides or (is_first and formation.id in formations):
            found.setdefault(OobRef("formations", key), formation)
            formations.add(formation.id)
    for key, counter in oob.counters.keyed():
        if counter.side in sides or counter.formation in formations:
            found.setdefault(OobRef("counters", key), counter)
    return found


def _ids(oob: Oob, found: Mapping[OobRef, OobItem]) -> Going:
    sections: dict[str, set[str]] = {section: set() for section in OOB_SECTIONS}
    for ref, item in found.items():
        sections[ref.section].add(item.id)
    return Going(*(frozenset(sections[section]) for section in ("sides", "formations", "counters")))


def removed(box: GameBox, refs: Iterable[OobRef]) -> Several:
    """Takes items and all that belongs to them out of the order of battle, and out of every scenario that names them."""
    named = tuple(refs)
    changes: dict[OobRef, OobItem | None] = dict.fromkeys(_going(box.oob, named))
    left = box.oob.with_items(changes)
    sides = frozenset(box.oob.ids("sides")) - frozenset(left.ids("sides"))
    edits: list[Edit] = [ChangeUnits("", changes), *forgotten(box, left)]
    work = Several("", edits).apply(Work(box))
    for file, scenario in work.box.scenarios.items():
        if (plan := _without_sides(scenario, sides)) != scenario:
            edits.append(ChangeScenario("", file, plan))
        if marks := _disowned(scenario.start, sides):
            edits.append(ChangePieces("", file, {}, marks))
    return Several(f"Delete {_called(box.oob, named)}", edits)


def _disowned(start: Deployment, sides: frozenset[str]) -> Mapping[Spot, tuple[Mark, ...]]:
    """The markers of sides that are gone, as nobody's, in the hexes where any lie."""
    return {
        spot: tuple(replace(mark, side="") if mark.side in sides else mark for mark in there)
        for spot, there in start.marks.items()
        if any(mark.side in sides for mark in there)
    }


def _without_sides(scenario: Scenario, sides: frozenset[str]) -> Scenario:
    """A scenario that says nothing of some sides."""
    if not sides:
        return scenario
    return replace(
        scenario,
        sets_up_first="" if scenario.sets_up_first in sides else scenario.sets_up_first,
        moves_first="" if scenario.moves_first in sides else scenario.moves_first,
        allotments=tuple(each for each in scenario.allotments if each.side not in sides),
        victory=tuple(each for each in scenario.victory if each.side not in sides),
        sheets=tuple(each for each in scenario.sheets if each.side not in sides),
    )


def dissolved(box: GameBox, ref: OobRef) -> Several:
    """Takes a formation away and leaves what is in it with the one above; scenarios name these in its place.

    Raises WrongUse for what is no formation.
    """
    oob = box.oob
    formation = oob.item(ref)
    if not isinstance(formation, Formation):
        raise WrongUse("Only a formation can be dissolved.")
    inner = (*(each.id for each in oob.members(formation.id)), *(each.id for each in oob.children(formation.id)))
    changes: dict[OobRef, OobItem | None] = {ref: None}
    for member in oob.members(formation.id):
        if (its := oob.ref("counters", member.id)) is not None:
            changes[its] = replace(member, formation=formation.parent)
    for child in oob.children(formation.id):
        if (its := oob.ref("formations", child.id)) is not None:
            changes[its] = replace(child, parent=formation.parent)
    edits: list[Edit] = [ChangeUnits("", changes)]
    if oob.counter(formation.id) is None:
        for file, scenario in box.scenarios.items():
            if (plan := _renamed_units(scenario, formation.id, inner)) != scenario:
                edits.append(ChangeScenario("", file, plan))
    return Several(f"Dissolve {formation.name}", edits)


def _renamed_units(scenario: Scenario, name: str, others: tuple[str, ...]) -> Scenario:
    """A scenario that names other units in the place of one."""

    def put(units: tuple[str, ...]) -> tuple[str, ...]:
        found = (each for unit in units for each in (others if unit == name else (unit,)))
        return tuple(dict.fromkeys(found))

    if not any(name in each.units for some in (scenario.set_ups, scenario.arrivals, scenario.sheets) for each in some):
        return scenario
    return replace(
        scenario,
        set_ups=tuple(replace(each, units=put(each.units)) for each in scenario.set_ups),
        arrivals=tuple(replace(each, units=put(each.units)) for each in scenario.arrivals),
        sheets=tuple(replace(each, units=put(each.units)) for each in scenario.sheets),
    )
