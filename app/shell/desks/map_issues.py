"""What is wrong with the open map: marked where it is, listed in its panel, and mended on demand."""

import math
from collections.abc import Callable, Iterable, Iterator

from PySide6.QtCore import QObject, QPoint, Signal
from PySide6.QtGui import QAction, QCursor
from PySide6.QtWidgets import QToolTip

from app.canvas.shapes import Handles
from app.canvas.view import MapView
from app.documents.document import Document
from app.panels.issues_panel import IssuesPanel
from app.shell.actions import TIP_PROPERTY, Actions
from app.shell.session import Session
from app.shell.status_bar import StatusBar
from core.geometry.hexes import Hex
from core.geometry.layout import Point, hex_at, plane_centre, to_lattice
from core.model.edits.edit import Aspect, Edit, Several, Touched
from core.model.issues import Issue, Severity
from core.model.work import Work
from core.rules.kernel.chart_checks import STAND_INS

ORDER = 35.0
"""Marks lie over what tools fill and number, under what follows the mouse."""

PART = 12.0
"""Marks are painted together in squares of so many hexes: few enough to compare, small enough to be painted anew."""

CORNER, UNDER = 0.36, 0.35
"""Where counters lie, findings of the middle of a hex, this near to it, are marked so far to the right of it and below: the
numbers of a counter are not to be hidden."""

SHARE = 0.32
"""How large a mark may be from afar, in hexes."""

SLICE = 100
"""Findings that are marked between two looks at the clock."""

_MARKED = (Severity.WARNING, Severity.ERROR)
"""What is marked, the worse over the other."""

REACH_PX = 9.0
"""Pixels around a mark within which the pointer is on it."""


