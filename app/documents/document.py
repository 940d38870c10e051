"""The open game box in the window: its value, the state of play and how it changes."""

import itertools
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoStack

from app.documents.edit_command import NO_STROKE, EditCommand, Ready
from app.documents.making import Making
from app.documents.selection import Selection
from app.documents.unit_selection import UnitSelection
from app.widgets.turns import Turns
from core.model.box import GameBox
from core.model.edits.edit import Aspect, Edit, Touched
from core.model.edits.map_edits import restated
from core.model.issues import Issue
from core.model.state import GameState
from core.model.terrain import Terrain
from core.model.work import Work
from core.rules.kernel.charts import ChartBook
from core.rules.kernel.ruleset import Ruleset

if TYPE_CHECKING:
    from app.documents.live_play import LivePlay

METHOD_READING = "los.method"
"""The reading of a ruleset whose choices are the ways of measuring."""

STANDARD = "standard"


class Document(QObject):
    """A box and the state of play that questions are asked under.

    Everything it holds is frozen; a change replaces `work`. `changed` carries a `core.model.edits.edit.Touched`.
    `issues_changed` comes when the worker has found other issues; they are those of the box in `checked`.
    `stroke` is that of the edit being done while `changed` is told, NO_STROKE for one by itself and for undo and redo.
    `method` is the way of measuring in force (standard, simplified, heads_a, …): a choice of the reader, hence not in the
    undo history; it follows the box whenever the box chooses another one. `method_changed` carries its word.
    `play` is the session that is played over the box, None while none is, which `play_changed` tells.
    `ruleset_changed` comes when the user's own charts have changed. `ruleset` has the looks of the box, whenever it is asked.
    """

    changed = Signal(object)
    issues_changed = Signal()
    method_changed = Signal(str)
    ruleset_changed = Signal()
    play_changed = Signal()

    def __init__(
        self,
        box: GameBox,
        ruleset: Ruleset | None = None,
        path: Path | None = None,
        issues: tuple[Issue, ...] = (),
        state: GameState | None = None,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.work = Work(box, state if state is not None else GameState())
        self.ruleset = ruleset.dressed(box.looks) if ruleset is not None else None
        self.path = path
        self.issues = issues
        self.checked: GameBox | None = box
        self.undo_stack = QUndoStack(self)
        self.selection = Selection(self)
        self.units = UnitSelection(self)
        self.making = Making(self.changed, self)
        self.turns = Turns(self)
        reading = ruleset.options.get(METHOD_READING) if ruleset is not None else None
        self._methods: Mapping[str, str] = reading.values if reading is not None else {}
        self._preset_method = reading.preset if reading is not None else STANDARD
        self._method = box.options.get(METHOD_READING, self._preset_method)
        self._strokes = itertools.count(1)
        self.stroke = NO_STROKE
        self._restated: tuple[Touched, tuple[Edit, ...]] | None = None
        self.play: LivePlay | None = None

    @property
    def box(self) -> GameBox:
        """The box as it is now."""
        return self.work.box

    @property
    def state(self) -> GameState:
        """The state of play."""
        return self.work.state

    @property
    def options(self) -> Mapping[str, str]:
        """The options of the box, by the id of the ruleset's reading."""
        return self.box.options

    @property
    def methods(self) -> Mapping[str, str]:
        """The ways of measuring that the ruleset knows, each with a sentence that says what it does."""
        return self._methods

    @property
    def terrain(self) -> Mapping[str, Terrain]:
        """Every kind of terrain: the ruleset's, with the box's palette and its own chart over it."""
        return self.ruleset.terrain_of(self.box) if self.ruleset is not None else self.box.terrain

    @property
    def method(self) -> str:
        """The way of measuring in force."""
        return self._method

    def set_method(self, method: str) -> None:
        """Puts another way of measuring in force."""
        if method != self._method:
            self._method = method
            self.method_changed.emit(method)

    def show_scenario(self, file: str) -> None:
        """Shows another scenario of the box, "" for none: a choice of the reader, hence not in the undo history.

        While a session is played its own scenario stays.
        """
        if self.play is None and file != self.state.scenario:
            self.show(replace(self.work, state=replace(self.state, scenario=file)), Touched(frozenset({Aspect.SCENARIO})))

    def set_ruleset(self, ruleset: Ruleset) -> None:
        """Puts the same rules with other charts of the user in force: no change of the box, hence not in the undo history."""
        self.ruleset = ruleset.dressed(self.box.looks)
        self.ruleset_changed.emit()

    @property
    def chart_set(self) -> str:
        """The set of charts that the box is played with, empty for none."""
        chosen = self.box.chart_set
        return chosen if self.ruleset is not None and chosen in self.ruleset.sets else ""

    @property
    def charts(self) -> ChartBook:
        """The charts in force: none without rules."""
        return self.ruleset.book(self.box) if self.ruleset is not None else ChartBook()

    def new_stroke(self) -> int:
        """A number for the edits of one gesture, so that they become one step of the history."""
        return next(self._strokes)

    def begin_play(self, play: "LivePlay") -> None:
        """Has a session take the changes from now on."""
        self.play = play
        self.play_changed.emit()

    def end_play(self) -> None:
        """The session is left; changes are edits of the box again."""
        self.play = None
        self.play_changed.emit()

    def do(self, edit: Edit, stroke: int = NO_STROKE, ready: Ready | None = None) -> bool:
        """Runs an edit through the undo history, or has the session take it; False when it would change nothing.

        `ready` is what `worked_out` has made of it; it counts as long as nothing else has changed.
        """
        ready = ready if ready is not None and ready.before is self.work else None
        touched = ready.touched if ready is not None else edit.touched(self.work)
        if not touched:
            return False
        if self.play is not None:
            return bool(self.play.do(edit))
        self.stroke = stroke
        try:
            after = ready.after if ready is not None else None
            self.undo_stack.push(EditCommand(self, edit, touched, stroke, after))
        finally:
            self.stroke = NO_STROKE
        return True

    def show(self, work: Work, touched: Touched) -> None:
        """Replaces the work. For `EditCommand` and for `LivePlay` only."""
        before, chosen, self.work = self.work, self.box.options.get(METHOD_READING), work
        self._restated = None
        if work.state.scenario != before.state.scenario:
            # What is undone is seen where it was done.
            touched |= Touched(frozenset({Aspect.SCENARIO}))
        wanted, method = work.box.options.get(METHOD_READING), self._method
        if wanted != chosen:
            self._method = wanted if wanted is not None else self._preset_method
        if Aspect.LOOKS in touched.aspects and self.ruleset is not None:
            self.ruleset = self.ruleset.dressed(work.box.looks)
        self.selection.follow(work, touched)
        self.units.follow(before, work, touched)
        self.changed.emit(touched)
        # Told last: heights under the other method are asked for once the worker has heard of the change.
        if self._method != method:
            self.method_changed.emit(self._method)

    def restated(self, touched: Touched) -> tuple[Edit, ...]:
        """The change that `changed` has told, as `restated` puts it: once for all who listen."""
        if self._restated is None or self._restated[0] is not touched:
            self._restated = touched, restated(self.work, touched)
        return self._restated[1]

    def show_issues(self, issues: tuple[Issue, ...]) -> None:
        """Replaces what is known to be wrong with the box."""
        if issues != self.issues:
            self.issues = issues
            self.issues_changed.emit()
