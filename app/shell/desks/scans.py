"""Joins scanned sheets: the dialog, the tool that sets points, the files, and the process that prepares pictures."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path, PurePosixPath

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QFileDialog, QMessageBox, QWidget

from app.canvas.layers import LayerState
from app.canvas.scan_cutter import SUFFIXES
from app.canvas.scans import Pyramid, UnreadableScan
from app.canvas.view import MapView
from app.dialogs.maps.underlay import PointPrompt, ScanDialog
from app.documents.document import Document
from app.documents.edit_command import NO_STROKE
from app.shell.actions import SAVE_KEYS, Actions
from app.shell.files.exporter import Errand
from app.shell.files.samples import SCENARIOS
from app.tools.register import RegisterTool
from app.tools.tool_box import ToolBox
from app.widgets.notices import Notices
from core.base.errors import Place
from core.geometry.layout import Point
from core.model.edits.edit import Aspect, Touched
from core.model.issues import Issue, Severity
from core.model.maps import Cell, Underlay
from core.model.scan import spread, with_points, with_scan

MISSING = "underlay-missing"
"""The code of the finding that a scan's file is not there; the reader of boxes uses the same."""

ANEW = "underlay-anew"
"""The key of the notice that points were begun anew."""

SCANS_FOLDER = "scans"
"""Where pictures are copied to inside the folder of a box."""

LAYER = "underlay"
COVERING = ("tint", "shading")
"""Layers of our own making that would hide a scan from the eye that is to trace it."""

Source = tuple[str, int]
"""A file relative to the folder of the box, and a page."""


