"""Which look of a box is shown and changed, which side and element of it, and how a unit is drawn by it."""

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Any

from PySide6.QtCore import QObject, Signal

from app.dialogs.looks.subjects import LookSubject, MarkerSubject, Subject
from app.documents.document import Document
from core.model.edits.edit import Aspect, Touched
from core.model.edits.look_edits import ChangeLooks, new_look_id, renamed_colour
from core.model.looks import Area, Chosen, Element, Form, Look, LookBook, MarkerKind, kept_area
from core.rules.kernel.faces import Face
from core.rules.kernel.look_checks import LookFault
from core.rules.kernel.look_contrast import Unread, unread
from core.rules.kernel.look_names import Names
from core.rules.kernel.looks import PLAIN, drawn
from core.rules.kernel.ruleset import Ruleset

FRESH: Mapping[Form, Element] = MappingProxyType(
    {
        "text": Element("text", (0.1, 0.4, 0.8, 0.2), text=Chosen("{name}"), ink=Chosen("ink")),
        "box": Element("box", (0.1, 0.1, 0.8, 0.2), fill=Chosen("pale side"), ink=Chosen("ink"), width=0.012),
        "oval": Element("oval", (0.35, 0.35, 0.3, 0.3), fill=Chosen("pale side"), ink=Chosen("ink"), width=0.012),
        "line": Element("line", (0.1, 0.5, 0.8, 0.0), ink=Chosen("ink"), width=0.02),
        "symbol": PLAIN.front[0],
        "sign": Element("sign", (0.35, 0.35, 0.3, 0.3), text=Chosen("star"), ink=Chosen("ink")),
    }
)
"""What an element of each form is when it has just been added."""


