"""What follows the roll of a combat: how each step can be taken, what is picked, and what was done.

Nothing is done by asking: every step is offered as edits, and is one step of the history when it is taken.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from types import MappingProxyType

from PySide6.QtCore import QCoreApplication

from app.documents.asks import Slots
from app.documents.combat_steps import ADVANCE, ATTACKER, LOSSES, MARKERS, OVERRUN, RETREAT, Offer, Step, offers_of
from app.documents.document import Document
from app.documents.proposals import do_proposal
from app.documents.spending import Spending
from core.geometry.hexes import Hex
from core.model.deployment import Piece
from core.model.edits.edit import flat
from core.model.edits.force_edits import ChangePieces
from core.play.chits_known import CHITS
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.operations.battle_detail import Proposal, RetreatDetail, RetreatWay

Pieces = Mapping[str, Piece | None]


@dataclass(frozen=True, slots=True)
class Fight:
    """What was fought, of which kind, for which hexes, by whom against whom; and what it costs the units in points. `idle` are
    units beside the attackers that did not fight and suffer all the same."""

    kind: str
    targets: tuple[Hex, ...]
    attackers: tuple[str, ...]
    defenders: tuple[str, ...]
    cost: Fraction = Fraction(0)
    idle: tuple[str, ...] = ()

    @property
    def target(self) -> Hex:
        """The first of the hexes."""
        return self.targets[0]


@dataclass(frozen=True, slots=True)
class Fled:
    """What the retreats of a stack so far mean for the steps to come: its way and how many hexes of it were paid for in steps,
    the hexes in zones that were entered, and those who stood fast and paid for every hex."""

    way: tuple[Hex, ...] = ()
    paid: int = 0
    entered: tuple[Hex, ...] = ()
    stood: frozenset[str] = frozenset()

    def after(self, units: Iterable[str], way: RetreatWay, paid: int) -> "Fled":
        """The same after some of the stack have gone a way, which is no hex long where they stood fast."""
        stood = self.stood if way.hexes else self.stood.union(units)
        return Fled(way.hexes, paid, (*self.entered, *way.zones), stood)


Flights = Mapping[Hex, Fled]
"""How the stacks have retreated, by the hexes that they were in."""


@dataclass(frozen=True, slots=True)
class Shot:
    """What steps change, as it is at some moment: the units of the combat, points, and markers of hexes."""

    pieces: Pieces
    points: object = None
    marks: object = None

    def undone(self, after: "Shot", now: "Shot") -> bool:
        """Whether all is again as it was here that was another thing `after` a step; a step that only spent points is not
        undone because its units stand where they stood."""
        names = [name for name in ("pieces", "points", "marks") if getattr(self, name) != getattr(after, name)]
        return bool(names) and all(getattr(self, name) == getattr(now, name) for name in names)


@dataclass(frozen=True, slots=True)
class Taken:
    """A step that was taken: its number and that of the next one, what was before and after it, and the retreats until then and
    with it."""

    at: int
    before: Shot
    after: Shot
    fled: Flights
    then: int
    gone: Flights


class Aftermath:
    """The steps after one roll. `takes` says which parameters a question of the series has, `spent` what units have spent in
    the phase, `chits` what is known of the strengths of units; `changed` is called when something else is to be shown,
    `give_back` with the units whose chits go back into their cups. `because` is the number of the entry of the roll in the
    session that is played, 0 for none.
    """

    def __init__(
        self,
        document: Document,
        slots: Slots,
        takes: Callable[[str], frozenset[str]],
        spent: Spending,
        chits: Callable[[Collection[str]], str],
        changed: Callable[[], None],
        give_back: Callable[[tuple[str, ...]], object],
    ) -> None:
        self._document, self._slots, self._changed, self._give_back = document, slots, changed, give_back
        self._takes, self._spent, self._chits = takes, spent, chits
        self.forget()

    def forget(self) -> None:
        """Nothing was rolled."""
        self.fight: Fight | None = None
        self.result: Ruling | None = None
        self.rolls: Mapping[str, int] = MappingProxyType({})
        self.because = 0
        self.steps: tuple[Step, ...] = ()
        self.at = 0
        self.taking = False
        self._taken: list[Taken] = []
        self._undone: list[Taken] = []
        self._unhurt: Pieces = MappingProxyType({})
        self._fled: Flights = MappingProxyType({})
        self._forget_answer()

    def _forget_answer(self) -> None:
        self.told = ""
        self.answer: Ruling | None = None
        self.weighed: Ruling | None = None
        self.offers: tuple[Offer, ...] = ()
        self.picked = 0
        self.shares: tuple[Proposal, ...] = ()
        self.share = 0
        self.staying: frozenset[str] = frozenset()
        self.drawn: tuple[Hex, ...] = ()
        self._by_hand = False
        self._said: tuple[int, dict[str, int]] = (-1, {})

    def begin(self, fight: Fight, result: Ruling, steps: tuple[Step, ...], rolls: Mapping[str, int], because: int) -> None:
        """A roll has its result, which asks for these steps."""
        self.forget()
        self.fight, self.result, self.steps = fight, result, steps
        self.rolls, self.because = MappingProxyType(dict(rolls)), because
        self._unhurt = self._shot().pieces
        self._ask_step()

    @property
    def step(self) -> Step | None:
        """The step that is to be taken; None before the roll and after the last one."""
        return self.steps[self.at] if self.at < len(self.steps) else None

    @property
    def taken(self) -> frozenset[int]:
        """The numbers of the steps that were taken."""
        return frozenset(each.at for each in self._taken)

    @property
    def deserted(self) -> frozenset[int]:
        """The numbers of the steps whose units are all off the map."""
        some = ((number, step) for number, step in enumerate(self.steps) if step.kind != MARKERS)
        return frozenset(number for number, step in some if all(self.place_of(unit) is None for unit in step.units))

    @property
    def proposal(self) -> Proposal | None:
        """What would be done now; None while it is not known."""
        offer = self.offers[self.picked] if self.picked < len(self.offers) else None
        if self._by_hand:
            return self.shares[self.share] if self.share < len(self.shares) else None
        if offer is None or offer.proposal is not None:
            return offer.proposal if offer is not None else None
        return self.shares[self.share] if self.share < len(self.shares) else None

    @property
    def broken(self) -> Reason | None:
        """The rule that what was chosen by hand breaks; None where it breaks none, or nothing was."""
        if self.weighed is None or self.proposal is not None:
            return None
        # What breaks a rule stands last.
        return next((each for each in reversed(self.weighed.reasons) if "reading" not in each.values), None)

    @property
    def present(self) -> tuple[str, ...]:
        """The units of the step that are still there; of a retreat those that have neither left its hex nor paid for standing
        fast in it, of an advance those that have not advanced, here or into another one."""
        step = self.step
        if step is None:
            return ()
        some = tuple(unit for unit in step.units if self.place_of(unit) is not None)
        if step.kind == ADVANCE:
            gone = {each.place for each in self.steps if (each.kind, each.side) == (ADVANCE, step.side)} - {step.place}
            before: Pieces = next((each.before.pieces for each in self._taken if each.at == self.at), {})
            was = {unit: piece.at for unit, piece in before.items() if piece is not None}
            return tuple(unit for unit in some if (now := self.place_of(unit)) not in gone and was.get(unit, now) == now)
        if step.kind == RETREAT:
            stood = self._flight.stood
            return tuple(unit for unit in some if self.place_of(unit) == step.place and unit not in stood)
        return some

    def go(self, number: int) -> None:
        """Another step is looked at."""
        if 0 <= number <= len(self.steps) and number != self.at:
            self.at = number
            self._ask_step()
            self._changed()

    def skip(self) -> None:
        """The step is left out, or was done by hand."""
        self.go(self.at + 1)

    def pick(self, number: int) -> None:
        """Another way to take the step."""
        if 0 <= number < len(self.offers) and (number != self.picked or self._by_hand):
            self.picked, self._by_hand, self.weighed, self.drawn = number, False, None, ()
            self._said = (-1, {})
            self._ask_shares()
            self._changed()

    def pick_place(self, place: Hex) -> None:
        """The next way that leads to a hex, after the one that is picked."""
        count = len(self.offers)
        order = [(self.picked + n) % count for n in range(1, count + 1)] if count else []
        self.pick(next((n for n in order if place in self.offers[n].ends), self.picked))

    def pick_share(self, number: int) -> None:
        """Another way to share out the steps that a retreat costs."""
        if 0 <= number < len(self.shares) and number != self.share:
            self.share = number
            self._changed()

    def keep_back(self, units: Iterable[str]) -> None:
        """These units of the stack do not retreat with the others; they go by themselves afterwards. Nothing where the
        rules have all of them go together."""
        if self.goes_whole:
            return
        staying = frozenset(units) & frozenset(self.present)
        if staying != self.staying and len(staying) < len(self.present):
            self._ask_step(staying)
            self._changed()

    @property
    def goes_whole(self) -> bool:
        """Whether the rules have all units of the stack retreat together, as far as they have answered."""
        detail = self.answer.detail if self.answer is not None else None
        return isinstance(detail, RetreatDetail) and detail.whole

    def weigh(self, steps: Mapping[str, int]) -> None:
        """Steps that are to be lost otherwise than offered: are they legal?"""
        step = self.step
        if step is None or step.kind != LOSSES:
            return
        self._said = (self.at, {unit: number for unit, number in steps.items() if number})
        choice = [f"{unit}*{number}" for unit, number in self._said[1].items()]
        self._weigh(LOSSES, {**self._asked(step), "choice": choice} if choice else {})

    def draw(self, place: Hex) -> None:
        """A way of a retreat is drawn by hand: another hex, or the last one taken back. Is it legal?"""
        step = self.step
        if step is None or step.kind != RETREAT or step.place is None:
            return
        if place in self.drawn[-1:]:
            self.drawn = self.drawn[:-1]
        elif place in (self.drawn[-1] if self.drawn else step.place).neighbours() and place in self._document.box.cells:
            self.drawn = (*self.drawn, place)
        else:
            return
        self._weigh(RETREAT, {**self._asked(step), "path": [step.place, *self.drawn]} if self.drawn else {})

    def _weigh(self, question: str, asked: Mapping[str, object]) -> None:
        """Asks whether what was chosen by hand is legal; without a question nothing is chosen any more."""
        self._slots.drop("share")
        self._by_hand, self.shares, self.share, self.weighed = bool(asked), (), 0, None
        if not asked:
            self._ask_shares()

        def arrived(ruling: Ruling) -> None:
            self.weighed, self.shares = ruling, tuple(ruling.detail.proposals)
            self._changed()

        if asked:
            self._ask(question, asked, arrived, "share")
        self._changed()

    def take(self) -> bool:
        """Does what is picked, as one step of the history; False when nothing could be done."""
        step, proposal = self.step, self.proposal
        if step is None or proposal is None:
            return False
        fled, way = self._fled, self._way_taken
        if way is not None and step.place is not None:
            some = [unit for unit in self.present if unit not in self.staying]
            fled = MappingProxyType({**fled, step.place: self._flight.after(some, way, self._paid)})
        at, before, was = self.at, self._shot(), self._fled
        if step.kind == ADVANCE:
            self._pay(proposal)
        self.taking = True
        try:
            done = do_proposal(self._document, proposal, step.units, self.because)
        finally:
            self.taking = False
        if not done:
            return False
        self._taken.append(Taken(at, before, self._shot(), was, at, fled))
        self._undone.clear()
        self._fled = fled
        # A part of a stack may retreat, and one unit after the other advance.
        stays = step.kind in (RETREAT, ADVANCE) and self.present
        self.at += 0 if stays else 1
        # Nobody is asked how those retreat who were lost.
        while not stays and (after := self.step) is not None and after.kind != MARKERS and not self.present:
            self.at += 1
        self._taken[-1] = replace(self._taken[-1], then=self.at)
        self._ask_step()
        self._changed()
        if proposal.chits:
            self._give_back(proposal.chits)
        return True

    def _pay(self, proposal: Proposal) -> None:
        """Those who enter a hex that they have overrun have spent what that costs."""
        if self.fight is None or self.fight.kind != OVERRUN:
            return
        changes = (edit for edit in flat(proposal.edits) if isinstance(edit, ChangePieces))
        coming = {unit: piece.at for edit in changes for unit, piece in edit.pieces.items() if piece is not None}
        for unit in self.fight.attackers:
            place, spent = coming.get(unit), self._spent.of(unit) or Fraction(0)
            if isinstance(place, Hex) and place != self.place_of(unit):
                self._spent.note(unit, spent, place, spent + self.fight.cost)

    @property
    def _way_taken(self) -> RetreatWay | None:
        """The way of a retreat that is picked, or drawn by hand; None for other steps."""
        if self._by_hand:
            detail = self.weighed.detail if self.weighed is not None else None
            options = detail.options if isinstance(detail, RetreatDetail) else ()
            return next((way for option in options for way in option.ways if way.hexes == self.drawn), None)
        return self.offers[self.picked].way if self.picked < len(self.offers) else None

    @property
    def _paid(self) -> int:
        """How many hexes of the retreat in hand are paid for in steps."""
        if self._by_hand:
            detail = self.weighed.detail if self.weighed is not None else None
            options = detail.options if isinstance(detail, RetreatDetail) else ()
            return next((each.paid for each in options if any(way.hexes == self.drawn for way in each.ways)), 0)
        return self.offers[self.picked].paid if self.picked < len(self.offers) else 0

    @property
    def _flight(self) -> Fled:
        """What is known of retreats out of the hex of the step in hand."""
        place = self.step.place if self.step is not None else None
        return self._fled.get(place, Fled()) if place is not None else Fled()

    def follow(self) -> None:
        """The state of play has changed: what is shown is asked again, steps that were undone are to be taken again, and those
        that were redone are taken."""
        now = self._shot()
        for number, each in enumerate(self._taken):
            if each.before.undone(each.after, now):
                self._undone[:0] = self._taken[number:]
                del self._taken[number:]
                self.at, self._fled = each.at, each.fled
                break
        else:
            while self._undone and self._undone[0].after.undone(self._undone[0].before, now):
                self._taken.append(self._undone.pop(0))
                self.at, self._fled = self._taken[-1].then, self._taken[-1].gone
        self._ask_step(self.staying)
        self._changed()

    def place_of(self, unit: str) -> Hex | None:
        """The hex that a unit stands in."""
        piece = self._pieces.get(unit)
        return piece.at if piece is not None and isinstance(piece.at, Hex) else None

    # Asking -------------------------------------------------------------------------------------------------------------------

    @property
    def _pieces(self) -> Mapping[str, Piece]:
        return self._document.work.deployment.pieces

    def _ask(self, question: str, parameters: Mapping[str, object], on_ruling: Callable[[Ruling], None], slot: str) -> None:
        def refused(sentence: str) -> None:
            self.told = sentence
            self._changed()

        self._slots.ask(slot, question, parameters, on_ruling, refused)

    def _shot(self) -> Shot:
        """What steps of the combat change, as it is now."""
        pieces, fight, work = self._pieces, self.fight, self._document.work
        units = (*fight.defenders, *fight.attackers, *fight.idle) if fight is not None else ()
        return Shot({unit: pieces.get(unit) for unit in units}, work.state.points, work.deployment.marks)

    def _asked(self, step: Step) -> dict[str, object]:
        """What the question of a step is asked."""
        fight, result = self.fight, self.result
        assert fight is not None and result is not None
        units: dict[str, object] = {"units": [unit for unit in self.present if unit not in self.staying]}
        detail = result.detail
        more: dict[str, object]
        through = detail.facts.get("breakthrough") == "yes"
        if step.kind == LOSSES:
            # Those who were lost in it have fought, too.
            others = list(fight.attackers if step.side != ATTACKER else fight.defenders)
            more = {"target": fight.target, **({"against": others} if others else {}), **self._chits_told(LOSSES)}
            asked = {**units, "side": step.side, "steps": step.count, **self._known(LOSSES, more)}
        elif step.kind == RETREAT:
            more = {"entered": list(self._flight.entered)} if self._flight.entered else {}
            more |= {"breakthrough": "yes"} if through and step.side != ATTACKER else {}
            more |= {"lost": lost} if (lost := self._lost) else {}
            more |= self._chits_told(RETREAT)
            asked = {**units, "hexes": step.count, **self._known(RETREAT, more)}
        else:
            fled = self._flight
            more = {"path": list(fled.way)} if fled.way else {}
            more |= {"paid": fled.paid} if fled.paid else {}
            more |= {"breakthrough": "yes"} if through else {}
            more |= {"result": printed} if (printed := detail.facts.get("result")) else {}
            more |= {"overrun": "yes"} if fight.kind == OVERRUN else {}
            asked = {**units, "target": step.place, "hexes": step.count, **self._known(ADVANCE, more)}
        return asked

    @property
    def _lost(self) -> list[str]:
        """The steps that units of the step in hand have lost since the roll, as questions take them."""
        pieces = self._pieces
        was = {
            unit: piece for unit in self.present if (piece := self._unhurt.get(unit)) is not None and unit not in self.staying
        }
        lost = {unit: pieces[unit].lost - piece.lost for unit, piece in was.items()}
        return [f"{unit}*{number}" for unit, number in lost.items() if number > 0]

    def _chits_told(self, question: str) -> dict[str, object]:
        """What is known of the strengths of those who suffer, where the question asks for it."""
        said = self._chits(self.present) if CHITS in self._takes(question) else ""
        return {CHITS: said} if said else {}

    def _known(self, question: str, values: Mapping[str, object]) -> dict[str, object]:
        """Those of some values that a question of the series takes."""
        return {name: value for name, value in values.items() if name in self._takes(question)}

    def _ask_step(self, staying: frozenset[str] = frozenset()) -> None:
        """Asks how the step can be taken."""
        self._slots.drop("step", "share")
        said = self._said
        self._forget_answer()
        self._said = said
        step = self.step
        if step is None:
            return
        self.staying = staying & frozenset(self.present)
        if step.kind == MARKERS:
            self.offers = offers_of(None, step)
            return
        if not self.present:
            self.told = QCoreApplication.translate("Combat", "None of these units is there any more; go on to the next step.")
            return

        def arrived(ruling: Ruling) -> None:
            lacking = ruling.detail.lacking if isinstance(ruling.detail, RetreatDetail) else ()
            if lacking:
                # The rules have others of the hex go along, such as those who did not fight.
                along = replace(step, units=(*step.units, *lacking))
                self.steps = (*self.steps[: self.at], along, *self.steps[self.at + 1 :])
                self._ask_step()
                self._changed()
                return
            self.answer, self.offers = ruling, offers_of(ruling, step)
            if step.kind == ADVANCE and self.at in self.taken and not self.offers:
                # Whoever could has advanced.
                self.at += 1
                self._ask_step()
            self._ask_shares()
            at, chosen = self._said
            if at == self.at and chosen and set(chosen) <= set(self.present):
                # What was chosen by hand stands when the board has changed around it.
                self.weigh(chosen)
            self._changed()

        self._ask(step.kind, self._asked(step), arrived, "step")

    def _ask_shares(self) -> None:
        """Asks who pays for the way that is picked."""
        self._slots.drop("share")
        self.shares, self.share = (), 0
        step, offer = self.step, self.offers[self.picked] if self.picked < len(self.offers) else None
        if step is None or offer is None or offer.way is None or self.answer is None:
            return
        detail = self.answer.detail
        assert isinstance(detail, RetreatDetail)
        path = [detail.start, *offer.way.hexes]

        def arrived(ruling: Ruling) -> None:
            self.shares = tuple(ruling.detail.proposals)
            self._changed()

        self._ask(RETREAT, {**self._asked(step), "path": path}, arrived, "share")

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Why the step is offered as it is: of the answer, or of what was weighed; of a retreat those of its way, too."""
        shown = self.weighed or self.answer
        found = shown.reasons if shown is not None else ()
        offer = self.offers[self.picked] if self.picked < len(self.offers) else None
        more = offer.way.reasons if offer is not None and offer.way is not None else ()
        return (*found, *(each for each in more if each not in found))
