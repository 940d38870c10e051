"""What is wrong with how a scenario sets up its units, with the rule that says so: the checks that every series makes alike."""

from collections.abc import Iterable, Iterator

from core.base.errors import Place, did_you_mean
from core.geometry.hexes import Hex
from core.geometry.layout import plane_centre
from core.geometry.rim import edges_of
from core.model.issues import Issue, Severity
from core.model.scenario import Arrival, Scenario, SetUp
from core.model.scenario_places import entry_hexes
from core.rules.kernel.charts import Consulted
from core.rules.kernel.force_rules import STAND_IN, Count, ForceRules, names
from core.rules.kernel.forces import Forces, Unit
from core.rules.kernel.set_up import SetUps, closing, where, who
from core.rules.kernel.stacking import side_stacks
from core.rules.kernel.start_losses import loss_issues
from core.rules.kernel.system import ForceTables

SLICE = 25
"""Hexes or units that are checked between two steps, some milliseconds."""


def scenario_issues(case: ForceTables, rules: ForceRules) -> Iterator[Issue | None]:
    """What is wrong with the scenario that the case's forces mean, as it stands before play; None between what takes time."""
    forces = case.forces
    scenario = forces.scenario
    if scenario is None:
        return
    checks = _Checks(case, rules, forces, scenario)
    yield from checks.stacks()
    yield from checks.places()
    yield from checks.of_units()
    yield from checks.losses()
    yield from checks.arrivals()
    yield from checks.allotments()
    yield from checks.order()
    yield from rules.checks(case, forces, forces.file)


