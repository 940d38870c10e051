"""Steps with op sheets in a session: asked, rolled for, done. One desk is for the whole sheet, one for some units of it.

about() --> opsheet.steps --> StepsBox --> do --> an entry of the journal that names its roll

By mail a roll is declared in the open by words that tell no sheet. Which it is for is sealed before, and found when it fell.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from app.documents.asks import Slots
from app.documents.document import Document
from app.documents.live_play import LivePlay
from app.documents.orders import Orders
from app.documents.proposals import do_for_side
from app.panels.orders.steps import StepsBox, said_early, said_first, said_of_each
from app.panels.play.dice import DicePanel
from app.shell.desks.play_hands import Hands
from app.workers.answers import Answers
from core.base.errors import CoreError
from core.model.orders import OpSheet
from core.play.dice import typed_value
from core.play.events import Entry
from core.play.order_rolls import Fallen, OrderRolls
from core.play.proposed import side_of
from core.rules.kernel.orders_detail import DICE, ENOUGH_FROM, LAYS
from core.rules.kernel.proposals import Proposal
from core.rules.kernel.rulings import Ruling

STEPS = "opsheet.steps"


@dataclass(frozen=True, slots=True)
class About:
    """What steps are about: what is asked, the units that are meant ("()" for the whole sheet), and whether a sheet that waits
    needs no word of what it must roll, since that stands elsewhere; that no roll is enough is said in place of the dice."""

    given: Mapping[str, object]
    units: tuple[str, ...] = ()
    quiet: bool = False


class StepsDesk(QObject):
    """Fills a box with steps. `about` says what they are about now, None for nothing; `tell` says what could not be done.
    `lays` is the marker that is laid on the map because of the sheet in hand, "" for none; `shown` comes with each answer."""

    shown = Signal()

    def __init__(
        self,
        parent: QObject,
        box: StepsBox,
        answers: Answers,
        hands: Hands,
        orders: Callable[[], Orders | None],
        about: Callable[[], About | None],
        tell: Callable[[str], None],
        dice: DicePanel,
        front: Callable[[str], object],
    ) -> None:
        """`dice` is where rolls are declared by mail, `front` shows a panel."""
        super().__init__(parent)
        self._box, self._hands, self._panel, self._front = box, hands, dice, front
        self._orders, self._about, self._tell = orders, about, tell
        self._slots = Slots(answers, f"order steps {id(box)}")
        self._document: Document | None = None
        self._proposals: tuple[Proposal, ...] = ()
        self._of = ""
        self._dice = self.lays = ""
        self._because = 0
        box.roll_wanted.connect(self.roll)
        box.read_wanted.connect(self.read)
        box.do_wanted.connect(self.do)

    def use(self, document: Document | None) -> None:
        """Steps in another document; None for none."""
        self._slots.drop()
        self._document = document
        self._show(None, About({}))

    @property
    def _live(self) -> LivePlay | None:
        played = self._document.play if self._document is not None else None
        return played if isinstance(played, LivePlay) else None

    @property
    def _sheet(self) -> OpSheet | None:
        orders = self._orders()
        return orders.sheet if orders is not None else None

    def follow(self) -> None:
        """Another sheet may be in hand: what could be done with the one before is not offered while its answer is awaited."""
        sheet = self._sheet
        if sheet is None or sheet.id != self._of:
            self._slots.drop()
            self._show(None, About({}))

    def ask(self) -> None:
        """Asks what can be done; after a roll with what that showed, as long as the sheet is what it was then."""
        sheet, about = self._sheet, self._about()
        self._slots.drop()
        if self._live is None or sheet is None or about is None:
            self._show(None, About({}))
            return
        self._of = sheet.id
        rolls = self._rolls(self._live, sheet, about)
        fallen = rolls.fallen() if "sheet" in about.given else None
        again = rolls.times() if fallen is not None else 0
        given = {**about.given, **({"roll": fallen.roll} if fallen is not None else {})}
        self._slots.ask(
            "steps",
            STEPS,
            given,
            lambda ruling: self._show(ruling, about, fallen, again),
            lambda why: self._show(None, about, told=why),
        )

    def _rolls(self, live: LivePlay, sheet: OpSheet, about: About) -> OrderRolls:
        assert self._document is not None
        return OrderRolls(live.session, self._document.box, live.writing, sheet, about.units)

    def _show(self, ruling: Ruling | None, about: About, fallen: Fallen | None = None, times: int = 0, told: str = "") -> None:
        self._proposals = tuple(ruling.detail.proposals) if ruling is not None else ()
        self._dice = str(ruling.detail.facts.get(DICE, "")) if ruling is not None else ""
        self.lays = str(ruling.detail.facts.get(LAYS, "")) if ruling is not None else ""
        self._because = fallen.number if fallen is not None else 0
        orders, whys = self._orders(), list[str]()
        if ruling is not None and orders is not None:
            whys = said_of_each(ruling, orders.box)
            is_said = fallen is not None or not about.quiet or ENOUGH_FROM in ruling.detail.facts
            first = said_first(ruling, orders.box) if is_said else ""
            told = "\n".join(each for each in (said_early(ruling, orders.box), first, self._again(times)) if each)
        names = ", ".join(orders.called(unit) for unit in about.units) if orders is not None else ""
        self._box.show_steps(ruling, names, told, whys, real=self._live is None or not self._live.session.by_mail)
        self.shown.emit()

    def _again(self, times: int) -> str:
        """That dice fell more than once for the same in a turn; the journal keeps all of them."""
        if times < 2:
            return ""
        return self.tr("Dice fell %n times for this in this turn; it is rolled for once in a turn [6.9f, 6.14d].", "", times)

    def roll(self) -> None:
        """Rolls for what is waited for."""
        live, sheet, about = self._live, self._sheet, self._about()
        if live is None or sheet is None or about is None or not self._dice:
            return
        if live.session.by_mail:
            self._declare(live, sheet, about)
            return
        dice, purpose = self._dice, self._rolls(live, sheet, about).purpose
        self._fallen(self._hands.add(lambda: live.session.roll(dice, live.acting, purpose)))

    def read(self, text: str) -> None:
        """Real dice showed this."""
        live, sheet, about = self._live, self._sheet, self._about()
        if live is None or sheet is None or about is None or not self._dice:
            return
        try:
            rolled = typed_value(self._dice, text, self._rolls(live, sheet, about).purpose)
        except CoreError as problem:
            self._tell(str(problem))
            return
        self._fallen(self._hands.add(lambda: live.session.add(rolled, live.acting)))

    # By mail ------------------------------------------------------------------------------------------------------------------

    def _declare(self, live: LivePlay, sheet: OpSheet, about: About) -> None:
        """Says under seal what a roll is for, and puts it into the batch that is declared in the open."""
        if not self._hands.may():
            return
        dice = self._dice
        try:
            purpose, meant = self._rolls(live, sheet, about).to_declare(dice, live.acting)
        except CoreError as problem:
            self._tell(str(problem))
            return
        if meant is not None and self._hands.add(lambda: live.session.add(meant, live.acting)) is None:
            return
        self._panel.put_into_batch(dice, purpose)
        self._front("dice")
        self._tell("")
        # The panel of dice covers the one that this was asked in.
        told = self.tr("It is rolled for as “%s”, which tells no sheet to the other side. Declare the batch, and hand over.")
        self._hands.tell(told % purpose)

    def _fallen(self, entry: Entry | None) -> None:
        if entry is not None:
            self._tell("")
            self.ask()

    def do(self, number: int) -> None:
        """Does a step, as one of the history."""
        document = self._document
        if document is None or number >= len(self._proposals):
            return
        proposal = self._proposals[number]
        if not do_for_side(document, proposal, side_of(document.box.oob, document.work.orders, proposal), self._because):
            self._tell(self.tr("That could not be done: something else has happened meanwhile."))
