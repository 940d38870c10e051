"""Moving, turning and mirroring of items. A line over a seam is carried as one and cut where it comes to lie."""

from collections.abc import Generator, Iterable

from core.base.errors import WrongUse
from core.base.steps import finish, marked
from core.geometry.hexes import Hex
from core.geometry.layout import Point
from core.model.box import GameBox
from core.model.edits.map_edits import ChangeItems, kept
from core.model.edits.motions import HEX_BOUND, Motion, NewKeys, Sheets, counted, middle_hex_steps, ordered, whole_hexes
from core.model.edits.seams import over_seams_steps, sewn_items_steps
from core.model.maps import Cell, Item, ItemRef, Zone

SLICE = 100
"""Items that are carried between two steps, a few milliseconds."""

Steps = Generator[tuple[int, int], None, ChangeItems]
"""An edit in the making, in slices that say how far they have come."""


def transformed(box: GameBox, refs: Iterable[ItemRef], motion: Motion, verb: str = "Move", copy: bool = False) -> ChangeItems:
    """Carries items by a motion; with `copy` the old ones stay, and what is made lies upon everything else.

    Raises WrongUse when something that lies in hexes would fall off the map.
    """
    return finish(transformed_steps(box, refs, motion, verb, copy))


def transformed_steps(box: GameBox, refs: Iterable[ItemRef], motion: Motion, verb: str = "Move", copy: bool = False) -> Steps:
    """The same in slices."""
    wanted = ordered(box, refs)
    total = len(wanted) + 1
    sheets, keys = Sheets(box), NewKeys(box)
    gone: dict[ItemRef, Item | None] = {}
    come: dict[ItemRef, Item | None] = {}
    wholes = yield from marked(sewn_items_steps(box, wanted), (0, total))
    for count, whole in enumerate(wholes):
        if count % SLICE == SLICE - 1:
            yield count, total
        ref, loose = whole.parts[0], whole.loose
        there = loose.moved(motion)
        pieces = sheets.landed(there, ref.sheet)
        if sum(len(_cells(item)) for _, _, item in pieces) < len(_cells(loose.item)) or not pieces:
            raise WrongUse(f"{verb}: a part of what is selected would come to lie off the map, where there are no hexes.")
        if not copy:
            gone |= dict.fromkeys(whole.parts)
        for number, (placed, cell, item) in enumerate(pieces):
            stays = number == 0 and not copy and cell is None and placed.file == ref.sheet
            come[ref if stays else keys.ref(placed.file, ref.section, cell)] = kept(item)
    edit = ChangeItems.as_kept(f"{verb} {counted(whole.parts[0] for whole in wholes)}", {**gone, **come})
    return (yield from marked(over_seams_steps(box, edit), (total - 1, total)))


def shift(box: GameBox, refs: Iterable[ItemRef], by: Point, verb: str = "Move", copy: bool = False) -> ChangeItems:
    """Moves items by a vector of the plane; all of them by whole hexes when some lie in hexes, so that they stay together."""
    return finish(shift_steps(box, refs, by, verb, copy))


def shift_steps(box: GameBox, refs: Iterable[ItemRef], by: Point, verb: str = "Move", copy: bool = False) -> Steps:
    """The same in slices."""
    refs = tuple(refs)
    return transformed_steps(box, refs, shift_motion(refs, by), verb, copy)


def shift_motion(refs: Iterable[ItemRef], by: Point) -> Motion:
    """The motion that `shift` makes."""
    if any(ref.section in HEX_BOUND for ref in refs):
        return Motion(steps=whole_hexes(by))
    return Motion(off=by)


def turned(box: GameBox, refs: Iterable[ItemRef], turns: int, about: Hex | None = None) -> ChangeItems:
    """Turns items by sixths, counter-clockwise in the plane, around a hex, by preset the one in their middle."""
    return finish(turned_steps(box, refs, turns, about))


def turned_steps(box: GameBox, refs: Iterable[ItemRef], turns: int, about: Hex | None = None) -> Steps:
    """The same in slices."""
    refs = tuple(refs)
    if about is None:
        about = yield from marked(middle_hex_steps(box, refs), (0, len(refs)))
    return (yield from transformed_steps(box, refs, Motion(about, turns), "Turn"))


def mirrored(box: GameBox, refs: Iterable[ItemRef], about: Hex | None = None) -> ChangeItems:
    """Mirrors items at the line through the middle hex that runs along the plane's y."""
    return finish(mirrored_steps(box, refs, about))


def mirrored_steps(box: GameBox, refs: Iterable[ItemRef], about: Hex | None = None) -> Steps:
    """The same in slices."""
    refs = tuple(refs)
    if about is None:
        about = yield from marked(middle_hex_steps(box, refs), (0, len(refs)))
    return (yield from transformed_steps(box, refs, Motion(about, mirrored=True), "Mirror"))


def _cells(item: Item) -> tuple[Cell, ...]:
    return tuple(item.cells) if isinstance(item, Zone) else ()
