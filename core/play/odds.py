"""What is not asked while something is hidden: the odds helper stays shut until an attack is declared [SCS 1.6 Fog of War], and
stacks of which a part is out of sight are not judged."""

from collections.abc import Callable, Collection, Iterable, Mapping

from core.geometry.hexes import Hex
from core.model.deployment import Spot
from core.play.session import Session
from core.rules.kernel.play_rules import Stacks

STACKING, TARGET = "stacking", "to"


def shut(session: Session, stacks: Stacks, question: str, targets: Collection[Spot] = ()) -> str:
    """Why a question is not asked in a session just now, as a sentence with its rule; "" when it is.

    Those that add up strengths of units wait until an attack is declared, on each of the `targets` if these are known, and are
    asked until it is resolved. Who plays alone knows everything, and asks what he likes.
    """
    if question not in stacks.shut or session.record.began.kind == "solitaire":
        return ""
    declared = {spot for each in session.state.declared for spot in each.against}
    if declared and declared.issuperset(targets):
        return ""
    none = "none is" if not targets or not declared else "none on this hex is"
    none = "not each of these hexes is attacked" if declared and len(targets) > 1 else none
    return f"Strengths are added up only for an attack that is declared; {none} [{stacks.section}]."


def aimed_at(given: Mapping[str, object], find: Callable[[str], Spot]) -> tuple[Spot, ...]:
    """The places that a question is asked of, which `find` reads where they are words; none where it names none."""
    asked = given.get(TARGET) or ()
    words = [each.strip() for each in asked.split(",")] if isinstance(asked, str) else asked
    some: Iterable[object] = words if isinstance(words, list | tuple) and not isinstance(words, Hex) else (words,)
    return tuple(each if isinstance(each, Hex) else find(str(each)) for each in some if each)


def unseen(below: Mapping[Spot, int], question: str, place: Spot | None, label: str) -> str:
    """Why nobody who looks can say whether a stack fits, as a sentence; "" when all of it is seen. `below` is how many counters
    lie out of sight in a place."""
    count = below.get(place, 0) if question == STACKING and place is not None else 0
    if not count:
        return ""
    lies = "1 more counter lies" if count == 1 else f"{count} more counters lie"
    return f"{lies} out of sight in {label}; whether all of them fit is for the other side to say."
