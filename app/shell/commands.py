"""What the actions do that open something to ask or to read."""

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from PySide6.QtCore import QCoreApplication, QObject, QTimer, QUrl
from PySide6.QtGui import QAction, QDesktopServices
from PySide6.QtWidgets import QDialog, QMainWindow, QMessageBox

from app.canvas.transform import widened
from app.dialogs.about import AboutDialog
from app.dialogs.command_palette import CommandPalette
from app.dialogs.exchange.export_map import ExportDialog, SheetChoice
from app.dialogs.goto_hex import GotoHex
from app.dialogs.key_editor import KeyEditor, KeyRow, OwnKey
from app.dialogs.manual import ManualDialog
from app.dialogs.popup import Popup
from app.dialogs.problem_report import ProblemReport
from app.dialogs.shortcuts import Row, ShortcutsDialog
from app.dialogs.terrain.absent import AbsentTerrainDialog
from app.dialogs.visibility import VisibilityDialog
from app.documents.document import Document
from app.shell.actions import Actions, keys_of, plain_text, portable_keys, why_not
from app.shell.files.exporter import Exporter
from app.shell.files.samples import shipped, title_of
from app.shell.reporting import Reporter
from app.shell.status_bar import StatusBar
from app.shell.version import version
from app.shell.workbench import Workbench
from app.tools.tool_box import DIGIT_KEYS, MAP_KEYS
from app.widgets.notices import Notices
from core.geometry.hexes import Hex
from core.model.box import sheet_edge
from core.model.edits.state_edits import ClearSmoke, SetVisibility, SetWithout
from core.model.issues import Issue
from core.model.placing import sheet_words

EXPORT_TICKET = -1
"""Stands for the export where answers of the worker have their tickets."""

LOG_TAIL = 20_000
"""Letters of the log that a report shows."""


class OpenBox(Protocol):
    """What the window has open."""

    @property
    def document(self) -> Document | None:
        """The open box, None when there is none."""
        ...

    @property
    def path(self) -> Path | None:
        """The box that was asked for, opened or not."""
        ...

    def recent(self) -> list[Path]:
        """The boxes opened last."""
        ...

    def open_path(self, path: Path) -> None:
        """Opens a box."""
        ...


