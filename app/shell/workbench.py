"""The map of an open box with its tools and panels, joined."""

import gc
from collections.abc import Generator, Iterator, Sequence
from functools import partial

from PySide6.QtCore import QCoreApplication, QObject, QSignalBlocker, Qt, QTimer
from PySide6.QtGui import QAction, QActionGroup, QKeySequence
from PySide6.QtWidgets import QMainWindow, QWidget

from app.canvas.layers import LAYERS, LayerState
from app.canvas.style import load_style
from app.canvas.swatches import Swatches
from app.canvas.view import NOTCH, MapView
from app.dialogs.terrain.palette import TerrainPalette
from app.documents.document import Document
from app.panels.hex_contents import made_ready
from app.panels.words import method_word
from app.shell.actions import GROUP_PROPERTY, ICON_PROPERTY, TIP_PROPERTY, Actions, allow, keys_of
from app.shell.allowing import no_box
from app.shell.desks.ask import AskDesk
from app.shell.desks.combat import CombatDesk
from app.shell.desks.faint_zones import as_seen
from app.shell.desks.formations import FormationDesk
from app.shell.desks.map_issues import MapIssues
from app.shell.desks.orders import OrdersDesk
from app.shell.desks.play_panels import PlayPanels
from app.shell.desks.procedures import ProcedureDesk
from app.shell.desks.scans import ScanDesk
from app.shell.desks.sheet_alone import SheetAlone
from app.shell.desks.units_on_map import UnitsOnMap
from app.shell.docks import Docks
from app.shell.hex_voice import HexVoice
from app.shell.item_actions import ItemActions
from app.shell.job_words import words_of
from app.shell.menus import Menus, tool_bar
from app.shell.options_bar import OptionsBar
from app.shell.raising import raised_by, raised_with
from app.shell.seas import sea_areas
from app.shell.session import Session
from app.shell.status_bar import StatusBar
from app.shell.under_pointer import UnderPointer
from app.tools.context import Progresses, ToolContext
from app.tools.map_marks import MapMarks
from app.tools.tool import Tool
from app.tools.tool_box import ToolBox, draw_icons
from app.workers.answers import Answers
from app.workers.heights import Heights
from core.geometry.hexes import Hex
from core.model.edits.edit import Aspect, Touched
from core.model.issues import Severity
from core.model.maps import ItemRef
from core.model.relief import ReliefRaster
from core.rules.kernel.rulings import Ruling

FULL_SIZE_HEX_PX = 64.0
"""Pixels from hex centre to hex centre at 100 %: a printed map of 16 mm hexes on a screen of 100 dots per inch."""

RELIEF_RESOLUTION = 8

MAKING_TICKET = -2
"""Stands for an edit of much of the map where answers of the worker have their tickets."""

RESHADE_MS = 700
"""How long the ground must rest after a change before its shading is worked out anew."""


