"""Tours: has the copy of a box made that one works in, leads through its steps, and does them when that is wanted.

Help, panel --> start --> job tour_box --> the copy is opened --> job tour --> card, frames, what is to be drawn on the map
Orders.changed --> what the step still lacks;  Show me --> Orders, as the panel and the tool would
"""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from PySide6.QtCore import QObject, QTimer, SignalInstance
from PySide6.QtWidgets import QMainWindow, QMessageBox, QScrollArea, QWidget

from app.canvas.graphics import ink_of
from app.canvas.shapes import Caption, Graphic, Handles, HexRim, Shape
from app.canvas.transform import MapTransform, span_of
from app.documents.asks import Slots
from app.documents.document import Document
from app.documents.orders import Orders
from app.panels.tour_card import TourCard, state_words
from app.shell.actions import Actions
from app.shell.reporting import state_folder
from app.shell.session import Session
from app.tools.graphic import GraphicTool
from app.tools.graphic_marks import drawn_on, handles_of
from app.widgets.pointing import PointingFrame
from app.workers.answers import Answers
from core.geometry.hexes import Hex
from core.geometry.layout import plane_centre
from core.model.orders import OpSheet
from core.model.tours import Drawn, Goal, Lesson, Listed, Sound, Tour, TourStep, Worded, drawn_goals, lacking, reached
from core.rules.kernel.orders_detail import SOUND
from core.rules.kernel.rulings import Ruling

if TYPE_CHECKING:
    from app.shell.workbench import Workbench

OP_SHEETS = "op-sheets"
"""The tour that there is."""

ORDER = 22.0
"""Over everything that is drawn of sheets and units."""

MEANT = "snap"
"""The look of the hexes that a step is about, and of the points that are to be set: not that of the units of a sheet."""

BESIDE = 1.5
"""So many hexes around what a step is about are to be seen, too."""

REST_MS = 150
"""How long a sheet must rest before it is checked."""

RUNNING = "tour/running"

_STEPS = ("help.tour_show", "help.tour_back", "help.tour_next", "help.tour_again", "help.tour_leave")


class TourWindow(Protocol):
    """What the window does for a tour."""

    box_shown: SignalInstance

    @property
    def document(self) -> Document | None:
        """The open box."""
        ...

    @property
    def path(self) -> Path | None:
        """Its folder."""
        ...

    def open_path(self, path: Path) -> None:
        """Opens a box."""
        ...

    def put_above(self, card: QWidget) -> None:
        """Sets something above the map."""
        ...


