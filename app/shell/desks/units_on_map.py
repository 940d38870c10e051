"""Joins the counters on the map with the tool Units, the panel Stack, the rules, and what is dragged between widgets."""

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, QTimer
from PySide6.QtGui import QCursor, QDrag, QDropEvent
from PySide6.QtWidgets import QAbstractItemView, QMainWindow, QWidget

from app.canvas.counters.layer import CounterLayer
from app.canvas.view import MapView
from app.counters.piece_words import ids_in, mime_of
from app.documents.document import Document
from app.panels.stack.panel import StackPanel
from app.shell.desks.units_menu import UnitsMenu
from app.shell.status_bar import StatusBar
from app.tools.tool_box import ToolBox
from app.tools.unit_commands import UNIT_COMMANDS
from app.workers.answers import Answers
from core.geometry.hexes import Hex
from core.model.deployment import Spot
from core.model.edits.edit import Aspect, Touched
from core.rules.kernel.rulings import Ruling

STACK_SLOT, ACTS_SLOT = "stack panel", "stack panel acts"

ACTS = "unit.acts"
"""The question of what units can do."""

OOB_PANEL = "oob-panel"
"""The object name of the panel onto which counters are dragged back."""


LIST_KEYS = frozenset({"PgUp", "PgDown", "Home", "End"})
"""Keys that go through the list of the panel Stack and mean nothing else there."""


