"""What is done with op sheets as play goes on, each step as an edit that can be taken or left [TCS 4.01 6.8-6.16].

A step says on the sheets what has become of them; who is dug in by it, or no longer, is part of the same edit. Whether a roll
was good enough is decided elsewhere (`core.rules.tcs.orders.preparing`).
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Literal

from core.base.errors import WrongUse
from core.geometry.hexes import Hex
from core.model.edits.edit import Edit, Several
from core.model.edits.order_edits import ChangeOrders
from core.model.edits.piece_edits import marked, unmarked
from core.model.orders import Addition, Commitment, Left, OpSheet
from core.model.organization import put_on, without
from core.model.work import Work
from core.rules.kernel.system import ForceTables
from core.rules.tcs.forces.counters import DUG_IN_MARK, in_move_mode
from core.rules.tcs.orders.command import MOVE, OF_RESERVES, PREPARED_DEFENSE, units_added
from core.rules.tcs.orders.preparing import VEHICLE, Preparation
from core.rules.tcs.orders.standing import KEEP_RALLY, OrdersInForce

Outcome = Literal["preliminary", "implemented"]
End = Literal["succeeded", "failed"]


@dataclass(frozen=True, eq=False)
class OrderSteps:
    """The steps that can be taken with the op sheets of one side, as they are known."""

    case: ForceTables
    orders: OrdersInForce

    def preparation(self, sheet: OpSheet) -> Preparation:
        """A sheet as it is prepared."""
        return Preparation(self.case, self.orders, sheet)

    def drawn_up(self, sheet: OpSheet, turn: int) -> Edit:
        """A new sheet begins to be prepared; one drawn up before play, and one for reinforcements then, is in force at once.
        [TCS 4.01 6.8, 6.9, 6.13e, 27.1f]"""
        if turn == 0:
            return ChangeOrders("Draw up an op sheet", {sheet.id: replace(sheet, turn=0, status="implemented")})
        elements, staff = self._elements(sheet)
        new = replace(sheet, turn=turn, status="waiting", turns=0, elements=elements, staff=staff)
        return ChangeOrders("Draw up an op sheet", {sheet.id: new})

    def accrued(self, fired: Collection[str]) -> ChangeOrders:
        """All sheets and additions in preparation gain their weighted turns, once in a turn and first in the one after they
        were drawn up; `fired` are the units that fired, or were fired upon, in the turn before. [TCS 4.01 2.0, 6.9d, 6.13c]"""
        changed = {}
        for sheet in self.orders.sheets:
            if sheet.in_preparation and self.preparation(sheet).gains:
                changed[sheet.id] = self._counted(replace(sheet, turns=self._gained(sheet, fired), gained=self._now))
            elif sheet.implemented:
                added = tuple(
                    replace(each, turns=self._gained(as_sheet(sheet, each), fired), gained=self._now)
                    if each.in_preparation and self.preparation(as_sheet(sheet, each)).gains
                    else each
                    for each in sheet.added
                )
                changed |= {sheet.id: replace(sheet, added=added)} if added != sheet.added else {}
        return ChangeOrders("Accrue weighted turns", changed)

    @property
    def _now(self) -> int:
        return self.orders.forces.state.moment.turn

    def _counted(self, sheet: OpSheet) -> OpSheet:
        """A sheet whose size stays from now on what it is, unless units are added. [TCS 4.01 6.13b, 6.13d]"""
        if sheet.elements is not None:
            return sheet
        elements, staff = self._elements(sheet)
        return replace(sheet, elements=elements, staff=staff)

    def _gained(self, sheet: OpSheet, fired: Collection[str]) -> int:
        preparation = self.preparation(sheet)
        has_fired = any(unit.id in fired for unit in preparation.units)
        return int(preparation.gain(has_fired).detail.facts["weighted_turns"])

    def begun(self, sheet: OpSheet, outcome: Outcome, addition: int | None = None) -> Edit:
        """A sheet comes into force, or its preliminary instructions do; its units leave the sheets that bound them. `addition`
        is the number of units that were added to it where these alone do so. [TCS 4.01 6.10, 6.10a, 6.13a, 6.14a, 6.16]"""
        begins = outcome == "preliminary"
        number = self._begins(sheet.side)
        if addition is None:
            new = replace(sheet, status=outcome, begun=number if begins else sheet.begun)
            new = replace(new, joined=()) if begins else replace(new, gained=self._now, joined=())
            units = self._ids(new.units) - new.gone
        else:
            joins = sheet.added[addition]
            made = replace(joins, status=outcome, begun=number if begins else joins.begun)
            added = tuple(made if n == addition else each for n, each in enumerate(sheet.added))
            new = replace(sheet, added=added)
            units = self._ids(sheet.added[addition].units)
        label = "Put an op sheet into force" if outcome == "implemented" else "Begin preliminary instructions"
        return self._edit(label, new, *self._released(units, new), comes=units if outcome == "implemented" else frozenset())

    def _begins(self, side: str) -> int:
        """The number of the preliminary instructions of a side that begin next. [TCS 4.01 6.12b]"""
        own = [sheet for sheet in self.orders.sheets if sheet.side == side]
        begun = [*(sheet.begun for sheet in own), *(each.begun for sheet in own for each in sheet.added)]
        return 1 + max(begun, default=0)

    def _released(self, units: frozenset[str], by: OpSheet) -> Iterable[OpSheet]:
        """The older sheets that lose units to one that takes them over, those among them that gather by one since they were
        declared a success or a failure alone. [TCS 4.01 6.10a, 6.11a, 6.12b, 6.13a]"""
        for sheet in self.orders.sheets:
            if sheet.id == by.id or sheet.side != by.side:
                continue
            bound = frozenset() if sheet.in_preparation else self.orders.members(sheet)
            taken = (bound | _gathering(sheet)) & units
            if taken:
                yield self._without(sheet, taken, "reassigned")

    def ended(self, sheet: OpSheet, how: End, units: Collection[str] = ()) -> Edit:
        """A sheet is declared a success or a failure, or some units of it are; they are Unassigned from then on. Who is on
        preliminary instructions can fail, too. [TCS 4.01 6.5c, 6.11a-b, 6.11d, 6.13a]"""
        # Who was put on a sheet, but does not follow its preliminary instructions yet, has nothing that could fail.
        sheet = replace(self._without(sheet, self._ids(sheet.joined), "scratched"), joined=()) if sheet.joined else sheet
        part = self.orders.members(sheet) & self._ids(units)
        label = "Declare a success" if how == "succeeded" else "Declare a failure"
        if part and part != self.orders.members(sheet):
            return self._edit(label, self._without(sheet, part, how))
        # Who was added, but is not under the sheet yet, has no mission that could be over.
        return self._edit(
            label, replace(sheet, status=how, added=tuple(each for each in sheet.added if each.status != "waiting"))
        )

    def struck_off(self, sheet: OpSheet, units: Collection[str]) -> Edit:
        """Units are struck off a sheet that is not in force; its size stays. Who was on its preliminary instructions keeps its
        rally points. Raises WrongUse for a sheet in force. [TCS 4.01 6.12a-b, 6.13b]"""
        if not sheet.in_preparation:
            raise WrongUse(f"{sheet.id} is in force; units leave it by success, failure or a newer sheet (6.13a-b).")
        ids = self._ids(units) & self.orders.members(sheet)
        bound = ids - self._ids(sheet.joined) if sheet.status == "preliminary" else frozenset()
        return self._edit("Strike units off", self._without(self._without(sheet, ids - bound, "scratched"), bound, "recalled"))

    def withdrawn(self, sheet: OpSheet, addition: int, units: Collection[str]) -> Edit:
        """Some of the units that were added to a sheet in force are struck off before they come under it; the size of what was
        added stays. [TCS 4.01 6.13b, 6.13c]"""
        oob, gone = self.orders.forces.oob, self._ids(units)
        if sheet.added[addition].status == "preliminary":
            return self._edit(
                "Strike units off", self._without(sheet, gone & self._ids(sheet.added[addition].units), "recalled")
            )
        made = (
            replace(each, units=without(oob, each.units, gone)) if n == addition else each for n, each in enumerate(sheet.added)
        )
        return self._edit("Strike units off", replace(sheet, added=tuple(each for each in made if each.units)))

    def added(self, sheet: OpSheet, units: tuple[str, ...], note: str = "") -> Edit:
        """Units are added: to a sheet that waits, which loses weighted turns in proportion; to one in force, where they prepare
        by themselves. Preliminary instructions that are in force they follow at once, or after a roll, as the reading has it.

        Raises WrongUse where others than vehicles would join a sheet of vehicles in force, and for a sheet that is over.
        [TCS 4.01 6.13c-d, 6.14a]
        """
        if sheet.is_over:
            raise WrongUse(f"{sheet.id} is over; no units are added to it (6.11).")
        if not sheet.in_preparation:
            return self._joined(sheet, units, note)
        before, wider = self._before(sheet), put_on(self.orders.forces.oob, sheet, units)
        # What was struck off keeps its part of the size: it neither costs a second time, nor pays for others.
        now, _ = self._elements(replace(sheet, left=()))
        then, staff = self._elements(replace(wider, left=()))
        elements, staff = before + max(then - now, 0), staff or bool(sheet.staff)
        turns = sheet.turns
        if elements > before:
            given = {"elements": before, "added": elements - before, "turns": sheet.turns, "staff": "yes" if staff else "no"}
            turns = int(units_added(self.case, given).detail.facts["weighted_turns"])
        note = "\n".join(part for part in (sheet.note, note) if part)
        new = replace(wider, turns=turns, elements=elements, staff=staff, note=note)
        if sheet.status != "preliminary":
            return self._edit("Add units", new)
        if self.case.choices.get("preliminary.added") == "roll":
            come = sorted(self._ids(units) - self.orders.members(sheet) - self._ids(sheet.joined))
            return self._edit("Add units", replace(new, joined=(*sheet.joined, *come)))
        return self._edit("Add units", new, *self._released(self._ids(units), new))

    def _joined(self, sheet: OpSheet, units: tuple[str, ...], note: str) -> Edit:
        preparation = self.preparation(sheet)
        new = preparation.named(units)
        others = [unit.name for unit in new if unit.kind != VEHICLE]
        if others and preparation.is_vehicle_sheet:
            raise WrongUse(f"{sheet.id} is a sheet of vehicles alone; {', '.join(others)} cannot be added to it (6.13c).")
        elements, _ = preparation.elements([unit for unit in new if not preparation.is_lost(unit)])
        addition = Addition(units, preparation.rolled_as, note, len(elements), turn=self._now)
        # A sheet from before play was never prepared: its staff is that of its units now.
        staff = self._elements(sheet)[1] if sheet.staff is None else sheet.staff
        return self._edit("Add units", replace(sheet, staff=staff, added=(*sheet.added, addition)))

    def sent_in(self, sheet: OpSheet, units: tuple[str, ...], type_: str, turn: int, note: str = "") -> Edit:
        """A group of the reserve is named with its one operation; it rolls from then on. Raises WrongUse for units that are not
        held back, and for an operation that reserves do not get. [TCS 4.01 6.14b]"""
        strangers = self._ids(units) - self.orders.held(sheet)
        if strangers:
            names = ", ".join(sorted(unit.name for unit in self.orders.forces.units_named(sorted(strangers))))
            raise WrongUse(f"{sheet.id} holds no such reserve any more: {names} (6.14b).")
        if type_ not in OF_RESERVES:
            raise WrongUse(f"Reserves get {', '.join(OF_RESERVES)}, and no {type_} (6.14b).")
        sent = Commitment(units, type_, note, turn)
        return self._edit("Commit a reserve", replace(sheet, committed=(*sheet.committed, sent)))

    def passed(self, sheet: OpSheet, commitment: int) -> Edit:
        """The die roll check of a group that was sent in has passed. [TCS 4.01 6.14b, 6.14d]"""
        made = tuple(replace(each, holds=True) if n == commitment else each for n, each in enumerate(sheet.committed))
        return self._edit("Commit a reserve", replace(sheet, committed=made))

    def switched(self, sheet: OpSheet, alternate: int, passed: bool) -> Edit:
        """Units try to switch to their alternate, or their die roll check has passed; there is no way back. [TCS 4.01 6.14c]"""
        made = tuple(
            replace(each, tried=not passed, taken=passed or each.taken) if n == alternate else each
            for n, each in enumerate(sheet.alternates)
        )
        return self._edit("Switch to an alternate", replace(sheet, alternates=made))

    def must_commit(self, sheet: OpSheet) -> int:
        """How many units of the reserve must be sent in now, for more than half of the sheet are held back. [TCS 4.01 6.14b]"""
        if not sheet.implemented:
            return 0
        preparation = self.preparation(sheet)
        units = self.orders.forces.units_named(sorted(self.orders.members(sheet)))
        on = frozenset(unit.id for unit in units if not preparation.is_lost(unit))
        held = len(self.orders.held(sheet) & on)
        return max(held - len(on) // 2, 0)

    def spent(self) -> tuple[OpSheet, ...]:
        """Sheets that are over, or in force with nobody on them any more, where nobody without a newer one gathers at their
        rally points: they are thrown away. [TCS 4.01 6.10, 6.11a, 6.12b]"""
        done = (sheet for sheet in self.orders.sheets if sheet.is_over or self._is_left(sheet))
        return tuple(sheet for sheet in done if not self._keeps(sheet))

    def _is_left(self, sheet: OpSheet) -> bool:
        """Whether a sheet in force has lost its units to others, so that it binds nobody; one that has been given none yet is
        still being written. [TCS 4.01 6.10, 6.10a, 6.13a]"""
        units = self.orders.forces.units_named(sorted(self.orders.members(sheet)))
        return sheet.implemented and bool(sheet.left) and all(self.orders.is_lost(unit) for unit in units)

    def _keeps(self, sheet: OpSheet) -> bool:
        ids = self.orders.members(sheet) | _gathering(sheet)
        bare = (unit for unit in self.orders.forces.units_named(sorted(ids)) if not self.orders.of(unit).sheet)
        return any(unit.piece is not None for unit in bare)

    # What all steps share -----------------------------------------------------------------------------------------------------

    def _ids(self, names: Iterable[str]) -> frozenset[str]:
        return self.orders.ids(names)

    def _elements(self, sheet: OpSheet) -> tuple[int, bool]:
        facts = self.preparation(sheet).size().detail.facts
        return int(facts["elements"]), bool(facts["staff"])

    def _before(self, sheet: OpSheet) -> int:
        """The elements that a sheet had when units were last put on it."""
        return sheet.elements if sheet.elements is not None else self._elements(sheet)[0]

    def _without(self, sheet: OpSheet, units: frozenset[str], why: Left) -> OpSheet:
        oob = self.orders.forces.oob
        made = (replace(each, units=without(oob, each.units, units)) for each in sheet.added)
        left = tuple(each for each in sheet.left if each[0] not in units)
        return replace(
            sheet, left=(*left, *((unit, why) for unit in sorted(units))), added=tuple(each for each in made if each.units)
        )

    def _edit(self, label: str, *changed: OpSheet, comes: frozenset[str] = frozenset()) -> Edit:
        """The sheets as they become, and who digs in by that or is dug in no longer; `comes` are units whose sheet comes into
        force."""
        by_id = {sheet.id: sheet for sheet in changed}
        known = {sheet.id for sheet in self.orders.sheets}
        sheets = (
            *(by_id.get(each.id, each) for each in self.orders.sheets),
            *(each for each in changed if each.id not in known),
        )
        after = replace(self.orders, sheets=sheets)
        digs, leaves = self._digging(after, changed[0].side, comes)
        forces = self.orders.forces
        work = Work(forces.box, forces.state)
        edits: list[Edit] = [ChangeOrders(label, by_id)]
        if digs:
            edits.append(marked(work, digs, DUG_IN_MARK, "Dig in"))
        if leaves:
            edits.append(unmarked(work, leaves, DUG_IN_MARK, "Remove Dug In"))
        return edits[0] if len(edits) == 1 else Several(label, tuple(edits))

    def _digging(self, after: OrdersInForce, side: str, comes: frozenset[str]) -> tuple[list[str], list[str]]:
        """Who digs in, standing in Fire Mode on the map as a Prepared Defense comes into force, and who is dug in no longer,
        for other orders or none. [TCS 4.01 6.16, 6.16a, 6.16d]"""
        digs, leaves = [], []
        for id_, piece in sorted(self.orders.forces.deployment.pieces.items()):
            unit = self.orders.forces.unit(id_)
            if unit is None or unit.side != side or unit.piece is None:
                continue
            is_dug_in, standing = DUG_IN_MARK in piece.marks, after.of(unit)
            defends = standing.orders == "assigned" and standing.type == PREPARED_DEFENSE
            is_on_map = isinstance(piece.at, Hex)
            if id_ in comes and defends and is_on_map and not is_dug_in and not in_move_mode(unit):
                digs.append(id_)
            elif is_dug_in and standing != self.orders.of(unit) and not after.may_be_dug_in(standing):
                leaves.append(id_)
        return digs, leaves


def _gathering(sheet: OpSheet) -> frozenset[str]:
    """The counters that left a sheet as a success or a failure, or its preliminary instructions, and keep its rally points
    until a newer one takes them over. [TCS 4.01 6.11a, 6.12a-b, 6.13a]"""
    return frozenset(unit for unit, why in sheet.left if why in KEEP_RALLY)


def as_sheet(sheet: OpSheet, addition: Addition) -> OpSheet:
    """Units that were added to a sheet in force, as a sheet of their own in preparation: its staff and the hardest of its
    missions, their own elements and weighted turns. Who had left it before has come back. [TCS 4.01 6.13c]"""
    return replace(
        sheet,
        units=addition.units,
        groups=(),
        reserve=(),
        committed=(),
        type=addition.type or MOVE,
        status=addition.status,
        turn=addition.turn,
        turns=addition.turns,
        gained=addition.gained,
        elements=addition.elements,
        left=(),
        added=(),
    )
