"""Menu bar and tool bars, filled from the actions by name."""

from collections.abc import Iterable, Sequence
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QObject, QSize, Qt, Signal, SignalInstance
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow, QMenu, QToolBar, QToolButton

from app.shell.action_table import SEPARATOR
from app.shell.actions import Actions, allow
from app.shell.allowing import no_box
from app.shell.files.samples import BoxEntry, title_of

ICON_SIZE = 20

TOOL_BAR = (
    "file.new",
    "file.open",
    "file.save",
    SEPARATOR,
    "edit.undo",
    "edit.redo",
    SEPARATOR,
    "view.fit",
    "view.zoom_in",
    "view.zoom_out",
    "view.goto",
    "view.palette",
)
"""The actions of the main tool bar."""

_OVERFLOW = "qt_toolbar_ext_button"
"""Qt's name of the button that shows what a tool bar has no room for."""


def _tr(text: str) -> str:
    return QCoreApplication.translate("Menus", text)


class Menus(QObject):
    """The menus that change while the program runs. `box_chosen` carries the path of a sample or recent box, `session_chosen`
    that of the journal of a session.
    """

    box_chosen = Signal(object)
    recent_cleared = Signal()
    session_chosen = Signal(object)

    def __init__(self, window: QMainWindow, actions: Actions) -> None:
        super().__init__(window)
        self._window, self._actions = window, actions
        bar = window.menuBar()
        file = bar.addMenu(_tr("&File"))
        self._fill(file, ["file.new", "file.open"])
        self._name(file.addMenu(_tr("Open &recent")), "recent")
        self._name(file.addMenu(_tr("&Samples")), "samples")
        self._fill(file, [SEPARATOR, "file.save", "file.save_as", "file.previous"])
        self._fill(file, [SEPARATOR, "file.reload", "file.close"])
        self._fill(file, [SEPARATOR, "file.import", "file.import_units"])
        self._fill(file, ["file.export", "file.export_oob", "file.send", SEPARATOR, "file.print"])
        self._fill(file, [SEPARATOR, "settings.reopen"])
        self._fill(file, [SEPARATOR, "file.quit"])
        self._fill(bar.addMenu(_tr("&Edit")), ["edit.undo", "edit.redo", SEPARATOR, "edit.history"])
        view = bar.addMenu(_tr("&View"))
        self._fill(view, ["view.fit", "view.zoom_in", "view.zoom_out", "view.zoom_reset", SEPARATOR, "view.goto"])
        self._fill(view, ["view.palette", SEPARATOR])
        self._name(view.addMenu(_tr("&Layers")), "layers")
        self._name(view.addMenu(_tr("&Panels")), "panels")
        self._fill(view.addMenu(_tr("&Theme")), ["theme.system", "theme.light", "theme.dark"])
        self._fill(view, [SEPARATOR, "view.sheet_alone", SEPARATOR, "view.hide_panels", "view.full_screen"])
        self._fill(view, ["view.next_pane", "view.reset_layout"])
        self._fill(bar.addMenu(_tr("&Map")), ["map.sheets", "map.terrain", SEPARATOR, "map.scan"])
        box = bar.addMenu(_tr("&Box"))
        self._fill(box, ["box.options", SEPARATOR, "box.find_unit", "box.counters", "box.looks", "box.scenario"])
        self._name(box.addMenu(_tr("Show s&cenario")), "scenarios")
        self._fill(box, [SEPARATOR, "box.edit_chart", "box.take_in_charts", "box.send_charts"])
        self._name(bar.addMenu(_tr("&Tools")), "tools")
        self._name(bar.addMenu(_tr("&Draw")), "draw")
        self._name(bar.addMenu(_tr("&Arrange")), "arrange")
        play = bar.addMenu(_tr("&Play"))
        self._fill(play, ["play.start", "play.open"])
        self._name(play.addMenu(_tr("Recent sess&ions")), "played")
        self._fill(play, [SEPARATOR, "play.hand_over", "play.cover", "play.present", "play.take_up", "play.leave", SEPARATOR])
        self._name(play, "play")
        self._fill(play, ["play.next_phase", "play.previous_phase", "play.jump", "play.declare"])
        self._fill(play, ["play.roll", "play.luck", "play.note_ruling"])
        journal = play.addMenu(_tr("&Journal"))
        self._fill(journal, ["play.find", "play.bookmark", "play.comment", "play.note", SEPARATOR])
        self._fill(journal, ["play.film_back", "play.film_forward", "play.film_play"])
        trails = play.addMenu(_tr("&Trails"))
        self._fill(trails, ["play.trails", "play.trails_selected", SEPARATOR])
        self._fill(trails, ["play.trails_now", "play.trails_two", "play.trails_all"])
        self._fill(
            play, ["play.sky", "play.points", "play.formations", "play.secrets", "play.chits", "play.draw_all", SEPARATOR]
        )
        self._fill(play, ["play.export", SEPARATOR])
        self._name(play.addMenu(_tr("&Ask the rules")), "asking")
        self._name(play.addMenu(_tr("&Method")), "method")
        self._fill(play, [SEPARATOR, "play.visibility", "play.without", "play.clear_smoke"])
        guide = bar.addMenu(_tr("&Help"))
        self._fill(guide, ["help.shortcuts", "settings.keys", "help.manual", SEPARATOR, "help.tour"])
        steps = guide.addMenu(_tr("&In the tour"))
        self._fill(
            steps, ["help.tour_show", "help.tour_back", "help.tour_next", SEPARATOR, "help.tour_again", "help.tour_leave"]
        )
        self._fill(guide, [SEPARATOR, "help.report", SEPARATOR, "help.about"])
        for name in ("layers", "panels", "scenarios", "tools", "draw", "asking", "method"):
            allow(self._named(name).menuAction(), no_box())
        for menu in window.menuBar().findChildren(QMenu):
            menu.setToolTipsVisible(True)

    @property
    def recent(self) -> QMenu:
        """The menu of boxes opened last."""
        return self._named("recent")

    @property
    def samples(self) -> QMenu:
        """The menu of boxes that ship with the program."""
        return self._named("samples")

    @property
    def layers(self) -> QMenu:
        """The menu of what is drawn."""
        return self._named("layers")

    @property
    def panels(self) -> QMenu:
        """The menu of panels."""
        return self._named("panels")

    @property
    def scenarios(self) -> QMenu:
        """The menu of the scenarios of the open box."""
        return self._named("scenarios")

    @property
    def tools(self) -> QMenu:
        """The menu of tools that ask."""
        return self._named("tools")

    @property
    def draw(self) -> QMenu:
        """The menu of tools that draw."""
        return self._named("draw")

    @property
    def arrange(self) -> QMenu:
        """The menu of what can be done with selected items."""
        return self._named("arrange")

    @property
    def asking(self) -> QMenu:
        """The menu of the questions of the open box."""
        return self._named("asking")

    @property
    def method(self) -> QMenu:
        """The menu of methods of elevation."""
        return self._named("method")

    @staticmethod
    def _name(menu: QMenu, name: str) -> None:
        menu.setObjectName(f"menu-{name}")

    def _named(self, name: str) -> QMenu:
        # Asked of Qt each time: the binding gives up references to menus that it was told of once, while Qt still has them.
        found = self._window.findChild(QMenu, f"menu-{name}")
        assert isinstance(found, QMenu)
        return found

    def show_samples(self, entries: Sequence[BoxEntry]) -> None:
        """Fills the menu of boxes that ship with the program."""
        self._boxes(self.samples, entries)

    def show_recent(self, boxes: Sequence[Path]) -> None:
        """Fills the menu of boxes opened last."""
        self._boxes(self.recent, [BoxEntry(path, title_of(path)) for path in boxes])
        if boxes:
            self.recent.addSeparator()
            clear = self.recent.addAction(_tr("&Clear this list"))
            clear.triggered.connect(self.recent_cleared)

    def show_played(self, sessions: Sequence[Path]) -> None:
        """Fills the menu of sessions that were played last."""
        self._entries(self._named("played"), [BoxEntry(path, path.stem) for path in sessions], self.session_chosen)

    @property
    def play(self) -> QMenu:
        """The menu of live play."""
        return self._named("play")

    def fill(self, menu: QMenu, actions: Iterable[QAction]) -> None:
        """Fills one of the menus that depend on the open box; it can be used when it holds something."""
        _empty(menu)
        menu.addActions(list(actions))
        allow(menu.menuAction(), "" if menu.actions() else _tr("this box has nothing for it"))

    def fill_topics(self, menu: QMenu, topics: Iterable[tuple[str, Sequence[QAction]]]) -> None:
        """Fills such a menu by topics, each with its title; one action by itself needs no menu of its own."""
        _empty(menu)
        for old in menu.findChildren(QMenu, options=Qt.FindChildOption.FindDirectChildrenOnly):
            old.deleteLater()
        for title, actions in topics:
            inner = menu.addMenu(title.replace("&", "&&")) if len(actions) > 1 else menu
            inner.setToolTipsVisible(True)
            inner.addActions(list(actions))
        allow(menu.menuAction(), "" if menu.actions() else no_box())

    def _boxes(self, menu: QMenu, entries: Sequence[BoxEntry]) -> None:
        self._entries(menu, entries, self.box_chosen)

    @staticmethod
    def _entries(menu: QMenu, entries: Sequence[BoxEntry], chosen: SignalInstance) -> None:
        _empty(menu)
        for number, entry in enumerate(entries, 1):
            title = entry.title.replace("&", "&&")
            action = menu.addAction(f"&{number}  {title}" if number < 10 else title)
            action.setToolTip(str(entry.path))
            action.setStatusTip(str(entry.path))
            action.triggered.connect(lambda _=False, path=entry.path: chosen.emit(path))
        allow(menu.menuAction(), "" if entries else _tr("there are none yet"))

    def _fill(self, menu: QMenu, names: Iterable[str]) -> None:
        for name in names:
            if name == SEPARATOR:
                menu.addSeparator()
            else:
                menu.addAction(self._actions[name])