class UnitsOnMap(QObject):
    """Shows the counters of one box after the other."""

    def __init__(self, window: QMainWindow, view: MapView, panel: StackPanel, answers: Answers, status: StatusBar) -> None:
        super().__init__(view)
        self._window, self._view, self._panel = window, view, panel
        self._answers, self._status = answers, status
        self._document: Document | None = None
        self._tools: ToolBox | None = None
        self._trays: list[QWidget] = []
        self.layer = CounterLayer(view)
        self.menu = UnitsMenu(view)
        view.viewport().setAcceptDrops(True)
        view.viewport().installEventFilter(self)
        view.moved.connect(self._dragged)
        view.pressed.connect(self._clicked)
        view.cursor_moved.connect(self._cursor_moved)
        panel.stacking_wanted.connect(self._judge)
        panel.acts_wanted.connect(self._ask_acts)
        panel.command_wanted.connect(self._run)
        panel.order_wanted.connect(self._order)
        panel.put_wanted.connect(self._put)
        panel.menu_wanted.connect(self._open_menu)
        panel.sought.connect(self._seek_one)
        panel.use_keys({spec.keys: spec.id for spec in UNIT_COMMANDS if spec.keys not in LIST_KEYS})
        panel.list.taken_hold.connect(self._find_tray)

    def begin(self, document: Document) -> None:
        """Shows the counters of a box that is being opened, before it has tools."""
        self._document = document
        if not document.state.scenario and document.box.scenarios:
            document.show_scenario(next(iter(document.box.scenarios)))
        self.layer.use(document)

    def use(self, document: Document | None, tools: ToolBox | None) -> None:
        """Joins the tools of a box; None for none."""
        self._document, self._tools = document, tools
        self._panel.fitting = tools.units.commands.fitting if tools is not None else frozenset
        self._panel.use(document)
        if document is None or tools is None:
            self.layer.use(None)
            return
        document.units.sought.connect(self._seek)
        document.changed.connect(self._follow)
        tools.units.menu_wanted.connect(self._ask_menu)
        tools.units.stack_wanted.connect(self.menu.stack_wanted)
        tools.units.spot_pointed.connect(self._panel.show_spot)
        if document.work.scenario is not None:
            self._take_in_hand()

    def _follow(self, touched: Touched) -> None:
        """The tool Units is in hand when a scenario is shown, unless something else is being done."""
        if Aspect.SCENARIO in touched.aspects and self._document is not None and self._document.work.scenario is not None:
            self._take_in_hand()

    def _take_in_hand(self) -> None:
        if self._tools is not None and self._tools.current is self._tools.select:
            self._tools.choose(self._tools.units.id)

    def take_in_hand(self, ids: tuple[str, ...]) -> None:
        """Has the arrows of the map carry counters, which Enter puts down."""
        if self._tools is not None:
            self._tools.choose(self._tools.units.id)
            if self._tools.units.take_in_hand(ids):
                self._view.setFocus()

    # Bringing into view --------------------------------------------------------------------------------------------------

    def _seek(self, ids: object) -> None:
        assert isinstance(ids, tuple)
        if self._tools is None or not ids:
            return
        commands = self._tools.units.commands
        place = self.layer.seek(ids)
        if place is None:
            self._status.show_hint(self.tr("%s: not on the map") % commands.names(ids))
        else:
            self._panel.show_spot(place)
            self._status.show_hint(f"{commands.spot_name(place)}: {commands.names(ids)}")

    def _seek_one(self, id_: str) -> None:
        if self._document is not None:
            self._document.units.seek((id_,))

    # The panel -----------------------------------------------------------------------------------------------------------

    def _clicked(self, place: Hex | None, point: object, button: Qt.MouseButton, modifiers: object) -> None:
        if button != Qt.MouseButton.LeftButton or self._document is None:
            return
        spot = place or (self.layer.box_at(point) if isinstance(point, tuple) else "")
        if spot:
            self._panel.show_spot(spot)

    def _cursor_moved(self, place: Hex | None) -> None:
        if place is not None and self._document is not None:
            self._panel.show_spot(place)

    def _judge(self, spot: Spot) -> None:
        document = self._document
        if document is None or document.ruleset is None:
            return

        def arrived(ruling: Ruling) -> None:
            if document is self._document:
                self._panel.show_ruling(spot, ruling)

        def refused(sentence: str) -> None:
            if document is self._document:
                self._panel.show_refusal(spot, sentence)

        self._answers.ask("stacking", {"hex": spot}, arrived, on_refused=refused, slot=STACK_SLOT)

    def _ask_acts(self, spot: Spot) -> None:
        """Asks what the units of a stack can do now, where the series knows."""
        document = self._document
        if document is None or self._tools is None or not self._tools.context.means(ACTS):
            return

        def arrived(ruling: Ruling) -> None:
            if document is self._document:
                self._panel.show_acts(spot, ruling.detail)

        spent = self._tools.context.spent.before(document.work.deployment.stack(spot))
        asked = {"hex": spot, "before": list(spent)} if spent else {"hex": spot}
        self._answers.ask(ACTS, asked, arrived, on_refused=lambda _: None, slot=ACTS_SLOT, background=True)

    def _run(self, name: str) -> None:
        if self._tools is not None:
            self._tools.units.commands.run(name)

    def _order(self, spot: Spot, order: tuple[str, ...]) -> None:
        if self._tools is not None:
            self._tools.units.commands.order(spot, order)

    def _put(self, ids: tuple[str, ...], spot: Spot) -> None:
        if self._tools is not None:
            self._tools.units.commands.put(ids, spot)

    # Menus ---------------------------------------------------------------------------------------------------------------

    def _open_menu(self, what: str, at: QPoint) -> None:
        if self._tools is not None:
            self.menu.pop_up(self._tools.units.commands, self._panel.spot, at, what)

    def _ask_menu(self, place: Spot | None, by_keyboard: bool) -> None:
        if self._tools is not None:
            at = self.layer.on_screen(place) if by_keyboard and place is not None else QCursor.pos()
            self.menu.pop_up(self._tools.units.commands, place, at)

    # Dragging ------------------------------------------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Takes counters that are dropped onto the map, or from the map back into the order of battle."""
        kinds = QEvent.Type
        kind = event.type()
        if kind not in (kinds.DragEnter, kinds.DragMove, kinds.DragLeave, kinds.Drop) or self._tools is None:
            return False
        if watched in self._trays:
            return isinstance(event, QDropEvent) and self._over_tray(event)
        if kind == kinds.DragLeave:
            self._tools.units.aim(None, ())
            return True
        return isinstance(event, QDropEvent) and self._over_map(event)

    def _over_map(self, event: QDropEvent) -> bool:
        assert self._tools is not None
        ids = ids_in(event.mimeData())
        if not ids:
            return False
        place = self.layer.spot_at(event.position())
        if event.type() == QEvent.Type.Drop:
            self._tools.units.aim(None, ())
            if place is not None:
                # Not inside of the drag: what follows may ask something.
                tools = self._tools
                QTimer.singleShot(0, self, lambda: self._dropped(tools, ids, place))
                # What is dragged stays in the tree.
                event.setDropAction(Qt.DropAction.CopyAction)
        else:
            self._tools.units.aim(place, ids)
        if place is not None or event.type() == QEvent.Type.DragEnter:
            event.setDropAction(Qt.DropAction.CopyAction)
            event.accept()
        else:
            event.ignore()
        return True

    def _dropped(self, tools: ToolBox, ids: tuple[str, ...], place: Spot) -> None:
        if tools is self._tools and tools.units.commands.put(ids, place):
            self._view.setFocus()

    def _over_tray(self, event: QDropEvent) -> bool:
        """Counters dragged from the map leave it where they are dropped into the order of battle."""
        assert self._tools is not None
        ids = ids_in(event.mimeData())
        if not ids or event.source() not in (self._view.viewport(), self._panel.list):
            return False
        event.setDropAction(Qt.DropAction.CopyAction)
        event.accept()
        if event.type() == QEvent.Type.Drop:
            self._tools.units.commands.run("off", ids)
        return True

    def _dragged(self, place: Hex | None, point: object, *_: object) -> None:
        """A drag that leaves the map goes on as one between widgets."""
        if self._tools is None or not isinstance(point, tuple) or self.layer.is_in_view(point):
            return
        held = self._tools.units.carry_off()
        if held:
            # The release goes to whoever takes the drop.
            self._tools.released(None, None, Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier)
            self._start_drag(held)

    def _start_drag(self, ids: tuple[str, ...]) -> None:
        self._find_tray()
        drag = QDrag(self._view.viewport())
        drag.setMimeData(mime_of(ids))
        picture = self.layer.picture(ids[-1])
        if picture is not None:
            drag.setPixmap(picture)
            drag.setHotSpot(picture.rect().center())
        drag.exec(Qt.DropAction.CopyAction | Qt.DropAction.MoveAction)

    def _find_tray(self) -> None:
        """Lets the order of battle take counters from the map."""
        panel = self._window.findChild(QWidget, OOB_PANEL)
        for tree in panel.findChildren(QAbstractItemView) if panel is not None else ():
            tray = tree.viewport()
            if tray not in self._trays and tree.acceptDrops():
                self._trays.append(tray)
                tray.installEventFilter(self)
