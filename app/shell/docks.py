"""Which panels there are, and where they stand at first."""

from collections.abc import Generator
from dataclasses import dataclass

from PySide6.QtCore import QByteArray, QCoreApplication, QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence, QResizeEvent, QUndoStack
from PySide6.QtWidgets import QAbstractButton, QDockWidget, QMainWindow, QTabBar, QTabWidget, QUndoView, QWidget

from app.panels.ask.panel import AskPanel
from app.panels.charts.panel import ChartsPanel
from app.panels.combat.panel import CombatPanel
from app.panels.formations.panel import FormationsPanel
from app.panels.inspector_panel import InspectorPanel
from app.panels.issues_panel import IssuesPanel
from app.panels.layers_panel import LayersPanel
from app.panels.oob.panel import OobPanel
from app.panels.orders.panel import OrdersPanel
from app.panels.play.dice import DicePanel
from app.panels.play.journal import JournalPanel
from app.panels.play.turn import TurnPanel
from app.panels.procedure.panel import ProcedurePanel
from app.panels.profile.panel import ProfilePanel
from app.panels.properties_panel import PropertiesPanel
from app.panels.rulings.panel import RulingPanel
from app.panels.stack.panel import StackPanel
from app.shell.actions import ICON_PROPERTY, TIP_PROPERTY, Actions, keys_of
from app.shell.letters_behind import LettersBehind
from app.shell.menus import paint_overflow
from app.widgets.history_look import HistoryLook
from app.widgets.icons import icon

RIGHT, BOTTOM = Qt.DockWidgetArea.RightDockWidgetArea, Qt.DockWidgetArea.BottomDockWidgetArea
LEFT = Qt.DockWidgetArea.LeftDockWidgetArea

RIGHT_SHARE, RIGHT_LEAST_LETTERS, RIGHT_MOST_LETTERS = 0.3, 40, 76
BOTTOM_SHARE, BOTTOM_LEAST_LINES, BOTTOM_MOST_LINES = 0.27, 9, 18
"""How much of the window the panels take at first, within limits in letters and lines of the system's font."""


@dataclass(frozen=True, slots=True)
class _Place:
    """A dock's area, icon and key; those of the same area lie behind each other. Hidden ones are opened by an action."""

    area: Qt.DockWidgetArea
    icon: str
    keys: str
    hidden: bool = False


_PLACES = {
    "ruling": _Place(RIGHT, "ruling", "Ctrl+1"),
    "inspector": _Place(RIGHT, "inspector", "Ctrl+2"),
    "properties": _Place(RIGHT, "properties", "Ctrl+6"),
    "layers": _Place(RIGHT, "layers", "Ctrl+3"),
    "charts": _Place(RIGHT, "charts", "Ctrl+7"),
    "ask": _Place(RIGHT, "ask", "Ctrl+8"),
    "oob": _Place(RIGHT, "oob", "Ctrl+9"),
    "stack": _Place(RIGHT, "stack", "Ctrl+Shift+K"),
    "turn": _Place(RIGHT, "turn", "Alt+1", hidden=True),
    "journal": _Place(BOTTOM, "journal", "Alt+2", hidden=True),
    "dice": _Place(RIGHT, "dice", "Alt+3", hidden=True),
    "combat": _Place(RIGHT, "combat", "Alt+4", hidden=True),
    "orders": _Place(RIGHT, "graphic", "Alt+5", hidden=True),
    "procedure": _Place(RIGHT, "fire", "Alt+6", hidden=True),
    "formations": _Place(BOTTOM, "formations", "Alt+7", hidden=True),
    "profile": _Place(BOTTOM, "profile", "Ctrl+4"),
    "issues": _Place(BOTTOM, "issues", "Ctrl+5"),
    "history": _Place(RIGHT, "history", "", hidden=True),
}


CALM = ("turn", "journal", "formations", "dice", "stack", "ruling", "ask")
"""The panels that are shown at first while a session is played, the one in front before those that share its place."""

_TITLE_BUTTONS = {"qt_dockwidget_closebutton": "cancel", "qt_dockwidget_floatbutton": "float"}
"""Qt's names of the buttons in a dock's title bar, and our icons for them."""