def _empty(menu: QMenu) -> None:
    # `QMenu.clear` of the binding gives up actions that others own as well.
    for action in menu.actions():
        menu.removeAction(action)
        if action.parent() is menu:
            action.deleteLater()


def tool_bar(
    window: QMainWindow,
    name: str,
    title: str,
    actions: Iterable[QAction | None],
    area: Qt.ToolBarArea = Qt.ToolBarArea.TopToolBarArea,
) -> QToolBar:
    """A tool bar of actions; None is a gap."""
    bar = QToolBar(title, window)
    bar.setObjectName(name)
    bar.setIconSize(QSize(ICON_SIZE, ICON_SIZE))
    bar.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
    for action in actions:
        if action is None:
            bar.addSeparator()
        else:
            bar.addAction(action)
    window.addToolBar(area, bar)
    bar.orientationChanged.connect(lambda _: paint_overflow(window))
    return bar


def paint_overflow(window: QMainWindow) -> None:
    """Draws the sign of tool bars that have more than they show in the colours of the palette; Fusion's own is black."""
    from app.widgets.icons import icon

    for bar in window.findChildren(QToolBar, options=Qt.FindChildOption.FindDirectChildrenOnly):
        button = bar.findChild(QToolButton, _OVERFLOW, Qt.FindChildOption.FindDirectChildrenOnly)
        if isinstance(button, QToolButton):
            button.setIcon(icon("more" if bar.orientation() == Qt.Orientation.Horizontal else "more-below"))
            button.setToolTip(_tr("More of this tool bar"))
            button.setAccessibleName(button.toolTip())
