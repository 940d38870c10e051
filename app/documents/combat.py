"""Combat: an attack that is worked out over a document, from the hex that is attacked to its roll; overruns and fire from afar
are other kinds of it.

It holds what was chosen and answered; a tool shows it on the map, a panel in words. Nothing is done by asking. From the roll on
it is a procedure (`combat_rolled`), of which the result is the first step.
"""

from collections.abc import Callable, Collection, Iterable, Mapping
from fractions import Fraction
from types import MappingProxyType

from PySide6.QtCore import QObject, Signal

from app.documents.asks import Asks, Slots
from app.documents.combat_kinds import ASKED, ATTACK, BOMBARDMENT, OVERRUN
from app.documents.combat_on_the_move import MOVED, of_everybody, of_guns, of_stack, own_stack
from app.documents.combat_rolled import RolledCombat, texts_of
from app.documents.document import Document
from app.documents.procedures import Procedures
from app.documents.proposals import do_proposal
from app.documents.spending import Spending, Tried
from core.geometry.hexes import Hex
from core.model.deployment import Piece, hex_of
from core.play.chits_known import CHITS, named
from core.play.procedures import Step
from core.questions.answers import reason_text
from core.rules.kernel.combat import CombatDetail
from core.rules.kernel.rulings import Ruling
from core.rules.operations.battle_detail import BARRED, AttackersDetail, Drawing, FoughtDetail, NearUnit, Offered
from core.rules.operations.movement_detail import OverrunDetail, combat_in

REFUSED = ("prohibited", "empty")
"""What is said of hexes that are not attacked: the rules forbid it, or nobody is there."""

ALLOWED = "allowed"
"""What is said of an overrun that the rules permit."""

MODE = "mode"
"""What a way to move is called that the user says by hand."""