class Docks(QObject):
    """Makes the panels and sets each into a dock. They are hidden while no map is shown.

    Escape in a panel that has no use for it asks with `left` for the map to have the keyboard.
    """

    left = Signal()

    def __init__(self, window: QMainWindow, actions: Actions) -> None:
        super().__init__(window)
        self._window, self._actions = window, actions
        self.ruling = RulingPanel()
        self.inspector = InspectorPanel()
        self.properties = PropertiesPanel()
        self.layers = LayersPanel()
        self.charts = ChartsPanel()
        self.ask = AskPanel()
        self.oob = OobPanel()
        self.stack = StackPanel()
        self.turn = TurnPanel()
        self.journal = JournalPanel()
        self.dice = DicePanel()
        self.combat = CombatPanel()
        self.orders = OrdersPanel()
        self.procedure = ProcedurePanel()
        self.formations = FormationsPanel()
        self.profile = ProfilePanel()
        self.issues = IssuesPanel()
        self.history = QUndoView()
        self._no_changes = QUndoStack(self)
        self.history.setWindowTitle(self.tr("History"))
        self.history.setEmptyLabel(self.tr("As it was opened"))
        self.history.setCleanIcon(icon("save"))
        self.history.setItemDelegate(HistoryLook(self.history))
        self.history.setToolTip(
            self.tr("Click a step to go there; slanted steps were undone, and the sign stands beside what is on disk")
        )
        self._docks: dict[str, QDockWidget] = {}
        self._painting = QTimer(self)
        self._painting.setSingleShot(True)
        self._painting.timeout.connect(self._paint_icons)
        self._letters = LettersBehind(self, self._panels_behind)
        self._away: set[str] = set()
        self._before: tuple[QSize, dict[QDockWidget, QSize]] | None = None
        self._shrinking = QTimer(self)
        self._shrinking.setSingleShot(True)
        self._shrinking.setInterval(0)
        self._shrinking.timeout.connect(self._shrink)
        window.installEventFilter(self)
        panels: dict[str, QWidget] = {
            "ruling": self.ruling,
            "inspector": self.inspector,
            "properties": self.properties,
            "layers": self.layers,
            "charts": self.charts,
            "ask": self.ask,
            "oob": self.oob,
            "stack": self.stack,
            "turn": self.turn,
            "journal": self.journal,
            "dice": self.dice,
            "combat": self.combat,
            "orders": self.orders,
            "procedure": self.procedure,
            "formations": self.formations,
            "profile": self.profile,
            "issues": self.issues,
            "history": self.history,
        }
        for name, panel in panels.items():
            self._add(name, panel)
        self._docks["orders"].visibilityChanged.connect(self.orders.come_to_front)
        window.setCorner(Qt.Corner.BottomRightCorner, RIGHT)
        # A narrow column of panels has room for their names along its side, not below it.
        window.setTabPosition(RIGHT, QTabWidget.TabPosition.East)
        window.setTabPosition(LEFT, QTabWidget.TabPosition.West)
        self.issues.count_changed.connect(self._show_count)
        self.stack.has_counters.connect(lambda: self._fit("stack", wanted=True))
        self.hide()

    @property
    def panel_actions(self) -> list[QAction]:
        """The actions that show and hide single panels."""
        return [self._actions[f"panel.{name}"] for name in self._docks if name != "history"]

    def show_history(self, stack: QUndoStack | None) -> None:
        """Lists the changes of a document."""
        self.history.setStack(stack if stack is not None else self._no_changes)

    def dock_of(self, name: str) -> QDockWidget:
        """A panel with its title."""
        return self._docks[name]

    def front(self, name: str) -> str:
        """Shows a panel before those that share its place; returns which of them was seen there, "" for none."""
        seen = {each: dock for each, dock in self._docks.items() if _is_seen(dock)}
        self._docks[name].show()
        # One that was put away has its place again only now.
        beside = self._window.tabifiedDockWidgets(self._docks[name])
        self._docks[name].raise_()
        return next((each for each, dock in seen.items() if dock in beside), "")

    def is_seen(self, name: str) -> bool:
        """Whether a panel is seen, not put away, not a window of its own, not behind another one."""
        return _is_seen(self._docks[name])

    def has_keyboard(self, name: str) -> bool:
        """Whether the keyboard is somewhere in a panel."""
        held = self._window.focusWidget()
        return held is not None and self._docks[name].isAncestorOf(held)

    def show_answer(self, *names: str) -> None:
        """Raises panels that lie behind others; those that were put away stay away."""
        for name in names:
            if not self._docks[name].isHidden():
                self._docks[name].raise_()

    def fit_box(self, sights: bool, counters: bool) -> None:
        """Puts away what has nothing to show: the side view for a series without lines of sight, the stack for a box without
        counters, until a box with them is shown."""
        for name, wanted in (("profile", sights), ("stack", counters)):
            self._fit(name, wanted)

    def fit_board(self, known: bool) -> None:
        """Puts away the board of formations for a series that has none, until a box of one that has is shown."""
        self._fit("formations", known)

    def _fit(self, name: str, wanted: bool) -> None:
        dock = self._docks[name]
        if not wanted and not dock.isHidden():
            dock.hide()
            self._away.add(name)
        elif wanted and name in self._away:
            self._away.discard(name)
            # Behind what is seen in its place.
            front = [each for each in self._window.tabifiedDockWidgets(dock) if _is_seen(each)]
            dock.show()
            for each in front:
                each.raise_()

    def layout(self, version: int) -> QByteArray:
        """Where panels stand, those that have nothing to show where they stand when they have."""
        away = set(self._away)
        self.fit_box(sights=True, counters=True)
        self.fit_board(known=True)
        state = self._window.saveState(version)
        for name in away:
            self._fit(name, wanted=False)
        return state

    def panes(self) -> list[QWidget]:
        """The panels that are seen."""
        docks = self._docks.values()
        return [dock.widget() for dock in docks if dock.isVisible() and not dock.visibleRegion().isEmpty()]

    def _panels_behind(self) -> list[QWidget]:
        """The panels that lie behind others in the same place."""
        docks = self._docks.values()
        return [dock.widget() for dock in docks if dock.isVisible() and dock.visibleRegion().isEmpty()]

    def paint_icons(self) -> None:
        """Draws buttons of title bars and tool bars in the colours of the palette; Fusion's own are hard to see in the dark."""
        # Qt sets its own icons again whenever a dock is moved or the palette changes.
        self._painting.start()

    def _paint_icons(self) -> None:
        paint_overflow(self._window)
        self.history.setCleanIcon(icon("save"))
        self._dress_tabs()
        for dock in self._docks.values():
            for button in dock.findChildren(QAbstractButton, options=Qt.FindChildOption.FindDirectChildrenOnly):
                if button.objectName() in _TITLE_BUTTONS:
                    button.setIcon(icon(_TITLE_BUTTONS[button.objectName()]))

    def _dress_tabs(self) -> None:
        """Tabs show their names whole, with buttons to scroll when there are too many, and tell their keys."""
        tips = {}
        for name, dock in self._docks.items():
            action = self._actions["edit.history" if name == "history" else f"panel.{name}"]
            tips[dock.windowTitle()] = " ".join((dock.windowTitle(), *(f"({keys})" for keys in keys_of(action)[:1])))
        away = {dock.windowTitle() for dock in self._docks.values() if dock.isHidden()}
        for bar in self._tab_bars():
            if all(bar.tabText(number) in away for number in range(bar.count())):
                # Qt leaves the tabs of a place behind when all that share it are put away, and shows empty ones.
                bar.hide()
            bar.setElideMode(Qt.TextElideMode.ElideNone)
            for number in range(bar.count()):
                bar.setTabToolTip(number, tips.get(bar.tabText(number), bar.tabText(number)))

    def _tab_bars(self) -> list[QTabBar]:
        """The tabs of panels that lie behind each other."""
        return self._window.findChildren(QTabBar, options=Qt.FindChildOption.FindDirectChildrenOnly)

    def hide(self) -> None:
        """Hides every panel."""
        for dock in self._docks.values():
            dock.hide()

    def arrange(self, playing: bool = False) -> Generator[None, None, None]:
        """Puts every panel to its first place, in steps of a few milliseconds; while a session is played only those are shown
        that are wanted then."""
        first: dict[Qt.DockWidgetArea, QDockWidget] = {}
        # Panels that are seen are laid out anew with each one that moves, which takes longer than all else.
        self.hide()
        for name, dock in self._docks.items():
            place = _PLACES[name]
            if dock.isFloating():
                dock.setFloating(False)
            self._window.addDockWidget(place.area, dock)
            if place.area in first:
                self._window.tabifyDockWidget(first[place.area], dock)
            else:
                first[place.area] = dock
            yield
        for name, dock in self._docks.items():
            dock.setVisible(name in CALM if playing else not _PLACES[name].hidden)
            yield
        for dock in first.values():
            dock.raise_()
        if playing:
            for name in reversed(CALM):
                self.show_answer(*({name} & self._docks.keys()))
        self._resize(first)
        # The first layout of a window just shown still has the sizes of its making.
        QTimer.singleShot(0, self, lambda: self._resize(first))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Has panels give way when the window becomes smaller, which Qt would take from the map alone; hears Escape in them,
        and letters with Alt before Qt does."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            self._letters.hear(event)
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent) and watched is not self._window:
            # It comes here only when nothing in the panel has taken it.
            if event.key() == Qt.Key.Key_Escape:
                self._window.activateWindow()
                self.left.emit()
            return event.key() == Qt.Key.Key_Escape
        if watched is self._window and event.type() == QEvent.Type.Resize and isinstance(event, QResizeEvent):
            old, new = event.oldSize(), event.size()
            if old.isValid() and (new.width() < old.width() or new.height() < old.height()) and self._before is None:
                self._before = old, {dock: dock.size() for dock in self._docks.values() if _is_seen(dock)}
                self._shrinking.start()
        return False

    def _shrink(self) -> None:
        """Gives panels no larger share of the window than they had, or than they have at first."""
        assert self._before is not None
        (old, sizes), self._before = self._before, None
        new = self._window.size()
        for dock, size in sizes.items():
            if not _is_seen(dock):
                continue
            if self._window.dockWidgetArea(dock) == BOTTOM:
                most = round(max(BOTTOM_SHARE, size.height() / old.height()) * new.height())
                if dock.height() > most:
                    self._window.resizeDocks([dock], [most], Qt.Orientation.Vertical)
            else:
                most = round(max(RIGHT_SHARE, size.width() / old.width()) * new.width())
                if dock.width() > most:
                    self._window.resizeDocks([dock], [most + self._beside(dock)], Qt.Orientation.Horizontal)

    def _beside(self, dock: QDockWidget) -> int:
        """How wide the tabs are that stand beside a dock; the window counts them as part of it."""
        for bar in self._tab_bars():
            titles = [bar.tabText(number) for number in range(bar.count())]
            if bar.isVisible() and bar.height() > bar.width() and dock.windowTitle() in titles:
                return bar.width()
        return 0

    def _show_count(self, count: int) -> None:
        title = self.issues.windowTitle()
        self._docks["issues"].setWindowTitle(f"{title} ({count})" if count else title)
        self.paint_icons()

    def _resize(self, first: dict[Qt.DockWidgetArea, QDockWidget]) -> None:
        metrics, size = self._window.fontMetrics(), self._window.size()
        letter, line = metrics.averageCharWidth(), metrics.lineSpacing()
        width = min(max(round(RIGHT_SHARE * size.width()), RIGHT_LEAST_LETTERS * letter), RIGHT_MOST_LETTERS * letter)
        height = min(max(round(BOTTOM_SHARE * size.height()), BOTTOM_LEAST_LINES * line), BOTTOM_MOST_LINES * line)
        self._window.resizeDocks([first[RIGHT]], [width], Qt.Orientation.Horizontal)
        self._window.resizeDocks([first[BOTTOM]], [height], Qt.Orientation.Vertical)

    def _add(self, name: str, panel: QWidget) -> None:
        place = _PLACES[name]
        dock = QDockWidget(panel.windowTitle(), self._window)
        dock.setObjectName(f"dock-{name}")
        dock.setWidget(panel)
        dock.setAccessibleName(panel.windowTitle())
        dock.installEventFilter(self)
        self._docks[name] = dock
        for moved in (dock.topLevelChanged, dock.dockLocationChanged, dock.visibilityChanged):
            moved.connect(self.paint_icons)
        self._window.addDockWidget(place.area, dock)
        action = self._action(name, panel.windowTitle(), place)
        action.triggered.connect(lambda: self._switch(dock, action))
        # A panel that lies behind another in the same place is not seen, yet it is not put away.
        dock.visibilityChanged.connect(lambda _: action.setChecked(not dock.isHidden()))

    def _action(self, name: str, title: str, place: _Place) -> QAction:
        if name == "history":
            return self._actions["edit.history"]
        # Not the dock's own action: the binding loses hold of it while it is still in use.
        action = QAction(title, self)
        action.setCheckable(True)
        action.setProperty(ICON_PROPERTY, place.icon)
        action.setProperty(TIP_PROPERTY, QCoreApplication.translate("Docks", "Show or hide the panel “%s”") % title)
        action.setShortcut(QKeySequence(place.keys))
        return self._actions.adopt(action, f"panel.{name}")

    def _switch(self, dock: QDockWidget, action: QAction) -> None:
        """Shows a panel and gives it the keyboard; puts away one that is seen and has it already."""
        seen = not dock.isHidden() and not dock.visibleRegion().isEmpty()
        held = self._window.focusWidget()
        if seen and not (held is not None and dock.isAncestorOf(held)) and _give_keyboard(dock.widget()):
            action.setChecked(True)
            return
        dock.setVisible(not seen)
        if not seen:
            dock.raise_()
            _give_keyboard(dock.widget())
        action.setChecked(not seen)


def _give_keyboard(panel: QWidget) -> bool:
    """Sets the focus into the part of a panel that speaks for it, else into the first one that takes it; False without one."""
    if panel.focusProxy() is not None:
        panel.setFocus(Qt.FocusReason.ShortcutFocusReason)
        return True
    for part in (panel, *panel.findChildren(QWidget)):
        if part.focusPolicy() & Qt.FocusPolicy.TabFocus and part.isEnabled() and part.isVisibleTo(panel):
            part.setFocus(Qt.FocusReason.ShortcutFocusReason)
            return True
    return False


def _is_seen(dock: QDockWidget) -> bool:
    """Whether a dock takes room beside the map: not put away, not a window of its own, not behind another."""
    return dock.isVisible() and not dock.isFloating() and not dock.visibleRegion().isEmpty()