class _Checks:
    """The checks of one scenario."""

    def __init__(self, case: ForceTables, rules: ForceRules, forces: Forces, scenario: Scenario) -> None:
        self._case, self._rules, self._forces, self._scenario = case, rules, forces, scenario
        self._consulted = Consulted(case.charts)
        self._set_ups = SetUps(forces, scenario)
        self._place = Place(forces.file)
        self._setting_up: set[str] = set()

    def _label(self, place: Hex) -> str:
        return self._forces.box.label(place)

    def _issue(
        self,
        text: str,
        rule: str,
        code: str,
        units: Iterable[Unit] = (),
        at: Hex | None = None,
        *,
        severity: Severity = Severity.ERROR,
        place: Place | None = None,
    ) -> Issue:
        where_ = place if place is not None and place.file else self._place
        point = plane_centre(at) if at is not None else None
        return Issue(where_, text, severity, rule, code, at=point, units=tuple(unit.id for unit in units))

    # Stacks ----------------------------------------------------------------------------------------------------------------

    def stacks(self) -> Iterator[Issue | None]:
        """Hexes above the limit, with units of both sides, or with the wrong unit on top."""
        spots = sorted(spot for spot in self._forces.deployment.stacks if isinstance(spot, Hex))
        for number, spot in enumerate(spots):
            if number % SLICE == SLICE - 1:
                yield None
            units = self._forces.units(spot)
            sides = tuple(side_stacks(self._case, self._consulted, self._forces, units, self._rules))
            for side in sides:
                known = {unit.id: unit for unit in units}
                for count in side.counts:
                    if count.over and count.binds and not self._rules.may_overstack(self._case):
                        yield self._over(spot, side.side, count, [known[id_] for id_, _ in count.shares])
                if side.top and side.top not in side.tops:
                    text = f"{known[side.top].name} lies on top in {self._label(spot)}; that must be one of these: "
                    text += f"{names(known[id_] for id_ in side.tops)}."
                    top = self._rules.top_section
                    yield self._issue(text, top, "top-unit", (known[side.top],), spot, severity=Severity.WARNING)
            mixed = [unit for unit in units if self._rules.is_unit(unit)]
            if len({unit.side for unit in mixed}) > 1 and self._rules.sections.enemies:
                text = f"Units of different sides begin together in {self._label(spot)}: {names(mixed)}."
                yield self._issue(text, self._rules.sections.enemies, "enemies-together", mixed, spot)

    def _over(self, spot: Hex, side: str, count: Count, units: list[Unit]) -> Issue:
        text = f"{self._label(spot)} begins overstacked: {self._forces.side_name(side)} has {count.words} "
        text += f"there, and {count.limit} are allowed"
        stand_in = count.origin is not None and count.origin.status == STAND_IN
        text += "; the limit is a stand-in, which the box may replace." if stand_in else "."
        section = self._rules.sections.overstacked
        severity = Severity.WARNING if stand_in else Severity.ERROR
        return self._issue(text, section, "overstacked", units, spot, severity=severity)

    # Single units ----------------------------------------------------------------------------------------------------------

    def places(self) -> Iterator[Issue | None]:
        """Units without a step, off the map, on terrain that is closed to them, or outside their set-up."""
        pieces = self._forces.deployment.pieces
        sections = self._rules.sections
        for number, id_ in enumerate(sorted(pieces)):
            if number % SLICE == SLICE - 1:
                yield None
            unit, spot = self._forces.unit(id_), pieces[id_].at
            if unit is None or not self._rules.is_unit(unit):
                continue
            if unit.left == 0:
                lost = f"{pieces[id_].lost} of {unit.full}" if unit.full > 1 else "the only one"
                yield self._issue(f"{unit.name} begins without a step left; lost: {lost}.", "", "no-steps", (unit,))
            ours = self._set_ups.of(unit)
            if isinstance(spot, str):
                boxes = {each.box for each in ours}
                if ours and spot not in boxes:
                    text = f"{unit.name} begins in the box {spot}; its set-up is {_ways(self._forces, ours)}."
                    yield self._issue(text, sections.within, "outside-set-up", (unit,), place=ours[0].place)
                continue
            if spot not in self._forces.box.cells:
                text = f"{unit.name} begins at {self._label(spot)}, which is not on the map."
                yield self._issue(text, "", "off-the-map", (unit,), spot)
                continue
            closed = closing(self._case, self._consulted, unit, spot, self._rules)
            if closed is not None:
                ground = self._forces.ground
                title = ground.title(closed[0]) if ground is not None else closed[0]
                text = f"{unit.name} begins in {self._label(spot)}, whose terrain ({title}) is closed to it"
                stand_in = closed[1].status == STAND_IN
                text += ", by a chart that is a stand-in." if stand_in else "."
                severity = Severity.WARNING if stand_in else Severity.ERROR
                yield self._issue(text, sections.terrain, "closed-terrain", (unit,), spot, severity=severity)
            if ours and spot not in self._set_ups.all_hexes(unit):
                yield self._outside(unit, spot, ours)

    def _outside(self, unit: Unit, spot: Hex, ours: tuple[SetUp, ...]) -> Issue:
        near = min((each.distance(spot) for one in ours for each in one.hexes), default=None)
        zoned = any(one.zone for one in ours)
        text = f"{unit.name} begins in {self._label(spot)}, outside its set-up: {_ways(self._forces, ours)}"
        text += f"; it is {near} hexes away." if near is not None and near > 1 else "."
        section = self._rules.sections.zone if zoned and near is None else self._rules.sections.within
        return self._issue(text, section, "outside-set-up", (unit,), spot, place=ours[0].place)

    def of_units(self) -> Iterator[Issue | None]:
        """Units that are twice or nowhere in the scenario, and those that have a set-up and stand nowhere yet."""
        pieces = self._forces.deployment.pieces
        lost: dict[str, list[Unit]] = {}
        waiting: dict[str, list[Unit]] = {}
        for number, unit in enumerate(self._forces.all_units()):
            if number % SLICE == SLICE - 1:
                yield None
            if not self._rules.is_unit(unit) or unit.counter.copies < 1:
                continue
            set_ups, arrivals = self._set_ups.of(unit), self._set_ups.arrivals_of(unit)
            if set_ups:
                self._setting_up.add(unit.side)
            yield from self._twice(unit, set_ups, arrivals)
            if unit.id in pieces:
                continue
            if set_ups and not self._set_ups.comes_in(unit):
                waiting.setdefault(unit.side, []).append(unit)
            elif not set_ups and not arrivals:
                lost.setdefault(unit.side, []).append(unit)
        section = self._rules.sections.unit_once
        for side, units in lost.items():
            text = f"Units of {self._forces.side_name(side)} are neither set up, nor arriving, nor off the map: {names(units)}."
            yield self._issue(text, section, "unit-nowhere", units, severity=Severity.WARNING)
        for side, units in waiting.items():
            text = f"Units of {self._forces.side_name(side)} have a set-up and stand nowhere yet: {names(units)}."
            yield self._issue(text, section, "not-placed", units, severity=Severity.WARNING)

    def _twice(self, unit: Unit, set_ups: tuple[SetUp, ...], arrivals: tuple[Arrival, ...]) -> Iterator[Issue]:
        section = self._rules.sections.unit_once
        piece = self._forces.deployment.pieces.get(unit.id)
        if len(set_ups) > 1:
            text = f"{unit.name} is set up twice: {_ways(self._forces, set_ups)}."
            yield self._issue(text, section, "unit-twice", (unit,), place=set_ups[1].place)
        if len(arrivals) > 1:
            text = f"{unit.name} comes in twice: {' and '.join(_when(each) for each in arrivals)}."
            yield self._issue(text, section, "unit-twice", (unit,), place=arrivals[1].place)
        if set_ups and arrivals and self._set_ups.are_named_alike(unit):
            text = f"{unit.name} is set up ({_ways(self._forces, set_ups)}) and comes in later ({_when(arrivals[0])})."
            yield self._issue(text, section, "unit-twice", (unit,), place=arrivals[0].place)
        elif arrivals and self._set_ups.comes_in(unit) and piece is not None and isinstance(piece.at, Hex):
            text = f"{unit.name} stands in {self._label(piece.at)} at the start and comes in later ({_when(arrivals[0])})."
            yield self._issue(text, section, "unit-twice", (unit,), piece.at, place=arrivals[0].place)

    def losses(self) -> Iterator[Issue | None]:
        """Steps lost before play, as the set-ups say them and as the pieces have lost them."""
        yield from loss_issues(self._case, self._rules, self._forces, self._scenario, self._set_ups)

    # Arrivals and order ----------------------------------------------------------------------------------------------------

    def arrivals(self) -> Iterator[Issue | None]:
        """Reinforcements without an entry hex, with one that is not where they say, after the last turn, or on a condition that
        nobody states.
        """
        cells = self._forces.box.cells
        section = self._rules.sections.entry
        for arrival in self._scenario.arrivals:
            if not arrival.units:
                # A row that is only begun, or whose units could not be taken, brings nobody anywhere.
                continue
            hexes = entry_hexes(self._forces.box, arrival)
            units = tuple(self._forces.units_named(arrival.units))
            said = who(self._forces, arrival)
            if not hexes:
                text = f"{said} ({_when(arrival)}): no entry hex is given."
                yield self._issue(text, section, "no-entry", units, place=arrival.place)
            inside = [each for each in hexes if each in cells and not edges_of(cells, each)] if arrival.edge else []
            if inside:
                text = f"{said} ({_when(arrival)}) enter over the edge, and {self._label(inside[0])} is not on it."
                yield self._issue(
                    text, section, "entry-inside", units, inside[0], severity=Severity.WARNING, place=arrival.place
                )
            off = [each for each in hexes if each not in cells]
            if off:
                text = f"{said} ({_when(arrival)}): the entry hex {self._label(off[0])} is not on the map."
                yield self._issue(text, section, "no-entry", units, place=arrival.place)
            if self._scenario.turns and arrival.turn > len(self._scenario.turns):
                text = f"{said} come in on turn {arrival.turn}, and the scenario has {len(self._scenario.turns)}."
                yield self._issue(text, section, "arrives-late", units, severity=Severity.WARNING, place=arrival.place)
            if not arrival.turn and not arrival.condition:
                text = f"{said} come in on a condition, and the scenario does not say on which."
                yield self._issue(text, section, "no-condition", units, severity=Severity.WARNING, place=arrival.place)
            kinds = self._case.ruleset.play
            if unknown := next((what for what, _ in arrival.price if kinds.kind_of(what) is None), ""):
                near = did_you_mean(unknown, [kind.title.lower() for kind in kinds.points.values()])
                text = f'{said} ({_when(arrival)}) cost "{unknown}", of which these rules count no points.{near}'
                yield self._issue(text, section, "price-unknown", units, severity=Severity.WARNING, place=arrival.place)
            yield None

    def allotments(self) -> Iterator[Issue | None]:
        """What a side would get after the last turn."""
        last = len(self._scenario.turns)
        for each in self._scenario.allotments:
            if last and each.turn > last:
                text = f"{self._forces.side_name(each.side)} gets {each.what} on turn {each.turn}, and the scenario has {last}."
                yield self._issue(text, "", "gets-late", severity=Severity.WARNING, place=each.place)
        yield None

    def order(self) -> Iterator[Issue | None]:
        """Who sets up first must be clear where both sides set up; the units have been gone through before."""
        first, why = self._rules.first(self._case, self._scenario, self._forces)
        if len(self._setting_up) > 1 and not first:
            yield self._issue(f"{why}.", self._rules.sections.first, "no-first", severity=Severity.WARNING)


def _ways(forces: Forces, set_ups: Iterable[SetUp]) -> str:
    return " and ".join(where(forces.box, each) for each in set_ups)


def _when(arrival: Arrival) -> str:
    return f"turn {arrival.turn}" if arrival.turn else arrival.condition or "on a condition"
