"""Combat: an attack that is worked out over a document, from the hex that is attacked to the last advance.

It holds what was chosen and answered; a tool shows it on the map, a panel in words. Nothing is done by asking: every step after
the roll is offered as an edit, and is one step of the history when it is taken.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping
from types import MappingProxyType

from PySide6.QtCore import QObject, Signal

from app.documents.asks import Asks
from app.documents.combat_owed import Owed, OwedCombats
from app.documents.combat_steps import (
    ADVANCE,
    ASKED,
    ATTACK,
    ATTACKER,
    BOMBARDMENT,
    LOSSES,
    MARKERS,
    RETREAT,
    Offer,
    Step,
    offers_of,
    steps_after,
)
from app.documents.document import Document
from core.geometry.hexes import Hex
from core.model.deployment import Piece
from core.model.edits.edit import Several
from core.play.chits_known import CHITS, named
from core.rules.kernel.combat import CombatDetail
from core.rules.kernel.rulings import Reason, Ruling
from core.rules.operations.battle_detail import (
    AttackersDetail,
    Drawing,
    FoughtDetail,
    NearUnit,
    Proposal,
    RetreatDetail,
    RetreatWay,
)

BARRED, SUPPORTS = "no", "supports"
"""What units do in an attack that do not fight in it (`core.rules.operations.battle`)."""

Pieces = Mapping[str, Piece | None]


class Combat(QObject):
    """One attack at a time. `changed` tells that something else is to be shown, `began` that another hex is attacked.

    `parameters` are the names of what each question of the series takes, `closed` says why one is not asked just now, `known`
    what is known of strengths, such as chits that were told, `due` which of `ASKED` the phase is for, `note` what is to be said
    of it, `whose` who is looking, and when: what was left with steps to be taken is taken up by them alone. `because` is the
    number of the entry of the roll in the session that is played, 0 for none.
    """

    changed = Signal()
    began = Signal()

    def __init__(self, document: Document, asks: Asks, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._document, self._asks = document, asks
        self.parameters: Mapping[str, frozenset[str]] = MappingProxyType({})
        self.closed: Callable[[str], str] = lambda question: ""
        self.known: Callable[[], tuple[str, ...]] = tuple
        self.due: Callable[[], str] = lambda: ATTACK
        self.note: Callable[[], str] = lambda: ""
        self.whose: Callable[[], Hashable] = lambda: ""
        self._owed = OwedCombats()
        self._began_by: Hashable = ""
        self._knew: tuple[str, ...] = ()
        self._tickets: dict[str, int] = {}
        self._forget()

    def _forget(self) -> None:
        self.target: Hex | None = None
        self.side = ""
        self.kind = ATTACK
        self.chits: Mapping[str, str] = MappingProxyType({})
        self.near: Ruling | None = None
        self.chosen: tuple[str, ...] = ()
        self.given: Mapping[str, str] = MappingProxyType({})
        self.odds: Ruling | None = None
        self.told = ""
        self.shut = False
        self.is_rolling = self._taking = False
        self._forget_result()

    def _forget_result(self) -> None:
        self.result: Ruling | None = None
        self.rolls: Mapping[str, int] = MappingProxyType({})
        self.because = 0
        self.steps: tuple[Step, ...] = ()
        self.at = 0
        self._taken: list[tuple[int, Pieces]] = []
        self._way: tuple[Hex, ...] = ()
        self._entered: tuple[Hex, ...] = ()
        self._forget_answer()

    def _forget_answer(self) -> None:
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

    # Who attacks --------------------------------------------------------------------------------------------------------------

    @property
    def detail(self) -> AttackersDetail | None:
        """Who defends, and every unit near."""
        found = self.near.detail if self.near is not None else None
        return found if isinstance(found, AttackersDetail) else None

    @property
    def defenders(self) -> tuple[str, ...]:
        """The units that are attacked."""
        return self.detail.defenders if self.detail is not None else ()

    @property
    def able(self) -> tuple[NearUnit, ...]:
        """The units that can take part."""
        return tuple(each for each in self.detail.units if each.role != BARRED) if self.detail is not None else ()

    def place_of(self, unit: str) -> Hex | None:
        """The hex that a unit stands in."""
        piece = self._pieces.get(unit)
        return piece.at if piece is not None and isinstance(piece.at, Hex) else None

    def attack(self, place: Hex, side: str = "") -> None:
        """Another hex is attacked; `side` attacks it, by preset the one that has no units there. Where steps are still owed
        the combat goes on."""
        if self.result is not None and place == self.target:
            return
        self._leave()
        if not self.take_up(place):
            self._start(place, side)

    def _start(self, place: Hex, side: str) -> None:
        self._drop()
        self._forget()
        self.target, self.side, self.kind = place, side, self.due()
        self._ask_near()
        self.began.emit()
        self.changed.emit()

    def clear(self) -> None:
        """Nothing is attacked any more."""
        if self.target is not None:
            self._leave()
            self._drop()
            self._forget()
            self.changed.emit()

    # What is left and taken up again ------------------------------------------------------------------------------------------

    @property
    def owed(self) -> tuple[Owed, ...]:
        """The combats that were left with steps to be taken, for those who look now."""
        return self._owed.of(self.whose())

    @property
    def is_owed(self) -> bool:
        """Whether the combat in hand has steps to be taken."""
        return self.result is not None and self.step is not None

    def _leave(self) -> None:
        """What is owed can be taken up again."""
        if self.target is not None and self.is_owed:
            self._owed.leave(self, self.target, len(self.steps) - self.at, self._began_by)

    def take_up(self, place: Hex) -> bool:
        """Goes on with the combat of a hex that was left; False where none was."""
        owed = self._owed.taken_up(place, self.whose()) if place in self._document.box.cells else None
        if owed is None:
            return False
        self._leave()
        self._drop()
        self._forget()
        self._owed.bring_back(self, owed)
        self.began.emit()
        self.follow()
        return True

    def press(self, place: Hex) -> None:
        """A hex is pressed on the map: the one attacked, attackers, or where a step leads."""
        if self.result is not None:
            self.pick_place(place)
            return
        there = [each.unit for each in self.able if self.place_of(each.unit) == place]
        if self.target is None or (not there and place != self.target):
            self.attack(place)
        elif there:
            out = set(there) <= set(self.chosen)
            self.choose([unit for unit in (*self.chosen, *there) if not out or unit not in there])

    def choose(self, units: Iterable[str]) -> None:
        """These units attack, those of them that can."""
        wanted = set(units)
        chosen = tuple(each.unit for each in self.able if each.unit in wanted)
        if chosen != self.chosen:
            self.chosen = chosen
            self._ask_odds()
            self.changed.emit()

    def turn(self, unit: str) -> None:
        """A unit takes part, or does not any more."""
        self.choose([each for each in self.chosen if each != unit] if unit in self.chosen else [*self.chosen, unit])

    def give(self, values: Mapping[str, str]) -> None:
        """What the game adds, as the form says it."""
        if dict(values) != dict(self.given):
            self.given = MappingProxyType(dict(values))
            self._ask_odds()

    @property
    def drawing(self) -> tuple[Drawing, ...]:
        """Those who fight with strengths out of a cup."""
        detail = self.odds.detail if self.odds is not None else None
        return detail.drawing if isinstance(detail, FoughtDetail) else ()

    @property
    def ready(self) -> bool:
        """Whether it is said who takes part; air points are no units."""
        return bool(self.chosen or (self.kind == BOMBARDMENT and self.given.get("air")))

    def tell_chit(self, unit: str, said: str) -> None:
        """Says what a unit has drawn, by the name of the chit or as a strength; "" for what is not known."""
        told = {**self.chits, unit: said}
        chits = {each: text for each, text in told.items() if text}
        if chits != dict(self.chits):
            self.chits = MappingProxyType(chits)
            self._ask_odds()

    # The roll -----------------------------------------------------------------------------------------------------------------

    def read(self, rolls: Mapping[str, int], because: int = 0) -> None:
        """Dice have fallen, or are tried: what do they do?"""
        if self.target is None or not self.ready:
            return
        target, chosen = self.target, self.chosen

        def arrived(ruling: Ruling) -> None:
            detail = ruling.detail
            self.told, self.shut, self.is_rolling = "", False, False
            if self.kind == BOMBARDMENT and isinstance(detail, FoughtDetail) and detail.proposals:
                self._fall(ruling, rolls, because)
                self.steps = (Step(MARKERS, proposals=detail.proposals),)
                self._ask_step()
            elif not isinstance(detail, CombatDetail) or detail.losses is None:
                self.odds = ruling
                self.told = self.tr("The chart has no result for this roll.")
            else:
                self._fall(ruling, rolls, because)
                fighting = {each.unit for each in self.able if each.role != SUPPORTS}
                places = {unit: place for unit in chosen if unit in fighting and (place := self.place_of(unit)) is not None}
                self.steps = steps_after(detail, target, self.defenders, places)
                self._ask_step()
            self.changed.emit()

        given = {**self._odds_asked(), **{name: str(roll) for name, roll in rolls.items()}}
        self.is_rolling, self._began_by = True, self.whose()
        self._ask(ASKED[self.kind].roll, given, arrived, "roll")

    def _fall(self, ruling: Ruling, rolls: Mapping[str, int], because: int) -> None:
        """A roll has its result; what an earlier one of the hex has left is over."""
        self._forget_result()
        self.result, self.rolls, self.because = ruling, MappingProxyType(dict(rolls)), because
        if self.target is not None:
            self._owed.drop(self.target)

    def back(self) -> bool:
        """Goes back to the attack before its roll; what was done stays done, what is owed can be taken up again. False where
        none was rolled."""
        if self.result is None:
            return False
        self._leave()
        self._forget_result()
        self._ask_near()
        self.changed.emit()
        return True

    # The steps after it -------------------------------------------------------------------------------------------------------

    @property
    def step(self) -> Step | None:
        """The step that is to be taken; None before the roll and after the last one."""
        return self.steps[self.at] if self.at < len(self.steps) else None

    @property
    def taken(self) -> frozenset[int]:
        """The numbers of the steps that were taken."""
        return frozenset(at for at, _ in self._taken)

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
    def present(self) -> tuple[str, ...]:
        """The units of the step that are still there; of a retreat those that have not left its hex."""
        step = self.step
        if step is None:
            return ()
        some = tuple(unit for unit in step.units if self.place_of(unit) is not None)
        return tuple(unit for unit in some if self.place_of(unit) == step.place) if step.kind == RETREAT else some

    def go(self, number: int) -> None:
        """Another step is looked at."""
        if 0 <= number <= len(self.steps) and number != self.at:
            self.at = number
            self._ask_step()
            self.changed.emit()

    def skip(self) -> None:
        """The step is left out, or was done by hand."""
        self.go(self.at + 1)

    def pick(self, number: int) -> None:
        """Another way to take the step."""
        if 0 <= number < len(self.offers) and (number != self.picked or self._by_hand):
            self.picked, self._by_hand, self.weighed, self.drawn = number, False, None, ()
            self._said = (-1, {})
            self._ask_shares()
            self.changed.emit()

    def pick_place(self, place: Hex) -> None:
        """The next way that leads to a hex, after the one that is picked."""
        count = len(self.offers)
        order = [(self.picked + n) % count for n in range(1, count + 1)] if count else []
        self.pick(next((n for n in order if place in self.offers[n].ends), self.picked))

    def pick_share(self, number: int) -> None:
        """Another way to share out the steps that a retreat costs."""
        if 0 <= number < len(self.shares) and number != self.share:
            self.share = number
            self.changed.emit()

    def keep_back(self, units: Iterable[str]) -> None:
        """These units of the stack do not retreat with the others; they go by themselves afterwards."""
        staying = frozenset(units) & frozenset(self.present)
        if staying != self.staying and len(staying) < len(self.present):
            self._ask_step(staying)
            self.changed.emit()

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
        self._drop("share")
        self._by_hand, self.shares, self.share, self.weighed = bool(asked), (), 0, None
        if not asked:
            self._ask_shares()

        def arrived(ruling: Ruling) -> None:
            self.weighed, self.shares = ruling, tuple(ruling.detail.proposals)
            self.changed.emit()

        if asked:
            self._ask(question, asked, arrived, "share")
        self.changed.emit()

    def take(self) -> bool:
        """Does what is picked, as one step of the history; False when nothing could be done."""
        step, proposal = self.step, self.proposal
        if step is None or proposal is None:
            return False
        way = self._way_taken
        self._taken.append((self.at, self._snapshot()))
        edit = Several(proposal.label, proposal.edits)
        play = self._document.play
        self._taking = True
        try:
            if play is not None:
                # Whose units they are, does it; by mail every side writes its own.
                done = play.do(edit, self._owner(step), self.because, ruled=True) is not None
            else:
                done = self._document.do(edit)
        finally:
            self._taking = False
        if not done:
            self._taken.pop()
            return False
        if way is not None:
            self._entered = (*self._entered, *way.zones)
            if step.side != ATTACKER:
                self._way = way.hexes
        # A part of a stack may retreat, and one unit after the other advance.
        stays = (step.kind == RETREAT and self.present) or step.kind == ADVANCE
        self.at += 0 if stays else 1
        # Nobody is asked how those retreat who were lost.
        while not stays and (at := self.step) is not None and at.kind != MARKERS and not self.present:
            self.at += 1
        self._ask_step()
        self.changed.emit()
        return True

    def _owner(self, step: Step) -> str | None:
        """The side that a step is about, where it is played at this table; None for whoever is at the screen."""
        play, oob = self._document.play, self._document.box.oob
        if play is None or play.session.by_mail:
            return None
        return next((counter.side for unit in step.units if (counter := oob.counter(unit)) is not None), None)

    @property
    def _way_taken(self) -> RetreatWay | None:
        """The way of a retreat that is picked, or drawn by hand; None for other steps."""
        if self._by_hand:
            detail = self.weighed.detail if self.weighed is not None else None
            options = detail.options if isinstance(detail, RetreatDetail) else ()
            return next((way for option in options for way in option.ways if way.hexes == self.drawn), None)
        return self.offers[self.picked].way if self.picked < len(self.offers) else None

    def follow(self) -> None:
        """The state of play has changed: what is shown is asked again, and steps that were undone are to be taken again."""
        if self.target is None or self._taking:
            return
        if self.target not in self._document.box.cells:
            self.clear()
            return
        if self.result is None and self.kind != self.due():
            # Another phase is played.
            self._start(self.target, self.side)
            return
        if self.result is None:
            self._ask_near()
            return
        now = self._snapshot()
        for number, (at, before) in enumerate(self._taken):
            if before == now:
                del self._taken[number:]
                self.at = at
                break
        self._ask_step(self.staying)
        self.changed.emit()

    # Asking -------------------------------------------------------------------------------------------------------------------

    @property
    def _pieces(self) -> Mapping[str, Piece]:
        return self._document.work.deployment.pieces

    def _snapshot(self) -> Pieces:
        """All units of the combat as they are now."""
        pieces = self._pieces
        return {unit: pieces.get(unit) for unit in (*self.defenders, *self.chosen)}

    def _ask(self, question: str, parameters: Mapping[str, object], on_ruling: Callable[[Ruling], None], slot: str) -> None:
        def refused(sentence: str) -> None:
            self.told, self.shut = sentence, bool(self.closed(question))
            self.is_rolling = self.is_rolling and slot != "roll"
            if slot in ("odds", "near"):
                self.odds = None
            self.changed.emit()

        self._tickets[slot] = self._asks.ask(question, parameters, on_ruling, on_refused=refused, slot=f"combat: {slot}")

    def _drop(self, *slots: str) -> None:
        """Nothing is waited for any more, or not for these."""
        for slot in slots or tuple(self._tickets):
            if slot in self._tickets:
                self._asks.cancel(self._tickets.pop(slot))

    def _ask_near(self) -> None:
        assert self.target is not None

        def arrived(ruling: Ruling) -> None:
            first = self.near is None
            self.near, self.told, self.shut = ruling, "", False
            able = {each.unit for each in self.able}
            wanted = self._first() if first else self.chosen
            self.chosen = tuple(each.unit for each in self.able if each.unit in wanted and each.unit in able)
            # A roll that is being read is of the present state; nothing may take its place.
            if not self.is_rolling:
                self._ask_odds()
            self.changed.emit()

        side = {"side": self.side} if self.side else {}
        self._ask(ASKED[self.kind].near, {"to": self.target, **side}, arrived, "near")

    def _first(self) -> frozenset[str]:
        """Who attacks at first: who is declared to, else who is selected."""
        for each in self._document.state.declared:
            if self.target in each.against and each.what == self.kind:
                return frozenset(each.units)
        return frozenset(self._document.units.ids)

    def learn(self) -> None:
        """More may be known of strengths: then the odds are asked anew."""
        if self.result is None and self.chosen and self.known() != self._knew:
            self._ask_odds()

    def _odds_asked(self) -> dict[str, object]:
        self._knew = self.known()
        units = {"units": list(self.chosen)} if self.chosen else {}
        asked: dict[str, object] = {**units, "to": self.target, **self.given}
        if CHITS in self.parameters.get(ASKED[self.kind].odds, ()):
            # What the player says of a unit stands, last what was said of it by itself.
            by_itself = [f"{unit}*{told}" for unit, told in self.chits.items() if unit in self.defenders or unit in self.chosen]
            written = [each.strip() for each in self.given.get(CHITS, "").replace("\n", ",").split(",")]
            kept = [each for each in written if each and not named(each) & set(self.chits)]
            said = ", ".join((*by_itself, *kept))
            texts = (*((said,) if said else ()), *(each for each in self._knew if not named(each) & named(said)))
            asked |= {CHITS: ", ".join(texts)} if texts else {}
        return asked

    def _ask_odds(self) -> None:
        self.told, self.shut, self.is_rolling = "", False, False
        self._drop("odds", "roll")
        if not self.ready:
            self.odds = None
            return

        def arrived(ruling: Ruling) -> None:
            self.odds, self.told, self.shut = ruling, "", False
            self.changed.emit()

        self._ask(ASKED[self.kind].odds, self._odds_asked(), arrived, "odds")

    def _asked(self, step: Step) -> dict[str, object]:
        """What the question of a step is asked."""
        assert self.result is not None
        units: dict[str, object] = {"units": [unit for unit in self.present if unit not in self.staying]}
        detail = self.result.detail
        more: dict[str, object]
        through = detail.facts.get("breakthrough") == "yes"
        if step.kind == LOSSES:
            # Those who were lost in it have fought, too.
            others = list(self.chosen if step.side != ATTACKER else self.defenders)
            more = {"target": self.target, **({"against": others} if others else {})}
            asked = {**units, "side": step.side, "steps": step.count, **self._known(LOSSES, more)}
        elif step.kind == RETREAT:
            more = {"entered": list(self._entered)} if self._entered else {}
            more |= {"breakthrough": "yes"} if through and step.side != ATTACKER else {}
            asked = {**units, "hexes": step.count, **self._known(RETREAT, more)}
        else:
            more = {"path": list(self._way)} if self._way else {}
            more |= {"breakthrough": "yes"} if through else {}
            asked = {**units, "target": self.target, "hexes": step.count, **self._known(ADVANCE, more)}
        return asked

    def _known(self, question: str, values: Mapping[str, object]) -> dict[str, object]:
        """Those of some values that a question of the series takes."""
        return {name: value for name, value in values.items() if name in self.parameters.get(question, ())}

    def _ask_step(self, staying: frozenset[str] = frozenset()) -> None:
        """Asks how the step can be taken."""
        self._drop("step", "share")
        said = self._said
        self._forget_answer()
        self._said = said
        self.told, self.shut = "", False
        step = self.step
        if step is None:
            return
        self.staying = staying & frozenset(self.present)
        if step.kind == MARKERS:
            self.offers = offers_of(None, step)
            return
        if not self.present:
            self.told = self.tr("None of these units is there any more; go on to the next step.")
            return

        def arrived(ruling: Ruling) -> None:
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
            self.changed.emit()

        self._ask(step.kind, self._asked(step), arrived, "step")

    def _ask_shares(self) -> None:
        """Asks who pays for the way that is picked."""
        self._drop("share")
        self.shares, self.share = (), 0
        step, offer = self.step, self.offers[self.picked] if self.picked < len(self.offers) else None
        if step is None or offer is None or offer.way is None or self.answer is None:
            return
        detail = self.answer.detail
        assert isinstance(detail, RetreatDetail)
        path = [detail.start, *offer.way.hexes]

        def arrived(ruling: Ruling) -> None:
            self.shares = tuple(ruling.detail.proposals)
            self.changed.emit()

        self._ask(RETREAT, {**self._asked(step), "path": path}, arrived, "share")

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Why the step is offered as it is: of the answer, or of what was weighed; of a retreat those of its way, too."""
        shown = self.weighed or self.answer
        found = shown.reasons if shown is not None else ()
        offer = self.offers[self.picked] if self.picked < len(self.offers) else None
        more = offer.way.reasons if offer is not None and offer.way is not None else ()
        return (*found, *(each for each in more if each not in found))
