"""How far targets are spotted [TCS 4.01 7.0, 7.1]."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from core.base.errors import WrongUse
from core.rules.kernel.charts import Consulted
from core.rules.kernel.modifiers import Item, Total, signed
from core.rules.kernel.rulings import Number, Reason, Ruling
from core.rules.kernel.system import ForceTables, Parameter, Question, Tables
from core.rules.kernel.tables import READ, at_once
from core.rules.tcs.forces.forms import TERRAIN_WORDS, UNIT
from core.rules.tcs.forces.units import DUG_IN, HELP, MOVE, Unit, read_units
from core.rules.tcs.orders.by_orders import TARGETS, as_dug_in, not_dug_in, ordered
from core.rules.tcs.readings import reading_reason
from core.rules.tcs.reckoning import HEXSIDE, NO, answer, flag, has_row, is_on, item, least, step, terrain_of

TABLE, BASE, SHIFTS = "tcs.spotting", "tcs.spotting.base", "tcs.spotting.shifts"
SPOTTED, UNSPOTTED, OUT_OF_SIGHT = "spotted", "unspotted", "beyond visibility"
UNLIMITED = "unlimited"
TERRAIN = ("Billiard Table", "Open", "Partly Protective", "Protective")
"""Combat classes of terrain, from the barest to the most protective. [TCS 4.01 9.3]"""
MOVING, DUG, FIRED, FIRER_DUG, SMOKE, ROAD = CIRCUMSTANCES = (
    *("target in Move Mode", "target Dug In", "target Fired"),
    *("firer Dug In", "smoke", "road movement"),
)
"""Rows of the shifts that are no terrain. [TCS 4.01 7.1e]"""


def spotting(case: ForceTables, given: Mapping[str, Any]) -> Ruling:
    """How far targets are spotted: as the one that is seen farthest, within visibility. [TCS 4.01 7.1]"""
    consulted = Consulted(case.charts)
    targets = read_units(consulted, "targets", given["targets"])
    if not targets:
        raise WrongUse("targets: at least one unit is needed.")
    targets, above_ground = as_dug_in(case, given.get("target_unit", ()), targets)
    given, firer_stands = _firer(case, given)
    classes, chosen = terrain_of(case, given, consulted.book.chart(SHIFTS).rows, CIRCUMSTANCES)
    total, unit, spotted_to = spotted_at(case, consulted, targets, classes, given)
    said = [*above_ground, *firer_stands]
    if len(targets) > 1:
        said.append(step(case, "7.1e", "The target that is spotted farthest counts: {unit}", unit=unit))
    said += [*chosen, *total.reasons()]
    shown = UNLIMITED if spotted_to is None else str(spotted_to)
    said.append(step(case, "7.1a", "Together {shift}: spotting range {range}", shift=signed(total.net), range=shown))
    limit, limits = _visibility(case, given)
    said += limits
    ranges = [each for each in (spotted_to, limit) if each is not None]
    reach = min(ranges) if ranges else None
    value: Number | str = UNLIMITED if reach is None else reach
    facts: dict[str, Number | str] = {
        "place": total.net,
        "spotting_range": UNLIMITED if spotted_to is None else spotted_to,
        "visibility": UNLIMITED if limit is None else limit,
    }
    distance = least("distance", given.get("distance"), 0)
    verdict = READ
    if distance is not None:
        verdict = SPOTTED
        if spotted_to is not None and distance > spotted_to:
            verdict = UNSPOTTED
        if limit is not None and distance > limit:
            verdict = OUT_OF_SIGHT
        said.append(step(case, "7.1", "Distance {distance}: {verdict}", distance=distance, verdict=verdict))
    return answer(case, consulted, "spotting", verdict, value, said, facts)


def _firer(case: ForceTables, given: Mapping[str, Any]) -> tuple[Mapping[str, Any], list[Reason]]:
    """What was told, with a firer that is Dug In only where its orders let it be. [TCS 4.01 6.3a, 6.16d, 7.1e]"""
    known = ordered(case, [given["unit"]]) if given.get("unit") and is_on(given, "firer_dug_in") else ()
    if not known or known[0].may_be_dug_in:
        return given, []
    return {**given, "firer_dug_in": NO}, [*known[0].reasons, not_dug_in(case, known[0])]


def spotted_at(
    case: Tables, consulted: Consulted, targets: Sequence[Unit], classes: Sequence[str], given: Mapping[str, Any]
) -> tuple[Total, Unit, Fraction | None]:
    """How far the units in a hex are spotted, None without a limit, with the one that is seen farthest, and its shifts.

    `classes` are those of the terrain, the most protective of which counts. [TCS 4.01 7.1e]
    """
    sums = [(_shifts(case, consulted, unit, classes, given), unit) for unit in targets]
    # Of several that are seen as far the first is named.
    total, unit = max(sums, key=lambda each: each[0].net)
    found = consulted.cell(TABLE, "range", int(total.net))
    return total, unit, None if found == UNLIMITED else Fraction(found)


def _shifts(case: Tables, consulted: Consulted, unit: Unit, classes: Sequence[str], given: Mapping[str, Any]) -> Total:
    """The column of one target, counted from that of area targets. [TCS 4.01 7.1e]"""
    kind = {"A": "Area", "P": "Point", "B": "Both"}.get(unit.target[:1])
    if kind is None:
        raise WrongUse(f"targets: {unit.kind.name} needs its type of target, such as P-3 or B-1.")
    own = f"{kind}, vehicles"
    row = own if unit.is_vehicle and has_row(consulted, BASE, own) else kind
    items = [item(case, consulted, f"{kind} target", BASE, row, "position", "7.1e")]
    terrain = [item(case, consulted, each, SHIFTS, each, "shift", "7.1e") for each in classes]
    if terrain:
        items.append(min(terrain, key=lambda each: each.value))
    rows = [
        (MOVING, unit.posture == MOVE),
        (DUG, unit.posture == DUG_IN),
        (FIRED, unit.fired),
        (FIRER_DUG, is_on(given, "firer_dug_in")),
        (SMOKE, is_on(given, "smoke")),
        (ROAD, is_on(given, "road") and unit.posture == MOVE),
    ]
    items += [
        item(case, consulted, row[0].upper() + row[1:], SHIFTS, row, "shift", "7.1e")
        for row, holds in rows
        if holds and has_row(consulted, SHIFTS, row)
    ]
    return Total(tuple(_kept(items)))


def _kept(items: list[Item]) -> list[Item]:
    """The type of the target, and what shifts at all."""
    return [each for n, each in enumerate(items) if n == 0 or each.value]


def _visibility(case: Tables, given: Mapping[str, Any]) -> tuple[Fraction | None, list[Reason]]:
    """How far anything is seen in this turn, None without a limit. [TCS 4.01 7.0, 26.1c, 26.2b, 26.2d]"""
    night, here, there = (is_on(given, name) for name in ("night", "firer_lit", "target_lit"))
    visibility = least("visibility", given.get("visibility"), 0)
    turn = None if visibility is None else Fraction(visibility)
    if not night:
        if here or there:
            raise WrongUse("firer_lit, target_lit: only night is lit up (26.2b); night=yes is missing.")
        if turn is None:
            return None, []
        return turn, [step(case, "7.0", "Visibility of the turn: {limit}", limit=turn)]
    dark = turn if turn is not None else Fraction(case.choices["night.visibility"])
    of_night = step(case, "26.1c", "Visibility at night: {limit}", limit=dark)
    if here and there:
        return None, [step(case, "26.2d", "Both hexes are lit: night does not limit the range")]
    if here:
        return Fraction(1), [step(case, "26.2d", "From a lit hex into the dark: adjacent hexes only")]
    if there:
        day = case.choices.get("illumination.from_dark") != "night"
        other = "night" if day else "day"
        outcome = f"visibility {dark}" if day else "no limit by night"
        said = [] if day else [of_night]
        return (None if day else dark), [*said, reading_reason(case, "illumination.from_dark", other, outcome)]
    return dark, [of_night]


def visible_to(case: Tables, given: Mapping[str, Any]) -> Fraction | None:
    """How far anything is seen in this turn, by the light of both hexes; None without a limit. [TCS 4.01 7.0, 26.1c, 26.2]"""
    return _visibility(case, given)[0]


QUESTIONS: tuple[Question, ...] = (
    Question(
        "spotting",
        "how far targets are spotted, and whether they are at a distance",
        "7.0, 7.1, 26.1c, 26.2",
        (
            Parameter("targets", "texts", f"all units in the hex: {HELP}", required=True, form=UNIT),
            Parameter(
                "terrain",
                "texts",
                "combat classes of the hex looked at and of hexsides crossed; the most protective counts (9.3a)",
                words=TERRAIN_WORDS,
            ),
            HEXSIDE,
            flag("firer_dug_in", "whether the firer is Dug In"),
            Parameter(
                "unit", "text", "the firer of the game, by its id or name: it is Dug In only where its orders let it be (6.16d)"
            ),
            TARGETS,
            flag("smoke", "whether the target is in smoke"),
            flag("road", "whether the target moves by road"),
            Parameter("distance", "whole", "hexes from the firer, of mortars from the observer (7.1c)", least=0),
            Parameter(
                "visibility",
                "whole",
                "visibility of the turn in hexes; unlimited without it, at night that of the box",
                least=0,
            ),
            flag("night", "whether it is a night turn"),
            flag("firer_lit", "whether the firer's hex is illuminated"),
            flag("target_lit", "whether the target's hex is illuminated"),
        ),
        at_once(spotting),
    ),
)
