"""The main window: opens and closes boxes, and wires actions to what they do."""

from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QStackedWidget, QVBoxLayout, QWidget

from app.shell.action_table import ALL
from app.shell.actions import Actions
from app.shell.allowing import allow_for
from app.shell.files.choosing import JOURNAL, ask_for_box, box_among, shelf_of
from app.shell.files.samples import GAME_FILE, BoxEntry, shipped, title_of
from app.shell.later import COMMANDS, WORKBENCH, WORKER, import_parts
from app.shell.layouts import Layouts, place_window
from app.shell.menus import TOOL_BAR, Menus, tool_bar
from app.shell.opening_page import OpeningPage
from app.shell.session import Session
from app.shell.status_bar import StatusBar
from app.shell.version import version
from app.widgets.focus import finish_writing, focus_next
from app.widgets.notices import Notices
from app.widgets.themes import Theme, Themes

if TYPE_CHECKING:
    from app.documents.document import Document
    from app.shell.commands import Commands
    from app.shell.desks.desk import Desk
    from app.shell.desks.play import PlayDesk
    from app.shell.files.recovering import Recovering
    from app.shell.files.saving import Saving
    from app.shell.problem_page import ProblemPage
    from app.shell.reporting import Reporter
    from app.shell.shown_box import ShownBox
    from app.shell.start_page import StartPage
    from app.shell.workbench import Workbench
    from app.workers.answers import Answers
    from app.workers.messages import OpenedBox
    from core.files.recovery import LogSummary

LEAST_PAGE_LETTERS = 40
"""How narrow the map may become beside the panels."""


