"""Letters and lines of a look that could not be read, or not in the ink that was asked for, on what lies under them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from core.base.colours import LEAST_CONTRAST, contrast
from core.model.looks import Chosen, Element
from core.rules.kernel.faces import Part
from core.rules.kernel.looks import Paints, Said, drawn

_ANY_INK = Chosen("ink")

_SAMPLES = (0.1, 0.3, 0.5, 0.7, 0.9)
"""Where across an element it is looked at what lies under it."""


@dataclass(frozen=True, slots=True)
class Unread:
    """An element, by its number, whose `ink` stands out too little from `ground`: `contrast` is less than `LEAST_CONTRAST`.

    `instead` is the ink that is drawn in its place, or the outline that it gets, where the program mends that; "" where it
    cannot, because the ground differs under one and the same element.
    """

    number: int
    ink: str
    ground: str
    contrast: float
    instead: str = ""
    outlined: bool = False


def unread(
    elements: Sequence[Element], ground: Chosen, said: Said, paints: Paints, *, full_px: float, sidc: str
) -> Iterator[Unread]:
    """What of one side cannot be read for a counter, at any size at which it is drawn; each element once."""
    told: set[int] = set()
    fill, made = drawn(elements, ground, said, paints, full_px=full_px, sidc=sidc)
    below: list[Part] = []
    for number, wanted, parts in made:
        for part in parts:
            found = _fault(number, wanted, part, below, fill) if part.ink and not part.is_solid else None
            if found is not None and found.instead and elements[number].ink == _ANY_INK:
                # That is what "ink" means: the one of the side, or what can be read.
                continue
            if found is not None and number not in told:
                told.add(number)
                yield found
        below += (part for part in parts if part.is_solid)


def _fault(number: int, wanted: str, part: Part, below: Sequence[Part], ground: str) -> Unread | None:
    if part.form in ("box", "oval", "symbol"):
        # The frame of a symbol has its own filling, and what stands around it is exchanged by itself.
        return None
    under = [_under(part, share, below, ground) for share in _SAMPLES]
    middle = under[len(under) // 2]
    if part.halo:
        return Unread(number, part.ink, middle, contrast(part.ink, middle), part.halo, outlined=True)
    if wanted and wanted != part.ink:
        return Unread(number, wanted, middle, contrast(wanted, middle), part.ink)
    worst = min(under, key=lambda each: contrast(part.ink, each))
    if contrast(part.ink, worst) < LEAST_CONTRAST:
        return Unread(number, part.ink, worst, contrast(part.ink, worst))
    return None


def _under(part: Part, share: float, below: Sequence[Part], ground: str) -> str:
    """The colour that lies under a place across the middle of a part, at the sizes at which it is drawn."""
    left, top, width, height = part.area
    x, y = left + width * share, top + height / 2
    for each in reversed(below):
        if each.from_px < part.below_px and part.from_px < each.below_px and each.covers(x, y):
            return each.fill
    return ground