class ScanDesk(QObject):
    """Looks after the scans of the open box: prepares pictures one after the other, shows them, says which are missing.

    `shows_layer` switches a layer of the map: its name, and whether it is to be seen; `go_to` brings a hex into view.
    """

    def __init__(
        self, window: QWidget, view: MapView, shows_layer: Callable[[str, bool], None], status: Callable[[str], None]
    ) -> None:
        super().__init__(window)
        self._window, self._view, self._shows_layer, self._status = window, view, shows_layer, status
        self._document: Document | None = None
        self._tools: ToolBox | None = None
        self._dialog: ScanDialog | None = None
        self._prompt: PointPrompt | None = None
        self._errand: Errand | None = None
        self._copying: Errand | None = None
        self._preparing: Source | None = None
        self._share = 0.0
        self._stroke = NO_STROKE
        self._pyramids: dict[Source, Pyramid] = {}
        self._troubles: dict[Source, str] = {}
        self._lifted: frozenset[str] = frozenset()
        self._has_scans = False
        self._notices: Notices | None = None
        self._actions: Actions | None = None
        self._noticed: frozenset[str] = frozenset()
        self._exchanged: tuple[str, Underlay] | None = None
        view.prepared.connect(self._show_pictures)

    def use(self, notices: Notices, actions: Actions) -> None:
        """Where the user is told of scans that are missing, and whose keys the dialog is lent."""
        self._notices, self._actions = notices, actions
        self._tell_missing()

    def open(self, document: Document, tools: ToolBox) -> None:
        """A box is shown: its scans are looked for."""
        self.close()
        self._document, self._tools = document, tools
        document.changed.connect(self._follow)
        document.issues_changed.connect(self._tell_missing)
        tool = self._tool
        if tool is not None:
            tool.naming.connect(self._ask_name)
        self._look()

    def close(self) -> None:
        """The box goes, and all that belongs to it."""
        for dialog in (self._dialog, self._prompt):
            if dialog is not None:
                dialog.close()
        for errand in (self._errand, self._copying):
            if errand is not None:
                errand.cancel()
                errand.deleteLater()
        if self._document is not None:
            self._document.changed.disconnect(self._follow)
            self._document.issues_changed.disconnect(self._tell_missing)
        self._document = self._tools = self._errand = self._copying = self._preparing = self._exchanged = None
        self._noticed = frozenset()
        for key in (MISSING, ANEW):
            self._withdraw(key)
        self._pyramids.clear()
        self._troubles.clear()
        self._has_scans = False
        self._cover()

    @property
    def dialog(self) -> ScanDialog | None:
        """The dialog, while it is open."""
        return self._dialog

    @property
    def _folder(self) -> Path:
        """The folder of the box; saving a copy moves it."""
        path = self._document.path if self._document is not None else None
        return path if path is not None else Path()

    def show(self) -> None:
        """Opens the dialog, or brings it to the front."""
        if self._document is None:
            return
        if self._dialog is None:
            dialog = ScanDialog(self._window, self._document)
            dialog.wants_file.connect(self.choose)
            dialog.wants_found.connect(self.choose)
            dialog.wants_points.connect(self._take_tool)
            dialog.wants_place.connect(self._go_to)
            dialog.wants_shown.connect(lambda shown: self._shows_layer(LAYER, shown))
            dialog.point_taken.connect(self._take_point)
            dialog.finished.connect(self._forget_dialog)
            dialog.show_layer(self._view.layers.shows(LAYER))
            if self._actions is not None:
                # It has keys of its own to undo and redo.
                self._actions.lend(dialog, SAVE_KEYS)
            self._dialog = dialog
            self._tell_dialog()
            # Beside the map as far as there is room: it stays open while points are clicked.
            edge = self._window.frameGeometry()
            dialog.adjustSize()
            dialog.move(max(edge.right() - dialog.width(), edge.left()), edge.top() + (edge.height() - dialog.height()) // 2)
        self._dialog.show()
        self._dialog.activateWindow()

    def choose(self, sheet: str) -> None:
        """Asks for the file of a sheet's scan."""
        kinds = " ".join(f"*{suffix}" for suffix in SUFFIXES)
        chosen, _ = QFileDialog.getOpenFileName(
            self._dialog or self._window,
            self.tr("Scanned sheet"),
            str(self._folder),
            self.tr("Pictures and PDF (%s)") % kinds,
        )
        if chosen:
            self.take_file(sheet, Path(chosen))

    def take_file(self, sheet: str, file: Path) -> None:
        """Lays a picture under a sheet. One outside the folder of the box is copied into it, if the user agrees."""
        if self._document is None:
            return
        if file.resolve().is_relative_to(self._folder.resolve()):
            self._use(sheet, str(PurePosixPath(*file.resolve().relative_to(self._folder.resolve()).parts)))
        elif self._folder.resolve().is_relative_to(SCENARIOS):
            sentence = self.tr(
                "The picture has to lie in the folder of the box, and this box belongs to the program. "
                "Save a copy of the box first: File, Save a copy as…"
            )
            QMessageBox.information(self._dialog or self._window, self.tr("Scanned sheet"), sentence)
        else:
            self._offer_copy(sheet, file)

    def _offer_copy(self, sheet: str, file: Path) -> None:
        name = f"{SCANS_FOLDER}/{file.name}"
        words = (
            self.tr(
                "The picture lies outside the folder of the box. Copy it to %s there, so that it goes wherever the box goes?"
            )
            % name
        )
        if (self._folder / name).exists():
            words += " " + self.tr("The picture of that name which is there will be replaced.")
        buttons = QMessageBox.StandardButton.Ok | QMessageBox.StandardButton.Cancel
        asked = QMessageBox.question(self._dialog or self._window, self.tr("Scanned sheet"), words, buttons)
        if asked == QMessageBox.StandardButton.Ok and self._document is not None and self._copying is None:
            # In a process of its own: large files are copied for seconds.
            errand = Errand(self.tr("The picture could not be copied into the box."), self)
            errand.done.connect(lambda _: self._copied(sheet, name))
            errand.failed.connect(self._copy_failed)
            self._copying = errand
            if self._dialog is not None:
                self._dialog.show_state(sheet, self.tr("Copying the picture into the box."), 0.0)
            errand.start(["scan", str(file), "--copy", str(self._folder / name)])

    def _copied(self, sheet: str, name: str) -> None:
        self._drop_copying()
        if self._document is not None and any(placed.file == sheet for placed in self._document.box.sheets):
            # Another picture may have had that name.
            self._pyramids = {source: pyramid for source, pyramid in self._pyramids.items() if source[0] != name}
            self._use(sheet, name)

    def _copy_failed(self, sentence: str) -> None:
        self._drop_copying()
        self._tell_dialog()
        QMessageBox.warning(self._dialog or self._window, self.tr("Scanned sheet"), sentence)

    def _drop_copying(self) -> None:
        if self._copying is not None:
            self._copying.deleteLater()
            self._copying = None

    def _use(self, sheet: str, name: str) -> None:
        assert self._document is not None
        placed = self._document.box.sheet(sheet)
        before = placed.sheet.underlay
        source = name, 1
        self._troubles.pop(source, None)
        if before is not None and before.file == name:
            self._look()
            return
        # The size is told by the picture when it has been prepared; points of a picture that has moved stay.
        scan = replace(before, file=name) if before is not None else Underlay(name, (1, 1))
        self._exchanged = (sheet, before) if before is not None and before.points else None
        self._stroke = self._document.new_stroke()
        if not self._view.layers.shows(LAYER):
            self._shows_layer(LAYER, True)
        self._document.do(with_scan(placed, self.tr("Choose scanned sheet"), scan), self._stroke)
        if (name, scan.page) in self._pyramids:
            # Prepared before, for whatever sheet: its size need not be waited for.
            self._learn_size((name, scan.page), self._pyramids[name, scan.page])

    # Layers that would hide a scan ---------------------------------------------------------------------------------------

    def chosen(self, state: LayerState) -> LayerState:
        """What the user has chosen to be shown in all boxes: without what is switched off for the scans of this one."""
        self._lifted = frozenset(layer for layer in self._lifted if not state.shows(layer))
        for layer in self._lifted:
            state = state.with_shown(layer, True)
        return state

    def _uncover(self) -> None:
        """Switches off for this box what would hide its scans."""
        covering = [layer for layer in COVERING if self._view.layers.shows(layer)]
        for layer in covering:
            # Noted first: what is kept for all boxes is asked for as soon as the layer goes.
            self._lifted |= {layer}
            self._shows_layer(layer, False)
        if covering:
            self._status(self.tr("Elevation tint and hill shading are switched off for this box, so that the scan is seen."))

    def _cover(self) -> None:
        """Shows again what was switched off for the scans of the box that goes, unless the user has seen to it."""
        lifted, self._lifted = self._lifted, frozenset()
        for layer in COVERING:
            if layer in lifted and not self._view.layers.shows(layer):
                self._shows_layer(layer, True)

    # Pictures ------------------------------------------------------------------------------------------------------------

    def _wanted(self) -> dict[str, Source]:
        """What each sheet with a scan shows."""
        if self._document is None:
            return {}
        return {
            placed.file: (placed.sheet.underlay.file, placed.sheet.underlay.page)
            for placed in self._document.box.sheets
            if placed.sheet.underlay is not None
        }

    def _look(self) -> None:
        """Prepares the next picture that is wanted and not there, and tells of the others."""
        wanted = set(self._wanted().values())
        has_scans = any((self._folder / name).is_file() for name, _ in wanted)
        if has_scans != self._has_scans:
            self._has_scans = has_scans
            if not has_scans:
                self._cover()
            elif self._view.layers.shows(LAYER):
                self._uncover()
        if self._preparing is not None and self._preparing not in wanted and self._errand is not None:
            self._errand.cancel()
            self._errand.deleteLater()
            self._errand = self._preparing = None
        for source in sorted(wanted):
            if self._errand is not None:
                break
            file = self._folder / source[0]
            if source not in self._pyramids and source not in self._troubles and file.is_file():
                self._prepare(source, file)
        self._tell_missing()
        self._tell_dialog()

    def _prepare(self, source: Source, file: Path) -> None:
        errand = Errand(self.tr("The picture could not be prepared."), self)
        errand.done.connect(self._prepared)
        errand.failed.connect(self._failed)
        errand.advanced.connect(self._advance)
        self._errand, self._preparing, self._share = errand, source, 0.0
        errand.start(["scan", str(file), "--page", str(source[1])])

    def _advance(self, share: float) -> None:
        self._share = share
        self._tell_dialog()

    def _prepared(self, folder: str) -> None:
        source = self._end_errand()
        if source is None:
            return
        try:
            pyramid = Pyramid(Path(folder))
        except UnreadableScan as error:
            self._troubles[source] = str(error)
        else:
            pyramid.touch()
            self._pyramids[source] = pyramid
            self._learn_size(source, pyramid)
        self._show_pictures()
        self._look()

    def _failed(self, sentence: str) -> None:
        source = self._end_errand()
        if source is not None:
            self._troubles[source] = sentence
            self._status(sentence)
        self._look()

    def _end_errand(self) -> Source | None:
        source, self._preparing = self._preparing, None
        if self._errand is not None:
            self._errand.deleteLater()
            self._errand = None
        return source

    def _learn_size(self, source: Source, pyramid: Pyramid) -> None:
        """Notes the picture's size while no point depends on it; points of another size are begun anew."""
        assert self._document is not None
        self._begin_anew(source, pyramid.size)
        for placed in self._document.box.sheets:
            scan = placed.sheet.underlay
            if scan is not None and (scan.file, scan.page) == source and not scan.points and scan.size != pyramid.size:
                sized = replace(scan, size=pyramid.size)
                # One step of the history with the choice itself, if nothing was done in between.
                self._document.do(with_scan(placed, self.tr("Choose scanned sheet"), sized), self._stroke)

    def _begin_anew(self, source: Source, size: tuple[int, int]) -> None:
        """Takes the points off a picture that has come in place of one of another size, and offers to keep them."""
        if self._exchanged is None or self._document is None:
            return
        sheet, before = self._exchanged
        placed = next((each for each in self._document.box.sheets if each.file == sheet), None)
        scan = placed.sheet.underlay if placed is not None else None
        if placed is None or scan is None or (scan.file, scan.page) != source:
            return
        self._exchanged = None
        if scan.points != before.points or before.size == size:
            return
        anew = replace(scan, size=size, points=())
        # One step of the history with the choice itself, and so is keeping the points, if nothing was done in between.
        self._document.do(with_scan(placed, self.tr("Choose scanned sheet"), anew), self._stroke)
        words = self.tr(
            "The picture has %d × %d pixels, the one before it had %d × %d: its points begin anew. "
            "Where it shows the same sheet as far as the same edges, the %d points from before can be kept."
        ) % (*size, *before.size, len(before.points))
        if self._notices is not None:
            self._notices.tell(ANEW, words, [(self.tr("&Keep the points"), lambda: self._keep_points(sheet, anew, before))])

    def _keep_points(self, sheet: str, anew: Underlay, before: Underlay) -> None:
        """Gives a picture the points of the one before it, spread over its own size."""
        placed = next((each for each in self._document.box.sheets if each.file == sheet), None) if self._document else None
        if self._document is not None and placed is not None and placed.sheet.underlay == anew:
            points = spread(before.points, before.size, anew.size)
            self._document.do(with_points(placed, self.tr("Choose scanned sheet"), points), self._stroke)

    def _show_pictures(self) -> None:
        shown = {file: self._pyramids[source] for file, source in self._wanted().items() if source in self._pyramids}
        scene = self._view.map
        if scene is not None and dict(scene.scans.pyramids) != shown:
            self._view.show_scans(shown)

    # What is told --------------------------------------------------------------------------------------------------------

    def _follow(self, touched: Touched) -> None:
        if touched.aspects & {Aspect.UNDERLAY, Aspect.SHEETS}:
            self._show_pictures()
            self._look()
            # What the notice offers is for a picture without points, and for no other.
            scans = [placed.sheet.underlay for placed in self._document.box.sheets] if self._document is not None else []
            if not any(scan is not None and not scan.points for scan in scans):
                self._withdraw(ANEW)

    def _tell_missing(self) -> None:
        """Keeps the findings about missing pictures true while files come and go."""
        if self._document is None:
            return
        others = tuple(issue for issue in self._document.issues if issue.code != MISSING)
        missing = []
        for file, (name, _) in self._wanted().items():
            if not (self._folder / name).is_file():
                said = self.tr('There is no picture "%s" in the folder of the box; the map is shown without it.') % name
                missing.append(Issue(Place(file), said, Severity.WARNING, code=MISSING))
        told = {issue.place.file for issue in self._document.issues if issue.code == MISSING}
        if told != {issue.place.file for issue in missing}:
            self._document.show_issues((*others, *missing))
        self._notice_missing([issue.place.file for issue in missing])

    def _notice_missing(self, sheets: list[str]) -> None:
        """Tells once of pictures that are gone, above the map, where nobody can overlook it."""
        if self._notices is None or frozenset(sheets) == self._noticed:
            return
        self._noticed = frozenset(sheets)
        if not sheets:
            self._withdraw(MISSING)
            return
        names = ", ".join(f'"{self._wanted()[sheet][0]}"' for sheet in sheets)
        if len(sheets) == 1:
            words = self.tr("There is no picture %s in the folder of the box; the map is shown without it.") % names
        else:
            words = self.tr("There are no pictures %s in the folder of the box; the maps are shown without them.") % names
        self._notices.tell(MISSING, words, [(self.tr("&Find it…"), lambda: self._find(sheets[0]))])

    def _find(self, sheet: str) -> None:
        """Asks for a missing picture; while it is missing, the notice comes back."""
        self._noticed = frozenset()
        self.choose(sheet)
        self._tell_missing()

    def _withdraw(self, key: str) -> None:
        if self._notices is not None:
            self._notices.withdraw(key)

    def _tell_dialog(self) -> None:
        if self._dialog is None:
            return
        wanted = self._wanted()
        for placed in self._document.box.sheets if self._document is not None else ():
            if placed.file not in wanted:
                self._dialog.show_state(placed.file, "")
        for sheet, source in wanted.items():
            if source in self._pyramids:
                width, height = self._pyramids[source].size
                self._dialog.show_state(sheet, "")
                self._dialog.file.setToolTip(self.tr("%d × %d pixels") % (width, height))
            elif source == self._preparing:
                self._dialog.show_state(sheet, self.tr("Preparing the picture; this is done once."), self._share)
            elif source in self._troubles:
                self._dialog.show_state(sheet, self._troubles[source])
            elif not (self._folder / source[0]).is_file():
                words = self.tr('There is no picture "%s" in the folder of the box; the map is shown without it.') % source[0]
                self._dialog.show_state(sheet, words)
            else:
                self._dialog.show_state(sheet, self.tr("The picture waits for another one to be prepared."), 0.0)

    def show_layer(self, shown: bool) -> None:
        """The layer has been switched elsewhere."""
        if self._dialog is not None:
            self._dialog.show_layer(shown)

    def _forget_dialog(self) -> None:
        if self._dialog is not None:
            self._dialog.deleteLater()
            self._dialog = None

    # Points --------------------------------------------------------------------------------------------------------------

    @property
    def _tool(self) -> RegisterTool | None:
        tool = self._tools.tools.get(RegisterTool.id) if self._tools is not None else None
        return tool if isinstance(tool, RegisterTool) else None

    def _take_tool(self, sheet: str) -> None:
        if self._tool is not None and self._tools is not None:
            self._tool.sheet = sheet
            self._tools.choose(RegisterTool.id)
            self._view.setFocus()

    def _take_point(self, sheet: str, position: int) -> None:
        tool = self._tool
        if tool is not None and self._tools is not None and self._tools.current is tool:
            tool.sheet = sheet
            tool.take_hold(position if position >= 0 else None)

    def _go_to(self, sheet: str, cell: Cell) -> None:
        if self._document is not None:
            self._view.go_to(self._document.box.sheet(sheet).frame.hex(*cell))

    def _ask_name(self, pixel: Point, guess: Cell | None) -> None:
        tool = self._tool
        if tool is None or tool.target is None:
            return
        prompt = PointPrompt(self._window, tool.target, guess)
        self._prompt = prompt

        def finish(result: int) -> None:
            self._prompt = None
            prompt.deleteLater()
            if result == PointPrompt.DialogCode.Accepted and prompt.cell is not None:
                tool.name_point(pixel, prompt.cell)
            else:
                tool.forget_pending()
            self._view.setFocus()

        prompt.finished.connect(finish)
        prompt.open()
