"""Changes of the looks that a box brings of its own."""

from collections.abc import Collection
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TypeVar

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


def who_name(book: LookBook, colour: str) -> tuple[str, ...]:
    """The titles of the looks and markers of a box that name a colour."""
    looks = [each.title for each in book.looks.values() if _renamed(each, colour, "") != each]
    return *looks, *(each.title for each in book.markers.values() if _renamed(each, colour, "") != each)


def renamed_colour(book: LookBook, colour: str, name: str) -> LookBook:
    """The book with one of its own colours under another name, and its looks and markers naming it so."""
    colours = {name if each == colour else each: held for each, held in book.colours.items()}
    looks = {id_: _renamed(look, colour, name) for id_, look in book.looks.items()}
    markers = {id_: _renamed(kind, colour, name) for id_, kind in book.markers.items()}
    return LookBook(MappingProxyType(colours), MappingProxyType(looks), MappingProxyType(markers))


_L = TypeVar("_L", Look, MarkerKind)


def _renamed(look: _L, colour: str, name: str) -> _L:
    """A look or marker that says another name where it says that of a colour."""

    def chosen(held: Chosen) -> Chosen:
        choices = tuple((word, text(each)) for word, each in held.choices)
        return Chosen(text(held.other), held.by, choices)

    def text(held: str) -> str:
        tone, gap, said = held.rpartition(" ")
        return f"{tone}{gap}{name}" if said == colour else held

    def elements(held: tuple[Element, ...]) -> tuple[Element, ...]:
        return tuple(replace(each, fill=chosen(each.fill), ink=chosen(each.ink)) for each in held)

    if isinstance(look, MarkerKind):
        return replace(look, ground=chosen(look.ground), parts=elements(look.parts))
    return replace(
        look,
        ground=chosen(look.ground),
        front=elements(look.front),
        back_ground=chosen(look.back_ground),
        back=elements(look.back),
    )
