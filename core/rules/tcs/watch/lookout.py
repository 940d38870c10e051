"""Who looks out for units on their way: stacks, the steps that they see, the ground by which these are judged.

[TCS 4.01 7.0-7.1, 24.3a, 26.2]
"""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property

from core.geometry.hexes import Hex
from core.model.deployment import Mark, Spot
from core.rules.kernel.combat import Facts
from core.rules.kernel.forces import Unit
from core.rules.kernel.modifiers import Total
from core.rules.kernel.procedure import LIT
from core.rules.kernel.rulings import Ruling
from core.rules.kernel.watch_detail import Shot
from core.rules.operations.board import Board
from core.rules.tcs.forces.counters import unit_of
from core.rules.tcs.forces.units import DUG_IN, FIRE, INFANTRY, ON_MAP, PARALYZED, SUPPRESSED
from core.rules.tcs.forces.units import Unit as Counted
from core.rules.tcs.orders.by_orders import orders_of_units
from core.rules.tcs.procedures.area_shifts import ILLUMINATION, NIGHT, SMOKE, TWILIGHT, ZONE
from core.rules.tcs.procedures.artillery import gun_strength
from core.rules.tcs.procedures.dangers import attack_zones
from core.rules.tcs.reckoning import NO, YES
from core.rules.tcs.sight.case import Case
from core.rules.tcs.sight.los import sees
from core.rules.tcs.sight.spotting import visible_to

LIGHTS: Mapping[str, str] = {"illum": "artillery", "illum-mortar": "mortar or infantry gun"}
"""Markers that light up hexes, with the row of the chart that says how far. [TCS 4.01 26.2b]"""

ILLUMINATED = "tcs.illumination"


@dataclass(frozen=True)
class Step:
    """A step of those who move: the numbers of both hexes, whether it goes along a road, and all who are then in the hex."""

    source: int
    into: int
    along: bool
    targets: tuple[Counted, ...]


@dataclass(frozen=True)
class Stack:
    """Enemies in a hex: its number, each as it is and as the procedures count it."""

    number: int
    units: tuple[tuple[Unit, Counted], ...]


@dataclass(frozen=True)
class Ground:
    """The combat classes by which a step is judged; `between` says that they are those of the hexside."""

    classes: tuple[str, ...]
    between: bool = False


Spotting = tuple[Total, Counted, Fraction | None]
"""The shifts of a spotting range, the target that is seen farthest, and the range in hexes, None without a limit."""


