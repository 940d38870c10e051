"""What the rules want looked after when a phase of play ends: what is found, and the checks that all series share.

A phase names its checks in the sequence of play; the markers that come off in it are looked for in any case. What only one
series checks stands with its other rules (`audit.py`), by the same names.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from types import MappingProxyType

from core.base.counted import article
from core.geometry.hexes import Hex
from core.model.deployment import Mark, Piece, Spot
from core.model.edits.edit import IN_PLAY
from core.model.edits.force_edits import ChangePieces
from core.model.edits.piece_edits import mark_kind, shifted
from core.model.orders import OpSheet
from core.model.scenario import ARRIVING
from core.model.state import SUPPLIES, SUPPORT
from core.model.work import Work
from core.rules.kernel.charts import Consulted
from core.rules.kernel.entry import entered
from core.rules.kernel.findings import LOOK, MEND, Finding
from core.rules.kernel.force_rules import ForceRules, names
from core.rules.kernel.forces import Forces, Unit
from core.rules.kernel.markers import marker_title
from core.rules.kernel.sequence import Phase, Removal
from core.rules.kernel.stacking import OVER, stacking
from core.rules.kernel.system import ForceTables

MOST_PLACES = 6
"""So many hexes are named."""

SLICE = 50
"""After so many hexes or units a check lets others work."""


@dataclass(frozen=True)
class PhaseEnd:
    """A phase of play that ends. `case` is that of the series at its end, `before` the units as they stood when it began.

    `side` is the one whose phase it is, "" where it is both's; `of` names what it has activated. `sheets` are the op sheets
    that are known to who asks, None where none are; `trails` are hexes that units have gone through, from the first to the
    last. `around` are the units as they stood when all began that the phase belongs to, such as the turn of a side. `forced`
    are units that results of dice alone have put elsewhere, as far as anybody knows.
    """

    case: ForceTables
    before: Forces
    rules: ForceRules
    phase: Phase
    side: str = ""
    of: str = ""
    sheets: tuple[OpSheet, ...] | None = None
    trails: Mapping[str, tuple[Hex, ...]] = field(default_factory=lambda: MappingProxyType({}))
    around: Forces | None = None
    forced: frozenset[str] = frozenset()

    @property
    def forces(self) -> Forces:
        """The units as they stand at its end."""
        return self.case.forces

    @cached_property
    def work(self) -> Work:
        """What edits are made for."""
        return Work(self.forces.box, self.forces.state)

    @cached_property
    def hexes(self) -> tuple[Hex, ...]:
        """The hexes with pieces in them, in their order."""
        return tuple(sorted(spot for spot in self.forces.deployment.stacks if isinstance(spot, Hex)))

    def standing(self, side: str = "") -> Iterator[tuple[Hex, Unit]]:
        """The units that stand on the map, of one side where it is named, hex by hex."""
        for place in self.hexes:
            for unit in self.forces.units(place):
                if self.rules.is_unit(unit) and (not side or unit.side == side):
                    yield place, unit

    @cached_property
    def activated(self) -> frozenset[str]:
        """The counters that the activation names: of a formation or a single one, else of its side."""
        return self._named or frozenset(each.id for each in self.forces.oob.counters if not self.side or each.side == self.side)

    @cached_property
    def _named(self) -> frozenset[str]:
        """The counters of what the activation names, none where it names nothing that is known."""
        return frozenset(unit.id for unit in self.forces.units_named((self._meant,))) if self.of else frozenset()

    def knows(self, of: str) -> bool:
        """Whether anybody has said whose are meant, by words of `core.rules.kernel.sequence.WHOSE`."""
        if of == "activated" and self.of:
            return bool(self._named)
        return of == "both" or bool(self.side)

    @property
    def _meant(self) -> str:
        """The id of what is activated, which may be called by its name."""
        oob = self.forces.oob
        if oob.formation(self.of) is not None or oob.counter(self.of) is not None:
            return self.of
        called = (each for each in oob.formations if each.name.casefold() == self.of.casefold())
        return next((each.id for each in called if not self.side or each.side == self.side), self.of)

    def concerns(self, unit: str, of: str) -> bool:
        """Whether a counter is one of those that a phase speaks of, as `core.rules.kernel.sequence.WHOSE` says it."""
        if of == "activated":
            return unit in self.activated
        counter = self.forces.oob.counter(unit)
        return of == "both" or not self.side or (counter is not None and counter.side == self.side)

    def moved(self, side: str = "") -> Iterator[tuple[Unit, Hex, Hex]]:
        """The units that stood in a hex when the phase began and stand in another one now, with both."""
        was = self.before.deployment.pieces
        for place, unit in self.standing(side):
            old = was.get(unit.id)
            if old is not None and isinstance(old.at, Hex) and old.at != place:
                yield unit, old.at, place

    def label(self, spot: Spot) -> str:
        """What a hex or a box is called."""
        return self.forces.box.label(spot) if isinstance(spot, Hex) else spot


Check = Callable[[PhaseEnd], Iterator[Finding | None]]
"""Looks something after; None between what takes time."""


def removals(end: PhaseEnd) -> Iterator[Finding | None]:
    """Markers that come off in the phase, or are turned, and that lie as they lay."""
    for removal in end.phase.removes:
        found = _removal(end, removal)
        if found is not None:
            yield found
        yield None


def _removal(end: PhaseEnd, removal: Removal) -> Finding | None:
    """The markers of one kind that were to come off, with the edit that takes them off."""
    wanted = frozenset(removal.markers)
    deployment, was = end.forces.deployment, end.before.deployment
    oob = end.forces.oob
    active = (
        {counter.side for id_ in end.activated if (counter := oob.counter(id_)) is not None} if not end.side else {end.side}
    )
    owners = {*active, ""}

    def meant(word: str) -> bool:
        return word in wanted or mark_kind(word) in wanted

    pieces: dict[str, Piece | None] = {}
    for id_, piece in deployment.pieces.items():
        words = {word for word in piece.marks if meant(word)} if piece.marks and end.concerns(id_, removal.of) else set()
        if removal.earlier and id_ in was.pieces:
            words &= was.pieces[id_].marks
        elif removal.earlier:
            words = set()
        if words:
            left = piece.marks - words
            pieces[id_] = replace(piece, marks=left | {removal.to} if removal.to else left)
    marks: dict[Spot, tuple[Mark, ...]] = {}
    for spot, some in deployment.marks.items():
        lay = was.marks.get(spot, ())
        theirs = {
            mark
            for mark in some
            if meant(mark.kind) and (removal.of == "both" or mark.side in owners) and (not removal.earlier or mark in lay)
        }
        if theirs:
            marks[spot] = _without(some, theirs, removal.to)
    if not pieces and not marks:
        return None
    titles = " or ".join(marker_title(end.case.ruleset, word) for word in removal.markers)
    lies = names(unit for id_ in sorted(pieces) if (unit := end.forces.unit(id_)) is not None) if pieces else ""
    spots = tuple(sorted(marks, key=str))
    where = ", ".join(end.label(spot) for spot in spots[:6]) + (f" and {len(spots) - 6} more" if len(spots) > 6 else "")
    on = " and ".join(text for text in (f"on {lies}" if lies else "", f"in {where}" if where else "") if text)
    ids = tuple(sorted(pieces))
    if not end.knows(removal.of):
        text = f"{titles} lies {on}; nobody has said who is active, and of others none come off."
        return Finding("markers", removal.section, text, LOOK, ids, spots)
    if removal.to:
        text = f"{titles} lies {on}; it is turned to {marker_title(end.case.ruleset, removal.to)} in this phase."
    else:
        text = f"{titles} still lies {on}; it comes off in this phase."
    label = "Turn markers" if removal.to else "Remove markers"
    edit = ChangePieces(label, IN_PLAY, MappingProxyType(pieces), MappingProxyType(marks))
    return Finding("markers", removal.section, text, MEND, ids, spots, (edit,))


def _without(some: tuple[Mark, ...], theirs: Iterable[Mark], to: str) -> tuple[Mark, ...]:
    """Markers of a hex without some of them, or with those turned; two that become alike are one."""
    gone = frozenset(theirs)
    if not to:
        return tuple(mark for mark in some if mark not in gone)
    return tuple(dict.fromkeys(replace(mark, kind=to) if mark in gone else mark for mark in some))


def stacks(end: PhaseEnd) -> Iterator[Finding | None]:
    """Hexes above the limits, with both sides in them, or with a unit on top that may not lie there."""
    sections = end.rules.sections
    for number, place in enumerate(end.hexes):
        if number % SLICE == SLICE - 1:
            yield None
        ruling = stacking(end.case, {"hex": place}, end.rules)
        for side in ruling.detail.sides:
            for count in side.counts:
                if ruling.verdict == OVER and count.binds and count.over:
                    whose, where = end.forces.side_name(side.side), end.label(place)
                    text = (
                        f"{whose} has {count.words} in {where}, {count.over} more than the limit "
                        f"of {count.limit}; its owner takes off what is too much."
                    )
                    ids = tuple(id_ for id_, _ in count.shares)
                    yield Finding("overstacked", count.section, text, MEND, ids, (place,))
            if end.rules.top_section and side.top and side.tops and side.top not in side.tops:
                yield _top(end, place, side.top, side.tops)
        if sections.enemies and sum(bool(side.top) for side in ruling.detail.sides) > 1:
            ids = tuple(id_ for side in ruling.detail.sides for id_ in side.units)
            text = f"Units of both sides stand in {end.label(place)}; no phase ends so."
            yield Finding("enemies", sections.enemies, text, MEND, ids, (place,))


def _top(end: PhaseEnd, place: Hex, top: str, tops: tuple[str, ...]) -> Finding:
    """That another unit must lie on top of a stack."""
    lying = end.forces.deployment.stack(place)
    best = next(id_ for id_ in reversed(lying) if id_ in tops)
    units = {id_: unit for id_ in (top, best) if (unit := end.forces.unit(id_)) is not None}
    text = (
        f"{units[top].name} lies on top in {end.label(place)}; {units[best].name}, or another that can attack, must lie there."
    )
    edit = shifted(end.work, (best,), "top")
    return Finding("top", end.rules.top_section, text, MEND, (top, best), (place,), (edit,))


def declared(end: PhaseEnd) -> Iterator[Finding | None]:
    """What was declared and is not resolved yet."""
    section = end.case.ruleset.play.stacks.section or end.phase.section
    for each in end.forces.state.declared:
        some = [unit for id_ in each.units if (unit := end.forces.unit(id_)) is not None]
        units = names(some) if some else "units that are out of sight"
        against = ", ".join(end.label(spot) for spot in each.against) or "nobody"
        side, what = end.forces.side_name(each.by), each.what.replace("-", " ")
        text = f"{side} has declared {article(what)} by {units} against {against}, and it is not resolved."
        if each.what == SUPPORT:
            text = f"{side} has declared support by {units} for those in {against}, and it is not resolved."
        elif each.what in SUPPLIES:
            text = f"{side} has declared {what} for {units} in {against}, and it is not resolved."
        yield Finding("declared", section, text, MEND, each.units, each.against)
    yield None


def arrivals(end: PhaseEnd) -> Iterator[Finding | None]:
    """Reinforcements that are due and wait beside the map though an entry hex is open to them."""
    scenario, forces = end.forces.scenario, end.forces
    waiting = {id_ for id_ in forces.deployment.stack(ARRIVING) if end.concerns(id_, "active")}
    if scenario is None or not waiting:
        return
    consulted, now = Consulted(end.case.charts), forces.state.moment.turn
    for arrival in scenario.arrivals:
        units = tuple(unit for unit in forces.units_named(arrival.units) if unit.id in waiting)
        if not units or end.rules.may_not_enter(end.case, forces, units):
            continue
        found = entered(end.case, consulted, forces, arrival, end.rules)
        if arrival.turn + found.delay > now or not found.open:
            continue
        text = f"Not come in yet, though due: {names(units)}; open to them: {_places(end, found.open)}."
        ids = tuple(unit.id for unit in units)
        yield Finding("arrivals", end.rules.sections.entry, text, LOOK, ids, tuple(sorted(found.open)))
        yield None


def _places(end: PhaseEnd, hexes: Iterable[Hex]) -> str:
    """Hexes as they are called, some of many."""
    labels = sorted(map(end.label, hexes))
    return ", ".join(labels[:MOST_PLACES]) + (f" and {len(labels) - MOST_PLACES} more" if len(labels) > MOST_PLACES else "")


def nobody_active(end: PhaseEnd, section: str) -> Finding:
    """That nobody has said who is active, so that nothing can be said of active units."""
    return Finding("activation", section, "Nobody has said who is active; only active units are looked at in this phase.", LOOK)


COMMON: Mapping[str, Check] = MappingProxyType({"stacking": stacks, "declared": declared, "arrivals": arrivals})
"""The checks that all series share, by their names in the sequence of play."""