class MapIssues(QObject):
    """Joins the issues of a document with the map and the panel. `action` switches the marks on the map.

    `resting` gives what the status bar says when the finding that it spoke of is no more. `charts_wanted` comes with a finding
    that is about the charts in force.
    """

    charts_wanted = Signal()

    def __init__(
        self,
        view: MapView,
        panel: IssuesPanel,
        actions: Actions,
        status: StatusBar,
        session: Session,
        parent: QObject | None = None,
        resting: Callable[[], str] = str,
    ) -> None:
        super().__init__(parent)
        self._resting = resting
        self._said = ""
        self._view, self._panel, self._status, self._session = view, panel, status, session
        self._document: Document | None = None
        self._told: tuple[Issue, ...] = ()
        self._marked: tuple[object, ...] = ()
        """The findings that are marked, the scenario that was shown then, and where pieces lay."""
        self._layer = view.overlay("issues", ORDER, lasting=True)
        self.action = QAction(self.tr("Marks of issues"), self)
        self.action.setCheckable(True)
        self.action.setChecked(session.text("issue_marks", "shown") == "shown")
        self.action.setProperty(TIP_PROPERTY, self.tr("Show or hide a mark wherever something is wrong with the map"))
        self.action.toggled.connect(self._switch)
        actions.adopt(self.action, "layer.issues")
        panel.name_places(self._place_of)
        panel.issue_activated.connect(self.go_to)
        panel.fix_wanted.connect(self.fix)
        view.moved.connect(self._point_at)

    def use(self, document: Document | None) -> None:
        """Follows the issues of a document, or of none."""
        if self._document is not None:
            self._document.issues_changed.disconnect(self._show)
            self._document.changed.disconnect(self._follow)
        self._document = document
        if document is not None:
            document.issues_changed.connect(self._show)
            document.changed.connect(self._follow)
        self._marked = ()
        self._show()

    def go_to(self, issue: Issue) -> None:
        """Brings a finding to the middle, flashes it, and selects what it is about."""
        document = self._document
        if document is None:
            return
        at = issue.at
        if at is not None:
            self._view.go_to(self._nearest(hex_at(to_lattice(at))))
        document.selection.set(ref for ref in issue.subjects if document.box.item(ref) is not None)
        if issue.place.file in document.box.scenarios:
            document.show_scenario(issue.place.file)
        if units := [id_ for id_ in issue.units if document.box.oob.counter(id_) is not None]:
            document.units.seek(units)
        if issue.code == STAND_INS:
            self.charts_wanted.emit()
        if document.selection.refs:
            # The arrows move what is selected, not a hex cursor that nobody has asked for.
            self._view.set_cursor_hex(None)
        self._said = issue.text if at is not None else str(issue)
        self._status.show_hint(self._said)

    def fix(self, issues: tuple[Issue, ...]) -> None:
        """Mends findings in one step of the history; those that would change what another has mended stay for the next."""
        document = self._document
        if document is None:
            return
        if document.checked is not document.box:
            self._status.show_hint(self.tr("The map has just changed and is being checked; please try again in a moment."))
            return
        edits = _together(issues, document.work)
        if len(edits) == 1:
            document.do(edits[0])
        elif edits:
            document.do(Several(f"Fix {len(edits)} issues", tuple(edits)))

    def _place_of(self, issue: Issue) -> str:
        """The number of the hex that a finding lies in, empty when it lies in none; of several scenarios also which one."""
        document = self._document
        if document is None or issue.at is None:
            return ""
        place, scenarios = hex_at(to_lattice(issue.at)), document.box.scenarios
        if place not in document.box.cells:
            return ""
        label, scenario = document.box.label(place), scenarios.get(issue.place.file)
        return f"{label}, {scenario.title or issue.place.file}" if scenario is not None and len(scenarios) > 1 else label

    def _nearest(self, place: Hex) -> Hex:
        """The hex, or the playable one nearest to it."""
        assert self._document is not None
        cells = self._document.box.cells
        return place if place in cells or not cells else min(cells, key=place.distance)

    def _switch(self, shown: bool) -> None:
        self._session.keep_text("issue_marks", "shown" if shown else "hidden")
        self._marked = ()
        self._mark_anew()

    def _show(self) -> None:
        """Lists and marks what was found; thousands one after the other, for each takes as long as a frame."""
        document = self._document
        if document is None:
            self._list()
            self._layer.clear()
            return
        document.turns.wish(self, "list", self._list, len(document.issues))
        self._mark_anew()

    def _list(self) -> None:
        issues = self._document.issues if self._document is not None else ()
        self._panel.show_issues(issues)
        if self._said and not any(self._said in (issue.text, str(issue)) for issue in issues):
            if self._status.hint == self._said:
                self._status.show_hint(self._resting())
            self._said = ""

    def _follow(self, touched: Touched) -> None:
        """Marks go aside where counters have come to lie."""
        if self._document is not None and (touched.forces or Aspect.SCENARIO in touched.aspects):
            self._document.turns.wish(self, "follow", self._mark_anew, len(touched.units) + len(touched.pieces))

    def _mark_anew(self) -> None:
        document = self._document
        if document is None or not self.action.isChecked():
            self._layer.clear()
        elif not _same(self._marked, (document.issues, document.state.scenario, document.work.deployment.stacks)):
            document.turns.wish(self, "mark", self._show_marks, len(document.issues))

    def _mark(self, issue: Issue) -> Point | None:
        """Where a finding is marked; None for one that is nowhere, or in a scenario that is not shown."""
        at, document = issue.at, self._document
        if at is None or document is None:
            return at
        if issue.place.file != document.state.scenario and issue.place.file in document.box.scenarios:
            return None
        if not document.work.deployment.stacks:
            return at
        place = hex_at(to_lattice(at))
        if place not in document.work.deployment.stacks or math.dist(at, plane_centre(place)) > UNDER:
            return at
        x, y = plane_centre(place)
        # On sheets of pointy-top hexes the shared plane is the mirror of what is seen.
        columns = document.box.sheets[0].frame.orientation == "columns"
        return (x + CORNER, y - CORNER) if columns else (x - CORNER, y + CORNER)

    def _show_marks(self) -> Iterator[None]:
        document = self._document
        if document is None or not self.action.isChecked():
            return
        issues, scenario, stacks = document.issues, document.state.scenario, document.work.deployment.stacks
        parts: dict[tuple[Severity, int, int], dict[Point, None]] = {}
        for number, issue in enumerate(issues):
            if issue.severity in _MARKED and (at := self._mark(issue)) is not None:
                parts.setdefault((issue.severity, int(at[0] // PART), int(at[1] // PART)), {})[at] = None
            if number % SLICE == SLICE - 1:
                yield
        ordered = sorted(parts.items(), key=lambda part: _MARKED.index(part[0][0]))
        self._layer.set_shapes(Handles(tuple(points), look=key[0].value, share=SHARE) for key, points in ordered)
        self._marked = issues, scenario, stacks

    def _point_at(self, _place: Hex | None, point: Point | None, *_: object) -> None:
        """Tells what is wrong where the pointer is."""
        told: tuple[Issue, ...] = ()
        if self._document is not None and point is not None and self.action.isChecked():
            reach = REACH_PX / self._view.hex_px
            marks = ((self._mark(issue), issue) for issue in self._document.issues)
            here = [(math.dist(at, point), issue) for at, issue in marks if at is not None]
            told = tuple(issue for away, issue in here if away <= reach)
        if told == self._told:
            return
        self._told = told
        if told:
            words = "\n".join(f"{issue.text} [{issue.rule}]" if issue.rule else issue.text for issue in told)
            QToolTip.showText(QCursor.pos() + QPoint(0, self._panel.fontMetrics().height()), words, self._view)
        else:
            QToolTip.hideText()


def _same(some: tuple[object, ...], others: tuple[object, ...]) -> bool:
    return len(some) == len(others) and all(a is b for a, b in zip(some, others, strict=True))


def _together(issues: Iterable[Issue], work: Work) -> list[Edit]:
    """The edits that mend findings, without those that would undo what one before them does."""
    edits: list[Edit] = []
    taken: set[object] = set()
    anew: set[str] = set()
    placed: set[str] = set()
    for issue in issues:
        if issue.fix is None:
            continue
        touched = issue.fix.touched(work)
        refs: set[object] = {*touched.items, *touched.units, *touched.pieces, *touched.spots} or set(issue.subjects)
        files = {file for file, _ in (*touched.pieces, *touched.spots)}
        # Who says a scenario anew says where everything begins in it, and so stands beside no other change of it.
        if refs & taken or files & anew or touched.scenarios & (anew | placed):
            continue
        edits.append(issue.fix)
        taken |= refs
        placed |= files
        anew |= touched.scenarios
    return edits
