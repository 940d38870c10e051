"""What two lines say of themselves when they become one: nothing of it is lost without a word."""

from dataclasses import replace
from typing import TypeVar

from core.model.edits.motions import HighSide, other_side
from core.model.maps import Contour, Path

Drawn = TypeVar("Drawn", bound=Contour | Path)


def why_apart(first: Contour | Path, second: Contour | Path, turned: bool) -> str:
    """Why two lines cannot become one, as the end of a sentence; empty when they can. `turned` says that the second is drawn
    against the direction of the first.
    """
    if isinstance(first, Contour) and isinstance(second, Contour):
        if first.height != second.height:
            return "contours of different heights cannot become one line. Give them the same height first."
        if first.kind != second.kind:
            return "a solid and a broken contour cannot become one line. Make both solid or both broken first."
        if first.high is not None and second.high is not None and first.high != high_along(second, turned):
            return "these contours would be higher on different sides of one line. Reverse the high side of one of them first."
    if isinstance(first, Path) and isinstance(second, Path):
        if first.feature != second.feature:
            return "paths of different kinds cannot become one line."
        if first.name and second.name and first.name != second.name:
            return f'paths of different names, here "{first.name}" and "{second.name}", cannot become one line.'
    return ""


def high_along(contour: Contour, turned: bool) -> HighSide:
    """The higher side of a contour, as its own direction sees it or, `turned`, the opposite one."""
    return other_side(contour.high) if turned else contour.high


def with_words_of(first: Drawn, second: Contour | Path) -> Drawn:
    """A line that also says what another says: both notes, and the name where it has none."""
    known = first.note.split("; ") if first.note else []
    note = "; ".join([*known, *([second.note] if second.note and second.note not in known else [])])
    if isinstance(first, Path) and isinstance(second, Path):
        return replace(first, note=note, name=first.name or second.name)
    if isinstance(first, Contour) and isinstance(second, Contour) and first.source != second.source:
        # What somebody has drawn a piece of is no longer the data's alone.
        return replace(first, note=note, source="")
    return replace(first, note=note)
