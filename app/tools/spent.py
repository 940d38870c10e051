"""The points that units have spent in the phase that is played, and where they began it."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from app.documents.document import Document
from core.geometry.hexes import Hex
from core.model.deployment import hex_of
from core.model.state import Moment
from core.play.passage import whole
from core.play.session import Leg
from core.rules.operations.movement_detail import UNCOUNTED

Stay = tuple[Hex, Fraction]
"""A hex that a unit came to, and the points that it had spent by then."""

NOTHING = Fraction(0)


class Spent:
    """Keeps what was spent by moves of the tool while a session is played, move by move.

    The journal says how often a unit has moved in the phase, so that undoing a move takes its points back. What a move by hand
    has cost nobody has counted; the rules then count the fewest points, until somebody says another number.
    """

    def __init__(self, document: Document) -> None:
        self._document = document
        self._moment = Moment()
        self._stays: dict[str, list[Stay]] = {}
        self._read: tuple[object, int] = (None, 0)
        self._legs: dict[str, tuple[Leg, ...]] = {}

    @property
    def moved(self) -> tuple[str, ...]:
        """The units in hexes that have moved in this phase, or have spent points where they stand."""
        known = dict.fromkeys((*self._all_legs(), *self._stays))
        return tuple(unit for unit in known if self._at(unit) is not None)

    def of(self, unit: str) -> Fraction | None:
        """What a unit has spent in this phase; None where it was moved by hand."""
        moves, stays = len(self._all_legs().get(unit, ())), self._stays.get(unit, [])
        if moves < len(stays) and stays[moves][0] == self._at(unit):
            return stays[moves][1]
        return None if moves else NOTHING

    def began(self, unit: str) -> Hex | None:
        """Where a unit stood when the phase began; None where it has not moved."""
        legs = self._all_legs().get(unit, ())
        return legs[0].start if legs and isinstance(legs[0].start, Hex) else None

    def before(self, units: Iterable[str]) -> tuple[str, ...]:
        """What those of some units have spent that have moved or spent anything, as questions take it."""
        found, box = [], self._document.box
        for unit in units:
            spent, began = self.of(unit), self.began(unit)
            place = began or self._at(unit)
            if place is not None and (spent != NOTHING or began is not None):
                found.append(f"{unit}*{UNCOUNTED if spent is None else spent}*{box.label(place)}")
        return tuple(found)

    def went(self, units: Iterable[str]) -> bool | None:
        """Whether one of some units has gone anywhere in this turn, in a phase of the activation that goes on; None outside
        play."""
        play, now = self._document.play, self._document.state.moment
        if play is None:
            return None
        session = play.session
        legs = (leg for leg in session.trails(now.turn, units) if isinstance(leg.start, Hex))
        then = (session.state_at(session.parent(leg.number)).moment for leg in legs)
        return any((each.turn, each.side, each.round, each.of) == (now.turn, now.side, now.round, now.of) for each in then)

    def note(self, unit: str, before: Fraction, place: Hex, spent: Fraction) -> None:
        """A unit that has spent so much goes to a hex, and has spent so much there. Outside play nothing is kept."""
        at = self._at(unit)
        if self._document.play is None or at is None:
            return
        moves, stays = len(self._all_legs().get(unit, ())), self._stays.setdefault(unit, [])
        # What was undone is forgotten; moves by hand are passed over.
        del stays[moves:]
        stays += [(at, before)] * (moves + 1 - len(stays))
        if place != at:
            stays.append((place, spent))

    def _all_legs(self) -> Mapping[str, tuple[Leg, ...]]:
        """The moves of the phase, by unit; the journal is read again when it has gone on or back."""
        play, moment = self._document.play, _whole(self._document.state.moment)
        if moment != self._moment:
            self._moment, self._stays = moment, {}
        if play is None:
            return {}
        session = play.session
        now = (session, session.number)
        if now != self._read:
            found: dict[str, list[Leg]] = {}
            # Who comes in spends nothing by being placed; what it pays for the way there is noted where it stands.
            for leg in (each for each in session.trails(moment.turn) if isinstance(each.start, Hex)):
                if _whole(session.state_at(session.parent(leg.number)).moment) == moment:
                    found.setdefault(leg.unit, []).append(leg)
            self._read, self._legs = now, {unit: tuple(legs) for unit, legs in found.items()}
        return self._legs

    def _at(self, unit: str) -> Hex | None:
        return hex_of(self._document.work.deployment.pieces.get(unit))


def _whole(moment: Moment) -> Moment:
    """The same moment, told by the phase of the rules: what was spent in one step of it is spent in the next one, too."""
    return replace(moment, phase=whole(moment.phase))
