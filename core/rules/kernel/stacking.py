"""Stacking: what counts in a hex against which limit, what is over, and who may lie on top."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.rules.kernel.charts import Consulted
from core.rules.kernel.force_rules import Count, ForceRules, by_side, names
from core.rules.kernel.forces import Forces, Unit
from core.rules.kernel.rulings import UNDECIDABLE, Reason, Ruling

if TYPE_CHECKING:
    from core.rules.kernel.system import ForceTables

EMPTY, FITS, OVER, ENEMIES = "empty", "fits", "over", "enemies"


@dataclass(frozen=True, slots=True)
class SideStack:
    """The units of one side in a hex, from the bottom to the top, by their ids; what counts, and who counts for nothing.

    Of what counts for nothing `free` says the section, and why as half a sentence. `top` is the unit on top, "" where only
    markers lie, `tops` are those that may lie there, where the rules say; else all.
    """

    side: str
    units: tuple[str, ...]
    counts: tuple[Count, ...]
    free: tuple[tuple[str, str, str], ...]
    top: str
    tops: tuple[str, ...]

    @property
    def over(self) -> int:
        """How much is above the limits that bind, in the units of each."""
        return sum(count.over for count in self.counts if count.binds)


@dataclass(frozen=True, slots=True)
class StackDetail:
    """What a ruling on stacking carries: the hex, and the units of each side in it."""

    hex: Hex
    sides: tuple[SideStack, ...]


def stacking(case: "ForceTables", given: Mapping[str, Any], rules: ForceRules) -> Ruling:
    """Whether the units in a hex, and those that would join them, keep to the limits. Raises WrongUse."""
    forces = case.forces.in_scenario(given.get("scenario") or "")
    place: Hex = given["hex"]
    joining = tuple(forces.named("with", name) for name in given.get("with") or ())
    coming = {unit.id for unit in joining}
    if len(coming) < len(joining):
        raise WrongUse("with: a unit is named twice, and can join only once.")
    units = (*(unit for unit in forces.units(place) if unit.id not in coming), *joining)
    consulted = Consulted(case.charts)
    sides = tuple(side_stacks(case, consulted, forces, units, rules))
    said = list(_said(case, forces, place, sides, rules))
    if not units:
        return Ruling("stacking", case.ruleset.id, EMPTY, 0, tuple(said), StackDetail(place, ()))
    over = sum(side.over for side in sides)
    unlimited = [count for side in sides for count in side.counts if count.binds and count.total and count.limit is None]
    verdict = OVER if over else ENEMIES if _mixed(sides) and rules.sections.enemies else FITS
    if verdict == FITS and any(count.origin is None for count in unlimited):
        verdict = UNDECIDABLE
    return Ruling("stacking", case.ruleset.id, verdict, over, tuple(said), StackDetail(place, sides), consulted.charts)


def side_stacks(
    case: "ForceTables", consulted: Consulted, forces: Forces, units: Iterable[Unit], rules: ForceRules
) -> Iterator[SideStack]:
    """The units of a hex by their sides, counted. Pieces that are no units count for nothing."""
    for side, some in by_side(units).items():
        counted = tuple(unit for unit in some if rules.is_unit(unit))
        tally = rules.tally(case, consulted, forces, counted)
        tops = rules.tops(case, counted)
        ids = tuple(unit.id for unit in some)
        markers = tuple((unit.id, rules.sections.stacking, "no unit, but a marker") for unit in some if not rules.is_unit(unit))
        yield SideStack(
            *(side, ids, tally.counts, (*tally.free, *markers)),
            *(counted[-1].id if counted else "", tuple(unit.id for unit in counted) if tops is None else tops),
        )


def _said(case: "ForceTables", forces: Forces, place: Hex, sides: tuple[SideStack, ...], rules: ForceRules) -> Iterator[Reason]:
    ref = case.ruleset.ref
    if not sides:
        yield Reason(ref(rules.sections.stacking), "No unit is in {hex}", {"hex": place}, (place,))
    if _mixed(sides) and rules.sections.enemies:
        told = {"sides": " and ".join(forces.side_name(side.side) for side in sides)}
        yield Reason(
            ref(rules.sections.enemies), "Units of {sides} are in one hex; each side is counted by itself", told, (place,)
        )
    for side in sides:
        units = {id_: unit for id_ in side.units if (unit := forces.unit(id_)) is not None}
        for count in side.counts:
            yield _counted(case, forces, side, units, count)
        for section, why in dict.fromkeys((section, why) for _, section, why in side.free):
            some = [units[id_] for id_, *reason in side.free if reason == [section, why]]
            yield Reason(ref(section), "Not counted, {why}: {units}", {"units": names(some), "why": why})
        if rules.top_section and side.top and side.top not in side.tops and side.tops:
            told = {"top": units[side.top].name, "tops": names(units[id_] for id_ in side.tops)}
            yield Reason(ref(rules.top_section), "{top} lies on top; it must be one of these: {tops}", told, (place,))
        elif rules.top_section and side.tops:
            told = {"tops": names(units[id_] for id_ in side.tops)}
            yield Reason(ref(rules.top_section), "On top may lie: {tops}", told, (place,))


def _counted(case: "ForceTables", forces: Forces, side: SideStack, units: Mapping[str, Unit], count: Count) -> Reason:
    """A limit and what counts against it, as a step of the argument."""
    told: dict[str, object] = {
        "side": forces.side_name(side.side),
        "name": count.name,
        "total": count.total,
        "what": count.counted,
        "limit": count.limit if count.limit is not None else "no limit",
        "over": count.over,
    }
    template = "{side}, {name}: {total} {what}" if count.name != count.what else "{side}: {total} {what}"
    if count.limit is not None:
        template += " of at most {limit}; {over} too many" if count.over and count.binds else " of at most {limit}"
    else:
        template += ", without a limit" if count.origin is not None or not count.binds else "; the limit is not known"
    if 1 < len(count.shares) <= 12:
        told["parts"] = ", ".join(f"{units[id_].name}: {share}" for id_, share in count.shares if id_ in units)
        template += " ({parts})"
    if count.limit is not None and count.origin is None:
        template += ", by the options of the box"
    numbers = {"total": count.total} | ({"limit": count.limit} if count.limit is not None else {})
    return Reason(case.ruleset.ref(count.section), template, told, numbers=numbers)


def _mixed(sides: tuple[SideStack, ...]) -> bool:
    return sum(bool(side.top) for side in sides) > 1
