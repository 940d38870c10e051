"""What the step of a procedure asks: what its answer says, who takes part, what is still to be said and what can be."""

from collections.abc import Iterable
from dataclasses import dataclass

from core.base.comma_parts import comma_parts
from core.geometry.hexes import Hex
from core.play.procedures import Step
from core.rules.kernel.parameters import Heading, Parameter
from core.rules.kernel.procedure import OPEN, Outcome, Part, ProcedureDetail, Wanted
from core.rules.kernel.proposals import Proposal, Proposed
from core.rules.kernel.rulings import Ruling
from core.rules.operations.battle_detail import FoughtDetail
from core.rules.operations.movement_detail import OverrunDetail


@dataclass(frozen=True, slots=True)
class Asked:
    """A step, its question as the series knows it, and the answer; each None where there is none.

    `apart` are the parameters of the question that have a place of their own: dice that were waited for once, and who takes
    part, which is ticked.
    """

    step: Step | None = None
    heading: Heading | None = None
    ruling: Ruling | None = None
    apart: frozenset[str] = frozenset()

    @property
    def detail(self) -> ProcedureDetail:
        """What the answer says; an empty one while there is none."""
        found = self.ruling.detail if self.ruling is not None else None
        if isinstance(found, ProcedureDetail):
            return found
        # Results of combats are no steps of a procedure by themselves; what they propose leads on all the same.
        proposals = found.proposals if isinstance(found, Proposed | FoughtDetail | OverrunDetail) else ()
        return ProcedureDetail(facts={}, proposals=proposals)

    @property
    def parts(self) -> tuple[Part, ...]:
        """Who could take part."""
        return self.detail.parts

    @property
    def outcomes(self) -> tuple[Outcome, ...]:
        """Chances at a glance."""
        return self.detail.outcomes

    @property
    def wanted(self) -> tuple[Wanted, ...]:
        """The dice that are waited for."""
        return self.detail.wanted

    @property
    def proposals(self) -> tuple[Proposal, ...]:
        """What can be done by the answer."""
        return self.detail.proposals

    @property
    def is_idle(self) -> bool:
        """Whether the answer neither waits for dice nor has anything to be done."""
        return self.ruling is not None and not self.wanted and not self.proposals

    @property
    def is_left_open(self) -> bool:
        """Whether nothing that is proposed is picked by itself: dice are waited for, or what was said by hand breaks a rule."""
        return bool(self.wanted) or self.detail.broken is not None

    # What is still to be said -------------------------------------------------------------------------------------------------

    @property
    def missing(self) -> tuple[Parameter, ...]:
        """What the question needs and nobody has said yet."""
        if self.step is None:
            return ()
        known = self.step.parameters
        return tuple(each for each in self._parameters if each.required and not known.get(each.name))

    @property
    def place(self) -> str:
        """The parameter that a hex of the map is written into, "" for none: that which the answer names, before any the first
        hex that is needed, or, where that was refused, that was said by hand."""
        if self.ruling is not None and self.detail.place:
            return self.detail.place
        if self.step is None:
            return ""
        known = set(self.step.parameters) if self.ruling is not None else set(self.step.given)
        needed = (each for each in self._parameters if each.required and each.name not in known)
        return next((each.name for each in needed if each.kind in ("hex", "hexes")), "")

    @property
    def waits_for_place(self) -> bool:
        """Whether a hex of the map is what is to be said next: it is needed, or nothing can be done without one."""
        if self.step is None or not self.place or self.step.parameters.get(self.place):
            return False
        return bool(self.missing) or self.is_idle

    @property
    def waits_for_hex(self) -> bool:
        """Whether one of the hexes that are open to those who answer is to be chosen before anything can be done."""
        return self.is_idle and bool(self.place) and bool(self.detail.hexes.get(OPEN))

    def is_open(self, place: Hex) -> bool:
        """Whether a hex can be the one that is asked about."""
        open_to = self.detail.hexes.get(OPEN)
        return bool(self.place) and (open_to is None or place in open_to)

    def help_of(self, name: str) -> str:
        """What a parameter means, up to what holds without it; "" where there is none of that name."""
        return next((each.help.partition("; ")[0] for each in self._parameters if each.name == name), "")

    @property
    def fields(self) -> tuple[Parameter, ...]:
        """What can be said by hand: all that the question takes but what the procedure knows, what means nothing at the step,
        and what has a place of its own; what is needed comes first. Nothing where a result is read."""
        step = self.step
        if step is None or step.is_result:
            return ()
        shown = {*self.apart, *step.rolled, *step.given, *(self.detail.idle - step.said.keys())}
        hands = (each for each in self._parameters if each.name not in shown and each.only != "numbers")
        return tuple(sorted((each for each in hands if each.name != "scenario"), key=lambda each: not each.required))

    @property
    def _parameters(self) -> tuple[Parameter, ...]:
        return tuple(self.heading.parameters) if self.heading is not None else ()

    def passed_by(self, label: str) -> tuple[str, ...]:
        """The numbers of the hexes by way of which it goes with one more behind them, or without it where it is one of them."""
        before = comma_parts(self.step.parameters.get(self.detail.along, "")) if self.step is not None else ()
        return tuple(each for each in before if each != label) if label in before else (*before, label)

    def way_to(self, place: Hex, picked: int) -> int | None:
        """The number of a way that ends in a hex, the next one behind that which is picked; None where none does."""
        ends = [number for number, way in enumerate(self.detail.ways) if way and way[-1] == place]
        later = [number for number in ends if number > picked] if picked in ends else []
        return next(iter((*later, *ends)), None)

    # Who takes part -----------------------------------------------------------------------------------------------------------

    @property
    def chosen(self) -> tuple[str, ...]:
        """Who takes part: as was said last, else as the answer says."""
        said = self.step.said.get(self.detail.units, "") if self.step is not None else ""
        ids = set(comma_parts(said)) if said else {each.unit for each in self.parts if each.chosen}
        return tuple(each.unit for each in self.parts if each.able and each.unit in ids)

    @property
    def may_be_several(self) -> bool:
        """Whether more than one unit can take part."""
        lists = all(each.is_list for each in self._parameters if each.name == self.detail.units)
        return lists and not self.detail.one_unit

    def turned(self, unit: str) -> tuple[str, ...] | None:
        """Who takes part once a unit does, or does not any more; None where it cannot, and where nobody is to be chosen."""
        found = next((each for each in self.parts if each.able and each.unit == unit), None)
        if found is None or not self.detail.units:
            return None
        if unit in self.chosen:
            return tuple(each for each in self.chosen if each != unit)
        return self.in_order({*self._beside(found.hex), unit})

    def turned_hex(self, place: Hex) -> tuple[str, ...] | None:
        """Who takes part once all units of a hex do that can, or none of them any more; None where none can, or nobody is to be
        chosen."""
        there = [each.unit for each in self.parts if each.able and each.hex == place]
        if not there or not self.detail.units:
            return None
        if set(there) <= set(self.chosen):
            return tuple(each for each in self.chosen if each not in there)
        return self.in_order({*self._beside(place), *there} if self.may_be_several else there[:1])

    def in_order(self, units: Iterable[str]) -> tuple[str, ...]:
        """Those of some units that can take part, in the order in which they are listed."""
        wanted = set(units)
        return tuple(each.unit for each in self.parts if each.able and each.unit in wanted)

    def _beside(self, place: Hex | None) -> list[str]:
        """Those who still take part when somebody in a hex does, too: nobody, where one unit alone may, and nobody elsewhere,
        where one stack may."""
        if not self.may_be_several:
            return []
        there = {each.unit for each in self.parts if each.hex == place}
        return [each for each in self.chosen if not self.detail.one_stack or each in there]


NOTHING_ASKED = Asked()
