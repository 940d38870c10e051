"""Joins op sheets to the window: draws their graphics on the map, fetches kinds of control measures, has sheets checked."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain

from PySide6.QtCore import QObject, QSignalBlocker, QTimer, Signal

from app.canvas.graphics import as_obstacle
from app.canvas.transform import Polyline, Span
from app.canvas.view import MapView
from app.documents.asks import Slots
from app.documents.document import Document
from app.documents.orders import Orders
from app.shell.desks.order_laying import OrderLaying
from app.shell.desks.order_letters import OrderLetters
from app.shell.desks.order_steps import About, StepsDesk
from app.shell.desks.order_ways import OrderWays
from app.shell.desks.play_panels import PlayPanels
from app.shell.docks import Docks
from app.tools.context import ToolContext
from app.tools.graphic import GraphicTool
from app.tools.graphic_marks import area_of, halo_of
from app.tools.sheet_graphics import SheetGraphics
from app.tools.tool_box import ToolBox
from app.workers.answers import Answers
from core.model.edits.edit import Touched
from core.model.graphics import MeasureKinds
from core.model.orders import OpSheet
from core.play.events import Entry, Rolled
from core.rules.kernel.rulings import Ruling

ORDER = 14.0
"""Above the washes of tools, below the trails of units and what is written over counters."""

HALO_ORDER = 21.0
"""Over counters, whose hexes it rims."""

CHECK, SIZE, CHANCE = "opsheet.check", "opsheet.size", "opsheet.chance"
"""What is asked of the sheet in hand. A series that answers it has op sheets."""

TYPES = "command.prep", "type"
"""The question and its parameter whose words are the types of sheets."""

AHEAD = 8
"""Turns that the forecast looks ahead."""

REST_MS = 120
"""How long nothing may be written before a sheet is checked."""


class OrdersDesk(QObject):
    """Draws the op sheets of the open document, each measure as its sheet stands, and fills the panel Op sheets.

    `kind_wanted` asks for what is to be drawn, once the tool for it is in hand. `sheet_changed` comes when another sheet is in
    hand, or is to be seen alone or no longer.
    """

    kind_wanted = Signal()
    sheet_changed = Signal()

    def __init__(
        self,
        parent: QObject,
        answers: Answers,
        docks: Docks,
        play: PlayPanels,
        view: MapView,
        place_in_hand: Callable[[], str],
        covered: Callable[[Span], Iterable[Polyline]] = lambda _: (),
    ) -> None:
        """`covered` tells what counters cover, as rings of the scene that are clockwise on the screen."""
        super().__init__(parent)
        self._answers, self._docks, self._play, self._view = answers, docks, play, view
        self._panel = panel = docks.orders
        self._slots = Slots(answers, "orders")
        self._layer = view.overlay("orders", ORDER, lasting=True)
        self._graphics, self._covered = SheetGraphics(), covered
        self._halo = view.overlay("orders: units", HALO_ORDER, live=True)
        self.letters = OrderLetters(self, answers, panel.letters, view)
        self.ways = OrderWays(self, panel, view, play.trails, lambda: self.orders)
        self._document: Document | None = None
        self._tools: ToolBox | None = None
        self._fetched: Orders | None = None
        self._gains_beside = ""
        self._joining: tuple[str, tuple[str, ...]] = ("", ())
        self._resting = QTimer(self, singleShot=True, interval=REST_MS)
        self._resting.timeout.connect(self._check)
        view.prepared.connect(self.place_names)
        panel.new_wanted.connect(self.begin)
        panel.form.organization.place_in_hand = place_in_hand
        panel.draw_wanted.connect(self._take_tool)
        panel.sought.connect(self._seek)
        self._alone = ""
        panel.form.alone.toggled.connect(self.show_alone)
        panel.form.marks.toggled.connect(lambda _: self._mark())
        panel.seen.connect(self._mark)
        panel.about.connect(self._turn_to)
        panel.join_wanted.connect(self.join)
        panel.gain_wanted.connect(self.gain)
        panel.keys_wanted.connect(self.unlock)
        shared = (answers, play.hands, lambda: self.orders)
        units = panel.form.organization
        self._sheet_steps = StepsDesk(self, panel.steps, *shared, self._of_sheet, panel.tell, docks.dice, docks.front)
        self._unit_steps = StepsDesk(self, units.steps, *shared, self._of_units, units.warned.tell, docks.dice, docks.front)
        self.laying = OrderLaying(self, panel.steps, view, answers, self._laid)
        self._sheet_steps.shown.connect(self.laying.follow)
        panel.steps.do_wanted.connect(lambda _: self._forget())
        panel.form.organization.steps.do_wanted.connect(lambda _: self._forget())

    @property
    def orders(self) -> Orders | None:
        """The op sheets of the open document."""
        return self._tools.context.orders if self._tools is not None else None

    def use(self, document: Document | None, tools: ToolBox | None) -> None:
        """Draws the sheets of another document; None for none."""
        if self._document is not None:
            self._document.changed.disconnect(self._follow)
            self._document.play_changed.disconnect(self._follow_play)
        self._slots.drop()
        self._document, self._tools = document, tools
        orders = self.orders
        self._panel.use(orders, document)
        self.letters.use(document, tools)
        self.ways.use(document)
        self._sheet_steps.use(document)
        self._unit_steps.use(document)
        if document is None or tools is None or orders is None:
            self._resting.stop()
            self._layer.clear()
            self._halo.clear()
            self._tell_sheet()
            return
        document.changed.connect(self._follow)
        document.play_changed.connect(self._follow_play)
        orders.changed.connect(self._change)
        tools.learned.connect(self._learn)
        self._learn()

    # What is known ------------------------------------------------------------------------------------------------------------

    def _learn(self) -> None:
        """The questions of the series are known: those with op sheets say of which types they are."""
        tools, orders = self._tools, self.orders
        self._fetched = None
        if tools is None or orders is None:
            return
        if tools.context.means(CHECK):
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

        if not orders.kinds.kinds and self._fetched is not orders:
            self._fetched = orders
            self._answers.run("measure_kinds", {}, take, background=True)

    # What is shown ------------------------------------------------------------------------------------------------------------

    def draw(self) -> None:
        """Draws all measures anew; what is in hand lies over the others. Many new ones are drawn as there is time for them."""
        if self.orders is None or self._document is None:
            return
        # A series may keep its orders as sheets without having questions about these.
        if any(sheet.measures for sheet in self.orders.sheets):
            self._fetch(self.orders)
        self._mark()
        if self._graphics.is_much(self.orders):
            self._document.turns.wish(self, "draw", self._draw_much)
        else:
            self._show_drawn(self.orders)

    def _draw_much(self) -> Iterator[None]:
        if self.orders is not None:
            yield from self._graphics.draw(self.orders)
        if self.orders is not None:
            self._show_drawn(self.orders)

    def _show_drawn(self, orders: Orders) -> None:
        self._layer.set_shapes(self._graphics.shapes(orders))
        self.place_names()

    def place_names(self) -> None:
        """Has names of measures keep off counters, place names and each other, as soon as there is time for it."""
        if self._document is not None:
            self._document.turns.wish(self, "place names", self._place_names)

    def _place_names(self) -> Iterator[None]:
        orders, ground = self.orders, self._view.map
        if orders is None or ground is None:
            return
        span = self._graphics.reach(orders)
        if span is None:
            return
        obstacles = []
        for ring in chain(self._covered(span), ground.names_in(span)):
            obstacles.append(as_obstacle(ring))
            yield
        yield from self._graphics.settle(orders, obstacles)
        self._layer.set_shapes(self._graphics.shapes(orders))

    def _mark(self) -> None:
        """Rims the hexes of the units of the sheet in hand, while the panel is seen and that is wanted."""
        if self.orders is not None:
            shown = self._panel.form.marks.isChecked() and self._panel.is_seen
            self._halo.set_shapes(halo_of(self.orders) if shown else ())

    @property
    def is_alone(self) -> bool:
        """Whether the sheet in hand is to be seen by itself."""
        return self.orders is not None and self.orders.alone

    def show_alone(self, on: bool) -> None:
        """Has the sheet in hand seen by itself, as large as it fits, or all of them again."""
        if self.orders is not None:
            self.orders.show_alone(on)

    def _tell_sheet(self) -> None:
        """Another sheet may be in hand, or be seen alone: that one is brought into view."""
        orders = self.orders
        sheet = orders.sheet if orders is not None else None
        with QSignalBlocker(self._panel.form.alone):
            self._panel.form.alone.setChecked(self.is_alone)
        shown = sheet.id if sheet is not None and self.is_alone else ""
        if shown != self._alone:
            self._alone = shown
            self.letters.draw()
            area = area_of(orders) if orders is not None and shown else None
            if area is not None:
                self._view.show_span(area)
        self.sheet_changed.emit()

    def _change(self) -> None:
        self.draw()
        self._tell_sheet()
        self.ways.follow()
        for steps in (self._sheet_steps, self._unit_steps):
            steps.follow()
        self._resting.start()

    def _follow(self, touched: Touched) -> None:
        # Colours and names of sides and units stand in graphics, and what units do decides what a sheet gains.
        if touched.units:
            self.draw()
        elif touched.forces:
            self._mark()
        if touched.map:
            self.place_names()
        if touched.forces or touched.units:
            self._resting.start()

    def _follow_play(self) -> None:
        """Dice may fall for a sheet that were declared long before."""
        if self._document is not None and self._document.play is not None:
            self._document.play.added.connect(self._follow_entry)

    def _follow_entry(self, entry: Entry) -> None:
        if isinstance(entry.event, Rolled):
            self._resting.start()

    def _check(self) -> None:
        """Asks what the rules say of the sheet in hand, its size and its chances while it is in preparation."""
        document, orders, tools = self._document, self.orders, self._tools
        sheet = orders.sheet if orders is not None else None
        self._slots.drop()
        if document is None or tools is None or orders is None or sheet is None or not tools.context.means(CHECK):
            self._ask_steps()
            self._panel.show_check(None)
            self._panel.show_chance(None, None)
            return
        asked = self._asked(sheet)
        self._ask_steps()
        self._ask_chances(each for each in orders.sheets if each.in_preparation)
        self._slots.ask("check", CHECK, asked, self._panel.show_check, lambda why: self._panel.show_check(None, why))
        if not sheet.in_preparation:
            self._panel.show_chance(None, None)
            return

        def sized(size: Ruling) -> None:
            more = {**asked, "ahead": AHEAD}
            self._slots.ask("chance", CHANCE, more, lambda chance: self._panel.show_chance(size, chance), self._refused)

        self._slots.ask("size", SIZE, asked, sized, self._refused)

    def _ask_chances(self, sheets: Iterable[OpSheet]) -> None:
        """Asks what each sheet in preparation needs now, for the board."""
        waiting = tuple(sheets)
        self._panel.keep_chances(each.id for each in waiting)
        for each in waiting:

            def take(ruling: Ruling, id_: str = each.id) -> None:
                self._panel.show_needed(id_, ruling)

            self._slots.ask(f"board: {each.id}", CHANCE, {**self._asked(each), "ahead": 0}, take, lambda _: None)

    def _refused(self, _why: str) -> None:
        self._panel.show_chance(None, None)

    def _asked(self, sheet: OpSheet) -> dict[str, object]:
        document = self._document
        in_play = document is not None and document.state.in_play
        asked: dict[str, object] = {"sheet": sheet.id}
        return asked if document is None or in_play else {**asked, "scenario": document.state.scenario}

    # Steps in play ------------------------------------------------------------------------------------------------------------

    def _of_sheet(self) -> About | None:
        """The steps of the sheet in hand, for those that may take them; or, where that was asked for, what all sheets gain."""
        document, orders = self._document, self.orders
        sheet = orders.sheet if orders is not None else None
        if document is None or orders is None or sheet is None:
            return None
        if self._gains_beside == sheet.id:
            side = orders.looking or document.state.moment.side
            return About({"side": side} if side else {})
        if not orders.is_ours(sheet):
            return None
        return About(self._asked(sheet), (), sheet.in_preparation)

    def _laid(self) -> tuple[ToolContext, str, str] | None:
        """The marker that the sheet in hand has laid now, and its side."""
        tools, sheet, word = self._tools, self.orders.sheet if self.orders is not None else None, self._sheet_steps.lays
        return (tools.context, word, sheet.side) if tools is not None and sheet is not None and word else None

    def _of_units(self) -> About | None:
        """The steps of the units that are to be put on the sheet in hand, else of those that are chosen on it."""
        sheet = self.orders.sheet if self.orders is not None else None
        if sheet is None or self.orders is None or not self.orders.is_ours(sheet):
            return None
        id_, joining = self._joining
        units = joining if id_ == sheet.id else self._panel.units
        return About({**self._asked(sheet), "units": list(units)}, units) if units else None

    def _ask_steps(self) -> None:
        self._sheet_steps.ask()
        self._unit_steps.ask()

    def _forget(self) -> None:
        """Something was done: what was looked at beside the sheet in hand is over."""
        self._gains_beside, self._joining = "", ("", ())

    def _turn_to(self) -> None:
        """Other units of the sheet are chosen."""
        self._joining = ("", ())
        self._unit_steps.ask()

    def join(self, units: Sequence[str]) -> None:
        """Says what it costs to put units on the sheet in hand, which time has worked on already."""
        sheet = self.orders.sheet if self.orders is not None else None
        self._joining = (sheet.id if sheet is not None else "", tuple(units))
        self._unit_steps.ask()

    def gain(self) -> None:
        """What the sheets of the side whose turn it is gain in this turn, to be done or left."""
        sheet = self.orders.sheet if self.orders is not None else None
        self._gains_beside = sheet.id if sheet is not None else ""
        self._sheet_steps.ask()

    # What is done -------------------------------------------------------------------------------------------------------------

    def unlock(self) -> None:
        """Asks for the pass phrase with which the own side reads and writes its sheets by mail."""
        live = self.ways.live
        if live is not None:
            why = self.tr("Your op sheets are sealed as they are written. They are opened with the pass phrase of your side.")
            self._play.ring.with_keys(live, live.acting, why, lambda _: self._panel.board.setFocus())

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
        side = orders.looking or next(iter(sides), "") or acting or (first.id if first is not None else "")
        own = [unit for unit in units if (counter := oob.counter(unit)) is not None and counter.side == side]
        types = tools.context.choices(*TYPES)
        return orders.add(side, types[-1] if types else "", orders.gathered(own))

    def _take_tool(self) -> None:
        """Takes the tool that draws in hand; the map has the keyboard then, or the list of what can be drawn."""
        if self._tools is None:
            return
        self._tools.choose(GraphicTool.id)
        self._view.setFocus()
        tool = self._tools.current
        if isinstance(tool, GraphicTool) and tool.kind is None:
            self.kind_wanted.emit()

    def _seek(self, unit: str) -> None:
        """Shows where units of a sheet are."""
        if self._document is None:
            return
        self._document.units.seek(self._document.box.oob.counters_meant([unit]))
