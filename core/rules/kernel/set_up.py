"""Set-up: where a scenario lets a unit be set up, who sets up first, and whether a unit may stand where it stands."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from core.geometry.hexes import Hex
from core.model.box import GameBox
from core.model.oob import Oob
from core.model.scenario import Arrival, Scenario, SetUp
from core.model.scenario_places import set_up_hexes
from core.model.terrain import Provenance
from core.rules.kernel.cells import in_role
from core.rules.kernel.charts import Consulted
from core.rules.kernel.force_rules import ForceRules
from core.rules.kernel.forces import Forces, Unit
from core.rules.kernel.progress import Progress
from core.rules.kernel.rulings import UNDECIDABLE, Reason, Ruling

if TYPE_CHECKING:
    from core.rules.kernel.system import ForceTables, Steps

ALLOWED, PROHIBITED, READ, NOWHERE, ARRIVES = "allowed", "prohibited", "read", "nowhere", "arrives"

SLICE = 400
"""Hexes that are looked at between two steps, a few milliseconds."""

MOST_SAID = 24
"""So many set-ups a ruling lists; the rest it counts."""


@dataclass(frozen=True, slots=True)
class SetUpDetail:
    """What a ruling on set-up carries: the unit by its id, "" for none; the hexes and boxes where it may be set up; the side
    that sets up first, "" where nobody says; and, asked of a hex alone, the units that may be set up there.
    """

    unit: str = ""
    hexes: frozenset[Hex] = frozenset()
    boxes: tuple[str, ...] = ()
    first: str = ""
    units: tuple[str, ...] = ()


class _Nearest:
    """Which of some names is the nearest to a unit: its own, else that of a formation that it belongs to."""

    def __init__(self, oob: Oob, names: Collection[str]) -> None:
        self._oob, self._names = oob, names
        self._known: dict[str, str] = {}

    def of(self, unit: Unit) -> str:
        """The name, "" for none."""
        return unit.id if unit.id in self._names else self._above(unit.counter.formation)

    def _above(self, formation: str) -> str:
        passed: dict[str, None] = {}
        found = ""
        # Every formation is gone through once, however deep they lie, and a ring of them is gone round once.
        while formation not in self._known and formation not in passed:
            passed[formation] = None
            held = self._oob.formation(formation)
            if held is None or formation in self._names:
                found = formation if held is not None else ""
                break
            formation = held.parent
        else:
            found = self._known.get(formation, "")
        self._known |= dict.fromkeys(passed, found)
        return found


class SetUps:
    """The set-ups of a scenario, by the units that they hold for, and the hexes of each."""

    def __init__(self, forces: Forces, scenario: Scenario) -> None:
        self._forces, self._scenario = forces, scenario
        arrival = in_role(forces.values, "arrival")
        self._code = arrival.id if arrival is not None else ""
        self._areas: dict[int, frozenset[Hex]] = {}
        self._by_name: dict[str, list[SetUp]] = {}
        self._by_code: dict[str, list[SetUp]] = {}
        for each in scenario.set_ups:
            for name in dict.fromkeys(each.units):
                self._by_name.setdefault(name, []).append(each)
            if each.code:
                self._by_code.setdefault(each.code.casefold(), []).append(each)
        self._arrivals: dict[str, list[Arrival]] = {}
        for arriving in scenario.arrivals:
            for name in dict.fromkeys(arriving.units):
                self._arrivals.setdefault(name, []).append(arriving)
        self._named = _Nearest(forces.oob, self._by_name.keys())
        self._coming = _Nearest(forces.oob, self._arrivals.keys())
        self._either = _Nearest(forces.oob, self._by_name.keys() | self._arrivals.keys())

    def of(self, unit: Unit) -> tuple[SetUp, ...]:
        """The set-ups that hold for a unit: those that name it, else those of its printed code, else those of the nearest
        formation that has any; none for a unit that comes in later.
        """
        if self.comes_in(unit):
            return ()
        if unit.id in self._by_name:
            return tuple(self._by_name[unit.id])
        return tuple(self._coded(unit) or self._by_name.get(self._named.of(unit), ()))

    def arrivals_of(self, unit: Unit) -> tuple[Arrival, ...]:
        """The arrivals of a unit: those that name it, else those of the nearest formation that has any; none for a unit that is
        set up by what is said of it, or of a formation nearer to it."""
        if self.comes_in(unit) or self.are_named_alike(unit):
            return tuple(self._arrivals[self._coming.of(unit)])
        return ()

    def are_named_alike(self, unit: Unit) -> bool:
        """Whether a unit is set up and comes in under one and the same name, its own or that of one formation."""
        named = self._named.of(unit)
        return bool(named) and named == self._coming.of(unit) and (named == unit.id or not self._coded(unit))

    def comes_in(self, unit: Unit) -> bool:
        """Whether a unit comes in later: what is said of it goes before its printed code, that before its formations, and of
        these what is said of the nearer one before the rest."""
        nearest = self._either.of(unit)
        if nearest not in self._arrivals or nearest in self._by_name:
            return False
        return nearest == unit.id or not self._coded(unit)

    def _coded(self, unit: Unit) -> list[SetUp]:
        """The set-ups of the code that a unit prints."""
        printed = unit.counter.values.get(self._code)
        return self._by_code.get(printed.casefold(), []) if isinstance(printed, str) else []

    def hexes(self, set_up: SetUp) -> frozenset[Hex]:
        """The hexes of the map where a set-up lets units be; none for a box beside the map."""
        if id(set_up) not in self._areas:
            self._areas[id(set_up)] = set_up_hexes(self._forces.box, set_up)
        return self._areas[id(set_up)]

    def all_hexes(self, unit: Unit) -> frozenset[Hex]:
        """The hexes of all set-ups of a unit."""
        return frozenset().union(*(self.hexes(each) for each in self.of(unit)))


def closing(
    case: "ForceTables", consulted: Consulted, unit: Unit, place: Hex, rules: ForceRules
) -> tuple[str, Provenance] | None:
    """The kind of terrain that a unit cannot stand on in a hex, and the chart that says so; None where it can stand.

    A road into the hex opens it.
    """
    ground = case.forces.ground
    if ground is None:
        return None
    for kind in sorted(ground.kinds(place)):
        found = rules.closed(case, consulted, unit, kind)
        if found is not None and not any(rules.is_road(case, consulted, way) for way in ground.ways(place)):
            return kind, found
    return None


def set_up(case: "ForceTables", given: Mapping[str, Any], rules: ForceRules) -> "Steps":
    """Where a unit may be set up, whether it may be in one hex, or who may be set up there. Raises WrongUse."""
    forces = case.forces.in_scenario(given.get("scenario") or "")
    scenario = forces.scenario
    ref = case.ruleset.ref
    if scenario is None:
        said = (Reason(ref(rules.sections.first), "No scenario is shown; name one with scenario=…"),)
        return Ruling("set_up", case.ruleset.id, UNDECIDABLE, None, said, SetUpDetail())
    first, why = rules.first(case, scenario, forces)
    told = {"side": forces.side_name(first), "why": why}
    start = Reason(ref(rules.sections.first), "{side} sets up first: {why}" if first else "{why}", told)
    set_ups = SetUps(forces, scenario)
    place: Hex | None = given.get("hex")
    if not given.get("unit"):
        return _who(case, forces, set_ups, scenario, place, rules, start, first)
    unit = forces.named("unit", given["unit"])
    return (yield from _where(case, forces, set_ups, unit, place, rules, start, first))


def _who(
    case: "ForceTables",
    forces: Forces,
    set_ups: SetUps,
    scenario: Scenario,
    place: Hex | None,
    rules: ForceRules,
    start: Reason,
    first: str,
) -> Ruling:
    """Which units may be set up in a hex; without a hex, all set-ups."""
    ref = case.ruleset.ref
    named = [unit for unit in forces.all_units() if rules.is_unit(unit) and set_ups.of(unit)]
    if place is not None:
        named = [unit for unit in named if place in set_ups.all_hexes(unit)]
        told: dict[str, object] = {"number": len(named), "hex": place}
        said = [start, Reason(ref(rules.sections.within), "Units that may be set up in {hex}: {number}", told, (place,))]
    else:
        said = [start, *(_reason(case, forces, each, rules) for each in scenario.set_ups[:MOST_SAID])]
        if len(scenario.set_ups) > MOST_SAID:
            more = {"more": len(scenario.set_ups) - MOST_SAID}
            said.append(Reason(ref(rules.sections.within), "And {more} further set-ups", more))
    detail = SetUpDetail(first=first, units=tuple(unit.id for unit in named))
    return Ruling("set_up", case.ruleset.id, READ, len(named), tuple(said), detail)


def _where(
    case: "ForceTables",
    forces: Forces,
    set_ups: SetUps,
    unit: Unit,
    place: Hex | None,
    rules: ForceRules,
    start: Reason,
    first: str,
) -> "Steps":
    """Where a unit may be set up; with a hex, whether it may be there."""
    ref = case.ruleset.ref
    consulted = Consulted(case.charts)
    ours = set_ups.of(unit)
    said = [start, *(_reason(case, forces, each, rules) for each in ours)]
    if not ours:
        coming = set_ups.arrivals_of(unit)
        template = "{unit} comes in later" if coming else "The scenario says nowhere where {unit} is set up"
        said.append(Reason(ref(rules.sections.entry if coming else rules.sections.within), template, {"unit": unit.name}))
        verdict = PROHIBITED if place is not None else ARRIVES if coming else NOWHERE
        return Ruling("set_up", case.ruleset.id, verdict, 0, tuple(said), SetUpDetail(unit.id, first=first))
    boxes = tuple(dict.fromkeys(each.box for each in ours if each.box))
    area = set_ups.all_hexes(unit)
    if place is not None:
        faults = tuple(faults_at(case, consulted, forces, unit, place, area, rules))
        verdict = PROHIBITED if faults else ALLOWED
        if not faults:
            told: dict[str, object] = {"unit": unit.name, "hex": place}
            faults = (Reason(ref(rules.sections.within), "{unit} may be set up in {hex}", told, (place,)),)
        detail = SetUpDetail(unit.id, frozenset({place} if verdict == ALLOWED else ()), boxes, first)
        return Ruling("set_up", case.ruleset.id, verdict, None, (*said, *faults), detail, consulted.charts)
    good = set()
    for number, each in enumerate(sorted(area)):
        if number % SLICE == SLICE - 1:
            yield Progress(number, len(area))
        if next(faults_at(case, consulted, forces, unit, each, area, rules), None) is None:
            good.add(each)
    if len(good) < len(area):
        left = {"left": len(area) - len(good)}
        said.append(Reason(ref(rules.sections.terrain), "Hexes of it that are closed to the unit: {left}", left))
    detail = SetUpDetail(unit.id, frozenset(good), boxes, first)
    return Ruling("set_up", case.ruleset.id, READ, len(good), tuple(said), detail, consulted.charts)


def faults_at(
    case: "ForceTables",
    consulted: Consulted,
    forces: Forces,
    unit: Unit,
    place: Hex,
    area: frozenset[Hex],
    rules: ForceRules,
) -> Iterator[Reason]:
    """Why a unit cannot be set up in a hex, reason by reason."""
    ref = case.ruleset.ref
    told: dict[str, object] = {"unit": unit.name, "hex": place}
    if place not in area:
        near = min((each.distance(place) for each in area), default=None)
        away = "" if near is None else f" by {near}"
        yield Reason(ref(rules.sections.within), "{hex} is outside the set-up of {unit}" + away, told, (place,))
    closed = closing(case, consulted, unit, place, rules)
    if closed is not None:
        title = case.forces.ground.title(closed[0]) if case.forces.ground is not None else closed[0]
        yield Reason(
            ref(rules.sections.terrain), "{terrain} in {hex} is closed to {unit}", {**told, "terrain": title}, (place,)
        )
    if rules.sections.enemies:
        enemy = next((each for each in forces.units(place) if each.side != unit.side and rules.is_unit(each)), None)
        if enemy is not None:
            told |= {"enemy": enemy.name}
            yield Reason(ref(rules.sections.enemies), "An enemy unit, {enemy}, stands in {hex}", told, (place,))


def _reason(case: "ForceTables", forces: Forces, each: SetUp, rules: ForceRules) -> Reason:
    """A set-up as a step of the argument."""
    told = {"who": who(forces, each), "where": where(forces.box, each)}
    section = rules.sections.zone if each.zone and rules.sections.zone else rules.sections.within
    return Reason(case.ruleset.ref(section), "{who}: {where}", told, each.hexes)


def who(forces: Forces, each: SetUp | Arrival) -> str:
    """The units that a set-up or an arrival is about, in words."""
    said = []
    for name in each.units:
        formation = forces.oob.formation(name)
        unit = forces.unit(name) if formation is None else None
        said.append(formation.name if formation is not None else unit.name if unit is not None else name)
    if isinstance(each, SetUp) and each.code:
        said.append(f"code {each.code}")
    return ", ".join(said) or "nobody"


def where(box: GameBox, each: SetUp) -> str:
    """Where a set-up lets units be, in words."""
    said = []
    if each.hexes:
        labels = ", ".join(box.label(place) for place in each.hexes)
        said.append(f"within {each.within} of {labels}" if each.within else labels)
    if each.zone:
        said.append(f"in {each.zone}, its rim included")
    if each.box:
        said.append(f"in the box {each.box}")
    return "; or ".join(said) or "anywhere"
