"""Changes of the looks that a box brings of its own."""

from collections.abc import Collection
from dataclasses import dataclass, replace

from core.model.edits.edit import Aspect, Touched
from core.model.looks import Chosen, Element, Look, LookBook, MarkerKind, kept_book
from core.model.work import Work


@dataclass(frozen=True, slots=True)
class ChangeLooks:
    """Gives a box other looks, colours and kinds of markers of its own."""

    label: str
    looks: LookBook

    def __post_init__(self) -> None:
        """Makes of the book what files keep."""
        object.__setattr__(self, "looks", kept_book(self.looks))

    def apply(self, work: Work) -> Work:
        """The work with these looks."""
        return replace(work, box=work.box.with_looks(self.looks))

    def touched(self, before: Work) -> Touched:
        """The looks, unless they stay the same; another order of them is another book."""
        return Touched() if _ordered(before.box.looks) == _ordered(self.looks) else Touched(frozenset({Aspect.LOOKS}))


def _ordered(book: LookBook) -> tuple[object, ...]:
    return tuple(book.colours.items()), tuple(book.looks.items()), tuple(book.markers.items())


def new_look_id(taken: Collection[str], wanted: str) -> str:
    """An id that no look has yet, made of what one is called.

    >>> new_look_id(["own-unit"], "Own unit"), new_look_id([], "!")
    ('own-unit-2', 'look')
    """
    words = "".join(sign if sign.isalnum() else " " for sign in wanted.casefold()).split()
    base = "-".join(words) or "look"
    number, id_ = 1, base
    while id_ in taken:
        number += 1
        id_ = f"{base}-{number}"
    return id_


def colours_named(look: Look | MarkerKind) -> frozenset[str]:
    """The names that a look says colours by, those of a counter and #rrggbb among them."""
    sides = (look.front, look.back) if isinstance(look, Look) else (look.parts,)
    grounds = (look.ground, look.back_ground) if isinstance(look, Look) else (look.ground,)
    found = {*_names(*grounds)}
    for element in (each for side in sides for each in side):
        found |= _of_element(element)
    return frozenset(found)


def _of_element(element: Element) -> frozenset[str]:
    return _names(element.fill, element.ink)


def _names(*chosen: Chosen) -> frozenset[str]:
    return frozenset(text.rpartition(" ")[2] for each in chosen for text in each.words if text)
