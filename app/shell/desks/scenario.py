"""The scenario that is shown: chosen in the status bar, the menu or the palette, and written in a window of its own."""

from typing import Protocol

from PySide6.QtCore import QObject, QPoint, Qt, SignalInstance
from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMainWindow, QMenu, QToolButton

from app.canvas.view import MapView
from app.dialogs.scenario.window import ScenarioWindow
from app.documents.document import Document
from app.shell.actions import BOX_KEYS, TIP_PROPERTY, Actions
from app.shell.desks.picking_map import PickingMap
from app.shell.menus import Menus
from app.shell.session import Session
from app.shell.status_bar import StatusBar
from app.workers.answers import Answers
from core.model.edits.edit import Aspect, Touched

ORDER = 13.0
"""Hexes of a row lie over what tools fill, under counters and the marks of findings."""

MOST_LETTERS = 28
"""How much of a title stands in the status bar."""

BEFORE_PLACE = 4
"""Where in the status bar: behind the hint and how far an answer is, before the hex."""

PREFIX = "scenario."

WIDTHS = "scenario-widths"
"""Under which the widths of the columns of the window Scenario are kept."""


class OpenBox(Protocol):
    """What the window has open."""

    box_shown: SignalInstance

    @property
    def document(self) -> Document | None:
        """The open box, None when there is none."""
        ...


class ScenarioDesk(QObject):
    """Offers the scenarios of each box, and opens the window Scenario; it goes when the box does."""

    def __init__(
        self,
        window: QMainWindow,
        actions: Actions,
        answers: Answers,
        open_box: OpenBox,
        status: StatusBar,
        menus: Menus,
        view: MapView,
        session: Session,
    ) -> None:
        super().__init__(window)
        self._session = session
        self._window, self._actions, self._answers = window, actions, answers
        self._open_box, self._status, self._menus = open_box, status, menus
        self._document: Document | None = None
        self._scenario: ScenarioWindow | None = None
        self._offered: list[str] = []
        self._group = QActionGroup(self)
        self._titles: tuple[tuple[str, str], ...] = ()
        self._view = view
        self._map = PickingMap(view, "scenario")
        self._map.setParent(self)
        self.button = QToolButton(status)
        self.button.setAutoRaise(True)
        self.button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextOnly)
        self.button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.button.setMenu(QMenu(self.button))
        self.button.hide()
        status.insertPermanentWidget(BEFORE_PLACE, self.button)
        actions["box.scenario"].triggered.connect(lambda _=False: self.show())
        open_box.box_shown.connect(self._use)
        if open_box.document is not None:
            self._use()

    @property
    def scenario_window(self) -> ScenarioWindow | None:
        """The window Scenario, None while it is not open."""
        return self._scenario

    def show(self) -> None:
        """Opens the window, or brings it to the front."""
        document = self._document
        if document is None:
            return
        if self._scenario is not None:
            self._scenario.raise_()
            self._scenario.activateWindow()
            return
        made = ScenarioWindow(self._window, document, self._answers, self._session.text(WIDTHS))
        self._scenario = made
        self._actions.lend(made, BOX_KEYS)
        made.facts.typed.undo_keys = self._actions["edit.undo"].shortcuts
        made.lit.connect(self._map.light)
        made.picking.connect(self._pick)
        made.finished.connect(self._forget)
        self._map.picked = made.pick
        self._map.given_up = made.stop_picking
        made.show()

    def leave_box(self) -> None:
        """The open box is being closed, and the window with it."""
        if self._scenario is not None:
            self._scenario.leave()
        self._document = None
        self._drop()
        self.button.hide()

    def _forget(self) -> None:
        if self._scenario is not None:
            self._session.keep_text(WIDTHS, self._scenario.widths)
            self._scenario.deleteLater()
            self._scenario = None
        self._map.stop()

    def _pick(self, on: bool, words: str) -> None:
        self._map.picking = on
        made = self._scenario
        if not on:
            if made is not None and made.isVisible():
                made.activateWindow()
            return
        self._status.show_passing(words)
        if made is not None:
            # At the left foot of the map, where it hides little; the keys of the map work at once.
            foot = self._view.viewport().mapToGlobal(self._view.viewport().rect().bottomLeft())
            made.move(foot - QPoint(0, made.frameGeometry().height()))
            self._window.activateWindow()
            self._view.setFocus(Qt.FocusReason.OtherFocusReason)

    # Which one is shown ------------------------------------------------------------------------------------------------------

    def _use(self) -> None:
        """Another box is shown."""
        document = self._open_box.document
        self._document = document
        if document is not None:
            document.changed.connect(self._follow)
            self._offer()

    def _follow(self, touched: Touched) -> None:
        if touched.scenarios or Aspect.SCENARIO in touched.aspects:
            self._offer()

    def _offer(self) -> None:
        """Makes an action of every scenario, for the menu, the palette and the status bar; the one that is shown is marked."""
        document = self._document
        if document is None:
            return
        titles = tuple((file, each.title or file) for file, each in document.box.scenarios.items())
        if titles != self._titles:
            self._drop()
            self._titles = titles
            for file, title in titles:
                action = QAction(title.replace("&", "&&"), self)
                action.setCheckable(True)
                action.setProperty(TIP_PROPERTY, self.tr("Show this scenario: %s") % file)
                action.triggered.connect(lambda _=False, file=file: self._choose(file))
                self._group.addAction(action)
                self._offered.append(f"{PREFIX}{file}")
                self._actions.adopt(action, self._offered[-1])
            self._menus.fill(self._menus.scenarios, self._group.actions())
        shown = document.state.scenario
        for (file, _), action in zip(titles, self._group.actions(), strict=True):
            action.setChecked(file == shown)
        self._write(dict(titles).get(shown, ""))

    def _write(self, title: str) -> None:
        short = title if len(title) <= MOST_LETTERS else f"{title[: MOST_LETTERS - 1]}…"
        self.button.setText((short or self.tr("No scenario")).replace("&", "&&"))
        said = self.tr("Scenario that is shown: %s") % (title or self.tr("none"))
        self.button.setToolTip(said)
        self.button.setAccessibleName(said)
        menu = self.button.menu()
        if menu is not None:
            for old in menu.actions():
                menu.removeAction(old)
            menu.addActions(self._group.actions())
            menu.addSeparator()
            menu.addAction(self._actions["box.scenario"])
        self.button.setVisible(bool(self._titles))

    def _choose(self, file: str) -> None:
        if self._document is not None:
            self._document.show_scenario(file)
            # One that is chosen again stays marked.
            self._offer()

    def _drop(self) -> None:
        self._titles = ()
        for name, action in zip(self._offered, self._group.actions(), strict=True):
            self._group.removeAction(action)
            self._actions.drop(name)
        self._offered.clear()
        self._menus.fill(self._menus.scenarios, ())