class LooksModel(QObject):
    """One look of the open box, or of its ruleset; those cannot be changed, but copied.

    `changed` comes when anything that is shown has become other, `chosen` when another look, side or element is shown, and
    `tried` while an element is being dragged.
    """

    changed = Signal()
    chosen = Signal()
    tried = Signal()

    def __init__(self, document: Document, ruleset: Ruleset, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.document = document
        self.look_id = next(iter((*document.box.looks.looks, *ruleset.looks)), "")
        self.of_markers = False
        self.side = 0
        self.number = -1
        self.unit = ""
        self.small = False
        self._tried: Area | None = None
        self._stroke: tuple[object, int] | None = None
        document.changed.connect(self._follow)

    # What is shown ---------------------------------------------------------------------------------------------------------

    @property
    def ruleset(self) -> Ruleset:
        """The rules of the open box, with its looks."""
        assert self.document.ruleset is not None
        return self.document.ruleset

    @property
    def bare(self) -> Ruleset:
        """The rules without the looks of the box."""
        return self.ruleset.bare if self.ruleset.bare is not None else self.ruleset

    @property
    def book(self) -> LookBook:
        """The looks of the box."""
        return self.document.box.looks

    @property
    def subject(self) -> Subject:
        """What is shown: a look, or a marker seen as one."""
        made = MarkerSubject if self.of_markers else LookSubject
        return made(self.document.box, self.ruleset, self.look_id)

    @property
    def marker(self) -> MarkerKind | None:
        """The kind of marker that is shown, None where it is a look."""
        return self.ruleset.markers.get(self.look_id) if self.of_markers else None

    @property
    def is_own(self) -> bool:
        """Whether what is shown is one of the box."""
        return self.subject.is_own

    @property
    def look(self) -> Look:
        """The look that is shown, as it is drawn."""
        return self.subject.look

    @property
    def elements(self) -> tuple[Element, ...]:
        """The elements of the side that is shown, the topmost last."""
        return (self.look.front, self.look.back)[self.side]

    @property
    def element(self) -> Element | None:
        """The element that is chosen."""
        return self.elements[self.number] if 0 <= self.number < len(self.elements) else None

    @property
    def names(self) -> Names:
        """What elements can name."""
        return self.subject.names

    @property
    def colours(self) -> dict[str, str]:
        """The colours that elements can name: those of the ruleset, with those of the box over them."""
        return {**self.subject.ruled_colours, **self.book.colours}

    def faults(self) -> tuple[LookFault, ...]:
        """What the look names and there is not."""
        subject = self.subject
        return subject.faults() if subject.is_own else ()

    # What is drawn by it ---------------------------------------------------------------------------------------------------

    def face(self, side: int) -> Face:
        """One side of the unit, with what is being tried."""
        return self.subject.face(self.unit, side, self._as_tried())

    def _as_tried(self) -> Look:
        element = self.element
        if self._tried is None or element is None:
            return self.look
        return self._with_elements(self.look, self._replaced(self._moved(element, self._tried)))

    def paint(self, colour: str) -> str:
        """A colour as it is drawn for the unit, "" for none."""
        return self.subject.shown(self.unit, 0).paints.colour(colour)

    def drawn(self, side: int, px: float | None = None) -> frozenset[int]:
        """The numbers of the elements of one side that are drawn for the unit at a size in pixels, None for any size."""
        look, shown = self.look, self.subject.shown(self.unit, side)
        elements, ground = ((look.front, look.ground), (look.back, look.back_ground))[side]
        _, made = drawn(elements, ground, shown.said, shown.paints, full_px=look.full_px, sidc=shown.sidc)
        seen = ((number, parts if px is None else [each for each in parts if each.is_seen(px)]) for number, _, parts in made)
        return frozenset(number for number, parts in seen if parts)

    def unread(self, side: int) -> tuple[Unread, ...]:
        """What of one side of the unit cannot be read, or not in its ink."""
        look, shown = self.look, self.subject.shown(self.unit, side)
        elements, ground = ((look.front, look.ground), (look.back, look.back_ground))[side]
        return tuple(unread(elements, ground, shown.said, shown.paints, full_px=look.full_px, sidc=shown.sidc))

    def area(self, element: Element) -> Area:
        """Where an element stands at the size that is shown."""
        return element.small if self.small and element.small is not None else element.area

    @property
    def tried_area(self) -> Area | None:
        """Where the chosen element stands now, what is being tried included."""
        element = self.element
        return self._tried or (self.area(element) if element is not None else None)

    # Choosing --------------------------------------------------------------------------------------------------------------

    def choose(self, look: str, *, of_markers: bool = False) -> None:
        """Shows another look, or a kind of marker."""
        if (look, of_markers) != (self.look_id, self.of_markers):
            self.look_id, self.of_markers, self.number, self.unit, self._stroke = look, of_markers, -1, "", None
            self.side = 0 if of_markers else self.side
            self.chosen.emit()

    def choose_element(self, side: int, number: int) -> None:
        """Shows another side or element, -1 for no element."""
        if (side, number) != (self.side, self.number):
            self.side, self.number, self._tried = side, number, None
            self.chosen.emit()

    def choose_unit(self, unit: str) -> None:
        """Draws another unit, "" for a made-up one."""
        self.unit = unit
        self.changed.emit()

    def show_small(self, small: bool) -> None:
        """Shows the look as on small counters, or as on others."""
        self.small = small
        self.chosen.emit()

    def try_area(self, area: Area | None) -> None:
        """Draws the chosen element somewhere else; nothing changes yet."""
        self._tried = kept_area(area) if area is not None else None
        self.tried.emit()

    # Changing --------------------------------------------------------------------------------------------------------------

    def _do(self, label: str, book: LookBook, key: object = None) -> None:
        """Changes the looks of the box. What has the same `key`, one after the other, is one step of the history."""
        if key is None or self._stroke is None or self._stroke[0] != key:
            self._stroke = key, self.document.new_stroke()
        self._tried = None
        self.document.do(ChangeLooks(label, book), self._stroke[1])

    def _put_look(self, label: str, look: Look, key: object = None) -> None:
        self._do(label, self.subject.put(look), (self.of_markers, self.look_id, key) if key is not None else None)

    def change_look(self, label: str, key: object = None, **changes: Any) -> None:
        """Says something else of the look."""
        if self.is_own:
            self._put_look(label, replace(self.look, **changes), key)

    def change_marker(self, label: str, key: object = None, **changes: Any) -> None:
        """Says something else of the marker, beside how it looks."""
        kind = self.book.markers.get(self.look_id) if self.of_markers else None
        if kind is not None:
            self._do(label, self.book.with_markers({kind.id: replace(kind, **changes)}), (True, kind.id, key))

    def join_sides(self, other: str) -> None:
        """Makes another kind of marker the other side of this one, "" for a blank back; both say so, the one before no more.

        What only the ruleset has is copied to the box for that.
        """
        kind = self.book.markers.get(self.look_id) if self.of_markers else None
        if kind is None or kind.other == other:
            return
        markers = self.ruleset.markers
        changes = {kind.id: replace(kind, other=other)}
        for id_, wanted in ((kind.other, ""), (other, kind.id)):
            if id_ in markers and markers[id_].other != wanted:
                changes[id_] = replace(markers[id_], other=wanted)
        if other in markers and markers[other].other not in ("", kind.id) and (third := markers[other].other) in markers:
            changes[third] = replace(markers[third], other="")
        self._do(self.tr("Change marker"), self.book.with_markers(changes))

    def change_element(self, label: str, key: object = None, **changes: Any) -> None:
        """Says something else of the chosen element."""
        element = self.element
        if element is not None and self.is_own:
            at = (self.side, self.number, key) if key is not None else None
            self._put(label, self._replaced(replace(element, **changes)), at)

    def move_to(self, area: Area, key: object = None) -> None:
        """Puts the chosen element somewhere else, at the size that is shown."""
        element = self.element
        if element is not None:
            self.change_element(self.tr("Move element"), key, **self._moves(element, area))

    def _moves(self, element: Element, area: Area) -> dict[str, Any]:
        return {"small" if self.small and element.small is not None else "area": kept_area(area)}

    def _moved(self, element: Element, area: Area) -> Element:
        return replace(element, **self._moves(element, area))

    def _replaced(self, element: Element) -> tuple[Element, ...]:
        return tuple(element if number == self.number else each for number, each in enumerate(self.elements))

    def _with_elements(self, look: Look, elements: tuple[Element, ...]) -> Look:
        return replace(look, back=elements) if self.side else replace(look, front=elements)

    def _put(self, label: str, elements: tuple[Element, ...], key: object = None) -> None:
        self._put_look(label, self._with_elements(self.look, elements), key)

    def fresh(self, form: Form) -> Element:
        """An element of a form as it is when it has just been added."""
        return FRESH[form]

    def add_element(self, form: Form) -> None:
        """Adds an element on top of all others."""
        if self.is_own:
            number = len(self.elements)
            self._put(self.tr("Add element"), (*self.elements, self.fresh(form)))
            self.choose_element(self.side, number)

    def duplicate_element(self) -> None:
        """Adds the chosen element once more, a little aside."""
        element = self.element
        if element is not None and self.is_own:
            left, top, width, height = element.area
            made = replace(element, area=kept_area((left + 0.04, top + 0.04, width, height)))
            at = self.number + 1
            self._put(self.tr("Duplicate element"), (*self.elements[:at], made, *self.elements[at:]))
            self.choose_element(self.side, at)

    def remove_element(self) -> None:
        """Takes the chosen element away."""
        if self.element is not None and self.is_own:
            number = self.number
            self._put(self.tr("Remove element"), (*self.elements[:number], *self.elements[number + 1 :]))
            self.choose_element(self.side, min(number, len(self.elements) - 1))

    def raise_element(self, step: int) -> None:
        """Draws the chosen element over (1) or under (-1) the next one."""
        to = self.number + step
        element = self.element
        if element is not None and self.is_own and 0 <= to < len(self.elements):
            rest = [*self.elements[: self.number], *self.elements[self.number + 1 :]]
            self._put(self.tr("Change order of elements"), (*rest[:to], element, *rest[to:]))
            self.choose_element(self.side, to)

    # Looks -----------------------------------------------------------------------------------------------------------------

    def copy_look(self) -> None:
        """Copies what is shown from the ruleset to the box: it stands in for that from now on."""
        subject = self.subject
        if not subject.is_own and subject.is_ruled:
            self._do(self.tr("Copy look"), subject.copied())
            self.chosen.emit()

    def add_look(self, title: str) -> None:
        """Makes a look that only counters have that ask for it."""
        self._add(self.tr("Add look"), replace(PLAIN, title=title))

    def add_marker(self, title: str, about: str) -> None:
        """Makes a kind of marker that lies in hexes."""
        letters = replace(FRESH["text"], area=(0.06, 0.4, 0.88, 0.2))
        self._add_marker(self.tr("Add marker"), MarkerKind("", title, title, about, ("hex",), parts=(letters,)))

    def duplicate_look(self, title: str) -> None:
        """Makes a second look like the one that is shown, which only counters have that ask for it; or a second marker."""
        marker = self.marker
        if marker is not None:
            self._add_marker(self.tr("Duplicate marker"), replace(marker, title=title, other=""))
        else:
            self._add(self.tr("Duplicate look"), replace(self.look, of=(), title=title))

    def _add(self, label: str, look: Look) -> None:
        id_ = new_look_id({*self.ruleset.looks}, look.title)
        self._do(label, self.book.with_looks({id_: replace(look, id=id_)}))
        self.choose(id_)

    def _add_marker(self, label: str, kind: MarkerKind) -> None:
        id_ = new_look_id({*self.ruleset.markers}, kind.title)
        self._do(label, self.book.with_markers({id_: replace(kind, id=id_)}))
        self.choose(id_, of_markers=True)

    def remove_look(self) -> None:
        """Takes what is shown out of the box; what the ruleset has of that name is drawn again."""
        if self.is_own:
            self._do(self.tr("Remove look"), self.subject.put(None))
            self.chosen.emit()

    def change_colours(self, changes: Mapping[str, str]) -> None:
        """Says by name which colours the game has of its own; "" takes one out."""
        self._do(self.tr("Change colours of the game"), self.book.with_colours(changes))

    def rename_colour(self, colour: str, name: str) -> None:
        """Calls one of the game's own colours otherwise, wherever its looks name it."""
        self._do(self.tr("Change colours of the game"), renamed_colour(self.book, colour, name))

    # Following -------------------------------------------------------------------------------------------------------------

    def _follow(self, touched: Touched) -> None:
        if Aspect.LOOKS in touched.aspects:
            self._tried = None
            if self.look_id not in (self.ruleset.markers if self.of_markers else self.ruleset.looks):
                self.look_id, self.of_markers, self.number = next(iter(self.ruleset.looks), ""), False, -1
            self.number = min(self.number, len(self.elements) - 1)
        if Aspect.LOOKS in touched.aspects or touched.units:
            self.changed.emit()
