"""Points of a kind that a side has left, under whatever words a scenario counts them."""

from core.rules.kernel.forces import Forces
from core.rules.kernel.play_rules import PlayRules


def points_key(forces: Forces, play: PlayRules, side: str, kind: str) -> tuple[str, str] | None:
    """Under which words the state of play counts the points of a kind that a side has; None where it counts none, and where
    two words of it mean them."""
    known = [key for key in forces.state.points if key[0] == side]
    found = [key for key in known if (each := play.kind_of(key[1])) is not None and each.id == kind]
    return found[0] if len(found) == 1 else None