class Commands(QObject):
    """Opens dialogs and popups over the window, one of each kind at a time."""

    def __init__(
        self,
        window: QMainWindow,
        actions: Actions,
        workbench: Workbench,
        open_box: OpenBox,
        status: StatusBar,
        notices: Notices,
    ) -> None:
        super().__init__(window)
        self._window, self._actions, self._workbench, self._open_box = window, actions, workbench, open_box
        self._status = status
        workbench.scans.use(notices, actions)
        self._reporter: Reporter | None = None
        self._popup: Popup | None = None
        self._fault: ProblemReport | None = None
        self._exporter = Exporter(self)
        self._exporter.finished.connect(self._exported)
        self._exporter.failed.connect(self._export_failed)
        self._exporter.advanced.connect(self._export_advanced)
        status.cancelled.connect(self._cancel_export)
        for name, do in {
            "file.export": self.export_map,
            "map.scan": lambda: self._workbench.scans.show(),
            "view.goto": self.go_to_hex,
            "view.palette": self.find_action,
            "play.visibility": self.set_visibility,
            "play.without": self.set_absent_terrain,
            "play.clear_smoke": self.clear_smoke,
            "help.shortcuts": self.show_shortcuts,
            "settings.keys": self.change_keys,
            "help.manual": self.open_manual,
            "help.report": self.show_log,
            "help.about": lambda: self._open(AboutDialog(window, version())),
        }.items():
            actions[name].triggered.connect(lambda _=False, do=do: do())

    def use_reporter(self, reporter: Reporter) -> None:
        """Whose log the report shows."""
        self._reporter = reporter

    def open_manual(self) -> None:
        """Opens the manual, whose links may start any action."""
        self._open(ManualDialog(self._window, start=self._start))

    def _start(self, name: str) -> str:
        """Starts an action by its name, once what asked for it is out of the way; says why not where it means nothing now."""
        action = self._actions.named(name)
        if action is None:
            return self.tr(
                "This is done in an open box; there is none." if self._open_box.document is None else "There is no such action."
            )
        if why := why_not(action):
            return f"{plain_text(action)}: {why}"
        QTimer.singleShot(0, self, action.trigger)
        return ""

    def close(self) -> None:
        """Gives up what is still being written."""
        self._exporter.cancel()

    def go_to_hex(self) -> None:
        """Asks for a hex number and goes there."""
        document = self._open_box.document
        if document is not None:
            self._show(GotoHex(self._workbench.view, document.box))

    def find_action(self) -> None:
        """Finds any action, hex or box by a few letters."""
        document = self._open_box.document
        entries = [action for action in self._actions if action.objectName() != "view.palette"]
        box = document.box if document is not None else None
        paths = dict.fromkeys((*(entry.path for entry in shipped()), *self._open_box.recent()))
        boxes = [(title_of(path), path) for path in paths]
        palette = CommandPalette(self._window, entries, _described, box, boxes, why_not)
        self._show(palette)

    def export_map(self) -> None:
        """Asks for a file and writes a map to it, in a process of its own."""
        document = self._open_box.document
        if document is None or document.path is None:
            return
        scene, choices = self._workbench.view.map, []
        if scene is None:
            return
        for placed in document.box.sheets:
            span = widened(scene.transform.span(sheet_edge(placed)), scene.style.paper.margin)
            choices.append(SheetChoice(placed.letter or placed.sheet.id, sheet_words(placed), span))
        layers = self._workbench.docks.layers.state
        dialog = ExportDialog(self._window, choices, Path.home(), scene.style.print.hex_mm, scene, layers)
        folder = document.path

        def write() -> None:
            self._status.show_busy(EXPORT_TICKET, self.tr("Exporting"), 0, 0, background=False)
            wish, box, ruleset = dialog.wish, document.box, document.ruleset
            scenario = document.state.scenario if document.work.scenario is not None else ""
            # The dialog goes first.
            QTimer.singleShot(0, self, lambda: self._exporter.start(folder, wish, layers, box, ruleset, scenario))

        self._open(dialog, write)

    def _export_advanced(self, share: float) -> None:
        self._status.show_busy(EXPORT_TICKET, self.tr("Exporting"), round(share * 1000), 1000, background=False)

    def _exported(self, file: Path) -> None:
        self._status.end_progress(EXPORT_TICKET)
        self._status.show_passing(self.tr("The map was written to %s") % file)

    def _export_failed(self, sentence: str) -> None:
        self._status.end_progress(EXPORT_TICKET)
        QMessageBox.warning(self._window, self.tr("Export map"), sentence)

    def _cancel_export(self, ticket: int) -> None:
        if ticket == EXPORT_TICKET:
            self._exporter.cancel()
            self._status.end_progress(EXPORT_TICKET)

    def set_visibility(self) -> None:
        """Asks how far one can see this turn."""
        document = self._open_box.document
        if document is not None:
            dialog = VisibilityDialog(self._window, document.state.visibility)
            self._open(dialog, lambda: document.do(SetVisibility(dialog.hexes)))

    def set_absent_terrain(self) -> None:
        """Asks which terrain is treated as absent."""
        document = self._open_box.document
        if document is not None:
            dialog = AbsentTerrainDialog(self._window, document.terrain, document.state.without)
            self._open(dialog, lambda: document.do(SetWithout(dialog.absent)))

    def clear_smoke(self) -> None:
        """Takes all smoke off the map."""
        document = self._open_box.document
        if document is not None:
            document.do(ClearSmoke())

    def _titles(self) -> dict[str, str]:
        """What the groups of actions are called, by the first part of their names."""
        return {
            "file": self.tr("File"),
            "edit": self.tr("Edit"),
            "map": self.tr("Map"),
            "box": self.tr("Box"),
            "view": self.tr("View"),
            "layer": self.tr("Layers"),
            "tool": self.tr("Tools"),
            "draw": self.tr("Draw"),
            "item": self.tr("Arrange"),
            "method": self.tr("Methods"),
            "panel": self.tr("Panels"),
            "ask": self.tr("Ask"),
            "play": self.tr("Play"),
            "help": self.tr("Help"),
            "settings": self.tr("Settings"),
        }

    def show_shortcuts(self) -> None:
        """Shows every key on one page."""
        titles = self._titles()
        rows: dict[str, list[Row]] = {title: [] for title in titles.values()}
        for action in self._actions:
            title = titles.get(action.objectName().partition(".")[0])
            if title is not None and action.shortcuts():
                rows[title].append((self._actions.lasting_name(action.objectName()), keys_of(action)))
        mouse: list[Row] = [
            (self.tr("Zoom at the pointer"), [self.tr("Wheel")]),
            (self.tr("Zoom in fine steps"), [self.tr("Ctrl+wheel")]),
            (self.tr("Move the map sideways"), [self.tr("Shift+wheel")]),
            (self.tr("Move the map"), [self.tr("Middle button"), self.tr("Space and drag")]),
            (self.tr("Move the hex cursor"), [self.tr("Arrow keys")]),
            (self.tr("Move a fine cross inside the hex, while drawing"), [self.tr("Ctrl+arrow keys")]),
            (self.tr("Use the tool on the hex cursor"), [self.tr("Enter")]),
            (self.tr("End a line there"), [self.tr("Ctrl+Enter"), self.tr("Double click")]),
            (self.tr("Take back the last point of a line"), [self.tr("Backspace")]),
            (self.tr("Choose what is drawn"), [self.tr("1 to 9")]),
            (self.tr("Turn what is about to be put down"), [self.tr("Alt+wheel")]),
            (self.tr("Give up the gesture, then the answer, then the tool"), [self.tr("Esc")]),
        ]
        sections = [(self.tr("On the map"), mouse), *((title, found) for title, found in rows.items() if found)]
        self._open(ShortcutsDialog(self._window, sections))

    def change_keys(self) -> None:
        """Lets the user give actions other keys."""
        titles = self._titles()
        rows = [
            KeyRow(
                action.objectName(),
                titles[group],
                self._actions.lasting_name(action.objectName()),
                portable_keys(action),
                self._actions.preset_keys(action.objectName()),
            )
            for action in self._actions
            # Tools of other series are not here, and may have the keys of those that are.
            if action.isVisible() and (group := action.objectName().partition(".")[0]) in titles
        ]
        editor = KeyEditor(self._window, rows, self._own_keys())
        self._open(editor, lambda: self._actions.choose_keys({row.id: row.keys for row in rows} | editor.changed))

    def _own_keys(self) -> list[OwnKey]:
        """The keys that the map and the tools take for themselves."""
        on_map = [OwnKey(key, self.tr("on the map")) for key in MAP_KEYS]
        tools = self._workbench.tools
        if tools is None:
            return on_map
        with_tool, digits = self.tr("with the tool “{name}” in hand"), self.tr("with tools in hand that draw terrain")
        own = [OwnKey(key, with_tool.replace("{name}", tool.name)) for tool in tools.tools.values() for key in tool.own_keys]
        return [*on_map, *(OwnKey(key, digits) for key in DIGIT_KEYS), *own]

    def show_log(self) -> None:
        """Shows what the program has noted."""
        text, where = "", ""
        if self._reporter is not None:
            where = str(self._reporter.log_path)
            if self._reporter.log_path.is_file():
                text = self._reporter.log_path.read_text(encoding="utf-8", errors="replace")[-LOG_TAIL:]
            text = self._reporter.report(text or self.tr("Nothing has been noted."))
        sentence = self.tr("This is what Phaseline has noted, from %s. Nothing is sent anywhere.") % where
        self._open(ProblemReport(self._window, sentence, text))

    def show_fault(self, report: str) -> None:
        """Tells of a fault of the program; further ones are added to the same report."""
        if self._fault is not None:
            self._fault.add(report)
            return
        sentence = self.tr(
            "Something went wrong inside Phaseline. What you see may be incomplete, but you can go on. "
            "The report below says what happened; nothing is sent anywhere unless you copy it."
        )
        self._fault = ProblemReport(self._window, sentence, report)
        self._fault.finished.connect(self._forget_fault)
        self._open(self._fault)

    def show_issue(self, issue: Issue) -> None:
        """Opens the file of a finding with whatever the desktop opens such files with."""
        folder, file = self._open_box.path, Path(issue.place.file)
        if not file.is_absolute() and folder is not None:
            file = (folder if folder.is_dir() else folder.parent) / file
        if not file.is_file() or not QDesktopServices.openUrl(QUrl.fromLocalFile(str(file))):
            self._status.show_hint(str(issue.place))

    def _forget_fault(self) -> None:
        self._fault = None

    def _open(self, dialog: QDialog, accepted: Callable[[], object] | None = None) -> None:
        if accepted is not None:
            dialog.accepted.connect(accepted)
        dialog.finished.connect(dialog.deleteLater)
        dialog.setModal(accepted is not None)
        if accepted is None:
            self._actions.lend(dialog)
        dialog.show()

    def _show(self, popup: Popup) -> None:
        if self._popup is not None:
            self._popup.dismiss()
        self._popup = popup
        popup.chosen.connect(self._take)
        popup.closed.connect(lambda: self._closed(popup))
        popup.popup()

    def _closed(self, popup: Popup) -> None:
        if self._popup is popup:
            self._popup = None
        popup.deleteLater()
        if self._open_box.document is not None:
            self._workbench.view.setFocus()

    def _take(self, chosen: object) -> None:
        if isinstance(chosen, Hex):
            self._workbench.go_to(chosen)
        elif isinstance(chosen, Path):
            self._open_box.open_path(chosen)
        elif isinstance(chosen, QAction):
            chosen.trigger()


def _described(action: QAction) -> tuple[str, str]:
    kind = action.objectName().partition(".")[0]
    prefixes = {
        "layer": QCoreApplication.translate("Commands", "Layer: %s"),
        "panel": QCoreApplication.translate("Commands", "Panel: %s"),
        "method": QCoreApplication.translate("Commands", "Method: %s"),
        "theme": QCoreApplication.translate("Commands", "Theme: %s"),
        "ask": QCoreApplication.translate("Commands", "Ask: %s"),
    }
    return prefixes.get(kind, "%s") % plain_text(action), ", ".join(keys_of(action)[:1])
