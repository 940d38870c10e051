"""Looks that counters ask for and markers that lie on the map, of which the rules know nothing."""

from collections.abc import Iterator

from core.base.errors import Place, did_you_mean
from core.model.issues import Issue, Severity
from core.model.oob import Oob
from core.model.scenario import Scenario
from core.rules.kernel.markers import MarkerPlace, parted
from core.rules.kernel.ruleset import Ruleset


def look_issues(oob: Oob, ruleset: Ruleset, file: str) -> Iterator[Issue]:
    """Counters that ask for a look that there is not and are drawn by that of their kind. `file` has those without place."""
    for counter in oob.counters:
        if counter.look and counter.look not in ruleset.looks:
            near = did_you_mean(counter.look, ruleset.looks)
            said = f'The counter "{counter.id}" asks for the look "{counter.look}", and there is none of that name.{near}'
            place = counter.place if counter.place.file else Place(file)
            yield Issue(place, said, Severity.WARNING, code="no-look", units=(counter.id,))


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
