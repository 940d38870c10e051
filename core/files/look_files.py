"""Reads looks and markers: `looks.yaml` and `markers.yaml` of a ruleset, and the `looks.yaml` that a box brings.

looks.yaml     colours by name, groups of elements that several looks use, and the looks; of a box markers, too
markers.yaml   the same for kinds of markers

Everything that an element of a ruleset names must be there: values, choices, colours, groups, signs. Whether it is there for
an element of a box is no matter of the file: `core.rules.kernel.look_checks` says it of every state of a box.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any

from core.base.colours import is_colour
from core.base.errors import did_you_mean
from core.files.look_schemas import ElementItem, LookItem, LooksFile, MarkerItem, MarkersFile, OwnLooksFile, UseItem
from core.files.schemas import VERSION, shown
from core.files.strict_yaml import Document, Route
from core.files.validation import Reader
from core.model.issues import Issue
from core.model.looks import Chosen, Condition, Element, Look, LookBook, MarkerKind, kept_book
from core.rules.kernel.counter_values import CounterValue
from core.rules.kernel.look_names import Names


@dataclass
class _Shelf:
    """What the elements of one file can name; `names` is None where that is no matter of the file."""

    reader: Reader
    full_px: float
    names: Names | None
    colours: dict[str, str] = field(default_factory=dict)
    groups: dict[str, tuple[Element, ...]] = field(default_factory=dict)

    def stock(self, colours: Mapping[str, Any], groups: Mapping[str, Any]) -> None:
        """Takes in the colours and groups of the file."""
        for name, colour in colours.items():
            if isinstance(colour, str) and is_colour(colour):
                self.colours[name] = colour.lower()
            else:
                self.reader.report(("colours", name), f'"{name}" must be a colour such as "#9dbb6c", not {shown(colour)}.')
        if self.names is not None:
            self.names = replace(self.names, colours=tuple(self.colours))
        for name, held in groups.items():
            self.groups[name] = tuple(self.elements(("groups", name), held, self.full_px))

    def elements(self, route: Route, held: Any, full_px: float) -> Iterator[Element]:
        """The elements of a list, with those of the groups that it uses in their places."""
        if not isinstance(held, list):
            self.reader.report(route, f'"{route[-1]}" must be a list, not {shown(held)}.')
            return
        for n, each in enumerate(held):
            at = (*route, n)
            if isinstance(each, dict) and "use" in each:
                yield from self._used(at)
            else:
                item = self.reader.item(ElementItem, at)
                if item is not None:
                    self._check(at, item)
                    yield self._element(at, item, full_px)

    def _used(self, at: Route) -> Iterator[Element]:
        item = self.reader.item(UseItem, at)
        if item is None:
            return
        self.check_conditions((*at, "when"), item.when)
        if item.use not in self.groups:
            text = f'There is no group "{item.use}" above.{did_you_mean(item.use, self.groups)}'
            self.reader.report((*at, "use"), text)
        for element in self.groups.get(item.use, ()):
            yield replace(element, when=(*item.when, *element.when))

    def _element(self, at: Route, item: ElementItem, full_px: float) -> Element:
        from_px = max(item.from_px, full_px) if item.small is False else item.from_px
        return Element(
            form=item.form,
            area=item.area,
            small=item.small if isinstance(item.small, tuple) else None,
            text=item.text,
            echelon=item.echelon,
            fill=item.fill,
            ink=item.ink,
            bar=item.bar,
            when=item.when,
            width=item.width,
            dashed=item.dashed,
            round=item.round,
            align=item.align,
            bold=item.bold,
            turn=item.turn,
            from_px=from_px,
            below_px=item.below_px,
            place=self.reader.document.place(at),
        )

    # What elements name ---------------------------------------------------------------------------------------------------

    def _report(self, at: Route, faults: Iterable[str]) -> None:
        for fault in faults:
            self.reader.report(at, fault)

    def _check(self, at: Route, item: ElementItem) -> None:
        for key, fault in self.names.faults(item) if self.names is not None else ():
            self.reader.report((*at, key) if key else at, fault)

    def check_conditions(self, at: Route, conditions: Iterable[Condition]) -> None:
        """Reports conditions on what there is not."""
        if self.names is not None:
            self._report(at, self.names.condition_faults(conditions))

    def ground(self, at: Route, chosen: Chosen) -> Chosen:
        """The colour of a side; reports what is no colour here."""
        if self.names is not None:
            self._report(at, self.names.colour_faults(chosen))
        return chosen

    def kinds(self, route: Route, of: list[str]) -> Iterator[str]:
        """The kinds of pieces that there are."""
        for n, kind in enumerate(of):
            fault = self.names.kind_fault(kind) if self.names is not None else ""
            if not fault:
                yield kind
            else:
                self.reader.report((*route, "of", n), fault)

    def named(self) -> tuple[tuple[str, str], ...]:
        """The colours of the file by name."""
        return tuple(self.colours.items())


def read_looks(reader: Reader, head: LooksFile, values: tuple[CounterValue, ...]) -> dict[str, Look]:
    """The looks of a ruleset's file whose head has been read, by id; whatever is wrong is reported."""
    shelf = _Shelf(reader, head.full_px, Names.of(values))
    shelf.stock(head.colours, head.groups)
    return dict(_looks(shelf, head.looks))


