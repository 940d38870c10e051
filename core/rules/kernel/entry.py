"""Reinforcements: where they come in, and where instead when their entry is blocked."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from core.base.amounts import amount
from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.geometry.rim import along_rim, edges_of, rim
from core.model.edits.edit import Edit
from core.model.edits.piece_edits import moved
from core.model.edits.state_edits import ChangeState
from core.model.scenario import ARRIVING, Arrival
from core.model.scenario_places import entry_hexes
from core.model.work import Work
from core.rules.kernel.charts import Consulted
from core.rules.kernel.entry_detail import BLOCKED, NOBODY, OPEN, READ, WAITS, Entry, EntryDetail
from core.rules.kernel.force_rules import STAND_IN, Displaced, ForceRules
from core.rules.kernel.forces import Forces, Unit
from core.rules.kernel.proposals import Proposal
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
        set_ups = SetUps(forces, scenario)
        arrivals = set_ups.arrivals_of(asked)
        if not arrivals and asked.piece is not None and asked.piece.at == ARRIVING:
            # Who comes back after having been on the map comes in where it was set up.
            where = tuple(sorted(set_ups.all_hexes(asked)))
            arrivals = (Arrival((asked.id,), 0, where, edge=False, condition="back where it was set up"),)
    consulted = Consulted(case.charts)
    ahead = _ahead(forces, given.get("ahead") or ())
    found, reasons, waits = [], [], False
    proposals: list[Proposal] = []
    for arrival in arrivals:
        each = entered(case, consulted, forces, arrival, rules)
        reasons += list(_said(case, consulted, forces, arrival, each, rules))
        units = (asked,) if asked is not None else tuple(forces.units_named(arrival.units))
        if asked is not None:
            each, column = _in_column(case, consulted, asked, arrival, each, (ahead, given.get("behind") or 0), rules)
            reasons += column
        found.append(each)
        price, short = _price(case, forces, arrival, rules)
        proposals += _coming(forces, arrival, short)
        reasons += price
        why = rules.may_not_enter(case, forces, units)
        waits = waits or (asked is not None and (bool(why) or short))
        reasons += why
    if not found:
        reasons = [Reason(ref(rules.sections.entry), "Nobody of them comes in later")]
    is_blocked = any(_holds_up(each, rules, case, consulted) for each in found)
    verdict = NOBODY if not found else WAITS if waits else BLOCKED if is_blocked else OPEN if asked is not None else READ
    detail = EntryDetail(tuple(found), tuple(proposals))
    return Ruling("entry", case.ruleset.id, verdict, len(detail.hexes), tuple(reasons), detail, consulted.charts)


def entered(case: "ForceTables", consulted: Consulted, forces: Forces, arrival: Arrival, rules: ForceRules) -> Entry:
    """Where the units of an arrival come in as things stand; who has waited for as long as a blocked entry delays comes in."""
    hexes = _entries(forces, arrival, rules)
    side = side_of(forces, arrival)
    blocked = tuple(place for place in hexes if rules.blocked(case, consulted, forces, side, place))
    free = frozenset(hexes) - frozenset(blocked)
    entry = Entry(arrival.units, arrival.turn, hexes, blocked, free)
    if not _holds_up(entry, rules, case, consulted):
        return entry
    displaced = rules.displaced(case, consulted)
    shifted = frozenset(_shifted(case, consulted, forces, arrival, hexes, side, displaced, rules))
    now = forces.state.moment.turn if arrival.turn else 0
    delay = 0 if now and now >= arrival.turn + displaced.delay else displaced.delay
    return Entry(arrival.units, arrival.turn, hexes, blocked, free | shifted, delay)


def _entries(forces: Forces, arrival: Arrival, rules: ForceRules) -> tuple[Hex, ...]:
    """The entry hexes of an arrival: those of who comes by sea where the rules say that, else those that the scenario names."""
    hexes = entry_hexes(forces.box, arrival)
    units = tuple(forces.units_named(arrival.units)) if arrival.sea else ()
    return rules.by_sea(forces, side_of(forces, arrival), units, hexes) or hexes if arrival.sea else hexes


Ahead = Mapping[Hex, tuple[str, ...]]
"""The units that have come in by each hex in this turn, in their order."""


def _ahead(forces: Forces, texts: Iterable[str]) -> Ahead:
    """Who has come in before, as it is typed: 41-tank*3410. Raises WrongUse."""
    found: dict[Hex, tuple[str, ...]] = {}
    for text in texts:
        name, star, label = (part.strip() for part in text.replace("×", "*").rpartition("*"))
        if not star or not name or not label:
            raise WrongUse(f'ahead: "{text}" is no unit with the hex by which it has come in, such as 41-tank*3410.')
        place = forces.box.hex(label)
        found[place] = (*found.get(place, ()), forces.named("ahead", name).id)
    return found


def _in_column(
    case: "ForceTables",
    consulted: Consulted,
    unit: Unit,
    arrival: Arrival,
    entry: Entry,
    others: tuple[Ahead, int],
    rules: ForceRules,
) -> tuple[Entry, tuple[Reason, ...]]:
    """The entry of one unit with what it pays for coming in behind others; without the hexes for which it has too few points.

    `others` are those who have come in before, and how many come in ahead of it in the same move.
    """
    ahead, behind = others
    side = unit.side
    points: list[tuple[Hex, Fraction]] = []
    said: list[Reason] = []
    far: set[Hex] = set()
    for place in sorted(entry.open):
        column = rules.column(case, consulted, unit, place, arrival.edge)
        if column is None:
            continue
        lined_up = rules.sections.column if column.stack else ""
        ref = case.ruleset.ref(lined_up or rules.sections.entry)
        before = behind + sum(id_ != unit.id and _is_of(case, rules, id_, side) for id_ in ahead.get(place, ()))
        stacks = before // column.stack if column.stack else 0
        cost = column.points * (stacks + column.paid)
        told: dict[str, object] = {"unit": unit.name, "hex": place, "number": stacks + 1, "before": before}
        told |= {"hexes": stacks, "points": amount(cost), "stack": column.stack}
        template = "By {hex} {unit} comes in with stack {number} of the column, of {stack} units each"
        if column.stack == 1:
            template = "By {hex} {unit} comes in as unit {number} of the column"
        elif not column.stack:
            template = "By {hex} {unit} comes in"
        if stacks:
            template += ": {hexes} hexes of the way off the map lie behind the first, {before} units are ahead"
        if cost:
            template += "; it pays {points} points"
            points.append((place, cost))
        if cost > column.most:
            far.add(place)
            told["most"] = amount(column.most)
            template += ", and has {most}: it waits"
        if cost or stacks:
            said.append(Reason(ref, template, told, (place,), {"points": cost}))
        if column.reading is not None:
            said.append(column.reading(column.points * (stacks + (not column.paid))))
    return replace(entry, open=entry.open - far, points=tuple(points)), tuple(said)


def _is_of(case: "ForceTables", rules: ForceRules, id_: str, side: str) -> bool:
    unit = case.forces.unit(id_)
    if unit is None or unit.side != side or not rules.is_unit(unit):
        return False
    # Who is carried takes up no room of his own.
    return unit.piece is None or not unit.piece.on


# Who comes on a condition -------------------------------------------------------------------------------------------------


def _price(case: "ForceTables", forces: Forces, arrival: Arrival, rules: ForceRules) -> tuple[tuple[Reason, ...], bool]:
    """What the coming of units costs that have not come yet, and whether their side has too few points for it."""
    if not arrival.price or not _to_come(forces, arrival):
        return (), False
    side, ref = side_of(forces, arrival), case.ruleset.ref(rules.sections.entry)
    said, short = [], False
    for what, points in arrival.price:
        left = _points(forces, side).get((side, what))
        told: dict[str, object] = {"who": who(forces, arrival), "points": points, "what": what, "left": left}
        template = "The coming of {who} costs {points} of {what}"
        if left is not None:
            template += "; {left} are left" if left >= points else "; {left} are left, which is too few"
        short = short or (left is not None and left < points and not _below_zero(case, what))
        said.append(Reason(ref, template, told, (), {"points": Fraction(points)}))
    return tuple(said), short


def _points(forces: Forces, side: str) -> Mapping[tuple[str, str], int]:
    return forces.state.points if side else {}


def _below_zero(case: "ForceTables", what: str) -> bool:
    """Whether points of a kind may fall below zero, so that nobody ever has too few of them."""
    kind = case.ruleset.play.kind_of(what)
    return kind is not None and kind.below_zero


def _to_come(forces: Forces, arrival: Arrival) -> tuple[str, ...]:
    """The units of an arrival that are nowhere yet."""
    return tuple(unit.id for unit in forces.units_named(arrival.units) if unit.piece is None)


def _coming(forces: Forces, arrival: Arrival, short: bool) -> Iterator[Proposal]:
    """In play, that units come which come on a condition, at their price: they wait beside the map from then on."""
    units = _to_come(forces, arrival)
    if arrival.turn or not units or short or not forces.state.in_play:
        return
    side, points, paid = side_of(forces, arrival), forces.state.points, []
    for what, number in arrival.price:
        if (left := points.get((side, what))) is not None:
            points = points.set((side, what), left - number)
            paid.append(f"pay {number} of {what}, {left - number} left")
    edits: list[Edit] = [moved(Work(forces.box, forces.state), units, ARRIVING, "Come on a condition")]
    edits += [ChangeState("Pay for reinforcements", {"points": points})] if paid else []
    condition = f" on the condition: {arrival.condition.rstrip('.')}" if arrival.condition else ""
    yield Proposal("; ".join((f"{who(forces, arrival)} come{condition}", *paid)), tuple(edits))


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