@dataclass(frozen=True, eq=False)
class Watch:
    """What is asked of all stacks that watch some units on their way in one state of play. `mode` is how these move. `spotted`
    keeps how far each step is spotted, and why, which all that look at it alike have in common, `visible` how far anything is
    seen by which of both hexes are lit."""

    board: Board
    case: Case
    side: str
    mode: str
    spotted: dict[Hashable, Spotting] = field(default_factory=dict)
    visible: dict[tuple[str, ...], Fraction | None] = field(default_factory=dict)

    @cached_property
    def stacks(self) -> tuple[Stack, ...]:
        """The stacks of enemies with anybody in them who could fire."""
        return self.board.kept(("stacks that watch", self.side), self._stacks)

    def _stacks(self) -> tuple[Stack, ...]:
        found = (self._stack(number) for number in sorted(self.board.enemies(self.side)))
        return tuple(stack for stack in found if stack.units)

    def _stack(self, number: int) -> Stack:
        beside = [unit for unit in self.board.at[number] if unit.side != self.side]
        counted = ((unit, armed(self.board, unit, self.counted(unit, beside))) for unit in beside)
        return Stack(number, tuple((unit, each) for unit, each in counted if each.steps and each.strength))

    def counted(self, unit: Unit, beside: Iterable[Unit]) -> Counted:
        """A unit as the procedures count it, Dug In only where its orders let it be. [TCS 4.01 6.3a, 6.16d]"""
        counted = unit_of(self.case.ruleset, unit, beside)
        if counted.posture != DUG_IN:
            return counted
        orders = orders_of_units(self.case, self.board.forces, (unit,))
        return counted if all(each.may_be_dug_in for each in orders) else replace(counted, posture=FIRE)

    @cached_property
    def zones(self) -> frozenset[Hex]:
        """The hexes in attack zones."""
        return attack_zones(self.board.forces)

    @cached_property
    def lit(self) -> frozenset[Hex]:
        """The hexes that illumination lights up. [TCS 4.01 26.2b]"""
        return _lit(self.board, self.board.forces.deployment.marks.items())

    def sees(self, here: int, there: int) -> bool | None:
        """Whether a line of sight is clear, as far as visibility reaches; None where that cannot be decided."""
        hexes = self.board.net.hexes
        # By night it matters which of both hexes is lit [26.2d].
        return self.board.kept(("sees", here, there), lambda: self._sees(hexes[here], hexes[there]))

    def _sees(self, here: Hex, there: Hex) -> bool | None:
        limit = self._visible_to(here, there)
        if limit is not None and here.distance(there) > limit:
            return False
        return sees(self.unlimited, here, there, self.case.choices["los.method"])

    @cached_property
    def unlimited(self) -> Case:
        """The case with nothing but the ground between hexes."""
        return replace(self.case, state=replace(self.case.state, visibility=None))

    def visible_to(self, here: int, there: int) -> Fraction | None:
        """How far anything is seen in the turn from one hex towards another, None without a limit. [TCS 4.01 7.0, 26.2]"""
        return self._visible_to(self.board.net.hexes[here], self.board.net.hexes[there])

    def _visible_to(self, here: Hex, there: Hex) -> Fraction | None:
        night = self.case.state.light == "night"
        lit = tuple(name for name, place in (("firer_lit", here), ("target_lit", there)) if night and place in self.lit)
        if lit not in self.visible:
            told = {**dict.fromkeys(lit, YES), "night": YES if night else NO, "visibility": self.case.state.visibility}
            self.visible[lit] = visible_to(self.case, told)
        return self.visible[lit]

    def away(self, here: int, there: int) -> int:
        """How many hexes lie between two, the last one counted."""
        return self.board.net.hexes[here].distance(self.board.net.hexes[there])

    def others(self, here: int, there: int) -> tuple[str, ...]:
        """The circumstances of a fire, as the charts call them. [TCS 4.01 11.3f, 24.3e, 26.0, 26.1f]"""
        both = {self.board.net.hexes[here], self.board.net.hexes[there]}
        light = self.case.state.light
        found = [NIGHT] if light == "night" else [TWILIGHT] if light == "twilight" else []
        found += [ILLUMINATION] if light == "night" and self.board.net.hexes[there] in self.lit else []
        found += [SMOKE] if both & self.case.smoke else []
        found += [ZONE] if both & self.zones else []
        return tuple(found)

    def observers(self, mortar: Unit) -> tuple[tuple[int, Counted], ...]:
        """Who may observe for a mortar: neither suppressed nor paralyzed, of the smallest formation of its that has infantry.
        [TCS 4.01 15.3d, 24.3a]"""
        return self.board.kept(("observers", mortar.id), lambda: tuple(self._observers(mortar)))

    def _observers(self, mortar: Unit) -> Iterator[tuple[int, Counted]]:
        members = _next_higher(self.board, mortar)
        for number in sorted(self.board.enemies(self.side)):
            beside = [unit for unit in self.board.at[number] if unit.side == mortar.side]
            for unit in beside:
                counted = self.counted(unit, beside)
                if unit.id in members and counted.condition not in (SUPPRESSED, PARALYZED) and not counted.in_carrier:
                    yield number, counted

    def shot(
        self,
        number: int,
        step: Step,
        ground: Ground,
        how: str,
        firing: Sequence[tuple[Unit, Counted]],
        ruling: Ruling,
    ) -> Iterator[Shot]:
        """A fire as it is told of; nothing where it has no effect whatever is rolled."""
        facts = ruling.detail.facts if isinstance(ruling.detail, Facts) else {}
        if not facts.get("loss_chance") and not facts.get("check_chance"):
            return
        yield Shot(
            hex=self.board.net.hexes[number],
            units=tuple(unit.id for unit, _ in firing),
            how=how,
            column=str(facts["column"]),
            expected=Fraction(facts["expected_losses"]),
            loss_chance=Fraction(facts["loss_chance"]),
            check_chance=Fraction(facts.get("check_chance", 0)),
            away=self.away(number, step.into),
            between=ground.between,
        )


def _next_higher(board: Board, unit: Unit) -> frozenset[str]:
    """The counters of the smallest formation of a unit's that has infantry. [TCS 4.01 24.3a]"""
    oob = board.forces.oob
    counter = oob.counter(unit.id)
    formation = oob.formation(counter.formation) if counter is not None else None
    members = frozenset({unit.id})
    while formation is not None:
        members = frozenset(each.id for each in oob.all_members(formation.id))
        if any((other := board.forces.unit(id_)) is not None and other.kind == INFANTRY for id_ in members):
            return members
        formation = oob.formation(formation.parent)
    return members


def watch_on(board: Board, side: str, mode: str) -> Watch:
    """What is asked of all who watch the units of a side that moves in a mode."""
    assert isinstance(board.case, Case)
    return Watch(board, board.case, side, mode)


def armed(board: Board, unit: Unit, counted: Counted) -> Counted:
    """A unit with what it fires direct: guns on the map by their calibre where they print nothing. [TCS 4.01 24.6b]"""
    if counted.kind.name != ON_MAP:
        return counted
    calibre = unit.whole("fire.calibre") or None
    found = gun_strength(board.case, board.consulted, counted.strength, counted.reach, calibre)
    return replace(counted, strength=found.strength, reach=found.reach) if found is not None else counted


def _lit(board: Board, marked: Iterable[tuple[Spot, Iterable[Mark]]]) -> frozenset[Hex]:
    """The hexes that markers of illumination light up. [TCS 4.01 26.2b]"""
    found: set[Hex] = set()
    for spot, marks in marked:
        for row in {LIGHTS[mark.kind] for mark in marks if mark.kind in LIGHTS}:
            if isinstance(spot, Hex):
                found |= set(spot.within(int(board.consulted.number(ILLUMINATED, row, "radius"))))
    return frozenset(found)


def shown_lit(board: Board, *more: tuple[Hex, Mark]) -> Mapping[str, frozenset[Hex]]:
    """The hexes of the map that are lit by night, with those that `more` markers would light up, as an answer shows them;
    nothing by day. [TCS 4.01 26.2b]"""
    if board.forces.state.light != NIGHT:
        return {}
    marks = [*board.forces.deployment.marks.items(), *((place, (mark,)) for place, mark in more)]
    found = _lit(board, marks) & frozenset(board.net.index)
    return {LIT: found} if found else {}