class MainWindow(QMainWindow):
    """Menus, tool bar, status bar, and in the middle the start page, the map, or what is wrong with a box.

    Before the first picture only these exist; `begin` builds the rest in small steps and starts the worker process.
    `box_shown` comes when another box is shown.
    """

    box_shown = Signal()

    def __init__(self, session: Session, themes: Themes, door: str = "") -> None:
        super().__init__()
        self.setObjectName("main-window")
        self.setWindowTitle("Phaseline")
        self.setAcceptDrops(True)
        self.setDockNestingEnabled(True)
        self._session, self._themes, self._door = session, themes, door
        self._reporter: Reporter | None = None
        self._answers: Answers | None = None
        self._workbench: Workbench | None = None
        self._problems: ProblemPage | None = None
        self._commands: Commands | None = None
        self._desks: list[Desk] = []
        self._play: PlayDesk | None = None
        self._session_to_open: Path | None = None
        self._box: ShownBox | None = None
        self._saving: Saving | None = None
        self._recovering: Recovering | None = None
        self._ending = False
        self._path: Path | None = None
        self._steps: Iterator[None] = iter(())
        self._to_open: Path | None = None
        self._arrived: Callable[[], None] | None = None
        self._built = False
        self.layouts = Layouts(self, session)
        self.actions_ = Actions(self)
        self.actions_.use_keys(session.own_keys())
        self.actions_.add(ALL)
        self.actions_.keys_changed.connect(lambda: session.keep_own_keys(self.actions_.own_keys))
        self.menus = Menus(self, self.actions_)
        self.status = StatusBar(self)
        self.setStatusBar(self.status)
        self.actions_.refused.connect(self.status.show_passing)
        self.pages = QStackedWidget(self)
        # Pages that are shown without panels must not keep a window with panels from being narrow.
        self.pages.setMinimumWidth(LEAST_PAGE_LETTERS * self.fontMetrics().averageCharWidth())
        self.start_page: StartPage | None = None
        self.opening_page = OpeningPage()
        self.opening_page.retry.connect(self._try_again)
        self.opening_page.back.connect(self._abandon)
        self.pages.addWidget(self.opening_page)
        self.notices = Notices()
        middle = QWidget(self)
        column = QVBoxLayout(middle)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.notices)
        self._above_map = QVBoxLayout()
        column.addLayout(self._above_map)
        column.addWidget(self.pages, 1)
        self.setCentralWidget(middle)
        bar = [self.actions_[name] if name else None for name in TOOL_BAR]
        self.tool_bar = tool_bar(self, "main-tool-bar", self.tr("Main tool bar"), bar)
        self._connect()
        self._show_theme()
        self._enable()
        place_window(self, session.geometry)

    @property
    def document(self) -> "Document | None":
        """The open box, None when there is none or not all of it is shown yet."""
        return self._box.document if self._box is not None and self._box.is_whole else None

    @property
    def path(self) -> Path | None:
        """The box that was asked for, opened or not."""
        return self._path

    @property
    def workbench(self) -> "Workbench | None":
        """The map with its tools and panels; None until it has been built."""
        return self._workbench

    @property
    def answers(self) -> "Answers | None":
        """The window's side of the worker process; None until it has been started."""
        return self._answers

    @property
    def saving(self) -> "Saving | None":
        """What brings the open box to disk; None until it has been built."""
        return self._saving

    def use_reporter(self, reporter: "Reporter") -> None:
        """Shows the reports of faults that nobody else has caught."""
        self._reporter = reporter
        reporter.fault.connect(self._show_fault)

    def begin(self, box: Path | None = None) -> None:
        """Builds what the first picture did without, a step per turn of the event loop; opens a box early, if there is one.

        What is named may be a session, too, which is opened when all is built.
        """
        if box is not None and box.suffix == JOURNAL:
            self._session_to_open = box
        else:
            self._to_open = box if box is not None else self._last_box()
        self._steps = self._build()
        self._next_step()

    def recent(self) -> list[Path]:
        """The boxes opened last."""
        return self._session.recent()

    def open_path(self, path: Path) -> None:
        """Opens a session, or a box, its folder or game file, once it is settled what becomes of changes that are not saved.

        Until the box is there, or what is wrong with it, the window stays usable.
        """
        if path.suffix == JOURNAL:
            self._session_to_open = path
            self._open_session()
            return
        if self._saving is None or self._recovering is None:
            self._to_open = path
            return
        recovering, folder = self._recovering, (path.parent if path.name == GAME_FILE else path).absolute()
        self._saving.leave(lambda: recovering.before_opening(folder, self.recover, lambda: self._open(folder)))

    def open_now(self, folder: Path) -> None:
        """Opens a box, whatever becomes of the one that is open."""
        self._open(folder)

    def put_above(self, card: QWidget) -> None:
        """Sets something above the map, below what is told."""
        self._above_map.addWidget(card)

    def show_play(self) -> None:
        """A session begins or ends: the title and all actions tell it."""
        self._show_document_title()
        self._enable()

    def show_play_title(self) -> None:
        """The title tells where the session stands."""
        self._show_document_title()

    def _open_session(self) -> None:
        """Opens the session that somebody wants, once the window can."""
        path = self._session_to_open
        if path is not None and self._play is not None and self._built:
            self._session_to_open = None
            self._play.opening.open(path)

    def recover(self, offer: "LogSummary") -> None:
        """Brings back what an earlier run has left unsaved."""
        if self._recovering is not None:
            if self._box is None or self._box.document is None:
                self._show_opening(self.tr("Recovering %s …") % offer.head.title)
            self._recovering.recover(offer)

    def _open(self, path: Path) -> None:
        assert self._answers is not None
        self._leave_box()
        self._path = path
        self._arrived = None
        self._show_opening(self.tr("Opening %s …") % title_of(path))
        self.status.show_hint(self.tr("Opening %s") % path)
        self._answers.open(path)
        self._enable()

    def _show_opening(self, text: str) -> None:
        self.opening_page.begin(text)
        self.pages.setCurrentWidget(self.opening_page)

    def _try_again(self) -> None:
        """Goes on with another worker process, from the box that is being opened or could not be."""
        assert self._answers is not None
        self._answers.try_again()
        if self._path is not None and self._problems is not None and self.pages.currentWidget() is self._problems:
            self._open(self._path)

    def _abandon(self) -> None:
        """Gives up what is being opened."""
        assert self._answers is not None
        self._answers.abandon()
        self._close()

    def close_box(self) -> None:
        """Closes the box and shows the start page, once it is settled what becomes of changes that are not saved."""
        if self._saving is None:
            self._close()
        else:
            self._saving.leave(self._close)

    def _close(self) -> None:
        self._leave_box()
        self._path = None
        self.show_start()

    def show_start(self) -> None:
        """Shows the start page."""
        if self.start_page is None:
            return
        samples = shipped()
        others = [path for path in self._session.recent() if path not in {entry.path for entry in samples}]
        self.start_page.show_boxes(samples, [BoxEntry(path, title_of(path)) for path in others])
        if self._recovering is not None:
            self._recovering.show_offers()
        self.pages.setCurrentWidget(self.start_page)
        self._show_title("")
        self.status.show_hint("")
        self._enable()

    def shut_down(self) -> None:
        """Ends the worker process and gives up what was installed. The window is not used afterwards."""
        self._steps = iter(())
        if self._play is not None:
            self._play.shut_down()
        if self._saving is not None:
            # Whatever was not saved and not given up is offered at the next start.
            self._saving.drop(keep=True)
        self._leave_box()
        if self._commands is not None:
            self._commands.close()
        if self._answers is not None:
            self._answers.close()
        if self._reporter is not None:
            self._reporter.uninstall()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Keeps places and choices for the next run, once it is settled what becomes of changes that are not saved."""
        finish_writing()
        if self._saving is not None and self._saving.modified and not self._ending:
            event.ignore()
            self._saving.leave(self.close)
            return
        self.layouts.keep()
        self._session.keep_window(self.saveGeometry(), *self.layouts.all)
        self._session.last_box = self._path
        self._session.sync()
        super().closeEvent(event)

    def end_session(self) -> None:
        """The session of the user ends, or the program is told to: closes without a question. Work is recovered later."""
        self._ending = True
        self.close()

    def expect_end(self) -> None:
        """The session of the user is about to end: from now on closing asks nothing; what is not saved is kept."""
        self._ending = True

    def changeEvent(self, event: QEvent) -> None:
        """Follows a desktop that takes the window out of the full screen, or puts it there; looks at files on coming back."""
        super().changeEvent(event)
        if event.type() == QEvent.Type.ActivationChange and self._saving is not None and self.isActiveWindow():
            self._saving.look()
        if event.type() == QEvent.Type.WindowStateChange:
            self.actions_["view.full_screen"].setChecked(self.isFullScreen())

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        """Takes what could be a box."""
        if box_among(event.mimeData()) is not None:
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        """Opens the box that was dropped."""
        path = box_among(event.mimeData())
        if path is not None:
            event.acceptProposedAction()
            self.open_path(path)

    def _build(self) -> Iterator[None]:
        """The parts that come after the first picture, in steps of a few milliseconds."""
        from app.shell.start_page import StartPage

        self.start_page = StartPage()
        self.start_page.chosen.connect(self.open_path)
        self.start_page.browse.connect(self._browse)
        self.start_page.session.connect(self.actions_["play.open"].trigger)
        self.start_page.new_map.connect(self.actions_["file.new"].trigger)
        self.start_page.cleared.connect(self._session.clear_recent)
        self.start_page.recover.connect(self.recover)
        self.pages.addWidget(self.start_page)
        if self._to_open is None:
            self.show_start()
        yield
        self.actions_.paint_icons()
        self.status.paint_icons()
        yield
        yield from import_parts(WORKER)
        from app.shell.worker_notices import WorkerNotices
        from app.workers.answers import CORE_DOOR, Answers

        self._answers = Answers(self, self._door or CORE_DOOR)
        self._answers.opened.connect(self._take_box)
        self._answers.restarted.connect(self.status.show_passing)
        self._worker_notices = WorkerNotices(self._answers, self.notices, self._try_again)
        self._answers.start()
        yield
        self._make_safe(self._answers)
        yield
        if self._to_open is not None:
            self.open_path(self._to_open)
            self._to_open = None
        yield
        self.menus.show_samples(shipped())
        self.menus.show_recent(self._session.recent())
        yield
        yield from import_parts(WORKBENCH)
        from app.shell.workbench import Workbench

        workbench = Workbench(self, self.actions_, self.menus, self._answers, self.status, self._session)
        yield from workbench.build()
        self._workbench = workbench
        self.pages.addWidget(workbench.view)
        self._box = self._shown_box(workbench, self._answers)
        self._enable()
        yield
        yield from import_parts(COMMANDS)
        from app.shell.commands import Commands

        self._commands = Commands(self, self.actions_, self._workbench, self, self.status, self.notices)
        if self._reporter is not None:
            self._commands.use_reporter(self._reporter)
        yield
        from app.shell.all_desks import make_desks
        from app.shell.desks.play import PlayDesk

        for made in make_desks(self, workbench, self._answers, self._session):
            self._desks += made
            yield
        self._play = next(desk for desk in self._desks if isinstance(desk, PlayDesk))
        from core.model.symbol_table import symbol_sets

        # The first counter that is drawn would have to wait for them.
        symbol_sets()
        yield
        from app.shell.problem_page import ProblemPage

        self._problems = ProblemPage()
        self._problems.retry.connect(self._reload)
        self._problems.browse.connect(self._browse)
        self._problems.closed.connect(self.close_box)
        self._problems.issue_activated.connect(self._commands.show_issue)
        self.pages.addWidget(self._problems)

    def _next_step(self) -> None:
        try:
            next(self._steps)
        except StopIteration:
            self._built = True
            if self._arrived is not None:
                self._arrived()
            if self._session_to_open is None and self._play is not None:
                self._play.offer_last()
            self._open_session()
        else:
            QTimer.singleShot(0, self, self._next_step)

    def _take_box(self, opened: "OpenedBox") -> None:
        """Shows the box that the worker has read, or what is wrong with it."""
        if not self._built:
            self._arrived = partial(self._take_box, opened)
            return
        if opened.path != self._path:
            # It was closed before it was there.
            return
        self._arrived = None
        assert self._problems is not None
        if opened.box is None:
            self._problems.show_problems(opened.path, opened.issues)
            self.pages.setCurrentWidget(self._problems)
            self._show_title(opened.path.name)
            self.status.show_hint("")
            self._session.forget_recent(opened.path)
            self._enable()
            return
        assert self._box is not None
        self._box.show(opened)

    def _shown_box(self, workbench: "Workbench", answers: "Answers") -> "ShownBox":
        """What shows boxes, and what the window says of them."""
        from app.shell.shown_box import ShownBox

        assert self._saving is not None
        made = ShownBox(self.pages, workbench, answers, self._saving, self.layouts)
        made.history_moved.connect(self._enable)
        made.changed.connect(self._show_document_title)
        made.whole.connect(self._show_whole_box)
        made.failed.connect(self._close)
        return made

    def _show_whole_box(self) -> None:
        assert self._path is not None
        self._session.add_recent(self._path)
        self._show_document_title()
        self.box_shown.emit()
        self._enable()

    def _make_safe(self, answers: "Answers") -> None:
        """What keeps work from being lost."""
        from app.shell.files.recovering import Recovering
        from app.shell.files.saving import Saving
        from app.shell.reporting import state_folder

        self._saving = Saving(self, answers, self.notices, self.status, state_folder(), version())
        self._saving.modified_changed.connect(self.setWindowModified)
        self._saving.moved.connect(self._take_place)
        self._saving.reload_wanted.connect(lambda: self._open(self._path) if self._path is not None else None)
        assert self.start_page is not None
        self._recovering = Recovering(self, answers, self.notices, self._saving, self.start_page)
        self._recovering.wanted.connect(self._take_unsaved)
        self._recovering.failed.connect(self._show_start_again)

    def _take_unsaved(self, opened: "OpenedBox", then: Callable[[], None]) -> None:
        """Shows a box that is not what its files say: one that was recovered, or its previous version."""
        if not self._built:
            self._arrived = partial(self._take_unsaved, opened, then)
            return
        self._leave_box()
        self._path = opened.path

        def shown() -> None:
            self.setWindowModified(True)
            then()

        assert self._box is not None
        self._box.show(opened, saved=False, then=shown)

    def _show_start_again(self) -> None:
        """What was to be recovered could not be: without an open box there is nothing else to show."""
        if self._box is None or self._box.document is None:
            self.show_start()

    def _take_place(self, path: Path) -> None:
        """The box lives in another folder now."""
        self._path = path
        self._session.add_recent(path)

    def _show_title(self, text: str) -> None:
        self.setWindowModified(False)
        self.setWindowTitle(self.tr("%s[*] – Phaseline") % text if text else "Phaseline")

    def _show_document_title(self) -> None:
        document = self._box.document if self._box is not None else None
        if document is not None:
            played = self._play.title if self._play is not None else ""
            title = self.tr("%s[*] – Phaseline") % (played or document.box.title)
            if title != self.windowTitle():
                self.setWindowTitle(title)

    def _leave_box(self) -> None:
        if self._box is None or self._box.document is None:
            return
        for desk in self._desks:
            desk.leave_box()
        if self._saving is not None:
            self._saving.drop()
        self.notices.clear()
        self._worker_notices.tell()
        self.layouts.leave()
        self.actions_["view.hide_panels"].setChecked(False)
        self._box.leave()
        self.setWindowModified(False)

    def _undo(self) -> None:
        if self._play is not None and self._play.live is not None:
            self._play.undo()
        elif self._box is not None and self._box.document is not None:
            self._box.document.undo_stack.undo()

    def _redo(self) -> None:
        if self._play is not None and self._play.live is not None:
            self._play.redo()
        elif self._box is not None and self._box.document is not None:
            self._box.document.undo_stack.redo()

    def _reload(self) -> None:
        path = self._path
        if path is not None and self._saving is not None:
            self._saving.leave(lambda: self._open(path))

    def _browse(self) -> None:
        chosen = ask_for_box(self, shelf_of(self._path or next(iter(self._session.recent()), None)))
        if chosen is not None:
            self.open_path(chosen)

    def _last_box(self) -> Path | None:
        return self._session.last_box if self._session.reopens else None

    def _connect(self) -> None:
        def on(name: str, do: Callable[[], object]) -> None:
            self.actions_[name].triggered.connect(lambda _=False: do())

        on("file.open", self._browse)
        on("file.save", lambda: self._saving.save() if self._saving is not None else None)
        on("file.save_as", lambda: self._saving.save_as() if self._saving is not None else None)
        on("file.previous", lambda: self._recovering.open_previous() if self._recovering is not None else None)
        on("file.reload", self._reload)
        on("file.close", self.close_box)
        on("file.quit", self.close)
        on("edit.undo", self._undo)
        on("edit.redo", self._redo)
        on("view.reset_layout", self.layouts.reset)
        on("view.next_pane", self._next_pane)
        for theme in Theme:
            on(f"theme.{theme.value}", partial(self._choose_theme, theme))
        self.actions_["view.full_screen"].toggled.connect(self._full_screen)
        self.actions_["view.hide_panels"].toggled.connect(self.layouts.hide_panels)
        reopen = self.actions_["settings.reopen"]
        reopen.setChecked(self._session.reopens)
        reopen.toggled.connect(lambda wanted: setattr(self._session, "reopens", wanted))
        self.menus.box_chosen.connect(self.open_path)
        self.menus.recent_cleared.connect(self._session.clear_recent)
        self._session.recent_changed.connect(self._show_recent)
        self._themes.changed.connect(self._show_theme_change)

    def _show_recent(self) -> None:
        self.menus.show_recent(self._session.recent())
        if self.pages.currentWidget() is self.start_page:
            self.show_start()

    def _enable(self) -> None:
        """Makes each action usable when it means something, and has the others say why not."""
        allow_for(self.actions_, self.document, self._path)

    def _choose_theme(self, theme: Theme) -> None:
        self._session.theme = theme
        self._themes.choose(theme)

    def _show_theme(self) -> None:
        self.actions_[f"theme.{self._themes.theme.value}"].setChecked(True)

    def _show_theme_change(self) -> None:
        self.actions_.paint_icons()
        self.status.paint_icons()
        if self._workbench is not None:
            self._workbench.paint_icons()

    def _full_screen(self, wanted: bool) -> None:
        if wanted != self.isFullScreen():
            (self.showFullScreen if wanted else self.showNormal)()

    def _next_pane(self) -> None:
        """Moves the keyboard from the map to each panel that is seen and back."""
        if self._workbench is None:
            return
        panes = [pane for pane in (self.pages.currentWidget(), *self._workbench.panes()) if pane is not None]
        focus_next(panes, QApplication.focusWidget() or self.focusWidget())

    def _show_fault(self, report: str) -> None:
        if self._commands is not None:
            self._commands.show_fault(report)
