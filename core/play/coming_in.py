"""Who has come onto the map in this turn, and by which hex: who comes behind on the same road moves less far [VCS 14.0]."""

from core.geometry.hexes import Hex
from core.model.scenario import ARRIVING
from core.play.session import Session


def came_in(session: Session) -> tuple[tuple[str, Hex], ...]:
    """The units that have come in this turn on the way to here, each with its hex, in their order."""
    legs = session.trails(session.state.moment.turn)
    return tuple((leg.unit, leg.end) for leg in legs if leg.start == ARRIVING and isinstance(leg.end, Hex))
