"""What is not asked while something is hidden: the odds helper stays shut until an attack is declared [SCS 1.6 Fog of War], and
stacks of which a part is out of sight are not judged."""

from collections.abc import Mapping

from core.model.deployment import Spot
from core.play.session import Session
from core.rules.kernel.play_rules import Stacks

STACKING = "stacking"


def shut(session: Session, stacks: Stacks, question: str, target: Spot | None = None) -> str:
    """Why a question is not asked in a session just now, as a sentence with its rule; "" when it is.

    Those that add up strengths of units wait until an attack is declared, on the `target` if that is known, and are asked until
    it is resolved. Who plays alone knows everything, and asks what he likes.
    """
    if question not in stacks.shut or session.record.began.kind == "solitaire":
        return ""
    declared = session.state.declared
    if declared and (target is None or any(target in each.against for each in declared)):
        return ""
    none = "none is" if target is None or not declared else "none on this hex is"
    return f"Strengths are added up only for an attack that is declared; {none} [{stacks.section}]."


def unseen(below: Mapping[Spot, int], question: str, place: Spot | None, label: str) -> str:
    """Why nobody who looks can say whether a stack fits, as a sentence; "" when all of it is seen. `below` is how many counters
    lie out of sight in a place."""
    count = below.get(place, 0) if question == STACKING and place is not None else 0
    if not count:
        return ""
    lies = "1 more counter lies" if count == 1 else f"{count} more counters lie"
    return f"{lies} out of sight in {label}; whether all of them fit is for the other side to say."
