"""Changes of the order of battle, of scenarios, and of where pieces start."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType

from core.base.whole_text import whole_text, with_whole_texts
from core.model.box import GameBox
from core.model.deployment import Deployment, Mark, Piece, Spot
from core.model.edits.edit import IN_PLAY, Edit, Touched
from core.model.oob import Counter, Oob, OobItem, OobRef, Values
from core.model.scenario import Scenario
from core.model.work import Work


def whole_values(values: Values) -> Values:
    """Printed values whose texts are whole."""
    mended = {id_: whole_text(value) for id_, value in values.items() if isinstance(value, str) and whole_text(value) != value}
    return values.update(mended) if mended else values


def whole_item(item: OobItem) -> OobItem:
    """A side, formation or counter whose texts are whole; the very same where they are already."""
    made = with_whole_texts(item)
    if whole_values(made.values) is not made.values:
        made = replace(made, values=whole_values(made.values))
    if isinstance(made, Counter) and made.back is not None and whole_values(made.back) is not made.back:
        made = replace(made, back=whole_values(made.back))
    return made


@dataclass(frozen=True, slots=True)
class ChangeUnits:
    """Puts sides, formations and counters into the order of battle, replaces them, or (None) takes them out."""

    label: str
    items: Mapping[OobRef, OobItem | None]

    def __post_init__(self) -> None:
        """Makes the texts whole."""
        made = {ref: None if item is None else whole_item(item) for ref, item in self.items.items()}
        object.__setattr__(self, "items", MappingProxyType(made))

    @classmethod
    def as_kept(cls, label: str, items: Mapping[OobRef, OobItem | None]) -> "ChangeUnits":
        """An edit of items that a box holds just so: their texts are whole."""
        made = object.__new__(cls)
        object.__setattr__(made, "label", label)
        object.__setattr__(made, "items", MappingProxyType(dict(items)))
        return made

    def apply(self, work: Work) -> Work:
        """The work with the items changed."""
        return replace(work, box=work.box.with_oob(work.box.oob.with_items(self.items)))

    def touched(self, before: Work) -> Touched:
        """The items that become other than they were."""
        oob = before.box.oob
        there = ((ref, item, oob.item(ref)) for ref, item in self.items.items())
        # Of thousands most are the very same or differ: what they say is compared only where it must be.
        return Touched(units=frozenset(ref for ref, item, was in there if was is not item and was != item))


@dataclass(frozen=True, slots=True)
class ChangeScenario:
    """Says something else in a scenario, adds one under the name of its file, or (None) removes it."""

    label: str
    file: str
    scenario: Scenario | None

    def apply(self, work: Work) -> Work:
        """The work with that scenario."""
        return replace(work, box=work.box.with_scenarios({self.file: self.scenario}))

    def touched(self, before: Work) -> Touched:
        """The scenario, and the pieces and markers that start otherwise in it."""
        old = before.box.scenarios.get(self.file)
        if old == self.scenario:
            return Touched()
        was = old.start if old is not None else Deployment()
        comes = self.scenario.start if self.scenario is not None else Deployment()
        if was is comes:
            # Most changes are of what is said, and not of where thousands of pieces start.
            return Touched(scenarios=frozenset({self.file}))
        pieces = frozenset(
            (self.file, id_) for id_ in {*was.pieces, *comes.pieces} if was.pieces.get(id_) != comes.pieces.get(id_)
        )
        spots = frozenset(
            (self.file, spot) for spot in {*was.marks, *comes.marks} if was.marks.get(spot) != comes.marks.get(spot)
        )
        return Touched(scenarios=frozenset({self.file}), pieces=pieces, spots=spots)


@dataclass(frozen=True, slots=True)
class ChangePieces:
    """Puts pieces somewhere, changes them, or (None) takes them off; so, too, markers of hexes.

    `file` is that of a scenario where pieces of its start are meant, `IN_PLAY` for those that are played with.
    """

    label: str
    file: str
    pieces: Mapping[str, Piece | None]
    marks: Mapping[Spot, tuple[Mark, ...]] = field(default_factory=lambda: MappingProxyType({}))

    def apply(self, work: Work) -> Work:
        """The work with the pieces there; as it is without that scenario, or when nothing is in play."""
        deployment = self._deployment(work)
        if deployment is None:
            return work
        deployment = deployment.with_pieces(self.pieces) if self.pieces else deployment
        deployment = deployment.with_marks(self.marks) if self.marks else deployment
        if self.file == IN_PLAY:
            return replace(work, state=work.state.laid_out(deployment, self.pieces))
        scenario = replace(work.box.scenarios[self.file], start=deployment)
        return replace(work, box=work.box.with_scenarios({self.file: scenario}))

    def touched(self, before: Work) -> Touched:
        """The pieces and markers that become other than they were."""
        deployment = self._deployment(before)
        if deployment is None:
            return Touched()
        pieces = frozenset((self.file, id_) for id_, piece in self.pieces.items() if deployment.pieces.get(id_) != piece)
        spots = frozenset((self.file, spot) for spot, marks in self.marks.items() if deployment.marks.get(spot, ()) != marks)
        return Touched(pieces=pieces, spots=spots)

    def _deployment(self, work: Work) -> Deployment | None:
        if self.file == IN_PLAY:
            return work.state.deployment
        scenario = work.box.scenarios.get(self.file)
        return scenario.start if scenario is not None else None


def forgotten(box: GameBox, oob: Oob) -> list[Edit]:
    """The edits by which no scenario of a box names counters and formations that another order of battle has no more.

    What has its id from a counter and a formation, or from two, is named as long as one of them is left.
    """
    counters = frozenset(box.oob.ids("counters")) - frozenset(oob.ids("counters"))
    formations = frozenset(box.oob.ids("formations")) - frozenset(oob.ids("formations"))
    units = (counters | formations) - frozenset(oob.ids("counters")) - frozenset(oob.ids("formations"))
    edits: list[Edit] = []
    for file, scenario in box.scenarios.items():
        if (plan := without_units(scenario, units)) != scenario:
            edits.append(ChangeScenario("", file, plan))
        pieces: dict[str, Piece | None] = {}
        for id_, piece in scenario.start.pieces.items():
            if id_ in counters:
                pieces[id_] = None
            elif piece.on in counters:
                pieces[id_] = replace(piece, on="")
        if pieces:
            edits.append(ChangePieces("", file, pieces))
    return edits


def without_units(scenario: Scenario, gone: frozenset[str]) -> Scenario:
    """A scenario in which nothing that is said names some units; what was said of them alone is gone, too."""

    def left(units: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(each for each in units if each not in gone)

    named = [each.units for some in (scenario.set_ups, scenario.arrivals, scenario.sheets) for each in some]
    named += [tuple(name for name, _ in each.rally) for each in scenario.sheets]
    if all(gone.isdisjoint(units) for units in named):
        return scenario
    return replace(
        scenario,
        set_ups=tuple(
            replace(each, units=left(each.units))
            for each in scenario.set_ups
            if each.code or left(each.units) or not each.units
        ),
        arrivals=tuple(
            replace(each, units=left(each.units)) for each in scenario.arrivals if left(each.units) or not each.units
        ),
        sheets=tuple(
            replace(each, units=left(each.units), rally=tuple(pair for pair in each.rally if pair[0] not in gone))
            for each in scenario.sheets
        ),
    )


def restated_forces(work: Work, touched: Touched) -> list[Edit]:
    """Edits that bring any work that differs from this one only in what was touched to this one's units and scenarios.

    Where pieces are in play is no part of the box.
    """
    edits: list[Edit] = []
    if touched.units:
        edits.append(ChangeUnits.as_kept("", {ref: work.box.oob.item(ref) for ref in touched.units}))
    edits += [ChangeScenario("", file, work.box.scenarios.get(file)) for file in sorted(touched.scenarios)]
    for file in sorted({file for file, _ in (*touched.pieces, *touched.spots)} - {*touched.scenarios, IN_PLAY}):
        start = work.box.scenarios[file].start
        pieces = {id_: start.pieces.get(id_) for each, id_ in touched.pieces if each == file}
        marks = {spot: start.marks.get(spot, ()) for each, spot in touched.spots if each == file}
        edits.append(ChangePieces("", file, pieces, MappingProxyType(marks)))
    return edits
