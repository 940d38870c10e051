"""Who does a work in a hex, and that nobody has a part in two works at once [VCS 13.2-13.4]."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from types import MappingProxyType

from core.geometry.hexes import Hex
from core.model.deployment import Deployment, Mark
from core.rules.kernel.forces import Unit
from core.rules.kernel.markers import parted
from core.rules.vcs.counters import BUILDERS, ENGINEERS, PARENT, unit_of
from core.rules.vcs.lines import BRIDGE_OUT, ROAD_OUT
from core.rules.vcs.movement import CLASSES

BRIDGE, ROAD, ENTRENCH = "bridge", "road", "entrenchment"
BUILDING = "building"
"""The marker of a work that goes on, with the phases that are left."""

Builds = Callable[[Unit], bool]
"""Whether a unit has a part in a work."""

Crew = tuple[tuple[Unit, ...], ...]
"""For each part of a work the units that could do it; none at all where one of the parts is lacking."""


def _digs(unit: Unit) -> bool:
    held = unit_of(unit)
    return held.kind == PARENT and held.type in BUILDERS


def _is_engineer(unit: Unit) -> bool:
    return unit_of(unit).type in ENGINEERS


def _repairs(unit: Unit) -> bool:
    return unit_of(unit).column == CLASSES[0]


PARTS: Mapping[str, tuple[Builds, ...]] = MappingProxyType(
    {BRIDGE: (_is_engineer,), ROAD: (_repairs,), ENTRENCH: (_is_engineer, _digs)}
)
"""Whom each work takes: one unit at least of each part. [VCS 13.2, 13.3, 13.4]"""


def under_way(deployment: Deployment) -> Iterator[tuple[Hex, Mark, str]]:
    """The hexes with a marker of building, with it and the work that it stands for. [VCS 13.2-13.4]"""
    for spot, some in sorted(deployment.marks.items(), key=lambda item: str(item[0])):
        lying = next((mark for mark in some if parted(mark.kind)[0] == BUILDING), None)
        if lying is not None and isinstance(spot, Hex):
            kinds = {parted(mark.kind)[0] for mark in some}
            yield spot, lying, BRIDGE if BRIDGE_OUT in kinds else ROAD if ROAD_OUT in kinds else ENTRENCH


def crew_of(units: Collection[Unit], side: str, work: str) -> Crew:
    """Those of a side who could do each part of a work. [VCS 13.2-13.4]"""
    parts = tuple(tuple(unit for unit in units if unit.side == side and part(unit)) for part in PARTS[work])
    return parts if all(parts) else ()


def staffed(crews: Sequence[Crew]) -> int:
    """How many parts of some works are done at once, where each unit has one of them at most. [VCS 13.2, 13.3]

    Parts are given to units one after the other; one that is taken moves on to another unit where it can.
    """
    parts = [[unit.id for unit in part] for crew in crews for part in crew]
    given: dict[str, int] = {}

    def is_given(part: int, tried: set[str]) -> bool:
        for id_ in parts[part]:
            if id_ in tried:
                continue
            tried.add(id_)
            if id_ not in given or is_given(given[id_], tried):
                given[id_] = part
                return True
        return False

    return sum(is_given(part, set()) for part in range(len(parts)))
