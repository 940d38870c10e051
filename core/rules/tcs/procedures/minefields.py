"""Minefields: what they do to those who enter or breach them, and how many are laid [TCS 4.01 21.0-21.3]."""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import Any

from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.model.deployment import Deployment, Mark
from core.model.edits.edit import Edit
from core.model.edits.order_edits import ChangeOrders
from core.model.edits.piece_edits import hex_marked
from core.model.orders import OpSheet
from core.model.work import Work
from core.rules.kernel.charts import Consulted
from core.rules.kernel.combat import Facts
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Unit
from core.rules.kernel.proposals import Places, Proposal, proposing
from core.rules.kernel.rulings import Number, Reason, Ruling
from core.rules.kernel.system import ForceTables, Parameter, Question, Tables
from core.rules.kernel.tables import READ, at_once
from core.rules.tcs.forces.counters import kind_of
from core.rules.tcs.forces.units import INFANTRY
from core.rules.tcs.orders.command import PREPARED_DEFENSE, refuse_without_command
from core.rules.tcs.orders.preparing import Preparation
from core.rules.tcs.orders.sheet_questions import sheet_named
from core.rules.tcs.orders.standing import orders_of
from core.rules.tcs.orders.timing import in_command
from core.rules.tcs.procedures.area_shifts import Target, stacking_item
from core.rules.tcs.procedures.fire import on_the_fire_table
from core.rules.tcs.readings import reading_reason
from core.rules.tcs.reckoning import ALLOWED, PROHIBITED, answer, at_least, checked_rolls, flag, is_on, least, step, whole

NUMBERS = "tcs.minefield"
MINES = "minefield"
"""The kind of marker that mines are."""
IN_HEX, ADJACENT = "in the hex", "adjacent"


