"""What can be done with some units of an op sheet, or with units that are to be put on it, each step with its rule.

[TCS 4.01 6.11d, 6.13, 6.14b-d]

    steps (sheet_steps) --> parts(units) --> who is on the sheet, who is not --> OrderSteps --> proposals

A roll is for what these units wait for: two dice as for a sheet where they were added to one in force, one die where they are
sent in from the reserve or switch to their alternate.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from core.base.counted import counted
from core.base.errors import WrongUse
from core.model.charts import NEVER
from core.model.edits.edit import Edit, flat
from core.model.edits.order_edits import ChangeOrders
from core.model.orders import OpSheet
from core.rules.kernel.force_rules import names
from core.rules.kernel.forces import Forces, Unit
from core.rules.kernel.orders_detail import DICE, ENOUGH_FROM, ONE_DIE, TO_GAIN, TWO_DICE
from core.rules.kernel.proposals import Proposal
from core.rules.kernel.rulings import Number, Reason, Ruling
from core.rules.kernel.system import ForceTables
from core.rules.tcs.orders.command import (
    IMPLEMENTED,
    OF_RESERVES,
    PASSES,
    PRELIMINARY,
    can_pass,
    never_passes,
    rating_of,
    reserve,
)
from core.rules.tcs.orders.order_steps import OrderSteps, as_sheet
from core.rules.tcs.orders.timing import ROLLED, in_action, in_command
from core.rules.tcs.readings import reading_reason
from core.rules.tcs.reckoning import YES, at_least, step

Told = tuple[Reason, Proposal]


@dataclass(frozen=True)
class Found:
    """What was found: what is said first, then each step with its reason, and facts. `dice` in the facts are those that can be
    rolled; without them there is nothing to roll for."""

    said: tuple[Reason, ...] = ()
    steps: tuple[Told, ...] = ()
    verdict: str = ""
    facts: tuple[tuple[str, Number | str], ...] = ()


@dataclass(frozen=True, eq=False)
class PartSteps:
    """Steps with some units of a sheet, or that are to be on it."""

    case: ForceTables
    made: OrderSteps
    sheet: OpSheet
    units: tuple[str, ...]

    def found(self, roll: int | None) -> Found:
        """What can be done with the units now, or after a roll for what they wait for. Raises WrongUse. [TCS 4.01 6.13-6.14]"""
        sheet, orders = self.sheet, self.made.orders
        on = orders.members(sheet)
        wanted = tuple(orders.forces.units_named(self.units))
        inside = tuple(unit for unit in wanted if unit.id in on)
        outside = tuple(unit for unit in wanted if unit.id not in on)
        steps = [*self._joins(outside)] if outside else []
        first = tuple(self._follow(outside)) if outside else ()
        if inside and sheet.in_preparation:
            steps += self._struck_off(inside)
            if sheet.status == "preliminary" and not orders.ids(sheet.joined) & {unit.id for unit in inside}:
                steps.append(self._failed(inside, "6.5c"))
        if not inside or not sheet.implemented:
            self._refuse(roll)
            return Found(first, steps=tuple(steps))
        ids = frozenset(unit.id for unit in inside)
        number = self._place(ids, [each.units if each.in_preparation else () for each in sheet.added])
        if number is not None:
            return self._addition(number, inside, roll, steps)
        drawn_up = ids <= orders.first(sheet)
        number = self._place(ids, [() if each.holds or not drawn_up else each.units for each in sheet.committed])
        if number is not None:
            return self._commitment(number, inside, roll, steps)
        waits = self._place(ids, [() if each.taken else each.units for each in sheet.alternates])
        if waits is None:
            self._refuse(roll)
        never = checks_never_pass(self.made, sheet)
        steps += [*(self._sent_in(inside) if never is None else ()), *self._ended(inside)]
        if waits is not None:
            return self._alternate(waits, inside, roll, steps)
        if never is not None and ids <= orders.held(sheet):
            return Found((never,), tuple(steps), facts=((ENOUGH_FROM, NEVER),))
        return Found(steps=tuple(steps))

    # Joining and leaving ------------------------------------------------------------------------------------------------------

    def _joins(self, units: tuple[Unit, ...]) -> Iterator[Told]:
        """Units are put on the sheet. [TCS 4.01 6.8, 6.13c-d]"""
        sheet = self.sheet
        strangers = tuple(unit for unit in units if unit.side != sheet.side)
        if strangers:
            raise WrongUse(f"units: {names(strangers)} are of another side than the op sheet {sheet.id}.")
        ids = {unit.id for unit in units}
        inside = self.made.orders.members(sheet)
        named = tuple(name for name in self.units if self.made.orders.ids((name,)).isdisjoint(inside))
        named += tuple(sorted(ids - self.made.orders.ids(named)))
        edit = self.made.added(sheet, named)
        new = _sheet_in(edit, sheet)
        if sheet.implemented:
            size = counted(new.added[-1].elements, "element")
            template = "{units}: added to {sheet}, which is in force; they prepare by themselves, as {elements}"
            said = step(self.case, "6.13c", template, units=self._named(units), sheet=sheet.id, elements=size)
        elif new.turns != sheet.turns:
            template = "{units}: added to {sheet}, which keeps {after} of {before} weighted turns"
            values = {"units": self._named(units), "sheet": sheet.id, "after": new.turns, "before": sheet.turns}
            said = step(self.case, "6.13d", template, **values)
        else:
            said = step(self.case, "6.13d", "{units}: added to {sheet} at no cost", units=self._named(units), sheet=sheet.id)
        yield in_command(self.case, said), Proposal(f"Put {self._named(units)} on “{sheet.id}”", (edit,))

    def _follow(self, units: tuple[Unit, ...]) -> Iterator[Reason]:
        """Whether units that are put on a sheet follow the preliminary instructions in force. [TCS 4.01 6.13d, 6.14a]"""
        if self.sheet.status != "preliminary":
            return
        waits = self.case.choices.get("preliminary.added") == "roll"
        at_once = (
            "{units}: they follow the preliminary instructions of {sheet}, which are in force, and leave other sheets in force"
        )
        later = "{units}: they follow the preliminary instructions of {sheet} after a roll that is enough for these"
        values = {"units": self._named(units), "sheet": self.sheet.id}
        yield step(self.case, "6.14a", later if waits else at_once, **values)
        other, outcome = ("at_once", "they follow these at once") if waits else ("roll", "they wait for a roll")
        yield reading_reason(self.case, "preliminary.added", other, outcome)

    def _struck_off(self, units: tuple[Unit, ...]) -> Iterator[Told]:
        """Units leave a sheet in preparation; its size stays. [TCS 4.01 6.13b]"""
        said = step(self.case, "6.13b", "{units}: may be struck off; the size of the sheet stays", units=self._named(units))
        edit = self.made.struck_off(self.sheet, tuple(unit.id for unit in units))
        yield in_command(self.case, said), Proposal(f"Strike {self._named(units)} off “{self.sheet.id}”", (edit,))

    def _ended(self, units: tuple[Unit, ...]) -> Iterator[Told]:
        """Units of a sheet in force are over with it. [TCS 4.01 6.11d, 6.13a]"""
        ids = tuple(unit.id for unit in units)
        said = step(
            self.case, "6.13a", "{units}: may be declared a success; they are Unassigned then", units=self._named(units)
        )
        said = in_command(self.case, said)
        yield said, Proposal(f"Declare {self._named(units)} a success", (self.made.ended(self.sheet, "succeeded", ids),))
        yield self._failed(units, "6.11d")

    def _failed(self, units: tuple[Unit, ...], section: str) -> Told:
        """Units that are bound by the sheet, or on its preliminary instructions, fail alone. [TCS 4.01 6.5c, 6.11d]"""
        template = "{units}: may be declared a failure; they are Unassigned, and go to their rally point"
        said = in_action(self.case, step(self.case, section, template, units=self._named(units)), self.sheet.side)
        edit = self.made.ended(self.sheet, "failed", tuple(unit.id for unit in units))
        return said, Proposal(f"Declare {self._named(units)} a failure", (edit,))

    def _sent_in(self, units: tuple[Unit, ...]) -> Iterator[Told]:
        """Units that are held back are named as a group with one operation. [TCS 4.01 6.14b]"""
        sheet, orders = self.sheet, self.made.orders
        ids = tuple(unit.id for unit in units)
        if not orders.held(sheet).issuperset(ids):
            return
        for kind in OF_RESERVES:
            said = step(
                self.case, "6.14b", "{units}: may be sent in with the orders {type}", units=self._named(units), type=kind
            )
            edit = self.made.sent_in(sheet, ids, kind, orders.forces.state.moment.turn)
            yield in_command(self.case, said), Proposal(f"Send in {self._named(units)}: {kind}", (edit,))

    # What units wait for ------------------------------------------------------------------------------------------------------

    def _addition(self, number: int, units: tuple[Unit, ...], roll: int | None, steps: Sequence[Told]) -> Found:
        """Units that were added and prepare by themselves. [TCS 4.01 6.13b-c]"""
        sheet, found = self.sheet, list(steps)
        alone = as_sheet(sheet, sheet.added[number])
        together = self._group(alone.units)
        preparation = self.made.preparation(alone)
        ruling = preparation.roll(roll)
        if roll is not None and ruling.verdict == IMPLEMENTED:
            said = step(self.case, "6.13c", "{units}: under the orders of {sheet} now", units=together, sheet=sheet.id)
            edit = self.made.begun(sheet, "implemented", number)
            found.append((said, Proposal(f"Put {together} under “{sheet.id}”", (edit,))))
        if (
            roll is not None
            and ruling.verdict in (IMPLEMENTED, PRELIMINARY)
            and alone.preliminary
            and alone.status == "waiting"
        ):
            said = step(self.case, "6.14a", "{units}: on preliminary instructions alone", units=together)
            edit = self.made.begun(sheet, "preliminary", number)
            found.append((said, Proposal(f"{together} begin their preliminary instructions", (edit,))))
        said = step(self.case, "6.13b", "{units}: may be struck off before that", units=self._named(units))
        edit = self.made.withdrawn(sheet, number, tuple(unit.id for unit in units))
        found.append((in_command(self.case, said), Proposal(f"Strike {self._named(units)} off “{sheet.id}”", (edit,))))
        if alone.status == "preliminary" and roll is None:
            found.append(self._failed(units, "6.5c"))
        facts = _with_dice(ruling, TWO_DICE)
        first: tuple[Reason, ...] = ()
        to_come = preparation.of_this_turn() if preparation.is_to_gain else None
        if to_come is not None:
            facts, first = (*facts, (TO_GAIN, YES)), (to_come,)
        *before, last = ruling.reasons
        return Found(
            (*first, *before, in_command(self.case, last, ROLLED)),
            tuple(found),
            ruling.verdict if roll is not None else "",
            facts,
        )

    def _commitment(self, number: int, units: tuple[Unit, ...], roll: int | None, steps: Sequence[Told]) -> Found:
        """Units that are sent in, but without their order yet. [TCS 4.01 6.14b, 6.14d]"""
        made, sheet = self.made, self.sheet
        together = self._group(sheet.committed[number].units)
        said = step(self.case, "6.14d", "{units}: sent in; their orders hold now", units=together)
        holds = (said, Proposal(f"The orders of {together} hold", (made.passed(sheet, number),)))
        return self._checked(roll, [*steps, *self._ended(units)], holds)

    def _alternate(self, number: int, units: tuple[Unit, ...], roll: int | None, steps: Sequence[Told]) -> Found:
        """Units that have an alternate to switch to; a check that fails is rolled for again. [TCS 4.01 6.14c, 6.14d]"""
        made, sheet = self.made, self.sheet
        together = self._group(sheet.alternates[number].units)
        said = step(self.case, "6.14c", "{units}: on their alternate now, for good", units=together)
        taken = (said, Proposal(f"{together} take their alternate", (made.switched(sheet, number, passed=True),)))
        tries = None
        if not sheet.alternates[number].tried and checks_never_pass(made, sheet) is None:
            said = step(self.case, "6.14c", "{units}: try for their alternate from now on", units=together)
            tries = (said, Proposal(f"{together} try again next turn", (made.switched(sheet, number, passed=False),)))
        return self._checked(roll, steps, taken, tries)

    def _checked(self, roll: int | None, steps: Sequence[Told], passed: Told, failed: Told | None = None) -> Found:
        """A die roll check, and what it does. [TCS 4.01 6.14d]"""
        rating = self.made.preparation(self.sheet).rating
        ruling = reserve(self.case, {"rating": rating, "roll": roll})
        found = [] if roll is None else [passed] if ruling.verdict == PASSES else [failed] if failed else []
        facts = _with_dice(ruling, ONE_DIE)
        *before, last = ruling.reasons
        return Found(
            (*before, in_command(self.case, last, ROLLED)), (*found, *steps), ruling.verdict if roll is not None else "", facts
        )

    def _place(self, ids: frozenset[str], groups: Sequence[Sequence[str]]) -> int | None:
        """The first of some groups of names that all units are in; None where there is none."""
        orders = self.made.orders
        return next((n for n, group in enumerate(groups) if group and ids <= orders.ids(group)), None)

    def _named(self, units: Sequence[Unit]) -> str:
        """What some of the units that are asked about are called."""
        return called(self.made.orders.forces, self.units, units)

    def _group(self, group: Sequence[str]) -> str:
        """What all are called that one roll is for, whoever of them is asked about, without those who have left the sheet."""
        orders = self.made.orders
        on = orders.members(self.sheet)
        return called(orders.forces, group, [unit for unit in orders.forces.units_named(group) if unit.id in on])

    def _refuse(self, roll: int | None) -> None:
        if roll is not None:
            raise WrongUse(f"roll: these units of {self.sheet.id} wait for no roll (6.13c, 6.14d).")


def checks_never_pass(made: OrderSteps, sheet: OpSheet) -> Reason | None:
    """Why no die roll check of the side of a sheet can ever pass; None where one can, or where its rating is not known.
    [TCS 4.01 6.14d]"""
    rating = rating_of(made.case, made.orders.forces, sheet.side)
    return never_passes(made.case, rating) if rating is not None and not at_least(ONE_DIE, rating) else None


def called(forces: Forces, words: Iterable[str], units: Sequence[Unit] | None = None) -> str:
    """What units are called that some words mean, or those `units` of them; a formation all of which is among them by its own
    name."""
    wanted = tuple(words)
    left = {unit.id: unit for unit in (forces.units_named(wanted) if units is None else units)}
    found: list[str] = []
    for name in wanted:
        formation, ids = forces.oob.formation(name), {unit.id for unit in forces.units_named((name,))}
        if formation is not None and ids and ids <= left.keys():
            found.append(formation.name or name)
            left = {id_: unit for id_, unit in left.items() if id_ not in ids}
    return ", ".join([*found, *([names(left.values())] if left else [])])


def _with_dice(ruling: Ruling, dice: str) -> tuple[tuple[str, Number | str], ...]:
    """The facts of a ruling, with the dice for it where any roll is enough. [TCS 4.01 6.9f, 6.14d]"""
    facts = ruling.detail.facts
    return (*facts.items(), *(((DICE, dice),) if can_pass(facts) else ()))


def _sheet_in(edit: Edit, sheet: OpSheet) -> OpSheet:
    """What an edit makes of a sheet."""
    made = (each.sheets.get(sheet.id) for each in flat((edit,)) if isinstance(each, ChangeOrders))
    return next((each for each in made if each is not None), sheet)
