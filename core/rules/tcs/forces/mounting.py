"""Which units in a hex may carry or tow another, and which begin on one that cannot [TCS 4.01 24.1a, 24.1b, 24.1e]."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from core.base.errors import Place
from core.geometry.layout import plane_centre
from core.model.deployment import Piece
from core.model.edits.force_edits import ChangePieces
from core.model.issues import Issue, Severity
from core.rules.kernel.carrying import QUESTION, Carrier, CarryDetail
from core.rules.kernel.charts import Consulted
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Forces, Unit
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.kernel.system import ForceTables, Parameter, Question, Tables
from core.rules.kernel.tables import READ, at_once
from core.rules.tcs.forces.counters import in_move_mode, is_area_target
from core.rules.tcs.forces.units import PARALYZED, SUPPRESSED
from core.rules.tcs.reckoning import ALLOWED, PROHIBITED, step

CARRY, RIDE, TOW = "carry", "ride", "tow"

_CARRYING = frozenset({"carrier", "vehicle"})
"""Kinds of pieces that carry others."""

_TOGETHER = "the vehicles here together"

MOST_WAYS = 8
"""Units of which each is offered to be put off its carrier."""

_TOWABLE = frozenset({"at_gun", "artillery", "infantry_gun"})
"""Kinds of pieces that are towed; others are where they print that they are moved by others only. [TCS 4.01 24.1a]"""


def carriers(case: ForceTables, given: Mapping[str, Any]) -> Ruling:
    """Who in its hex may carry or tow a unit, and why the others may not. [TCS 4.01 24.1]"""
    forces = case.forces.in_scenario(given.get("scenario") or "")
    if not given.get("unit"):
        return _all_carried(case, forces)
    unit = forces.named("unit", given["unit"])
    found = carriers_beside(case, forces, unit)
    refused = refusal(unit)
    said = [reason for _, reason in found]
    if refused:
        said.insert(0, step(case, refused[0], "{unit}: {why}", unit=unit.name, why=refused[1]))
    elif not found:
        said.append(step(case, "24.1a", "{unit}: no carrier and no vehicle of its side is in its hex", unit=unit.name))
    allowed = sum(each.allowed for each, _ in found)
    detail = CarryDetail(unit.id, tuple(each for each, _ in found), unit.piece.on if unit.piece is not None else "")
    consulted = Consulted(case.charts)
    return Ruling(QUESTION, case.ruleset.id, ALLOWED if allowed else PROHIBITED, allowed, tuple(said), detail, consulted.charts)


def carriers_beside(case: Tables, forces: Forces, unit: Unit) -> list[tuple[Carrier, Reason]]:
    """The carriers and vehicles of its side in the hex of a unit, those that may carry or tow it first, each with the reason.
    [TCS 4.01 24.1a, 24.1b, 24.1e]"""
    beside = [] if unit.piece is None else [each for each in forces.units(unit.piece.at) if each.id != unit.id]
    own = [each for each in beside if each.side == unit.side and each.kind in _CARRYING]
    refused = refusal(unit)
    found = [_judged(case, forces, unit, each, own, refused) for each in own]
    found.sort(key=lambda each: not each[0].allowed)
    return found


def _all_carried(case: ForceTables, forces: Forces) -> Ruling:
    """Who is carried or towed now, and by whom."""
    pairs = [(unit, forces.unit(unit.piece.on)) for unit in forces.all_units() if unit.piece is not None and unit.piece.on]
    said = [step(case, "24.1", "{unit}: on {carrier}", unit=unit.name, carrier=by.name) for unit, by in pairs if by is not None]
    if not said:
        said.append(step(case, "24.1", "Nobody is carried or towed"))
    consulted = Consulted(case.charts)
    return Ruling(QUESTION, case.ruleset.id, READ, len(pairs), tuple(said), CarryDetail("", ()), consulted.charts)


def refusal(unit: Unit) -> tuple[str, str] | None:
    """Why a unit may not mount, with the section; None where it may."""
    found = _unfit(unit)
    marks = unit.piece.marks if unit.piece is not None else frozenset()
    if found is None and marks & {SUPPRESSED, PARALYZED}:
        return "24.1b", "it is suppressed or paralyzed"
    return found


def _unfit(unit: Unit) -> tuple[str, str] | None:
    """Why nobody may carry a unit, be it on a carrier already, with the section; None where somebody may."""
    if unit.kind in _CARRYING | {"barrage", "sortie"}:
        return "24.1a", "it is none of the units that are carried or towed"
    if unit.flag("carrier.integrated"):
        return "24.1a", "it has carriers of its own"
    if not in_move_mode(unit):
        return "24.1b", "it is not in Move Mode"
    return None


def mounted_checks(case: ForceTables, forces: Forces, file: str) -> Iterator[Issue | None]:
    """Units that begin on carriers or vehicles that cannot carry or tow them, or not all of them; None between hexes.

    [TCS 4.01 24.1a, 24.1b, 24.1e, 27.1b]
    """
    for spot, ids in forces.deployment.stacks.items():
        if not any(forces.deployment.pieces[id_].on for id_ in ids):
            continue
        yield None
        units = {unit.id: unit for unit in forces.units(spot)}
        faults: dict[tuple[str, str, str], list[Unit]] = {}
        for unit in units.values():
            carrier = units.get(unit.piece.on) if unit.piece is not None and unit.piece.on else None
            # Who begins apart from its carrier, or is carried by itself, is told of as such.
            if carrier is None or carrier.id == unit.id:
                continue
            fault = _not_carried(case, forces, unit, carrier, tuple(units.values()))
            if fault is not None:
                faults.setdefault(fault, []).append(unit)
        for (section, whose, why), some in faults.items():
            where = f"in the box {spot}" if isinstance(spot, str) else f"in {forces.box.label(spot)}"
            text = f"{names(some)} cannot begin on {whose} {where}: {why}."
            at = None if isinstance(spot, str) else plane_centre(spot)
            ids_ = tuple(unit.id for unit in some)
            yield Issue(Place(file), text, Severity.ERROR, section, "cannot-carry", at=at, units=ids_, ways=_off(file, some))


def _off(file: str, riders: list[Unit]) -> tuple[ChangePieces, ...]:
    """The ways to have units stand on their own: all of them, or the first few each by itself."""
    alone: dict[str, Piece | None] = {unit.id: replace(unit.piece, on="") for unit in riders if unit.piece is not None}
    each = tuple(ChangePieces(f"Dismount {unit.name}", file, {unit.id: alone[unit.id]}) for unit in riders[:MOST_WAYS])
    return each if len(riders) == 1 else (ChangePieces("Dismount", file, alone), *each)


def _not_carried(
    case: ForceTables, forces: Forces, unit: Unit, carrier: Unit, beside: tuple[Unit, ...]
) -> tuple[str, str, str] | None:
    """Why what carries a unit cannot: the section, whom it begins on, and why as half a sentence; None where it can."""
    unfit = _unfit(unit)
    if unfit is not None:
        return unfit[0], carrier.name, f"{unit.name} cannot be carried, for {unfit[1]}"
    if carrier.kind not in _CARRYING or carrier.side != unit.side:
        return "24.1", carrier.name, f"{carrier.name} is no carrier and no vehicle of its side"
    if carrier.kind == "carrier":
        section, why, _, allowed = _in_carrier(case, forces, unit, carrier)
        return None if allowed else (section, carrier.name, why)
    own = [each for each in beside if each.side == unit.side and each.kind == "vehicle"]
    section, why, _, allowed = _on_vehicle(case, forces, unit, carrier, own)
    if allowed:
        return None
    # Vehicles of a hex carry together, so that what is too much for one is too much for all.
    return section, "vehicles" if why.startswith(_TOGETHER) else carrier.name, why


def _judged(
    case: Tables, forces: Forces, unit: Unit, carrier: Unit, own: list[Unit], refusal: tuple[str, str] | None
) -> tuple[Carrier, Reason]:
    """One of those beside the unit, and the step of the argument that says why."""
    if refusal:
        section, why, how, allowed = *refusal, CARRY, False
    elif carrier.kind == "carrier":
        section, why, how, allowed = _in_carrier(case, forces, unit, carrier)
    else:
        section, why, how, allowed = _on_vehicle(case, forces, unit, carrier, own)
    reason = step(case, section, "{who}: {why}", who=unit.name if refusal else carrier.name, why=why)
    sentence = f"{why[:1].upper()}{why[1:]} [{case.ruleset.ref(section)}]."
    return Carrier(carrier.id, carrier.name, allowed, how, sentence), reason


def _in_carrier(case: Tables, forces: Forces, unit: Unit, carrier: Unit) -> tuple[str, str, str, bool]:
    """Section, why, how, and whether a carrier takes a unit beside what it has already."""
    if not in_move_mode(carrier):
        return "24.1b", "it is not in Move Mode", CARRY, False
    name = f"carrier.{min(carrier.left, 2)}"
    if f"{name}.carries" not in case.ruleset.numbers:
        return "24.1a", "it has no step left", CARRY, False
    carries, tows = case.ruleset.whole(f"{name}.carries"), case.ruleset.whole(f"{name}.tows")
    has = [each for each in _passengers(forces, carrier) if each.id != unit.id]
    towed = [each for each in has if _is_towed(each)]
    if _is_towed(unit):
        if len(has) > len(towed):
            return "24.1a", "it carries steps already, and cannot tow beside them", TOW, False
        return "24.1a", f"it tows {len(towed) + 1} of at most {tows}", TOW, len(towed) < tows
    if not is_area_target(unit):
        return "24.1a", "only area targets are carried", CARRY, False
    if towed:
        return "24.1a", "it tows already, and cannot carry steps beside that", CARRY, False
    steps = sum(each.left for each in has) + unit.left
    return "24.1a", f"it would carry {steps} of at most {carries} steps", CARRY, steps <= carries


def _on_vehicle(case: Tables, forces: Forces, unit: Unit, vehicle: Unit, own: list[Unit]) -> tuple[str, str, str, bool]:
    """The same of vehicles, which add up what they carry and tow nothing."""
    if _is_towed(unit):
        return "24.1e", "vehicles do not tow", RIDE, False
    if not is_area_target(unit):
        return "24.1e", "only area targets are carried", RIDE, False
    if not _riders(case, vehicle):
        return "24.1e", "its defence is too low to carry anybody", RIDE, False
    together = [each for each in own if each.kind == "vehicle"]
    room = sum(_riders(case, each) * each.left for each in together)
    has = [each for some in together for each in _passengers(forces, some) if each.id != unit.id]
    steps = sum(each.left for each in has) + unit.left
    whose = "it" if len(together) == 1 else _TOGETHER
    return "24.1e", f"{whose} would carry {steps} of at most {room} steps", RIDE, steps <= room


def _passengers(forces: Forces, carrier: Unit) -> Iterator[Unit]:
    """Whoever a unit carries or tows already."""
    for id_ in forces.deployment.carried(carrier.id):
        if (unit := forces.unit(id_)) is not None:
            yield unit


def _is_towed(unit: Unit) -> bool:
    return unit.kind in _TOWABLE or unit.word("movement.class") == "tow"


def _riders(case: Tables, vehicle: Unit) -> int:
    """The steps that each step of a vehicle carries, by its defence. [TCS 4.01 24.1e]"""
    for name in ("riders.strong", "riders.weak"):
        if vehicle.whole("target.defence") >= case.ruleset.whole(f"{name}.defence"):
            return case.ruleset.whole(f"{name}.carries")
    return 0


QUESTIONS: tuple[Question, ...] = (
    Question(
        QUESTION,
        "which units in its hex may carry or tow a unit",
        "24.1a, 24.1b, 24.1e",
        (
            Parameter("unit", "text", "the unit, by its id or name; all that are carried without it"),
            Parameter(
                "scenario", "text", "the scenario, by its file or title; the one that is shown, or the only one, without it"
            ),
        ),
        at_once(carriers),
        title="Who carries a unit",
    ),
)