def minefield(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """What a minefield does to units on foot, by the stacking shift alone, or to the steps of vehicles. [TCS 4.01 21.0b]"""
    consulted = Consulted(case.charts)
    steps, vehicles = given.get("steps"), given.get("vehicles")
    if (steps is None) == (vehicles is None):
        raise WrongUse("steps, vehicles: give the one or the other; foot and vehicles are attacked each in their way.")
    if vehicles is not None:
        return _vehicles(case, consulted, least("vehicles", vehicles, 1) or 1, given)
    if given.get("rolls"):
        raise WrongUse("rolls: units on foot are attacked once; give roll=…")
    strength = int(consulted.number(NUMBERS, "fire strength", "number"))
    said = [step(case, "21.0b", "Units on foot are attacked at {strength}", strength=strength)]
    return on_foot(case, consulted, "minefield", said, strength, steps or 0, given.get("roll"))


def on_foot(
    case: Tables, consulted: Consulted, question: str, said: list[Reason], strength: int, steps: int, roll: int | None
) -> Ruling:
    """Terrain does nothing against minefields; only stacking shifts. [TCS 4.01 9.3b, 21.0b, 21.3c]"""
    least("steps", steps, 1)
    stacking = stacking_item(case, consulted, Target((), steps=steps), starred=False)
    facts: dict[str, Number | str] = {"strength": strength, "stacking_steps": steps}
    return on_the_fire_table(case, consulted, question, said, strength, (stacking,), roll, facts, steps)


def _vehicles(case: Tables, consulted: Consulted, steps: int, given: Mapping[str, Any]) -> Ruling:
    """Two dice for each step that moves as a vehicle. [TCS 4.01 21.0b]"""
    if given.get("roll") is not None:
        raise WrongUse("roll: vehicles roll for each step; give rolls=…")
    needed = int(consulted.number(NUMBERS, "vehicle destroyed on", "number"))
    chance = at_least("2d6", needed)
    template = "Each of {steps} vehicle steps is destroyed by {needed} or more: {chance}"
    said = [step(case, "21.0b", template, steps=steps, needed=needed, chance=chance)]
    facts: dict[str, Number | str] = {"needed": needed, "chance": chance, "expected_losses": chance * steps}
    rolls = checked_rolls("rolls", given.get("rolls", ()), "2d6", steps)
    destroyed = sum(roll >= needed for roll in rolls)
    if rolls:
        template = "Rolls {rolls}: destroyed {destroyed}"
        said.append(step(case, "21.0b", template, rolls=", ".join(map(str, rolls)), destroyed=destroyed))
        facts["destroyed"] = destroyed
    return answer(case, consulted, "minefield", "destroyed" if destroyed else READ, needed, said, facts)


def breach(case: Tables, given: Mapping[str, Any]) -> Ruling:
    """The attack on a unit that breaches a minefield. It succeeds if it stays unshaken in the hex. [TCS 4.01 21.3]"""
    consulted = Consulted(case.charts)
    moves = case.choices.get("breaching.movement") != "none"
    said = []
    if given.get("from") == ADJACENT:
        other, outcome = ("none", PROHIBITED) if moves else ("one_hex", "the unit moves in and is attacked")
        said.append(reading_reason(case, "breaching.movement", other, outcome))
        if not moves:
            return answer(case, consulted, "minefield.breach", PROHIBITED, None, said)
    if given.get("from") == ADJACENT:
        said.append(step(case, "21.3b", "Moving in is a trigger for overwatch, which comes first"))
    strength = int(consulted.number(NUMBERS, "breach strength", "number"))
    said.append(step(case, "21.3c", "The breaching unit is attacked at {strength}", strength=strength))
    return on_foot(case, consulted, "minefield.breach", said, strength, given["steps"], given.get("roll"))


def laid(case: ForceTables, given: Mapping[str, Any]) -> Ruling:
    """How many minefields a Prepared Defense lays when it comes into force. [TCS 4.01 21.1]"""
    consulted = Consulted(case.charts)
    if (given.get("platoons") is None) == (not given.get("sheet")):
        raise WrongUse("platoons, sheet: give the one or the other.")
    if is_on(given, "before_play"):
        said = [step(case, "21.1", "Before play the scenario says how many are laid")]
        return answer(case, consulted, "minefield.laid", READ, None, said)
    if given.get("sheet"):
        refuse_without_command(case)
        orders = orders_of(case, case.forces)
        preparation = Preparation(case, orders, sheet_named(orders, given["sheet"]))
        if preparation.type != PREPARED_DEFENSE:
            template = "{sheet} is of the type {type}; only a Prepared Defense lays mines"
            said = [step(case, "21.1", template, sheet=preparation.sheet.id, type=preparation.type)]
            return answer(case, consulted, "minefield.laid", PROHIBITED, None, said)
        platoons = len(of_sheet(case, preparation)[0])
    else:
        platoons = least("platoons", given["platoons"], 0) or 0
    for_each = consulted.number(NUMBERS, "platoons for each", "number")
    count = whole(case, Fraction(platoons) / for_each, "minefields.laid")
    within, enemy = (consulted.number(NUMBERS, row, "number") for row in ("place within", "hexes from enemy"))
    template = "Infantry platoons {platoons}, one minefield for each {each}: {count}"
    said = [step(case, "21.1", template, platoons=platoons, each=for_each, count=count)]
    template = "Within {within} hexes of its platoons, at least {enemy} from the nearest enemy"
    said.append(step(case, "21.1", template, within=within, enemy=enemy))
    facts: dict[str, Number | str] = {"minefields": count, "within": within, "from_enemy": enemy}
    return answer(case, consulted, "minefield.laid", READ, count, said, facts)


def of_sheet(case: ForceTables, preparation: Preparation) -> tuple[tuple[Unit, ...], int]:
    """The infantry platoons on an op sheet, and how many minefields they lay when it comes into force. [TCS 4.01 21.1]"""
    platoons = tuple(unit for unit in preparation.living if kind_of(case.ruleset, unit).name == INFANTRY)
    if preparation.type != PREPARED_DEFENSE:
        return platoons, 0
    for_each = Consulted(case.charts).number(NUMBERS, "platoons for each", "number")
    return platoons, whole(case, Fraction(len(platoons)) / for_each, "minefields.laid")


@dataclass(frozen=True, slots=True)
class Mines:
    """What an op sheet lays just now: its infantry platoons with where they stand, how many minefields they lay in all, and the
    hexes in which those lie that it has laid already."""

    sheet: OpSheet
    platoons: tuple[tuple[Unit, Hex], ...] = ()
    count: int = 0
    lie: tuple[Hex, ...] = ()

    @property
    def left(self) -> int:
        """How many it is still to lay."""
        return max(self.count - len(self.lie), 0)


def may_lay(case: ForceTables, given: Mapping[str, Any]) -> Ruling:
    """Whether a side lays a minefield in a hex just now; without a hex in which it does. [TCS 4.01 21.1]

    It does by a Prepared Defense that has come into force in this turn, near two of its platoons and far from all enemies.
    """
    forces, place = case.forces, given.get("to")
    side = given.get("side") or ""
    if side and forces.oob.side(side) is None:
        raise WrongUse(f'side: there is no side "{side}".')
    said, laying = [], None
    if forces.state.moment.turn == 0:
        said.append(step(case, "21.1", "Before play the scenario says how many are laid"))
    elif case.choices.get("command.play") == "without":
        said.append(step(case, "6.1", "Without the command rules no op sheet says when mines are laid: the players do"))
    else:
        laying = Laying(case, side)
    if place is None:
        return _everywhere(case, laying, said)
    too_near = tuple(laying.too_near(place)) if laying is not None else ()
    mines, told = laying.by_sheets(place) if laying is not None else (None, said)
    verdict = ALLOWED if (laying is None or mines is not None) and not too_near else PROHIBITED
    ruling = answer(case, Consulted(case.charts), "minefield.lay", verdict, None, (*too_near, *told), {})
    if verdict != ALLOWED:
        return ruling
    edits: list[Edit] = [hex_marked(Work(forces.box, forces.state), (place,), Mark(MINES, side))]
    if mines is not None:
        laid_by = replace(mines.sheet, mines=(*mines.lie, place))
        edits.append(ChangeOrders("Lay a minefield", {laid_by.id: laid_by}))
    proposal = Proposal(f"Lay a minefield in {forces.box.label(place)}", tuple(edits))
    assert isinstance(ruling.detail, Facts)
    return replace(ruling, detail=proposing(ruling.detail, proposal))


def _everywhere(case: ForceTables, laying: "Laying | None", said: list[Reason]) -> Ruling:
    """In which hexes a side lays a minefield just now: in all, where no op sheet is asked. [TCS 4.01 21.1]"""
    cells = case.forces.box.cells
    places = frozenset(cells) if laying is None else laying.places(cells)
    said.append(step(case, "21.1", "Hexes in which a minefield may be laid just now: {count}", count=len(places)))
    verdict, facts = ALLOWED if places else PROHIBITED, {"count": len(places)}
    ruling = answer(case, Consulted(case.charts), "minefield.lay", verdict, len(places), said, facts)
    assert isinstance(ruling.detail, Facts)
    return replace(ruling, detail=Places(ruling.detail.facts, ruling.detail.tables, places=places))


@dataclass(frozen=True, eq=False)
class Laying:
    """Where a side lays mines in this turn, by the op sheets that are known. [TCS 4.01 21.1]"""

    case: ForceTables
    side: str

    @cached_property
    def _consulted(self) -> Consulted:
        return Consulted(self.case.charts)

    def _number(self, row: str) -> int:
        return int(self._consulted.number(NUMBERS, row, "number"))

    @cached_property
    def _within(self) -> int:
        return self._number("place within")

    @cached_property
    def _for_each(self) -> int:
        return self._number("platoons for each")

    @cached_property
    def _from_enemy(self) -> int:
        return self._number("hexes from enemy")

    @cached_property
    def _enemies(self) -> frozenset[Hex]:
        forces = self.case.forces
        units = (forces.unit(id_) for id_ in forces.deployment.pieces)
        others = (_hex_of(unit) for unit in units if unit is not None and unit.side != self.side)
        return frozenset(at for at in others if at is not None)

    @cached_property
    def _mines(self) -> tuple[Mines, ...]:
        orders = orders_of(self.case, self.case.forces)
        own = (Preparation(self.case, orders, sheet) for sheet in orders.sheets if sheet.side == self.side)
        return tuple(mines for each in own if (mines := mines_of(self.case, each)).count)

    @cached_property
    def _lying(self) -> frozenset[Hex]:
        return minefields_of(self.case.forces.deployment, self.side)

    def _near(self, mines: Mines, place: Hex) -> int:
        return sum(at.distance(place) <= self._within for _, at in mines.platoons)

    def _pair(self, mines: Mines, place: Hex) -> tuple[Unit, ...]:
        """The platoons that lay one in a hex, while each that the sheet has laid keeps platoons of its own, too; nobody where
        there are too few."""
        places = (*mines.lie, place)
        spots = [at for _, at in mines.platoons]
        found = _shared_out(places, spots, self._within, self._for_each)
        return tuple(mines.platoons[n][0] for n in found[-1]) if found else ()

    def _lays(self, mines: Mines, place: Hex) -> bool:
        return mines.left > 0 and place not in self._lying and bool(self._pair(mines, place))

    def _distance(self, place: Hex) -> int:
        return min(map(place.distance, self._enemies), default=self._from_enemy)

    def places(self, cells: Container[Hex]) -> frozenset[Hex]:
        """The hexes of a map in which it lays them. [TCS 4.01 21.1]"""
        spots = {at for mines in self._mines for _, at in mines.platoons}
        around = {place for at in spots for place in at.within(self._within) if place in cells}
        return frozenset(
            place
            for place in around
            if self._distance(place) >= self._from_enemy and any(self._lays(mines, place) for mines in self._mines)
        )

    def too_near(self, place: Hex) -> Iterator[Reason]:
        """The nearest enemy, where it is too near for mines. [TCS 4.01 21.1]"""
        far = self._distance(place)
        if far < self._from_enemy:
            template = "An enemy is {far} hexes from {hex}; mines are laid {least} or more from the nearest"
            label = self.case.forces.box.label(place)
            yield step(self.case, "21.1", template, far=far, hex=label, least=self._from_enemy)

    def by_sheets(self, place: Hex) -> tuple[Mines | None, list[Reason]]:
        """The sheet that lays mines in a hex just now, None where none does, and what is said of each that could.
        [TCS 4.01 21.1]"""
        told = []
        hex_ = self.case.forces.box.label(place)
        if self._mines and place in self._lying:
            told.append(step(self.case, "21.1", "A minefield of the side lies in {hex} already", hex=hex_))
        for mines in self._mines:
            near, laid_already = self._near(mines, place), len(mines.lie)
            values = {"count": mines.count, "lie": laid_already, "near": near, "within": self._within, "hex": hex_}
            # Which sheet it is the other side does not read: a barrier stays in the journal with its word of why (1.5).
            if self._lays(mines, place):
                template = "The Prepared Defense lays {count}, and has laid {lie}; this one is of {units}"
                units = names(self._pair(mines, place))
                said = step(self.case, "21.1", template, count=mines.count, lie=laid_already, units=units)
                return mines, [in_command(self.case, said)]
            if not mines.left:
                template = "The Prepared Defense lays {count}, and has laid {lie}"
            elif near < self._for_each:
                template = "Platoons of a Prepared Defense within {within} hexes of {hex}: {near}, and it takes {each}"
            elif not self._pair(mines, place):
                template = (
                    "Platoons within {within} hexes of {hex}: {near}; those that have laid none are too few, it takes {each}"
                )
            else:
                continue
            told.append(step(self.case, "21.1", template, **values, each=self._for_each))
        if not told:
            template = "No Prepared Defense of the side with platoons for it has come into force in this turn"
            told.append(step(self.case, "21.1", template))
        return None, told


def _shared_out(places: Sequence[Hex], spots: Sequence[Hex], within: int, each: int) -> tuple[tuple[int, ...], ...]:
    """For each of some minefields the platoons that lay it, by their numbers: so many as it takes, near enough, and no platoon
    twice. Nothing where that cannot be. [TCS 4.01 21.1]"""
    taken: dict[int, int] = {}

    def given(seat: int, met: set[int]) -> bool:
        """Whether a platoon is found for one of the seats of a minefield, others changing theirs for it."""
        for n, at in enumerate(spots):
            if n in met or at.distance(places[seat // each]) > within:
                continue
            met.add(n)
            if n not in taken or given(taken[n], met):
                taken[n] = seat
                return True
        return False

    if not all(given(seat, set()) for seat in range(len(places) * each)):
        return ()
    return tuple(tuple(sorted(n for n, seat in taken.items() if seat // each == place)) for place in range(len(places)))


def mines_of(case: ForceTables, preparation: Preparation) -> Mines:
    """What an op sheet lays in this turn, none but in that in which it comes into force. [TCS 4.01 6.9d, 21.1]"""
    forces, sheet = case.forces, preparation.sheet
    now = forces.state.moment.turn
    # A sheet gains for the last time in the turn in which it comes into force; what is added to it gains by itself (6.13c).
    if not (sheet.implemented and sheet.turn > 0 and sheet.gained == now):
        return Mines(sheet)
    platoons, count = of_sheet(case, preparation)
    standing = tuple((unit, at) for unit in platoons if (at := _hex_of(unit)) is not None)
    lying = minefields_of(forces.deployment, sheet.side)
    return Mines(sheet, standing, count, tuple(place for place in sheet.mines if place in lying))


def minefields_of(deployment: Deployment, side: str) -> frozenset[Hex]:
    """The hexes in which mines of a side lie."""
    marks = deployment.marks.items()
    return frozenset(spot for spot, some in marks if isinstance(spot, Hex) and Mark(MINES, side) in some)


def _hex_of(unit: Unit) -> Hex | None:
    at = unit.piece.at if unit.piece is not None else None
    return at if isinstance(at, Hex) else None


_STEPS = "steps that enter on foot, all together"

QUESTIONS: tuple[Question, ...] = (
    Question(
        "minefield",
        "what a minefield does to units that enter it",
        "9.3b, 21.0b, 21.2",
        (
            Parameter("steps", "whole", _STEPS, least=1),
            Parameter("vehicles", "whole", "steps that enter by vehicle movement, in the place of steps", least=1),
            Parameter("roll", "whole", "the roll against units on foot, 11 to 66"),
            Parameter("rolls", "fractions", "the sums of two dice against vehicle steps, one for each"),
        ),
        at_once(minefield),
        title="Fire of a minefield",
    ),
    Question(
        "minefield.breach",
        "what a minefield does to a unit that breaches it",
        "21.3",
        (
            Parameter("steps", "whole", "steps of the breaching unit", required=True, least=1),
            Parameter("from", "choice", "where it began its phase; in the hex without it", choices=(IN_HEX, ADJACENT)),
            Parameter("roll", "whole", "the roll, 11 to 66"),
        ),
        at_once(breach),
        title="Breaching a minefield",
    ),
    Question(
        "minefield.laid",
        "how many minefields a Prepared Defense lays, and where",
        "21.1",
        (
            Parameter("platoons", "whole", "infantry platoons on the sheet", least=0),
            Parameter("sheet", "text", "the op sheet of the game, by its id, whose infantry platoons count in their place"),
            flag("before_play", "whether they are laid before play"),
        ),
        at_once(laid),
        title="Minefields laid",
    ),
    Question(
        "minefield.lay",
        "whether a side lays a minefield in a hex just now, or without one in which it does",
        "21.1",
        (
            Parameter("to", "hex", "the hex; without it every hex in which it may be laid"),
            Parameter("side", "text", "the side that lays it, by its id"),
        ),
        at_once(may_lay),
        title="Laying a minefield",
    ),
)