class Combat(QObject):
    """One attack at a time. `changed` tells that something else is to be shown, `began` that another hex is attacked, `refused`
    why a hex is not attacked together with others, `over` that all that followed its roll is done. `rolled` is the same attack
    from its roll on, in `procedures`.

    `parameters` are the names of what each question of the series takes, `closed` says why one is not asked just now of what it
    is given, `known` what is known of strengths, such as chits that were told, `due` which of `ASKED` the phase is for, `note`
    what is to be said of it. `tell_drawn` tells the chits of units to everybody. `spent` are the points that units have spent
    in the phase.
    """

    changed = Signal()
    began = Signal()
    refused = Signal(str)
    over = Signal()

    def __init__(
        self,
        document: Document,
        asks: Asks,
        procedures: Procedures,
        parent: QObject | None = None,
        spent: Spending | None = None,
    ) -> None:
        super().__init__(parent)
        self._document, self._slots, self._spent = document, Slots(asks, "combat"), Tried(document, spent)
        self.parameters: Mapping[str, frozenset[str]] = MappingProxyType({})
        self.closed: Callable[[str, Mapping[str, object]], str] = lambda question, given: ""
        self.known: Callable[[], tuple[str, ...]] = tuple
        self.due: Callable[[], str] = lambda: ATTACK
        self.note: Callable[[], str] = lambda: ""
        self.tell_drawn: Callable[[tuple[str, ...]], object] = lambda units: None
        self._procedures = procedures
        self._wished = ""
        self._knew: tuple[str, ...] = ()
        self._at_roll: object = None
        self.target: Hex | None = None
        self.others: tuple[Hex, ...] = ()
        self.rolled = RolledCombat(document, procedures, self._spent, lambda: self.targets, self)
        self.rolled.changed.connect(self.changed)
        self.rolled.failed.connect(self._fail)
        self.rolled.taken_back.connect(self._take_back)
        self.rolled.over.connect(self._end)
        procedures.known = self._known_for
        self._forget()

    def _forget(self) -> None:
        self.target, self.others = None, ()
        self.side = ""
        self.kind = self.wanted
        self.chits: Mapping[str, str] = MappingProxyType({})
        self.near: Ruling | None = None
        self.chosen: tuple[str, ...] = ()
        self.source: Hex | None = None
        self.given: Mapping[str, str] = MappingProxyType({})
        self.told = ""
        self.shut = False
        self._judge(None)
        self._spent.forget()
        self.rolled.forget()

    def _takes(self, question: str) -> frozenset[str]:
        return self.parameters.get(question, frozenset())

    def _judge(self, ruling: Ruling | None) -> None:
        """What the rules say of the attack before its roll: all of it, and the odds."""
        self.judged, self.odds = ruling, combat_in(ruling)

    # Which kind ---------------------------------------------------------------------------------------------------------------

    @property
    def kinds(self) -> tuple[str, ...]:
        """The kinds of combat that the series knows on the map, and the game."""
        ruleset, oob = self._document.ruleset, self._document.box.oob
        known = (kind for kind, asked in ASKED.items() if asked.near in self.parameters)
        return tuple(kind for kind in known if ruleset is None or ruleset.play.is_known(kind, oob)) or (ATTACK,)

    @property
    def wished(self) -> str:
        """The kind that was chosen by hand; "" for that which the phase is for."""
        return self._wished if self._wished in self.kinds else ""

    @property
    def wanted(self) -> str:
        """The kind of the next combat."""
        due = self.due()
        return self.wished or (due if due in self.kinds else ATTACK)

    def wish(self, kind: str) -> None:
        """Works out another kind of combat, of the same hex; "" for that which the phase is for."""
        if kind == self._wished:
            return
        self._wished = kind
        if self.target is not None and not self.rolled.is_under_way and self.kind != self.wanted:
            self._start(self.target, self.side)
        self.changed.emit()

    # Who attacks --------------------------------------------------------------------------------------------------------------

    @property
    def targets(self) -> tuple[Hex, ...]:
        """The hexes that are attacked at once; none where none is."""
        return (self.target, *self.others) if self.target is not None else ()

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
        return hex_of(self._pieces.get(unit))

    def attack(self, place: Hex, side: str = "") -> None:
        """Another hex is attacked; `side` attacks it, by preset the one that has no units there. A combat on it of which
        something is still to be answered goes on; what else is in hand is left."""
        if not self.take_up(place):
            self._procedures.leave()
            self._start(place, side)

    def _start(self, place: Hex, side: str) -> None:
        self._slots.drop()
        self._forget()
        self.target, self.side = place, side
        self._ask_near()
        self.began.emit()
        self.changed.emit()

    def clear(self) -> None:
        """Nothing is attacked any more."""
        if self.target is not None:
            self._slots.drop()
            self._forget()
            self.changed.emit()

    def take_up(self, place: Hex) -> bool:
        """Goes on with the combat on a hex of which something is still to be answered; False where none is."""
        if self.rolled.is_in_hand_at(place):
            self._procedures.come_forward()
            return True
        number = self.rolled.left_at([place])
        if number is None:
            return False
        if place not in self.targets:
            self.clear()
        self._procedures.take_up(number)
        return True

    def press(self, place: Hex) -> None:
        """A hex is pressed on the map before the roll: the one attacked, or attackers."""
        there = [each.unit for each in self.able if self.place_of(each.unit) == place]
        if self.wanted == OVERRUN and self._press_on_the_move(place, there):
            return
        if self.target is None or (not there and place not in self.targets):
            self.attack(place)
        elif there:
            out = set(there) <= set(self.chosen)
            self.choose([unit for unit in (*self.chosen, *there) if not out or unit not in there])

    def _press_on_the_move(self, place: Hex, able: list[str]) -> bool:
        """Takes the stack that overruns, or the hex that it does it from; False for what is pressed as in any combat."""
        if self.target is not None and able:
            # One stack overruns at a time.
            self.choose([] if set(able) <= set(self.chosen) else able)
            return True
        own = own_stack(self._document, place, self.defenders)
        if own:
            self._document.units.set(own)
            if self.target is not None:
                self.near = None
                self._ask_near()
            self.changed.emit()
            return True
        if self.target is not None and place.distance(self.target) == 1 and not self._document.work.deployment.stack(place):
            self.come_from(place)
            return True
        return False

    def come_from(self, place: Hex) -> None:
        """The stack overruns from a hex; the same one again, and it is the best once more."""
        if self.target is not None and place.distance(self.target) == 1:
            self.source = None if place == self.source else place
            self._ask_odds()
            self.changed.emit()

    def join(self, place: Hex) -> None:
        """A hex is attacked together with the others, or no more; what the rules say against it is told."""
        if self.target is None:
            self.attack(place)
        elif not self.rolled.is_under_way and self.kind == ATTACK and place in self._document.box.cells:
            was = self.targets
            targets = tuple(each for each in was if each != place) if place in was else (*was, place)
            if targets:
                self._aim(targets)
                self._ask_near(was)
                self.changed.emit()

    def _aim(self, targets: tuple[Hex, ...]) -> None:
        """These hexes are attacked: the odds of others do not hold for them."""
        self.target, self.others = targets[0], targets[1:]
        self._slots.drop("odds")
        self._judge(None)

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
            moves = values.get(MODE) != self.given.get(MODE) and MODE in self._takes(ASKED[self.kind].near)
            self.given = MappingProxyType(dict(values))
            if moves:
                self._ask_near()
            self._ask_odds()

    @property
    def drawing(self) -> tuple[Drawing, ...]:
        """Those who fight with strengths out of a cup."""
        detail = self.odds.detail if self.odds is not None else None
        return detail.drawing if isinstance(detail, FoughtDetail) else ()

    @property
    def offers(self) -> tuple[Offered, ...]:
        """What may be added beside the units that fight: to any attack on the hex, and to this one."""
        detail = self.odds.detail if self.odds is not None else None
        near = self.detail.offers if self.detail is not None else ()
        return (*near, *(detail.offers if isinstance(detail, FoughtDetail) else ()))

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

    @property
    def is_settled(self) -> bool:
        """Whether the result is known before any roll, such as at odds below a table."""
        detail = self.odds.detail if self.odds is not None else None
        return not self.rolled.is_under_way and isinstance(detail, CombatDetail) and detail.losses is not None

    # The roll -----------------------------------------------------------------------------------------------------------------

    def read(self, rolls: Mapping[str, int], because: int = 0) -> None:
        """Dice have fallen, or are tried: the result is read, and led on from. None fall for what is settled."""
        if self.target is None or not self.ready:
            return
        asked = texts_of(self._odds_asked(), self._document.box.label)
        self.told, self.shut, self._at_roll = "", False, self._document.work
        self.rolled.keep_chits(asked.get(CHITS, ""))
        fallen = {name: str(roll) for name, roll in rolls.items()}
        self.rolled.begin(self.kind, self._whose, asked, fallen, because, self._cost)

    @property
    def _whose(self) -> str:
        """The side that attacks; "" where nobody knows."""
        counters = (self._document.box.oob.counter(unit) for unit in self.chosen)
        return next((each.side for each in counters if each is not None), self.side)

    def _fail(self, sentence: str, ruling: Ruling | None) -> None:
        """There is no result: the attack is as it was before its roll."""
        if ruling is not None:
            self._judge(ruling)
        self.told = sentence
        self.changed.emit()

    def _take_back(self) -> None:
        """The roll was taken back, or undone."""
        if self._document.work is not self._at_roll:
            self.follow()
        self.changed.emit()

    def _end(self) -> None:
        """All that followed is done."""
        self.over.emit()
        self.clear()

    @property
    def result(self) -> Ruling | None:
        """What was rolled; None before it, and where nobody knows any more."""
        return self.rolled.result

    def _known_for(self, step: Step) -> Mapping[str, str]:
        """What is known of strengths at a step, for a question that asks for it."""
        if CHITS not in self._takes(step.question) or step.is_result or CHITS in step.parameters:
            return {}
        said = self.rolled.chits_of(step)
        listed = (each for each in self.known() if not named(each) & named(said))
        text = ", ".join((*((said,) if said else ()), *listed))
        return {CHITS: text} if text else {}

    # On the move --------------------------------------------------------------------------------------------------------------

    @property
    def overrun(self) -> OverrunDetail | None:
        """What the rules say of an overrun; None for other kinds, and while it is not known."""
        detail = self.judged.detail if self.judged is not None else None
        return detail if isinstance(detail, OverrunDetail) else None

    @property
    def comes_near(self) -> bool:
        """Whether the stack has to come beside the hex first, and may."""
        return self.overrun is not None and self.overrun.approach is not None and self.is_allowed

    @property
    def is_allowed(self) -> bool:
        """Whether the rules permit an overrun, as far as is known."""
        return self.judged is not None and self.judged.verdict == ALLOWED

    @property
    def _cost(self) -> Fraction:
        return self.overrun.cost if self.overrun is not None else Fraction(0)

    def come_near(self) -> bool:
        """The stack goes to the hex that it overruns from, as one step of the history; False when that could not be done."""
        overrun = self.overrun
        if overrun is None or overrun.approach is None or overrun.source is None or not self.comes_near:
            return False
        for unit in self.chosen:
            own = self._spent.of(unit)
            before = overrun.spent_before if own is None else own
            self._spent.note(unit, before, overrun.source, before + overrun.spent)
        return do_proposal(self._document, overrun.approach, self.chosen)

    @property
    def in_the_way(self) -> str:
        """Why nothing can be done just now; "" for nothing."""
        return self._procedures.told if self.rolled.is_under_way else self.told

    def take(self) -> bool:
        """Does what is to be done next: before the roll the stack comes near, after it what is picked is done."""
        return self._procedures.take() if self.rolled.is_under_way else self.come_near()

    def draw(self, place: Hex) -> None:
        """A hex is chosen by hand: that from which is overrun, or one more that is attacked."""
        if self.kind == OVERRUN:
            self.come_from(place)
        else:
            self.join(place)

    def follow(self) -> None:
        """The state of play has changed: what is shown is asked again; after the roll the procedure follows by itself."""
        if self.target is None:
            return
        if any(place not in self._document.box.cells for place in self.targets):
            self.clear()
        elif self.rolled.is_under_way:
            return
        elif self.kind != self.wanted:
            # Another phase is played.
            self._start(self.target, self.side)
        else:
            self._ask_near()

    # Asking -------------------------------------------------------------------------------------------------------------------

    @property
    def _pieces(self) -> Mapping[str, Piece]:
        return self._document.work.deployment.pieces

    def _ask(
        self,
        question: str,
        parameters: Mapping[str, object],
        on_ruling: Callable[[Ruling], None],
        slot: str,
        on_refused: Callable[[str], None] | None = None,
    ) -> None:
        def refused(sentence: str) -> None:
            self.told, self.shut = sentence, bool(self.closed(question, parameters))
            if slot in ("odds", "near"):
                self._judge(None)
            self.changed.emit()

        self._slots.ask(slot, question, parameters, on_ruling, on_refused or refused)

    def _ask_near(self, was: tuple[Hex, ...] = ()) -> None:
        """Asks who can take part; where several hexes are not attacked at once, it is those that were again."""
        assert self.target is not None

        def put_back(sentence: str) -> None:
            self._aim(was)
            self._ask_near()
            self.changed.emit()
            self.refused.emit(sentence)

        def arrived(ruling: Ruling) -> None:
            if was and ruling.verdict in REFUSED:
                put_back(" ".join(reason_text(each, self._document.box) for each in ruling.reasons[:1]))
                return
            first = self.near is None
            self.near, self.told, self.shut = ruling, "", False
            # What is declared together with the hex is attacked with it.
            self.others = self.detail.others if self.detail is not None else ()
            able = {each.unit for each in self.able}
            wanted = self._first() if first else self.chosen
            self.chosen = tuple(each.unit for each in self.able if each.unit in wanted and each.unit in able)
            self._ask_odds()
            self.changed.emit()

        side = {"side": self.side} if self.side else {}
        moving = of_everybody(self._document, self._spent) if self.kind == OVERRUN else {}
        moving |= {MODE: self.given[MODE]} if self._moves_by_hand else {}
        asked = {"to": self._to, **side, **moving}
        self._ask(ASKED[self.kind].near, asked, arrived, "near", put_back if was else None)

    @property
    def _to(self) -> object:
        """The hex that is attacked, or all of several."""
        return list(self.targets) if self.others else self.target

    @property
    def _moves_by_hand(self) -> bool:
        """Whether the way to move was said, and matters for who takes part."""
        return bool(self.given.get(MODE)) and MODE in self._takes(ASKED[self.kind].near)

    def _first(self) -> frozenset[str]:
        """Who attacks at first: who is declared to, else who is selected."""
        for each in self._document.state.declared:
            if self.target in each.against and each.what == self.kind:
                return frozenset(each.units)
        return frozenset(self._document.units.ids)

    def learn(self) -> None:
        """More may be known of strengths: then the odds are asked anew."""
        if not self.rolled.is_under_way and self.chosen and self.known() != self._knew:
            self._ask_odds()

    def _odds_asked(self) -> dict[str, object]:
        self._knew = self.known()
        units = {"units": list(self.chosen)} if self.chosen else {}
        moving = of_stack(self._spent, self.chosen) if self.kind == OVERRUN else {}
        if self.kind == BOMBARDMENT and self.chosen and MOVED in self._takes(ASKED[BOMBARDMENT].odds):
            moving = of_guns(self._spent, self.chosen)
        moving |= {"from": self.source} if self.source is not None else {}
        asked: dict[str, object] = {**units, "to": self._to, **moving, **self.given}
        if CHITS in self._takes(ASKED[self.kind].odds):
            texts = self._known_of((*self.defenders, *self.chosen), self._knew)
            asked |= {CHITS: texts} if texts else {}
        return asked

    def _known_of(self, units: Collection[str], listed: Iterable[str]) -> str:
        """What is known of strengths, as questions take it: what the player says of a unit stands before what is listed for
        it, last what was said of some units by themselves."""
        by_itself = [f"{unit}*{told}" for unit, told in self.chits.items() if unit in units]
        written = [each.strip() for each in self.given.get(CHITS, "").replace("\n", ",").split(",")]
        kept = [each for each in written if each and not named(each) & set(self.chits)]
        said = ", ".join((*by_itself, *kept))
        return ", ".join((*((said,) if said else ()), *(each for each in listed if not named(each) & named(said))))

    def _ask_odds(self) -> None:
        self.told, self.shut = "", False
        self._slots.drop("odds")
        if not self.ready:
            self._judge(None)
            return

        def arrived(ruling: Ruling) -> None:
            self._judge(ruling)
            # Of an overrun that may be made only the strengths are kept back.
            self.shut = self.odds is None and self.is_allowed
            self.told = self.tr("Strengths are added up once the overrun is declared.") if self.shut else ""
            self.changed.emit()

        self._ask(ASKED[self.kind].odds, self._odds_asked(), arrived, "odds")
