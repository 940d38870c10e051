"""Joins op sheets to the window: draws their graphics on the map, fetches kinds of control measures, has sheets checked."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer

from app.canvas.view import MapView
from app.documents.asks import Slots
from app.documents.document import Document
from app.documents.live_play import LivePlay
from app.documents.orders import Orders
from app.documents.proposals import do_for_side
from app.panels.orders.steps import DICE
from app.shell.desks.order_letters import OrderLetters
from app.shell.desks.order_ways import OrderWays
from app.shell.desks.play_panels import PlayPanels
from app.shell.docks import Docks
from app.tools.graphic import GraphicTool
from app.tools.graphic_marks import graphics_of, halo_of
from app.tools.tool_box import ToolBox
from app.workers.answers import Answers
from core.base.errors import CoreError
from core.model.edits.edit import Touched, flat
from core.model.edits.order_edits import ChangeOrders
from core.model.graphics import MeasureKinds
from core.model.orders import OpSheet
from core.play.dice import typed_value, value
from core.play.events import Entry, Rolled
from core.rules.kernel.proposals import Proposal
from core.rules.kernel.rulings import Ruling

ORDER = 14.0
"""Above the washes of tools, below the trails of units and what is written over counters."""

HALO_ORDER = 21.0
"""Over counters, whose hexes it rims."""

CHECK, SIZE, CHANCE, STEPS = "opsheet.check", "opsheet.size", "opsheet.chance", "opsheet.steps"
"""What is asked of the sheet in hand. A series that answers it has op sheets."""

TYPES = "command.prep", "type"
"""The question and its parameter whose words are the types of sheets."""

AHEAD = 8
"""Turns that the forecast looks ahead."""

REST_MS = 120
"""How long nothing may be written before a sheet is checked."""


@dataclass(frozen=True, slots=True)
class Fallen:
    """Dice that fell for a sheet, or for some units of it, as they were then; `because` is the number of their entry."""

    sheet: OpSheet
    units: tuple[str, ...]
    roll: int
    because: int


class OrdersDesk(QObject):
    """Draws the op sheets of the open document, each measure as its sheet stands, and fills the panel Op sheets."""

    def __init__(
        self,
        parent: QObject,
        answers: Answers,
        docks: Docks,
        play: PlayPanels,
        view: MapView,
        place_in_hand: Callable[[], str],
    ) -> None:
        super().__init__(parent)
        self._answers, self._docks, self._play, self._view = answers, docks, play, view
        self._panel = panel = docks.orders
        self._slots = Slots(answers, "orders")
        self._layer = view.overlay("orders", ORDER)
        self._halo = view.overlay("orders: units", HALO_ORDER, live=True)
        self.letters = OrderLetters(self, answers, panel.letters, view)
        self.ways = OrderWays(self, panel, view, play.trails, lambda: self.orders)
        self._document: Document | None = None
        self._tools: ToolBox | None = None
        self._proposals: tuple[Proposal, ...] = ()
        self._because = 0
        self._fell: Fallen | None = None
        self._gains_beside = ""
        self._joining: tuple[str, tuple[str, ...]] = ("", ())
        self._dice = ""
        self._resting = QTimer(self, singleShot=True, interval=REST_MS)
        self._resting.timeout.connect(self._check)
        panel.new_wanted.connect(self.begin)
        panel.form.organization.place_in_hand = place_in_hand
        panel.draw_wanted.connect(self._take_tool)
        panel.sought.connect(self._seek)
        panel.form.marks.toggled.connect(lambda _: self._mark())
        panel.seen.connect(self._mark)
        panel.about.connect(self._turn_to)
        panel.join_wanted.connect(self.join)
        panel.gain_wanted.connect(self.gain)
        panel.steps.roll_wanted.connect(self.roll)
        panel.steps.read_wanted.connect(self.read)
        panel.steps.do_wanted.connect(self.do)

    @property
    def orders(self) -> Orders | None:
        """The op sheets of the open document."""
        return self._tools.context.orders if self._tools is not None else None

    def use(self, document: Document | None, tools: ToolBox | None) -> None:
        """Draws the sheets of another document; None for none."""
        if self._document is not None:
            self._document.changed.disconnect(self._follow)
        self._slots.drop()
        self._fell = None
        self._document, self._tools = document, tools
        orders = self.orders
        self._panel.use(orders, document)
        self.letters.use(document, tools)
        self.ways.use(document)
        if document is None or tools is None or orders is None:
            self._resting.stop()
            self._layer.clear()
            self._halo.clear()
            return
        document.changed.connect(self._follow)
        orders.changed.connect(self._change)
        tools.learned.connect(self._learn)
        self._learn()

    # What is known ------------------------------------------------------------------------------------------------------------

    def _learn(self) -> None:
        """The questions of the series are known: those with op sheets say of which types they are."""
        tools, orders = self._tools, self.orders
        if tools is None or orders is None or not tools.context.means(CHECK):
            return
        self._panel.take_types(tools.context.choices(*TYPES))
        self._fetch(orders)
        self._change()

    def _fetch(self, orders: Orders) -> None:
        """Has the kinds of control measures read, once for a document."""

        def take(found: object) -> None:
            if orders is self.orders and isinstance(found, tuple):
                kinds, motifs = found
                assert isinstance(kinds, MeasureKinds)
                orders.learn(kinds, motifs)

        if not orders.kinds.kinds:
            self._answers.run("measure_kinds", {}, take, background=True)

    # What is shown ------------------------------------------------------------------------------------------------------------

    def draw(self) -> None:
        """Draws all measures anew; what is in hand lies over the others."""
        if self.orders is not None:
            self._layer.set_shapes(graphics_of(self.orders))
            self._mark()

    def _mark(self) -> None:
        """Rims the hexes of the units of the sheet in hand, while the panel is seen and that is wanted."""
        if self.orders is not None:
            shown = self._panel.form.marks.isChecked() and self._panel.isVisible()
            self._halo.set_shapes(halo_of(self.orders) if shown else ())

    def _change(self) -> None:
        self.draw()
        self.ways.follow()
        self._resting.start()

    def _follow(self, touched: Touched) -> None:
        # Colours and names of sides and units stand in graphics, and what units do decides what a sheet gains.
        if touched.units:
            self.draw()
        elif touched.forces:
            self._mark()
        if touched.forces or touched.units:
            self._resting.start()

    def _check(self) -> None:
        """Asks what the rules say of the sheet in hand, its size and its chances while it is in preparation."""
        document, orders, tools = self._document, self.orders, self._tools
        sheet = orders.sheet if orders is not None else None
        self._slots.drop()
        if document is None or tools is None or sheet is None or not tools.context.means(CHECK):
            self._show_steps(None)
            self._panel.show_check(None)
            self._panel.show_chance(None, None)
            return
        asked = self._asked(sheet)
        self._ask_steps()
        self._slots.ask("check", CHECK, asked, self._panel.show_check, lambda why: self._panel.show_check(None, why))
        if not sheet.in_preparation:
            self._panel.show_chance(None, None)
            return

        def sized(size: Ruling) -> None:
            more = {**asked, "ahead": AHEAD}
            self._slots.ask("chance", CHANCE, more, lambda chance: self._panel.show_chance(size, chance), self._refused)

        self._slots.ask("size", SIZE, asked, sized, self._refused)

    def _refused(self, _why: str) -> None:
        self._panel.show_chance(None, None)

    def _asked(self, sheet: OpSheet) -> dict[str, object]:
        document = self._document
        in_play = document is not None and document.state.in_play
        asked: dict[str, object] = {"sheet": sheet.id}
        return asked if document is None or in_play else {**asked, "scenario": document.state.scenario}

    # Steps in play ------------------------------------------------------------------------------------------------------------

    @property
    def _live(self) -> LivePlay | None:
        played = self._document.play if self._document is not None else None
        return played if isinstance(played, LivePlay) else None

    @property
    def _about(self) -> tuple[str, ...]:
        """The units that steps are about: those that are to be put on the sheet in hand, else those that are chosen on it."""
        sheet = self.orders.sheet if self.orders is not None else None
        id_, units = self._joining
        return units if sheet is not None and id_ == sheet.id else self._panel.units

    def _turn_to(self) -> None:
        """Other units of the sheet are chosen."""
        self._joining = ("", ())
        if self._live is not None:
            self._ask_steps()

    def join(self, units: Sequence[str]) -> None:
        """Says what it costs to put units on the sheet in hand, which time has worked on already."""
        sheet = self.orders.sheet if self.orders is not None else None
        self._joining, self._gains_beside = (sheet.id if sheet is not None else "", tuple(units)), ""
        self._ask_steps()

    def _ask_steps(self) -> None:
        """Asks what can be done: with the sheet in hand or some units of it, after their last roll with what that showed as
        long as the sheet is what it was then; or, where that was asked for, with all sheets of the side together."""
        live, document = self._live, self._document
        sheet = self.orders.sheet if self.orders is not None else None
        if live is None or document is None or sheet is None:
            self._show_steps(None)
            return
        about = self._about
        fallen = self._fell if self._fell is not None and (self._fell.sheet, self._fell.units) == (sheet, about) else None
        given = self._asked(sheet)
        if about:
            given["units"] = list(about)
        if fallen is not None:
            given["roll"] = fallen.roll
        if self._gains_beside == sheet.id:
            fallen, about, side = None, (), document.state.moment.side
            given = {"side": side} if side else {}

        def take(ruling: Ruling) -> None:
            self._show_steps(ruling, about, fallen)

        self._slots.ask("steps", STEPS, given, take, lambda why: self._panel.show_steps(None, why, about))

    def _show_steps(self, ruling: Ruling | None, about: tuple[str, ...] = (), fallen: Fallen | None = None) -> None:
        self._proposals = tuple(ruling.detail.proposals) if ruling is not None else ()
        self._dice = str(ruling.detail.facts.get(DICE, "")) if ruling is not None else ""
        self._because = fallen.because if fallen is not None else 0
        self._panel.show_steps(ruling, "", about, fallen is not None)

    def gain(self) -> None:
        """What the sheets of the side whose turn it is gain in this turn, to be done or left."""
        sheet = self.orders.sheet if self.orders is not None else None
        self._gains_beside = sheet.id if sheet is not None else ""
        self._ask_steps()

    def roll(self) -> None:
        """Rolls for the sheet in hand, or for what the chosen units of it wait for."""
        live, sheet = self._live, self.orders.sheet if self.orders is not None else None
        if live is None or sheet is None or not self._dice:
            return
        if live.session.by_mail:
            self._docks.front("dice")
            self._panel.show_steps(
                None, self.tr("By mail dice are declared in the panel Dice. Type what they say once they have fallen.")
            )
            return
        dice, purpose = self._dice, self._purpose(sheet)
        self._fallen(sheet, self._play.hands.add(lambda: live.session.roll(dice, live.acting, purpose)))

    def read(self, text: str) -> None:
        """Real dice showed this."""
        live, sheet = self._live, self.orders.sheet if self.orders is not None else None
        if live is None or sheet is None or not self._dice:
            return
        try:
            rolled = typed_value(self._dice, text, self._purpose(sheet))
        except CoreError as problem:
            self._panel.tell(str(problem))
            return
        if live.session.by_mail:
            self._fell, self._gains_beside = Fallen(sheet, self._about, value(rolled), 0), ""
            self._ask_steps()
        else:
            self._fallen(sheet, self._play.hands.add(lambda: live.session.add(rolled, live.acting)))

    def _fallen(self, sheet: OpSheet, entry: Entry | None) -> None:
        if entry is not None and isinstance(entry.event, Rolled):
            self._fell, self._gains_beside = Fallen(sheet, self._about, value(entry.event), entry.number), ""
            self._panel.tell("")
            self._ask_steps()

    def _purpose(self, sheet: OpSheet) -> str:
        about, orders = self._about, self.orders
        if about and orders is not None:
            words = self.tr("check of {units} on {sheet}").replace("{units}", ", ".join(map(orders.called, about)))
        else:
            words = self.tr("command prep of {sheet}")
        return words.replace("{sheet}", sheet.id)

    def do(self, number: int) -> None:
        """Does a step, as one of the history."""
        document, orders = self._document, self.orders
        if document is None or orders is None or number >= len(self._proposals):
            return
        proposal, self._gains_beside, self._joining = self._proposals[number], "", ("", ())
        sheets = (sheet for edit in flat(proposal.edits) if isinstance(edit, ChangeOrders) for sheet in edit.sheets)
        known = {sheet.id: sheet.side for sheet in orders.sheets}
        side = next((known[id_] for id_ in sheets if id_ in known), "")
        if not do_for_side(document, proposal, side, self._because):
            self._panel.tell(self.tr("That could not be done: something else has happened meanwhile."))

    # What is done -------------------------------------------------------------------------------------------------------------

    def begin(self) -> OpSheet | None:
        """Writes a new sheet with the units that are selected on it."""
        document, orders, tools = self._document, self.orders, self._tools
        if document is None or orders is None or tools is None:
            return None
        units = document.units.ids
        oob = document.box.oob
        sides = [counter.side for unit in units if (counter := oob.counter(unit)) is not None]
        acting = document.state.moment.side if document.state.in_play else ""
        first = next(iter(oob.sides), None)
        side = next(iter(sides), "") or acting or (first.id if first is not None else "")
        own = [unit for unit in units if (counter := oob.counter(unit)) is not None and counter.side == side]
        types = tools.context.choices(*TYPES)
        return orders.add(side, types[-1] if types else "", orders.gathered(own))

    def _take_tool(self) -> None:
        """Takes the tool that draws in hand; the map has the keyboard then."""
        if self._tools is not None:
            self._tools.choose(GraphicTool.id)
            self._view.setFocus()

    def _seek(self, unit: str) -> None:
        """Shows where units of a sheet are."""
        if self._document is None:
            return
        self._document.units.seek(self._document.box.oob.counters_meant([unit]))
