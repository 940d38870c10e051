"""Reinforcements: where they come in, and where instead when their entry is blocked."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any

from core.geometry.hexes import Hex
from core.geometry.rim import along_rim, edges_of, rim
from core.model.scenario import Arrival
from core.model.scenario_places import entry_hexes
from core.rules.kernel.charts import Consulted
from core.rules.kernel.entry_detail import BLOCKED, NOBODY, OPEN, READ, WAITS, Entry, EntryDetail
from core.rules.kernel.force_rules import STAND_IN, Displaced, ForceRules
from core.rules.kernel.forces import Forces
from core.rules.kernel.rulings import UNDECIDABLE, Reason, Ruling
from core.rules.kernel.set_up import SetUps, closing, who

if TYPE_CHECKING:
    from core.rules.kernel.system import ForceTables


def entry(case: "ForceTables", given: Mapping[str, Any], rules: ForceRules) -> Ruling:
    """Where the reinforcements of a scenario, or one unit of them, come in as things stand. Raises WrongUse."""
    forces = case.forces.in_scenario(given.get("scenario") or "")
    scenario = forces.scenario
    ref = case.ruleset.ref
    if scenario is None:
        said = (Reason(ref(rules.sections.entry), "No scenario is shown; name one with scenario=…"),)
        return Ruling("entry", case.ruleset.id, UNDECIDABLE, None, said, EntryDetail(()))
    arrivals = scenario.arrivals
    asked = forces.named("unit", given["unit"]) if given.get("unit") else None
    if asked is not None:
        arrivals = SetUps(forces, scenario).arrivals_of(asked)
    consulted = Consulted(case.charts)
    found, reasons, waits = [], [], False
    for arrival in arrivals:
        each = entered(case, consulted, forces, arrival, rules)
        found.append(each)
        reasons += list(_said(case, consulted, forces, arrival, each, rules))
        units = (asked,) if asked is not None else tuple(forces.units_named(arrival.units))
        why = rules.may_not_enter(case, forces, units)
        waits = waits or (asked is not None and bool(why))
        reasons += why
    if not found:
        reasons = [Reason(ref(rules.sections.entry), "Nobody of them comes in later")]
    is_blocked = any(_holds_up(each, rules, case, consulted) for each in found)
    verdict = NOBODY if not found else WAITS if waits else BLOCKED if is_blocked else OPEN if asked is not None else READ
    detail = EntryDetail(tuple(found))
    return Ruling("entry", case.ruleset.id, verdict, len(detail.hexes), tuple(reasons), detail, consulted.charts)


def entered(case: "ForceTables", consulted: Consulted, forces: Forces, arrival: Arrival, rules: ForceRules) -> Entry:
    """Where the units of an arrival come in as things stand."""
    hexes = entry_hexes(forces.box, arrival)
    side = side_of(forces, arrival)
    blocked = tuple(place for place in hexes if rules.blocked(case, consulted, forces, side, place))
    free = frozenset(hexes) - frozenset(blocked)
    entry = Entry(arrival.units, arrival.turn, hexes, blocked, free)
    if not _holds_up(entry, rules, case, consulted):
        return entry
    displaced = rules.displaced(case, consulted)
    shifted = frozenset(_shifted(case, consulted, forces, arrival, hexes, side, displaced, rules))
    return Entry(arrival.units, arrival.turn, hexes, blocked, free | shifted, displaced.delay)


def _holds_up(entry: Entry, rules: ForceRules, case: "ForceTables", consulted: Consulted) -> bool:
    """Whether so many entry hexes are blocked that units may come in elsewhere."""
    if not entry.blocked:
        return False
    return rules.displaced(case, consulted).by_any or len(entry.blocked) == len(entry.hexes)


def _shifted(
    case: "ForceTables",
    consulted: Consulted,
    forces: Forces,
    arrival: Arrival,
    hexes: tuple[Hex, ...],
    side: str,
    displaced: Displaced,
    rules: ForceRules,
) -> Iterator[Hex]:
    """The hexes that units may come in by in the place of blocked ones; none with enemies in it, and none that is closed to all
    of the units."""
    cells = forces.box.cells
    units = tuple(forces.units_named(arrival.units))
    if arrival.edge and displaced.edge is not None:
        near = along_rim(cells, hexes, displaced.edge)
    elif arrival.edge:
        ours = frozenset().union(*(edges_of(cells, place) for place in hexes))
        near = frozenset(place for place in rim(cells) if edges_of(cells, place) & ours)
    elif displaced.inside is not None:
        near = frozenset(each for place in hexes for each in place.within(displaced.inside) if each in cells)
    else:
        near = frozenset()
    for place in near | _depots(forces, hexes, side, displaced):
        enemies = any(unit.side != side and rules.is_unit(unit) for unit in forces.units(place))
        if enemies or (not displaced.by_any and rules.blocked(case, consulted, forces, side, place)):
            continue
        if not units or any(closing(case, consulted, unit, place, rules) is None for unit in units):
            yield place


def _depots(forces: Forces, hexes: tuple[Hex, ...], side: str, displaced: Displaced) -> frozenset[Hex]:
    """The hex of the nearest piece of the side at which units may come in, those of all that are equally near."""
    known = (forces.unit(id_) for id_ in (forces.deployment.pieces if displaced.depots else ()))
    ours = [
        unit.piece.at
        for unit in known
        if unit is not None and unit.kind in displaced.depots and unit.side == side and unit.piece
    ]
    away = {at: min(at.distance(place) for place in hexes) for at in ours if isinstance(at, Hex)}
    return frozenset(at for at, distance in away.items() if distance == min(away.values()))


def side_of(forces: Forces, arrival: Arrival) -> str:
    """The side of the units of an arrival, "" where none of them is known."""
    for name in arrival.units:
        formation = forces.oob.formation(name)
        counter = forces.oob.counter(name) if formation is None else None
        if formation is not None or counter is not None:
            return formation.side if formation is not None else counter.side if counter is not None else ""
    return ""


def _said(
    case: "ForceTables", consulted: Consulted, forces: Forces, arrival: Arrival, entry: Entry, rules: ForceRules
) -> Iterator[Reason]:
    ref = case.ruleset.ref(rules.sections.entry)
    told: dict[str, object] = {
        "who": who(forces, arrival),
        "when": f"turn {arrival.turn}" if arrival.turn else arrival.condition or "on a condition",
        "where": ", ".join(forces.box.label(place) for place in entry.hexes[:12]) or "no entry hex is given",
    }
    yield Reason(ref, "{who}, {when}: {where}", told, entry.hexes)
    ref = case.ruleset.ref(rules.sections.displaced or rules.sections.entry)
    for place in entry.blocked[:6]:
        why = rules.blocked(case, consulted, forces, side_of(forces, arrival), place)
        yield Reason(ref, "{hex} is blocked: {why}", {"hex": place, "why": why}, (place,))
    if not _holds_up(entry, rules, case, consulted):
        return
    yield from _instead(case, consulted, arrival.edge, rules, len(entry.open))


def _instead(case: "ForceTables", consulted: Consulted, edge: bool, rules: ForceRules, open_: int | None) -> Iterator[Reason]:
    """Where units come in whose entry is blocked; `open_` are the hexes that are open to them, None where nobody has asked."""
    ref = case.ruleset.ref(rules.sections.displaced or rules.sections.entry)
    displaced = rules.displaced(case, consulted)
    if displaced.delay:
        turns = {"turns": f"{displaced.delay} turn" if displaced.delay == 1 else f"{displaced.delay} turns"}
        yield Reason(ref, "Entry is delayed by {turns}", turns)
    shown: dict[str, object] = {"edge": displaced.edge, "inside": displaced.inside, "number": open_}
    if edge:
        way = "by any hex of the same edge" if displaced.edge is None else "by any hex within {edge} along the edge"
        way = "nowhere else" if displaced.edge == 0 else way
        way += ", or the nearest depot" if displaced.depots else ""
    else:
        way = "by any hex within {inside} of it" if displaced.inside else "nowhere else"
    said = f"They may come in {way}"
    yield Reason(ref, said if open_ is None else f"{said}; hexes that are open: {{number}}", shown)
    if displaced.origin is not None and displaced.origin.status == STAND_IN:
        chart = {"chart": displaced.origin.title, "source": displaced.origin.source}
        yield Reason(ref, "That is a stand-in, the chart {chart} ({source}), which the box may replace", chart)


def displaced_entry(case: "ForceTables", rules: ForceRules) -> Mapping[bool, tuple[Reason, ...]]:
    """What the series says of units whose entry is blocked: of those that enter over the edge (True), and inside the map."""
    consulted = Consulted(case.charts)
    return {edge: tuple(_instead(case, consulted, edge, rules, None)) for edge in (True, False)}
