"""What a ruling on supply carries, as values that the window's process can hold."""

from dataclasses import dataclass

from core.geometry.hexes import Hex


@dataclass(frozen=True, slots=True)
class UnitSupply:
    """One unit: its hex, the state that a Supply Phase would find it in now, the state that its markers tell, its line, and
    what cuts it as words with hexes: "enemy" and "zone" with one, "side" with the two that it lies between."""

    unit: str
    hex: Hex
    state: str
    marked: str
    line: tuple[Hex, ...] = ()
    cut: tuple[tuple[str, tuple[Hex, ...]], ...] = ()


@dataclass(frozen=True, slots=True)
class SupplyDetail:
    """What a ruling on supply carries: every unit that was asked about, the sources that were understood, words about those
    that were not, and with a hex that is supposed to fall the units that would be worse off, by their ids, with their state
    then, and those that stand in it. `states` are the words of the series, from the best to the worst."""

    side: str
    units: tuple[UnitSupply, ...]
    sources: tuple[Hex, ...]
    unclear: tuple[str, ...] = ()
    falls: Hex | None = None
    losing: tuple[tuple[str, str], ...] = ()
    inside: tuple[str, ...] = ()
    states: tuple[str, ...] = ()