class Workbench(QObject):
    """Builds view, panels and tools once, and shows one document after the other with them."""

    def __init__(
        self, window: QMainWindow, actions: Actions, menus: Menus, answers: Answers, status: StatusBar, session: Session
    ) -> None:
        super().__init__(window)
        self._window, self._actions, self._menus = window, actions, menus
        self._answers, self._status, self._session = answers, status, session
        self._document: Document | None = None
        self._tools: ToolBox | None = None
        self._relief_wanted = False
        self._asked: tuple[object, ...] = ()
        self._selected: frozenset[ItemRef] = frozenset()
        self._seas: frozenset[ItemRef] = frozenset()
        self._inspected: tuple[Hex, Sequence[Ruling]] | None = None
        self._tool_actions: dict[str, QAction] = {}
        self._more_panes: list[QWidget] = []
        self._method_actions: dict[str, QAction] = {}

    def build(self) -> Iterator[None]:
        """Makes view and panels, in steps of a few milliseconds."""
        load_style()
        yield
        self.view = MapView(self._window)
        self.heights = Heights(self._answers, self)
        self.scans = ScanDesk(self._window, self.view, self._show_layer, self._status.show_hint)
        yield
        self.docks = Docks(self._window, self._actions)
        self.asking = AskDesk(self, self._actions, self._answers, self.docks, self._menus, self._place_in_hand)
        yield
        self.units = UnitsOnMap(self._window, self.view, self.docks.stack, self._answers, self._status)
        self.docks.oob.taken.connect(self.units.take_in_hand)
        self.units.menu.stack_wanted.connect(partial(self.docks.front, "stack"))
        self.units.menu.stack_keys = lambda: ", ".join(keys_of(self._actions["panel.stack"]))
        yield
        docks, status, show_box = self.docks, self._status, self.units.layer.show_box
        inside = self._window, self._actions, self._answers, docks, self.view, status, self._session, show_box
        self.play = PlayPanels(*inside)
        self.combat = CombatDesk(self, self._actions, self._answers, docks, self.play)
        self.procedures = ProcedureDesk(self, self._actions, docks, self.play, self._place_in_hand)
        self.formations = FormationDesk(self, self._answers, docks, self.procedures)
        docks.procedure.let_go.connect(self.view.setFocus)
        docks.procedure.hand_over_wanted.connect(self._actions["play.hand_over"].trigger)
        self.orders = OrdersDesk(
            self, self._answers, docks, self.play, self.view, self._place_in_hand, self.units.layer.covered
        )
        self.units.layer.changed.connect(self.orders.place_names)
        self._alone = SheetAlone(self._actions, self.orders, lambda: self._see_layers(docks.layers.state))
        yield
        self.layer_actions = self._make_layer_actions()
        panel, status, session = self.docks.issues, self._status, self._session
        self.issues = MapIssues(self.view, panel, self._actions, status, session, self, self._resting_hint)
        self.issues.charts_wanted.connect(lambda: docks.front("charts"))
        self._method_group = QActionGroup(self)
        self._menus.fill(self._menus.panels, self.docks.panel_actions)
        self._item_actions = ItemActions(self.view, self._menus.arrange, self._actions)
        left = Qt.ToolBarArea.LeftToolBarArea
        self._tool_bars = {
            "ask": tool_bar(self._window, "tools-tool-bar", self.tr("Tools"), ()),
            "draw": tool_bar(self._window, "draw-tool-bar", self.tr("Draw"), (), left),
        }
        self.options_bar = OptionsBar(self._window)
        self._window.addToolBar(self.options_bar)
        self._show_bars(False)
        yield
        self._connect()
        self._actions.paint_icons()
        self.docks.paint_icons()
        yield from draw_icons()

    @property
    def tools(self) -> ToolBox | None:
        """The tools of the open box."""
        return self._tools

    def _resting_hint(self) -> str:
        """What the status bar says while nothing else is to be told."""
        return self._tools.current.hint if self._tools is not None else ""

    def show_document(self, document: Document) -> Iterator[None]:
        """Shows a box, in steps of a few milliseconds; the map is drawn in slices, heights and relief come from the worker."""
        self._document = document
        box = document.box
        self.view.show_map(self.view.leftovers.picture_of(box, document.terrain))
        self.view.set_layers(self.docks.layers.state)
        yield
        self.issues.use(document)
        self.docks.show_history(document.undo_stack)
        self.docks.properties.use(document)
        self.docks.charts.use(document)
        yield
        show_oob = partial(self._show_oob, document)
        document.turns.wish(self.docks.oob, "show", show_oob, len(document.box.oob.counters))
        self._ask_readers(document)
        self.asking.use(document)
        yield
        self.play.use(document)
        yield
        self._selected = frozenset()
        document.selection.changed.connect(self._raise_selection)
        self._show_methods(document)
        chosen = tuple(each for each in self._session.text("methods").split() if each in document.methods)
        if not chosen:
            # Until the user chooses: the ruleset's first two methods beside its last, the most thorough one.
            chosen = tuple(dict.fromkeys((*tuple(document.methods)[:2], *tuple(document.methods)[-1:])))
        self.docks.ruling.set_methods(tuple(document.methods), chosen)
        yield
        context = ToolContext(
            MapMarks(self.view, lambda: document.box),
            document,
            self._answers,
            self.heights,
            self._publish,
            self._inspect,
            self._status.show_hint,
            chosen,
            self.units.layer,
        )
        self.units.begin(document)
        yield
        self._voice.use(document)
        self._use_terrain()
        yield
        self._tools = ToolBox(context, self)
        self._tools.listen_to(self.view)
        self._tools.tool_changed.connect(self._show_tool)
        yield
        if document.path is not None:
            self.scans.open(document, self._tools)
        self._make_tool_actions(self._tools)
        yield
        self.units.use(document, self._tools)
        yield
        self._item_actions.use(self._tools)
        yield
        self.combat.use(document, self._tools)
        yield
        self.procedures.use(document, self._tools)
        self.formations.use(document, self._tools)
        yield
        self.orders.use(document, self._tools)
        self.options_bar.show_tool(self._tools.current)
        yield
        document.making.advanced.connect(self._show_making)
        document.making.ended.connect(partial(self._status.end_progress, MAKING_TICKET))
        # Nor do the thousands of items that an edit of the whole map has made.
        document.making.ended.connect(gc.freeze)
        document.method_changed.connect(self._method_changed)
        document.changed.connect(self._follow_box)
        document.changed.connect(self._follow_ground)
        self._seas = sea_areas(document)
        document.changed.connect(self._follow_terrain)
        self._status.show_zoom(self.view.hex_px / FULL_SIZE_HEX_PX)
        self._relief_wanted = True
        self._ask_relief()
        self._pointer.use(document)
        document.turns.wish(self, "near", lambda: made_ready(document.box))
        if self.view.map is not None and self.view.map.ready:
            # It was whole before anybody listened.
            self.view.prepared.emit()
        QTimer.singleShot(0, self, self._pointer.watch)

    def clear(self) -> None:
        """Takes the box off the window."""
        self.scans.close()
        self.combat.use(None, None)
        self.procedures.use(None, None)
        self.formations.use(None, None)
        self.orders.use(None, None)
        if self._tools is not None:
            self._item_actions.use(None)
            self._tools.close()
            self._tools.deleteLater()
            self._tools = None
        self.units.use(None, None)
        self._document = None
        self._asked = ()
        self._inspected = None
        self.heights.forget()
        self.view.show_map(None)
        self.docks.ruling.clear()
        self.docks.profile.clear()
        self.docks.inspector.clear()
        self.docks.properties.use(None)
        self.docks.charts.use(None)
        self.docks.oob.use(None)
        self.asking.use(None)
        self.play.use(None)
        self.issues.use(None)
        self.docks.show_history(None)
        self.docks.hide()
        self._show_bars(False)
        self.options_bar.show_tool(None)
        self.options_bar.use_swatches(None)
        self._voice.use(None)
        self._drop_tool_actions()
        for menu in (self._menus.tools, self._menus.draw, self._menus.method, self._menus.layers, self._menus.panels):
            allow(menu.menuAction(), no_box())
        self._pointer.use(None)
        self._status.zoom.clear()

    def arrange_docks(self, playing: bool = False) -> Generator[None, None, None]:
        """Puts every panel and tool bar to its first place, in steps of a few milliseconds; issues come to the front when there
        are errors."""
        self._show_bars(True)
        self._tool_bars["draw"].setVisible(not playing)
        yield from self.docks.arrange(playing)
        if not playing:
            self.show_health()

    def show_health(self) -> None:
        """Brings the issues of a box with errors to the front; a box without issues does not open with an empty list."""
        issues = self._document.issues if self._document is not None else ()
        if any(issue.severity is Severity.ERROR for issue in issues):
            self.docks.front("issues")
        elif not issues:
            self.docks.show_answer("profile")

    def _show_bars(self, shown: bool) -> None:
        for bar in (*self._tool_bars.values(), self.options_bar):
            bar.setVisible(shown)

    def hide_docks(self) -> None:
        """Leaves the map alone."""
        self.docks.hide()

    def paint_icons(self) -> None:
        """Draws icons in the colours of the palette in force."""
        self.docks.paint_icons()

    def panes(self) -> list[QWidget]:
        """The panels that are seen."""
        if self._document is None:
            return []
        bar = [self.options_bar] if self.options_bar.isVisible() and self.options_bar.actions() else []
        return [*(each for each in self._more_panes if each.isVisible()), *bar, *self.docks.panes()]

    def add_pane(self, pane: QWidget) -> None:
        """Lets the keyboard go to something beside the panels."""
        self._more_panes.append(pane)

    def go_to(self, place: Hex) -> None:
        """Brings a hex to the middle and flashes it."""
        self.view.go_to(place)
        self.view.setFocus()

    def show_chart(self, id_: str) -> None:
        """Brings a chart in force to the front, by the id that rulings name."""
        self.docks.front("charts")
        if not self.docks.charts.show_chart(id_):
            self._status.show_hint(self.tr("The chart “%s” is no longer in force.") % id_)

    def _ask_readers(self, document: Document) -> None:
        """Asks which questions read each chart; the rules of an open box stay those of its series."""
        if document.ruleset is None:
            return

        def tell(readers: object) -> None:
            if document is self._document and isinstance(readers, dict):
                self.docks.charts.show_readers(readers)

        charts = tuple(document.charts.charts)
        self._answers.run("chart_readers", {"series": document.ruleset.series, "charts": charts}, tell, background=True)

    # Rulings -----------------------------------------------------------------------------------------------------------

    def _publish(self, rulings: Sequence[Ruling], pending: Progresses) -> None:
        if self._document is None:
            return
        if rulings or pending:
            self.docks.ruling.show_rulings(rulings, self._document.box, pending)
        else:
            self.docks.ruling.clear()
            self._asked = ()
        self._raise_answer(rulings)

    def _raise_answer(self, rulings: Sequence[Ruling]) -> None:
        """Brings the panels of a new answer to the front; the same line under another state of play raises nothing."""
        if not rulings:
            return
        asked, panels = raised_by(rulings[0])
        if panels and asked != self._asked:
            self._asked = asked
            self.docks.show_answer(*panels)

    def _inspect(self, place: Hex | None, rulings: Sequence[Ruling]) -> None:
        self._inspected = (place, rulings) if place is not None else None
        if self._document is None or place is None:
            self.docks.inspector.clear()
            return
        document = self._document
        self.docks.inspector.show_hex(place, document.box, rulings, document.state, document.terrain)

    def _place_in_hand(self) -> str:
        """The number of the hex that has the hex cursor, else of the one that was clicked last; empty without any."""
        place = self.view.cursor_hex or (self._inspected[0] if self._inspected is not None else None)
        return self._document.box.label(place) if self._document is not None and place is not None else ""

    def _raise_selection(self) -> None:
        """Brings the selection to the front when other items are selected; one that is only changed raises nothing."""
        if self._document is None:
            return
        refs = self._document.selection.refs
        if refs - self._selected:
            self.docks.show_answer("properties")
        self._selected = refs

    def _show_profile(self, ruling: Ruling | None) -> None:
        if self._document is not None:
            self.docks.profile.show_ruling(ruling, self._document.box)

    def _light(self, places: object) -> None:
        if self._tools is None:
            return
        if isinstance(places, Hex):
            self._tools.light((places,))
        elif isinstance(places, Sequence):
            self._tools.light(places)
        else:
            self._tools.light(())

    # The box changes -----------------------------------------------------------------------------------------------------

    def _ask_relief(self) -> None:
        if self._document is not None and self._document.ruleset is not None and self._relief_wanted:
            self._answers.relief(self._show_relief, resolution=RELIEF_RESOLUTION)

    def _follow_box(self, touched: Touched) -> None:
        """Shows the edited box, and says of the hex that is spoken of what it says of it."""
        if self._document is None or not touched.box:
            return
        box = self._document.box
        self.view.follow(box, touched, self._document.terrain)
        if self._inspected is not None and self._inspected[0] in box.cells:
            self._inspect(*self._inspected)
        self._pointer.follow(touched)

    def _follow_ground(self, touched: Touched) -> None:
        """Heights and shading of ground that may have changed are asked for anew; the worker keeps what still holds."""
        if self._document is None or not touched.box:
            return
        seas = self._seas
        if touched.aspects or any(ref.section == "areas" for ref in touched.items):
            self._seas = sea_areas(self._document)
        telling = any(ref.section in ("contours", "spots", "lows") for ref in touched.items)
        if telling or touched.aspects - {Aspect.UNDERLAY} or touched.items & (seas | self._seas):
            self.heights.outdate()
            self._pointer.show_height()
            self._relief_wanted = True
            self._reshade.start()

    def _show_relief(self, raster: object) -> None:
        self._relief_wanted = False
        if isinstance(raster, ReliefRaster):
            self.view.show_relief(raster)

    def _zoomed(self, hex_px: float) -> None:
        if self._document is not None:
            self._status.show_zoom(hex_px / FULL_SIZE_HEX_PX)

    # Actions -------------------------------------------------------------------------------------------------------------

    def _connect(self) -> None:
        actions, view, docks = self._actions, self.view, self.docks
        view.addAction(actions["view.hide_panels"])
        self.options_bar.left.connect(view.setFocus)
        self.orders.kind_wanted.connect(lambda: self.options_bar.take_up("kind"))
        docks.properties.left.connect(view.setFocus)
        docks.left.connect(view.setFocus)
        self._voice = HexVoice(view, self._status, self.heights, self)
        self._pointer = UnderPointer(view, self._status, self.heights, self)
        actions["draw.terrain"].triggered.connect(self._offer_terrain)
        actions["view.fit"].triggered.connect(view.fit)
        actions["view.zoom_in"].triggered.connect(lambda: view.zoom(NOTCH))
        actions["view.zoom_out"].triggered.connect(lambda: view.zoom(-NOTCH))
        actions["view.zoom_reset"].triggered.connect(lambda: view.set_hex_px(FULL_SIZE_HEX_PX))
        # A million objects of a large map hold no garbage; looking them through would stop the window for a third of a second.
        view.prepared.connect(gc.freeze)
        view.zoom_changed.connect(self._zoomed)
        self._reshade = QTimer(self)
        self._reshade.setSingleShot(True)
        self._reshade.setInterval(RESHADE_MS)
        self._reshade.timeout.connect(self._ask_relief)
        docks.ruling.hexes_hovered.connect(self._light)
        docks.ruling.hex_activated.connect(self.go_to)
        docks.ruling.ruling_shown.connect(self._show_profile)
        for panel in (docks.ruling.chart_activated, docks.procedure.chart_wanted):
            panel.connect(self.show_chart)
        docks.charts.terrain_wanted.connect(actions["map.terrain"].trigger)
        docks.ruling.methods_chosen.connect(self._choose_methods)
        docks.profile.hex_hovered.connect(self._light)
        docks.profile.hex_activated.connect(self.go_to)
        docks.inspector.hex_activated.connect(self.go_to)
        docks.layers.state_changed.connect(self._set_layers)
        self._answers.busy.connect(self._show_busy)
        self._answers.restarted.connect(self._ask_relief)
        self._answers.settled.connect(self._status.end_progress)
        self._status.cancelled.connect(self._answers.cancel)
        self._status.cancelled.connect(self._cancel_making)

    def _show_making(self, words: str, done: int, total: int) -> None:
        self._status.show_busy(MAKING_TICKET, words, done, total, background=False)

    def _cancel_making(self, ticket: int) -> None:
        if ticket == MAKING_TICKET and self._document is not None:
            self._document.making.cancel()

    def _show_oob(self, document: Document) -> Iterator[None]:
        if document is self._document:
            yield from self.docks.oob.using(document)

    def _show_busy(self, ticket: int, done: int, total: int) -> None:
        words, background = words_of(self._answers.subject(ticket)), self._answers.is_background(ticket)
        self._status.show_busy(ticket, words, done, total, background)

    def _make_tool_actions(self, tools: ToolBox) -> None:
        group = QActionGroup(tools)
        for tool in tools.tools.values():
            action = QAction(tool.name, group)
            action.setCheckable(True)
            action.setShortcut(QKeySequence(tool.keys))
            action.setProperty(ICON_PROPERTY, tool.icon)
            action.setProperty(TIP_PROPERTY, tool.hint)
            action.setProperty(GROUP_PROPERTY, tool.group)
            action.setChecked(tool is tools.current)
            action.triggered.connect(lambda _=False, name=tool.id: tools.choose(name))
            self._tool_actions[tool.id] = self._actions.adopt(action, f"tool.{tool.id}")
        self.asking.offer_to(tools, self._tool_actions)
        for name, menu in (("ask", self._menus.tools), ("draw", self._menus.draw)):
            actions = [self._tool_actions[tool.id] for tool in tools.tools.values() if tool.group == name]
            self._tool_bars[name].addActions(actions)
            self._menus.fill(menu, [*actions, self._actions["draw.terrain"]] if name == "draw" else actions)
        self._menus.fill(self._menus.layers, (*self.layer_actions.values(), self.issues.action))
        self._menus.fill(self._menus.panels, self.docks.panel_actions)
        self._actions.paint_icons(missing=True)

    def _follow_terrain(self, touched: Touched) -> None:
        if Aspect.TERRAIN in touched.aspects and self._document is not None:
            self._use_terrain()

    def _use_terrain(self) -> None:
        """Draws pictures of the terrain that there is now."""
        assert self._document is not None
        self._swatches = Swatches(self._document.terrain)
        self.options_bar.use_swatches(self._swatches.icon)

    def _offer_terrain(self) -> None:
        """Offers every kind of terrain; the tool that can draw what is chosen is taken in hand."""
        if self._document is None or self._tools is None:
            return
        palette, tools = TerrainPalette(self._window), self._tools
        palette.chosen.connect(tools.take_terrain)
        palette.closed.connect(self.view.setFocus)
        palette.closed.connect(palette.deleteLater)
        palette.offer(self._document.terrain, tools.recent_terrains, tools.current.terrains, self._swatches.icon)

    def _drop_tool_actions(self) -> None:
        for name in self._tool_actions:
            self._actions.drop(f"tool.{name}")
        self._tool_actions.clear()

    def _show_tool(self, tool: Tool) -> None:
        self._tool_actions[tool.id].setChecked(True)
        self.options_bar.show_tool(tool)
        self._see_layers(self.docks.layers.state)
        self.docks.show_answer(*raised_with(tool.question))

    def _make_layer_actions(self) -> dict[str, QAction]:
        state = LayerState.read(self._session.text)
        made = {}
        for layer in LAYERS:
            title = QCoreApplication.translate("LayersPanel", layer.title)
            action = QAction(title, self)
            action.setCheckable(True)
            action.setChecked(state.shows(layer.id))
            action.setProperty(TIP_PROPERTY, self.tr("Show or hide a layer of the map: %s") % title)
            action.toggled.connect(lambda on, name=layer.id: self._set_layers(self.docks.layers.state.with_shown(name, on)))
            made[layer.id] = self._actions.adopt(action, f"layer.{layer.id}")
        self.docks.layers.show_state(state)
        return made

    def _show_layer(self, name: str, shown: bool) -> None:
        self._set_layers(self.docks.layers.state.with_shown(name, shown))

    def _see_layers(self, state: LayerState) -> None:
        """Draws layers as the tool in hand, and an op sheet that is seen alone, want them."""
        tool = self._tools.current if self._tools is not None else None
        self.view.set_layers(self._alone.as_seen(as_seen(state, tool)))
        self.orders.place_names()

    def _set_layers(self, state: LayerState) -> None:
        self._see_layers(state)
        self.scans.show_layer(state.shows("underlay"))
        if state != self.docks.layers.state:
            self.docks.layers.show_state(state)
        for name, action in self.layer_actions.items():
            with QSignalBlocker(action):
                action.setChecked(name not in state.hidden)
        for name, words in self.scans.chosen(state).written().items():
            self._session.keep_text(name, words)

    def _show_methods(self, document: Document) -> None:
        for name, action in self._method_actions.items():
            self._method_group.removeAction(action)
            self._actions.drop(f"method.{name}")
        self._method_actions.clear()
        for method, sentence in document.methods.items():
            action = QAction(method_word(method), self)
            action.setCheckable(True)
            action.setChecked(method == document.method)
            action.setProperty(TIP_PROPERTY, sentence)
            action.triggered.connect(lambda _=False, name=method: document.set_method(name))
            self._method_group.addAction(action)
            self._method_actions[method] = self._actions.adopt(action, f"method.{method}")
        self._menus.fill(self._menus.method, self._method_actions.values())

    def _method_changed(self, method: str) -> None:
        if method in self._method_actions:
            self._method_actions[method].setChecked(True)
        self._pointer.show_height()
        self._pointer.watch()

    def _choose_methods(self, methods: Sequence[str]) -> None:
        self._session.keep_text("methods", " ".join(methods))
        if self._tools is not None:
            self._tools.set_methods(methods)
