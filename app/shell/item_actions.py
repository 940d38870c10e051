"""Actions for what can be done with selected items of the map: in the menu bar, by their keys on the map, on a right click."""

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QObject, QTimer
from PySide6.QtGui import QAction, QCursor, QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from app.shell.actions import ICON_PROPERTY, TIP_PROPERTY, Actions, allow
from app.shell.allowing import no_box
from app.tools.command_table import COMMANDS
from app.tools.tool_box import ToolBox

MANY = 500
"""Items that are looked through in a millisecond."""


class ItemActions(QObject):
    """Makes the actions once; `use` joins them to the tools of the box that is open, `menu` is filled with them.

    An action is enabled while it means something for what is selected, and else says what should be. Its keys work while the
    map has the focus.
    """

    def __init__(self, view: QWidget, menu: QMenu, actions: Actions) -> None:
        super().__init__(view)
        self._view = view
        self._tools: ToolBox | None = None
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.setInterval(0)
        self._later.timeout.connect(self._refresh)
        self._by_id: dict[str, QAction] = {}
        for spec in COMMANDS:
            action = QAction(QCoreApplication.translate("Commands", spec.text), self)
            action.setShortcut(QKeySequence(spec.keys))
            action.setProperty(ICON_PROPERTY, spec.icon)
            action.setProperty(TIP_PROPERTY, QCoreApplication.translate("Commands", spec.tip))
            action.triggered.connect(self._runner(spec.id))
            self._by_id[spec.id] = actions.adopt(action, f"item.{spec.id}", "map")
            view.addAction(action)
        self._fill(menu)
        self._refresh()

    def use(self, tools: ToolBox | None) -> None:
        """Joins the actions to the tools of another box, or (None) to none."""
        self._tools = tools
        if tools is not None:
            document = tools.context.document
            document.selection.changed.connect(self._follow)
            tools.menu_asked.connect(self._pop_up)
        self._refresh()

    def _runner(self, name: str) -> Callable[[], None]:
        def run() -> None:
            if self._tools is not None:
                self._tools.select.arrange.run(name)

        return run

    def _follow(self) -> None:
        """Another selection; a large one is looked through when whatever has made it is done."""
        if self._tools is not None and len(self._tools.context.document.selection.refs) > MANY:
            self._later.start()
        else:
            self._refresh()

    def _refresh(self) -> None:
        self._later.stop()
        fitting = self._tools.select.arrange.fitting() if self._tools is not None else frozenset()
        for spec in COMMANDS:
            why_not = QCoreApplication.translate("Commands", spec.needs) if self._tools is not None else no_box()
            allow(self._by_id[spec.id], "" if spec.id in fitting else why_not)

    def _fill(self, menu: QMenu, fitting: bool = False) -> None:
        """The actions in groups; with `fitting` only those that mean something now."""
        group = ""
        for spec in COMMANDS:
            action = self._by_id[spec.id]
            if fitting and not action.isEnabled():
                continue
            if group and spec.group != group:
                menu.addSeparator()
            group = spec.group
            menu.addAction(action)

    def _pop_up(self) -> None:
        """The menu of a right click."""
        menu = QMenu(self._view)
        menu.setToolTipsVisible(True)
        self._fill(menu, fitting=True)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(QCursor.pos())
