"""What a series says that somebody who writes a scenario must know, as a value that needs nobody who judges."""

from dataclasses import dataclass

from core.rules.kernel.rulings import Reason


@dataclass(frozen=True)
class ScenarioRules:
    """The types of op sheets of a series, none where it has no such sheets, and what becomes of units whose entry is blocked:
    of those that enter over the edge, and of those that enter inside the map.
    """

    sheet_types: tuple[str, ...] = ()
    over_edge: tuple[Reason, ...] = ()
    inside: tuple[Reason, ...] = ()
