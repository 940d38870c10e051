"""What all series have in common where supply is looked after at the end of a phase."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType

from core.geometry.hexes import Hex
from core.geometry.rim import rim
from core.model.edits.edit import Edit
from core.model.edits.piece_edits import marked, unmarked
from core.rules.kernel.findings import LOOK, MEND, Finding
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.phase_checks import PhaseEnd
from core.rules.kernel.supply_ways import named_hexes, open_hexes, reached

OUT = "out-of-supply"
"""The marker of units without a line of supply, as every series calls it."""

ALL: Mapping[str, str] = MappingProxyType({})

Zones = Callable[[Unit], bool]
"""Whether a unit has a zone of control."""


def judged(
    end: PhaseEnd, section: str, units: Iterable[Unit], has_zone: Zones, words: Mapping[str, str] = ALL
) -> Iterator[Finding | None]:
    """What can be said of the supply of units: those that no way leads to, those that one does, those to be looked at.

    `words` say of sides where their lines must lead; where these name hexes, ways are looked for from there, else to the edge
    of the map. Terrain, roads and the length of lines are left to the players.
    """
    by_side: dict[str, list[Unit]] = {}
    for unit in units:
        by_side.setdefault(unit.side, []).append(unit)
    for side, some in by_side.items():
        yield None
        sources = named_hexes(end.forces.box, words.get(side, ""))
        open_ = open_hexes(end.forces, side, end.rules.is_unit, has_zone)
        ends = sources or tuple(rim(end.forces.box.cells.keys()))
        near = reached(open_, ends)
        yield from _said(end, section, side, some, near, bool(sources))


def _said(
    end: PhaseEnd, section: str, side: str, units: list[Unit], near: frozenset[Hex], by_sources: bool
) -> Iterator[Finding]:
    cut_off = tuple(unit for unit in units if _place(unit) not in near)
    reachable = tuple(unit for unit in units if _place(unit) in near)
    ours = "its sources" if by_sources else "the edge of the map"
    bare = tuple(unit for unit in cut_off if not _has(unit, OUT))
    if bare:
        text = (
            f"No way leads from {ours} to {names(bare)} without enemies or their zones, as far as these go; "
            f"{'they are' if len(bare) > 1 else 'it is'} not marked."
        )
        edits: tuple[Edit, ...] = (marked(end.work, _ids(bare), OUT, "Mark as out of supply"),) if by_sources else ()
        yield Finding("supply", section, text, MEND if by_sources else LOOK, _ids(bare), _spots(bare), edits)
    freed = tuple(unit for unit in reachable if _has(unit, OUT))
    if freed:
        text = f"A way leads from {ours} to {names(freed)}, if terrain allows it; the marker may come off."
        edits = (unmarked(end.work, _ids(freed), OUT, "Remove out of supply"),)
        yield Finding("supply", section, text, LOOK, _ids(freed), _spots(freed), edits)
    others = tuple(unit for unit in reachable if not _has(unit, OUT))
    if others:
        whose, count = end.forces.side_name(side), len(others)
        text = (
            f"Supply of {whose}: {count} unmarked {'units have' if count > 1 else 'unit has'} a way as far as enemies go; "
            "terrain, roads and distances are to be looked at."
        )
        yield Finding("supply", section, text, LOOK, _ids(others))


def source_words(end: PhaseEnd, value: str = "supply.source") -> dict[str, str]:
    """Where the lines of each side must lead, by what is kept of sides."""
    return {side.id: str(side.values[value]) for side in end.forces.oob.sides if value in side.values}


def _place(unit: Unit) -> object:
    return unit.piece.at if unit.piece is not None else None


def _has(unit: Unit, mark: str) -> bool:
    return unit.piece is not None and mark in unit.piece.marks


def _ids(units: Iterable[Unit]) -> tuple[str, ...]:
    return tuple(unit.id for unit in units)


def _spots(units: Iterable[Unit]) -> tuple[Hex | str, ...]:
    return tuple(dict.fromkeys(unit.piece.at for unit in units if unit.piece is not None))
