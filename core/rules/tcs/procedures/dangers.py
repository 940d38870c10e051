"""The hexes that units enter at their peril: attack zones, mines, and breaches through them [TCS 4.01 18.5, 21.0]."""

from core.geometry.hexes import Hex
from core.rules.kernel.forces import Forces
from core.rules.tcs.procedures.missions import lying

MOVEMENT, RETREAT, ASSAULT, OVERRUN = ENTERED_BY = ("movement", "syr", "assault", "overrun")
"""How units come to enter mines. A breach lets through who moves, and nobody else. [TCS 4.01 17.4h, 21.3d, 22.0]"""


def attack_zones(forces: Forces) -> frozenset[Hex]:
    """The hexes in attack zones of barrages that lie on the map; smoke has none. [TCS 4.01 18.5a-c, 18.6c]"""
    return frozenset[Hex]().union(*(each.zone for each in lying(forces.deployment)))


def under_barrage(forces: Forces) -> frozenset[Hex]:
    """The hexes where barrages attack who enters: in attack zones, and beside them but for those of rockets.
    [TCS 4.01 18.6c, 18.8c]"""
    return frozenset[Hex]().union(*(each.zone | each.beside for each in lying(forces.deployment)))


def minefields(forces: Forces) -> frozenset[Hex]:
    """The hexes with a minefield."""
    marks = forces.deployment.marks
    return frozenset(
        spot for spot, some in marks.items() if isinstance(spot, Hex) and any(each.kind == "minefield" for each in some)
    )


def breaches(forces: Forces) -> frozenset[Hex]:
    """The hexes with a breach through their mines. [TCS 4.01 21.3c]"""
    marks = forces.deployment.marks
    return frozenset(
        spot for spot, some in marks.items() if isinstance(spot, Hex) and any(each.kind == "breach" for each in some)
    )
