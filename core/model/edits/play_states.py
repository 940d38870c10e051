"""What differs between two states of play: for views that go from one to any other."""

from core.geometry.hexes import Hex
from core.model.deployment import Deployment
from core.model.edits.edit import IN_PLAY, Aspect, Touched
from core.model.edits.state_edits import MARKERS, SAID, marked
from core.model.state import GameState


def difference(before: GameState, after: GameState) -> Touched:
    """What was touched by whatever led from one state of play to another."""
    if before is after:
        return Touched()
    old, new = before.deployment or Deployment(), after.deployment or Deployment()
    aspects: set[Aspect] = set()
    if any(getattr(before, name) != getattr(after, name) for name in (*SAID, "arrived")):
        aspects.add(Aspect.PLAY)
    if before.orders != after.orders:
        aspects.add(Aspect.ORDERS)
    if before.visibility != after.visibility:
        aspects.add(Aspect.VISIBILITY)
    if before.without != after.without:
        aspects.add(Aspect.WITHOUT)
    if before.scenario != after.scenario:
        aspects.add(Aspect.SCENARIO)
    smoke = frozenset[Hex]().union(*(marked(before, each) ^ marked(after, each) for each in MARKERS))
    if smoke:
        aspects.add(Aspect.SMOKE)
    pieces = frozenset(
        (IN_PLAY, id_)
        for id_ in (*old.pieces, *(id_ for id_ in new.pieces if id_ not in old.pieces))
        if (piece := new.pieces.get(id_)) is not old.pieces.get(id_) and piece != old.pieces.get(id_)
    )
    if not pieces and (before.treks, before.turned, before.vacated) != (after.treks, after.turned, after.vacated):
        # With pieces that go elsewhere it is no other change.
        aspects.add(Aspect.PLAY)
    spots = frozenset(
        (IN_PLAY, spot) for spot in {*old.marks, *new.marks} if old.marks.get(spot, ()) != new.marks.get(spot, ())
    )
    return Touched(frozenset(aspects), smoke, pieces=pieces, spots=spots)