class TourDesk(QObject):
    """Leads through one tour at a time. `folder` is where the copies of boxes lie."""

    def __init__(
        self,
        window: QMainWindow,
        actions: Actions,
        answers: Answers,
        open_box: TourWindow,
        workbench: "Workbench",
        session: Session,
        folder: Path | None = None,
    ) -> None:
        super().__init__(window)
        self._window, self._actions, self._answers, self._open_box = window, actions, answers, open_box
        self._workbench, self._session = workbench, session
        self.folder = folder or state_folder() / "tours"
        self._slots = Slots(answers, "tour")
        self.tour: Tour | None = None
        self._at, self._number = 0, 0
        self._verdict = ""
        self._orders: Orders | None = None
        self.card = TourCard([actions[name] for name in _STEPS if name != "help.tour_again"])
        self.card.lesson_chosen.connect(self._choose_lesson)
        workbench.add_pane(self.card)
        open_box.put_above(self.card)
        self._layer = workbench.view.overlay("tour", ORDER, live=True)
        self.frames: list[PointingFrame] = []
        self._resting = QTimer(self, singleShot=True, interval=REST_MS)
        self._resting.timeout.connect(self._check)
        actions["help.tour"].triggered.connect(lambda _=False: self.start())
        workbench.docks.orders.tour_wanted.connect(self.start)
        for name, do in zip(_STEPS, (self.show_me, self.back, self.next, self.begin_again, self.leave), strict=True):
            actions[name].triggered.connect(lambda _=False, do=do: do())
        open_box.box_shown.connect(self._take_box)
        self._allow()

    # Beginning and leaving ----------------------------------------------------------------------------------------------------

    @property
    def box(self) -> Path:
        """The folder of the copy."""
        return self.folder / OP_SHEETS

    def start(self) -> None:
        """Begins the tour, or goes on with it where it was left."""
        self._session.keep_text(RUNNING, OP_SHEETS)
        if self._open_box.path == self.box and self._open_box.document is not None:
            self._take_box()
        else:
            self._answers.run("tour_box", {"name": OP_SHEETS, "folder": self.box}, self._open, on_refused=self._refused)

    def _open(self, folder: object) -> None:
        assert isinstance(folder, Path)
        self._open_box.open_path(folder)

    def _refused(self, why: str) -> None:
        self._session.keep_text(RUNNING, "")
        QMessageBox.warning(self._window, self.tr("Tour"), why)

    def _take_box(self) -> None:
        """A box is shown: goes on with the tour if it is that of one that was not left."""
        if self._open_box.path == self.box and self._session.text(RUNNING) == OP_SHEETS:
            self._answers.run("tour", {"name": OP_SHEETS}, self._take, on_refused=self._refused)

    def _take(self, tour: object) -> None:
        tools = self._workbench.tools
        if not isinstance(tour, Tour) or tools is None or self._open_box.path != self.box:
            return
        if self._orders is None:
            self._orders = tools.context.orders
            self._orders.changed.connect(self._follow)
            tools.tool_changed.connect(self._follow)
        self.tour = tour
        kept, _, number = self._session.text(f"tour/{tour.id}").partition(" ")
        self._at = next((n for n, each in enumerate(tour.lessons) if each.id == kept), 0)
        self._number = min(int(number) if number.isdecimal() else 0, len(self.lesson.steps) - 1)
        self.card.show()
        self._workbench.docks.orders.tour.setEnabled(False)
        self._workbench.docks.front("orders")
        self._show_step(lesson=True)
        self.card.give_keyboard(self._actions["help.tour_next"])

    def leave(self) -> None:
        """Puts the tour away; the box stays open."""
        self._session.keep_text(RUNNING, "")
        self._put_away()
        self._workbench.view.setFocus()

    def leave_box(self) -> None:
        """The box is being closed; when it is opened again, the tour goes on."""
        self._put_away()

    def _put_away(self) -> None:
        self._resting.stop()
        self._slots.drop()
        if self._orders is not None:
            self._orders.changed.disconnect(self._follow)
            if self._workbench.tools is not None:
                self._workbench.tools.tool_changed.disconnect(self._follow)
        self._orders = self.tour = None
        self.card.hide()
        self._workbench.docks.orders.tour.setEnabled(True)
        self._layer.clear()
        self._frame(())
        self._allow()

    # Where the tour is --------------------------------------------------------------------------------------------------------

    @property
    def lesson(self) -> Lesson:
        """The lesson that is shown."""
        assert self.tour is not None
        return self.tour.lessons[self._at]

    @property
    def step(self) -> TourStep:
        """The step that is shown."""
        return self.lesson.steps[self._number]

    @property
    def sheet(self) -> OpSheet | None:
        """The sheet of the lesson, as far as there is one."""
        if self.tour is None or self._orders is None:
            return None
        return self.tour.sheet_of(self.lesson, self._orders.sheets, self._orders.sheet)

    def next(self) -> None:
        """The next step; after the last one of a lesson the next lesson."""
        if self.tour is None:
            return
        if self._number + 1 < len(self.lesson.steps):
            self._go(self._at, self._number + 1)
        elif self._at + 1 < len(self.tour.lessons):
            self._go(self._at + 1, 0)

    def back(self) -> None:
        """The step before."""
        if self.tour is None:
            return
        if self._number:
            self._go(self._at, self._number - 1)
        elif self._at:
            self._go(self._at - 1, len(self.tour.lessons[self._at - 1].steps) - 1)

    def _choose_lesson(self, number: int) -> None:
        self._go(number, 0)

    def _go(self, lesson: int, step: int) -> None:
        other = lesson != self._at
        self._at, self._number = lesson, step
        self._session.keep_text(f"tour/{OP_SHEETS}", f"{self.lesson.id} {step}")
        self._show_step(other)

    def begin_again(self) -> None:
        """Throws the sheet of the lesson away, which can be undone, and begins with the first step."""
        orders, sheet = self._orders, self.sheet
        if orders is not None and sheet is not None and sheet.id.casefold() == self.lesson.sheet.casefold():
            orders.remove(sheet)
        self._go(self._at, 0)

    # What is shown ------------------------------------------------------------------------------------------------------------

    def _show_step(self, lesson: bool = False) -> None:
        """Shows the step; with another `lesson` the part of the map that it is about."""
        tour, orders = self.tour, self._orders
        if tour is None or orders is None:
            return
        self.card.show_lessons([each.title for each in tour.lessons], self._at)
        steps = self.lesson.steps
        self.card.show_step(self.step, self._number + 1, len(steps), [each.words for each in steps])
        if self.sheet is not None:
            orders.choose(self.sheet.id)
        self._workbench.docks.front("orders")
        self._follow()
        first = next((each.target for each in self.frames if each.target is not None), None)
        if first is not None:
            _bring_in(first)
        if lesson:
            # The card has taken its room of the map when this turn of the event loop is over.
            QTimer.singleShot(0, self, lambda: self._bring_in_map(self.lesson.steps) if self.tour is not None else None)
        else:
            self._bring_in_map((self.step,))

    def _follow(self, *_: object) -> None:
        """Something is another now: what is lacking, and what is pointed at."""
        orders = self._orders
        if self.tour is None or orders is None:
            return
        if any(isinstance(goal, Sound) for goal in self.step.goals):
            self._resting.start()
        self._show_state()
        self._frame(self.step.targets)
        self._draw()
        self._allow()

    def _show_state(self) -> None:
        if self._orders is not None and self.tour is not None:
            self.card.show_state(state_words(self.step, self.lesson, self._orders, self.sheet, self._verdict))

    @property
    def is_done(self) -> bool:
        """Whether all that the step asks for has been done."""
        goals = self.step.goals
        return all(not self._lacks(goal) for goal in goals) and (self._verdict == SOUND or not _asks(goals))

    def _lacks(self, goal: Goal) -> bool:
        assert self._orders is not None
        return bool(lacking(goal, self.lesson, self._orders.box.oob, self.sheet))

    def _check(self) -> None:
        """Asks the rules what they say of the sheet of the lesson."""
        document, sheet = self._open_box.document, self.sheet
        if document is None or self.tour is None:
            return
        if sheet is None:
            self._take_verdict("")
            return
        asked: dict[str, object] = {"sheet": sheet.id}
        if not document.state.in_play:
            asked["scenario"] = document.state.scenario

        def take(ruling: Ruling) -> None:
            self._take_verdict(str(ruling.verdict))

        self._slots.ask("check", "opsheet.check", asked, take, lambda _: self._take_verdict(""))

    def _take_verdict(self, verdict: str) -> None:
        self._verdict = verdict
        self._show_state()
        self._allow()

    def _allow(self) -> None:
        tour = self.tour
        no_tour = "" if tour is not None else self.tr("no tour is on")
        first = tour is not None and self._at == 0 and self._number == 0
        last = tour is not None and self._at + 1 == len(tour.lessons) and self._number + 1 == len(self.lesson.steps)
        done = tour is not None and self._orders is not None and (self.is_done or not self.step.goals)
        why = {
            "help.tour_show": self.tr("this step is done") if done else "",
            "help.tour_back": self.tr("this is the first step") if first else "",
            "help.tour_next": self.tr("this is the last step") if last else "",
        }
        for name in _STEPS:
            self._actions.allow(name, no_tour or why.get(name, ""))

    # Pointing -----------------------------------------------------------------------------------------------------------------

    def _frame(self, targets: tuple[str, ...]) -> None:
        widgets = [widget for name in targets if (widget := self.widget(name)) is not None]
        while len(self.frames) < len(widgets):
            self.frames.append(PointingFrame(self._window))
        for n, frame in enumerate(self.frames):
            frame.point_at(widgets[n] if n < len(widgets) else None)

    def widget(self, target: str) -> QWidget | None:
        """The part of the window that a step means; None for one that is not there just now."""
        panel, bar, tools = self._workbench.docks.orders, self._workbench.options_bar, self._workbench.tools
        form, units = panel.form, panel.form.organization
        draws = tools is not None and tools.current.id == GraphicTool.id
        known: dict[str, QWidget | None] = {
            # A frame around the panel alone would cover its title.
            "panel": self._workbench.docks.dock_of("orders"),
            "new": panel.new,
            "name": form.name,
            "type": form.type,
            "time": form.time,
            "units": units.tree,
            "group": units.group,
            "reserve": units.reserve,
            "alternate": units.alternate,
            "rally": units.rally,
            "tasks": form.tasks,
            "note": form.note,
            "preliminary": form.preliminary,
            "failure": form.failure,
            "draw": None if draws else panel.draw,
            "measures": form.measures,
            "check": form.chance,
            "kind": bar.widget_of("kind") if draws else None,
            "text": bar.widget_of("name") if draws else None,
            "map": self._workbench.view,
        }
        return known[target]

    def _next_drawn(self) -> Drawn | None:
        """The next measure that the step asks for."""
        sheet = self.sheet
        there = drawn_goals(self.lesson, sheet) if sheet is not None else ()
        return next((goal for goal in self.step.goals if isinstance(goal, Drawn) and goal not in there), None)

    def _draw(self) -> None:
        """Rims the hexes of the step, and shows the next measure that is to be drawn, its points numbered."""
        orders = self._orders
        if orders is None:
            return
        hexes = self._hexes_of(self.step)
        shapes: list[Shape] = [HexRim(hexes, MEANT)] if hexes else []
        goal = self._next_drawn()
        drawn = drawn_on(orders, goal.measure) if goal is not None else None
        if goal is not None and drawn is not None:
            sheet = self.sheet or OpSheet("", self.lesson.side, "")
            handles = [each.at for each in handles_of(orders, goal.measure)]
            kind = orders.kind(goal.measure)
            if kind is not None:
                handles = handles[: len(handles) - 1] if kind.sets_width else handles[: kind.most or len(handles)]
            shapes.append(Graphic(drawn, ink_of(orders.box.oob, sheet, goal.measure), "planned"))
            shapes.append(Handles(tuple(handles), frozenset(), MEANT))
            shapes += [Caption(at, str(n)) for n, at in enumerate(handles, 1)]
        self._layer.set_shapes(shapes)

    def _hexes_of(self, step: TourStep) -> frozenset[Hex]:
        """The hexes that a step points at, and those in which the units stand that it is about."""
        if self._orders is None:
            return frozenset(step.hexes)
        return frozenset(step.hexes) | self._orders.places_of(OpSheet("", self.lesson.side, "", units=step.units))

    def _bring_in_map(self, steps: Sequence[TourStep]) -> None:
        """Brings what some steps are about into view: that of a step as far as it is not so already, that of several as large
        as it can be."""
        orders, view = self._orders, self._workbench.view
        points = [plane_centre(place) for step in steps for place in self._hexes_of(step)]
        points += [at for step in steps for goal in step.goals if isinstance(goal, Drawn) for at in goal.measure.points]
        if orders is None or not points:
            return
        span = span_of(points, BESIDE)
        if len(steps) == 1:
            view.bring_in(MapTransform.of(orders.box).span(span))
            return
        view.show_span(MapTransform.of(orders.box).span(span))

    # Doing it -----------------------------------------------------------------------------------------------------------------

    def show_me(self) -> None:
        """Does this step, and before it what earlier steps of the lesson still lack; each goal is one step of the history."""
        orders, lesson = self._orders, self.lesson
        if orders is None:
            return
        until = len(lesson.steps) if _asks(self.step.goals) else self._number + 1
        for step in lesson.steps[:until]:
            for goal in step.goals:
                self._do(orders, lesson, step, goal)
        self._follow()

    def _do(self, orders: Orders, lesson: Lesson, step: TourStep, goal: Goal) -> None:
        if not self._lacks(goal):
            return
        sheet = self.sheet
        label = self.tr("Tour: %s") % step.title
        if sheet is None:
            units = goal.units if isinstance(goal, Listed) else ()
            document = self._open_box.document
            if document is not None:
                document.units.set(document.box.oob.counters_meant(units))
            orders.add(lesson.side, lesson.type, units)
            sheet = self.sheet
            if sheet is None or not self._lacks(goal):
                return
        orders.choose(sheet.id)
        if isinstance(goal, Worded) and goal.field == "id":
            orders.rename(sheet, goal.text)
        elif isinstance(goal, Drawn):
            orders.draw(goal.measure)
        else:
            made = reached(goal, lesson, orders.box.oob, sheet)
            if made != sheet:
                orders.write(label, made)


def _asks(goals: tuple[Goal, ...]) -> bool:
    """Whether the rules have to be asked for some goal."""
    return any(isinstance(goal, Sound) for goal in goals)


def _bring_in(widget: QWidget) -> None:
    """Scrolls what a widget stands in until it is seen."""
    above = widget.parentWidget()
    while above is not None:
        if isinstance(above, QScrollArea):
            above.ensureWidgetVisible(widget)
        above = above.parentWidget()