def _looks(shelf: _Shelf, held: dict[str, Any]) -> Iterator[tuple[str, Look]]:
    reader = shelf.reader
    for route, item in reader.items("looks", held, LookItem):
        id_ = str(route[-1])
        full_px = item.full_px if item.full_px is not None else shelf.full_px
        if not isinstance(item.back_when, str):
            shelf.check_conditions((*route, "back_when"), item.back_when)
        yield (
            id_,
            Look(
                id=id_,
                title=item.title,
                of=tuple(shelf.kinds(route, item.of)),
                ground=shelf.ground((*route, "ground"), item.ground),
                front=tuple(shelf.elements((*route, "front"), item.front, full_px)),
                back_ground=shelf.ground((*route, "back_ground"), item.back_ground),
                back=tuple(shelf.elements((*route, "back"), item.back, full_px)),
                back_when=item.back_when,
                full_px=full_px,
                colours=shelf.named(),
                place=reader.document.key_place(route),
            ),
        )


def read_markers(reader: Reader, head: MarkersFile) -> dict[str, MarkerKind]:
    """The kinds of markers of a ruleset's file whose head has been read, by id; whatever is wrong is reported."""
    shelf = _Shelf(reader, head.full_px, Names({}))
    shelf.stock(head.colours, head.groups)
    found = dict(_markers(shelf, head.markers))
    for id_, kind in found.items():
        if kind.other and kind.other not in found:
            text = f'There is no marker "{kind.other}".{did_you_mean(kind.other, found)}'
            reader.report(("markers", id_, "other"), text)
        elif kind.other and found[kind.other].other != id_:
            reader.report(("markers", id_, "other"), f'The other side of "{kind.other}" must be "{id_}".')
    return found


def _markers(shelf: _Shelf, held: dict[str, Any]) -> Iterator[tuple[str, MarkerKind]]:
    for route, item in shelf.reader.items("markers", held, MarkerItem):
        if (item.least is None) != (item.most is None) or (item.least or 0) > (item.most or 0):
            shelf.reader.report(route, 'A marker has both "least" and "most", in that order, or neither.', at_key=True)
        full_px = item.full_px if item.full_px is not None else shelf.full_px
        yield (
            str(route[-1]),
            MarkerKind(
                id=str(route[-1]),
                title=item.title,
                section=item.section,
                about=item.about,
                on=tuple(item.on),
                least=item.least,
                most=item.most,
                other=item.other,
                owned=item.owned,
                ground=shelf.ground((*route, "ground"), item.ground),
                parts=tuple(shelf.elements((*route, "parts"), item.parts, full_px)),
                full_px=full_px,
                colours=shelf.named(),
                place=shelf.reader.document.key_place(route),
            ),
        )


def read_look_book(document: Document) -> tuple[LookBook, tuple[Issue, ...]]:
    """What a box brings of looks, and everything wrong with its file; an empty book where nothing can be read."""
    reader = Reader(document)
    head = reader.head(OwnLooksFile, presets={"version": VERSION}) if reader.accepts("looks", "file of looks") else None
    if head is None:
        return LookBook(), reader.issues
    shelf = _Shelf(reader, head.full_px, None)
    shelf.stock(head.colours, head.groups)
    book = LookBook(
        MappingProxyType(shelf.colours),
        MappingProxyType(dict(_looks(shelf, head.looks))),
        MappingProxyType(dict(_markers(shelf, head.markers))),
    )
    return kept_book(book), reader.issues
