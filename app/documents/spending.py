"""The points that units have spent in the phase, as far as documents ask for them."""

from collections.abc import Iterable
from fractions import Fraction
from typing import Protocol

from app.documents.document import Document
from core.geometry.hexes import Hex
from core.model.deployment import hex_of


class Spending(Protocol):
    """What units have spent in the phase that is played, and where they began it (app.tools.spent.Spent)."""

    @property
    def moved(self) -> tuple[str, ...]:
        """The units that have moved in the phase, or spent anything."""

    def of(self, unit: str) -> Fraction | None:
        """What a unit has spent; None where nobody has counted it."""

    def before(self, units: Iterable[str]) -> tuple[str, ...]:
        """What those of some units have spent that have moved or spent anything, as questions take it."""

    def went(self, units: Iterable[str]) -> bool | None:
        """Whether one of some units has gone anywhere since what is played as one began; None where nobody knows."""

    def note(self, unit: str, before: Fraction, place: Hex, spent: Fraction) -> None:
        """A unit that has spent so much before goes to a hex, and has spent so much there."""


class Tried:
    """The same, and outside play what was tried: of units that have not been moved since, until it is forgotten."""

    def __init__(self, document: Document, spent: Spending | None) -> None:
        self._document, self._spent = document, spent
        self._tried: dict[str, tuple[Hex, Fraction, Hex]] = {}

    @property
    def moved(self) -> tuple[str, ...]:
        """The units that have moved in the phase, or spent anything."""
        played = self._played
        return played.moved if played is not None else tuple(unit for unit in self._tried if self._of(unit) is not None)

    def of(self, unit: str) -> Fraction | None:
        """What a unit has spent; None where nobody has counted it."""
        played, tried = self._played, self._of(unit)
        if played is not None:
            return played.of(unit)
        return tried[1] if tried is not None else Fraction(0)

    def before(self, units: Iterable[str]) -> tuple[str, ...]:
        """What those of some units have spent that have moved or spent anything, as questions take it."""
        played, label = self._played, self._document.box.label
        if played is not None:
            return played.before(units)
        found = ((unit, tried) for unit in units if (tried := self._of(unit)) is not None)
        return tuple(f"{unit}*{points}*{label(began)}" for unit, (began, points, _) in found)

    def went(self, units: Iterable[str]) -> bool | None:
        """Whether one of some units has gone anywhere since what is played as one began; None where nobody knows."""
        played = self._played
        return played.went(units) if played is not None else None

    def note(self, unit: str, before: Fraction, place: Hex, spent: Fraction) -> None:
        """A unit that has spent so much before goes to a hex, and has spent so much there."""
        played, tried, at = self._played, self._of(unit), self._at(unit)
        if played is not None:
            played.note(unit, before, place, spent)
        elif at is not None:
            self._tried[unit] = (tried[0] if tried is not None else at, spent, place)

    def forget(self) -> None:
        """Nothing was tried."""
        self._tried.clear()

    @property
    def _played(self) -> Spending | None:
        return self._spent if self._document.play is not None else None

    def _of(self, unit: str) -> tuple[Hex, Fraction, Hex] | None:
        """Where a unit began, what it has spent, and where it is since; None where it stands elsewhere."""
        tried = self._tried.get(unit)
        return tried if tried is not None and tried[2] == self._at(unit) else None

    def _at(self, unit: str) -> Hex | None:
        return hex_of(self._document.work.deployment.pieces.get(unit))
