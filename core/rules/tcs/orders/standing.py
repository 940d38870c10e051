"""Which orders bind which units now, and where units without orders gather [TCS 4.01 6.3, 6.6d-e, 6.7, 6.10a, 6.12, 6.14].

A unit is bound by one sheet at most. Nothing here knows how a sheet came into force: what has left a sheet stands on it.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal

from core.geometry.hexes import Hex
from core.model.orders import Addition, Commitment, Left, OpSheet
from core.model.work import Work
from core.rules.kernel.forces import Forces, Unit
from core.rules.kernel.rulings import Reason
from core.rules.kernel.set_up import SetUps
from core.rules.kernel.system import Tables
from core.rules.tcs.forces.counters import in_move_mode
from core.rules.tcs.orders.command import ATTACK, HASTY_DEFENSE, MOVE, PREPARED_DEFENSE
from core.rules.tcs.readings import reading_reason
from core.rules.tcs.reckoning import step

Orders = Literal["assigned", "unassigned", "move sheet", "moving to defend", "preliminary", "reserve", "committing"]
"""What a unit's orders make of it: bound by a sheet in force; without orders; on a Move sheet; a defender on its way;
on preliminary instructions; held back as a reserve; sent in, but without its order yet."""

DEFENSES = (PREPARED_DEFENSE, HASTY_DEFENSE)
KEEP_RALLY: tuple[Left, ...] = ("succeeded", "failed", "recalled")
"""Why units leave a sheet that bound them, so that they gather by it until a newer one takes them over (6.11a, 6.12)."""

AS_UNASSIGNED: frozenset[Orders] = frozenset({"unassigned", "move sheet", "moving to defend", "preliminary", "committing"})
"""What counts as Unassigned in every respect but where moves may end; reserves do so by a reading (6.14a-b)."""


@dataclass(frozen=True, slots=True)
class Standing:
    """What a unit's orders make of it, the type of its mission and the sheet that says so; `rally` is where it gathers.

    `listed` are all sheets that still list it, those in preparation among them; `tries` says that it tries to switch to its
    alternate, `fails` that it carries out failure instructions.
    """

    orders: Orders
    type: str = ""
    sheet: str = ""
    rally: Hex | None = None
    listed: tuple[str, ...] = ()
    tries: bool = False
    fails: bool = False


@dataclass(frozen=True, eq=False)
class OrdersInForce:
    """The op sheets that are known, and what they make of each unit. `sheets` come in the order in which they were drawn up."""

    case: Tables
    forces: Forces
    sheets: tuple[OpSheet, ...]

    @cached_property
    def _named(self) -> Mapping[str, tuple[tuple[OpSheet, frozenset[str]], ...]]:
        """By each side its sheets, with all counters that they list. [TCS 4.01 6.7a]"""
        found: dict[str, list[tuple[OpSheet, frozenset[str]]]] = {}
        for sheet in self.sheets:
            found.setdefault(sheet.side, []).append((sheet, self.ids(sheet.units)))
        return {side: tuple(some) for side, some in found.items()}

    @cached_property
    def set_ups(self) -> SetUps | None:
        """Where units of the scenario begin and come in; None without one."""
        scenario = self.forces.scenario
        return SetUps(self.forces, scenario) if scenario is not None else None

    def is_lost(self, unit: Unit) -> bool:
        """Whether a unit is eliminated; one that is still to come is not."""
        if unit.piece is not None:
            return unit.left <= 0
        coming = self.set_ups is not None and bool(self.set_ups.arrivals_of(unit))
        return self.forces.state.in_play and not coming

    def knows_of(self, unit: Unit) -> bool:
        """Whether the orders of its side are known here: without any sheet of it nobody can say that a unit is on none."""
        return unit.side in self._named

    def ids(self, names: Iterable[str]) -> frozenset[str]:
        """The counters that some names mean; a formation stands for all in it. [TCS 4.01 6.7a]"""
        return frozenset(unit.id for unit in self.forces.units_named(names))

    def members(self, sheet: OpSheet) -> frozenset[str]:
        """The counters that are on a sheet still, whether bound by it yet or not. [TCS 4.01 6.7, 6.10a, 6.13a-c]"""
        added = (name for each in sheet.added for name in each.units)
        return self.first(sheet) | self.ids(added)

    def first(self, sheet: OpSheet) -> frozenset[str]:
        """The counters of its task organization that have never left a sheet. Who left it and was added again has a part of its
        own on it, and none of what it was drawn up with. [TCS 4.01 6.7, 6.13c]"""
        return self.ids(sheet.units) - sheet.gone

    def held(self, sheet: OpSheet) -> frozenset[str]:
        """The counters that a sheet holds in reserve still. [TCS 4.01 6.14b]"""
        committed = self.ids(name for each in sheet.committed for name in each.units)
        return self.ids(sheet.reserve) & self.first(sheet) - committed

    def sent_in(self, sheet: OpSheet, unit: Unit) -> Commitment | None:
        """The group of the reserve that a unit was sent in with; None for none. [TCS 4.01 6.14b]"""
        groups = (each for each in sheet.committed if unit.id in self.ids(each.units))
        return next(groups, None) if unit.id in self.first(sheet) else None

    def on(self, unit: Unit) -> Iterator[OpSheet]:
        """The sheets that list a unit still, the earliest first."""
        for sheet, units in self._named.get(unit.side, ()):
            if (unit.id in units and unit.id not in sheet.gone) or self._addition(sheet, unit) is not None:
                yield sheet

    def of(self, unit: Unit) -> Standing:
        """What a unit's orders make of it. [TCS 4.01 6.3, 6.6d-e, 6.10a, 6.14a-b]"""
        listed = tuple(self.on(unit))
        ids = tuple(sheet.id for sheet in listed)
        # Who is on two sheets in force by mistake follows the later one, as if it had taken the unit over.
        bound = [(sheet, orders) for sheet in reversed(listed) if (orders := self._by(sheet, unit)) is not None]
        if not bound:
            rally, fails = self._kept(unit)
            return Standing("unassigned", rally=rally, listed=ids, fails=fails)
        # Preliminary instructions take units off what was in force before them: what is in force all the same came later. Of
        # several of them those that began last are followed, whenever their sheets were drawn up (6.12b).
        in_force = next((each for each in bound if each[1] != "preliminary"), None)
        sheet, orders = in_force or max(bound, key=lambda each: self._begun(each[0], unit))
        kind = self._type(sheet, unit) if orders not in ("preliminary", "reserve", "committing") else ""
        return Standing(orders, kind, sheet.id, self.rally(unit, sheet), ids, self._tries(sheet, unit))

    def reasons(self, unit: Unit, standing: Standing) -> Iterator[Reason]:
        """Why a unit stands so, in words. [TCS 4.01 6.3, 6.6d-e, 6.14a-b]"""
        told = {
            "assigned": ("6.3", "{unit} is Assigned by the op sheet {sheet} ({type})"),
            "unassigned": ("6.3", "{unit} is on no op sheet in force: it is Unassigned"),
            "move sheet": ("6.6d", "{unit} is on the Move sheet {sheet}: it counts as Unassigned"),
            "moving to defend": ("6.6e", "{unit} is on its way to what it defends by {sheet}: it counts as Unassigned"),
            "preliminary": ("6.14a", "{unit} follows the preliminary instructions of {sheet}: it is Unassigned"),
            "reserve": ("6.14b", "{unit} is held in reserve by {sheet}, as if on preliminary instructions"),
            "committing": (
                "6.14b",
                "{unit} is sent in from the reserve of {sheet}; it is Unassigned until its die roll check passes",
            ),
        }
        section, template = told[standing.orders]
        as_bare = self._bare_while_trying
        if standing.tries and as_bare:
            section, template = ("6.14c", "{unit} tries to switch to its alternate of {sheet}; it is Unassigned until it may")
        yield step(self.case, section, template, unit=unit.name, sheet=standing.sheet, type=standing.type)
        if standing.fails:
            template = "{unit} carries out failure instructions: it moves toward its Rally Point and keeps away from enemies"
            yield step(self.case, "6.11c", template, unit=unit.name)
        if standing.tries:
            other, outcome = ("assigned", "as its orders are") if as_bare else ("unassigned", "Unassigned")
            yield reading_reason(self.case, "alternates.trying", other, outcome)

    def counts_as_unassigned(self, standing: Standing) -> bool:
        """Whether a unit is Unassigned for fire, assaults and morale. [TCS 4.01 6.3, 6.14a-b]"""
        if standing.orders == "reserve":
            return self.case.choices.get("reserves.state") != "assigned"
        return standing.orders in AS_UNASSIGNED

    def attacks(self, standing: Standing) -> bool:
        """Whether a unit is on an attack mission in force, neither held back nor on its way. [TCS 4.01 17.1e, 17.8d]"""
        return standing.orders == "assigned" and standing.type == ATTACK

    def may_be_dug_in(self, standing: Standing) -> bool:
        """Whether a unit may be dug in: in a prepared defence, or as the game lets it. [TCS 4.01 6.3a, 6.14b, 6.16]"""
        choice = self.case.choices.get("dug_in.outside_defence", "never")
        if standing.orders == "assigned" and standing.type == PREPARED_DEFENSE:
            return True
        if standing.orders == "reserve":
            return choice in ("reserves", "any")
        return choice == "any" or (choice == "unassigned" and standing.orders == "unassigned")

    def _by(self, sheet: OpSheet, unit: Unit) -> Orders | None:
        """What a sheet makes of a unit that it lists; None where it does not bind it yet, or any more."""
        addition = self._addition(sheet, unit)
        status = addition.status if addition is not None and not sheet.is_over else sheet.status
        if sheet.is_over or status == "waiting":
            return None
        if status == "preliminary":
            # Who was put on it since may have to wait for a roll, as the reading has it (6.13d).
            return None if addition is None and unit.id in self.ids(sheet.joined) else "preliminary"
        if self._bare_while_trying and self._tries(sheet, unit):
            return "committing"
        commitment = self.sent_in(sheet, unit)
        if commitment is not None:
            return self._under_way(commitment.type, unit) if commitment.holds else "committing"
        if unit.id in self.held(sheet):
            return "reserve"
        return self._under_way(self._type(sheet, unit), unit)

    def _begun(self, sheet: OpSheet, unit: Unit) -> int:
        """When the preliminary instructions of a unit on a sheet began, among those of its side. [TCS 4.01 6.12b, 6.14a]"""
        addition = self._addition(sheet, unit)
        return addition.begun if addition is not None else sheet.begun

    @property
    def _bare_while_trying(self) -> bool:
        """Whether units that try for their alternate count as Unassigned. [TCS 4.01 6.14b-c]"""
        return self.case.choices.get("alternates.trying") == "unassigned"

    def _tries(self, sheet: OpSheet, unit: Unit) -> bool:
        """Whether a unit tries to switch to an alternate of a sheet in force, and may not yet. [TCS 4.01 6.14c]"""
        trying = (each.units for each in sheet.alternates if each.tried and not each.taken)
        return sheet.implemented and any(unit.id in self.ids(names) for names in trying)

    def _under_way(self, kind: str, unit: Unit) -> Orders:
        """What the type of a mission makes of a unit. [TCS 4.01 6.6d-e]"""
        if kind == MOVE:
            return "move sheet"
        return "moving to defend" if kind in DEFENSES and in_move_mode(unit) else "assigned"

    def _type(self, sheet: OpSheet, unit: Unit) -> str:
        """The type of the mission of a unit in force: that of its commitment, its group, or the sheet. The hardest one is for
        the roll of added units alone. [TCS 4.01 6.6, 6.13c]"""
        commitment = self.sent_in(sheet, unit)
        if commitment is not None:
            return commitment.type
        groups = (group.type for group in sheet.groups if group.type and unit.id in self.ids(group.units))
        addition = self._addition(sheet, unit)
        return next(groups, sheet.type or (addition.type if addition is not None else ""))

    def _addition(self, sheet: OpSheet, unit: Unit) -> Addition | None:
        return next((each for each in sheet.added if unit.id in self.ids(each.units)), None)

    def rally(self, unit: Unit, sheet: OpSheet) -> Hex | None:
        """The rally point of a unit on a sheet: its own, or that of the nearest formation above. [TCS 4.01 6.12a]"""
        points = dict(sheet.rally)
        labels = (unit.id, *(each.id for each in self.forces.oob.above(unit.counter.formation)))
        return next((points[label] for label in labels if label in points), None)

    def _kept(self, unit: Unit) -> tuple[Hex | None, bool]:
        """The rally point that a unit without orders keeps, of the latest sheet that bound it, and whether it failed on that.
        [TCS 4.01 6.5c, 6.11a-c, 6.12a-b]"""
        fails: bool | None = None
        for sheet, units in reversed(self._named.get(unit.side, ())):
            why, addition = dict(sheet.left).get(unit.id), self._addition(sheet, unit)
            joined = addition is not None and addition.status != "waiting"
            was_bound = joined or (why in KEEP_RALLY if why is not None else unit.id in units)
            # Who leaves preliminary instructions gathers by a sheet that is in preparation still (6.5c, 6.12a).
            if not was_bound or (sheet.in_preparation and why not in KEEP_RALLY):
                continue
            if fails is None:
                fails = sheet.status == "failed" if joined or why is None else why == "failed"
            found = self.rally(unit, sheet)
            if found is not None:
                return found, fails
        return None, bool(fails)


def orders_of(case: Tables, forces: Forces) -> OrdersInForce:
    """The op sheets that are known: those in play, or before it those of the scenario that is meant."""
    work = Work(forces.box, replace(forces.state, scenario=forces.file))
    return OrdersInForce(case, forces, work.orders)
