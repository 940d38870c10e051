"""Looks that counters ask for, what looks of a box name, and markers that lie on the map, of which the rules know nothing."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from core.base.errors import Place, did_you_mean
from core.model.box import GameBox
from core.model.issues import Issue, Severity
from core.model.looks import Look, MarkerKind, MarkerPlace
from core.model.maps import NOWHERE
from core.model.oob import Oob
from core.model.scenario import Scenario
from core.rules.kernel.dressing import colours_of
from core.rules.kernel.look_names import Names
from core.rules.kernel.looks import COLOURS
from core.rules.kernel.markers import parted
from core.rules.kernel.ruleset import Ruleset


def look_issues(oob: Oob, ruleset: Ruleset, file: str) -> Iterator[Issue]:
    """Counters that ask for a look that there is not and are drawn by that of their kind. `file` has those without place."""
    for counter in oob.counters:
        if counter.look and counter.look not in ruleset.looks:
            near = did_you_mean(counter.look, ruleset.looks)
            said = f'The counter "{counter.id}" asks for the look "{counter.look}", and there is none of that name.{near}'
            place = counter.place if counter.place.file else Place(file)
            yield Issue(place, said, Severity.WARNING, code="no-look", units=(counter.id,))


def book_issues(box: GameBox, ruleset: Ruleset, file: str) -> Iterator[Issue]:
    """What the looks of a box name and there is not. `file` has what was made since the box was opened."""
    bare = ruleset.bare if ruleset.bare is not None else ruleset
    book = box.looks
    names = Names.of(ruleset.values, tuple({**colours_of(bare.looks.values()), **book.colours}))
    of_markers = Names({}, tuple({**colours_of(bare.markers.values()), **book.colours}))

    def issue(place: Place, who: str, said: str) -> Issue:
        return Issue(place if place.file else Place(file), f"{who}: {said}", Severity.WARNING, code="look-name")

    for name in book.colours:
        if name in COLOURS:
            said = f"always means {COLOURS[name]}; a colour of its own needs another name."
            yield issue(Place(file), f'The colour "{name}"', said)
    first: dict[str, str] = {}
    for look in book.looks.values():
        who = f'The look "{look.id}"'
        for fault in look_faults(look, names):
            yield issue(fault.place if fault.place.file else look.place, f"{who}{fault.where}", fault.text)
        for kind in look.of:
            if (other := first.setdefault(kind, look.id)) != look.id:
                yield issue(look.place, who, f'it is for "{kind}", and so is "{other}" before it, which counts.')
    for id_, marker in book.markers.items():
        who = f'The marker "{id_}"'
        for fault in marker_faults(marker, of_markers, ruleset.markers):
            yield issue(fault.place if fault.place.file else marker.place, f"{who}{fault.where}", fault.text)


@dataclass(frozen=True, slots=True)
class LookFault:
    """Something that a look names and there is not. `side` is 0 for its front, 1 for its back, `number` that of the element
    there, None for the look as a whole; `key` is the part of the element or look that names it."""

    key: str
    text: str
    side: int = 0
    number: int | None = None
    place: Place = NOWHERE

    @property
    def where(self) -> str:
        """Which element is meant, as the end of what is named before."""
        if self.number is None:
            return ""
        return f", element {self.number + 1} of its {('front', 'back')[self.side]}"


def look_faults(look: Look, names: Names) -> Iterator[LookFault]:
    """Everything that a look names and there is not."""
    for kind in look.of:
        if fault := names.kind_fault(kind):
            yield LookFault("of", fault)
    yield from (LookFault("ground", fault) for fault in names.colour_faults(look.ground))
    yield from (LookFault("back_ground", fault, 1) for fault in names.colour_faults(look.back_ground))
    if not isinstance(look.back_when, str):
        yield from (LookFault("back_when", fault, 1) for fault in names.condition_faults(look.back_when))
    for side, elements in enumerate((look.front, look.back)):
        for number, element in enumerate(elements):
            yield from (LookFault(key, fault, side, number, element.place) for key, fault in names.faults(element))


def marker_faults(kind: MarkerKind, names: Names, markers: Mapping[str, MarkerKind]) -> Iterator[LookFault]:
    """Everything that a kind of marker names and there is not among all `markers`."""
    yield from (LookFault("ground", fault) for fault in names.colour_faults(kind.ground))
    if kind.other and kind.other not in markers:
        yield LookFault("other", f'There is no marker "{kind.other}".{did_you_mean(kind.other, markers)}')
    elif kind.other and markers[kind.other].other != kind.id:
        yield LookFault("other", f'The other side of "{kind.other}" must be "{kind.id}".')
    for number, element in enumerate(kind.parts):
        yield from (LookFault(key, fault, 0, number, element.place) for key, fault in names.faults(element))


def marker_issues(scenario: Scenario, ruleset: Ruleset, file: str) -> Iterator[Issue]:
    """Markers at the start of a scenario that the rules do not have, with numbers that they do not have, or in wrong places."""
    start = scenario.start
    for id_, piece in sorted(start.pieces.items()):
        for word in sorted(piece.marks):
            if said := _fault(word, "unit", ruleset):
                text = f'The unit "{id_}" starts with the marker "{word}": {said}'
                yield Issue(Place(file), text, Severity.WARNING, code="no-marker", units=(id_,))
    words = {mark.kind for marks in start.marks.values() for mark in marks}
    for word in sorted(words):
        if said := _fault(word, "hex", ruleset):
            yield Issue(Place(file), f'The marker "{word}" lies on the map: {said}', Severity.WARNING, code="no-marker")


def _fault(word: str, at: MarkerPlace, ruleset: Ruleset) -> str:
    """Why a marker cannot lie somewhere, as the end of a sentence; "" where it can."""
    id_, number = parted(word)
    kind = ruleset.markers.get(word) or ruleset.markers.get(id_)
    if kind is None:
        return f"the rules have no such marker.{did_you_mean(id_, ruleset.markers)}"
    if at not in kind.on:
        return f"{kind.title} lies with a {' or a '.join(kind.on)}."
    if kind.numbers and number not in kind.numbers:
        return f"{kind.title} has a number from {kind.least} to {kind.most}."
    return f"{kind.title} has no number." if number is not None and not kind.numbers else ""
