"""The points that units have spent in the phase that is played, and where they began it."""

from fractions import Fraction

from app.documents.document import Document
from core.geometry.hexes import Hex
from core.model.state import Moment
from core.play.session import Leg

Stay = tuple[Hex, Fraction]
"""A hex that a unit came to, and the points that it had spent by then."""

NOTHING = Fraction(0)


class Spent:
    """Keeps what was spent by moves of the tool while a session is played, move by move.

    The journal says how often a unit has moved in the phase, so that undoing a move takes its points back. What a move by hand
    has cost nobody knows.
    """

    def __init__(self, document: Document) -> None:
        self._document = document
        self._moment = Moment()
        self._stays: dict[str, list[Stay]] = {}

    def of(self, unit: str) -> Fraction | None:
        """What a unit has spent in this phase; None where it was moved by hand."""
        moves, stays = len(self._legs(unit)), self._stays.get(unit, [])
        if moves < len(stays) and stays[moves][0] == self._at(unit):
            return stays[moves][1]
        return None if moves else NOTHING

    def began(self, unit: str) -> Hex | None:
        """Where a unit stood when the phase began; None where it has not moved."""
        legs = self._legs(unit)
        return legs[0].start if legs and isinstance(legs[0].start, Hex) else None

    def note(self, unit: str, before: Fraction, place: Hex, spent: Fraction) -> None:
        """A unit that has spent so much goes to a hex, and has spent so much there. Outside play nothing is kept."""
        at = self._at(unit)
        if self._document.play is None or at is None:
            return
        moves, stays = len(self._legs(unit)), self._stays.setdefault(unit, [])
        # What was undone is forgotten; moves by hand are passed over.
        del stays[moves:]
        stays += [(at, before)] * (moves + 1 - len(stays))
        if place != at:
            stays.append((place, spent))

    def _legs(self, unit: str) -> tuple[Leg, ...]:
        """The moves of a unit in the phase."""
        play, moment = self._document.play, self._document.state.moment
        if moment != self._moment:
            self._moment, self._stays = moment, {}
        if play is None:
            return ()
        session = play.session
        legs = session.trails(moment.turn, (unit,))
        return tuple(leg for leg in legs if session.state_at(session.parent(leg.number)).moment == moment)

    def _at(self, unit: str) -> Hex | None:
        piece = self._document.work.deployment.pieces.get(unit)
        return piece.at if piece is not None and isinstance(piece.at, Hex) else None
