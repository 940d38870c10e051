"""What was done before a combat, as its question takes it: what a stack that overruns has spent, whether guns have moved; and
whose stack is meant by a hex."""

from collections.abc import Iterable, Iterator

from app.documents.document import Document
from app.documents.spending import Spending
from core.geometry.hexes import Hex

MOVED = "moved"
"""What bombardment asks of guns."""


def own_stack(document: Document, place: Hex, enemies: Iterable[str]) -> tuple[str, ...]:
    """The units in a hex that could overrun: of the side on top, where it is not that of the enemies; while none are known,
    where it is the side that has the phase, else that of what is selected, else whoever it is."""
    oob = document.box.oob

    def sides(units: Iterable[str]) -> Iterator[str]:
        return (counter.side for unit in units if (counter := oob.counter(unit)) is not None)

    stack = document.work.deployment.stack(place)
    top = next(sides(reversed(stack)), "")
    enemy = next(sides(enemies), "")
    own = "" if enemy or document.play is None else document.state.moment.side
    own = own or ("" if enemy else next(sides(document.units.ids), ""))
    if not top or top == enemy or (own and top != own):
        return ()
    return tuple(unit for unit, side in zip(stack, sides(stack), strict=True) if side == top)


def of_stack(spent: Spending, units: Iterable[str]) -> dict[str, object]:
    """What the units of a stack have spent before, and where they began the phase."""
    before = spent.before(units)
    return {"before": list(before)} if before else {}


def of_everybody(document: Document, spent: Spending) -> dict[str, object]:
    """The same of all units that have moved; and those that are selected, to be told of wherever they stand."""
    asked: dict[str, object] = {"units": list(document.units.ids)} if document.units.ids else {}
    return asked | of_stack(spent, spent.moved)


def of_guns(spent: Spending, units: Iterable[str]) -> dict[str, object]:
    """Whether a gun that bombards has moved before; nothing where nobody knows."""
    went = spent.went(units)
    return {} if went is None else {MOVED: "yes" if went else "no"}
